//! From slots to a plan: which terms of this index to read, and what each is worth.
//!
//! Rarity is that in the cases, whatever the field: all zones share one posting list a term, so an
//! English function word gains nothing from being rare in Korean texts.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::Term;
use tantivy::postings::TermInfo;
use tantivy::query::{PhraseQuery, Query};

use super::pasted::{Line, line_at};
use super::slot::{Form, Likeness, Node, Role, Slot, Way};
use super::weights::{MAX_SLOTS, Weights};
use crate::error::Error;
use crate::index::Reader;

/// A term of the plan, by its place in [`Plan::terms`].
pub(crate) type TermId = usize;

/// What will be read and how it will be weighed.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) slots: Vec<PlannedSlot>,
    pub(crate) terms: Vec<PlannedTerm>,
    /// Words of the query that occur in no case, each once.
    pub(crate) unknown: Vec<Unknown>,
    /// What is searched for too, each once: terms of the glossary, and `5xx` for `502`.
    pub(crate) synonyms: Vec<String>,
    /// How many different words the query had, where not all are used.
    pub(crate) reduced_from: Option<usize>,
}

impl Plan {
    /// How far the query describes an incident, from 0 for a few words, which ask for these words,
    /// towards 1.
    pub(crate) fn describes(&self) -> f32 {
        const FEW: f32 = 3.0;
        let is_content = |slot: &&PlannedSlot| matches!(slot.role, Role::Content | Role::Corrected);
        let words = self.slots.iter().filter(is_content).count();
        (1.0 - FEW / words.max(1) as f32).max(0.0)
    }
}

/// A word that occurs in no case.
#[derive(Debug, Clone)]
pub(crate) struct Unknown {
    /// As typed.
    pub(crate) text: String,
    /// Bytes in the query.
    pub(crate) range: Range<usize>,
    /// Whether a term that means the same is searched for.
    pub(crate) has_synonym: bool,
}

/// A slot with at least one term that occurs.
#[derive(Debug)]
pub(crate) struct PlannedSlot {
    pub(crate) text: String,
    pub(crate) role: Role,
    pub(crate) weight: f32,
    pub(crate) node: PlannedNode,
    /// Positions that the thing itself takes.
    pub(crate) span: u32,
}

/// A word with those of its forms that occur.
#[derive(Debug)]
pub(crate) struct Leaf {
    /// Best form first.
    pub(crate) forms: Vec<(TermId, f32)>,
    pub(crate) idf: f32,
}

/// [`Node`] without what does not occur.
#[derive(Debug)]
pub(crate) enum PlannedNode {
    Leaf(Leaf),
    /// Words, each with its place in the phrase.
    Phrase(Vec<(u32, Leaf)>),
    Best {
        /// The thing itself first, if it occurs.
        ways: Vec<(f32, PlannedNode)>,
        idf: f32,
    },
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
            Self::Leaf(leaf) => leaf.idf,
            // That of its rarest word: how often the words stand together is not known.
            Self::Phrase(words) => words.iter().map(|(_, word)| word.idf).fold(0.0, f32::max),
            Self::Best { idf, .. } => *idf,
            Self::All { nodes, .. } => nodes.iter().map(Self::idf).fold(0.0, f32::max),
        }
    }

    /// The best of several ways. The first, if it is the thing itself, says how rare it is: a way
    /// that is rarer tells no more.
    fn best(mut ways: Vec<(f32, PlannedNode)>, has_itself: bool) -> Option<Self> {
        let rarest = ways.iter().map(|(_, way)| way.idf()).fold(0.0, f32::max);
        let idf = match ways.first()? {
            (_, itself) if has_itself => itself.idf(),
            _ => rarest,
        };
        for (weight, way) in &mut ways {
            *weight *= (idf / way.idf().max(f32::MIN_POSITIVE)).min(1.0);
        }
        Some(Self::Best { ways, idf })
    }

    /// Calls `visit` with each node below this one that has terms, and with its weight in this one.
    pub(crate) fn visit(&self, weight: f32, visit: &mut dyn FnMut(&PlannedNode, f32)) {
        match self {
            Self::Leaf(_) | Self::Phrase(_) => visit(self, weight),
            Self::Best { ways, .. } => {
                for (way, node) in ways {
                    node.visit(weight * way, visit);
                }
            }
            Self::All { nodes, total_idf } => {
                let share = self.idf() / total_idf.max(f32::MIN_POSITIVE);
                for node in nodes {
                    node.visit(weight * share, visit);
                }
            }
        }
    }

    /// Calls `visit` with each term that a case must have for anything of this node to be there, and
    /// with what a match of it is worth at most. Of a phrase that is its rarest word.
    pub(crate) fn visit_terms(&self, weight: f32, visit: &mut dyn FnMut(TermId, f32, f32)) {
        self.visit(weight, &mut |node, weight| {
            let leaf = match node {
                Self::Leaf(leaf) => Some(leaf),
                Self::Phrase(words) => words
                    .iter()
                    .map(|(_, word)| word)
                    .max_by(|a, b| a.idf.total_cmp(&b.idf)),
                _ => None,
            };
            for &(term, form) in leaf.iter().flat_map(|leaf| &leaf.forms) {
                visit(term, weight * form, node.idf());
            }
        });
    }

    /// The thing itself, without the weaker ways to have it.
    pub(crate) fn main(&self) -> &PlannedNode {
        match self {
            Self::Best { ways, .. } => ways.first().map_or(self, |(_, way)| way.main()),
            _ => self,
        }
    }
}

/// Plans `slots` against the index of `reader`. `lines` are those of a pasted text, none where it was
/// typed.
pub(crate) fn plan(
    reader: &Reader,
    weights: &Weights,
    slots: Vec<Slot>,
    lines: &[Line],
) -> Result<Plan, Error> {
    let mut planner = Planner {
        reader,
        weights,
        ids: FxHashMap::default(),
        terms: Vec::new(),
        synonyms: Vec::new(),
        cases: reader.total_docs(),
        is_typed: slots.len() <= MAX_SLOTS,
    };
    let mut planned: Vec<PlannedSlot> = Vec::new();
    let mut places: FxHashMap<Vec<TermId>, (usize, u32)> = FxHashMap::default();
    let mut unknown = Vec::new();
    let mut known_unknown: FxHashSet<String> = FxHashSet::default();
    let joined = planner.joined_words(&slots)?;
    for (slot, joined) in slots.into_iter().zip(joined) {
        let (node, occurs) = planner.slot_node(&slot, joined)?;
        if !occurs && slot.role != Role::Support && known_unknown.insert(slot.text.clone()) {
            unknown.push(Unknown {
                text: slot.text.clone(),
                range: slot.range.clone(),
                has_synonym: node.is_some(),
            });
        }
        let Some(node) = node else {
            continue;
        };
        let mut key = Vec::new();
        node.visit_terms(1.0, &mut |term, _, _| key.push(term));
        let line = line_at(lines, slot.range.start).map_or(1.0, |line| weights.line(line.records));
        let weight = line * weights.slot(slot.role, &slot.node);
        if let Some((place, count)) = places.get_mut(&key) {
            *count += 1;
            let planned: &mut PlannedSlot = &mut planned[*place];
            // Who types a word twice means it; a log repeats itself.
            match lines.is_empty() {
                true => planned.weight *= 1.0 + weights.repetition / *count as f32,
                false => planned.weight = planned.weight.max(weight),
            }
            continue;
        }
        places.insert(key, (planned.len(), 1));
        planned.push(PlannedSlot {
            weight,
            text: slot.text,
            role: slot.role,
            span: slot.span,
            node,
        });
    }
    let reduced_from = keep_most_telling(&mut planned);
    keep_stop_words_if_alone(&mut planned);
    Ok(Plan {
        slots: planned,
        terms: planner.terms,
        unknown,
        synonyms: planner.synonyms,
        reduced_from,
    })
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

/// Leaves at most [`MAX_SLOTS`] slots, in their order; returns how many words there were
/// if any had to go.
fn keep_most_telling(slots: &mut Vec<PlannedSlot>) -> Option<usize> {
    if slots.len() <= MAX_SLOTS {
        return None;
    }
    let words = slots
        .iter()
        .filter(|slot| slot.role != Role::Support)
        .count();
    let telling = |slot: &PlannedSlot| slot.weight * slot.node.idf();
    let mut ranked: Vec<f32> = slots.iter().map(telling).collect();
    ranked.sort_by(|a, b| b.total_cmp(a));
    let threshold = ranked[MAX_SLOTS - 1];
    let mut left = MAX_SLOTS;
    slots.retain(|slot| {
        let keep = left > 0 && telling(slot) >= threshold;
        left -= usize::from(keep);
        keep
    });
    Some(words)
}

struct Planner<'r> {
    reader: &'r Reader,
    weights: &'r Weights,
    ids: FxHashMap<String, Option<TermId>>,
    terms: Vec<PlannedTerm>,
    /// See [`Plan::synonyms`].
    synonyms: Vec<String>,
    cases: u64,
    /// Whether the query is short enough to look for more than what it says.
    is_typed: bool,
}

impl Planner<'_> {
    /// All ways to have what `slot` asks for, `joined` among them, and whether it occurs as it is
    /// written.
    fn slot_node(
        &mut self,
        slot: &Slot,
        joined: Option<PlannedNode>,
    ) -> Result<(Option<PlannedNode>, bool), Error> {
        let itself = self.node(&slot.node)?;
        let has_itself = itself.is_some();
        let mut ways: Vec<(f32, PlannedNode)> = Vec::new();
        // A word of a term of the glossary means less by itself.
        let alone = match slot.term {
            Some(_) => self.weights.word_of_term,
            None => 1.0,
        };
        ways.extend(itself.map(|node| (alone, node)));
        if let Some(term) = &slot.term {
            ways.extend(self.node(term)?.map(|node| (1.0, node)));
        }
        ways.extend(joined.map(|node| (self.weights.joined_words, node)));
        if self.is_typed {
            let split = self.split_word(slot, has_itself)?;
            ways.extend(split.map(|node| (self.weights.joined_words, node)));
        }
        let occurs = !ways.is_empty();
        for synonym in &slot.synonyms {
            if let Some(node) = self.node(&synonym.node)? {
                ways.push((self.weights.synonym, node));
                self.add_synonym(&synonym.text);
            }
        }
        let node = match ways.len() {
            1 if has_itself => ways.pop().map(|(_, node)| node),
            _ => PlannedNode::best(ways, has_itself),
        };
        Ok((node, occurs))
    }

    /// For each slot, the word that it makes together with a neighbour, where some case has it.
    fn joined_words(&mut self, slots: &[Slot]) -> Result<Vec<Option<PlannedNode>>, Error> {
        let mut joined: Vec<Option<PlannedNode>> = Vec::new();
        joined.resize_with(slots.len(), || None);
        for (i, pair) in slots.windows(2).enumerate() {
            let (Some(first), Some(second)) = (plain_word(&pair[0]), plain_word(&pair[1])) else {
                continue;
            };
            let whole = Node::Leaf(vec![Form::same(format!("{first}{second}"))]);
            if let Some(node) = self.node(&whole)? {
                joined[i + 1] = Some(node);
                joined[i] = self.node(&whole)?;
            }
        }
        Ok(joined)
    }

    /// The two words that a word is made of, next to each other: `web socket` for `websocket`. Of
    /// several such pairs, the one whose rarer word is the most frequent. Where the word itself does
    /// not occur, the two must: else it would not be told as unknown.
    fn split_word(&mut self, slot: &Slot, has_itself: bool) -> Result<Option<PlannedNode>, Error> {
        const SHORTEST: usize = 2;
        let Some(word) = plain_word(slot).filter(|word| word.len() >= 2 * SHORTEST) else {
            return Ok(None);
        };
        let mut best: Option<(u64, [TermId; 2])> = None;
        for at in SHORTEST..=word.len() - SHORTEST {
            let (first, second) = word.split_at(at);
            let (Some(first), Some(second)) = (self.term(first)?, self.term(second)?) else {
                continue;
            };
            let cases = self.terms[first].doc_freq.min(self.terms[second].doc_freq);
            if best.is_none_or(|(most, _)| cases > most) {
                best = Some((cases, [first, second]));
            }
        }
        let Some((_, words)) = best else {
            return Ok(None);
        };
        if !has_itself && !self.stand_together(words)? {
            return Ok(None);
        }
        let leaf = |term: TermId| Leaf {
            forms: vec![(term, 1.0)],
            idf: self.idf(self.terms[term].doc_freq),
        };
        let words = (0..).zip(words.map(leaf)).collect();
        Ok(Some(PlannedNode::Phrase(words)))
    }

    /// Whether some case has both words next to each other.
    fn stand_together(&self, words: [TermId; 2]) -> Result<bool, Error> {
        let words = words.map(|term| self.terms[term].term.clone());
        let cases = PhraseQuery::new(words.to_vec()).count(self.reader.searcher());
        Ok(cases.map_err(|e| self.reader.failed(e))? > 0)
    }

    fn node(&mut self, node: &Node) -> Result<Option<PlannedNode>, Error> {
        Ok(match node {
            Node::Leaf(forms) => self.leaf(forms)?.map(PlannedNode::Leaf),
            Node::Phrase(words) => self.phrase(words)?,
            Node::Best(ways) => {
                let mut planned = Vec::new();
                let mut has_itself = false;
                for (way, node) in ways {
                    if let Some(node) = self.node(node)? {
                        has_itself |= *way == Way::Itself;
                        planned.push((self.weights.way(*way), node));
                    }
                }
                PlannedNode::best(planned, has_itself)
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

    /// A phrase of which every word occurs.
    fn phrase(&mut self, words: &[Vec<Form>]) -> Result<Option<PlannedNode>, Error> {
        let mut planned = Vec::new();
        for (place, forms) in (0..).zip(words) {
            if forms.is_empty() {
                continue;
            }
            let Some(leaf) = self.leaf(forms)? else {
                return Ok(None);
            };
            planned.push((place, leaf));
        }
        Ok((!planned.is_empty()).then_some(PlannedNode::Phrase(planned)))
    }

    /// A word has one rarity for all its forms: a form that is rarer than the word tells no more.
    fn leaf(&mut self, forms: &[Form]) -> Result<Option<Leaf>, Error> {
        let mut found: Vec<(TermId, f32)> = Vec::new();
        for form in forms {
            if let Some(term) = self.term(&form.term)? {
                found.push((term, self.weights.likeness(form.likeness)));
                if form.likeness == Likeness::StatusClass {
                    self.add_synonym(&form.term);
                }
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        let doc_freq: u64 = found
            .iter()
            .map(|&(term, _)| self.terms[term].doc_freq)
            .sum();
        Ok(Some(Leaf {
            idf: self.idf(doc_freq),
            forms: found,
        }))
    }

    fn add_synonym(&mut self, text: &str) {
        if self.synonyms.iter().all(|known| known != text) {
            self.synonyms.push(text.to_owned());
        }
    }

    fn term(&mut self, text: &str) -> Result<Option<TermId>, Error> {
        if let Some(&id) = self.ids.get(text) {
            return Ok(id);
        }
        let term = Term::from_field_text(self.reader.fields().text, text);
        let infos = self.reader.term_infos(&term);
        let (infos, doc_freq) = infos.map_err(|e| self.reader.failed(e))?;
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

    /// The 1 keeps common words from vanishing, as in classic TF-IDF: a query in everyday words has
    /// little else.
    fn idf(&self, doc_freq: u64) -> f32 {
        1.0 + idf(doc_freq, self.cases)
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
            is_plain(word).then_some(word)
        }
        _ => None,
    }
}

/// Whether `term` is a word of plain letters.
pub(crate) fn is_plain(term: &str) -> bool {
    term.bytes().all(|b| b.is_ascii_lowercase())
}
