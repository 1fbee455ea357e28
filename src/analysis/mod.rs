//! Analysis: from text to tokens, the same way for indexing, searching and highlighting.
//!
//! The chain, in order:
//! 1. `normalize` brings every way to write the same text together,
//! 2. `script` cuts it into runs of one script,
//! 3. `identifier` takes words, numbers and identifiers apart, and `english` stems them,
//! 4. `korean` takes eojeols apart, with what `dictionary` knows; `counter` reads what numbers count,
//!    `predicate` the forms of verbs, which `inflection` makes.
//!
//! `beginning` says which words may begin with what was typed so far.
//!
//! What a run became is remembered in `cache`, and `pool` keeps what remembers it. The lists of words
//! stand in `data`, in the form that `entries` reads; a user can add to those of `dictionary`, whose
//! words beside ko-dic's `added_words` writes, and of `glossary`, which says what else a query may
//! mean and has the tokens of its Korean terms `kept`.
//!
//! The contract, tested for any input: no panic; offsets slice the original text on character
//! boundaries; starts and positions never go back; no token is empty.

mod added_words;
mod beginning;
mod cache;
mod counter;
mod data;
pub mod dictionary;
mod english;
mod entries;
mod glossary;
mod identifier;
mod inflection;
mod initials;
pub mod jamo;
mod kept;
mod korean;
mod list;
mod normalize;
mod pool;
mod predicate;
mod script;
mod stop_words;
mod token;

pub use beginning::{Beginning, Typed, beginnings, folded};
pub use dictionary::{Dictionary, Terms};
pub use english::inflected;
pub use glossary::{Glossary, Synonyms, Term};
pub use initials::{initials, spelled_initials};
pub use list::{ListFault, ListProblem};
pub(crate) use pool::{Pool, Pooled};
pub use script::is_hangul;
pub use stop_words::is_stop_word;
pub use token::{Token, TokenKind, TokenRef, View, at, morphemes_of, parts_of};

use std::sync::Arc;

use cache::Cache;
use korean::Korean;
use normalize::Normalized;
use script::RunKind;

/// Changes whenever the tokens of some text change, so that an index made by another version is
/// recognised.
pub const VERSION: u32 = 6;

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Turns text into tokens. Keeps scratch memory and a cache: make one a thread.
pub struct Analyzer {
    korean: Korean,
    cache: Cache,
}

impl Default for Analyzer {
    fn default() -> Self {
        Self::new(Dictionary::builtin())
    }
}

impl Analyzer {
    /// A new analyzer. Costs nothing until the first Korean word, which loads the dictionary
    /// (a few milliseconds, once for each dictionary).
    pub fn new(dictionary: Arc<Dictionary>) -> Self {
        Self {
            korean: Korean::new(dictionary),
            cache: Cache::default(),
        }
    }

    /// Gives each token of `text` to `emit`, in order of position. Returns the number of positions.
    pub fn analyze(&mut self, text: &str, emit: &mut dyn FnMut(TokenRef<'_>)) -> u32 {
        let normalized = Normalized::new(text);
        let normal = normalized.as_str();
        let Self { korean, cache } = self;
        let mut position = 0;
        let mut end_of_word = None;
        for (run, script::Run { kind, range }) in script::runs(normal).enumerate() {
            let is_glued = end_of_word == Some(range.start);
            end_of_word = (kind == RunKind::Word).then_some(range.end);
            let word = &normal[range.clone()];
            let is_behind_digits = is_glued && normal[..range.start].ends_with(is_digit);
            let counter = Some(word).filter(|_| is_behind_digits);
            let word = match counter.and_then(counter::len_behind_digits) {
                Some(len) => &word[..len],
                None => word,
            };
            if korean::is_particle(word, is_glued) {
                // It keeps nothing apart.
                continue;
            }
            let tokens = cache.get_or_insert(word, |tokens| match kind {
                RunKind::Word => identifier::analyze(word, tokens),
                RunKind::Hangul => korean.analyze(word, tokens),
                RunKind::Symbol => tokens.push(word, TokenKind::Word, 0..word.len(), 0, 1),
            });
            for (text, token) in tokens.iter() {
                let start = range.start + token.range.start as usize;
                let end = range.start + token.range.end as usize;
                let origin = normalized.original_range(start..end);
                emit(TokenRef {
                    text,
                    kind: token.kind,
                    start: origin.start,
                    end: origin.end,
                    position: position + token.index,
                    span: token.span,
                    run: run as u32,
                });
            }
            // What stands beside a word without tokens is not adjacent.
            position += tokens.positions.max(u32::from(!is_glued));
        }
        position
    }

    /// Whether `word` is a noun of `eojeol`, or several in one: what people write, not the stem of a
    /// verb.
    pub fn has_noun(&mut self, eojeol: &str, word: &str) -> bool {
        self.korean.has_noun(eojeol, word)
    }

    /// The Korean dictionary in use.
    pub fn dictionary(&self) -> &Dictionary {
        self.korean.dictionary()
    }

    /// The tokens of `text`, owned.
    pub fn tokens(&mut self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        self.analyze(text, &mut |token| tokens.push(token.into()));
        tokens
    }
}
