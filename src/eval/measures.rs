//! Measures: the quality of one ranking as a number.
//!
//! Names are those of [`ir_measures`](https://ir-measur.es), formulas those of
//! `trec_eval`. All values lie between 0 and 1, and more is better.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::Judgements;

/// A measure, with the depth `k` to which it looks where it has one.
///
/// A document is relevant from grade 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// `nDCG`, `nDCG@k`: are the best documents first? Normalised discounted
    /// cumulative gain (Järvelin and Kekäläinen 2002) as `ndcg` and `ndcg_cut`
    /// of `trec_eval` have it: the gain is the grade itself, the discount
    /// `log2(rank + 1)`, the ideal made from all judged documents.
    Ndcg(Option<NonZeroUsize>),
    /// `RR`, `RR@k`: one by the rank of the first relevant document.
    ReciprocalRank(Option<NonZeroUsize>),
    /// `P@k`: the share of relevant documents among `k`, found or not.
    Precision(NonZeroUsize),
    /// `R@k`: the share of the relevant documents that were found.
    Recall(NonZeroUsize),
    /// `AP`: the mean of the precisions at each relevant document, those not
    /// found counting as 0 (`map` of `trec_eval`).
    AveragePrecision,
    /// `Success@k`: 1 if a relevant document was found.
    Success(NonZeroUsize),
    /// `Judged@k`: the share of judged documents among those found. Where it
    /// is low the other measures say little. Not in `trec_eval`.
    Judged(NonZeroUsize),
}

const TEN: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9);

/// A name that no measure has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{found:?} is not a measure; known are nDCG@k, nDCG, RR@k, RR, P@k, R@k, AP, Success@k and \
     Judged@k, with a whole number from 1 for k"
)]
pub struct UnknownMeasure {
    pub found: String,
}

impl Measure {
    /// What the field compares rankings by.
    pub const NDCG_AT_10: Self = Self::Ndcg(Some(TEN));
    /// How much of what a reader sees was judged: stands beside every score.
    pub const JUDGED_AT_10: Self = Self::Judged(TEN);

    /// Measures a ranking, best first and without repetition, by the
    /// judgements of its topic. 0 where there is nothing to find.
    #[must_use]
    pub fn score(self, ranking: &[impl AsRef<str>], judgements: &Judgements) -> f64 {
        let depth = self.depth().map_or(usize::MAX, NonZeroUsize::get);
        let judged: Vec<Option<i32>> = ranking
            .iter()
            .take(depth)
            .map(|docno| judgements.get(docno.as_ref()).copied())
            .collect();
        let grades: Vec<i32> = judged.iter().map(|grade| grade.unwrap_or(0)).collect();

        match self {
            Self::Ndcg(_) => ndcg(&grades, judgements, depth),
            Self::ReciprocalRank(_) => reciprocal_rank(&grades),
            Self::Precision(k) => share(relevant(&grades), k.get()),
            Self::Recall(_) => share(relevant(&grades), relevant(judgements.values())),
            Self::AveragePrecision => average_precision(&grades, relevant(judgements.values())),
            Self::Success(_) => f64::from(u8::from(relevant(&grades) > 0)),
            Self::Judged(_) => share(judged.iter().flatten().count(), judged.len()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Ndcg(_) => "nDCG",
            Self::ReciprocalRank(_) => "RR",
            Self::Precision(_) => "P",
            Self::Recall(_) => "R",
            Self::AveragePrecision => "AP",
            Self::Success(_) => "Success",
            Self::Judged(_) => "Judged",
        }
    }

    fn depth(self) -> Option<NonZeroUsize> {
        match self {
            Self::Ndcg(depth) | Self::ReciprocalRank(depth) => depth,
            Self::Precision(k) | Self::Recall(k) | Self::Success(k) | Self::Judged(k) => Some(k),
            Self::AveragePrecision => None,
        }
    }
}

fn ndcg(grades: &[i32], judgements: &Judgements, depth: usize) -> f64 {
    let mut best: Vec<i32> = judgements.values().copied().collect();
    best.sort_unstable_by(|a, b| b.cmp(a));
    best.truncate(depth);
    ratio(dcg(grades), dcg(&best))
}

fn dcg(grades: &[i32]) -> f64 {
    let gains = grades.iter().map(|&grade| f64::from(grade.max(0)));
    (1_u32..)
        .zip(gains)
        .map(|(rank, gain)| gain / f64::from(rank + 1).log2())
        .sum()
}

fn reciprocal_rank(grades: &[i32]) -> f64 {
    let first = grades.iter().position(|&grade| is_relevant(grade));
    first.map_or(0.0, |above| share(1, above + 1))
}

fn average_precision(grades: &[i32], to_find: usize) -> f64 {
    let hits = grades
        .iter()
        .enumerate()
        .filter(|&(_, &grade)| is_relevant(grade));
    let precisions = (1..)
        .zip(hits)
        .map(|(found, (above, _))| share(found, above + 1));
    ratio(precisions.sum(), count(to_find))
}

pub(super) fn relevant<'a>(grades: impl IntoIterator<Item = &'a i32>) -> usize {
    grades
        .into_iter()
        .filter(|&&grade| is_relevant(grade))
        .count()
}

pub(super) fn is_relevant(grade: i32) -> bool {
    grade >= 1
}

pub(super) fn share(part: usize, whole: usize) -> f64 {
    ratio(count(part), count(whole))
}

/// Nothing gained is 0, also where there was nothing to gain, and never -0,
/// which is what an empty sum of floats gives.
fn ratio(part: f64, whole: f64) -> f64 {
    if part > 0.0 { part / whole } else { 0.0 }
}

#[expect(clippy::cast_precision_loss, reason = "exact below 2^53 documents")]
pub(super) fn count(documents: usize) -> f64 {
    documents as f64
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.depth().map_or(Ok(()), |k| write!(f, "@{k}"))
    }
}

impl FromStr for Measure {
    type Err = UnknownMeasure;

    fn from_str(text: &str) -> Result<Self, UnknownMeasure> {
        let unknown = || UnknownMeasure {
            found: text.to_owned(),
        };
        let (name, depth) = match text.split_once('@') {
            Some((name, k)) => (name, Some(k.parse().map_err(|_| unknown())?)),
            None => (text, None),
        };
        match (name, depth) {
            ("nDCG", depth) => Ok(Self::Ndcg(depth)),
            ("RR", depth) => Ok(Self::ReciprocalRank(depth)),
            ("P", Some(k)) => Ok(Self::Precision(k)),
            ("R", Some(k)) => Ok(Self::Recall(k)),
            ("AP", None) => Ok(Self::AveragePrecision),
            ("Success", Some(k)) => Ok(Self::Success(k)),
            ("Judged", Some(k)) => Ok(Self::Judged(k)),
            _ => Err(unknown()),
        }
    }
}

/// As its name.
impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
