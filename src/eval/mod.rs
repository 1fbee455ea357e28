//! Relevance evaluation: how good is an order of cases, judged by people.
//!
//! ```text
//! topics.tsv ─▶ Topic ─┐
//! qrels.txt  ─▶ Qrels ─┼─▶ score ─▶ Scores
//! a.run      ─▶ Run   ─┘     ▲
//!                         Measure
//! ```
//!
//! The formats are TREC's and the measures are named as `ir_measures` names
//! them, so that every figure can be checked with `trec_eval`.
//!
//! Nothing here reads files or prints: texts come in, plain data goes out.

mod fault;
mod lines;
mod measures;
mod qrels;
mod run;
mod score;
pub mod topics;

pub use fault::{Fault, Problem};
pub use measures::{Measure, UnknownMeasure};
pub use qrels::{Judgements, Qrels};
pub use run::{Run, write_hits};
pub use score::{Scores, Slice, SliceKey, TopicScores, score};
pub use topics::Topic;
