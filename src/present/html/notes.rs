//! How the query was read, in the language of the page.

use super::address::{Address, Target};
use crate::case::Lang;
use crate::query::{NAMED, Warning, WarningKind};
use crate::quoted::shortened;

pub(super) struct Note<'a> {
    pub(super) text: String,
    /// The query as it may be meant.
    pub(super) offer: Option<(&'a str, Target)>,
}

pub(super) fn note<'a>(warning: &'a Warning, address: &Address, ui: Lang) -> Note<'a> {
    let offer = warning.query.as_deref();
    Note {
        text: match ui {
            Lang::En => sentence(&warning.text),
            Lang::Ko => in_korean(warning),
        },
        offer: offer.map(|query| (query, address.with_text(query).target())),
    }
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

fn in_korean(warning: &Warning) -> String {
    let word = |i: usize| warning.words.get(i).map_or("", String::as_str);
    let first = word(0);
    match warning.kind {
        WarningKind::Empty => {
            "검색할 말이 없습니다. 증상, 오류 메시지, 이름이나 사례 번호를 쓰세요.".to_owned()
        }
        WarningKind::TooShort => format!(
            "‘{first}’ 하나로는 찾을 말이 너무 많습니다. 장애를 ㅈㅇ처럼 두 글자 이상의 초성으로 쓰세요."
        ),
        WarningKind::UnknownWords => format!("어느 사례에도 없는 말: {}", named(&warning.words)),
        WarningKind::Synonyms => format!("함께 찾은 말: {}", named(&warning.words)),
        WarningKind::Corrected => format!(
            "‘{first}’은(는) 어느 사례에도 없어 ‘{}’(으)로 찾았습니다.",
            word(1)
        ),
        WarningKind::DidYouMean => format!("혹시 ‘{first}’인가요?"),
        WarningKind::Reduced => format!(
            "글이 길어 낱말 {}개 가운데 가장 뚜렷한 {first}개로 찾았습니다.",
            word(1)
        ),
        WarningKind::Phrase => format!("‘{first}’이(가) 그대로 있는 사례만 찾았습니다."),
        WarningKind::PhraseRelaxed => {
            "따옴표 안의 말이 그대로 있는 사례가 없어 낱말로 찾았습니다.".to_owned()
        }
        WarningKind::Excluded => {
            format!("‘{first}’이(가) 있는 사례를 뺐습니다. 그 말을 찾으려면 줄표 없이 쓰세요.")
        }
        WarningKind::DashIsText => format!("‘{first}’을(를) 글자 그대로 읽었습니다."),
        WarningKind::QuoteIsText => {
            "따옴표가 닫히지 않아 그 안의 말을 낱말로 찾았습니다.".to_owned()
        }
        WarningKind::WildcardIsText => format!(
            "‘{first}’의 *와 ?는 아무 글자나 뜻하지 않습니다. 낱말은 모든 꼴로, 식별자는 일부로도 찾습니다."
        ),
        WarningKind::EmptyRange => format!(
            "{first}부터 {}까지인 날짜는 없습니다. 둘을 바꾸어 쓰세요.",
            word(1)
        ),
        WarningKind::NoSuchCase => format!("{first} 사례는 없습니다."),
        WarningKind::Filter => format!("검색어의 조건: {}", named(&warning.words)),
        WarningKind::FilterIsText => {
            format!("‘{first}’은(는) 아는 조건이 아니어서 글자 그대로 읽었습니다.")
        }
    }
}

/// The first few of `words`, and how many there are besides.
fn named(words: &[String]) -> String {
    let shown: Vec<String> = words.iter().take(NAMED).map(|w| shortened(w)).collect();
    let shown = shown.join(", ");
    match words.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} 외 {more}개"),
    }
}
