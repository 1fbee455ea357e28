//! What a user should know about how a query was read.

use serde::Serialize;
use utoipa::ToSchema;

/// The kind of a warning, stable for scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// The query has nothing that can be searched for.
    Empty,
    /// A consonant alone, which may stand for too many words.
    TooShort,
    /// Words that occur in no case.
    UnknownWords,
    /// Terms of the glossary were searched for too.
    Synonyms,
    /// A word that no case has was taken for a slip of the finger and corrected.
    Corrected,
    /// A word that no case has makes sense in the other keyboard layout; it was not searched for.
    DidYouMean,
    /// Only the most telling words of a long text were used.
    Reduced,
    /// A quoted phrase was required as it stands.
    Phrase,
    /// No case has the quoted phrase; its words were searched for instead.
    PhraseRelaxed,
    /// Cases with a word were left out.
    Excluded,
    /// A word with a dash was read as text.
    DashIsText,
    /// A quote that nothing ends was read as text.
    QuoteIsText,
    /// A star or a question mark was read as text.
    WildcardIsText,
    /// No date is as late and as early as is asked for.
    EmptyRange,
    /// No case has the id that the query names.
    NoSuchCase,
    /// A filter was read from the text of the query.
    Filter,
    /// The name of a filter with a value that nobody knows was read as text.
    FilterIsText,
}

/// A note on a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// For scripts.
    pub kind: WarningKind,
    /// One sentence for people.
    pub text: String,
    /// The query as it may be meant, ready to be searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// The words or numbers in `text`, for those who say it in another language.
    #[serde(skip)]
    pub words: Vec<String>,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
            query: None,
            words: Vec::new(),
        }
    }

    pub(crate) fn about(self, words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            ..self
        }
    }

    pub(crate) fn with_query(self, query: String) -> Self {
        Self {
            query: Some(query),
            ..self
        }
    }
}
