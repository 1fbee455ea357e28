//! Scoring a run: every topic by every measure, and the means per slice.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::{Judgements, Measure, Qrels, Run, Topic};

/// How good a run is, and which topics that says nothing about.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scores {
    /// The columns: every `values` and `means` has one number for each.
    pub measures: Vec<Measure>,
    /// All topics first, then each language, then each kind.
    pub slices: Vec<Slice>,
    /// The topics that have judgements, in the order of the topics file.
    pub topics: Vec<TopicScores>,
    /// Judged topics that the run does not mention. They count as 0, as with
    /// `trec_eval -c` and `ir_measures`.
    pub not_in_run: Vec<String>,
    /// Topics without judgements. They do not count.
    pub not_judged: Vec<String>,
    /// Judged topics that are not in the topics file. They do not count.
    pub not_in_topics: Vec<String>,
}

/// The means over some of the topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slice {
    pub slice: SliceKey,
    /// How many topics the means are over.
    pub topics: usize,
    /// Between 0 and 1, in the order of [`Scores::measures`].
    pub means: Vec<f64>,
}

/// What the topics of a slice have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SliceKey {
    All,
    Lang(String),
    Kind(String),
}

/// The values of one topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicScores {
    pub qid: String,
    pub lang: String,
    pub kind: String,
    /// Between 0 and 1, in the order of [`Scores::measures`].
    pub values: Vec<f64>,
}

/// Scores `run` on every topic that has judgements.
#[must_use]
pub fn score(measures: &[Measure], topics: &[Topic], qrels: &Qrels, run: &Run) -> Scores {
    let mut scored = Vec::new();
    let mut not_in_run = Vec::new();
    let mut not_judged = Vec::new();
    for topic in topics {
        let Some(judgements) = qrels.of(&topic.id) else {
            not_judged.push(topic.id.clone());
            continue;
        };
        let ranking = run.ranking(&topic.id).unwrap_or_else(|| {
            not_in_run.push(topic.id.clone());
            &[]
        });
        scored.push(score_topic(measures, topic, ranking, judgements));
    }
    Scores {
        measures: measures.to_vec(),
        slices: slices(measures.len(), &scored),
        topics: scored,
        not_in_run,
        not_judged,
        not_in_topics: not_in_topics(topics, qrels),
    }
}

fn score_topic(
    measures: &[Measure],
    topic: &Topic,
    ranking: &[String],
    judgements: &Judgements,
) -> TopicScores {
    TopicScores {
        qid: topic.id.clone(),
        lang: topic.lang.clone(),
        kind: topic.kind.clone(),
        values: measures
            .iter()
            .map(|measure| measure.score(ranking, judgements))
            .collect(),
    }
}

fn slices(columns: usize, topics: &[TopicScores]) -> Vec<Slice> {
    // The slice of all topics is there even when there are none.
    let mut members = BTreeMap::from([(SliceKey::All, topics.iter().collect::<Vec<_>>())]);
    for topic in topics {
        for key in [
            SliceKey::Lang(topic.lang.clone()),
            SliceKey::Kind(topic.kind.clone()),
        ] {
            members.entry(key).or_default().push(topic);
        }
    }
    members
        .into_iter()
        .map(|(slice, topics)| Slice {
            slice,
            topics: topics.len(),
            means: (0..columns).map(|column| mean(&topics, column)).collect(),
        })
        .collect()
}

/// 0 over no topics, where `sum` would give -0.
#[expect(clippy::cast_precision_loss, reason = "exact below 2^53 topics")]
fn mean(topics: &[&TopicScores], column: usize) -> f64 {
    let sum = topics
        .iter()
        .fold(0.0, |sum, topic| sum + topic.values[column]);
    sum / topics.len().max(1) as f64
}

fn not_in_topics(topics: &[Topic], qrels: &Qrels) -> Vec<String> {
    let known: HashSet<&str> = topics.iter().map(|topic| topic.id.as_str()).collect();
    qrels
        .qids()
        .filter(|qid| !known.contains(qid))
        .map(str::to_owned)
        .collect()
}
