//! All cases that match a plan, as a set for each segment: what facets are counted over.
//!
//! Nobody asks for an order here. A case with a word of the plan scores, so it is in without being
//! scored. One that has a word of a phrase has to be scored, since the phrase may not be there; and with
//! weights that are 0, so has every one.

use tantivy::schema::IndexRecordOption;
use tantivy::{BitSet, DocSet, SegmentReader, TERMINATED};

use super::plan::{Plan, PlannedNode, TermId};
use super::score::Scorer;
use super::slot::Role;
use super::weights::Weights;
use crate::error::Error;
use crate::index::{Reader, is_alive};

/// The cases that score above 0: those that [`candidates`](super::candidates::candidates) finds
/// without a limit, but for those with parts of a phrase only.
pub(crate) fn matching(
    reader: &Reader,
    weights: &Weights,
    plan: &Plan,
) -> Result<Vec<BitSet>, Error> {
    let terms = Terms::of(plan, weights);
    let segments = reader.searcher().segment_readers().iter().enumerate();
    segments
        .map(|(ord, segment)| {
            let read = |terms: &[TermId]| {
                cases_with(reader, plan, terms, ord, segment).map_err(|e| reader.failed(e))
            };
            let mut set = read(&terms.enough)?;
            let open = read(&terms.to_score)?;
            if open.len() == 0 {
                return Ok(set);
            }
            let columns = reader.columns(segment)?;
            let mut scorer = Scorer::new(reader, weights, plan, segment, ord, &columns)?;
            for doc in docs(&open) {
                if !set.contains(doc) && scorer.score(doc).total > 0.0 {
                    set.insert(doc);
                }
            }
            Ok(set)
        })
        .collect()
}

/// All cases.
pub(crate) fn all(reader: &Reader) -> Vec<BitSet> {
    let segments = reader.searcher().segment_readers().iter();
    segments
        .map(|segment| {
            let mut set = BitSet::with_max_value(segment.max_doc());
            for doc in segment.doc_ids_alive() {
                set.insert(doc);
            }
            set
        })
        .collect()
}

/// What is in `set`, in ascending order.
pub(crate) fn docs(set: &BitSet) -> impl Iterator<Item = u32> {
    (0..set.max_value()).filter(|&doc| set.contains(doc))
}

/// The terms of a plan that find cases. Stop words find nothing by themselves.
#[derive(Default)]
struct Terms {
    /// A case with one of these matches.
    enough: Vec<TermId>,
    /// A case with one of these may match: of a phrase, the rarest word in all its forms.
    to_score: Vec<TermId>,
}

impl Terms {
    fn of(plan: &Plan, weights: &Weights) -> Self {
        let mut terms = Self::default();
        for slot in plan.slots.iter().filter(|slot| slot.role != Role::StopWord) {
            slot.node.visit(1.0, &mut |node, _| {
                let list = match node {
                    PlannedNode::Leaf(_) if weights.every_match_scores() => &mut terms.enough,
                    _ => &mut terms.to_score,
                };
                node.visit_terms(1.0, &mut |term, _, _| list.push(term));
            });
        }
        for list in [&mut terms.enough, &mut terms.to_score] {
            list.sort_unstable();
            list.dedup();
        }
        terms
    }
}

/// The cases of one segment that have any of `terms`.
fn cases_with(
    reader: &Reader,
    plan: &Plan,
    terms: &[TermId],
    ord: usize,
    segment: &SegmentReader,
) -> tantivy::Result<BitSet> {
    let inverted = segment.inverted_index(reader.fields().text)?;
    let mut set = BitSet::with_max_value(segment.max_doc());
    for &term in terms {
        let Some(info) = &plan.terms[term].infos[ord] else {
            continue;
        };
        let mut cases = inverted.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
        while cases.doc() != TERMINATED {
            if is_alive(segment, cases.doc()) {
                set.insert(cases.doc());
            }
            cases.advance();
        }
    }
    Ok(set)
}
