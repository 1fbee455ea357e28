//! Words that say little by themselves. They are indexed like all others.

use std::collections::HashSet;
use std::sync::LazyLock;

/// One word a line, of both languages.
static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let english = super::data_lines(include_str!("data/english-stop-words.txt"));
    let korean = super::data_lines(include_str!("data/korean-stop-words.txt"));
    english.chain(korean).collect()
});

/// Whether `word`, as a token has it, weighs little in a query.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}
