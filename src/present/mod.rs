//! Turns results into bytes: [`json`] and [`tokens`] for programs, [`text`] and [`html`] for people.

pub mod html;
pub mod json;
pub mod text;
pub mod tokens;

mod explanation;
mod labels;
mod outline;
mod reasons;
mod related;
