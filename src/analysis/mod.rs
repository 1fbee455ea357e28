//! Analysis: from text to tokens, the same way for indexing, searching and highlighting.
//!
//! The chain, in order:
//! 1. `normalize` brings every way to write the same text together,
//! 2. `script` cuts it into runs of one script,
//! 3. `identifier` takes words, numbers and identifiers apart, and `english` stems them,
//! 4. `korean` takes eojeols apart.
//!
//! The contract, tested for any input: no panic; offsets slice the original text on character
//! boundaries; starts and positions never go back; no token is empty.

pub mod dictionary;
mod english;
mod identifier;
mod initials;
pub mod jamo;
mod korean;
mod normalize;
mod script;
mod token;

pub use english::is_stop_word;
pub use initials::{initials, spelled_initials};
pub use script::is_hangul;
pub use token::{Token, TokenKind, TokenRef, View};

use std::ops::Range;

use korean::Korean;
use normalize::Normalized;
use script::RunKind;

/// Changes whenever the tokens of some text change, so that an index made by another version is
/// recognised.
pub const VERSION: u32 = 3;

/// Turns text into tokens. Keeps scratch memory and a cache: make one a thread.
#[derive(Default)]
pub struct Analyzer {
    korean: Korean,
}

impl Analyzer {
    /// A new analyzer. Costs nothing until the first Korean word, which loads the dictionary
    /// (about a millisecond, once a process).
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives each token of `text` to `emit`, in order of position. Returns the number of positions.
    pub fn analyze(&mut self, text: &str, emit: &mut dyn FnMut(TokenRef<'_>)) -> u32 {
        let normalized = Normalized::new(text);
        let normal = normalized.as_str();
        let mut position = 0;
        let mut end_of_word = None;
        for (run, script::Run { kind, range }) in script::runs(normal).enumerate() {
            let mut emit = |text: &str, kind, inner: Range<usize>, index: u32, span| {
                let origin =
                    normalized.original_range(range.start + inner.start..range.start + inner.end);
                emit(TokenRef {
                    text,
                    kind,
                    start: origin.start,
                    end: origin.end,
                    position: position + index,
                    span,
                    run: run as u32,
                });
            };
            let word = &normal[range.clone()];
            position += match kind {
                RunKind::Word => identifier::analyze(word, &mut |t| {
                    emit(t.text, t.kind, t.range, t.part as u32, t.parts as u32);
                }) as u32,
                RunKind::Hangul => {
                    let is_glued = end_of_word == Some(range.start);
                    let tokens = self.korean.analyze(word, is_glued);
                    for t in tokens.iter() {
                        emit(&t.text, t.kind, t.range.clone(), t.index, t.span);
                    }
                    // What stands beside an eojeol without tokens is not adjacent, but the particle
                    // in `HAProxy를` does not count.
                    korean::positions(&tokens).max(u32::from(!is_glued))
                }
                RunKind::Symbol => {
                    emit(word, TokenKind::Word, 0..word.len(), 0, 1);
                    1
                }
            };
            end_of_word = (kind == RunKind::Word).then_some(range.end);
        }
        position
    }

    /// The tokens of `text`, owned.
    pub fn tokens(&mut self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        self.analyze(text, &mut |token| tokens.push(token.into()));
        tokens
    }
}

/// The entries of a data file: its lines without comments and blanks.
fn data_lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
