//! Where the relevant documents of a ranking stand: the first of them, and the curve of all.

use super::Judgements;
use super::measures::{count, is_relevant, relevant, share};

/// Precision at the recalls 0, 0.1, … 1.
pub type Curve = [f64; 11];

/// The rank of the first relevant document, counted from 1.
#[must_use]
pub fn first_relevant(ranking: &[impl AsRef<str>], judgements: &Judgements) -> Option<usize> {
    let is_found = |docno: &str| {
        judgements
            .get(docno)
            .is_some_and(|&grade| is_relevant(grade))
    };
    let above = ranking.iter().position(|docno| is_found(docno.as_ref()))?;
    Some(above + 1)
}

/// The interpolated precision at eleven recalls, as `iprec_at_recall` of `trec_eval` has it: the
/// greatest precision at this recall or any higher one, 0 where the ranking does not reach it.
#[must_use]
pub fn interpolated_precision(ranking: &[impl AsRef<str>], judgements: &Judgements) -> Curve {
    let precisions = precisions(ranking, judgements);
    let to_find = relevant(judgements.values());
    std::array::from_fn(|tenths| {
        let reached = documents(tenths, to_find).max(1) - 1;
        let from_here = precisions.iter().skip(reached);
        from_here.copied().fold(0.0, f64::max)
    })
}

/// The precision at each relevant document that was found.
fn precisions(ranking: &[impl AsRef<str>], judgements: &Judgements) -> Vec<f64> {
    let grades = ranking.iter().map(|docno| judgements.get(docno.as_ref()));
    let hits = (1..)
        .zip(grades)
        .filter(|(_, grade)| grade.is_some_and(|&grade| is_relevant(grade)));
    (1..)
        .zip(hits)
        .map(|(found, (rank, _))| share(found, rank))
        .collect()
}

/// How many relevant documents a recall stands for, rounded up as `trec_eval` does.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "below 2^53 documents, and cutting off is the point"
)]
fn documents(tenths: usize, to_find: usize) -> usize {
    (count(tenths) / 10.0 * count(to_find) + 0.9) as usize
}
