//! Counting what could narrow a search: for each facet its values, and how many of the cases found
//! have each.
//!
//! Values of one facet add up. So the counts of a facet leave its own selection out and honour all
//! others: they show what else could be chosen.

use std::cmp::Reverse;
use std::time::Instant;

use super::engine::{Engine, Request, Understood};
use super::matching::matching;
use super::notes::note_empty;
use super::warning::Warning;
use crate::case::{Lang, Vocabulary};
use crate::error::Error;
use crate::index::{CaseSet, Facet};

/// What could narrow a search.
#[derive(Debug, Clone)]
pub struct FacetCounts {
    /// Number of cases that match.
    pub total: usize,
    /// One for each of [`Facet::ALL`], in that order.
    pub facets: Vec<FacetCount>,
    /// As for a search; none where they were counted beside one, which has them itself.
    pub warnings: Vec<Warning>,
    /// The language of the labels.
    pub lang: Lang,
    /// Time taken, in microseconds.
    pub took_us: u64,
}

/// The values of one facet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetCount {
    /// What is counted.
    pub facet: Facet,
    /// Those that most cases have first, then by label; those chosen are always among them.
    pub values: Vec<FacetValue>,
    /// Number of further values.
    pub more: usize,
}

/// A value and the number of cases that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetValue {
    /// What a filter takes, whatever the language.
    pub code: String,
    /// What to show; a filter takes it as well.
    pub label: String,
    /// Cases that match all other facets and have this value.
    pub count: u64,
    /// Whether the search asks for it.
    pub selected: bool,
}

impl Engine {
    /// Counts all cases that match `request`, or all cases where it has no text; at most `limit`
    /// values a facet are returned, and those that are chosen. What the request says of pages does
    /// not matter.
    ///
    /// # Errors
    ///
    /// As [`Self::search`].
    pub fn facets(&self, request: &Request, limit: usize) -> Result<FacetCounts, Error> {
        let started = Instant::now();
        let mut understood = self.understand(request, &mut self.analyzer())?;
        let mut counted = self.count(request, &mut understood, limit)?;
        if understood.is_empty() && !means_all(request, &understood) {
            note_empty(&mut understood.warnings);
        }
        counted.warnings = understood.warnings;
        counted.took_us = started.elapsed().as_micros() as u64;
        Ok(counted)
    }

    /// Counts what is `understood` of `request`; what there is to say of it is left to the caller.
    pub(super) fn count(
        &self,
        request: &Request,
        understood: &mut Understood<'_>,
        limit: usize,
    ) -> Result<FacetCounts, Error> {
        let started = Instant::now();
        let selected = understood.filters.selected(self.reader())?;
        let mut matched = self.matched(request, understood)?;
        let mut found = both(&matched, understood.conditions.allowed()?);
        // As searching does.
        while found.is_empty() && understood.relax()? {
            // The phrase may have been all there was to go by.
            matched = self.matched(request, understood)?;
            found = both(&matched, understood.conditions.allowed()?);
        }
        let lang = request.lang.unwrap_or_else(|| Lang::of(&request.text));
        let members = self.members()?;
        let mut facets = Vec::new();
        for facet in Facet::ALL {
            let chosen = selected.get(&facet).map(Vec::as_slice);
            let others = match chosen {
                None => None,
                Some(_) => {
                    let allowed = understood.conditions.allowed_without(facet)?;
                    Some(both(&matched, allowed))
                }
            };
            let counts = members.count(facet, others.as_ref().unwrap_or(&found));
            let labels = |code: &str| label(facet, code, self.reader().vocabulary(), lang);
            let chosen = chosen.unwrap_or_default();
            facets.push(values(facet, counts, chosen, &labels, limit));
        }
        Ok(FacetCounts {
            total: found.len(),
            facets,
            warnings: Vec::new(),
            lang,
            took_us: started.elapsed().as_micros() as u64,
        })
    }

    /// The cases that match the words of `request`, whatever the conditions.
    fn matched(&self, request: &Request, understood: &Understood<'_>) -> Result<CaseSet, Error> {
        let searcher = self.reader().searcher();
        match understood.plan.slots.is_empty() {
            false => matching(self.reader(), &understood.plan),
            true if means_all(request, understood) => Ok(CaseSet::all(searcher)),
            true => Ok(CaseSet::none(searcher)),
        }
    }
}

/// Whether a request without words that occur means all cases that it leaves.
fn means_all(request: &Request, understood: &Understood<'_>) -> bool {
    request.text.trim().is_empty() || understood.conditions.are_any()
}

/// The first `limit` values, and all that are chosen.
fn values<'c>(
    facet: Facet,
    counts: impl Iterator<Item = (&'c str, u64)>,
    chosen: &'c [String],
    label: &dyn Fn(&str) -> String,
    limit: usize,
) -> FacetCount {
    let is_chosen = |code: &str| chosen.iter().any(|chosen| chosen == code);
    let mut counts: Vec<(&str, u64)> = counts
        .filter(|&(code, count)| count > 0 || is_chosen(code))
        .collect();
    for code in chosen {
        if counts.iter().all(|(counted, _)| counted != code) {
            counts.push((code, 0));
        }
    }
    let mut values: Vec<FacetValue> = counts
        .into_iter()
        .map(|(code, count)| FacetValue {
            label: label(code),
            selected: is_chosen(code),
            code: code.to_owned(),
            count,
        })
        .collect();
    values.sort_by_cached_key(|value| {
        let label = value.label.to_lowercase();
        (Reverse(value.count), label, value.code.clone())
    });
    let all = values.len();
    let mut place = 0;
    values.retain(|value| {
        place += 1;
        place <= limit || value.selected
    });
    FacetCount {
        facet,
        more: all - values.len(),
        values,
    }
}

fn label(facet: Facet, code: &str, vocabulary: &Vocabulary, lang: Lang) -> String {
    let label = match (facet, code, lang) {
        (Facet::Tag(dimension), ..) => vocabulary.label(dimension, code, lang),
        (Facet::Language, "en", Lang::En) => "English",
        (Facet::Language, "en", Lang::Ko) => "영어",
        (Facet::Language, "ko", Lang::En) => "Korean",
        (Facet::Language, "ko", Lang::Ko) => "한국어",
        _ => code,
    };
    label.to_owned()
}

/// The cases of `matched` that are `allowed`, where there are conditions.
fn both(matched: &CaseSet, allowed: Option<CaseSet>) -> CaseSet {
    match allowed {
        Some(mut both) => {
            both.keep(matched);
            both
        }
        None => matched.clone(),
    }
}
