//! Analysis: from text to tokens, the same way for indexing, searching and highlighting.
//!
//! The chain, in order:
//! 1. [`normalize`] brings every way to write the same text together,
//! 2. [`script`] cuts it into runs of one script,
//! 3. [`identifier`] takes words, numbers and identifiers apart, and [`english`] stems them,
//! 4. [`korean`] takes eojeols apart.
//!
//! The contract, tested for any input: no panic; offsets slice the original text on character
//! boundaries; starts and positions never go back; no token is empty.

mod dictionary;
mod english;
mod identifier;
mod korean;
mod normalize;
mod script;
mod token;

pub use english::is_stop_word;
pub use script::is_hangul;
pub use token::{Token, TokenKind, TokenRef, View};

use korean::Korean;
use normalize::Normalized;
use script::RunKind;

/// Changes whenever the tokens of some text change, so that an index made by another version is
/// recognised.
pub const VERSION: u32 = 1;

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
        for (run, script::Run { kind, range }) in script::runs(normal).enumerate() {
            let run = run as u32;
            let word = &normal[range.clone()];
            let original = |inner: std::ops::Range<usize>| {
                normalized.original_range(range.start + inner.start..range.start + inner.end)
            };
            position += match kind {
                RunKind::Word => identifier::analyze(word, &mut |token| {
                    let origin = original(token.range);
                    emit(TokenRef {
                        text: token.text,
                        kind: token.kind,
                        start: origin.start,
                        end: origin.end,
                        position: position + token.part as u32,
                        span: token.parts as u32,
                        run,
                    });
                }) as u32,
                RunKind::Hangul => {
                    let tokens = self.korean.analyze(word);
                    for token in tokens.iter() {
                        let origin = original(token.range.clone());
                        emit(TokenRef {
                            text: &token.text,
                            kind: token.kind,
                            start: origin.start,
                            end: origin.end,
                            position: position + token.index,
                            span: token.span,
                            run,
                        });
                    }
                    korean::positions(&tokens)
                }
                RunKind::Symbol => {
                    let origin = original(0..word.len());
                    emit(TokenRef {
                        text: word,
                        kind: TokenKind::Word,
                        start: origin.start,
                        end: origin.end,
                        position,
                        span: 1,
                        run,
                    });
                    1
                }
            };
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
