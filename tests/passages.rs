//! Passages and marks: what a hit shows of a case, on texts that go wrong elsewhere.

use incidex::case::Input;
use incidex::query::{Engine, Passage, Request};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::json;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use crate::analysis::nasty_text;
use crate::search::{build, check_sound, request};

const PASSAGE_CHARS: usize = 240;

/// An index of one case with `text` as its summary, in both languages.
fn engine_of(text: &str) -> Engine {
    let case = json!({"id": "P-1", "title": {"en": "-"}, "summary": {"en": text, "ko": text}});
    build(&[Input::Stdin], &case.to_string())
}

/// The passages that `query` shows, which are sound.
#[track_caller]
fn passages(engine: &Engine, query: &str) -> Vec<Passage> {
    let request: Request = request(query);
    let response = engine.search(&request).expect("no text is an error");
    check_sound(&request, &response);
    let mut hits = response.hits.into_iter();
    hits.next().map_or_else(Vec::new, |hit| hit.passages)
}

fn marked(passage: &Passage) -> Vec<String> {
    let slice = |&(start, end): &(usize, usize)| {
        passage
            .text
            .chars()
            .take(end)
            .skip(start)
            .collect::<String>()
    };
    passage.marks.iter().map(slice).collect()
}

/// In `text`, `query` marks exactly what `expected` says, and the passage is a piece of the text.
#[track_caller]
fn check(text: &str, query: &str, expected: &[&str]) {
    let passages = passages(&engine_of(text), query);
    let Some(first) = passages.first() else {
        panic!("{query:?} shows nothing of {text:?}");
    };
    assert!(
        text.contains(&first.text),
        "{:?} is not in {text:?}",
        first.text
    );
    assert_eq!(marked(first), expected, "{query:?} in {text:?}");
}

#[test]
fn marks_cover_what_was_found() {
    check("장애. 복구.", "복구", &["복구"]);
    check("장애. 복구. 장애.", "장애", &["장애", "장애"]);
    check("고소/고발 · 생성/삭제", "삭제", &["삭제"]);
    check("고소/고발 · 생성/삭제", "고발 생성", &["고발", "생성"]);
    check("nf_conntrack가 가득", "nf_conntrack", &["nf_conntrack"]);
    check("nf_conntrack가 가득", "conntrack", &["conntrack"]);
    check("set terminationGracePeriodSeconds: 30", "grace", &["Grace"]);
    check(
        "set terminationGracePeriodSeconds: 30",
        "terminationGracePeriodSeconds",
        &["terminationGracePeriodSeconds"],
    );
    check(
        "connections were dropped",
        "connection drops",
        &["connections", "dropped"],
    );
    check("장애(502)가", "502", &["502"]);
    check("비정상 종료", "비정상", &["비정상"]);
    check(
        "a && b < c, <script>alert(1)</script>",
        "script",
        &["script", "script"],
    );
    check("처음&nbsp;연결&nbsp;실패", "실패", &["실패"]);
    check("42,000 connections", "42000", &["42,000"]);
    check(
        "from 2001:0db8::0001 on",
        "2001:db8::1",
        &["2001:0db8::0001"],
    );
}

#[test]
fn marks_of_a_compound_cover_the_compound() {
    check("그때 로드밸런서가 죽었다", "로드밸런서", &["로드밸런서"]);
    check("그때 로드밸런서가 죽었다", "로드 밸런서", &["로드밸런서"]);
    check("그때 로드 밸런서가 죽었다", "로드밸런서", &["로드 밸런서"]);
    check("커넥션풀 고갈", "커넥션 풀", &["커넥션풀"]);
    check("커넥션 풀 고갈", "커넥션풀", &["커넥션 풀"]);
    check("주문상세내역 조회", "주문 상세", &["주문상세"]);
}

#[test]
fn marks_of_a_term_of_the_glossary_cover_the_term() {
    check(
        "it ran out of the connection pool there",
        "커넥션 풀",
        &["connection pool"],
    );
    check("그래서 커넥션 풀에서", "connection pool", &["커넥션 풀"]);
    check(
        "saw too many open files there",
        "EMFILE",
        &["too many open files"],
    );
    check("EMFILE was seen", "too many open files", &["EMFILE"]);
    check("kubernetes and k8s", "쿠버네티스", &["kubernetes", "k8s"]);
    check("a web socket died", "websocket", &["web socket"]);
    check("a websocket died", "web socket", &["websocket"]);
}

#[test]
fn marks_never_stand_inside_a_character() {
    let family = "👨\u{200D}👩\u{200D}👧";
    for (text, query, expected) in [
        ("300グラム", "300", "300"),
        ("300グラム", "グラム", "グラム"),
        ("20℃ 넘음", "℃", "℃"),
        ("🔥🔥장애🔥", "장애", "장애"),
        ("e\u{301}te\u{301} 2024", "été", "e\u{301}te\u{301}"),
        ("ÉTÉ 2024", "été", "ÉTÉ"),
        ("ＮＧＩＮＸ 가", "nginx", "ＮＧＩＮＸ"),
        ("ﬁle 없음", "file", "ﬁle"),
        ("“장애”가 났다", "장애", "장애"),
        ("it’s a panic’s end", "panic", "panic"),
        (&format!("{family} 장애"), "장애", "장애"),
        (&format!("x {family} y"), family, family),
        ("🇰🇷 서버", "서버", "서버"),
        ("1️⃣ 단계", "단계", "단계"),
    ] {
        check(text, query, &[expected]);
        let decomposed = |text: &str| text.nfd().collect::<String>();
        check(&decomposed(text), query, &[&decomposed(expected)]);
        check(text, &decomposed(query), &[expected]);
    }
}

/// A text of many sentences without anything to find.
fn filler(sentences: usize) -> String {
    "Nothing of note was seen by anyone on that day. ".repeat(sentences)
}

#[test]
fn a_match_at_the_end_of_five_megabytes_is_shown() {
    for filler in [
        filler(5 << 20 >> 6),
        "아무 일도 없었다. ".repeat(5 << 20 >> 6),
    ] {
        let text = format!("{filler}Then nf_conntrack overflowed.");
        let shown = passages(&engine_of(&text), "nf_conntrack");
        assert!(
            shown[0].text.ends_with("Then nf_conntrack overflowed."),
            "{:?}",
            shown[0].text
        );
        assert_eq!(marked(&shown[0]), ["nf_conntrack"]);
        assert!(shown[0].is_cut_before && !shown[0].is_cut_after);
    }
}

#[test]
fn a_passage_ends_where_a_sentence_or_a_word_does() {
    let text = format!("{}A redis node died. {}", filler(20), filler(20));
    let shown = &passages(&engine_of(&text), "redis")[0];
    assert!(shown.text.chars().count() <= PASSAGE_CHARS);
    assert!(
        shown.text.ends_with("day.") || shown.text.ends_with("died."),
        "{:?}",
        shown.text
    );
    assert!(
        shown.text.starts_with("Nothing") || shown.text.starts_with("A redis"),
        "{:?}",
        shown.text
    );
    for word in ["redis", "레디스"] {
        let long = format!(
            "{}{word} {}",
            "lorem ipsum dolor ".repeat(60),
            "사건 장애 ".repeat(60)
        );
        let shown = &passages(&engine_of(&long), word)[0];
        assert!(shown.text.chars().count() <= PASSAGE_CHARS);
        assert_eq!(marked(shown), [word]);
        let words: Vec<&str> = long.split_whitespace().collect();
        for word in shown.text.split_whitespace() {
            assert!(words.contains(&word), "{word:?} is cut");
        }
    }
    // Characters, not bytes.
    let korean = format!("레디스가 죽었다 {}", "가나다라 ".repeat(200));
    let shown = &passages(&engine_of(&korean), "레디스")[0];
    assert!((200..=PASSAGE_CHARS).contains(&shown.text.chars().count()));
}

#[test]
fn a_passage_shows_as_many_words_of_the_query_as_it_can() {
    let text = format!(
        "Redis was slow. {}A redis failover ended in a split brain. {}The failover was tried again.",
        filler(8),
        filler(8)
    );
    let shown = &passages(&engine_of(&text), "redis failover split")[0];
    assert!(
        shown
            .text
            .contains("A redis failover ended in a split brain."),
        "{:?}",
        shown.text
    );
}

#[test]
fn several_passages_come_from_several_texts() {
    let case = json!({
        "id": "P-1",
        "title": {"en": "-"},
        "summary": {"en": "The redis node died."},
        "symptoms_text": {"en": "Clients saw a timeout."},
        "lessons": {"en": "Test the failover."},
    });
    let engine = build(&[Input::Stdin], &case.to_string());
    let shown = passages(&engine, "redis timeout failover");
    let mut words: Vec<String> = shown.iter().flat_map(marked).collect();
    words.sort_unstable();
    assert_eq!(words, ["failover", "redis", "timeout"]);
    assert_eq!(shown.len(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default() })]

    /// The soundness of marks and passages is checked for each answer.
    #[test]
    fn any_text_is_marked_soundly(texts in prop::collection::vec(nasty_text(), 1..4), word in "[가-힣a-z0-9]{1,4}") {
        let text = texts.join(&format!(" {word} "));
        let text = format!("{text} {word}");
        let engine = engine_of(&text);
        let queries = text.unicode_words().take(12).chain([word.as_str(), text.as_str()]);
        for query in queries {
            for passage in passages(&engine, query) {
                prop_assert!(text.contains(&passage.text), "{:?} of {:?}", passage.text, text);
            }
        }
    }
}
