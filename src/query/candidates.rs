//! Phase one: which cases are worth scoring in full.
//!
//! Plain BM25 over whole cases, pruned with block-max WAND, so that a common word costs little. The
//! idf of a slot stands for all its forms; the weights are those of the plan.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use tantivy::query::{
    Bm25StatisticsProvider, BooleanQuery, BoostQuery, EnableScoring, Occur, Query, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{BitSet, DocAddress, DocId, Score, Searcher, SegmentReader, Term};

use super::plan::{Plan, TermId, idf};
use super::slot::Role;
use crate::error::Error;
use crate::index::{Reader, is_alive};

/// Cases to score, best first.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub(crate) cases: Vec<DocAddress>,
    /// Whether these are all cases that match.
    pub(crate) is_complete: bool,
}

/// The `limit` most promising cases for `plan`. Only cases in `allowed` count, where it is given:
/// one set for each segment.
pub(crate) fn candidates(
    reader: &Reader,
    plan: &Plan,
    allowed: Option<&[BitSet]>,
    limit: usize,
) -> Result<Candidates, Error> {
    let run = || -> tantivy::Result<Candidates> {
        let (query, statistics) = query(reader, plan);
        let scoring =
            EnableScoring::enabled_from_statistics_provider(&statistics, reader.searcher());
        Ok(best_of(reader, &query, scoring, allowed, limit)?.into_candidates())
    };
    run().map_err(|e| reader.failed(e))
}

fn best_of(
    reader: &Reader,
    query: &dyn Query,
    scoring: EnableScoring<'_>,
    allowed: Option<&[BitSet]>,
    limit: usize,
) -> tantivy::Result<Best> {
    let weight = query.weight(scoring)?;
    let mut best = Best::new(limit);
    for (ord, segment) in reader.searcher().segment_readers().iter().enumerate() {
        let allowed = allowed.map(|sets| &sets[ord]);
        weight.for_each_pruning(best.threshold(), segment, &mut |doc, score| {
            if is_allowed(segment, allowed, doc) {
                best.push(score, DocAddress::new(ord as u32, doc));
            }
            best.threshold()
        })?;
    }
    Ok(best)
}

/// The `limit` cases that have the most of `facets`, rare ones first.
pub(crate) fn sharing(
    reader: &Reader,
    facets: &[String],
    limit: usize,
) -> Result<Vec<DocAddress>, Error> {
    let clauses = facets.iter().map(|facet| {
        let term = Term::from_field_text(reader.fields().facet, facet);
        let query: Box<dyn Query> = Box::new(TermQuery::new(term, IndexRecordOption::Basic));
        (Occur::Should, query)
    });
    let query = BooleanQuery::new(clauses.collect());
    let scoring = EnableScoring::enabled_from_searcher(reader.searcher());
    let best = best_of(reader, &query, scoring, None, limit).map_err(|e| reader.failed(e))?;
    Ok(best.into_candidates().cases)
}

fn is_allowed(segment: &SegmentReader, allowed: Option<&BitSet>, doc: DocId) -> bool {
    is_alive(segment, doc) && allowed.is_none_or(|allowed| allowed.contains(doc))
}

/// The union of all terms of the plan, each once with its highest weight. Stop words find nothing
/// by themselves.
fn query<'r>(reader: &'r Reader, plan: &Plan) -> (BooleanQuery, Statistics<'r>) {
    let mut terms: FxHashMap<TermId, f32> = FxHashMap::default();
    for slot in plan.slots.iter().filter(|slot| slot.role != Role::StopWord) {
        slot.node
            .visit_terms(slot.weight, &mut |term, weight, idf| {
                let worth = terms.entry(term).or_default();
                *worth = worth.max(weight * idf);
            });
    }
    let cases = reader.total_docs();
    let clauses = terms
        .iter()
        .map(|(&id, &worth)| {
            let planned = &plan.terms[id];
            let term = TermQuery::new(planned.term.clone(), IndexRecordOption::WithFreqs);
            // tantivy multiplies by the idf of the term itself.
            let boost = worth / idf(planned.doc_freq, cases).max(f32::MIN_POSITIVE);
            let query: Box<dyn Query> = Box::new(BoostQuery::new(Box::new(term), boost));
            (Occur::Should, query)
        })
        .collect();
    let statistics = Statistics {
        doc_freqs: plan
            .terms
            .iter()
            .map(|term| (term.term.clone(), term.doc_freq))
            .collect(),
        searcher: reader.searcher(),
    };
    (BooleanQuery::new(clauses), statistics)
}

/// Spares tantivy looking up again what the plan knows.
struct Statistics<'r> {
    doc_freqs: FxHashMap<Term, u64>,
    searcher: &'r Searcher,
}

impl Bm25StatisticsProvider for Statistics<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        self.searcher.total_num_tokens(field)
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        self.searcher.total_num_docs()
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        Ok(self.doc_freqs.get(term).copied().unwrap_or_default())
    }
}

/// The best cases so far, as a heap whose top is the worst of them.
struct Best {
    limit: usize,
    heap: BinaryHeap<Reverse<(Ordered, DocAddress)>>,
}

impl Best {
    fn new(limit: usize) -> Self {
        Self {
            limit,
            heap: BinaryHeap::new(),
        }
    }

    /// Scores at or below this are of no use any more.
    fn threshold(&self) -> Score {
        match self.heap.peek() {
            Some(Reverse((Ordered(score), _))) if self.heap.len() == self.limit => *score,
            _ => Score::MIN,
        }
    }

    fn push(&mut self, score: Score, case: DocAddress) {
        self.heap.push(Reverse((Ordered(score), case)));
        if self.heap.len() > self.limit {
            self.heap.pop();
        }
    }

    fn into_candidates(self) -> Candidates {
        Candidates {
            is_complete: self.heap.len() < self.limit,
            cases: self
                .heap
                .into_sorted_vec()
                .into_iter()
                .map(|Reverse((_, case))| case)
                .collect(),
        }
    }
}

/// A score that can be ordered; none is NaN.
#[derive(PartialEq)]
struct Ordered(Score);

impl Eq for Ordered {}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
