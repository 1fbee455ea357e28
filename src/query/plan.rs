//! From slots to a plan: which terms of this index to read, and what each is worth.
//!
//! Rarity is that in the cases, whatever the field: all zones share one posting list a term, so an
//! English function word gains nothing from being rare in Korean texts.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::Term;
use tantivy::postings::TermInfo;

use super::slot::{Form, Node, Role, Slot};
use super::weights;
use crate::error::Error;
use crate::index::Reader;

/// A term of the plan, by its place in [`Plan::terms`].
pub(crate) type TermId = usize;

/// What will be read and how it will be weighed.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) slots: Vec<PlannedSlot>,
    pub(crate) terms: Vec<PlannedTerm>,
    /// Words of the query that occur in no case, as typed.
    pub(crate) unknown: Vec<String>,
    /// How many different words the query had, where not all are used.
    pub(crate) reduced_from: Option<usize>,
}

/// A slot with at least one term that occurs.
#[derive(Debug)]
pub(crate) struct PlannedSlot {
    pub(crate) text: String,
    pub(crate) range: Range<usize>,
    pub(crate) role: Role,
    pub(crate) weight: f32,
    pub(crate) node: PlannedNode,
}

/// [`Node`] without what does not occur.
#[derive(Debug)]
pub(crate) enum PlannedNode {
    Leaf {
        /// Best form first.
        forms: Vec<(TermId, f32)>,
        idf: f32,
    },
    Best(Vec<(f32, PlannedNode)>),
    All {
        nodes: Vec<PlannedNode>,
        /// Sum over all parts, those that do not occur included.
        total_idf: f32,
    },
}

/// A term that occurs in the index.
#[derive(Debug)]
pub(crate) struct PlannedTerm {
    /// With the prefix of its view.
    pub(crate) text: String,
    pub(crate) term: Term,
    /// Number of cases that have it, deleted ones not yet merged away included.
    pub(crate) doc_freq: u64,
    /// For each segment, where its postings are.
    pub(crate) infos: Vec<Option<TermInfo>>,
}

impl PlannedNode {
    /// The rarity of the thing itself.
    pub(crate) fn idf(&self) -> f32 {
        match self {
            Self::Leaf { idf, .. } => *idf,
            Self::Best(ways) => ways.iter().map(|(_, node)| node.idf()).fold(0.0, f32::max),
            Self::All { nodes, .. } => nodes.iter().map(Self::idf).fold(0.0, f32::max),
        }
    }

    /// Calls `visit` with each term and what a match of it is worth in this node.
    pub(crate) fn visit_terms(&self, weight: f32, visit: &mut dyn FnMut(TermId, f32, f32)) {
        match self {
            Self::Leaf { forms, idf } => {
                for &(term, form) in forms {
                    visit(term, weight * form, *idf);
                }
            }
            Self::Best(ways) => {
                for (way, node) in ways {
                    node.visit_terms(weight * way, visit);
                }
            }
            Self::All { nodes, total_idf } => {
                let share = self.idf() / total_idf.max(f32::MIN_POSITIVE);
                for node in nodes {
                    node.visit_terms(weight * share, visit);
                }
            }
        }
    }

    /// The forms of the word or the whole that this node is about.
    pub(crate) fn main_forms(&self) -> &[(TermId, f32)] {
        match self {
            Self::Leaf { forms, .. } => forms,
            Self::Best(ways) => ways.first().map_or(&[], |(_, node)| node.main_forms()),
            Self::All { .. } => &[],
        }
    }
}

/// Plans `slots` against the index of `reader`. `cause_lines` are the parts of the query whose
/// words tell most.
pub(crate) fn plan(
    reader: &Reader,
    slots: Vec<Slot>,
    cause_lines: &[Range<usize>],
) -> Result<Plan, Error> {
    let mut planner = Planner {
        reader,
        ids: FxHashMap::default(),
        terms: Vec::new(),
        cases: reader.total_docs(),
    };
    let mut planned: Vec<PlannedSlot> = Vec::new();
    let mut places: FxHashMap<Vec<TermId>, (usize, u32)> = FxHashMap::default();
    let mut unknown = Vec::new();
    let mut known_unknown: FxHashSet<String> = FxHashSet::default();
    let joined = planner.joined_words(&slots)?;
    for (slot, joined) in slots.into_iter().zip(joined) {
        let node = planner.node(&slot.node)?;
        let node = match (node, joined) {
            (Some(node), Some(joined)) => Some(PlannedNode::Best(vec![
                (1.0, node),
                (weights::JOINED_WORDS, joined),
            ])),
            (node, joined) => node.or(joined),
        };
        let Some(node) = node else {
            if slot.role != Role::Support && known_unknown.insert(slot.text.clone()) {
                unknown.push(slot.text);
            }
            continue;
        };
        let mut key = Vec::new();
        node.visit_terms(1.0, &mut |term, _, _| key.push(term));
        if let Some((place, count)) = places.get_mut(&key) {
            *count += 1;
            planned[*place].weight *= 1.0 + weights::REPETITION / *count as f32;
            continue;
        }
        places.insert(key, (planned.len(), 1));
        planned.push(PlannedSlot {
            weight: slot_weight(slot.role, &slot.node),
            text: slot.text,
            range: slot.range,
            role: slot.role,
            node,
        });
    }
    let reduced_from = keep_most_telling(&mut planned, cause_lines);
    keep_stop_words_if_alone(&mut planned);
    Ok(Plan {
        slots: planned,
        terms: planner.terms,
        unknown,
        reduced_from,
    })
}

fn slot_weight(role: Role, node: &Node) -> f32 {
    match (role, node) {
        (Role::StopWord, _) => weights::STOP_WORD_SLOT,
        (Role::Support, _) => weights::BIGRAM_SLOT,
        (Role::Corrected, _) => weights::CORRECTED_SLOT,
        (Role::Content, Node::Best(_)) => weights::IDENTIFIER_SLOT,
        (Role::Content, _) => 1.0,
    }
}

/// A query of stop words only means them.
fn keep_stop_words_if_alone(slots: &mut [PlannedSlot]) {
    if slots.iter().all(|slot| slot.role == Role::StopWord) {
        for slot in slots {
            slot.role = Role::Content;
            slot.weight = 1.0;
        }
    }
}

/// Leaves at most [`weights::MAX_SLOTS`] slots, in their order; returns how many words there were
/// if any had to go.
fn keep_most_telling(slots: &mut Vec<PlannedSlot>, cause_lines: &[Range<usize>]) -> Option<usize> {
    if slots.len() <= weights::MAX_SLOTS {
        return None;
    }
    let words = slots
        .iter()
        .filter(|slot| slot.role != Role::Support)
        .count();
    let telling = |slot: &PlannedSlot| {
        let boost = match in_any(cause_lines, slot.range.start) {
            true => weights::CAUSE_LINE,
            false => 1.0,
        };
        slot.weight * slot.node.idf() * boost
    };
    let mut ranked: Vec<f32> = slots.iter().map(telling).collect();
    ranked.sort_by(|a, b| b.total_cmp(a));
    let threshold = ranked[weights::MAX_SLOTS - 1];
    let mut left = weights::MAX_SLOTS;
    slots.retain(|slot| {
        let keep = left > 0 && telling(slot) >= threshold;
        left -= usize::from(keep);
        keep
    });
    Some(words)
}

/// Whether one of `ranges`, which are in order, holds `at`.
fn in_any(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.start <= at);
    next > 0 && ranges[next - 1].contains(&at)
}

struct Planner<'r> {
    reader: &'r Reader,
    ids: FxHashMap<String, Option<TermId>>,
    terms: Vec<PlannedTerm>,
    cases: u64,
}

impl Planner<'_> {
    /// For each slot, the word that it makes together with a neighbour, where some case has it.
    fn joined_words(&mut self, slots: &[Slot]) -> Result<Vec<Option<PlannedNode>>, Error> {
        let mut joined: Vec<Option<PlannedNode>> = Vec::new();
        joined.resize_with(slots.len(), || None);
        for (i, pair) in slots.windows(2).enumerate() {
            let (Some(first), Some(second)) = (plain_word(&pair[0]), plain_word(&pair[1])) else {
                continue;
            };
            let whole = Node::Leaf(vec![Form {
                term: format!("{first}{second}"),
                weight: 1.0,
            }]);
            if let Some(node) = self.node(&whole)? {
                joined[i + 1] = Some(node);
                joined[i] = self.node(&whole)?;
            }
        }
        Ok(joined)
    }

    fn node(&mut self, node: &Node) -> Result<Option<PlannedNode>, Error> {
        Ok(match node {
            Node::Leaf(forms) => self.leaf(forms)?,
            Node::Best(ways) => {
                let mut planned = Vec::new();
                for (weight, way) in ways {
                    planned.extend(self.node(way)?.map(|node| (*weight, node)));
                }
                (!planned.is_empty()).then_some(PlannedNode::Best(planned))
            }
            Node::All(nodes) => {
                let mut planned = Vec::new();
                let mut missing = 0;
                for node in nodes {
                    match self.node(node)? {
                        Some(node) => planned.push(node),
                        None => missing += 1,
                    }
                }
                let found: f32 = planned.iter().map(PlannedNode::idf).sum();
                let total_idf = found + missing as f32 * self.idf(0);
                (!planned.is_empty()).then_some(PlannedNode::All {
                    nodes: planned,
                    total_idf,
                })
            }
        })
    }

    /// A leaf has one rarity for all its forms: a form that is rarer than the word tells no more.
    fn leaf(&mut self, forms: &[Form]) -> Result<Option<PlannedNode>, Error> {
        let mut found: Vec<(TermId, f32)> = Vec::new();
        for form in forms {
            if let Some(term) = self.term(&form.term)? {
                found.push((term, form.weight));
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        let doc_freq: u64 = found
            .iter()
            .map(|&(term, _)| self.terms[term].doc_freq)
            .sum();
        Ok(Some(PlannedNode::Leaf {
            idf: self.idf(doc_freq),
            forms: found,
        }))
    }

    fn term(&mut self, text: &str) -> Result<Option<TermId>, Error> {
        if let Some(&id) = self.ids.get(text) {
            return Ok(id);
        }
        let term = Term::from_field_text(self.reader.fields().text, text);
        let mut infos = Vec::new();
        let mut doc_freq = 0;
        for segment in self.reader.searcher().segment_readers() {
            let info = segment
                .inverted_index(term.field())
                .and_then(|inverted| Ok(inverted.get_term_info(&term)?))
                .map_err(|e| self.reader.failed(e))?;
            doc_freq += info.as_ref().map_or(0, |info| u64::from(info.doc_freq));
            infos.push(info);
        }
        let id = (doc_freq > 0).then_some(self.terms.len());
        if id.is_some() {
            self.terms.push(PlannedTerm {
                text: text.to_owned(),
                term,
                doc_freq,
                infos,
            });
        }
        self.ids.insert(text.to_owned(), id);
        Ok(id)
    }

    fn idf(&self, doc_freq: u64) -> f32 {
        idf(doc_freq, self.cases)
    }
}

/// How rare something is that `doc_freq` of `cases` cases have: BM25's idf in the form that is
/// never negative, ln(1 + (N - n + 0.5) / (n + 0.5)).
pub(crate) fn idf(doc_freq: u64, cases: u64) -> f32 {
    let n = cases as f32;
    let df = (doc_freq as f32).min(n);
    (1.0 + (n - df + 0.5) / (df + 0.5)).ln()
}

/// The word of a slot that is one word of letters.
pub(super) fn plain_word(slot: &Slot) -> Option<&str> {
    match &slot.node {
        Node::Leaf(forms) if slot.role != Role::Support => {
            let word = forms.first()?.term.as_str();
            word.bytes().all(|b| b.is_ascii_lowercase()).then_some(word)
        }
        _ => None,
    }
}
