//! The words before the one that is being completed, and which cases have them.

use tantivy::Term;

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
        let term = Term::from_field_text(reader.fields().text, term);
        let count = self.cases.count_with(reader.searcher(), &term);
        count.map_err(|e| reader.failed(e))
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
