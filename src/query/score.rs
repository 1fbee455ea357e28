//! Phase two: the score of one case, from where the terms of the plan stand in it.
//!
//! For each slot the best zone counts most, and each further one less; slots add up;
//! adjacent words in order add; what covers more of the query ranks above what repeats one word.

use std::ops::Range;

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, SegmentReader};

use super::plan::{Leaf, Plan, PlannedNode, PlannedSlot, PlannedTerm};
use super::slot::Role;
use super::weights::Weights;
use crate::analysis::View;
use crate::error::Error;
use crate::index::{Columns, Extents, Reader, ZONES, Zone};

/// Why a case has its score: one entry for each slot that contributes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Share {
    /// The slot, by its place in the plan.
    pub(crate) slot: usize,
    /// The zone that counted most.
    pub(crate) zone: Zone,
    /// What the slot adds to the score.
    pub(crate) score: f32,
}

/// A score and how it came about.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Scored {
    pub(crate) total: f32,
    pub(crate) shares: Vec<Share>,
    /// What adjacent words add.
    pub(crate) adjacency: f32,
    /// Factor for how much of the query is covered, at most 1.
    pub(crate) coverage: f32,
    /// What being like the best hit adds, once all are scored.
    pub(crate) likeness: f32,
    /// All zones in which anything was found.
    pub(crate) zones: ZoneSet,
}

/// A set of zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ZoneSet(u16);

impl ZoneSet {
    const ALL: Self = Self(u16::MAX);

    fn insert(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    pub(crate) fn contains(self, zone: Zone) -> bool {
        self.0 & (1 << zone.index()) != 0
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The indices of its zones, in order.
    fn indices(self) -> impl Iterator<Item = usize> {
        (0..ZONES).filter(move |index| self.0 & (1 << index) != 0)
    }
}

/// Scores cases of one segment. Cases must come in ascending order.
pub(crate) struct Scorer<'p> {
    weights: &'p Weights,
    plan: &'p Plan,
    columns: &'p Columns,
    average_len: [f32; ZONES],
    postings: Vec<Option<SegmentPostings>>,
    occurrences: Occurrences,
}

impl<'p> Scorer<'p> {
    pub(crate) fn new(
        reader: &Reader,
        weights: &'p Weights,
        plan: &'p Plan,
        segment: &SegmentReader,
        ord: usize,
        columns: &'p Columns,
    ) -> Result<Self, Error> {
        let open = || -> tantivy::Result<Vec<Option<SegmentPostings>>> {
            let inverted = segment.inverted_index(reader.fields().text)?;
            let option = IndexRecordOption::WithFreqsAndPositions;
            plan.terms
                .iter()
                .map(|term| match &term.infos[ord] {
                    Some(info) => Ok(Some(inverted.read_postings_from_terminfo(info, option)?)),
                    None => Ok(None),
                })
                .collect()
        };
        let totals = &reader.stamp().totals;
        Ok(Self {
            weights,
            plan,
            columns,
            average_len: std::array::from_fn(|zone| totals.average_len(zone)),
            postings: open().map_err(|e| reader.failed(e))?,
            occurrences: Occurrences::default(),
        })
    }

    /// The score of `doc`.
    pub(crate) fn score(&mut self, doc: DocId) -> Scored {
        let extents = self.columns.extents(doc);
        self.occurrences
            .read(&mut self.postings, &self.plan.terms, doc, &extents);
        let lens = std::array::from_fn(|zone| extents.len(zone) as f32 / self.average_len[zone]);
        let case = CaseView {
            weights: self.weights,
            occurrences: &self.occurrences,
            relative_len: lens,
        };
        score(self.plan, &case)
    }
}

fn score(plan: &Plan, case: &CaseView<'_>) -> Scored {
    let mut scored = Scored::default();
    let mut sum = 0.0;
    let mut covered = 0.0;
    let mut all = 0.0;
    for (i, slot) in plan.slots.iter().enumerate() {
        let worth = slot.weight * slot.node.idf();
        let (zone, score) = case.best_zones(slot);
        if slot.role != Role::Support {
            all += worth;
        }
        if score <= 0.0 {
            continue;
        }
        if slot.role != Role::Support {
            covered += worth;
        }
        sum += score;
        scored.shares.push(Share {
            slot: i,
            zone: Zone::at(zone),
            score,
        });
    }
    // Stop words beside nothing else are no match.
    let tells = |share: &Share| plan.slots[share.slot].role != Role::StopWord;
    if !scored.shares.iter().any(tells) {
        return Scored::default();
    }
    scored.zones = case.occurrences.all_zones();
    scored.adjacency = case.adjacency(&plan.slots);
    scored.coverage = match all > 0.0 {
        true => 1.0 - case.weights.coverage * (1.0 - covered / all),
        false => 1.0,
    };
    scored.total = (sum + scored.adjacency) * scored.coverage;
    scored
}

/// Where the terms of the plan stand in one case.
#[derive(Default)]
struct Occurrences {
    positions: Vec<u32>,
    /// For each term and zone, its part of `positions`.
    ranges: Vec<Range<u32>>,
    /// For each term, the zones that have it.
    zones: Vec<ZoneSet>,
}

impl Occurrences {
    fn read(
        &mut self,
        postings: &mut [Option<SegmentPostings>],
        terms: &[PlannedTerm],
        doc: DocId,
        extents: &Extents,
    ) {
        self.positions.clear();
        self.ranges.clear();
        self.zones.clear();
        for (postings, term) in postings.iter_mut().zip(terms) {
            let start = self.positions.len();
            if let Some(postings) = postings
                && postings.doc() <= doc
                && postings.seek(doc) == doc
            {
                postings.append_positions_with_offset(0, &mut self.positions);
            }
            match View::of(&term.text).has_places() {
                true => self.split_by_zone(start, extents),
                false => self.split_by_zone(start, &Extents::WITHOUT_PLACES),
            }
        }
    }

    fn split_by_zone(&mut self, start: usize, extents: &Extents) {
        let mut from = start;
        let mut zones = ZoneSet::default();
        // A case has few of the terms.
        if start == self.positions.len() {
            let none = start as u32..start as u32;
            self.ranges.resize(self.ranges.len() + ZONES, none);
            self.zones.push(zones);
            return;
        }
        for (zone, &end) in extents.ends().iter().enumerate() {
            let len = self.positions[from..].partition_point(|&position| position < end);
            self.ranges.push(from as u32..(from + len) as u32);
            if len > 0 {
                zones.insert(zone);
            }
            from += len;
        }
        self.zones.push(zones);
    }

    /// The zones that have any of the terms.
    fn all_zones(&self) -> ZoneSet {
        let zones = self.zones.iter();
        zones.fold(ZoneSet::default(), |all, &zones| all.or(zones))
    }

    /// The only zones in which `node` can be found.
    fn zones(&self, node: &PlannedNode) -> ZoneSet {
        let none = ZoneSet::default();
        match node {
            PlannedNode::Leaf(leaf) => self.zones_of_leaf(leaf),
            PlannedNode::Phrase(words) => words.iter().fold(ZoneSet::ALL, |zones, (_, leaf)| {
                zones.and(self.zones_of_leaf(leaf))
            }),
            PlannedNode::Best { ways, .. } => ways
                .iter()
                .fold(none, |zones, (_, way)| zones.or(self.zones(way))),
            PlannedNode::All { nodes, .. } => nodes
                .iter()
                .fold(none, |zones, node| zones.or(self.zones(node))),
        }
    }

    fn zones_of_leaf(&self, leaf: &Leaf) -> ZoneSet {
        let zones = leaf.forms.iter().map(|&(term, _)| self.zones[term]);
        zones.fold(ZoneSet::default(), ZoneSet::or)
    }

    fn of(&self, term: usize, zone: usize) -> &[u32] {
        let Range { start, end } = self.ranges[term * ZONES + zone].clone();
        &self.positions[start as usize..end as usize]
    }
}

/// One case, as scoring sees it.
struct CaseView<'o> {
    weights: &'o Weights,
    occurrences: &'o Occurrences,
    /// Length of each zone over the average length of that zone.
    relative_len: [f32; ZONES],
}

impl CaseView<'_> {
    /// The zone in which the slot scores best, and the score of the slot over all zones.
    fn best_zones(&self, slot: &PlannedSlot) -> (usize, f32) {
        let mut zones = [(0, 0.0); ZONES];
        let mut found = 0;
        for zone in self.occurrences.zones(&slot.node).indices() {
            let field = self.weights.field(Zone::at(zone).field);
            zones[found] = (zone, field * self.node(&slot.node, zone));
            found += 1;
        }
        let zones = &mut zones[..found];
        zones.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        // From the weakest to the best, each passes on its share of what has come together.
        let add = |sum: f32, &(_, score): &(usize, f32)| score + self.weights.tie_breaker * sum;
        let total = zones.iter().rev().fold(0.0, add);
        let best = zones.first().map_or(0, |(zone, _)| *zone);
        (best, slot.weight * total)
    }

    fn node(&self, node: &PlannedNode, zone: usize) -> f32 {
        match node {
            PlannedNode::Leaf(leaf) => leaf.idf * self.leaf(leaf, zone),
            PlannedNode::Phrase(words) => {
                node.idf() * self.graded(&mut self.phrase(words, zone), zone)
            }
            PlannedNode::Best { ways, .. } => ways
                .iter()
                .map(|(weight, node)| weight * self.node(node, zone))
                .fold(0.0, f32::max),
            PlannedNode::All { nodes, total_idf } => {
                let sum: f32 = nodes.iter().map(|node| self.node(node, zone)).sum();
                let highest = nodes.iter().map(PlannedNode::idf).fold(0.0, f32::max);
                sum * highest / total_idf.max(f32::MIN_POSITIVE)
            }
        }
    }

    fn leaf(&self, leaf: &Leaf, zone: usize) -> f32 {
        if let [(term, weight)] = *leaf.forms {
            return weight * self.saturation(self.occurrences.of(term, zone).len(), zone);
        }
        self.graded(&mut self.word(leaf, zone), zone)
    }

    /// Where a word stands in any of its forms, in order, each place once with the best form there:
    /// a word and its stem stand at the same position.
    fn word(&self, leaf: &Leaf, zone: usize) -> Vec<(u32, f32)> {
        let mut found: Vec<(u32, f32)> = Vec::new();
        let mut forms = 0;
        for &(term, weight) in &leaf.forms {
            let positions = self.occurrences.of(term, zone);
            found.extend(positions.iter().map(|&position| (position, weight)));
            forms += usize::from(!positions.is_empty());
        }
        if forms > 1 {
            found.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.total_cmp(&a.1)));
        }
        found.dedup_by_key(|(position, _)| *position);
        found
    }

    /// Where a phrase begins, in order, each with the weakest form in it.
    fn phrase(&self, words: &[(u32, Leaf)], zone: usize) -> Vec<(u32, f32)> {
        let mut begins: Option<Vec<(u32, f32)>> = None;
        for (place, leaf) in words {
            if begins.as_ref().is_some_and(Vec::is_empty) {
                break;
            }
            let word = self.word(leaf, zone);
            let begin_of = |position: u32| position.checked_sub(*place);
            let own = word
                .iter()
                .filter_map(|&(position, weight)| Some((begin_of(position)?, weight)));
            begins = Some(match begins {
                None => own.collect(),
                Some(before) => common(&before, own),
            });
        }
        begins.unwrap_or_default()
    }

    /// BM25 without the idf. A form counts with all better ones: for each level of quality, the
    /// weight of the level times the saturation of what reaches it; the best level wins. So a
    /// weaker form never adds up to more than the exact one can.
    fn graded(&self, found: &mut [(u32, f32)], zone: usize) -> f32 {
        // Mostly there is but one form.
        if !found.is_sorted_by(|a, b| a.1 >= b.1) {
            found.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        }
        let mut reached = 0;
        let levels = found.chunk_by(|a, b| a.1 == b.1).map(|level| {
            reached += level.len();
            level[0].1 * self.saturation(reached, zone)
        });
        levels.fold(0.0, f32::max)
    }

    fn saturation(&self, frequency: usize, zone: usize) -> f32 {
        let tf = frequency as f32;
        let Weights { k1, b, .. } = *self.weights;
        let norm = k1 * (1.0 - b + b * self.relative_len[zone]);
        tf * (1.0 + k1) / (tf + norm)
    }

    /// What neighbouring words of the query add where they are neighbours in the case too.
    fn adjacency(&self, slots: &[PlannedSlot]) -> f32 {
        let words: Vec<&PlannedSlot> = slots
            .iter()
            .filter(|slot| slot.role != Role::Support)
            .collect();
        words
            .windows(2)
            .map(|pair| {
                let rarer = pair[0].node.idf().min(pair[1].node.idf());
                let weight = pair[0].weight.min(pair[1].weight);
                self.weights.adjacent
                    * weight
                    * rarer
                    * self.adjacent_in_best_zone(pair[0], pair[1])
            })
            // A sum of nothing is -0.
            .fold(0.0, |sum, pair| sum + pair)
    }

    /// The weight of the best field in which `second` directly follows `first`; 0 if none.
    fn adjacent_in_best_zone(&self, first: &PlannedSlot, second: &PlannedSlot) -> f32 {
        let [zones, others] = [first, second].map(|slot| self.occurrences.zones(slot.node.main()));
        zones
            .and(others)
            .indices()
            .filter(|&zone| self.are_adjacent(first, second, zone))
            .map(|zone| self.weights.field(Zone::at(zone).field))
            .fold(0.0, f32::max)
    }

    fn are_adjacent(&self, first: &PlannedSlot, second: &PlannedSlot, zone: usize) -> bool {
        let begins = self.main(&second.node, zone);
        self.main(&first.node, zone).iter().any(|(position, _)| {
            let next = position + first.span;
            begins
                .binary_search_by_key(&next, |(begin, _)| *begin)
                .is_ok()
        })
    }

    /// Where the thing itself begins, in order.
    fn main(&self, node: &PlannedNode, zone: usize) -> Vec<(u32, f32)> {
        match node.main() {
            PlannedNode::Leaf(leaf) => self.word(leaf, zone),
            PlannedNode::Phrase(words) => self.phrase(words, zone),
            PlannedNode::Best { .. } | PlannedNode::All { .. } => Vec::new(),
        }
    }
}

/// The positions in both, which are in order, with the lower of their weights.
fn common(before: &[(u32, f32)], own: impl Iterator<Item = (u32, f32)>) -> Vec<(u32, f32)> {
    own.filter_map(|(begin, weight)| {
        let place = before
            .binary_search_by_key(&begin, |(begin, _)| *begin)
            .ok()?;
        Some((begin, weight.min(before[place].1)))
    })
    .collect()
}
