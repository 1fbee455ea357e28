//! The baseline: what the ranking once reached, and may not fall below.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::compare::ENOUGH_TOPICS;
use super::provenance::Provenance;
use super::{Fault, Problem, Scores};

/// The scores of one measure, as they are kept in a file: a line a topic, so that a change shows
/// what moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    pub provenance: Provenance,
    /// By name: `all`, `lang ko`, `kind symptom`.
    pub slices: BTreeMap<String, SliceBaseline>,
    /// By id.
    pub topics: BTreeMap<String, f64>,
}

/// The mean over some of the topics.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SliceBaseline {
    pub topics: usize,
    pub mean: f64,
}

/// What a baseline and the scores of now are not alike in, where they cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mismatch {
    Topics,
    Judgements,
    Cases,
    Measure,
}

/// What moved, the greatest change first.
#[derive(Debug, Clone, PartialEq)]
pub struct Drift {
    /// Slices of [`ENOUGH_TOPICS`] or more that fell by more than the tolerance.
    pub fallen: Vec<Change>,
    /// Topics that fell at all.
    pub fallen_topics: Vec<Change>,
    /// All topics.
    pub all: Change,
}

/// From what to what.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Of a slice or a topic.
    pub name: String,
    pub from: f64,
    pub to: f64,
}

impl Change {
    /// Below 0 where it fell.
    #[must_use]
    pub fn delta(&self) -> f64 {
        self.to - self.from
    }
}

impl Baseline {
    /// By the first measure of `scores`, to four decimals.
    #[must_use]
    pub fn new(provenance: Provenance, scores: &Scores) -> Self {
        let slices = scores.slices.iter().map(|slice| {
            let mean = four_decimals(slice.means[0]);
            let topics = slice.topics;
            (slice.slice.to_string(), SliceBaseline { topics, mean })
        });
        let topics = scores.topics.iter();
        Self {
            provenance,
            slices: slices.collect(),
            topics: topics
                .map(|topic| (topic.qid.clone(), four_decimals(topic.values[0])))
                .collect(),
        }
    }

    /// Reads what serialises. `file` is only named in faults.
    ///
    /// # Errors
    ///
    /// The line on which it is no baseline.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Fault> {
        serde_json::from_str(text).map_err(|error| {
            Fault::at(file, error.line().max(1))(Problem::Baseline {
                reason: error.to_string(),
            })
        })
    }

    /// Why `now` cannot be held against this, if it cannot. Runs do not say what cases they were
    /// made from.
    #[must_use]
    pub fn mismatch(&self, now: &Self) -> Option<Mismatch> {
        let (then, now) = (&self.provenance, &now.provenance);
        let differs = |a: Option<&str>, b: Option<&str>| a.zip(b).is_some_and(|(a, b)| a != b);
        if then.topics != now.topics {
            Some(Mismatch::Topics)
        } else if then.qrels != now.qrels {
            Some(Mismatch::Judgements)
        } else if differs(then.corpus(), now.corpus()) {
            Some(Mismatch::Cases)
        } else if then.parameters.measures.first() != now.parameters.measures.first() {
            Some(Mismatch::Measure)
        } else {
            None
        }
    }

    /// What moved from this to `now`, which was made from the same.
    #[must_use]
    pub fn drift(&self, now: &Self, tolerance: f64) -> Drift {
        let slices = self.slices.iter().filter_map(|(name, then)| {
            let counts = name == ALL || then.topics >= ENOUGH_TOPICS;
            let to = now.slices.get(name).filter(|_| counts)?.mean;
            Some(change(name, then.mean, to))
        });
        let topics = self.topics.iter().filter_map(|(qid, &from)| {
            let &to = now.topics.get(qid)?;
            Some(change(qid, from, to))
        });
        let mean = |of: &Self| of.slices.get(ALL).map_or(0.0, |slice| slice.mean);
        Drift {
            fallen: falls(slices, tolerance),
            fallen_topics: falls(topics, 0.0),
            all: change(ALL, mean(self), mean(now)),
        }
    }
}

/// The slice of all topics.
const ALL: &str = "all";

fn change(name: &str, from: f64, to: f64) -> Change {
    Change {
        name: name.to_owned(),
        from,
        to,
    }
}

/// Those that fell by more than `tolerance`, the greatest fall first.
fn falls(changes: impl Iterator<Item = Change>, tolerance: f64) -> Vec<Change> {
    /// What the difference of two numbers of four decimals is off by at most.
    const ROUNDING: f64 = 1e-9;
    let mut falls: Vec<Change> = changes
        .filter(|change| -change.delta() > tolerance + ROUNDING)
        .collect();
    falls.sort_by(|a, b| a.delta().total_cmp(&b.delta()));
    falls
}

fn four_decimals(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
