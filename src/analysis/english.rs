//! English: a light stemmer that takes off inflection and nothing else.
//!
//! `drops`, `dropped` and `dropping` meet in `drop`; `organ` and `organic`, `news` and `new` stay
//! apart. A stem need not be a word: `cache`, `cached` and `caching` meet in `cach`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Words that look inflected and are not, one a line.
static PROTECTED: LazyLock<HashSet<&str>> =
    LazyLock::new(|| super::data_lines(include_str!("data/english-protected.txt")).collect());

/// Words that say little by themselves, one a line.
static STOP_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| super::data_lines(include_str!("data/english-stop-words.txt")).collect());

/// Whether `word`, in lower case, weighs little in a query. Stop words are indexed like all others.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

/// The stem of `word`, which is in lower case. Words of three letters or fewer, words with other
/// characters than `a-z`, and protected words are their own stems.
pub fn stem(word: &str) -> Cow<'_, str> {
    let is_plain = word.bytes().all(|b| b.is_ascii_lowercase());
    if word.len() <= 3 || !is_plain || PROTECTED.contains(word) {
        return Cow::Borrowed(word);
    }
    let singular = without_plural(word);
    let base = without_past_or_progressive(&singular).unwrap_or(singular);
    unify_ending(base)
}

fn without_plural(word: &str) -> Cow<'_, str> {
    if let Some(base) = word.strip_suffix("ies") {
        return match base.len() {
            0..=1 => Cow::Borrowed(&word[..word.len() - 1]),
            _ => Cow::Owned(format!("{base}y")),
        };
    }
    let takes_es = ["sses", "xes", "ches", "shes", "zes", "oes"];
    if takes_es.iter().any(|ending| word.ends_with(ending)) {
        return Cow::Borrowed(&word[..word.len() - 2]);
    }
    match word.strip_suffix('s') {
        Some(base) if !base.ends_with(['s', 'u', 'i']) => Cow::Borrowed(base),
        _ => Cow::Borrowed(word),
    }
}

fn without_past_or_progressive<'w>(word: &Cow<'w, str>) -> Option<Cow<'w, str>> {
    if let Some(base) = word.strip_suffix("ied") {
        let ending = if base.len() > 1 { "y" } else { "ie" };
        return Some(Cow::Owned(format!("{base}{ending}")));
    }
    if word.ends_with("eed") {
        return None;
    }
    let base = word
        .strip_suffix("ing")
        .or_else(|| word.strip_suffix("ed"))?;
    if base.len() < 2 || !base.bytes().any(is_vowel) {
        return None;
    }
    Some(Cow::Owned(restored(base)))
}

/// Undoes what a suffix did to the word it was put on: `dropp` to `drop`, `nam` to `name`.
fn restored(base: &str) -> String {
    let bytes = base.as_bytes();
    match *bytes {
        [.., a, b] if a == b && !is_vowel(a) && !matches!(a, b'l' | b's' | b'z') => {
            base[..base.len() - 1].to_owned()
        }
        [v, c] if is_vowel(v) && !is_vowel(c) => format!("{base}e"),
        [a, v, c]
            if !is_vowel(a) && is_vowel(v) && !is_vowel(c) && !matches!(c, b'w' | b'x' | b'y') =>
        {
            format!("{base}e")
        }
        _ => base.to_owned(),
    }
}

/// Takes off the final `e` and the second `l`, which come and go with the suffixes.
fn unify_ending(word: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = word.as_bytes();
    let cut = matches!(bytes, [_, _, _, _, .., b'e'] | [_, _, _, .., b'l', b'l']);
    if !cut {
        return word;
    }
    match word {
        Cow::Borrowed(word) => Cow::Borrowed(&word[..word.len() - 1]),
        Cow::Owned(mut word) => {
            word.pop();
            Cow::Owned(word)
        }
    }
}

fn is_vowel(b: u8) -> bool {
    matches!(b, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}
