//! A query of consonants alone stands for words by the initials of their syllables: ㅈㅇ for 장애.
//!
//! They reach titles and labels. In a longer text they would mean too much.

use rustc_hash::FxHashMap;

use super::slot::{Form, Likeness, Node, Role, Slot, slot};
use super::weights::LONGER_INITIALS;
use crate::analysis::jamo::is_syllable;
use crate::analysis::{Analyzer, Token, TokenKind, View, spelled_initials};
use crate::error::Error;
use crate::index::Reader;

/// A query of consonants alone.
#[derive(Debug, Default)]
pub(crate) struct Initials {
    /// One for each run of two consonants or more.
    pub(crate) slots: Vec<Slot>,
    /// Consonants that stand alone, as typed.
    pub(crate) too_short: Vec<String>,
}

/// Reads `text`, if it consists of consonants alone.
pub(crate) fn initials(
    reader: &Reader,
    analyzer: &mut Analyzer,
    text: &str,
) -> Result<Option<Initials>, Error> {
    // Most queries show at a glance that they are none.
    if text.contains(|c: char| c.is_ascii_alphanumeric() || is_syllable(c)) {
        return Ok(None);
    }
    let mut runs = analyzer.tokens(text);
    runs.retain(|token| token.kind != TokenKind::Bigram);
    let spelled: Option<Vec<String>> = runs.iter().map(spelled).collect();
    let Some(spelled) = spelled.filter(|runs| !runs.is_empty()) else {
        return Ok(None);
    };
    let mut read = Initials::default();
    for (run, consonants) in runs.iter().zip(spelled) {
        let typed = &text[run.start..run.end];
        if consonants.chars().nth(1).is_none() {
            read.too_short.push(typed.to_owned());
            continue;
        }
        let forms = Node::Leaf(forms(reader, run, &consonants)?);
        read.slots
            .push(slot(text, run.start..run.end, Role::Content, forms, 1));
    }
    Ok(Some(read))
}

fn spelled(run: &Token) -> Option<String> {
    spelled_initials(&run.text).filter(|_| run.kind == TokenKind::Morpheme)
}

/// The consonants as written, which a text may have (ㅋㅋ); words with these initials; words whose
/// initials begin with them, those in most cases first.
fn forms(reader: &Reader, run: &Token, consonants: &str) -> Result<Vec<Form>, Error> {
    let whole = View::Initials.term(consonants);
    let mut longer: FxHashMap<String, u64> = FxHashMap::default();
    let behind = format!("{whole}{}", char::MAX);
    reader.for_each_term(&whole..&behind, &mut |term, cases| {
        if term != whole {
            *longer.entry(term.to_owned()).or_default() += cases;
        }
    })?;
    let mut longer: Vec<(String, u64)> = longer.into_iter().collect();
    longer.sort_unstable_by(|(a, of_a), (b, of_b)| of_b.cmp(of_a).then_with(|| a.cmp(b)));
    let mut forms = vec![Form::same(run.term()), Form::same(whole)];
    let longer = longer.into_iter().take(LONGER_INITIALS);
    forms.extend(longer.map(|(term, _)| Form {
        term,
        likeness: Likeness::InitialsBegin,
    }));
    Ok(forms)
}
