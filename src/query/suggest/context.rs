//! What stands before the word that is being completed, and which cases that leaves.

use tantivy::Term;

use crate::analysis::{Analyzer, Token, TokenKind, is_stop_word};
use crate::error::Error;
use crate::index::{CaseSet, Facet, Reader, facet_term};
use crate::query::conditions::Conditions;
use crate::query::filter::{Filters, Resolver};
use crate::query::parse::{Parsed, parse};

/// Words that narrow. More are no query that somebody completes.
const WORDS: usize = 8;

/// What stands before the word that is being completed, read as a query is.
pub(super) struct Context<'r> {
    reader: &'r Reader,
    /// The words, without what was read as an operator.
    pub(super) text: String,
    /// Of each word that says something, the terms that a case may have in its place.
    pub(super) words: Vec<Vec<String>>,
    /// Whether a dash stands before the word that is being completed: it is to be left out.
    pub(super) is_exclusion: bool,
    /// Whether filters, phrases or exclusions narrow, and not words alone.
    pub(super) has_conditions: bool,
    /// Whether nothing is before it.
    pub(super) is_empty: bool,
    /// The cases that are left and have all of the words.
    pub(super) cases: CaseSet,
    /// Those that would be left without the filter of the facet that is being completed, where there
    /// is one: another value adds to its own.
    widest: Option<CaseSet>,
}

impl<'r> Context<'r> {
    pub(super) fn new(
        reader: &'r Reader,
        analyzer: &mut Analyzer,
        head: &str,
        facet: Option<Facet>,
    ) -> Result<Self, Error> {
        let before_dash = head.strip_suffix('-');
        let before_dash = before_dash.filter(|head| head.is_empty() || head.ends_with(' '));
        let resolver = Resolver::new(reader);
        let parsed = parse(before_dash.unwrap_or(head), &|dimension, value| {
            resolver.resolve(dimension, value)
        });
        let conditions = Conditions::new(reader, analyzer, &parsed, &parsed.filters.required)?;
        let allowed = conditions.allowed()?;
        let chosen = parsed.filters.required.selected(reader)?;
        let widened = facet.filter(|facet| chosen.contains_key(facet));
        let all = || CaseSet::all(reader.searcher());
        let widest = widened.map(|facet| conditions.allowed_without(facet));
        let widest = widest.transpose()?.map(|cases| cases.unwrap_or_else(all));
        let mut context = Self {
            reader,
            words: Vec::new(),
            is_exclusion: before_dash.is_some(),
            has_conditions: conditions.are_any(),
            is_empty: head.is_empty(),
            cases: allowed.unwrap_or_else(all),
            widest,
            text: parsed.text,
        };
        for terms in words(analyzer, &context.text) {
            let cases = CaseSet::with_any(reader.searcher(), reader.fields().text, &terms);
            let cases = cases.map_err(|e| reader.failed(e))?;
            let narrowed = [Some(&mut context.cases), context.widest.as_mut()];
            narrowed
                .into_iter()
                .flatten()
                .for_each(|set| set.keep(&cases));
            if !terms.iter().any(|term| is_stop_word(term)) {
                context.words.push(terms);
            }
        }
        Ok(context)
    }

    /// The number of cases that have `term` besides.
    pub(super) fn cases_with(&self, term: &str) -> Result<u64, Error> {
        let term = Term::from_field_text(self.reader.fields().text, term);
        self.count(&self.cases, &term)
    }

    /// The number of cases that a filter by the value `code` of `facet` leaves.
    pub(super) fn cases_of(&self, facet: Facet, code: &str) -> Result<u64, Error> {
        let term = facet_term(facet, code);
        let term = Term::from_field_text(self.reader.fields().facet, &term);
        let own = self.count(&self.cases, &term)?;
        Ok(match &self.widest {
            Some(widest) => self.cases.len() as u64 + self.count(widest, &term)? - own,
            None => own,
        })
    }

    /// The number of cases that `last`, which stands behind it all, leaves.
    pub(super) fn cases_left(&self, analyzer: &mut Analyzer, last: &Parsed) -> Result<u64, Error> {
        let conditions = Conditions::new(self.reader, analyzer, last, &Filters::default())?;
        let mut left = self.cases.clone();
        if let Some(allowed) = conditions.allowed()? {
            left.keep(&allowed);
        }
        Ok(left.len() as u64)
    }

    fn count(&self, cases: &CaseSet, term: &Term) -> Result<u64, Error> {
        let count = cases.count_with(self.reader.searcher(), term);
        count.map_err(|e| self.reader.failed(e))
    }
}

/// Of each word of `text` the terms that a case may have in its place.
fn words(analyzer: &mut Analyzer, text: &str) -> Vec<Vec<String>> {
    let mut tokens = analyzer.tokens(text);
    tokens.retain(|token| token.span == 1 && token.kind != TokenKind::Bigram);
    let words = tokens.chunk_by(|a, b| a.position == b.position);
    let terms = words.map(|word| word.iter().map(Token::term).collect());
    terms.take(WORDS).collect()
}
