//! incidex: full-text search over incident post-mortems, in English and Korean.
//!
//! # The flow of data
//!
//! ```text
//! files ─▶ case ─▶ analysis ─▶ index ─▶ query ─▶ present ─▶ the user
//!          record  tokens      tantivy  ranking  text, JSON, HTML
//! ```
//!
//! Each module uses only what stands before it in this list:
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`case`] | the record, its vocabulary, loading and validation |
//! | [`analysis`] | from text to tokens, the same way for indexing, searching and highlighting |
//! | [`index`] | the index on disk: layout, writing, reading |
//! | [`query`] | from what a user typed to ranked cases with their reasons |
//! | [`present`] | results as text, as JSON and as HTML |
//! | [`eval`] | relevance: TREC formats, measures, comparisons; knows nothing of the rest |
//! | [`server`] | the HTTP API and the web page |
//! | [`cli`] | the command line, the only module that knows all others |
//! | [`error`] | what can go wrong, and what to do about it |
//!
//! # Invariants
//!
//! * No text is a syntax error: parsing a query cannot fail.
//! * The language of a text is never guessed; each run of script is analysed as what it is.
//! * A reader never writes, never waits for a writer, and sees one generation of the index.
//! * A writer publishes a whole new generation or nothing, and copies nothing that is damaged.
//! * No case that is stored is lost unless its file is gone or the user gives it up.
//! * Every number that the order of results depends on stands in `query/weights.rs`.
//! * Nothing outside [`cli`] prints, reads the environment or ends the process.

pub mod analysis;
pub mod case;
pub mod cli;
pub mod error;
pub mod eval;
pub mod index;
mod nearest;
pub mod present;
pub mod query;
mod quoted;
pub mod server;
