//! Every number that the order of results depends on, in one place.
//!
//! `cargo run --release -p incidex-benches --bin tune` tries other values on the judged topics: those
//! with odd numbers are for choosing, those with even numbers for checking the choice. No weight by itself
//! can be halved, doubled or changed by a quarter or a half so that nDCG@10 rises by more than 0.001
//! on the former and does not fall on the latter. The figures beside each weight are what two other
//! values do to all topics.

use std::ops::RangeInclusive;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use thiserror::Error;

use super::log_line::Records;
use super::slot::{Likeness, Node, Role, Way};
use crate::analysis::TokenKind;
use crate::index::Field;
use crate::nearest::nearest_of;

/// Defines [`Weights`] from a table: what it means, its name, its default, its range.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $low:literal..=$high:literal,)*) => {
        /// How much each kind of match counts.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f32,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Weights {
            /// The name of each weight with the values that make sense for it.
            pub const RANGES: &[(&str, RangeInclusive<f32>)] =
                &[$((stringify!($name), $low..=$high),)*];

            fn slot_of(&mut self, name: &str) -> Option<&mut f32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            fn all(&self) -> impl Iterator<Item = (&'static str, f32)> {
                [$((stringify!($name), self.$name),)*].into_iter()
            }
        }
    };
}

weights! {
    /// Saturation of BM25: how much a second occurrence adds.
    /// At 0.6: -0.0024; at 2.4: -0.0125.
    k1 = 1.2 in 0.0..=3.0,
    /// How much the length of a text discounts it.
    /// At 0.375: +0.0001; at 0.938: -0.0036.
    b = 0.75 in 0.0..=1.0,

    /// A match in the title.
    /// At 0.9: -0.0100; at 3.6: -0.0253.
    title = 1.8 in 0.0..=5.0,
    /// A match in the symptoms.
    /// At 0.65: -0.0261; at 2.6: -0.0203.
    symptoms = 1.3 in 0.0..=5.0,
    /// A match in the summary.
    /// At 0.425: -0.0076; at 1.7: -0.0218.
    summary = 0.85 in 0.0..=5.0,
    /// A match in trigger, detection, remediation or action items.
    /// At 0.25: -0.0000; at 1: -0.0110.
    response = 0.5 in 0.0..=5.0,
    /// A match in the lessons.
    /// At 0.25: -0.0034; at 1: -0.0052.
    lessons = 0.5 in 0.0..=5.0,
    /// A match in the label or the code of a facet.
    /// At 0.3: -0.0030; at 1.2: -0.0050.
    facets = 0.6 in 0.0..=5.0,
    /// What each further field adds, as a share of what the one before it does, from the best one
    /// on: 0 is the best field only, 1 the sum.
    /// At 0.25: -0.0084; at 1: -0.0293.
    tie_breaker = 0.5 in 0.0..=1.0,

    /// A word that shares only the stem.
    /// At 0.4: -0.0025; at 1: -0.0001.
    stem = 0.8 in 0.0..=1.0,
    /// `5xx` for `502`. Below `stem`.
    /// At 0.25: -0.0003; at 1: -0.0023.
    status_class = 0.5 in 0.0..=1.0,
    /// All parts of an identifier for the whole. At most 1 / (1 + `k1`), so that no number of parts
    /// outweighs one whole in the same field.
    /// At 0.2: -0.0006; at 0.8: -0.0001.
    identifier_parts = 0.4 in 0.0..=1.0,
    /// All parts of a Korean compound for the whole.
    /// At 0.4: -0.0001; at 1: -0.0002.
    compound_parts = 0.8 in 0.0..=1.0,
    /// `1.24` for `v1.24`.
    /// No judged topic depends on it.
    without_version_mark = 0.8 in 0.0..=1.0,
    /// A word whose initial consonants begin with those of the query and go on.
    /// No judged topic depends on it.
    initials_begin = 0.6 in 0.0..=1.0,
    /// A term of the glossary that means the same. Below `stem`.
    /// At 0.3: -0.0111; at 0.9: -0.0010.
    synonym = 0.6 in 0.0..=1.0,
    /// A word by itself that was typed as one of several of a term of the glossary: the `붙` of
    /// `안 붙음`.
    /// At 0.4: -0.0046; at 1: -0.0006.
    word_of_term = 0.8 in 0.0..=1.0,
    /// Two words written as one, or one as two: `time out` for `timeout`.
    /// At 0.4: +0.0001; at 1: +0.0001.
    joined_words = 0.8 in 0.0..=1.0,

    /// Slot of an identifier, whose writer knew what to look for.
    /// At 0.6: -0.0028; at 2.4: -0.0006.
    identifier = 1.2 in 0.0..=5.0,
    /// Slot of a Korean compound.
    /// At 0.6: -0.0004; at 2.4: -0.0010.
    compound = 1.2 in 0.0..=5.0,
    /// Slot of a word that was corrected, which may not be the one that was meant. Below `stem`.
    /// No judged topic depends on it.
    corrected = 0.6 in 0.0..=1.0,
    /// Slot of a stop word.
    /// At 0.05: -0.0007; at 0.2: +0.0003.
    stop_word = 0.1 in 0.0..=1.0,
    /// Slot of the bigrams of an eojeol.
    /// At 0.175: -0.0002; at 0.7: -0.0067.
    bigrams = 0.35 in 0.0..=1.0,
    /// What each repetition of a word in the query adds, logarithmically.
    /// At 0.25: +0.0001; at 1: +0.0002.
    repetition = 0.5 in 0.0..=1.0,

    /// Two words of the query next to each other and in order, as a share of the rarer one.
    /// At 0.25: -0.0059; at 1: -0.0004.
    adjacent = 0.5 in 0.0..=2.0,
    /// How much of the score is lost where nothing but a vanishing share of the query is covered.
    /// At 0.1: -0.0028; at 0.4: -0.0066.
    coverage = 0.2 in 0.0..=1.0,
    /// What being like the best hit adds, as a share of the score of that hit.
    /// At 1: -0.0087; at 4: +0.0001.
    likeness = 2.0 in 0.0..=5.0,
    /// A word in a line of a pasted log that records a failure, such as `Caused by:`.
    /// No judged topic depends on it.
    failure_line = 3.0 in 0.0..=10.0,
    /// A word in a line of a pasted log that records routine.
    /// No judged topic depends on it.
    routine_line = 0.1 in 0.0..=1.0,
}

/// Most words that initial consonants may be the beginning of.
pub(crate) const LONGER_INITIALS: usize = 30;
/// Most slots that a query is scored with; of longer texts the most telling are taken.
pub(crate) const MAX_SLOTS: usize = 40;
/// Cases that are scored in full at a time: those with the best sums of plain BM25 over the whole
/// case. Deeper pages take the next as many, so that pages never overlap.
pub(crate) const CANDIDATES: usize = 300;

/// What makes a case related to another. No judgements say how much, so these are plain shares: of
/// two cases without a link that are the same in everything they add up to 1.
pub(crate) mod related {
    /// Cosine of cause and components: what broke.
    pub(crate) const BROKEN: f32 = 0.5;
    /// Cosine of symptoms, contributing factors and domain: how it went.
    pub(crate) const COURSE: f32 = 0.2;
    /// Likeness of the texts.
    pub(crate) const TEXT: f32 = 0.3;
    /// A link in either record. Its author has read both, so it outweighs all else.
    pub(crate) const LINK: f32 = 1.0;
}

/// What is wrong with weights that somebody wrote.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WeightsFault {
    /// Not JSON, or not an object.
    #[error("{0}; write a JSON object such as {{\"title\": 1.5}}")]
    NoObject(String),
    /// A name that no weight has.
    #[error("there is no weight {found:?}; {hint}")]
    Unknown {
        /// As written.
        found: String,
        /// What there is.
        hint: String,
    },
    /// Not a number, or out of range.
    #[error("{name} is {found}; write a number from {low} to {high}")]
    Value {
        /// Of the weight.
        name: String,
        /// As written.
        found: String,
        /// Smallest value.
        low: String,
        /// Largest value.
        high: String,
    },
}

impl Weights {
    /// Reads a JSON object that names the weights that differ from the defaults.
    ///
    /// # Errors
    ///
    /// See [`WeightsFault`].
    pub fn from_json(text: &str) -> Result<Self, WeightsFault> {
        let given: Map<String, Value> =
            serde_json::from_str(text).map_err(|e| WeightsFault::NoObject(e.to_string()))?;
        let mut weights = Self::default();
        for (name, value) in given {
            weights.set(&name, &value)?;
        }
        Ok(weights)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), WeightsFault> {
        let (Some((_, range)), Some(slot)) = (
            Self::RANGES.iter().find(|(known, _)| *known == name),
            self.slot_of(name),
        ) else {
            return Err(unknown(name));
        };
        let number = value.as_f64().map(|number| number as f32);
        *slot = number
            .filter(|number| range.contains(number))
            .ok_or_else(|| WeightsFault::Value {
                name: name.to_owned(),
                found: value.to_string(),
                low: range.start().to_string(),
                high: range.end().to_string(),
            })?;
        Ok(())
    }

    /// What a match in a field is worth.
    #[must_use]
    pub fn field(&self, field: Field) -> f32 {
        match field {
            Field::Title => self.title,
            Field::Symptoms => self.symptoms,
            Field::Summary => self.summary,
            Field::Response => self.response,
            Field::Lessons => self.lessons,
            Field::Facets => self.facets,
        }
    }

    /// What a match of a token is worth, by itself.
    #[must_use]
    pub fn token(&self, kind: TokenKind) -> f32 {
        match kind {
            TokenKind::Word
            | TokenKind::Identifier
            | TokenKind::Compound
            | TokenKind::Morpheme
            | TokenKind::Initials => 1.0,
            TokenKind::Stem => self.stem,
            TokenKind::Part => self.identifier_parts,
            TokenKind::Bigram => self.bigrams,
        }
    }

    pub(crate) fn way(&self, way: Way) -> f32 {
        match way {
            Way::Itself => 1.0,
            Way::WithoutVersionMark => self.without_version_mark,
            Way::IdentifierParts => self.identifier_parts,
            Way::CompoundParts => self.compound_parts,
        }
    }

    pub(crate) fn likeness(&self, likeness: Likeness) -> f32 {
        match likeness {
            Likeness::Same => 1.0,
            Likeness::Stem => self.stem,
            Likeness::StatusClass => self.status_class,
            Likeness::InitialsBegin => self.initials_begin,
        }
    }

    pub(crate) fn line(&self, records: Records) -> f32 {
        match records {
            Records::Failure => self.failure_line,
            Records::Something => 1.0,
            Records::Routine => self.routine_line,
        }
    }

    pub(crate) fn slot(&self, role: Role, node: &Node) -> f32 {
        match role {
            Role::StopWord => self.stop_word,
            Role::Support => self.bigrams,
            Role::Corrected => self.corrected,
            Role::Content => match node {
                Node::Best(ways) if ways.iter().any(|(way, _)| *way == Way::CompoundParts) => {
                    self.compound
                }
                Node::Best(_) => self.identifier,
                Node::Leaf(_) | Node::Phrase(_) | Node::All(_) => 1.0,
            },
        }
    }
}

fn unknown(found: &str) -> WeightsFault {
    let names: Vec<String> = Weights::RANGES
        .iter()
        .map(|(n, _)| (*n).to_owned())
        .collect();
    let nearest = nearest_of(&names, found);
    let hint = match nearest.is_empty() {
        true => format!("there are {}", names.join(", ")),
        false => format!("did you mean {}?", nearest.join(" or ")),
    };
    WeightsFault::Unknown {
        found: found.to_owned(),
        hint,
    }
}

/// As an object of all weights, in the order of their definition and with as many digits as tell
/// them apart.
impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.all())
    }
}
