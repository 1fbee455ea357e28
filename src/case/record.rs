//! A case as it is known to the engine, and the record that carries it.

use super::date::CaseDate;
use super::place::Place;
use super::text::Text;

/// The code that says that something is not known.
pub const UNKNOWN: &str = "unknown";

/// One post-mortem. Only `id` and one language of `title` are certain to be there.
///
/// Blank texts and the word `unknown` are read as absent, except in codes, where
/// `unknown` is a word of the vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    pub id: String,
    pub org: Option<String>,
    pub org_slug: Option<String>,
    pub date: Option<CaseDate>,
    /// Whether `date` is when it happened or when it was published; a code.
    pub date_kind: Option<String>,
    pub title: Text,
    pub domain: Vec<String>,
    pub severity: Option<String>,
    pub impact: Impact,
    pub symptoms: Vec<String>,
    pub components: Vec<String>,
    pub root_cause: Option<String>,
    pub contributing: Vec<String>,
    pub symptoms_text: Text,
    pub trigger: Text,
    pub detection: Text,
    pub summary: Text,
    /// In the order they were tried; any of them may have failed.
    pub remediation: Vec<Text>,
    pub action_items: Vec<Text>,
    pub lessons: Text,
    pub timeline: Timeline,
    /// Ids of other cases, which need not be loaded.
    pub related: Vec<String>,
    pub recurrence_of: Option<String>,
    pub sources: Vec<Link>,
    pub docs: Vec<Link>,
    pub review: Review,
    pub updated_at: Option<String>,
    pub url: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Impact {
    pub scope: Option<String>,
    pub users: Option<String>,
    pub region: Option<String>,
}

/// Durations as they were written: `45m`, `2h30m`, `3d`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Timeline {
    pub detected_after: Option<String>,
    pub resolved_after: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Link {
    pub url: Option<String>,
    pub kind: Option<String>,
    pub license: Option<String>,
    pub archived: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Review {
    pub written_by: Option<String>,
    pub reviewed_at: Option<String>,
    pub reviewed_by: Option<String>,
}

/// A case together with where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub case: Case,
    /// The object exactly as it stood in the input, unknown keys and spacing included.
    pub json: String,
    /// BLAKE3 of `json`; a case is the same when this is.
    pub hash: [u8; 32],
    /// Where `json` begins.
    pub place: Place,
}

impl Case {
    /// The ids of the cases that this one names: the one that it repeats, then those related to it.
    pub fn links(&self) -> impl Iterator<Item = &str> {
        let ids = self.recurrence_of.iter().chain(&self.related);
        ids.map(String::as_str)
    }
}
