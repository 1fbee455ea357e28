//! What a case must have, or must not, to be ranked at all: filters, exclusions and phrases.

use tantivy::Term;
use tantivy::query::{AllQuery, BooleanQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::IndexRecordOption;

use super::filter::{FilterQuery, Filters};
use super::parse::Parsed;
use super::plan::is_plain;
use super::slot::{Form, Node, Role, slots_of};
use crate::analysis::{Analyzer, TokenKind};
use crate::error::Error;
use crate::index::{CaseSet, Facet, Reader};

/// The conditions of one search.
pub(crate) struct Conditions<'r> {
    reader: &'r Reader,
    must: Vec<FilterQuery>,
    must_not: Vec<Box<dyn Query>>,
    phrases: Vec<Box<dyn Query>>,
}

impl<'r> Conditions<'r> {
    pub(crate) fn new(
        reader: &'r Reader,
        analyzer: &mut Analyzer,
        parsed: &Parsed,
        filters: &Filters,
    ) -> Result<Self, Error> {
        let mut conditions = Self {
            reader,
            must: filters.queries(reader)?,
            must_not: Vec::new(),
            phrases: Vec::new(),
        };
        let excluded = parsed.filters.excluded.queries(reader)?;
        conditions
            .must_not
            .extend(excluded.into_iter().map(|filter| filter.query));
        for word in &parsed.exclusions {
            let exclusion = conditions.exclusion(analyzer, word);
            conditions.must_not.extend(exclusion);
        }
        conditions.phrases = conditions.phrases(analyzer, parsed);
        Ok(conditions)
    }

    pub(crate) fn has_phrases(&self) -> bool {
        !self.phrases.is_empty()
    }

    pub(crate) fn drop_phrases(&mut self) {
        self.phrases.clear();
    }

    pub(crate) fn are_any(&self) -> bool {
        !(self.must.is_empty() && self.must_not.is_empty() && self.phrases.is_empty())
    }

    /// The cases that the conditions leave; none where there are no conditions.
    pub(crate) fn allowed(&self) -> Result<Option<CaseSet>, Error> {
        self.allowed_by(|_| true)
    }

    /// As [`Self::allowed`], with any value of `facet`.
    pub(crate) fn allowed_without(&self, facet: Facet) -> Result<Option<CaseSet>, Error> {
        self.allowed_by(|filter| filter.facet != Some(facet))
    }

    fn allowed_by(&self, counts: impl Fn(&FilterQuery) -> bool) -> Result<Option<CaseSet>, Error> {
        if !self.are_any() {
            return Ok(None);
        }
        let all: Box<dyn Query> = Box::new(AllQuery);
        let filters = self.must.iter().filter(|filter| counts(filter));
        let conditions = std::iter::once(&all)
            .chain(filters.map(|filter| &filter.query))
            .chain(&self.phrases);
        let conditions = conditions.map(|query| (Occur::Must, query.box_clone()));
        let mut allowed = self.matches(&BooleanQuery::new(conditions.collect()))?;
        // Taken away here, since the index library's own exclusion of a phrase relies on an order of
        // calls that phrases do not keep.
        for query in &self.must_not {
            allowed.remove(&self.matches(query.as_ref())?);
        }
        Ok(Some(allowed))
    }

    fn matches(&self, query: &dyn Query) -> Result<CaseSet, Error> {
        CaseSet::matching(self.reader.searcher(), query).map_err(|e| self.reader.failed(e))
    }

    /// Matches cases that have `word` in any of its forms but not by its bigrams alone: nothing is
    /// left out on a guess.
    fn exclusion(&self, analyzer: &mut Analyzer, word: &str) -> Option<Box<dyn Query>> {
        let mut all_words: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for slot in slots_of(word, &analyzer.tokens(word)) {
            if slot.role != Role::Support {
                let spellings = spellings(&slot.node);
                let spellings = spellings.iter().filter_map(|node| self.node_query(node));
                let any = spellings.map(|query| (Occur::Should, query)).collect();
                all_words.push((Occur::Must, Box::new(BooleanQuery::new(any))));
            }
        }
        (!all_words.is_empty()).then(|| Box::new(BooleanQuery::new(all_words)) as Box<dyn Query>)
    }

    /// Matches cases that have what `node` is about.
    fn node_query(&self, node: &Node) -> Option<Box<dyn Query>> {
        let any = |forms: &[Form]| {
            let forms = forms.iter().map(|form| self.term_query(&form.term));
            BooleanQuery::new(forms.map(|query| (Occur::Should, query)).collect())
        };
        match node {
            Node::Leaf(forms) => Some(Box::new(any(forms))),
            Node::Phrase(words) => {
                let terms = (0..).zip(words).filter_map(|(place, forms)| {
                    let form = forms.first()?;
                    Some((place, self.term_of(&form.term)))
                });
                Some(Box::new(PhraseQuery::new_with_offset(terms.collect())))
            }
            Node::Best(_) => None,
            Node::All(nodes) => {
                let all = nodes.iter().filter_map(|node| self.node_query(node.main()));
                let all = all.map(|query| (Occur::Must, query)).collect();
                Some(Box::new(BooleanQuery::new(all)))
            }
        }
    }

    fn term_of(&self, term: &str) -> Term {
        Term::from_field_text(self.reader.fields().text, term)
    }

    fn term_query(&self, term: &str) -> Box<dyn Query> {
        Box::new(TermQuery::new(self.term_of(term), IndexRecordOption::Basic))
    }

    /// Each phrase of the query as a condition: its words as written, one after the other.
    fn phrases(&self, analyzer: &mut Analyzer, parsed: &Parsed) -> Vec<Box<dyn Query>> {
        parsed
            .phrases
            .iter()
            .filter_map(|phrase| {
                let mut terms: Vec<(usize, Term)> = Vec::new();
                for token in analyzer.tokens(phrase) {
                    let is_word = matches!(
                        token.kind,
                        TokenKind::Word | TokenKind::Part | TokenKind::Morpheme
                    );
                    let place = token.position as usize;
                    if is_word && terms.last().is_none_or(|(last, _)| *last < place) {
                        terms.push((place, self.term_of(&token.term())));
                    }
                }
                match terms.as_slice() {
                    [] => None,
                    [(_, only)] => Some(Box::new(TermQuery::new(
                        only.clone(),
                        IndexRecordOption::Basic,
                    )) as Box<dyn Query>),
                    _ => Some(Box::new(PhraseQuery::new_with_offset(terms)) as Box<dyn Query>),
                }
            })
            .collect()
    }
}

/// What `node` is about, written as one word or as several.
fn spellings(node: &Node) -> Vec<Node> {
    let mut spellings = vec![node.main().clone()];
    if let Node::Best(ways) = node {
        spellings.extend(ways.iter().filter_map(|(_, way)| phrase_of(way)));
    }
    if let Node::Leaf(forms) = node
        && let Some(Form { term, .. }) = forms.first().filter(|form| is_plain(&form.term))
    {
        let half = |text: &str| vec![Form::same(text.to_owned())];
        let halves = (1..term.len()).map(|at| term.split_at(at));
        spellings.extend(halves.map(|(a, b)| Node::Phrase(vec![half(a), half(b)])));
    }
    spellings
}

/// Words next to each other, if `node` is several words.
fn phrase_of(node: &Node) -> Option<Node> {
    let Node::All(words) = node else {
        return None;
    };
    let words = words.iter().map(|word| match word.main() {
        Node::Leaf(forms) => Some(forms.clone()),
        _ => None,
    });
    words.collect::<Option<_>>().map(Node::Phrase)
}
