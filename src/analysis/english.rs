//! English: a light stemmer that takes off inflection and nothing else.
//!
//! `drops`, `dropped` and `dropping` meet in `drop`; `organ` and `organic`, `news` and `new` stay
//! apart. A stem need not be a word: `cache`, `cached` and `caching` meet in `cach`.
//! Lists say what no rule can: irregular forms (`ran`, `sent`, `frozen`), British spellings, and the
//! nouns that tell what their verb does (`eviction`).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::data;

/// Words that look inflected and are not, one a line.
static PROTECTED: LazyLock<HashSet<&str>> = LazyLock::new(|| data::words(data::ENGLISH_PROTECTED));

/// Inflected forms that no rule reaches and their base forms, one pair a line.
static IRREGULAR: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| data::pairs(data::ENGLISH_IRREGULAR));

/// Stems that count as another stem: of a British spelling as of the American one, of a noun as of
/// its verb. A noun may have both (`authorisation`).
static STEM_OF: LazyLock<FxHashMap<Cow<'_, str>, Cow<'_, str>>> = LazyLock::new(|| {
    let spellings: FxHashMap<_, _> = stems(data::ENGLISH_SPELLINGS).collect();
    let families: FxHashMap<_, _> = stems(data::ENGLISH_FAMILIES).collect();
    let verbs = families.clone();
    let spelt = spellings.into_iter().map(|(british, american)| {
        let verb = families.get(&american).cloned();
        (british, verb.unwrap_or(american))
    });
    spelt.chain(verbs).collect()
});

/// The stems of the pairs of a list.
fn stems(list: &'static str) -> impl Iterator<Item = (Cow<'static, str>, Cow<'static, str>)> {
    let pairs = data::pairs(list).into_iter();
    pairs.map(|(word, other)| (inflected(word), inflected(other)))
}

/// The stem of `word`, which is in lower case: of its inflection, its spelling and its family.
pub fn stem(word: &str) -> Cow<'_, str> {
    let stem = inflected(word);
    match STEM_OF.get(&stem) {
        Some(other) => Cow::Borrowed(&**other),
        None => stem,
    }
}

/// What is left of `word` without its inflection. Words of three letters or fewer, words with other
/// characters than `a-z`, and protected words are their own stems.
pub fn inflected(word: &str) -> Cow<'_, str> {
    if let Some(base) = IRREGULAR.get(word) {
        return Cow::Borrowed(unified(base));
    }
    let is_plain = word.bytes().all(|b| b.is_ascii_lowercase());
    if word.len() <= 3 || !is_plain || PROTECTED.contains(word) {
        return Cow::Borrowed(word);
    }
    let singular = without_plural(word);
    if PROTECTED.contains(&*singular) {
        return singular;
    }
    let base = without_past_or_progressive(&singular).unwrap_or(singular);
    let unified_len = unified(&base).len();
    match base {
        Cow::Borrowed(base) => Cow::Borrowed(&base[..unified_len]),
        Cow::Owned(mut base) => {
            base.truncate(unified_len);
            Cow::Owned(base)
        }
    }
}

fn without_plural(word: &str) -> Cow<'_, str> {
    // One spelling for `query` and `cookie`, whose plurals look alike.
    if let Some(base) = word.strip_suffix("ies").or_else(|| word.strip_suffix("ie")) {
        return match base.len() {
            0..=1 if word.ends_with('e') => Cow::Borrowed(word),
            0..=1 => Cow::Borrowed(&word[..word.len() - 1]),
            _ => Cow::Owned(format!("{base}y")),
        };
    }
    let takes_es = ["sses", "xes", "ches", "shes", "zzes", "oes"];
    if takes_es.iter().any(|ending| word.ends_with(ending)) {
        return Cow::Borrowed(&word[..word.len() - 2]);
    }
    match word.strip_suffix("es") {
        Some(base) if PROTECTED.contains(base) => return Cow::Borrowed(base),
        _ => {}
    }
    match word.strip_suffix('s') {
        Some(base) if !base.ends_with(['s', 'u', 'i']) => Cow::Borrowed(base),
        _ => Cow::Borrowed(word),
    }
}

fn without_past_or_progressive(word: &str) -> Option<Cow<'static, str>> {
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

/// Undoes what a suffix did to the word it was put on: `dropp` to `drop`, `stor` to `store`. `add`
/// is a word, and no verb doubles its `f`, `s` or `z`.
fn restored(base: &str) -> String {
    match *base.as_bytes() {
        [_, .., a, b]
            if a == b
                && base.len() > 3
                && !is_vowel(a)
                && !matches!(a, b'f' | b'l' | b's' | b'z') =>
        {
            base[..base.len() - 1].to_owned()
        }
        [v, c] if is_vowel(v) && !is_vowel(c) => format!("{base}e"),
        _ if is_short_syllable(base) => format!("{base}e"),
        _ => base.to_owned(),
    }
}

/// Whether `base` is one syllable that ends in a single vowel and a single consonant. Before `ed`
/// and `ing` such a word doubles its consonant (`plan`, `planned`), so that what shows a single one
/// has lost an `e` (`plane`, `planed`).
fn is_short_syllable(base: &str) -> bool {
    match base.as_bytes() {
        [onset @ .., v, c] => {
            let onset = onset.strip_suffix(b"qu").unwrap_or(onset);
            !base.is_empty()
                && !onset.iter().copied().any(is_vowel)
                && is_vowel(*v)
                && !is_vowel(*c)
                && !matches!(c, b'w' | b'x')
        }
        _ => false,
    }
}

/// `word` without the final `e` and the second `l`, which come and go with the suffixes. A short word keeps its `e`, since `plan` is another.
fn unified(word: &str) -> &str {
    let is_long = word.len() > 4;
    match word.as_bytes() {
        [.., b'l', b'l'] if is_long => &word[..word.len() - 1],
        [.., b'e'] if is_long && !is_short_syllable(&word[..word.len() - 1]) => {
            &word[..word.len() - 1]
        }
        _ => word,
    }
}

fn is_vowel(b: u8) -> bool {
    matches!(b, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}
