//! The index on disk: what is in it (`zone`, `facet`, `schema`, `stamp`), how it is written (`writer`,
//! from `base` in a `session`, each `document` with its `tokens` and `packed` record, then `merging`; `delete`), read
//! (`reader`, `case_set`, `facets`, `members`) and checked (`manifest`, `verify`), what it was made
//! from (`sources`), and the folder it lives in (`generations`).

mod base;
pub(crate) mod case_set;
mod delete;
mod directory;
mod document;
mod facet;
mod facets;
mod generations;
mod manifest;
mod members;
mod merging;
mod packed;
mod reader;
mod schema;
mod session;
mod sources;
mod stamp;
mod tokens;
mod verify;
mod writer;
mod zone;

pub use delete::{Deleted, delete};
pub use facet::Facet;
pub use generations::{Generations, WriterLock};
pub use reader::Reader;
pub use sources::Sources;
pub use stamp::{Stamp, Totals};
pub use verify::{Verification, verify};
pub use writer::{Outcome, Start, Update, update};
pub use zone::{Extents, Field, Section, ZONES, Zone, sections};

pub(crate) use case_set::CaseSet;
pub(crate) use document::days;
pub(crate) use facet::facet_term;
pub(crate) use facets::{FacetId, Facets, values};
pub(crate) use members::Members;
pub(crate) use reader::{Columns, is_alive};

use unicode_normalization::UnicodeNormalization;

/// The vocabulary that the cases of a generation were indexed with.
const VOCABULARY_FILE: &str = "vocabulary.json";
/// The terms that a user added to the dictionary.
const TERMS_FILE: &str = "dictionary.txt";
/// The groups that a user added to the glossary.
const GROUPS_FILE: &str = "glossary.txt";
/// The glossary as queries use it: all groups, analysed.
const GLOSSARY_FILE: &str = "glossary.json";

/// The form in which ids are compared: width and case do not matter.
pub(crate) fn id_key(id: &str) -> String {
    id.trim().nfkc().collect::<String>().to_lowercase()
}
