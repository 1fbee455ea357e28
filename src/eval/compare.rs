//! Comparing two systems topic by topic.

use std::cmp::Ordering;
use std::fmt;

use serde::Serialize;

use super::score::{TopicScores, mean, members};
use super::statistics::{Interval, TIE, bootstrap_interval, holm, randomisation_p};
use super::{Measure, Scores, SliceKey};

/// Below this many topics nothing is claimed: chance is too large.
pub const ENOUGH_TOPICS: usize = 25;
/// A p below this is significant.
pub const SIGNIFICANT: f64 = 0.05;

/// A system by one measure, against the base.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    pub base: String,
    pub other: String,
    pub measure: Measure,
    /// In the order of [`Scores::slices`].
    pub slices: Vec<SliceComparison>,
    /// The greatest difference first.
    pub topics: Vec<TopicComparison>,
}

/// The difference over some of the topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SliceComparison {
    pub slice: SliceKey,
    pub topics: usize,
    pub base: f64,
    pub other: f64,
    pub base_judged_at_10: f64,
    pub other_judged_at_10: f64,
    /// The other less the base.
    pub delta: f64,
    /// Topics on which the other system is better, equal and worse.
    pub wins: usize,
    pub ties: usize,
    pub losses: usize,
    /// None where there are too few topics.
    pub test: Option<Test>,
    pub verdict: Verdict,
}

/// What chance could have done.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Test {
    /// Of the mean difference, at 95 %.
    pub interval: Interval,
    /// Of the randomisation test.
    pub p: f64,
    /// After Holm's correction over all tests that were made at once.
    pub p_holm: f64,
}

/// What may be said of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Better,
    Worse,
    NotSignificant,
    TooFewTopics,
}

/// In a few words.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NotSignificant => "not significant",
            Self::TooFewTopics => "too few topics to say",
        })
    }
}

/// The difference on one topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicComparison {
    pub qid: String,
    pub base: f64,
    pub other: f64,
    pub delta: f64,
}

/// A system with its scores.
#[derive(Debug, Clone)]
pub struct Scored {
    pub name: String,
    pub scores: Scores,
}

/// Compares each of `others` with `base` by each of `measures`. All were scored by all of these and
/// by [`Measure::JUDGED_AT_10`], on the same topics and judgements.
#[must_use]
pub fn compare(measures: &[Measure], base: &Scored, others: &[Scored]) -> Vec<Comparison> {
    let mut comparisons: Vec<Comparison> = others
        .iter()
        .flat_map(|other| {
            measures
                .iter()
                .filter_map(|&measure| compare_two(measure, base, other))
        })
        .collect();
    correct(&mut comparisons);
    comparisons
}

/// How many tests the correction was made over.
#[must_use]
pub fn tests(comparisons: &[Comparison]) -> usize {
    let slices = comparisons.iter().flat_map(|comparison| &comparison.slices);
    slices.filter(|slice| slice.test.is_some()).count()
}

/// A topic by both systems.
struct Pair<'a> {
    base: &'a TopicScores,
    other: &'a TopicScores,
}

/// Where a measure and Judged@10 stand among the values of a topic.
#[derive(Clone, Copy)]
struct Columns {
    measure: usize,
    judged: usize,
}

impl Pair<'_> {
    fn delta(&self, column: usize) -> f64 {
        let delta = self.other.values[column] - self.base.values[column];
        if delta.abs() < TIE { 0.0 } else { delta }
    }
}

/// None where the systems were not scored by `measure`.
fn compare_two(measure: Measure, base: &Scored, other: &Scored) -> Option<Comparison> {
    let column = |wanted| {
        base.scores
            .measures
            .iter()
            .position(|&known| known == wanted)
    };
    let columns = Columns {
        measure: column(measure)?,
        judged: column(Measure::JUDGED_AT_10)?,
    };
    let pairs: Vec<Pair> = base
        .scores
        .topics
        .iter()
        .zip(&other.scores.topics)
        .map(|(base, other)| Pair { base, other })
        .collect();
    Some(Comparison {
        base: base.name.clone(),
        other: other.name.clone(),
        measure,
        slices: members(&pairs, |pair| pair.base.labels())
            .into_iter()
            .map(|(slice, pairs)| compare_slice(slice, &pairs, columns))
            .collect(),
        topics: compare_topics(&pairs, columns.measure),
    })
}

fn compare_slice(slice: SliceKey, pairs: &[&Pair], columns: Columns) -> SliceComparison {
    let deltas: Vec<f64> = pairs
        .iter()
        .map(|pair| pair.delta(columns.measure))
        .collect();
    let base = |column: usize| mean(pairs.iter().map(|pair| pair.base.values[column]));
    let other = |column: usize| mean(pairs.iter().map(|pair| pair.other.values[column]));
    let signs = |sign| {
        deltas
            .iter()
            .filter(|delta| delta.total_cmp(&0.0) == sign)
            .count()
    };
    let test = (pairs.len() >= ENOUGH_TOPICS).then(|| {
        let p = randomisation_p(&deltas);
        Test {
            interval: bootstrap_interval(&deltas),
            p,
            p_holm: p,
        }
    });
    SliceComparison {
        slice,
        topics: pairs.len(),
        base: base(columns.measure),
        other: other(columns.measure),
        base_judged_at_10: base(columns.judged),
        other_judged_at_10: other(columns.judged),
        delta: mean(deltas.iter().copied()),
        wins: signs(Ordering::Greater),
        ties: signs(Ordering::Equal),
        losses: signs(Ordering::Less),
        test,
        // Until it is known how many tests are made.
        verdict: Verdict::TooFewTopics,
    }
}

fn compare_topics(pairs: &[Pair], column: usize) -> Vec<TopicComparison> {
    let mut topics: Vec<TopicComparison> = pairs
        .iter()
        .map(|pair| TopicComparison {
            qid: pair.base.qid.clone(),
            base: pair.base.values[column],
            other: pair.other.values[column],
            delta: pair.delta(column),
        })
        .collect();
    // Stable, so that equal ones stay in the order of the topics.
    topics.sort_by(|a, b| b.delta.abs().total_cmp(&a.delta.abs()));
    topics
}

/// Corrects every p for the number of tests, and says what follows.
fn correct(comparisons: &mut [Comparison]) {
    let slices = || comparisons.iter().flat_map(|comparison| &comparison.slices);
    let p: Vec<f64> = slices().filter_map(|slice| Some(slice.test?.p)).collect();
    let mut corrected = holm(&p).into_iter();
    for comparison in comparisons {
        for slice in &mut comparison.slices {
            let Some(test) = &mut slice.test else {
                continue;
            };
            test.p_holm = corrected.next().unwrap_or(1.0);
            slice.verdict = verdict(test.p_holm, slice.delta);
        }
    }
}

fn verdict(p: f64, delta: f64) -> Verdict {
    match (p < SIGNIFICANT, delta > 0.0) {
        (false, _) => Verdict::NotSignificant,
        (true, true) => Verdict::Better,
        (true, false) => Verdict::Worse,
    }
}
