//! Turns results into bytes: [`json`] for programs, [`text`] for people.

pub mod json;
pub mod suggestions;
pub mod text;

mod explanation;
mod labels;
mod reasons;
mod related;
