//! What is wrong with a file of topics, judgements or hits, and where.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// The first line of a file that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}:{line}: {problem}", file.display())]
pub struct Fault {
    pub file: PathBuf,
    /// Counted from 1, blank lines included.
    pub line: usize,
    pub problem: Problem,
}

impl Fault {
    /// Places a problem: for use in `map_err`.
    pub(super) fn at(file: &Path, line: usize) -> impl FnOnce(Problem) -> Self {
        move |problem| Self {
            file: file.to_owned(),
            line,
            problem,
        }
    }
}

/// What is wrong with a line. Each text ends with what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    #[error(
        "{found:?} is not the header of a topics file; start it with {expected:?}, separated by tabs"
    )]
    Header {
        found: String,
        expected: &'static str,
    },

    #[error("{found} columns where {expected} belong; write {layout:?}")]
    Columns {
        found: usize,
        expected: usize,
        layout: &'static str,
    },

    #[error("the topic's {column} is empty; fill it in")]
    EmptyColumn { column: &'static str },

    #[error(
        "the topic id {qid:?} contains a space, which separates columns in TREC files; write it as one word"
    )]
    SpacedTopic { qid: String },

    #[error("{found:?} has a control character; remove it")]
    Control { found: String },

    #[error("the topic is not closed; end it with </top> or </topic> before the next one begins")]
    OpenTopic,

    #[error("{found:?} stands outside of all topics; put it between <top> and </top>")]
    OutsideTopic { found: String },

    #[error("no topic begins here or below; write <top> <num> Number: 1 <title> the query </top>")]
    NoTopic,

    #[error("a second topic {qid}; give each topic an id of its own")]
    DuplicateTopic { qid: String },

    #[error(
        "the grade {found:?} is not a whole number; write 0 or less for not relevant, 1 or more for relevant"
    )]
    Grade { found: String },

    #[error("a second judgement of {docno} for topic {qid}; keep one of them")]
    DuplicateJudgement { qid: String, docno: String },

    #[error("the score {found:?} is not a finite number; write one such as 12.5")]
    Score { found: String },

    #[error("a second hit {docno} for topic {qid}; keep the one that ranks higher")]
    DuplicateHit { qid: String, docno: String },

    #[error("no baseline: {reason}; write one with: incidex eval gate --write")]
    Baseline { reason: String },
}
