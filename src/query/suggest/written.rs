//! How people write a word of which the index has the term: `nf_conntrack` for `nfconntrack`.
//!
//! The index does not know, so that some cases that have it are read.

use std::borrow::Cow;
use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::SuggestionKind;
use crate::analysis::{Analyzer, Token, TokenKind, View, is_hangul};
use crate::case::{Case, Vocabulary};
use crate::error::Error;
use crate::index::{CaseSet, sections};
use crate::query::engine::Engine;

/// Cases that are read.
const CASES: usize = 3;

/// A word and what it is.
type Spelling = (String, SuggestionKind);

impl Engine {
    /// `term` where some place has it as it is, else as most places write it, in lower case if any
    /// does. None where it is the stem of a Korean verb, which nobody writes.
    pub(super) fn written(
        &self,
        analyzer: &mut Analyzer,
        term: &str,
    ) -> Result<Option<Spelling>, Error> {
        let reader = self.reader();
        let terms = [term.to_owned()];
        let cases = CaseSet::with_any(reader.searcher(), reader.fields().text, &terms);
        let cases = cases.map_err(|e| reader.failed(e))?;
        let mut places: FxHashMap<Spelling, usize> = FxHashMap::default();
        for address in reader.sample(&cases, CASES)? {
            let (case, _) = self.stored(address)?;
            for spelling in spellings(analyzer, &case, reader.vocabulary(), term) {
                // Most words are written as their terms, and need no further case.
                if spelling.0 == term {
                    return Ok(Some(spelling));
                }
                *places.entry(spelling).or_default() += 1;
            }
        }
        let most = places.into_iter().max_by_key(|((text, kind), places)| {
            let is_lower = !text.contains(char::is_uppercase);
            (is_lower, *places, Reverse((text.clone(), *kind)))
        });
        Ok(most.map(|(spelling, _)| spelling))
    }
}

/// How `term` is written at each place of `case`.
fn spellings(
    analyzer: &mut Analyzer,
    case: &Case,
    vocabulary: &Vocabulary,
    term: &str,
) -> Vec<Spelling> {
    let mut found = Vec::new();
    for section in sections(case, vocabulary) {
        let text = match is_nfc(&section.text) {
            true => section.text,
            false => Cow::Owned(section.text.nfc().collect()),
        };
        let words = text.split_whitespace();
        // The id of a case is no word of its texts.
        let words = words.filter(|&word| word != case.id && may_have(word, term));
        found.extend(words.filter_map(|word| spelling(analyzer, word, term)));
    }
    found
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
