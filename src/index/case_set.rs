//! Sets of cases, of which none is deleted.

use fixedbitset::FixedBitSet;
use tantivy::postings::BlockSegmentPostings;
use tantivy::query::{EnableScoring, Query};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, InvertedIndexReader, Searcher, SegmentReader, Term};

/// Some of the cases of an index, by segment.
#[derive(Debug, Clone)]
pub(crate) struct CaseSet(Vec<FixedBitSet>);

impl CaseSet {
    pub(crate) fn none(searcher: &Searcher) -> Self {
        let segments = searcher.segment_readers().iter();
        let empty = |segment: &SegmentReader| FixedBitSet::with_capacity(size_of(segment));
        Self(segments.map(empty).collect())
    }

    pub(crate) fn all(searcher: &Searcher) -> Self {
        let mut all = Self::none(searcher);
        for (set, segment) in all.0.iter_mut().zip(searcher.segment_readers()) {
            set.insert_range(..);
            remove_deleted(set, segment);
        }
        all
    }

    /// The cases that match `query`.
    pub(crate) fn matching(searcher: &Searcher, query: &dyn Query) -> tantivy::Result<Self> {
        let weight = query.weight(EnableScoring::disabled_from_searcher(searcher))?;
        let mut found = Self::none(searcher);
        for (set, segment) in found.0.iter_mut().zip(searcher.segment_readers()) {
            weight.for_each_no_score(segment, &mut |docs| insert(set, docs))?;
            remove_deleted(set, segment);
        }
        Ok(found)
    }

    /// The cases that have any of `terms` in `field`.
    pub(crate) fn with_any(
        searcher: &Searcher,
        field: Field,
        terms: &[String],
    ) -> tantivy::Result<Self> {
        let mut found = Self::none(searcher);
        for (set, segment) in found.0.iter_mut().zip(searcher.segment_readers()) {
            let inverted = segment.inverted_index(field)?;
            for term in terms {
                let term = Term::from_field_text(field, term);
                if let Some(postings) = read_blocks(&inverted, &term)? {
                    insert_all(set, postings);
                }
            }
            remove_deleted(set, segment);
        }
        Ok(found)
    }

    /// How many of them have `term`.
    pub(crate) fn count_with(&self, searcher: &Searcher, term: &Term) -> tantivy::Result<u64> {
        let mut count = 0;
        for (set, segment) in self.0.iter().zip(searcher.segment_readers()) {
            let inverted = segment.inverted_index(term.field())?;
            let postings = read_blocks(&inverted, term)?;
            count += postings.map_or(0, |postings| count_in(set, postings));
        }
        Ok(count)
    }

    /// Of the sets of the segments, in their order.
    pub(crate) fn from_segments(sets: Vec<FixedBitSet>) -> Self {
        Self(sets)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|set| set.count_ones(..)).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(FixedBitSet::is_clear)
    }

    pub(crate) fn contains(&self, case: DocAddress) -> bool {
        self.0[case.segment_ord as usize].contains(case.doc_id as usize)
    }

    /// Leaves those that are in `other` too.
    pub(crate) fn keep(&mut self, other: &Self) {
        for (set, other) in self.0.iter_mut().zip(&other.0) {
            set.intersect_with(other);
        }
    }

    /// Leaves those that are not in `other`.
    pub(crate) fn remove(&mut self, other: &Self) {
        for (set, other) in self.0.iter_mut().zip(&other.0) {
            set.difference_with(other);
        }
    }

    /// All of them, by their addresses.
    pub(crate) fn iter(&self) -> impl Iterator<Item = DocAddress> {
        (0..).zip(&self.0).flat_map(|(ord, set)| {
            let docs = set.ones();
            docs.map(move |doc| DocAddress::new(ord, doc as u32))
        })
    }

    /// For each segment, its documents.
    pub(crate) fn segments(&self) -> &[FixedBitSet] {
        &self.0
    }
}

/// The documents of `term` in blocks, which are read faster than one by one.
fn read_blocks(
    inverted: &InvertedIndexReader,
    term: &Term,
) -> tantivy::Result<Option<BlockSegmentPostings>> {
    let Some(info) = inverted.get_term_info(term)? else {
        return Ok(None);
    };
    Ok(Some(inverted.read_block_postings_from_terminfo(
        &info,
        IndexRecordOption::Basic,
    )?))
}

/// Adds all documents of `postings` to `set`.
pub(crate) fn insert_all(set: &mut FixedBitSet, postings: BlockSegmentPostings) {
    for_each_block(postings, &mut |docs| insert(set, docs));
}

/// The number of documents of `postings` that are in `set`.
fn count_in(set: &FixedBitSet, postings: BlockSegmentPostings) -> u64 {
    let mut count = 0;
    for_each_block(postings, &mut |docs| {
        let found = docs.iter().filter(|&&doc| set.contains(doc as usize));
        count += found.count() as u64;
    });
    count
}

/// Calls `visit` with all documents of `postings`, some at a time.
pub(super) fn for_each_block(mut postings: BlockSegmentPostings, visit: &mut dyn FnMut(&[u32])) {
    while !postings.docs().is_empty() {
        visit(postings.docs());
        postings.advance();
    }
}

pub(super) fn insert(set: &mut FixedBitSet, docs: &[u32]) {
    for &doc in docs {
        set.insert(doc as usize);
    }
}

/// Deleted documents stay in posting lists until their segment is merged.
pub(crate) fn remove_deleted(set: &mut FixedBitSet, segment: &SegmentReader) {
    if let Some(alive) = segment.alive_bitset() {
        for doc in 0..segment.max_doc() {
            if !alive.is_alive(doc) {
                set.set(doc as usize, false);
            }
        }
    }
}

pub(crate) fn size_of(segment: &SegmentReader) -> usize {
    segment.max_doc() as usize
}
