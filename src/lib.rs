//! incidex: full-text search over incident post-mortems, in English and Korean.
pub mod analysis;
pub mod case;
pub mod cli;
pub mod error;
pub mod eval;
pub mod index;
pub mod present;
pub mod query;
