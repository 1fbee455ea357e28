//! What cases are counted by.

use crate::case::Dimension;

/// A dimension, or what the index knows of a case besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Facet {
    /// What a case is tagged with.
    Tag(Dimension),
    /// The year of the date.
    Year,
    /// The languages that a case has texts in, labels apart: every case has those in both.
    Language,
}

impl Facet {
    /// All facets, in the order of output.
    pub const ALL: [Self; Dimension::ALL.len() + 2] = {
        let mut all = [Self::Year; Dimension::ALL.len() + 2];
        let mut i = 0;
        while i < Dimension::ALL.len() {
            all[i] = Self::Tag(Dimension::ALL[i]);
            i += 1;
        }
        all[i + 1] = Self::Language;
        all
    };

    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tag(dimension) => dimension.name(),
            Self::Year => "year",
            Self::Language => "language",
        }
    }
}
