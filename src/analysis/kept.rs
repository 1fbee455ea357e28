//! Tokens that are kept beside the text that they were found in: analysing Korean takes the
//! dictionary, which a query that is English but for its synonyms should not have to load.
//!
//! They are one text: of each token kind, first and last byte, position, span, run and text, with
//! spaces between. No token has a space in it.

use std::fmt::Write as _;

use super::token::{Token, TokenKind};

/// Writes `tokens` for [`read`].
pub(super) fn write(tokens: &[Token]) -> String {
    let mut kept = String::new();
    for token in tokens {
        let Token {
            text,
            kind,
            start,
            end,
            position,
            span,
            run,
        } = token;
        let kind = *kind as usize;
        let gap = if kept.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(
            kept,
            "{gap}{kind} {start} {end} {position} {span} {run} {text}"
        );
    }
    kept
}

/// The tokens that [`write`] wrote; none where something else did.
pub(super) fn read(kept: &str) -> Option<Vec<Token>> {
    let mut words = kept.split(' ').peekable();
    let mut tokens = Vec::new();
    while words.peek().is_some() {
        tokens.push(token(&mut words)?);
    }
    Some(tokens)
}

fn token<'k>(words: &mut impl Iterator<Item = &'k str>) -> Option<Token> {
    Some(Token {
        kind: *TokenKind::ALL.get(words.next()?.parse::<usize>().ok()?)?,
        start: words.next()?.parse().ok()?,
        end: words.next()?.parse().ok()?,
        position: words.next()?.parse().ok()?,
        span: words.next()?.parse().ok()?,
        run: words.next()?.parse().ok()?,
        text: words.next()?.to_owned(),
    })
}
