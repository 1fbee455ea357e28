//! The facets of the cases, to count and to compare them without reading any record: for each value
//! the cases that have it, and for each case its values as numbers.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tantivy::columnar::StrColumn;
use tantivy::postings::TermInfo;
use tantivy::schema::Field;
use tantivy::{DocAddress, InvertedIndexReader, SegmentReader};

use super::facet::{Facet, facet_term};
use super::reader::Reader;
use crate::case::Dimension;
use crate::error::Error;

/// A facet value of some dimension, by its place in [`Facets::counts`].
pub(crate) type FacetId = u32;

/// The facets of some dimensions.
pub(crate) struct Facets {
    /// For each, the number of cases that have it, deleted ones not yet merged away included.
    pub(crate) counts: Vec<u64>,
    /// For each, its term, in order.
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
        let mut counted: BTreeMap<String, u64> = BTreeMap::new();
        for &dimension in dimensions {
            let values = values(reader, dimension.into())?.into_iter();
            counted.extend(values.map(|(code, cases)| (facet_term(dimension, &code), cases)));
        }
        // Numbered in their order, so that sums over them do not depend on the segments.
        let (terms, counts): (Vec<String>, Vec<u64>) = counted.into_iter().unzip();
        let ids: FxHashMap<&[u8], FacetId> = terms.iter().map(String::as_bytes).zip(0..).collect();
        let segments = reader.searcher().segment_readers().iter();
        let segments = segments
            .map(|segment| SegmentFacets::read(segment, reader.fields().facet, dimensions, &ids))
            .collect::<tantivy::Result<_>>()
            .map_err(|e| reader.failed(e))?;
        Ok(Self {
            segments,
            counts,
            terms,
        })
    }

    /// The values of `dimension`, in order.
    pub(crate) fn codes(&self, dimension: Dimension) -> impl Iterator<Item = (FacetId, &str)> {
        let prefix = facet_term(dimension, "");
        let first = self.terms.partition_point(|term| *term < prefix);
        let terms = (first as FacetId..).zip(&self.terms[first..]);
        terms.map_while(move |(id, term)| Some((id, term.strip_prefix(&prefix)?)))
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

/// The codes of `facet` that occur, and the number of cases that have each, deleted ones not yet
/// merged away included.
pub(crate) fn values(reader: &Reader, facet: Facet) -> Result<BTreeMap<String, u64>, Error> {
    let mut counts = BTreeMap::new();
    let mut read = || -> tantivy::Result<()> {
        for segment in reader.searcher().segment_readers() {
            let inverted = segment.inverted_index(reader.fields().facet)?;
            for_each_value(&inverted, facet, &mut |code, info| {
                *counts.entry(code.to_owned()).or_default() += u64::from(info.doc_freq);
                Ok(())
            })?;
        }
        Ok(())
    };
    read().map_err(|e| reader.failed(e))?;
    Ok(counts)
}

/// Calls `visit` with each code of `facet` in a segment, in order.
pub(super) fn for_each_value(
    inverted: &InvertedIndexReader,
    facet: Facet,
    visit: &mut dyn FnMut(&str, &TermInfo) -> tantivy::Result<()>,
) -> tantivy::Result<()> {
    let prefix = facet_term(facet, "");
    let mut values = inverted.terms().range().ge(&prefix).into_stream()?;
    while values.advance() {
        let Some(code) = values.key().strip_prefix(prefix.as_bytes()) else {
            break;
        };
        // All terms are UTF-8.
        visit(&String::from_utf8_lossy(code), values.value())?;
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
