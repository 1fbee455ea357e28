//! What analysis produces: tokens, and the terms they become in the index.

use std::ops::Range;

use serde::Serialize;
use utoipa::ToSchema;

/// How a token came about. The kind decides the view that its term belongs to and how much a
/// match of it is worth. The order is that of tokens at one place: a compound before its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// A word as written, lower-cased.
    Word,
    /// An identifier as a unit, its separators removed: `nf_conntrack` is `nfconntrack`.
    Identifier,
    /// One part of an identifier.
    Part,
    /// The stem of an English word, where it differs from the word.
    Stem,
    /// A Korean compound as a unit.
    Compound,
    /// A Korean noun, or the stem of a verb or an adjective.
    Morpheme,
    /// Two adjacent Hangul syllables.
    Bigram,
    /// The initial consonants of a Korean word.
    Initials,
}

impl TokenKind {
    /// All kinds, in their order.
    pub(super) const ALL: [Self; 8] = [
        Self::Word,
        Self::Identifier,
        Self::Part,
        Self::Stem,
        Self::Compound,
        Self::Morpheme,
        Self::Bigram,
        Self::Initials,
    ];

    /// The view of the index that holds tokens of this kind.
    pub fn view(self) -> View {
        match self {
            Self::Stem => View::Stem,
            Self::Bigram => View::Bigram,
            Self::Initials => View::Initials,
            _ => View::Exact,
        }
    }
}

/// The tokens of `run`, which is in order, at `positions`.
pub fn at(run: &[Token], positions: Range<u32>) -> &[Token] {
    let from = run.partition_point(|token| token.position < positions.start);
    let len = run[from..].partition_point(|token| token.position < positions.end);
    &run[from..from + len]
}

/// The morphemes of `run`, the tokens of one eojeol, at the positions of `compound`.
pub fn morphemes_of<'t>(run: &'t [Token], compound: &Token) -> impl Iterator<Item = &'t Token> {
    let positions = compound.position..compound.position + compound.span;
    let tokens = at(run, positions).iter();
    tokens.filter(|token| token.kind == TokenKind::Morpheme)
}

/// The morphemes that make up `compound`. None where they leave something of it out, as the `대` of
/// `대규모`, which is no token.
pub fn parts_of<'t>(run: &'t [Token], compound: &Token) -> Option<Vec<&'t Token>> {
    let parts: Vec<&Token> = morphemes_of(run, compound).collect();
    let is_whole = parts.len() > 1
        && parts.first()?.start == compound.start
        && parts.last()?.end == compound.end
        && parts.windows(2).all(|pair| pair[0].end <= pair[1].start);
    is_whole.then_some(parts)
}

/// Bytes of the longest token that is a term as it is.
const LONGEST_TERM: usize = 1024;

/// A separate space of terms in the one inverted index. Terms of different views never meet, so
/// that the stem `connect` cannot be taken for the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// Words, identifiers, their parts, Korean morphemes and compounds.
    Exact,
    /// Stems of English words.
    Stem,
    /// Hangul bigrams.
    Bigram,
    /// Initial consonants of Korean words.
    Initials,
}

impl View {
    /// The term that stands for `token` in this view. Control characters cannot occur in a token,
    /// which makes them safe as prefixes.
    ///
    /// A token of more than 1,024 bytes keeps its beginning and becomes unique by its
    /// hash: the index library would drop it without a word.
    pub fn term(self, token: &str) -> String {
        let mut term = String::with_capacity(token.len() + 1);
        self.push_term(token, &mut term);
        term
    }

    /// Appends that term to `text`.
    pub(crate) fn push_term(self, token: &str, text: &mut String) {
        text.extend(self.mark());
        if token.len() <= LONGEST_TERM {
            text.push_str(token);
        } else {
            text.push_str(&token[..token.floor_char_boundary(LONGEST_TERM / 2)]);
            text.push_str(&blake3::hash(token.as_bytes()).to_hex());
        }
    }

    /// Whether `term` belongs to this view.
    pub fn has(self, term: &str) -> bool {
        Self::of(term) == self
    }

    /// The view that `term` belongs to.
    pub(crate) fn of(term: &str) -> Self {
        let views = [Self::Stem, Self::Bigram, Self::Initials];
        let marked = |view: &Self| term.starts_with(view.mark().as_slice());
        views.into_iter().find(marked).unwrap_or(Self::Exact)
    }

    /// Whether the index knows where in a text each token of this view stands, and not only in
    /// which zone. Nothing asks what is next to a bigram, and places would take a fifth of the room
    /// of all.
    pub(crate) fn has_places(self) -> bool {
        self != Self::Bigram
    }

    /// What a term of this view starts with.
    fn mark(self) -> Option<char> {
        match self {
            Self::Exact => None,
            Self::Stem => Some('\u{1}'),
            Self::Bigram => Some('\u{2}'),
            Self::Initials => Some('\u{3}'),
        }
    }
}

/// A token that borrows the analyzer's buffers; [`Token`] is the owned form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenRef<'a> {
    /// The normalised text, never empty.
    pub text: &'a str,
    /// How it came about.
    pub kind: TokenKind,
    /// First byte in the original text; a character boundary.
    pub start: usize,
    /// One past the last byte in the original text; a character boundary.
    pub end: usize,
    /// Place in the sequence of words, from 0. Tokens that are readings of the same word share it.
    pub position: u32,
    /// How many positions the token covers: 1, or more for a whole that has parts.
    pub span: u32,
    /// Number of the run of script that the token was found in, from 0: an identifier and its
    /// parts, or an eojeol and its morphemes, have the same one.
    pub run: u32,
}

/// An owned token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Token {
    /// See [`TokenRef::text`].
    pub text: String,
    /// See [`TokenRef::kind`].
    pub kind: TokenKind,
    /// See [`TokenRef::start`].
    pub start: usize,
    /// See [`TokenRef::end`].
    pub end: usize,
    /// See [`TokenRef::position`].
    pub position: u32,
    /// See [`TokenRef::span`].
    pub span: u32,
    /// See [`TokenRef::run`].
    #[serde(skip)]
    pub run: u32,
}

impl From<TokenRef<'_>> for Token {
    fn from(token: TokenRef<'_>) -> Self {
        Self {
            text: token.text.to_owned(),
            kind: token.kind,
            start: token.start,
            end: token.end,
            position: token.position,
            span: token.span,
            run: token.run,
        }
    }
}

impl Token {
    /// The term that the token becomes in the index.
    pub fn term(&self) -> String {
        self.kind.view().term(&self.text)
    }
}
