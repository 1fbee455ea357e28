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
        let mut spellings: FxHashMap<Spelling, usize> = FxHashMap::default();
        for address in self.first_cases(term)? {
            let (case, _) = self.stored(address)?;
            let is_lower = |(text, _): &Spelling| !text.contains(char::is_uppercase);
            let lower = self.each_spelling(analyzer, &case, term, &mut |spelling| match is_lower(
                &spelling,
            ) {
                true => ControlFlow::Break(spelling),
                false => {
                    *spellings.entry(spelling).or_default() += 1;
                    ControlFlow::Continue(())
                }
            });
            if let ControlFlow::Break(lower) = lower {
                return Ok(Some(lower));
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

    /// Calls `visit` with how `term` is written at each place of `case`, until it has seen enough.
    fn each_spelling(
        &self,
        analyzer: &mut Analyzer,
        case: &Case,
        term: &str,
        visit: &mut dyn FnMut(Spelling) -> ControlFlow<Spelling>,
    ) -> ControlFlow<Spelling> {
        for section in sections(case, self.reader().vocabulary()) {
            let text = match is_nfc(&section.text) {
                true => section.text,
                false => Cow::Owned(section.text.nfc().collect()),
            };
            for word in text.split_whitespace().filter(|word| may_have(word, term)) {
                if let Some(spelling) = spelling(analyzer, word, term) {
                    visit(spelling)?;
                }
            }
        }
        ControlFlow::Continue(())
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
    if word.len() < term.len() {
        return false;
    }
    if !term.is_ascii() {
        return word.to_lowercase().contains(term);
    }
    let is_letter = |b: &u8| b.is_ascii_alphanumeric();
    let letters = |text: &[u8]| {
        let letters: Vec<u8> = text.iter().copied().filter(is_letter).collect();
        letters.to_ascii_lowercase()
    };
    let (word, term) = (letters(word.as_bytes()), letters(term.as_bytes()));
    !term.is_empty() && word.windows(term.len()).any(|letters| letters == term)
}
