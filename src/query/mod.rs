//! Searching: from the text of a query to ranked cases with their reasons.
//!
//! `parse` reads operators and `pasted` logs, `slot` turns the text into things to look for, `plan`
//! weighs them against the index, `conditions` says which cases may be found at all,
//! `candidates` finds those worth scoring, `score` scores them, and `likeness` brings those like the
//! best one up. `highlight` then finds the passages to show, and `notes` says how the query was read.
//! Every number is in `weights`.
//!
//! `initials` reads queries of consonants alone; `typing` helps with words that no case has, which
//! may be slips (`spelling`) or typed in the wrong layout (`keyboard`).
//!
//! One function serves every front end: [`Engine::search`].

mod candidates;
mod conditions;
mod engine;
mod filter;
mod highlight;
mod initials;
pub mod keyboard;
mod likeness;
mod log_line;
mod notes;
mod parse;
mod pasted;
mod plan;
mod score;
mod slot;
mod spacing;
mod spelling;
mod typing;
mod warning;
mod weights;

pub use engine::{Engine, Explained, ExplainedSlot, Hit, Request, Response, TotalRelation};
pub use filter::Filters;
pub use highlight::Passage;
pub use warning::{Warning, WarningKind};
pub use weights::{Weights, WeightsFault};
