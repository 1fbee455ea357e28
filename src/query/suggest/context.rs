//! The words before the one that is being completed, and which cases have them.

use std::ops::ControlFlow;

use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocSet, TERMINATED, Term};

use crate::analysis::{Analyzer, Token, TokenKind, is_stop_word};
use crate::error::Error;
use crate::index::{CaseSet, Reader};

/// Words that narrow. More are no query that somebody completes.
const WORDS: usize = 8;

/// The words before the one that is being completed, but for those that no case has.
pub(super) struct Context {
    /// Of each word the terms that a case may have in its place.
    pub(super) words: Vec<Vec<String>>,
    /// The cases that have all of the words.
    cases: CaseSet,
}

impl Context {
    pub(super) fn new(reader: &Reader, analyzer: &mut Analyzer, head: &str) -> Result<Self, Error> {
        let mut context = Self {
            words: Vec::new(),
            cases: CaseSet::all(reader.searcher()),
        };
        for terms in telling_words(analyzer, head) {
            let cases = CaseSet::with_any(reader.searcher(), reader.fields().text, &terms);
            let cases = cases.map_err(|e| reader.failed(e))?;
            if cases.is_empty() {
                continue;
            }
            context.words.push(terms);
            context.cases.keep(&cases);
        }
        Ok(context)
    }

    /// The number of cases that have `term` besides.
    pub(super) fn cases_with(&self, reader: &Reader, term: &str) -> Result<u64, Error> {
        let mut count = 0;
        for_each_case(reader, term, &mut |case| {
            count += u64::from(self.cases.contains(case));
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
