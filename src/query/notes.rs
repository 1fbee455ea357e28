//! What is said of how a query was read.

use super::initials::Initials;
use super::plan::{Plan, Unknown};
use super::slot::Role;
use super::warning::{Warning, WarningKind, shortened};

/// Words that a note names.
pub(crate) const NAMED: usize = 6;

pub(crate) fn note_too_short(initials: &Initials, warnings: &mut Vec<Warning>) {
    if let Some(consonant) = initials.too_short.first() {
        let text = format!(
            "{consonant} alone may stand for too many words; type the initial consonants of two \
             syllables or more, such as ㅈㅇ for 장애"
        );
        let warning = Warning::new(WarningKind::TooShort, text);
        warnings.push(warning.about([consonant.to_string()]));
    }
}

pub(crate) fn note_ignored(plan: &Plan, warnings: &mut Vec<Warning>) {
    if let Some(words) = plan.reduced_from {
        let used = plan
            .slots
            .iter()
            .filter(|slot| slot.role != Role::Support)
            .count();
        let text = format!("a long text: searched for its {used} most telling words of {words}");
        let warning = Warning::new(WarningKind::Reduced, text);
        warnings.push(warning.about([used.to_string(), words.to_string()]));
        return;
    }
    if plan.unknown.is_empty() {
        return;
    }
    let words = unknown_words(&plan.unknown);
    let text = format!("in no case: {}", named(&words));
    warnings.push(Warning::new(WarningKind::UnknownWords, text).about(words));
}

/// The unknown words as typed: the pieces that the analyzer made of one are put together again.
fn unknown_words(unknown: &[Unknown]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut end = None;
    for Unknown { text, range, .. } in unknown {
        match words.last_mut() {
            Some(word) if end == Some(range.start) => word.push_str(text),
            _ => words.push(text.clone()),
        }
        end = Some(range.end);
    }
    words
}

/// Names the terms of the glossary that were searched for beside those of the query.
pub(crate) fn note_synonyms(plan: &Plan, warnings: &mut Vec<Warning>) {
    if plan.synonyms.is_empty() {
        return;
    }
    let words = &plan.synonyms;
    let text = format!("also searched for: {}", named(words));
    warnings.push(Warning::new(WarningKind::Synonyms, text).about(words));
}

/// The first few of `words`, and how many there are besides.
fn named(words: &[String]) -> String {
    let mut named: Vec<String> = words.iter().take(NAMED).map(|w| shortened(w)).collect();
    if words.len() > NAMED {
        named.push(format!("{} more", words.len() - NAMED));
    }
    named.join(", ")
}

pub(crate) fn relax_phrases(warnings: &mut [Warning]) {
    for warning in warnings {
        if warning.kind == WarningKind::Phrase {
            warning.kind = WarningKind::PhraseRelaxed;
            warning.text = "nothing has the phrase as it stands; searched for its words".to_owned();
        }
    }
}

/// Says that there is nothing to search for, unless it was said why.
pub(crate) fn note_empty(warnings: &mut Vec<Warning>) {
    const EMPTY: &str = "there is nothing to search for in this query; type a symptom, an error \
                         line, a name or the id of a case";
    if !warnings.iter().any(|w| w.kind == WarningKind::TooShort) {
        warnings.push(Warning::new(WarningKind::Empty, EMPTY));
    }
}
