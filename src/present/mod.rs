//! Turns results into bytes: [`json`] and [`tokens`] for programs, [`text`] for people.

pub mod json;
pub mod text;
pub mod tokens;

mod explanation;
mod labels;
mod reasons;
mod related;
