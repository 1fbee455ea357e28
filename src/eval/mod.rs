//! Relevance evaluation: how good is an order of cases, judged by people.
//!
//! ```text
//! topics.tsv ─▶ Topic ─┐                    ┌▶ compare ─▶ Comparison
//! qrels.txt  ─▶ Qrels ─┼─▶ score ─▶ Scores ─┤
//! a.run      ─▶ Run   ─┘     ▲              └▶ Baseline ─▶ Drift
//!                         Measure
//! ```
//!
//! The formats are TREC's and the measures are named as `ir_measures` names
//! them, so that every figure can be checked with `trec_eval`. All results can
//! be shown as a page, see [`report`].
//!
//! Nothing here reads files or prints: texts come in, plain data goes out.

mod baseline;
mod compare;
mod curve;
mod fault;
mod latency;
mod lines;
mod measures;
mod pool;
pub mod provenance;
mod qrels;
pub mod report;
mod run;
mod score;
pub mod statistics;
pub mod topics;

pub use baseline::{Baseline, Change, Drift, Mismatch, SliceBaseline};
pub use compare::{
    Comparison, ENOUGH_TOPICS, SIGNIFICANT, Scored, SliceComparison, Test, TopicComparison,
    Verdict, compare, tests,
};
pub use curve::{Curve, first_relevant, interpolated_precision};
pub use fault::{Fault, Problem};
pub use latency::{Latency, Percentiles};
pub use measures::{Measure, UnknownMeasure};
pub use pool::{Unjudged, pool, write_sheet};
pub use provenance::Provenance;
pub use qrels::{Judgements, Qrels};
pub use run::{Run, write_hits};
pub use score::{Scores, Slice, SliceKey, TopicScores, score};
pub use topics::Topic;
