//! How people write a word of which the index has the term: `nf_conntrack` for `nfconntrack`.

use rustc_hash::FxHashMap;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocSet, TERMINATED, Term};

use super::SuggestionKind;
use crate::analysis::{Analyzer, Token, TokenKind, View, is_hangul};
use crate::case::Case;
use crate::error::Error;
use crate::index::{Reader, is_alive, sections};
use crate::query::engine::Engine;

/// Cases that are read to see how they write a word.
const CASES: usize = 2;

impl Engine {
    /// `term` as some cases write it, in lower case if one of them does, and what it is. None where
    /// it is the stem of a Korean verb, which nobody writes.
    pub(super) fn written(
        &self,
        analyzer: &mut Analyzer,
        term: &str,
    ) -> Result<Option<(String, SuggestionKind)>, Error> {
        if term.contains(is_hangul) {
            let is_word = analyzer.is_noun(term);
            return Ok(is_word.then(|| (term.to_owned(), SuggestionKind::Term)));
        }
        let mut spellings: FxHashMap<(String, SuggestionKind), usize> = FxHashMap::default();
        for address in first_cases(self.reader(), term)? {
            let (case, _) = self.stored(address)?;
            for spelling in self.spellings(analyzer, &case, term) {
                *spellings.entry(spelling).or_default() += 1;
            }
            let as_it_is = (term.to_owned(), SuggestionKind::Term);
            if spellings.contains_key(&as_it_is) {
                return Ok(Some(as_it_is));
            }
        }
        let most = spellings.into_iter().max_by(|(a, of_a), (b, of_b)| of_a.cmp(of_b).then_with(|| b.0.cmp(&a.0)));
        let best = most.map(|(spelling, _)| spelling);
        Ok(Some(best.unwrap_or_else(|| (term.to_owned(), SuggestionKind::Term))))
    }

    /// Each place of `case` that has `term`, as it is written there.
    fn spellings(
        &self,
        analyzer: &mut Analyzer,
        case: &Case,
        term: &str,
    ) -> Vec<(String, SuggestionKind)> {
        let mut found = Vec::new();
        for section in sections(case, self.reader().vocabulary()) {
            let words = section.text.split_whitespace();
            for word in words.filter(|word| may_have(word, term)) {
                let tokens = analyzer.tokens(word);
                let has = |token: &&Token| token.text == term && token.kind.view() == View::Exact;
                found.extend(tokens.iter().find(has).map(|token| spelling(word, token)));
            }
        }
        found
    }
}

/// A part of an identifier is found by itself, and means so in any case.
fn spelling(word: &str, token: &Token) -> (String, SuggestionKind) {
    match token.kind {
        TokenKind::Identifier => (
            word[token.start..token.end].to_owned(),
            SuggestionKind::Identifier,
        ),
        TokenKind::Part => (token.text.clone(), SuggestionKind::Term),
        _ => (word[token.start..token.end].to_owned(), SuggestionKind::Term),
    }
}

/// Whether the letters of `term` stand in `word`, with nothing but signs between them: most words
/// need not be analysed.
fn may_have(word: &str, term: &str) -> bool {
    let is_letter = |c: &char| c.is_alphanumeric();
    word.char_indices().any(|(at, _)| {
        let rest = word[at..].chars().filter(is_letter);
        let mut rest = rest.flat_map(char::to_lowercase);
        let mut letters = term.chars().filter(is_letter);
        letters.all(|letter| rest.next() == Some(letter))
    })
}

fn first_cases(reader: &Reader, term: &str) -> Result<Vec<DocAddress>, Error> {
    let field = reader.fields().text;
    let term = Term::from_field_text(field, term);
    let read = || -> tantivy::Result<Vec<DocAddress>> {
        let mut found = Vec::new();
        for (ord, segment) in (0..).zip(reader.searcher().segment_readers()) {
            let inverted = segment.inverted_index(field)?;
            let Some(mut cases) = inverted.read_postings(&term, IndexRecordOption::Basic)? else {
                continue;
            };
            while cases.doc() != TERMINATED && found.len() < CASES {
                if is_alive(segment, cases.doc()) {
                    found.push(DocAddress::new(ord, cases.doc()));
                }
                cases.advance();
            }
        }
        Ok(found)
    };
    read().map_err(|e| reader.failed(e))
}
