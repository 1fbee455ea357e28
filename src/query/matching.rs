//! All cases that match a plan: what facets are counted over.
//!
//! Nobody asks for an order here, so nothing is scored: a case matches if it has a word of the plan,
//! or all words of a phrase in their places.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, InvertedIndexReader, SegmentReader};

use super::plan::{Leaf, Plan, PlannedNode, TermId};
use super::slot::Role;
use crate::error::Error;
use crate::index::{CaseSet, Reader, case_set};

/// The cases that score above 0 where no weight is 0: those that
/// [`candidates`](super::candidates::candidates) finds without a limit, but for those with parts of
/// a phrase only.
pub(crate) fn matching(reader: &Reader, plan: &Plan) -> Result<CaseSet, Error> {
    let wanted = Wanted::of(plan);
    let segments = reader.searcher().segment_readers().iter().enumerate();
    let sets = segments.map(|(ord, segment)| {
        let inverted = segment.inverted_index(reader.fields().text)?;
        let postings = PostingsOf {
            plan,
            ord,
            segment,
            inverted: &inverted,
        };
        let mut set = postings.cases_with(wanted.words.iter().copied())?;
        for phrase in &wanted.phrases {
            postings.add_phrase(phrase, &mut set)?;
        }
        case_set::remove_deleted(&mut set, segment);
        Ok(set)
    });
    let sets = sets.collect::<tantivy::Result<_>>();
    sets.map(CaseSet::from_segments)
        .map_err(|e| reader.failed(e))
}

/// Words, each with its place in the phrase.
type Phrase = [(u32, Leaf)];

/// What finds cases. Stop words find nothing by themselves.
#[derive(Default)]
struct Wanted<'p> {
    words: FxHashSet<TermId>,
    phrases: Vec<&'p Phrase>,
}

impl<'p> Wanted<'p> {
    fn of(plan: &'p Plan) -> Self {
        let mut wanted = Self::default();
        for slot in plan.slots.iter().filter(|slot| slot.role != Role::StopWord) {
            wanted.add(&slot.node);
        }
        wanted
    }

    fn add(&mut self, node: &'p PlannedNode) {
        match node {
            PlannedNode::Leaf(leaf) => self.words.extend(terms(leaf)),
            PlannedNode::Phrase(words) => self.phrases.push(words),
            PlannedNode::Best { ways, .. } => ways.iter().for_each(|(_, way)| self.add(way)),
            PlannedNode::All { nodes, .. } => nodes.iter().for_each(|node| self.add(node)),
        }
    }
}

fn terms(leaf: &Leaf) -> impl Iterator<Item = TermId> {
    leaf.forms.iter().map(|&(term, _)| term)
}

/// The postings of a plan in one segment.
struct PostingsOf<'r> {
    plan: &'r Plan,
    ord: usize,
    segment: &'r SegmentReader,
    inverted: &'r InvertedIndexReader,
}

impl PostingsOf<'_> {
    /// The postings of `term` with its positions.
    fn positions(&self, term: TermId) -> tantivy::Result<Option<SegmentPostings>> {
        let option = IndexRecordOption::WithFreqsAndPositions;
        let info = self.plan.terms[term].infos[self.ord].as_ref();
        let postings = info.map(|info| self.inverted.read_postings_from_terminfo(info, option));
        Ok(postings.transpose()?)
    }

    /// The documents that have any of `terms`.
    fn cases_with(&self, terms: impl Iterator<Item = TermId>) -> tantivy::Result<FixedBitSet> {
        let mut set = FixedBitSet::with_capacity(case_set::size_of(self.segment));
        for info in terms.filter_map(|term| self.plan.terms[term].infos[self.ord].as_ref()) {
            let option = IndexRecordOption::Basic;
            let postings = self
                .inverted
                .read_block_postings_from_terminfo(info, option)?;
            case_set::insert_all(&mut set, postings);
        }
        Ok(set)
    }

    /// Adds to `set` the documents that have `phrase`. Texts lie too far apart for a phrase to reach
    /// from one into the next.
    fn add_phrase(&self, phrase: &Phrase, set: &mut FixedBitSet) -> tantivy::Result<()> {
        let cases = |leaf: &Leaf| {
            let infos =
                terms(leaf).filter_map(|term| self.plan.terms[term].infos[self.ord].as_ref());
            infos.map(|info| info.doc_freq).sum::<u32>()
        };
        let Some((_, rarest)) = phrase.iter().min_by_key(|(_, leaf)| cases(leaf)) else {
            return Ok(());
        };
        let mut maybe = self.cases_with(terms(rarest))?;
        maybe.difference_with(set);
        let mut words = Vec::new();
        for (place, leaf) in phrase {
            let forms = terms(leaf).map(|term| self.positions(term));
            let forms = forms.collect::<tantivy::Result<Vec<_>>>()?;
            words.push((*place, forms.into_iter().flatten().collect()));
        }
        for doc in maybe
            .ones()
            .filter(|&doc| has_phrase(&mut words, doc as DocId))
        {
            set.insert(doc);
        }
        Ok(())
    }
}

/// Whether the words stand in their places anywhere in `doc`. Cases must come in ascending order.
fn has_phrase(words: &mut [(u32, Vec<SegmentPostings>)], doc: DocId) -> bool {
    // Positions are read only where all words are there.
    let is_there = |form: &mut SegmentPostings| form.doc() <= doc && form.seek(doc) == doc;
    let has_word = |(_, forms): &mut (u32, Vec<SegmentPostings>)| {
        forms
            .iter_mut()
            .fold(false, |has, form| is_there(form) | has)
    };
    if !words.iter_mut().all(has_word) {
        return false;
    }
    let mut begins: Option<Vec<u32>> = None;
    let mut positions = Vec::new();
    for (place, forms) in words {
        positions.clear();
        for form in forms.iter_mut().filter(|form| form.doc() == doc) {
            form.append_positions_with_offset(0, &mut positions);
        }
        positions.sort_unstable();
        let own = positions.iter().filter_map(|at| at.checked_sub(*place));
        begins = Some(match begins {
            None => own.collect(),
            Some(before) => own.filter(|at| before.binary_search(at).is_ok()).collect(),
        });
    }
    begins.is_some_and(|begins| !begins.is_empty())
}
