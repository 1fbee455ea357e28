//! How people write a word of which the index has the term: `nf_conntrack` for `nfconntrack`.
//!
//! The index does not know, so that some cases that have it are read.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use tantivy::DocAddress;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::SuggestionKind;
use super::context::for_each_case;
use crate::analysis::{Analyzer, Token, TokenKind, View, is_hangul};
use crate::case::Case;
use crate::error::Error;
use crate::index::sections;
use crate::query::engine::Engine;

/// Cases that are read.
const CASES: usize = 2;

/// A word and what it is.
type Spelling = (String, SuggestionKind);

impl Engine {
    /// `term` as it is written in most places, in lower case if in any. None where it is the stem of
    /// a Korean verb, which nobody writes.
    pub(super) fn written(
        &self,
        analyzer: &mut Analyzer,
        term: &str,
    ) -> Result<Option<Spelling>, Error> {
        let as_it_is = (term.to_owned(), SuggestionKind::Term);
        let mut spellings: FxHashMap<Spelling, usize> = FxHashMap::default();
        for address in self.first_cases(term)? {
            let (case, _) = self.stored(address)?;
            for spelling in self.spellings(analyzer, &case, term) {
                *spellings.entry(spelling).or_default() += 1;
            }
            if spellings.contains_key(&as_it_is) {
                return Ok(Some(as_it_is));
            }
        }
        let most = spellings
            .into_iter()
            .max_by(|(a, of_a), (b, of_b)| of_a.cmp(of_b).then_with(|| a.0.cmp(&b.0)));
        Ok(most.map(|(spelling, _)| spelling))
    }

    fn first_cases(&self, term: &str) -> Result<Vec<DocAddress>, Error> {
        let mut found = Vec::new();
        for_each_case(self.reader(), term, &mut |case| {
            found.push(case);
            match found.len() < CASES {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        Ok(found)
    }

    /// Each place of `case` that has `term` as a word, as it is written there.
    fn spellings(&self, analyzer: &mut Analyzer, case: &Case, term: &str) -> Vec<Spelling> {
        let mut found = Vec::new();
        for section in sections(case, self.reader().vocabulary()) {
            let text = match is_nfc(&section.text) {
                true => section.text,
                false => Cow::Owned(section.text.nfc().collect()),
            };
            let words = text.split_whitespace().filter(|word| may_have(word, term));
            found.extend(words.filter_map(|word| spelling(analyzer, word, term)));
        }
        found
    }
}

/// How `term` is written in `word`, which may have it.
fn spelling(analyzer: &mut Analyzer, word: &str, term: &str) -> Option<Spelling> {
    if term.contains(is_hangul) {
        let eojeols = word.split(|c| !is_hangul(c));
        let mut with_term = eojeols.filter(|eojeol| eojeol.contains(term));
        let is_noun = with_term.any(|eojeol| analyzer.has_noun(eojeol, term));
        return is_noun.then(|| (term.to_owned(), SuggestionKind::Term));
    }
    let tokens = analyzer.tokens(word);
    let has = |token: &&Token| token.text == term && token.kind.view() == View::Exact;
    let token = tokens.iter().find(has)?;
    let written = || word[token.start..token.end].to_owned();
    Some(match token.kind {
        TokenKind::Identifier => (written(), SuggestionKind::Identifier),
        // A part is no word by itself, so that its case says nothing.
        TokenKind::Part => (term.to_owned(), SuggestionKind::Term),
        _ => (written(), SuggestionKind::Term),
    })
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
