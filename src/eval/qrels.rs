//! Judgements: which documents answer which topic, and how well.

use std::collections::BTreeMap;
use std::path::Path;

use super::lines::{columns, numbered_lines};
use super::{Fault, Problem};

const LAYOUT: &str = "qid iter docno grade";

/// The judged documents of one topic, each with its grade.
///
/// A grade of 1 or more is relevant, the higher the better; 0 or less is not.
/// A document that is not listed was not judged, and counts as not relevant.
pub type Judgements = BTreeMap<String, i32>;

/// The judgements of all topics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Qrels(BTreeMap<String, Judgements>);

impl Qrels {
    /// Reads TREC's four columns `qid iter docno grade`; `iter` is ignored.
    ///
    /// `file` is only named in faults.
    ///
    /// # Errors
    ///
    /// The first line that is not a judgement, or that judges a document a
    /// second time for the same topic, which `trec_eval` refuses as well.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Fault> {
        let mut qrels = Self::default();
        for (line, row) in numbered_lines(text) {
            qrels.add(row).map_err(Fault::at(file, line))?;
        }
        Ok(qrels)
    }

    /// The judgements of a topic, never empty; none where nobody judged it.
    #[must_use]
    pub fn of(&self, qid: &str) -> Option<&Judgements> {
        self.0.get(qid)
    }

    /// The topics that have judgements, sorted.
    pub fn qids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    fn add(&mut self, row: &str) -> Result<(), Problem> {
        let [qid, _, docno, grade] = columns(row, LAYOUT)?;
        let grade = grade.parse().map_err(|_| Problem::Grade {
            found: grade.to_owned(),
        })?;
        let judgements = self.0.entry(qid.to_owned()).or_default();
        match judgements.insert(docno.to_owned(), grade) {
            None => Ok(()),
            Some(_) => Err(Problem::DuplicateJudgement {
                qid: qid.to_owned(),
                docno: docno.to_owned(),
            }),
        }
    }
}
