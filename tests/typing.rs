//! Help with typing: slips of the finger, the wrong keyboard layout, initial consonants.

use incidex::analysis::jamo::Syllable;
use incidex::case::{Case, Dimension, Input, Lang, Vocabulary};
use incidex::query::WarningKind::{
    Corrected, DidYouMean, Excluded, Filter, PhraseRelaxed, TooShort, UnknownWords,
};
use incidex::query::keyboard::{to_hangul, to_latin};
use incidex::query::{Hit, Request, WarningKind};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use unicode_normalization::UnicodeNormalization;

use crate::search::{build, check_reading, ids, kinds, request, run, search};

// The keyboard

#[test]
fn keys_give_the_same_word_in_both_layouts() {
    for (latin, hangul) in [
        ("wkddo", "장애"),
        ("dkssud", "안녕"),
        ("ping", "ㅔㅑㅜㅎ"),
        ("pod", "ㅔㅐㅇ"),
        ("connection", "채ㅜㅜㄷㅊ샤ㅐㅜ"),
        ("fhemqoffjstj", "로드밸런서"),
        // Compound vowels.
        ("ghkaus", "화면"),
        ("dho", "왜"),
        ("ghldml", "회의"),
        ("dnjs", "원"),
        ("dnpq", "웹"),
        ("rnl", "귀"),
        ("hk", "ㅘ"),
        // A final moves on where a vowel follows; a compound one leaves its first half.
        ("rksk", "가나"),
        ("rkqt", "값"),
        ("rkqtdl", "값이"),
        ("rkqtl", "갑시"),
        ("ekfr", "닭"),
        ("ekfrl", "달기"),
        ("dlfrek", "읽다"),
        ("dksgdk", "않아"),
        // Shift.
        ("EkRk", "따까"),
        ("Wkfqek", "짧다"),
        ("Qkfmek", "빠르다"),
        ("dlTek", "있다"),
        ("Rmxdp", "끝에"),
        ("dOrl", "얘기"),
        ("tlrP", "시계"),
        // These close no syllable.
        ("dkEo", "아때"),
        ("dkQ", "아ㅃ"),
        // Whatever finds no partner stands alone.
        ("rr", "ㄱㄱ"),
        ("kk", "ㅏㅏ"),
        ("", ""),
        // Words of their own, and what lies between them.
        ("wkddo,  (ping)\n", "장애,  (ㅔㅑㅜㅎ)\n"),
    ] {
        assert_eq!(to_hangul(latin), hangul, "{latin:?}");
        assert_eq!(to_latin(hangul), latin, "{hangul:?}");
    }
}

#[test]
fn shift_changes_nothing_on_other_keys() {
    assert_eq!(to_hangul("WKddo"), "짱애");
    assert_eq!(to_hangul("wKDDO"), "장얘");
    assert_eq!(to_hangul("GKS"), "한");
}

#[test]
fn words_that_no_keyboard_gives_stay() {
    for text in ["502", "x86_64", "wi-fi", "é", "日本", "ᄀ", "nginx가", "…"] {
        assert_eq!(to_hangul(text), text);
        assert_eq!(to_latin(text), text);
    }
    assert_eq!(to_hangul("wkddo 502"), "장애 502");
    assert_eq!(to_latin("ㅔㅑㅜㅎ 502"), "ping 502");
    let decomposed = "\u{110C}\u{1161}\u{11BC}\u{110B}\u{1162}";
    assert_eq!(to_latin(decomposed), "wkddo");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_a_reading(text in "\\PC{0,40}|(?s:.{0,40})|[가-힣ㄱ-ㅣa-zA-Z .,]{0,40}") {
        to_hangul(&text);
        to_latin(&text);
    }

    #[test]
    fn there_and_back_again(word in "[a-z]{0,30}") {
        prop_assert_eq!(to_latin(&to_hangul(&word)), word);
    }

    #[test]
    fn back_and_there_again(word in "[가-힣]{0,20}") {
        prop_assert_eq!(to_hangul(&to_latin(&word)), word);
    }
}

// Slips of the finger

/// The query that `kind` of a warning holds ready in the answer to `query`, if any.
#[track_caller]
fn ready(query: &str, kind: WarningKind) -> Option<String> {
    let response = search(query);
    let mut warnings = response.warnings.into_iter();
    warnings.find(|w| w.kind == kind).and_then(|w| w.query)
}

#[track_caller]
fn check_corrected(query: &str, meant: &str) {
    let corrected = ready(query, Corrected);
    assert_eq!(corrected.as_deref(), Some(meant), "{query:?}");
    assert!(!search(query).hits.is_empty(), "{query:?}");
}

#[test]
fn a_slip_is_corrected() {
    for (query, meant) in [
        // A letter is missing, too many, another, or two are swapped.
        ("kuberntes", "kubernetes"),
        ("kubernetees", "kubernetes"),
        ("timout", "timeout"),
        ("tiemout", "timeout"),
        ("reids", "redis"),
        ("Timeoat", "timeout"),
        // Two slips in a long word.
        ("conectivyty", "connectivity"),
        ("커넥숀", "커넥션"),
        ("네트위크", "네트워크"),
        ("모니터닝", "모니터링"),
        ("데이타배이스", "데이터베이스"),
        // Everything else stays as it was typed.
        ("redis, (conection) 502!", "redis, (connection) 502!"),
        ("커넥숀이 고갈", "커넥션이 고갈"),
        ("kuberntes가 죽음", "kubernetes가 죽음"),
        ("component:haproxy timout", "component:haproxy timeout"),
        ("conection timout", "connection timeout"),
        ("timout timout", "timeout timeout"),
    ] {
        check_corrected(query, meant);
    }
}

#[test]
fn a_correction_is_said_once_a_word() {
    let response = check_reading("timout conection timout", &[Corrected, Corrected]);
    let texts: Vec<&str> = response.warnings.iter().map(|w| w.text.as_str()).collect();
    assert_eq!(
        texts[..2],
        [
            "no case has \"timout\"; searched for \"timeout\" instead",
            "no case has \"conection\"; searched for \"connection\" instead",
        ]
    );
    let decomposed = "커넥숀".nfd().collect::<String>();
    check_reading(&decomposed, &[Corrected]);
    check_reading("kuberntes xyzzyqwv", &[Corrected, UnknownWords]);
}

#[test]
fn the_corrected_word_finds_what_the_right_one_does() {
    for (slip, right) in [("kuberntes", "kubernetes"), ("커넥숀", "커넥션")] {
        let all = |query| {
            run(&Request {
                limit: 500,
                ..request(query)
            })
        };
        let (slipped, meant) = (all(slip), all(right));
        assert_eq!(ids(&slipped)[..3], ids(&meant)[..3], "{slip:?}");
        assert!(
            slipped.hits.iter().any(|hit| !hit.passages.is_empty()),
            "{slip:?}"
        );
    }
}

/// A corrected word is worth less than one that was typed.
#[test]
fn what_was_typed_outweighs_what_was_corrected() {
    let lines = r#"{"id":"A-1","title":{"en":"redis stalled"}}
{"id":"A-2","title":{"en":"timeout stalled"}}"#;
    let engine = build(&[Input::Stdin], lines);
    for query in ["redis timout", "timout redis"] {
        let response = engine.search(&request(query)).expect("an answer");
        assert_eq!(ids(&response), ["A-1", "A-2"], "{query:?}");
    }
}

#[test]
fn nothing_is_corrected_on_a_guess() {
    for query in [
        // Numbers, identifiers and what has a digit.
        "5023",
        "nf_contrak",
        "nfcontrack2",
        "proxy-raed-timeout",
        "OOMKiled",
        "k8ss",
        "TimeoutExceptoin",
        // Three letters and fewer.
        "opa",
        "dsn",
        "etc",
        "숀",
        "넥숀",
        // A word that is known, however rare, or whose stem is.
        "etcd",
        "retries",
        "connecting",
        "장애가",
        // The nearest has a letter that neither finger nor ear takes for the one typed: other words.
        "golang",
        "clone",
        "helm",
        // Nothing is near, or the first letter is wrong.
        "xyzzyqwv",
        "mubernetes",
        "꽑뛟쒧",
        // Jamo are not words.
        "ㅋㅋㅋㅋ",
        "ㅠㅠㅠㅠ",
    ] {
        assert_eq!(ready(query, Corrected), None, "{query:?}");
    }
    // The nearest is more than one slip away.
    assert_ne!(ready("stars", Corrected).as_deref(), Some("stores"));
}

#[test]
fn what_is_quoted_excluded_or_pasted_is_not_corrected() {
    check_reading("\"kuberntes\"", &[PhraseRelaxed, UnknownWords]);
    check_reading("redis -kuberntes", &[Excluded]);
    check_reading("redis\nkuberntes\n", &[UnknownWords]);
    check_reading("component:haproxy timout", &[Filter, Corrected]);
    let words: Vec<String> = ["timout", "conection"]
        .into_iter()
        .map(str::to_owned)
        .chain(('a'..='i').map(|c| format!("qqxyzzy{c}")))
        .collect();
    check_reading(&words.join(" "), &[UnknownWords]);
}

#[test]
fn a_slip_in_a_word_that_the_dictionary_lacks_is_corrected() {
    check_corrected("쿠버내티스", "쿠버네티스");
    check_corrected("커넥숀풀", "커넥션풀");
}

// The keyboard: what is offered

#[track_caller]
fn check_offered(query: &str, meant: &str) {
    assert_eq!(
        ready(query, DidYouMean).as_deref(),
        Some(meant),
        "{query:?}"
    );
    assert!(!search(meant).hits.is_empty(), "{meant:?}");
}

#[test]
fn the_other_layout_is_offered() {
    for (query, meant) in [
        ("wkddo", "장애"),
        ("Wkddo wkddo", "Wkddo 장애"),
        ("spxmdnjzm wkddo", "네트워크 장애"),
        ("ㅔㅑㅜㅎ", "ping"),
        ("ㅔㅐㅇ", "pod"),
        ("ㄲㄷ얀", "redis"),
        ("채ㅜㅜㄷㅊ샤ㅐㅜ", "connection"),
        ("채ㅜㅜㄷㅊ샤ㅐㅜ 샤ㅡㄷㅐㅕㅅ", "connection timeout"),
        // Consonants alone, which are no initials of anything.
        ("ㄴㄴㅇ", "ssd"),
        // Punctuation stays.
        ("(wkddo)!", "(장애)!"),
        ("component:haproxy wkddo", "component:haproxy 장애"),
    ] {
        check_offered(query, meant);
    }
}

#[test]
fn what_is_offered_is_not_searched_for() {
    let response = check_reading("wkddo", &[DidYouMean, UnknownWords]);
    assert_eq!(ids(&response), [""; 0]);
    assert_eq!(response.warnings[0].text, "did you mean \"장애\"?");
    let response = search("redis wkddo");
    assert_eq!(ids(&response), ids(&search("redis")));
}

/// That the keys spell a word exactly says more than that some word is near.
#[test]
fn the_other_layout_goes_before_a_correction() {
    let lines = r#"{"id":"A-1","title":{"en":"wkddox","ko":"장애"}}"#;
    let engine = build(&[Input::Stdin], lines);
    let response = engine.search(&request("wkddo")).expect("an answer");
    assert_eq!(kinds(&response), [DidYouMean, UnknownWords]);
}

#[test]
fn nonsense_is_not_offered() {
    for query in [
        "xyzzyqwv",
        "qwerty",
        "frobnicate",
        "rk",
        "dd",
        "work",
        "rush",
        "nginx",
        "wkddo502",
        "wkddo-wkddo",
        "\"wkddo\"",
        "-wkddo",
        "ㅁ",
        "애깎이",
        "wkddo\nwkddo",
        "장애",
        "ㅈㅇ",
    ] {
        assert_eq!(ready(query, DidYouMean), None, "{query:?}");
    }
}

// Initial consonants

/// The Korean title of a case and its labels.
fn titles_and_labels(case: &Case) -> String {
    let mut text = case.title.get(Lang::Ko).unwrap_or_default().to_owned();
    for dimension in Dimension::ALL {
        for code in dimension.values_of(case) {
            text.push('\n');
            text.push_str(Vocabulary::builtin().label(dimension, code, Lang::Ko));
        }
    }
    text
}

/// `text` with the initial consonant of each syllable in its place.
fn in_initials(text: &str) -> String {
    let initial = |c| Syllable::of(c).map_or(c, |syllable| syllable.initial);
    text.chars().map(initial).collect()
}

fn marked(hit: &Hit) -> Vec<String> {
    let title = hit.case.title.get(Lang::Ko).unwrap_or_default();
    let slice = |&(start, end): &(usize, usize)| title.chars().take(end).skip(start).collect();
    hit.title_marks.iter().map(slice).collect()
}

/// Every hit for `query` has a word with these initials in its title or its labels, and the best
/// one has `word`.
#[track_caller]
fn check_initials(query: &str, word: &str) {
    let all = Request {
        limit: 500,
        ..request(query)
    };
    let response = run(&all);
    assert_eq!(kinds(&response), [], "{query:?}");
    let best = &response.hits.first().expect(query).case;
    assert!(
        titles_and_labels(best).contains(word),
        "{query:?}: {}",
        best.id
    );
    for hit in &response.hits {
        let text = in_initials(&titles_and_labels(&hit.case));
        let consonants = in_initials(word);
        assert!(text.contains(&consonants), "{query:?}: {}", hit.case.id);
        for mark in marked(hit) {
            assert!(
                in_initials(&mark).starts_with(&consonants),
                "{query:?}: {mark:?}"
            );
        }
    }
    assert!(
        response.hits.iter().any(|hit| !hit.title_marks.is_empty()),
        "{query:?}"
    );
}

#[test]
fn initials_reach_titles_and_labels() {
    for (query, word) in [
        ("ㅈㅇ", "장애"),
        ("ㅋㄴㅅ", "커넥션"),
        ("ㄴㅌㅇㅋ", "네트워크"),
        ("(ㄴㅌㅇㅋ)…", "네트워크"),
        // The beginning of a longer word will do.
        ("ㄴㅌㅇ", "네트워크"),
        // An input method makes one character of two.
        ("ㄱㅅ", "검색"),
        ("ㄳ", "검색"),
        // Half-width jamo.
        ("\u{FFB8}\u{FFB7}", "장애"),
    ] {
        check_initials(query, word);
    }
}

#[test]
fn compound_consonants_are_taken_apart() {
    assert_eq!(ids(&search("ㄳ")), ids(&search("ㄱㅅ")));
    assert_eq!(ids(&search("ㄵ")), ids(&search("ㄴㅈ")));
}

#[test]
fn words_of_consonants_add_up() {
    let response = check_reading("ㄴㅌㅇㅋ ㅈㅇ", &[]);
    let best = titles_and_labels(&response.hits[0].case);
    assert!(best.contains("네트워크") && best.contains("장애"), "{best}");
}

#[test]
fn one_consonant_is_too_short() {
    for query in ["ㅎ", "ㅎ.", " ㅎ ㅋ", "ㄲ", "\u{FFBE}"] {
        let response = check_reading(query, &[TooShort]);
        assert_eq!(ids(&response), [""; 0], "{query:?}");
    }
    let response = check_reading("ㅈㅇ ㅎ", &[TooShort]);
    assert_eq!(ids(&response), ids(&search("ㅈㅇ")));
}

#[test]
fn consonants_among_words_are_text() {
    for query in [
        "ㅈㅇ timeout",
        "장애 ㅋㄴㅅ",
        "ㅈㅇㅏ",
        "ㅋㅋㅋㅋ",
        "ㅠㅠ",
        "502 ㅈㅇ",
    ] {
        check_reading(query, &[UnknownWords]);
    }
}
