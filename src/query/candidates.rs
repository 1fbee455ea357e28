//! Phase one: which cases are worth scoring in full.
//!
//! Plain BM25 over whole cases. The idf of a slot stands for all its forms; the weights are those of
//! the plan. A query has dozens of terms, so they are taken one after the other, what can add most
//! first. As soon as all that is left cannot lift a new case above the limit, it is looked up only
//! for the cases that are still in the running: MaxScore (Turtle and Flood 1995), term at a time.

use rustc_hash::FxHashMap;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, Score, SegmentReader, Term};

use super::best::Best;
use super::plan::{Plan, TermId, idf};
use super::slot::Role;
use crate::error::Error;
use crate::index::{CaseSet, Reader, is_alive};

/// Cases to score, best first.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub(crate) cases: Vec<DocAddress>,
    /// Whether these are all cases that match.
    pub(crate) is_complete: bool,
}

/// The `limit` most promising cases for `plan`. Only cases in `allowed` count, where it is given.
pub(crate) fn candidates(
    reader: &Reader,
    plan: &Plan,
    allowed: Option<&CaseSet>,
    limit: usize,
) -> Result<Candidates, Error> {
    let search = Search {
        reader,
        field: reader.fields().text,
        allowed,
        limit,
    };
    search.best_of(&terms(plan)).map_err(|e| reader.failed(e))
}

/// The `limit` cases that have the most of `facets`, rare ones first.
pub(crate) fn sharing(
    reader: &Reader,
    facets: &[String],
    limit: usize,
) -> Result<Vec<DocAddress>, Error> {
    let field = reader.fields().facet;
    let search = Search {
        reader,
        field,
        allowed: None,
        limit,
    };
    let run = || -> tantivy::Result<Candidates> {
        let mut infos: Vec<(Vec<Option<TermInfo>>, u64)> = Vec::new();
        for facet in facets {
            infos.push(reader.term_infos(&Term::from_field_text(field, facet))?);
        }
        let cases = reader.total_docs();
        let terms = infos.iter().map(|(infos, doc_freq)| WeightedTerm {
            infos,
            worth: idf(*doc_freq, cases),
        });
        search.best_of(&terms.collect::<Vec<_>>())
    };
    Ok(run().map_err(|e| reader.failed(e))?.cases)
}

/// A term to look for.
#[derive(Clone, Copy)]
struct WeightedTerm<'p> {
    /// For each segment, where its postings are.
    infos: &'p [Option<TermInfo>],
    /// What BM25 multiplies the frequency with: the idf and more.
    worth: f32,
}

/// All terms of the plan, each once with its highest weight. Stop words find nothing by themselves.
fn terms(plan: &Plan) -> Vec<WeightedTerm<'_>> {
    let mut worths: FxHashMap<TermId, f32> = FxHashMap::default();
    for slot in plan.slots.iter().filter(|slot| slot.role != Role::StopWord) {
        slot.node
            .visit_terms(slot.weight, &mut |term, weight, idf| {
                let worth = worths.entry(term).or_default();
                *worth = worth.max(weight * idf);
            });
    }
    let terms = worths.into_iter().map(|(id, worth)| WeightedTerm {
        infos: &plan.terms[id].infos,
        worth,
    });
    terms.collect()
}

/// What to find, and how much of it.
struct Search<'r> {
    reader: &'r Reader,
    field: Field,
    allowed: Option<&'r CaseSet>,
    limit: usize,
}

impl Search<'_> {
    fn best_of(&self, terms: &[WeightedTerm<'_>]) -> tantivy::Result<Candidates> {
        let mut terms = terms.to_vec();
        // What adds most tends to be rare, too.
        terms.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let searcher = self.reader.searcher();
        let tokens = searcher.total_num_tokens(self.field)?;
        let average_len = tokens as f32 / searcher.total_num_docs()?.max(1) as f32;
        let frequency = Frequency::new(average_len);
        let mut best = Best::new(self.limit);
        for (ord, segment) in (0..).zip(searcher.segment_readers()) {
            let mut sums = Sums {
                search: self,
                frequency: &frequency,
                ord,
                segment,
                lens: segment.get_fieldnorms_reader(self.field)?,
                of: vec![0.0; segment.max_doc() as usize],
                found: Vec::new(),
            };
            sums.add(&terms, &mut best)?;
        }
        Ok(Candidates {
            is_complete: !best.is_full(),
            cases: best.into_sorted(),
        })
    }
}

/// BM25 without the idf, at the parameters that Lucene and tantivy have. Lengths are those of whole
/// cases, as their bytes in the index stand for them.
struct Frequency {
    norms: [f32; 256],
}

impl Frequency {
    const K1: f32 = 1.2;
    const B: f32 = 0.75;
    /// More than any number of occurrences adds.
    const MOST: f32 = 1.0 + Self::K1;

    fn new(average_len: f32) -> Self {
        Self {
            norms: std::array::from_fn(|id| {
                let len = FieldNormReader::id_to_fieldnorm(id as u8) as f32;
                Self::K1 * (1.0 - Self::B + Self::B * len / average_len)
            }),
        }
    }

    fn of(&self, occurrences: u32, len: u8) -> f32 {
        let tf = occurrences as f32;
        Self::MOST * tf / (tf + self.norms[usize::from(len)])
    }
}

/// The sums of one segment.
struct Sums<'s> {
    search: &'s Search<'s>,
    frequency: &'s Frequency,
    ord: u32,
    segment: &'s SegmentReader,
    lens: FieldNormReader,
    /// By document.
    of: Vec<Score>,
    /// The documents whose sums are not 0, in the order of being found.
    found: Vec<DocId>,
}

impl Sums<'_> {
    /// Adds up `terms`, which are sorted, and puts what is among the best into `best`.
    fn add(&mut self, terms: &[WeightedTerm<'_>], best: &mut Best) -> tantivy::Result<()> {
        let here = terms
            .iter()
            .filter(|term| term.worth > 0.0)
            .filter_map(|term| Some((term.worth, term.infos[self.ord as usize].as_ref()?)));
        let here: Vec<(f32, &TermInfo)> = here.collect();
        // Looking who is still in the running costs as much as adding a rare term.
        const LOOK_AGAIN: f32 = 0.7;
        let mut left: f32 = here.iter().map(|(worth, _)| worth * Frequency::MOST).sum();
        let mut looked_at = left;
        let mut may_find = true;
        for (worth, info) in here {
            if left <= looked_at * LOOK_AGAIN {
                looked_at = left;
                let threshold = self.threshold(best);
                may_find = may_find && left > threshold;
                if !may_find {
                    self.keep_promising(threshold - left);
                }
            }
            match may_find {
                true => self.add_everywhere(worth, info)?,
                false => self.add_to_found(worth, info)?,
            }
            left -= worth * Frequency::MOST;
        }
        for &doc in &self.found {
            let sum = self.of[doc as usize];
            if sum > best.threshold() && self.is_allowed(doc) {
                best.push(sum, DocAddress::new(self.ord, doc));
            }
        }
        Ok(())
    }

    /// What a sum must reach: at most that of the last case within the limit.
    fn threshold(&self, best: &Best) -> Score {
        // The first ones have what is rare, and so most of the highest sums. Those of a part bound
        // those of all from below.
        const LOOKED_AT: usize = 4096;
        let limit = self.search.limit;
        if self.found.len() < limit {
            return best.threshold();
        }
        let looked_at = self.found.iter().take(LOOKED_AT.max(2 * limit));
        let sums = looked_at.filter(|&&doc| self.is_allowed(doc));
        let mut sums: Vec<Score> = sums.map(|&doc| self.of[doc as usize]).collect();
        if sums.len() < limit {
            return best.threshold();
        }
        let (_, last, _) = sums.select_nth_unstable_by(limit - 1, |a, b| b.total_cmp(a));
        best.threshold().max(*last)
    }

    /// Leaves those found whose sum is `needed` at least, in order; the others have none any more.
    fn keep_promising(&mut self, needed: Score) {
        // Sums of the same terms may differ in the last bits, by the order of addition.
        const SLACK: f32 = 1e-4;
        let sums = &mut self.of;
        self.found.retain(|&doc| {
            let sum = &mut sums[doc as usize];
            let is_promising = *sum >= needed - SLACK;
            if !is_promising {
                *sum = 0.0;
            }
            is_promising
        });
        if !self.found.is_sorted() {
            self.found.sort_unstable();
        }
    }

    fn is_allowed(&self, doc: DocId) -> bool {
        match self.search.allowed {
            Some(allowed) => allowed.contains(DocAddress::new(self.ord, doc)),
            None => is_alive(self.segment, doc),
        }
    }

    fn add_everywhere(&mut self, worth: f32, info: &TermInfo) -> tantivy::Result<()> {
        let mut postings = self.postings(info)?;
        while !postings.docs().is_empty() {
            for (&doc, &occurrences) in postings.docs().iter().zip(postings.freqs()) {
                let len = self.lens.fieldnorm_id(doc);
                let sum = &mut self.of[doc as usize];
                if *sum == 0.0 {
                    self.found.push(doc);
                }
                *sum += worth * self.frequency.of(occurrences, len);
            }
            postings.advance();
        }
        Ok(())
    }

    fn add_to_found(&mut self, worth: f32, info: &TermInfo) -> tantivy::Result<()> {
        // Looking for one document takes as long as passing over so many.
        const PASSED: usize = 16;
        if info.doc_freq as usize <= self.found.len() * PASSED {
            return self.add_to_most_found(worth, info);
        }
        let mut postings = self.postings(info)?;
        for &doc in &self.found {
            let place = postings.seek(doc);
            if postings.doc(place) == doc {
                let len = self.lens.fieldnorm_id(doc);
                self.of[doc as usize] += worth * self.frequency.of(postings.freq(place), len);
            }
        }
        Ok(())
    }

    fn add_to_most_found(&mut self, worth: f32, info: &TermInfo) -> tantivy::Result<()> {
        let mut postings = self.postings(info)?;
        while !postings.docs().is_empty() {
            for (&doc, &occurrences) in postings.docs().iter().zip(postings.freqs()) {
                let sum = &mut self.of[doc as usize];
                if *sum > 0.0 {
                    let len = self.lens.fieldnorm_id(doc);
                    *sum += worth * self.frequency.of(occurrences, len);
                }
            }
            postings.advance();
        }
        Ok(())
    }

    fn postings(&self, info: &TermInfo) -> tantivy::Result<BlockSegmentPostings> {
        let inverted = self.segment.inverted_index(self.search.field)?;
        let option = IndexRecordOption::WithFreqs;
        Ok(inverted.read_block_postings_from_terminfo(info, option)?)
    }
}
