//! What an index says about itself: how it was made, from what, and the averages that ranking needs.

use serde::{Deserialize, Serialize};

use super::schema::FORMAT_VERSION;
use super::sources::{Origin, Sources};
use super::zone::{Extents, ZONES};
use crate::analysis::{self, Dictionary};

/// Written with every commit, atomically with the segments it describes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The version of incidex that wrote the index.
    pub version: String,
    /// Layout of the index.
    pub format: u32,
    /// Version of the analyzer.
    pub analyzer: u32,
    /// BLAKE3 of the vocabulary, in hexadecimal.
    pub vocabulary: String,
    /// See [`Dictionary::fingerprint`].
    #[serde(default)]
    pub dictionary: String,
    /// See [`Glossary::fingerprint`](analysis::Glossary::fingerprint).
    #[serde(default)]
    pub glossary: String,
    /// What the index can be built from again.
    #[serde(flatten)]
    pub sources: Sources,
    /// Number of cases and the lengths of their zones.
    pub totals: Totals,
}

impl Stamp {
    /// A stamp of this program for an index without cases.
    pub fn new(vocabulary: String, dictionary: &Dictionary, glossary: String) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            format: FORMAT_VERSION,
            analyzer: analysis::VERSION,
            vocabulary,
            dictionary: dictionary.fingerprint(),
            glossary,
            sources: Sources::default(),
            totals: Totals::default(),
        }
    }

    /// Why this program cannot search an index with this stamp, if it cannot. `dictionary` is ours
    /// with the terms that are kept with the index.
    pub fn mismatch(&self, dictionary: &Dictionary) -> Option<String> {
        difference(&self.version, "analyzer", self.analyzer, analysis::VERSION).or_else(|| {
            (self.dictionary != dictionary.fingerprint())
                .then(|| format!("made by incidex {} with other words", self.version))
        })
    }

    /// Why the cases of an index with this stamp must be analysed again for one with `new`, if they
    /// must.
    pub(super) fn outdated_by(&self, new: &Self) -> Option<String> {
        difference(&self.version, "analyzer", self.analyzer, new.analyzer)
            .or_else(|| {
                (self.dictionary != new.dictionary).then(|| "made with other words".to_owned())
            })
            .or_else(|| {
                (self.vocabulary != new.vocabulary).then(|| "made with other labels".to_owned())
            })
    }
}

impl Origin {
    /// Why this program cannot even read the records of such an index, if it cannot.
    pub(super) fn mismatch(&self) -> Option<String> {
        difference(&self.version, "index format", self.format, FORMAT_VERSION)
    }
}

fn difference(version: &str, what: &str, found: u32, needed: u32) -> Option<String> {
    (found != needed)
        .then(|| format!("made by incidex {version} with {what} {found}, this one needs {needed}"))
}

/// Sums over all cases, from which average lengths follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Number of cases.
    pub cases: u64,
    /// Positions in each zone.
    pub positions: [u64; ZONES],
    /// Cases that have anything in a zone.
    pub filled: [u64; ZONES],
}

impl Totals {
    /// Counts a case in.
    pub fn add(&mut self, extents: &Extents) {
        self.cases += 1;
        for zone in 0..ZONES {
            self.positions[zone] += u64::from(extents.len(zone));
            self.filled[zone] += u64::from(extents.len(zone) > 0);
        }
    }

    /// Counts a case out.
    pub fn remove(&mut self, extents: &Extents) {
        self.cases -= 1;
        for zone in 0..ZONES {
            self.positions[zone] -= u64::from(extents.len(zone));
            self.filled[zone] -= u64::from(extents.len(zone) > 0);
        }
    }

    /// Average length of the zone at `index` over the cases that have it, at least 1.
    pub fn average_len(&self, index: usize) -> f32 {
        let filled = self.filled[index].max(1) as f32;
        (self.positions[index] as f32 / filled).max(1.0)
    }
}
