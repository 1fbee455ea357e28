//! The words before the one that is being completed, and which cases have them.

use tantivy::schema::IndexRecordOption;
use tantivy::{BitSet, DocId, DocSet, TERMINATED, Term};

use crate::analysis::{Analyzer, Token, TokenKind, is_stop_word};
use crate::error::Error;
use crate::index::Reader;
use crate::query::matching::all;

/// Words that narrow. More are no query that somebody completes.
const WORDS: usize = 8;

/// The words before the one that is being completed.
pub(super) struct Context {
    /// Of each word the terms that a case may have in its place.
    pub(super) words: Vec<Vec<String>>,
    /// The cases that have all of the words, by segment; none where there are no words.
    cases: Option<Vec<BitSet>>,
}

impl Context {
    pub(super) fn new(reader: &Reader, analyzer: &mut Analyzer, head: &str) -> Result<Self, Error> {
        let mut tokens = analyzer.tokens(head);
        tokens.retain(|token| token.span == 1 && token.kind != TokenKind::Bigram);
        let words = tokens.chunk_by(|a, b| a.position == b.position);
        let telling = words.filter(|word| !word.iter().any(|token| is_stop_word(&token.text)));
        let terms = telling.map(|word| word.iter().map(Token::term).collect());
        let words: Vec<Vec<String>> = terms.take(WORDS).collect();
        let mut cases = None;
        for terms in &words {
            let among = cases.unwrap_or_else(|| all(reader));
            cases = Some(with_any(reader, terms, &among)?);
        }
        Ok(Self { words, cases })
    }

    /// The number of cases that have `term` besides; none where there are no words before it.
    pub(super) fn cases_with(&self, reader: &Reader, term: &str) -> Result<Option<u64>, Error> {
        let Some(cases) = &self.cases else {
            return Ok(None);
        };
        let mut count = 0;
        for_each_case(reader, term, &mut |segment, doc| {
            count += u64::from(cases[segment].contains(doc));
        })?;
        Ok(Some(count))
    }
}

/// The cases among those given that have one of `terms`.
fn with_any(reader: &Reader, terms: &[String], among: &[BitSet]) -> Result<Vec<BitSet>, Error> {
    let empty = |set: &BitSet| BitSet::with_max_value(set.max_value());
    let mut found: Vec<BitSet> = among.iter().map(empty).collect();
    for term in terms {
        for_each_case(reader, term, &mut |segment, doc| {
            if among[segment].contains(doc) {
                found[segment].insert(doc);
            }
        })?;
    }
    Ok(found)
}

/// Calls `visit` with each case that has `term`, removed ones included.
fn for_each_case(
    reader: &Reader,
    term: &str,
    visit: &mut dyn FnMut(usize, DocId),
) -> Result<(), Error> {
    let field = reader.fields().text;
    let term = Term::from_field_text(field, term);
    let mut read = || -> tantivy::Result<()> {
        for (ord, segment) in reader.searcher().segment_readers().iter().enumerate() {
            let inverted = segment.inverted_index(field)?;
            let Some(mut cases) = inverted.read_postings(&term, IndexRecordOption::Basic)? else {
                continue;
            };
            while cases.doc() != TERMINATED {
                visit(ord, cases.doc());
                cases.advance();
            }
        }
        Ok(())
    };
    read().map_err(|e| reader.failed(e))
}
