//! Who has each value of each facet, in memory: counting for one query after the other reads no
//! postings.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, SegmentReader};

use super::case_set::{CaseSet, for_each_block, insert, size_of};
use super::facet::Facet;
use super::facets::for_each_value;
use super::reader::Reader;
use crate::error::Error;

/// The cases that have each value of each facet, deleted ones not yet merged away included.
pub(crate) struct Members {
    facets: BTreeMap<Facet, Values>,
}

/// For each code of a facet the members in each segment, none for segments at the end without any.
type Values = BTreeMap<String, Vec<Docs>>;

/// Documents of a segment, in whichever form is the smaller one.
enum Docs {
    Many(FixedBitSet),
    Few(Vec<DocId>),
}

impl Members {
    /// Reads those of all facets.
    pub(crate) fn read(reader: &Reader) -> Result<Self, Error> {
        let facets = Facet::ALL.into_iter();
        let facets = facets.map(|facet| Ok((facet, values(reader, facet)?)));
        let facets: tantivy::Result<_> = facets.collect();
        Ok(Self {
            facets: facets.map_err(|e| reader.failed(e))?,
        })
    }

    /// The codes of `facet`, and the number of `cases` that have each.
    pub(crate) fn count<'m>(
        &'m self,
        facet: Facet,
        cases: &'m CaseSet,
    ) -> impl Iterator<Item = (&'m str, u64)> {
        let values = self.facets.get(&facet);
        values.into_iter().flatten().map(|(code, segments)| {
            let counts = segments
                .iter()
                .zip(cases.segments())
                .map(|(docs, set)| docs.count_in(set));
            (code.as_str(), counts.sum::<usize>() as u64)
        })
    }
}

impl Docs {
    /// A bit for each document of the segment, or a number for each of these.
    const BITS: usize = DocId::BITS as usize;

    fn count_in(&self, set: &FixedBitSet) -> usize {
        match self {
            Self::Many(docs) => docs.intersection_count(set),
            Self::Few(docs) => docs
                .iter()
                .filter(|&&doc| set.contains(doc as usize))
                .count(),
        }
    }
}

fn values(reader: &Reader, facet: Facet) -> tantivy::Result<Values> {
    let mut values = Values::new();
    for (ord, segment) in reader.searcher().segment_readers().iter().enumerate() {
        for (code, docs) in values_of(segment, reader, facet)? {
            let segments = values.entry(code).or_default();
            segments.resize_with(ord, || Docs::Few(Vec::new()));
            segments.push(docs);
        }
    }
    Ok(values)
}

fn values_of(
    segment: &SegmentReader,
    reader: &Reader,
    facet: Facet,
) -> tantivy::Result<Vec<(String, Docs)>> {
    let inverted = segment.inverted_index(reader.fields().facet)?;
    let size = size_of(segment);
    let mut values = Vec::new();
    for_each_value(&inverted, facet, &mut |code, info| {
        let option = IndexRecordOption::Basic;
        let postings = inverted.read_block_postings_from_terminfo(info, option)?;
        let docs = if info.doc_freq as usize * Docs::BITS > size {
            let mut docs = FixedBitSet::with_capacity(size);
            for_each_block(postings, &mut |block| insert(&mut docs, block));
            Docs::Many(docs)
        } else {
            let mut docs = Vec::with_capacity(info.doc_freq as usize);
            for_each_block(postings, &mut |block| docs.extend_from_slice(block));
            Docs::Few(docs)
        };
        values.push((code.to_owned(), docs));
        Ok(())
    })?;
    Ok(values)
}
