//! Words that say little by themselves. They are indexed like all others.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::data;

/// One word a line, of both languages.
static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let english = data::words(data::ENGLISH_STOP_WORDS);
    &english | &data::words(data::KOREAN_STOP_WORDS)
});

/// Whether `word`, as a token has it, weighs little in a query.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}
