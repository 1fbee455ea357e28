//! Help with typing: slips of the finger, the wrong keyboard layout, initial consonants.

use incidex::analysis::jamo::Syllable;
use incidex::case::{Case, Dimension, Lang, Vocabulary};
use incidex::query::WarningKind::{TooShort, UnknownWords};
use incidex::query::keyboard::{to_hangul, to_latin};
use incidex::query::{Hit, Request};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::search::{check_reading, ids, kinds, request, run, search};

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
