//! The words before the one that is being completed, and which cases have them.

use tantivy::Term;
use tantivy::schema::Field;

use crate::analysis::{Analyzer, Token, TokenKind, is_stop_word};
use crate::error::Error;
use crate::index::{CaseSet, Facet, Reader, facet_term};

/// Words that narrow. More are no query that somebody completes.
const WORDS: usize = 8;

/// The words before the one that is being completed.
pub(super) struct Context {
    /// Of each word that says something, the terms that a case may have in its place.
    pub(super) words: Vec<Vec<String>>,
    /// Whether a dash stands before the word that is being completed: it is to be left out.
    pub(super) is_exclusion: bool,
    /// Whether nothing is before it.
    is_empty: bool,
    /// The cases that have all of the words.
    cases: CaseSet,
}

impl Context {
    pub(super) fn new(reader: &Reader, analyzer: &mut Analyzer, head: &str) -> Result<Self, Error> {
        let before_dash = head.strip_suffix('-');
        let mut context = Self {
            words: Vec::new(),
            is_exclusion: before_dash.is_some_and(|head| head.is_empty() || head.ends_with(' ')),
            is_empty: head.is_empty(),
            cases: CaseSet::all(reader.searcher()),
        };
        for terms in words(analyzer, head) {
            let cases = CaseSet::with_any(reader.searcher(), reader.fields().text, &terms);
            let cases = cases.map_err(|e| reader.failed(e))?;
            context.cases.keep(&cases);
            if !terms.iter().any(|term| is_stop_word(term)) {
                context.words.push(terms);
            }
        }
        Ok(context)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The number of cases that have all of the words.
    pub(super) fn len(&self) -> u64 {
        self.cases.len() as u64
    }

    /// The number of cases that have `term` besides.
    pub(super) fn cases_with(&self, reader: &Reader, term: &str) -> Result<u64, Error> {
        self.count(reader, reader.fields().text, term)
    }

    /// The number of cases that have the value `code` of `facet` besides.
    pub(super) fn cases_of(&self, reader: &Reader, facet: Facet, code: &str) -> Result<u64, Error> {
        self.count(reader, reader.fields().facet, &facet_term(facet, code))
    }

    fn count(&self, reader: &Reader, field: Field, term: &str) -> Result<u64, Error> {
        let term = Term::from_field_text(field, term);
        let count = self.cases.count_with(reader.searcher(), &term);
        count.map_err(|e| reader.failed(e))
    }
}

/// Of each word of `head` the terms that a case may have in its place.
fn words(analyzer: &mut Analyzer, head: &str) -> Vec<Vec<String>> {
    let mut tokens = analyzer.tokens(head);
    tokens.retain(|token| token.span == 1 && token.kind != TokenKind::Bigram);
    let words = tokens.chunk_by(|a, b| a.position == b.position);
    let terms = words.map(|word| word.iter().map(Token::term).collect());
    terms.take(WORDS).collect()
}
