//! The lists of words that come with the analyzer. Each says in its first lines what it is for.

use std::collections::{HashMap, HashSet};

use super::entries::entries;

pub(super) const ENGLISH_FAMILIES: &str = include_str!("data/english-families.txt");
pub(super) const ENGLISH_IRREGULAR: &str = include_str!("data/english-irregular.txt");
pub(super) const ENGLISH_PROTECTED: &str = include_str!("data/english-protected.txt");
pub(super) const ENGLISH_SPELLINGS: &str = include_str!("data/english-spellings.txt");
pub(super) const ENGLISH_STOP_WORDS: &str = include_str!("data/english-stop-words.txt");
pub(super) const GLOSSARY: &str = include_str!("data/glossary.txt");
pub(super) const KOREAN_EOJEOLS: &str = include_str!("data/korean-eojeols.txt");
pub(super) const KOREAN_ENDINGS: &str = include_str!("data/korean-endings.txt");
pub(super) const KOREAN_FORMS: &str = include_str!("data/korean-forms.txt");
pub(super) const KOREAN_LONE_PARTICLES: &str = include_str!("data/korean-lone-particles.txt");
pub(super) const KOREAN_PARTICLES: &str = include_str!("data/korean-particles.txt");
pub(super) const KOREAN_PREDICATES: &str = include_str!("data/korean-predicates.txt");
pub(super) const KOREAN_PREFIXES: &str = include_str!("data/korean-prefixes.txt");
pub(super) const KOREAN_SPELLINGS: &str = include_str!("data/korean-spellings.txt");
pub(super) const KOREAN_STEMS: &str = include_str!("data/korean-stems.txt");
pub(super) const KOREAN_STOP_WORDS: &str = include_str!("data/korean-stop-words.txt");
pub(super) const KOREAN_TERMS: &str = include_str!("data/korean-terms.txt");

/// Those that the tokens of a text depend on. Stop words and the glossary only count in queries.
pub(super) const OF_TOKENS: [&str; 14] = [
    ENGLISH_FAMILIES,
    ENGLISH_IRREGULAR,
    ENGLISH_PROTECTED,
    ENGLISH_SPELLINGS,
    KOREAN_EOJEOLS,
    KOREAN_ENDINGS,
    KOREAN_FORMS,
    KOREAN_LONE_PARTICLES,
    KOREAN_PARTICLES,
    KOREAN_PREDICATES,
    KOREAN_PREFIXES,
    KOREAN_SPELLINGS,
    KOREAN_STEMS,
    KOREAN_TERMS,
];

/// The words of a list, one a line.
pub(super) fn words(list: &'static str) -> HashSet<&'static str> {
    entries(list).map(|(_, word)| word).collect()
}

/// The pairs of a list, one a line: a word, and what it stands for.
pub(super) fn pairs(list: &'static str) -> HashMap<&'static str, &'static str> {
    entries(list)
        .filter_map(|(_, line)| line.split_once(' '))
        .collect()
}
