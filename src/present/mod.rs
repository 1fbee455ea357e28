//! Turns results into bytes: [`json`] and [`tokens`] for programs, [`text`] and [`html`] for people.

pub mod html;
pub mod json;
pub mod suggestions;
pub mod text;
pub mod tokens;

mod explanation;
mod labels;
mod outline;
mod reasons;
mod related;

use crate::query::TotalRelation;

/// So many cases.
fn cases(total: usize, relation: TotalRelation) -> String {
    match (total, relation) {
        (1, TotalRelation::Equal) => "1 case".to_owned(),
        (_, TotalRelation::Equal) => format!("{total} cases"),
        (_, TotalRelation::AtLeast) => format!("{total} or more cases"),
    }
}
