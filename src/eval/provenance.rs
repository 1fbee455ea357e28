//! What a result was made from, so that two results can be compared or told apart.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::statistics::{PERMUTATIONS, RESAMPLES, SEED};
use super::{Measure, Qrels, Topic};

/// Stands in every result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of incidex that made the result.
    pub incidex: String,
    /// See [`topics_hash`].
    pub topics: String,
    /// See [`qrels_hash`].
    pub qrels: String,
    /// What was scored, the base first.
    pub systems: Vec<System>,
    pub parameters: Parameters,
}

/// A run from a file, or an index that was searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct System {
    /// As it was given.
    pub name: String,
    /// BLAKE3 of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<IndexStamp>,
    /// What the index was searched with, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Map<String, Value>>,
}

/// What an index says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexStamp {
    /// The version of incidex that wrote the index.
    pub incidex: String,
    pub format: u32,
    pub analyzer: u32,
    pub vocabulary: String,
    pub dictionary: String,
    pub glossary: String,
    /// Number of cases.
    pub cases: u64,
    /// BLAKE3 over the hashes of all cases, in whatever order they are stored.
    pub corpus: String,
}

/// What was asked for, and the constants that figures depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    pub measures: Vec<String>,
    /// Hits for each topic, where an index was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<usize>,
    /// Of a comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
}

/// See [`statistics`](super::statistics).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    pub seed: u64,
    pub bootstrap_resamples: u32,
    pub permutations: u32,
    /// Tests that Holm's correction was made over.
    pub tests: usize,
}

impl Provenance {
    /// The hash of the cases that were searched, where an index was.
    pub(super) fn corpus(&self) -> Option<&str> {
        let index = self.systems.first()?.index.as_ref()?;
        Some(&index.corpus)
    }
}

impl Statistics {
    /// Of a comparison that made `tests` tests.
    #[must_use]
    pub fn of(tests: usize) -> Self {
        Self {
            seed: SEED,
            bootstrap_resamples: RESAMPLES,
            permutations: PERMUTATIONS,
            tests,
        }
    }
}

impl Parameters {
    /// Without statistics.
    #[must_use]
    pub fn new(measures: &[Measure], depth: Option<usize>) -> Self {
        Self {
            measures: measures.iter().map(ToString::to_string).collect(),
            depth,
            statistics: None,
        }
    }
}

/// BLAKE3 of the topics as they were read, so that neither order nor layout of the file counts.
#[must_use]
pub fn topics_hash(topics: &[Topic]) -> String {
    let mut rows: Vec<String> = topics
        .iter()
        .map(|topic| {
            let [lang, kind] =
                [&topic.lang, &topic.kind].map(|label| label.as_deref().unwrap_or_default());
            format!("{}\t{lang}\t{kind}\t{}", topic.id, topic.text)
        })
        .collect();
    rows.sort_unstable();
    hash(&rows.join("\n"))
}

/// BLAKE3 of the judgements as they were read, so that neither order nor layout of the files counts.
#[must_use]
pub fn qrels_hash(qrels: &Qrels) -> String {
    let rows = qrels.iter().flat_map(|(qid, judgements)| {
        let row = move |(docno, grade)| format!("{qid}\t{docno}\t{grade}\n");
        judgements.iter().map(row)
    });
    hash(&rows.collect::<String>())
}

/// BLAKE3 in hexadecimal.
#[must_use]
pub fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}
