//! The words that tell most about a case: rare ones, in the fields that weigh most. They stand for
//! its text where others like it are looked for.

use rustc_hash::FxHashMap;
use tantivy::Term;

use super::plan::idf;
use super::slot::{Form, Likeness, Node, Role, Slot};
use super::weights::{MAX_SLOTS, Weights};
use crate::analysis::{Analyzer, TokenKind, is_stop_word};
use crate::case::{Case, Vocabulary};
use crate::error::Error;
use crate::index::{Field, Reader, sections};

/// Fewer letters than this are too often a part of something else.
const SHORTEST: usize = 2;

/// A word of a case.
struct Word {
    /// As written where it first stands.
    text: String,
    /// The stem, where it differs.
    stem: Option<String>,
    /// Weights of the texts that it stands in.
    fields: f32,
}

/// At most [`MAX_SLOTS`] words of `case` that other cases have too, as things to look for.
pub(crate) fn telling_words(
    reader: &Reader,
    weights: &Weights,
    analyzer: &mut Analyzer,
    case: &Case,
) -> Result<Vec<Slot>, Error> {
    let words = words_of(analyzer, case, reader.vocabulary(), weights);
    let cases = reader.total_docs();
    let mut ranked: Vec<(f32, String, Word)> = Vec::new();
    for (term, word) in words {
        let with = Term::from_field_text(reader.fields().text, &term);
        let doc_freq = reader.searcher().doc_freq(&with);
        let doc_freq = doc_freq.map_err(|e| reader.failed(e))?;
        if doc_freq > 1 {
            ranked.push((word.fields * idf(doc_freq, cases), term, word));
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    ranked.truncate(MAX_SLOTS);
    let slots = ranked.into_iter().map(|(_, term, word)| slot(term, word));
    Ok(slots.collect())
}

/// The words of the texts of `case` by their terms. Facets are compared as facets.
fn words_of(
    analyzer: &mut Analyzer,
    case: &Case,
    vocabulary: &Vocabulary,
    weights: &Weights,
) -> FxHashMap<String, Word> {
    let mut words: FxHashMap<String, Word> = FxHashMap::default();
    for section in sections(case, vocabulary) {
        let field = section.zone.field;
        if field == Field::Facets {
            continue;
        }
        for (term, mut word) in words_in(analyzer, &section.text) {
            word.fields = weights.field(field);
            words
                .entry(term)
                .and_modify(|known| known.fields += word.fields)
                .or_insert(word);
        }
    }
    words
}

/// The words of one text by their terms, as yet without a weight.
fn words_in(analyzer: &mut Analyzer, text: &str) -> FxHashMap<String, Word> {
    let mut words: FxHashMap<String, Word> = FxHashMap::default();
    let mut last: Option<(u32, String)> = None;
    for token in analyzer.tokens(text) {
        let term = token.term();
        match (&last, token.kind) {
            // A stem stands behind its word, at the same place.
            (Some((position, word)), TokenKind::Stem) if *position == token.position => {
                if let Some(word) = words.get_mut(word) {
                    word.stem = Some(term);
                }
            }
            (_, kind) if is_telling(kind, &token.text) => {
                words.entry(term.clone()).or_insert_with(|| Word {
                    text: text[token.start..token.end].to_owned(),
                    stem: None,
                    fields: 0.0,
                });
                last = Some((token.position, term));
            }
            _ => {}
        }
    }
    words
}

fn is_telling(kind: TokenKind, text: &str) -> bool {
    let is_unit = matches!(
        kind,
        TokenKind::Word | TokenKind::Identifier | TokenKind::Compound | TokenKind::Morpheme
    );
    // A number by itself is a time or an amount, which others share by chance.
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    is_unit && !is_number && text.chars().count() >= SHORTEST && !is_stop_word(text)
}

fn slot(term: String, word: Word) -> Slot {
    let stem = word.stem.map(|term| Form {
        term,
        likeness: Likeness::Stem,
    });
    let forms = std::iter::once(Form::same(term)).chain(stem);
    Slot {
        range: 0..word.text.len(),
        text: word.text,
        role: Role::Content,
        node: Node::Leaf(forms.collect()),
        span: 1,
        term: None,
        synonyms: Vec::new(),
    }
}
