//! How alike two cases are by their facets. A case gains from being like the best hit: one that broke
//! in the same way is worth seeing even where it is told in other words.
//!
//! Two cases are as alike as the cosine of their facets, each weighted with its idf. To score with
//! the best hit as a model is pseudo-relevance feedback (Rocchio 1971), on facets instead of words.

use std::sync::Arc;

use tantivy::DocAddress;

use super::plan::idf;
use crate::case::{Dimension, UNKNOWN};
use crate::index::{FacetId, Facets};

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
    facets: Arc<Facets>,
    /// For each facet, its squared idf; 0 where it is not compared.
    squares: Vec<f32>,
}

/// The facets of a case, in order, and the length of their vector.
pub(crate) struct Features {
    ids: Vec<FacetId>,
    norm: f32,
}

impl Likeness {
    /// By those of `facets` that are of `dimensions`, in an index of so many `cases`.
    pub(crate) fn new(facets: &Arc<Facets>, dimensions: &[Dimension], cases: u64) -> Self {
        let mut squares = vec![0.0; facets.counts.len()];
        for &dimension in dimensions {
            // What is not known is nothing to have in common.
            let known = facets.codes(dimension).filter(|(_, code)| *code != UNKNOWN);
            for (id, _) in known {
                squares[id as usize] = idf(facets.counts[id as usize], cases).powi(2);
            }
        }
        Self {
            facets: Arc::clone(facets),
            squares,
        }
    }

    pub(crate) fn features(&self, case: DocAddress) -> Features {
        let compared = self.facets.of(case).filter(|&id| self.square(id) > 0.0);
        let mut ids: Vec<FacetId> = compared.collect();
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
