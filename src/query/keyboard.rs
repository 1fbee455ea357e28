//! The wrong keyboard layout: `wkddo` is what 장애 becomes where the keyboard is in Latin, `ㅔㅑㅜㅎ`
//! what ping becomes where it is in Hangul (the two-set layout, dubeolsik).

use unicode_normalization::UnicodeNormalization;

use crate::analysis::is_hangul;
use crate::analysis::jamo::{Syllable, compound, halves, is_consonant, is_vowel};

/// The key of each jamo. Shift makes seven of them others.
const KEYS: [(char, char); 33] = [
    ('q', 'ㅂ'),
    ('w', 'ㅈ'),
    ('e', 'ㄷ'),
    ('r', 'ㄱ'),
    ('t', 'ㅅ'),
    ('y', 'ㅛ'),
    ('u', 'ㅕ'),
    ('i', 'ㅑ'),
    ('o', 'ㅐ'),
    ('p', 'ㅔ'),
    ('a', 'ㅁ'),
    ('s', 'ㄴ'),
    ('d', 'ㅇ'),
    ('f', 'ㄹ'),
    ('g', 'ㅎ'),
    ('h', 'ㅗ'),
    ('j', 'ㅓ'),
    ('k', 'ㅏ'),
    ('l', 'ㅣ'),
    ('z', 'ㅋ'),
    ('x', 'ㅌ'),
    ('c', 'ㅊ'),
    ('v', 'ㅍ'),
    ('b', 'ㅠ'),
    ('n', 'ㅜ'),
    ('m', 'ㅡ'),
    ('Q', 'ㅃ'),
    ('W', 'ㅉ'),
    ('E', 'ㄸ'),
    ('R', 'ㄲ'),
    ('T', 'ㅆ'),
    ('O', 'ㅒ'),
    ('P', 'ㅖ'),
];

/// `text` with each word of Latin letters as the same keys give it in Hangul. Other words stay.
pub fn to_hangul(text: &str) -> String {
    converted(text, |c| c.is_ascii_alphabetic(), hangul_word)
}

/// `text` with each word of Hangul as the same keys give it in Latin. Other words stay.
pub fn to_latin(text: &str) -> String {
    converted(text, is_hangul, latin_word)
}

/// Converts the words that consist of nothing but what `belongs`, save punctuation around them.
fn converted(
    text: &str,
    belongs: impl Fn(char) -> bool,
    convert: impl Fn(&str) -> String,
) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let core = word.trim_matches(|c: char| !c.is_alphanumeric());
        match word.split_once(core) {
            Some((before, after)) if core.chars().all(&belongs) => {
                out.push_str(before);
                out.push_str(&convert(core));
                out.push_str(after);
            }
            _ => out.push_str(word),
        }
    }
    out
}

fn latin_word(word: &str) -> String {
    let mut latin = String::new();
    for c in word.nfc() {
        let jamo: Vec<char> = match Syllable::of(c) {
            Some(syllable) => syllable.jamo().collect(),
            None => vec![c],
        };
        // A jamo that no key gives, one of the old ones, stays.
        latin.extend(
            jamo.into_iter()
                .flat_map(halves)
                .map(|jamo| key(jamo).unwrap_or(jamo)),
        );
    }
    latin
}

fn key(jamo: char) -> Option<char> {
    let found = KEYS.iter().find(|(_, of_key)| *of_key == jamo);
    found.map(|(key, _)| *key)
}

fn hangul_word(word: &str) -> String {
    let jamo: Vec<char> = word.chars().filter_map(jamo_of_key).collect();
    let mut hangul = String::new();
    let mut rest = jamo.as_slice();
    while !rest.is_empty() {
        let (c, keys) = first_character(rest);
        hangul.extend(c);
        rest = &rest[keys..];
    }
    hangul
}

/// Shift changes nothing on most keys.
fn jamo_of_key(key: char) -> Option<char> {
    let found = |key| KEYS.iter().find(|(of_jamo, _)| *of_jamo == key);
    let (_, jamo) = found(key).or_else(|| found(key.to_ascii_lowercase()))?;
    Some(*jamo)
}

/// The character that `keys` start with, and how many of them make it: a syllable, or a jamo that
/// finds no partner.
fn first_character(keys: &[char]) -> (Option<char>, usize) {
    match keys {
        [initial, vowel, rest @ ..] if is_consonant(*initial) && is_vowel(*vowel) => {
            let (vowel, of_vowel) = vowel_of(*vowel, rest);
            let (last, of_last) = final_of(&rest[of_vowel - 1..]);
            let syllable = Syllable {
                initial: *initial,
                vowel,
                last,
            };
            (syllable.composed(), 1 + of_vowel + of_last)
        }
        [vowel, rest @ ..] if is_vowel(*vowel) => {
            let (vowel, keys) = vowel_of(*vowel, rest);
            (Some(vowel), keys)
        }
        _ => (keys.first().copied(), 1),
    }
}

/// `first` with what follows, where both make one vowel, and how many keys that takes.
fn vowel_of(first: char, rest: &[char]) -> (char, usize) {
    match rest.first().and_then(|&second| compound(first, second)) {
        Some(both) => (both, 2),
        None => (first, 1),
    }
}

/// The final of the syllable behind which `keys` stand. A consonant before a vowel starts the next
/// syllable.
fn final_of(keys: &[char]) -> (Option<char>, usize) {
    let closes = |at: usize| {
        let is_alone = keys.get(at + 1).is_none_or(|&next| !is_vowel(next));
        keys.get(at).copied().filter(|_| is_alone)
    };
    let Some(first) = closes(0).filter(|&first| is_final(first)) else {
        return (None, 0);
    };
    match closes(1).and_then(|second| compound(first, second)) {
        Some(both) => (Some(both), 2),
        None => (Some(first), 1),
    }
}

/// ㄸ, ㅃ and ㅉ close no syllable.
fn is_final(c: char) -> bool {
    is_consonant(c) && !matches!(c, 'ㄸ' | 'ㅃ' | 'ㅉ')
}
