//! The facets of the cases as numbers, to compare and to count them without reading any record.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tantivy::columnar::StrColumn;
use tantivy::schema::Field;
use tantivy::{DocAddress, SegmentReader};

use super::facet_term;
use super::reader::Reader;
use crate::case::Dimension;
use crate::error::Error;

/// A facet value of some dimension, by its place in [`Facets::counts`].
pub(crate) type FacetId = u32;

/// The facets of some dimensions.
pub(crate) struct Facets {
    /// For each, the number of cases that have it, deleted ones not yet merged away included.
    pub(crate) counts: Vec<u64>,
    /// For each, its term.
    terms: Vec<String>,
    segments: Vec<SegmentFacets>,
}

struct SegmentFacets {
    column: Option<StrColumn>,
    /// By ordinal in the column; none where the dimension is not among those that were asked for.
    ids: Vec<Option<FacetId>>,
}

impl Facets {
    /// Reads which facets of `dimensions` there are.
    pub(crate) fn read(reader: &Reader, dimensions: &[Dimension]) -> Result<Self, Error> {
        let read = || -> tantivy::Result<Self> {
            let segments = reader.searcher().segment_readers();
            let field = reader.fields().facet;
            let mut counts: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
            for segment in segments {
                count(segment, field, dimensions, &mut counts)?;
            }
            // Numbered in their order, so that sums over them do not depend on the segments.
            let ids: FxHashMap<&[u8], FacetId> =
                counts.keys().map(Vec::as_slice).zip(0..).collect();
            let segments = segments
                .iter()
                .map(|segment| SegmentFacets::read(segment, field, dimensions, &ids))
                .collect::<tantivy::Result<_>>()?;
            let utf8 = |term: Vec<u8>| String::from_utf8_lossy(&term).into_owned();
            let (terms, counts) = counts.into_iter().map(|(term, n)| (utf8(term), n)).unzip();
            Ok(Self {
                segments,
                counts,
                terms,
            })
        };
        read().map_err(|e| reader.failed(e))
    }

    /// The values of `dimension`, in order.
    pub(crate) fn codes(&self, dimension: Dimension) -> impl Iterator<Item = (FacetId, &str)> {
        let prefix = facet_term(dimension, "");
        let terms = (0..).zip(&self.terms);
        terms.filter_map(move |(id, term)| Some((id, term.strip_prefix(&prefix)?)))
    }

    /// The facets of a case.
    pub(crate) fn of(&self, case: DocAddress) -> impl Iterator<Item = FacetId> {
        let SegmentFacets { column, ids } = &self.segments[case.segment_ord as usize];
        let ords = column
            .iter()
            .flat_map(move |column| column.term_ords(case.doc_id));
        ords.filter_map(|ord| ids[ord as usize])
    }
}

/// Adds to `counts` the cases of each facet.
fn count(
    segment: &SegmentReader,
    field: Field,
    dimensions: &[Dimension],
    counts: &mut BTreeMap<Vec<u8>, u64>,
) -> tantivy::Result<()> {
    let inverted = segment.inverted_index(field)?;
    for &dimension in dimensions {
        let prefix = facet_term(dimension, "");
        let mut values = inverted.terms().range().ge(&prefix).into_stream()?;
        while values.advance() && values.key().starts_with(prefix.as_bytes()) {
            *counts.entry(values.key().to_vec()).or_default() += u64::from(values.value().doc_freq);
        }
    }
    Ok(())
}

impl SegmentFacets {
    fn read(
        segment: &SegmentReader,
        field: Field,
        dimensions: &[Dimension],
        known: &FxHashMap<&[u8], FacetId>,
    ) -> tantivy::Result<Self> {
        let name = segment.schema().get_field_name(field);
        let column = segment.fast_fields().str(name)?;
        let mut ids = Vec::new();
        if let Some(column) = &column {
            ids.resize(column.num_terms(), None);
            for prefix in dimensions
                .iter()
                .map(|dimension| facet_term(*dimension, ""))
            {
                let mut values = column.dictionary().prefix_range(prefix).into_stream()?;
                while values.advance() {
                    ids[values.term_ord() as usize] = known.get(values.key()).copied();
                }
            }
        }
        Ok(Self { column, ids })
    }
}
