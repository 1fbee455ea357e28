//! The case: what a record holds, the words it is tagged with, and how it is read.
//!
//! ```text
//! Input ─ input ─▶ files ─ read ─▶ documents ─ split ─▶ values ─ decode ─▶ records ─▶ visit
//! ```
//!
//! * Reading never fails as a whole: it hands out [`Record`]s and a [`Report`] of
//!   what was wrong and where.
//! * Every fault inside a file has a line and a column. They come from slices of the
//!   text (`RawValue`) whose offsets are turned into positions only when needed.
//! * At most a batch of cases is in memory at a time; see [`load()`].
//! * Nothing here prints, reads the environment or looks at a clock.

mod assemble;
mod blocks;
mod date;
mod decode;
mod dimension;
mod fields;
mod find_vocabulary;
mod id;
mod input;
mod json;
mod load;
mod notes;
mod place;
mod problem;
mod read;
mod record;
mod remediation;
mod schema;
mod split;
mod suggest;
mod terms;
mod text;
mod utf8;
mod vocabulary;

pub use date::{CaseDate, InvalidDate, InvalidYear, Precision};
pub(crate) use decode::MAX_CASE_BYTES;
pub use dimension::{Dimension, UnknownDimension};
pub use find_vocabulary::find_vocabulary;
pub use id::{InvalidId, MAX_ID_BYTES, parse_id};
pub use input::Input;
pub use load::{Report, load};
pub use place::{Found, Place, Position};
pub use problem::{Doubt, Fault, Problem, Warning};
pub use record::{Case, Impact, Link, Record, Review, Timeline, UNKNOWN};
pub use remediation::was_in_vain;
pub use terms::{Term, Terms};
pub use text::{Lang, Text, UnknownLang};
pub use vocabulary::Vocabulary;
