//! The wrong keyboard layout: `wkddo` is what 장애 becomes where the keyboard is in Latin, `ㅔㅑㅜㅎ`
//! what ping becomes where it is in Hangul (the two-set layout, dubeolsik).

use unicode_normalization::UnicodeNormalization;

use crate::analysis::is_hangul;
use crate::analysis::jamo::{Syllable, composed, halves};

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

/// Whether two letters have keys next to each other.
pub(super) fn are_neighbours(a: char, b: char) -> bool {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    let place = |letter: char| {
        let mut rows = (0_usize..).zip(ROWS);
        rows.find_map(|(row, letters)| Some((row, letters.find(letter)?)))
    };
    match (place(a), place(b)) {
        (Some((row, column)), Some((other_row, other_column))) => {
            row.abs_diff(other_row) <= 1 && column.abs_diff(other_column) <= 1
        }
        _ => false,
    }
}

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
    composed(&jamo)
}

/// Shift changes nothing on most keys.
fn jamo_of_key(key: char) -> Option<char> {
    let found = |key| KEYS.iter().find(|(of_jamo, _)| *of_jamo == key);
    let (_, jamo) = found(key).or_else(|| found(key.to_ascii_lowercase()))?;
    Some(*jamo)
}
