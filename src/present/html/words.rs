//! What the pages say beside cases and labels, in both languages.

use crate::case::Lang;

/// Words of the pages.
pub(super) struct Words {
    pub(super) search_box: &'static str,
    pub(super) placeholder: &'static str,
    pub(super) search: &'static str,
    pub(super) skip: &'static str,
    pub(super) languages: &'static str,
    pub(super) what_it_is: &'static str,
    pub(super) try_these: &'static str,
    pub(super) keys: &'static str,
    pub(super) narrow: &'static str,
    pub(super) chosen: &'static str,
    pub(super) in_the_query: &'static str,
    pub(super) remove: &'static str,
    pub(super) remove_all: &'static str,
    pub(super) dates: &'static str,
    pub(super) since: &'static str,
    pub(super) until: &'static str,
    pub(super) date_hint: &'static str,
    pub(super) apply: &'static str,
    pub(super) case_texts: &'static str,
    pub(super) both: &'static str,
    pub(super) why: &'static str,
    pub(super) next_to_each_other: &'static str,
    pub(super) more: &'static str,
    pub(super) previous: &'static str,
    pub(super) pages: &'static str,
    pub(super) nothing_found: &'static str,
    pub(super) nothing_found_hint: &'static str,
    pub(super) did_you_mean: &'static str,
    pub(super) not_shareable: &'static str,
    pub(super) back: &'static str,
    pub(super) copy_link: &'static str,
    pub(super) copied: &'static str,
    pub(super) only_in_english: &'static str,
    pub(super) only_in_korean: &'static str,
    pub(super) no_case: &'static str,
    pub(super) not_understood: &'static str,
    pub(super) too_long: &'static str,
    pub(super) busy: &'static str,
    pub(super) failed: &'static str,
    pub(super) without_filters: &'static str,
    pub(super) unreachable: &'static str,
    pub(super) again: &'static str,
}

/// The words in `lang`.
pub(super) fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Ko => &KO,
    }
}

impl Words {
    /// Says that a text stands in for one that is missing.
    pub(super) fn only_in(&self, own: Lang) -> &'static str {
        match own {
            Lang::En => self.only_in_english,
            Lang::Ko => self.only_in_korean,
        }
    }
}

/// The name of a language in that language.
pub(super) fn own_name(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "English",
        Lang::Ko => "한국어",
    }
}

pub(super) fn cases(count: usize, is_least: bool, lang: Lang) -> String {
    match (lang, count, is_least) {
        (Lang::En, 1, false) => "1 case".to_owned(),
        (Lang::En, _, false) => format!("{count} cases"),
        (Lang::En, _, true) => format!("{count} or more cases"),
        (Lang::Ko, _, false) => format!("사례 {count}건"),
        (Lang::Ko, _, true) => format!("사례 {count}건 이상"),
    }
}

pub(super) fn further_values(more: usize, name: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{more} further ones: type {name}:VALUE in the search box"),
        Lang::Ko => format!("그 밖에 {more}개: 검색창에 {name}:값을 쓰세요"),
    }
}

pub(super) fn no_such_value(name: &str, value: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("There is no “{value}” in {name}"),
        Lang::Ko => format!("{name}에 “{value}” 값이 없습니다"),
    }
}

pub(super) fn no_such_case(id: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("There is no case “{id}”"),
        Lang::Ko => format!("“{id}” 사례가 없습니다"),
    }
}

const EN: Words = Words {
    search_box: "What do you see?",
    placeholder: "A symptom, an error line, a log…",
    search: "Search",
    skip: "Skip to the content",
    languages: "Language of the page",
    what_it_is: "Past incidents, searched by what you see right now: a symptom, an error line, a pasted log, an identifier, in English or Korean. Each case says what caused it and what ended it.",
    try_these: "Try",
    keys: "Keys: / search · ↑ ↓ results · Enter open · Esc clear",
    narrow: "Narrow",
    chosen: "Chosen",
    in_the_query: "stands in the query",
    remove: "Remove",
    remove_all: "Remove all",
    dates: "Date",
    since: "from",
    until: "to",
    date_hint: "YYYY, YYYY-MM or YYYY-MM-DD",
    apply: "Apply",
    case_texts: "Cases in",
    both: "Both",
    why: "Why it matched",
    next_to_each_other: "words next to each other",
    more: "More",
    previous: "Previous",
    pages: "Pages",
    nothing_found: "No case matches",
    nothing_found_hint: "Use fewer or other words, or remove what narrows the search.",
    did_you_mean: "Did you mean:",
    not_shareable: "This text is too long for an address: the page cannot be shared by its link.",
    back: "Back to the search",
    copy_link: "Copy link",
    copied: "Copied",
    only_in_english: "in English only",
    only_in_korean: "in Korean only",
    no_case: "Check the id, or search for words of the case.",
    not_understood: "The address of this page has a value that makes no sense",
    too_long: "This text is too long. Paste the part of it around the first error.",
    busy: "The server has more to do than it can do in time. Try again in a second, with a shorter query if this one is long.",
    failed: "The server failed. Try again; its log says why.",
    without_filters: "Search without it",
    unreachable: "The server does not answer.",
    again: "Try again",
};

const KO: Words = Words {
    search_box: "지금 무엇이 보이나요?",
    placeholder: "증상, 오류 메시지, 로그…",
    search: "검색",
    skip: "본문으로 건너뛰기",
    languages: "화면 언어",
    what_it_is: "지금 보이는 것으로 지난 장애를 찾습니다. 증상, 오류 메시지, 붙여 넣은 로그, 식별자를 한국어나 영어로 쓰면 됩니다. 사례마다 원인과 해결 방법이 있습니다.",
    try_these: "예시",
    keys: "키: / 검색 · ↑ ↓ 결과 이동 · Enter 열기 · Esc 지우기",
    narrow: "좁히기",
    chosen: "선택한 조건",
    in_the_query: "검색어에 있음",
    remove: "빼기",
    remove_all: "모두 빼기",
    dates: "날짜",
    since: "부터",
    until: "까지",
    date_hint: "YYYY, YYYY-MM 또는 YYYY-MM-DD",
    apply: "적용",
    case_texts: "사례 언어",
    both: "둘 다",
    why: "찾은 이유",
    next_to_each_other: "나란히 있는 말",
    more: "더 보기",
    previous: "이전",
    pages: "쪽",
    nothing_found: "맞는 사례가 없습니다",
    nothing_found_hint: "낱말을 줄이거나 바꾸고, 선택한 조건을 빼 보세요.",
    did_you_mean: "이것을 찾으셨나요?",
    not_shareable: "글이 길어 주소에 담을 수 없습니다. 이 화면은 링크로 공유할 수 없습니다.",
    back: "검색으로 돌아가기",
    copy_link: "링크 복사",
    copied: "복사함",
    only_in_english: "영어만 있음",
    only_in_korean: "한국어만 있음",
    no_case: "번호를 확인하거나 사례에 있을 만한 말로 검색하세요.",
    not_understood: "이 화면의 주소에 알 수 없는 값이 있습니다",
    too_long: "글이 너무 깁니다. 첫 오류 앞뒤만 붙여 넣으세요.",
    busy: "서버에 일이 몰려 제시간에 답하지 못했습니다. 잠시 뒤 다시 해 보고, 글이 길면 줄이세요.",
    failed: "서버에서 오류가 났습니다. 다시 해 보세요. 이유는 서버 로그에 있습니다.",
    without_filters: "이 조건 없이 검색",
    unreachable: "서버가 응답하지 않습니다.",
    again: "다시 시도",
};
