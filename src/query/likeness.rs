//! How alike two cases are by their facets. A case gains from being like the best hit: one that broke
//! in the same way is worth seeing even where it is told in other words.
//!
//! Two cases are as alike as the cosine of their facets, each weighted with its idf. To score with
//! the best hit as a model is pseudo-relevance feedback (Rocchio 1971), on facets instead of words.

use tantivy::DocAddress;

use super::plan::idf;
use crate::case::{Dimension, UNKNOWN};
use crate::error::Error;
use crate::index::{FacetId, Facets, Reader};

/// What tells how an incident went. Who had it and how bad it was do not.
pub(crate) const KIND: [Dimension; 5] = [
    Dimension::Domain,
    Dimension::Component,
    Dimension::Symptom,
    Dimension::RootCause,
    Dimension::Contributing,
];

/// Compares cases by their facets.
pub(crate) struct Likeness {
    facets: Facets,
    /// For each facet, its squared idf.
    squares: Vec<f32>,
}

/// The facets of a case, in order, and the length of their vector.
pub(crate) struct Features {
    ids: Vec<FacetId>,
    norm: f32,
}

impl Likeness {
    /// By the facets of `dimensions`.
    pub(crate) fn read(reader: &Reader, dimensions: &[Dimension]) -> Result<Self, Error> {
        let facets = Facets::read(reader, dimensions)?;
        let cases = reader.total_docs();
        let squares = facets.counts.iter().map(|&count| idf(count, cases).powi(2));
        let mut squares: Vec<f32> = squares.collect();
        // What is not known is nothing to have in common.
        for &dimension in dimensions {
            let unknown = facets.codes(dimension).filter(|(_, code)| *code == UNKNOWN);
            unknown.for_each(|(id, _)| squares[id as usize] = 0.0);
        }
        Ok(Self { facets, squares })
    }

    pub(crate) fn features(&self, case: DocAddress) -> Features {
        let mut ids: Vec<FacetId> = self.facets.of(case).collect();
        ids.sort_unstable();
        let norm = ids.iter().map(|&id| self.square(id)).sum::<f32>().sqrt();
        Features { ids, norm }
    }

    /// How alike two cases are, from 0, where they share nothing, to 1.
    pub(crate) fn cosine(&self, a: &Features, b: &Features) -> f32 {
        let shared = a.ids.iter().filter(|id| b.ids.binary_search(id).is_ok());
        let dot = shared.fold(0.0, |sum, &id| sum + self.square(id));
        dot / (a.norm * b.norm).max(f32::MIN_POSITIVE)
    }

    fn square(&self, id: FacetId) -> f32 {
        self.squares[id as usize]
    }
}
