//! What cases are filtered and counted by: each value that a case has is a term.

use crate::case::{Case, Dimension, Lang};

use super::zone::Extents;

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

impl From<Dimension> for Facet {
    fn from(dimension: Dimension) -> Self {
        Self::Tag(dimension)
    }
}

/// The term that stands for a value of a facet.
pub(crate) fn facet_term(facet: impl Into<Facet>, code: &str) -> String {
    format!("{}:{code}", facet.into().name())
}

/// The terms of all values that `case` has, whose texts fill `extents`.
pub(super) fn terms_of(case: &Case, extents: &Extents) -> Vec<String> {
    let mut terms = Vec::new();
    for dimension in Dimension::ALL {
        let codes = dimension.values_of(case).iter();
        terms.extend(codes.map(|code| facet_term(dimension, code)));
    }
    // Cases without a date have no year.
    let year = case.date.map(|date| date.first_day().year());
    terms.extend(year.map(|year| facet_term(Facet::Year, &format!("{year:04}"))));
    let langs = Lang::ALL.into_iter().filter(|&lang| extents.has_text(lang));
    terms.extend(langs.map(|lang| facet_term(Facet::Language, lang.as_str())));
    terms
}
