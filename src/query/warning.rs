//! What a user should know about how a query was read.

use serde::Serialize;

/// The kind of a warning, stable for scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// The query has nothing that can be searched for.
    Empty,
    /// Words that occur in no case.
    UnknownWords,
    /// Only the most telling words of a long text were used.
    Reduced,
    /// A quoted phrase was required as it stands.
    Phrase,
    /// No case has the quoted phrase; its words were searched for instead.
    PhraseRelaxed,
    /// Cases with a word were left out.
    Excluded,
    /// A filter was read from the text of the query.
    Filter,
    /// A field is not written in the language asked for.
    OtherLanguage,
}

/// A note on a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// For scripts.
    pub kind: WarningKind,
    /// One sentence for people.
    pub text: String,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
        }
    }
}
