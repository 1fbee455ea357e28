//! The words before the one that is being completed, and which cases have them.

use std::ops::ControlFlow;

use tantivy::schema::IndexRecordOption;
use tantivy::{BitSet, DocAddress, DocId, DocSet, SegmentReader, TERMINATED, Term};

use crate::analysis::{Analyzer, Token, TokenKind, is_stop_word};
use crate::error::Error;
use crate::index::Reader;
use crate::query::matching::docs;

/// Words that narrow. More are no query that somebody completes.
const WORDS: usize = 8;

/// The words before the one that is being completed, but for those that no case has.
pub(super) struct Context {
    /// Of each word the terms that a case may have in its place.
    pub(super) words: Vec<Vec<String>>,
    /// The cases that have all of the words, by segment.
    cases: Vec<BitSet>,
}

impl Context {
    pub(super) fn new(reader: &Reader, analyzer: &mut Analyzer, head: &str) -> Result<Self, Error> {
        let mut context = Self {
            words: Vec::new(),
            cases: Vec::new(),
        };
        for terms in telling_words(analyzer, head) {
            let mut cases = with_any(reader, &terms)?;
            if cases.iter().all(|set| set.len() == 0) {
                continue;
            }
            for (set, before) in cases.iter_mut().zip(&context.cases) {
                let apart = docs(set).filter(|&doc| !before.contains(doc));
                let apart: Vec<DocId> = apart.collect();
                apart.into_iter().for_each(|doc| set.remove(doc));
            }
            context.words.push(terms);
            context.cases = cases;
        }
        Ok(context)
    }

    /// The number of cases that have `term` besides.
    pub(super) fn cases_with(&self, reader: &Reader, term: &str) -> Result<u64, Error> {
        let mut count = 0;
        for_each_case(reader, term, &mut |case| {
            let set = &self.cases[case.segment_ord as usize];
            count += u64::from(set.contains(case.doc_id));
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }
}

/// Of each word of `head` that says something the terms that a case may have in its place.
fn telling_words(analyzer: &mut Analyzer, head: &str) -> Vec<Vec<String>> {
    let mut tokens = analyzer.tokens(head);
    tokens.retain(|token| token.span == 1 && token.kind != TokenKind::Bigram);
    let words = tokens.chunk_by(|a, b| a.position == b.position);
    let telling = words.filter(|word| !word.iter().any(|token| is_stop_word(&token.text)));
    let terms = telling.map(|word| word.iter().map(Token::term).collect());
    terms.take(WORDS).collect()
}

/// The cases that have one of `terms`.
fn with_any(reader: &Reader, terms: &[String]) -> Result<Vec<BitSet>, Error> {
    let segments = reader.searcher().segment_readers().iter();
    let empty = |segment: &SegmentReader| BitSet::with_max_value(segment.max_doc());
    let mut found: Vec<BitSet> = segments.map(empty).collect();
    for term in terms {
        for_each_case(reader, term, &mut |case| {
            found[case.segment_ord as usize].insert(case.doc_id);
            ControlFlow::Continue(())
        })?;
    }
    Ok(found)
}

/// Calls `visit` with each case that has `term` until it has seen enough. Cases that were removed
/// are among them until the index has merged them away.
pub(super) fn for_each_case(
    reader: &Reader,
    term: &str,
    visit: &mut dyn FnMut(DocAddress) -> ControlFlow<()>,
) -> Result<(), Error> {
    let field = reader.fields().text;
    let term = Term::from_field_text(field, term);
    let mut read = || -> tantivy::Result<()> {
        for (ord, segment) in (0..).zip(reader.searcher().segment_readers()) {
            let inverted = segment.inverted_index(field)?;
            let Some(mut cases) = inverted.read_postings(&term, IndexRecordOption::Basic)? else {
                continue;
            };
            while cases.doc() != TERMINATED {
                if visit(DocAddress::new(ord, cases.doc())).is_break() {
                    return Ok(());
                }
                cases.advance();
            }
        }
        Ok(())
    };
    read().map_err(|e| reader.failed(e))
}
