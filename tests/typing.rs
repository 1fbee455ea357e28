//! Help with typing: slips of the finger, the wrong keyboard layout, initial consonants.

use incidex::query::keyboard::{to_hangul, to_latin};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

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
