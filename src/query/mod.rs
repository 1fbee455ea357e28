//! Searching: from the text of a query to ranked cases with their reasons.
//!
//! `parse` reads operators, `slot` turns the text into things to look for, `plan` weighs them
//! against the index, `candidates` finds the cases worth scoring and `score` scores them;
//! `highlight` then finds the passages to show. Every number is in `weights`.
//!
//! `initials` reads queries of consonants alone; `typing` helps with words that no case has, which
//! may be slips (`spelling`) or typed in the wrong layout (`keyboard`).
//!
//! One function serves every front end: [`Engine::search`].

mod candidates;
mod engine;
mod filter;
mod highlight;
mod initials;
pub mod keyboard;
mod likeness;
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
