//! Every number that the order of results depends on, in one place.
//!
//! These are starting values, measured as a whole on the judged dev topics with `incidex eval
//! score`; few were tuned one by one. The ranges give what is sensible, not what is enforced.

use crate::analysis::TokenKind;
use crate::index::Field;

/// Saturation of BM25: how much a second occurrence adds. 0.5 to 2.
pub(crate) const K1: f32 = 1.2;
/// How much the length of a text discounts it. 0 to 1.
pub(crate) const B: f32 = 0.75;

/// What a match in a field is worth. 0.3 to 2.
pub const fn field(field: Field) -> f32 {
    match field {
        Field::Title => 1.5,
        Field::Symptoms => 1.3,
        Field::Summary => 1.0,
        Field::Response => 0.8,
        Field::Lessons => 0.7,
        Field::Facets => 0.6,
    }
}

/// What a match of a token is worth, by itself. At most 1.
pub const fn token(kind: TokenKind) -> f32 {
    match kind {
        TokenKind::Word | TokenKind::Identifier | TokenKind::Compound | TokenKind::Morpheme => 1.0,
        TokenKind::Stem => STEM,
        TokenKind::Part => IDENTIFIER_PARTS,
        TokenKind::Bigram => BIGRAM_SLOT,
        TokenKind::Initials => 1.0,
    }
}

/// What the fields beside the best one add. 0 (best field only) to 1 (sum).
pub(crate) const TIE_BREAKER: f32 = 0.3;

/// A word that shares only the stem. Below 1.
pub(crate) const STEM: f32 = 0.8;
/// `5xx` for `502`. Below [`STEM`].
pub(crate) const STATUS_CLASS: f32 = 0.5;
/// All parts of an identifier for the whole. Low enough that no number of parts outweighs one
/// whole in the same field: at most 1 / (1 + [`K1`]).
pub(crate) const IDENTIFIER_PARTS: f32 = 0.4;
/// All parts of a Korean compound for the whole.
pub(crate) const COMPOUND_PARTS: f32 = 0.8;
/// `1.24` for `v1.24`.
pub(crate) const WITHOUT_VERSION_MARK: f32 = 0.8;
/// A term of the glossary that means the same. Below [`STEM`].
pub(crate) const SYNONYM: f32 = 0.6;
/// A word whose initial consonants begin with those of the query and go on. Below 1.
pub(crate) const INITIALS_BEGIN: f32 = 0.6;
/// A word by itself that was typed as one of several of a term of the glossary: the `붙` of `안 붙음`.
/// At most 1.
pub(crate) const WORD_OF_TERM: f32 = 0.8;
/// Two words written as one: `time out` for `timeout`.
pub(crate) const JOINED_WORDS: f32 = 0.8;

/// Slot of an identifier, whose writer knew what to look for. 1 to 2.
pub(crate) const IDENTIFIER_SLOT: f32 = 1.2;
/// Slot of a word that was corrected, which may not be the one that was meant. Below [`STEM`].
pub(crate) const CORRECTED_SLOT: f32 = 0.6;
/// Slot of a stop word. 0 to 0.3.
pub(crate) const STOP_WORD_SLOT: f32 = 0.1;
/// Slot of the bigrams of an eojeol. 0 to 0.5.
pub(crate) const BIGRAM_SLOT: f32 = 0.35;
/// What each repetition of a word in the query adds, logarithmically. 0 to 1.
pub(crate) const REPETITION: f32 = 0.5;

/// Two words of the query next to each other and in order, as a share of the rarer one. 0 to 1.
pub(crate) const ADJACENT: f32 = 0.5;
/// How much of the score is lost where nothing but a vanishing share of the query is covered.
/// 0 to 0.5.
pub(crate) const COVERAGE: f32 = 0.2;

/// Most words that initial consonants may be the beginning of.
pub(crate) const LONGER_INITIALS: usize = 30;
/// Most slots that a query is scored with; of longer texts the most telling are taken.
pub(crate) const MAX_SLOTS: usize = 40;
/// How much more telling a word is in a line that names a cause (`Caused by:`). 1 to 5.
pub(crate) const CAUSE_LINE: f32 = 3.0;

/// Cases that are scored in full at a time: those with the best sums of plain BM25 over the whole
/// case. Deeper pages take the next as many, so that pages never overlap.
pub(crate) const CANDIDATES: usize = 300;
