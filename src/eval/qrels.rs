//! Judgements: which documents answer which topic, and how well.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::lines::{check_plain, columns, numbered_lines};
use super::measures::is_relevant;
use super::{Fault, Problem};

const LAYOUT: &str = "qid iter docno grade";
const SHEET: &str = "qid\tdocno\tgrade";

/// The judged documents of one topic, each with its grade.
///
/// A grade of 1 or more is relevant, the higher the better; 0 or less is not.
/// A document that is not listed was not judged, and counts as not relevant.
pub type Judgements = BTreeMap<String, i32>;

/// The judgements of all topics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Qrels(BTreeMap<String, Judgements>);

impl Qrels {
    /// Reads TREC's four columns `qid iter docno grade`, of which `iter` is ignored, or a sheet that
    /// [`write_sheet`](super::write_sheet) wrote and a judge filled in. A row of a sheet without a
    /// grade is not judged.
    ///
    /// `file` is only named in faults.
    ///
    /// # Errors
    ///
    /// The first line that is not a judgement, or that judges a document a second time for the
    /// same topic, which `trec_eval` refuses as well.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Fault> {
        let mut qrels = Self::default();
        qrels.read(file, text)?;
        Ok(qrels)
    }

    /// Adds the judgements of a further file.
    ///
    /// # Errors
    ///
    /// As for [`Self::parse`]; a judgement of an earlier file may not be repeated either.
    pub fn read(&mut self, file: &Path, text: &str) -> Result<(), Fault> {
        let mut lines = numbered_lines(text).peekable();
        let is_sheet = lines.next_if(|(_, row)| row.starts_with(SHEET)).is_some();
        for (line, row) in lines {
            let added = if is_sheet {
                self.add_from_sheet(row)
            } else {
                self.add_from_trec(row)
            };
            added.map_err(Fault::at(file, line))?;
        }
        Ok(())
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

    /// The documents that are relevant to any topic, sorted.
    #[must_use]
    pub fn relevant(&self) -> BTreeSet<&str> {
        let judgements = self.0.values().flatten();
        judgements
            .filter(|(_, grade)| is_relevant(**grade))
            .map(|(docno, _)| docno.as_str())
            .collect()
    }

    /// Every topic with its judgements, sorted.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &Judgements)> {
        self.0.iter()
    }

    fn add_from_trec(&mut self, row: &str) -> Result<(), Problem> {
        let [qid, _, docno, grade] = columns(row, LAYOUT)?;
        self.add(qid, docno, grade)
    }

    /// What stands behind the grade is for the judge.
    fn add_from_sheet(&mut self, row: &str) -> Result<(), Problem> {
        let mut cells = row.split('\t').map(str::trim);
        let (Some(qid), Some(docno), Some(grade)) = (cells.next(), cells.next(), cells.next())
        else {
            return Err(Problem::Columns {
                found: row.split('\t').count(),
                expected: 3,
                layout: SHEET,
            });
        };
        check_plain(qid)?;
        check_plain(docno)?;
        match grade {
            "" => Ok(()),
            grade => self.add(qid, docno, grade),
        }
    }

    fn add(&mut self, qid: &str, docno: &str, grade: &str) -> Result<(), Problem> {
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
