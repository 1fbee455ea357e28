//! What is said of how a query was read.

use super::conditions::GivenUp;
use super::filter::{Filters, unknown_value};
use super::initials::Initials;
use super::plan::{Plan, Unknown};
use super::slot::Role;
use super::typed_filter::{TypedFilters, Unresolved};
use super::warning::{Warning, WarningKind};
use crate::case::CaseDate;
use crate::error::Error;
use crate::index::{Facet, Reader};
use crate::quoted::shortened;

/// Words that a note names.
pub(crate) const NAMED: usize = 6;
/// Filters with unknown values that are told.
const UNRESOLVED: usize = 3;

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

/// Says by which filters of the text, joined with those beside it, the cases were narrowed, and
/// which that look like filters are none.
pub(crate) fn note_filters(
    reader: &Reader,
    typed: &TypedFilters,
    given: &Filters,
    warnings: &mut Vec<Warning>,
) -> Result<(), Error> {
    let facets = |filters: &Filters| filters.selected(reader);
    // Most queries have none, and to resolve those beside them once is enough.
    if !typed.required.is_empty() {
        let required = facets(&typed.required)?;
        for (facet, codes) in facets(given)? {
            if required.contains_key(&facet) {
                warnings.push(filter_note("only cases with", "", facet, &codes));
            }
        }
    }
    for (facet, codes) in facets(&typed.excluded)? {
        warnings.push(filter_note("without cases that have", "-", facet, &codes));
    }
    let since = typed.required.since.and(given.since);
    let until = typed.required.until.and(given.until);
    for (name, date) in [("since", since), ("until", until)] {
        if let Some(date) = date {
            let warning = Warning::new(WarningKind::Filter, format!("only cases {name} {date}"));
            warnings.push(warning.about([format!("{name}:{date}")]));
        }
    }
    if let Some((since, until)) = given.empty_range() {
        let text = format!("no date is since {since} and until {until}; exchange them");
        let warning = Warning::new(WarningKind::EmptyRange, text);
        warnings.push(warning.about([since, until].map(|date| date.to_string())));
    }
    for unresolved in typed.unresolved.iter().take(UNRESOLVED) {
        warnings.push(unresolved_note(reader, unresolved)?);
    }
    Ok(())
}

fn filter_note(which: &str, dash: &str, facet: Facet, codes: &[String]) -> Warning {
    let name = facet.name();
    let mut shown: Vec<String> = codes.iter().take(NAMED).map(|c| shortened(c)).collect();
    if codes.len() > NAMED {
        shown.push(format!("{} more", codes.len() - NAMED));
    }
    let text = format!("{which} {name} {}", shown.join(" or "));
    let filters = codes.iter().map(|code| format!("{dash}{name}:{code}"));
    Warning::new(WarningKind::Filter, text).about(filters)
}

fn unresolved_note(reader: &Reader, unresolved: &Unresolved) -> Result<Warning, Error> {
    let typed = shortened(&unresolved.typed);
    let is_date = unresolved.value.parse::<CaseDate>().is_ok();
    let why = match unresolved.dimension {
        Some(dimension) => unknown_value(reader, dimension, &unresolved.value)?.to_string(),
        None if is_date && unresolved.is_excluded => {
            "a beginning or an end cannot be left out; since and until are each other's opposite"
                .to_owned()
        }
        None => "write a date as YYYY, YYYY-MM or YYYY-MM-DD, a year as YYYY".to_owned(),
    };
    let what = match unresolved.is_excluded {
        true => "was ignored",
        false => "was read as text",
    };
    let text = format!("{typed:?} {what}: {why}");
    Ok(Warning::new(WarningKind::FilterIsText, text).about([typed]))
}

/// The first few of `words`, and how many there are besides.
fn named(words: &[String]) -> String {
    let mut named: Vec<String> = words.iter().take(NAMED).map(|w| shortened(w)).collect();
    if words.len() > NAMED {
        named.push(format!("{} more", words.len() - NAMED));
    }
    named.join(", ")
}

/// Says of the phrases `given_up` that their words are searched for.
pub(crate) fn relax_phrases(given_up: &GivenUp, warnings: &mut [Warning]) {
    for warning in warnings {
        let shown = warning.words.first().cloned().unwrap_or_default();
        let mut phrases = given_up.phrases.iter();
        if warning.kind == WarningKind::Phrase && phrases.any(|p| shortened(p) == shown) {
            warning.kind = WarningKind::PhraseRelaxed;
            let with = match given_up.exist {
                true => " with all else that is asked for",
                false => "",
            };
            warning.text = format!("no case has \"{shown}\"{with}; searched for its words");
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
