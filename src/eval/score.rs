//! Scoring a run: every topic by every measure, and the means per slice.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::Serialize;

use super::curve::{Curve, first_relevant, interpolated_precision};
use super::measures::count;
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
    /// The share of topics for which nothing was found.
    pub zero_results: f64,
    /// The mean curves of the topics, as `trec_eval` averages them.
    pub interpolated_precision: Curve,
}

/// What the topics of a slice have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SliceKey {
    All,
    Lang(String),
    Kind(String),
}

/// `all`, `lang ko`, `kind symptom`.
impl fmt::Display for SliceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Lang(lang) => write!(f, "lang {lang}"),
            Self::Kind(kind) => write!(f, "kind {kind}"),
        }
    }
}

/// The values of one topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicScores {
    pub qid: String,
    pub lang: Option<String>,
    pub kind: Option<String>,
    /// Between 0 and 1, in the order of [`Scores::measures`].
    pub values: Vec<f64>,
    /// How many documents were found.
    pub found: usize,
    /// The rank of the first relevant one, counted from 1.
    pub first_relevant: Option<usize>,
    /// Only the means over slices are written.
    #[serde(skip)]
    pub interpolated_precision: Curve,
}

impl TopicScores {
    /// Its language and its kind.
    pub(super) fn labels(&self) -> (Option<&str>, Option<&str>) {
        (self.lang.as_deref(), self.kind.as_deref())
    }
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
        found: ranking.len(),
        first_relevant: first_relevant(ranking, judgements),
        interpolated_precision: interpolated_precision(ranking, judgements),
    }
}

fn slices(columns: usize, topics: &[TopicScores]) -> Vec<Slice> {
    members(topics, TopicScores::labels)
        .into_iter()
        .map(|(slice, topics)| Slice {
            slice,
            topics: topics.len(),
            means: (0..columns)
                .map(|column| mean(topics.iter().map(|topic| topic.values[column])))
                .collect(),
            zero_results: mean(
                topics
                    .iter()
                    .map(|topic| f64::from(u8::from(topic.found == 0))),
            ),
            interpolated_precision: std::array::from_fn(|tenths| {
                mean(
                    topics
                        .iter()
                        .map(|topic| topic.interpolated_precision[tenths]),
                )
            }),
        })
        .collect()
}

/// The slices that `topics` fall into by what `labels` says is their language and kind, in the
/// order in which slices are shown. That of all is there even when there are no topics.
pub(super) fn members<T>(
    topics: &[T],
    labels: impl Fn(&T) -> (Option<&str>, Option<&str>),
) -> BTreeMap<SliceKey, Vec<&T>> {
    let mut members = BTreeMap::from([(SliceKey::All, topics.iter().collect::<Vec<_>>())]);
    for topic in topics {
        let (lang, kind) = labels(topic);
        let lang = lang.map(|lang| SliceKey::Lang(lang.to_owned()));
        let kind = kind.map(|kind| SliceKey::Kind(kind.to_owned()));
        for key in lang.into_iter().chain(kind) {
            members.entry(key).or_default().push(topic);
        }
    }
    members
}

/// 0 of nothing, where `sum` would give -0.
pub(super) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let numbers = count(values.len().max(1));
    values.fold(0.0, |sum, value| sum + value) / numbers
}

fn not_in_topics(topics: &[Topic], qrels: &Qrels) -> Vec<String> {
    let known: HashSet<&str> = topics.iter().map(|topic| topic.id.as_str()).collect();
    qrels
        .qids()
        .filter(|qid| !known.contains(qid))
        .map(str::to_owned)
        .collect()
}
