//! The tokens of a case on their way to the index library, as one text, and the tokenizer that
//! reads it there.
//!
//! Cases are analysed before the library sees them. It would take ready-made tokens too, but writes
//! them as JSON and reads that again, which took a quarter of the time of indexing.

use std::fmt::Write as _;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::analysis::View;

/// The name by which the schema knows [`ReadTokens`].
pub(super) const TOKENIZER: &str = "ready-made tokens";

/// No token has a control character, so these can stand between them.
const BEHIND_POSITION: char = '\u{1F}';
const BEHIND_TERM: char = '\u{1E}';

/// Tokens with their positions as one text.
#[derive(Default)]
pub(super) struct WrittenTokens(String);

impl WrittenTokens {
    pub(super) fn push(&mut self, position: u32, view: View, token: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{position}{BEHIND_POSITION}");
        view.push_term(token, &mut self.0);
        self.0.push(BEHIND_TERM);
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

/// Reads what [`WrittenTokens`] has written.
#[derive(Clone, Default)]
pub(super) struct ReadTokens;

impl Tokenizer for ReadTokens {
    type TokenStream<'a> = Tokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Tokens<'a> {
        Tokens {
            rest: text,
            token: Token::default(),
        }
    }
}

/// See [`ReadTokens`].
pub(super) struct Tokens<'a> {
    rest: &'a str,
    token: Token,
}

impl Tokens<'_> {
    fn read(&mut self) -> Option<()> {
        let (position, rest) = self.rest.split_once(BEHIND_POSITION)?;
        let (term, rest) = rest.split_once(BEHIND_TERM)?;
        self.token.position = position.parse().ok()?;
        self.token.text.clear();
        self.token.text.push_str(term);
        self.rest = rest;
        Some(())
    }
}

impl TokenStream for Tokens<'_> {
    fn advance(&mut self) -> bool {
        self.read().is_some()
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
