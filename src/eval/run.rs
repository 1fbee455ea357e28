//! Runs: what an engine answered to each topic, best first.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use super::lines::{columns, numbered_lines};
use super::{Fault, Problem};

const LAYOUT: &str = "qid Q0 docno rank score tag";

/// The ranking of each topic that an engine answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run(BTreeMap<String, Vec<String>>);

impl Run {
    /// Reads TREC's six columns `qid Q0 docno rank score tag`, in any order.
    ///
    /// Documents are ordered as `trec_eval` orders them: by descending score
    /// in single precision, equal scores by descending docno. The rank that
    /// the file gives is ignored. `file` is only named in faults.
    ///
    /// # Errors
    ///
    /// The first line that is not a hit, or that repeats a document of its
    /// topic, which `trec_eval` refuses as well.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Fault> {
        let mut scores = Scored::new();
        for (line, row) in numbered_lines(text) {
            add(&mut scores, row).map_err(Fault::at(file, line))?;
        }
        Ok(Self(
            scores
                .into_iter()
                .map(|(qid, hits)| (qid, rank(hits)))
                .collect(),
        ))
    }

    /// The documents found for a topic, best first and without repetition;
    /// none where the run does not mention the topic.
    pub fn ranking(&self, qid: &str) -> Option<&[String]> {
        self.0.get(qid).map(Vec::as_slice)
    }

    /// The topics that something was found for, sorted.
    pub fn qids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The line of a run on which `docno` is found for `qid`.
    #[must_use]
    pub fn line_of(text: &str, qid: &str, docno: &str) -> Option<usize> {
        let is_it = |row: &str| {
            columns(row, LAYOUT)
                .is_ok_and(|[topic, _, found, _, _, _]| topic == qid && found == docno)
        };
        numbered_lines(text).find_map(|(line, row)| is_it(row).then_some(line))
    }
}

/// Topic, document, score.
type Scored = BTreeMap<String, BTreeMap<String, f32>>;

fn add(scores: &mut Scored, row: &str) -> Result<(), Problem> {
    let [qid, _, docno, _, score, _] = columns(row, LAYOUT)?;
    let score = parse_score(score).ok_or_else(|| Problem::Score {
        found: score.to_owned(),
    })?;
    match scores
        .entry(qid.to_owned())
        .or_default()
        .insert(docno.to_owned(), score)
    {
        None => Ok(()),
        Some(_) => Err(Problem::DuplicateHit {
            qid: qid.to_owned(),
            docno: docno.to_owned(),
        }),
    }
}

/// `trec_eval` reads a double and keeps a float, so that scores which differ
/// only beyond a float's digits tie. So do ours.
#[expect(
    clippy::cast_possible_truncation,
    reason = "losing the digits is the point"
)]
fn parse_score(text: &str) -> Option<f32> {
    let score = text.parse::<f64>().ok()? as f32;
    score.is_finite().then_some(score)
}

fn rank(hits: BTreeMap<String, f32>) -> Vec<String> {
    let mut hits: Vec<_> = hits.into_iter().collect();
    // From ascending to descending docnos; the sort by score keeps that order.
    hits.reverse();
    hits.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
    hits.into_iter().map(|(docno, _)| docno).collect()
}

/// Writes the hits of one topic, best first, as lines of a run.
///
/// The order is ours to say and stands: a score that does not lie below the
/// one before is written as the next smaller `f32`, so that tools which order
/// by score find strictly decreasing ones and need not break a tie. Scores
/// are finite, and have as many digits as tell them apart. `tag` names the run
/// and is one word.
///
/// # Errors
///
/// Those of `out`.
pub fn write_hits<'a>(
    out: &mut impl Write,
    qid: &str,
    hits: impl IntoIterator<Item = (&'a str, f32)>,
    tag: &str,
) -> io::Result<()> {
    let mut previous = f32::INFINITY;
    for (rank, (docno, score)) in (1..).zip(hits) {
        let printed = if score < previous {
            score
        } else {
            previous.next_down()
        };
        writeln!(out, "{qid} Q0 {docno} {rank} {printed} {tag}")?;
        previous = printed;
    }
    Ok(())
}
