//! Searching: from the text of a query to ranked cases with their reasons.
//!
//! `parse` reads operators, `typed_filter` those that filter, and `pasted` logs; `slot` turns the
//! text into things to look for, `plan` weighs them against the index, `conditions` says which cases may be found at all,
//! `candidates` finds those worth scoring, `score` scores them, and `likeness` brings those like the
//! best one up. `matching` finds all cases that score, for `facets` to count what could narrow them.
//! `highlight` then finds the passages to show, and `notes` says how the query was read.
//! Every number is in `weights`.
//!
//! `explain` says how one case fares with a query, or why it does not. `related` finds the cases like a given one, by facets, links and the words that `telling` takes
//! from it.
//!
//! `initials` reads queries of consonants alone; `typing` helps with words that no case has, which
//! may be slips (`spelling`) or typed in the wrong layout (`keyboard`).
//!
//! `suggest` completes what is being typed.
//!
//! A few functions serve every front end: [`Engine::search`], [`Engine::facets`],
//! [`Engine::suggest`].

mod best;
mod candidates;
mod conditions;
mod engine;
mod explain;
mod facets;
mod filter;
mod highlight;
mod initials;
pub mod keyboard;
mod likeness;
mod log_line;
mod matching;
mod notes;
mod parse;
mod pasted;
mod plan;
mod related;
mod score;
mod slot;
mod spacing;
mod spelling;
mod suggest;
mod telling;
mod typed_filter;
mod typing;
mod warning;
mod weights;

pub use engine::{Engine, Explained, ExplainedSlot, Hit, Request, Response, TotalRelation};
pub use explain::{Above, Explanation, Lead, Obstacle};
pub use facets::{FacetCount, FacetCounts, FacetValue};
pub use filter::Filters;
pub use highlight::Passage;
pub(crate) use notes::NAMED;
pub use related::{Reason, Related};
pub use suggest::{SuggestRequest, Suggestion, SuggestionKind};
pub use warning::{Warning, WarningKind};
pub use weights::{Weights, WeightsFault};
