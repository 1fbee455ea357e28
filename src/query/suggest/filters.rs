//! Filters in the making: `component:ha` becomes `component:haproxy`, and `-ha`, which leaves something
//! out, `-component:haproxy`.

use super::{Asked, Candidate, Context, Suggestion};
use crate::analysis::{Typed, beginnings};
use crate::case::Dimension;
use crate::error::Error;
use crate::index::Facet;
use crate::query::engine::Engine;

/// The beginning of a filter.
pub(super) struct FilterBeginning<'p> {
    /// What stands before it.
    pub(super) before: &'p str,
    /// What stands before its value.
    head: &'p str,
    facet: Facet,
    is_excluded: bool,
    /// What is there of the value, without the quote before it.
    value: &'p str,
}

impl<'p> FilterBeginning<'p> {
    /// The facet of which a value is to be chosen beside others.
    pub(super) fn widened(&self) -> Option<Facet> {
        (!self.is_excluded).then_some(self.facet)
    }

    /// The one that `prefix` ends with.
    pub(super) fn of(prefix: &'p str) -> Option<Self> {
        let quote = prefix
            .rfind('"')
            .filter(|&quote| prefix[..quote].ends_with(':'));
        let end = quote.unwrap_or(prefix.len());
        let start = prefix[..end].rfind(' ').map_or(0, |space| space + 1);
        let (before, word) = prefix.split_at(start);
        let (name, value) = word.split_once(':')?;
        let is_excluded = name.starts_with('-');
        let name = name.strip_prefix('-').unwrap_or(name);
        let facet = match name.eq_ignore_ascii_case(Facet::Year.name()) {
            true => Facet::Year,
            false => Facet::Tag(name.parse::<Dimension>().ok()?),
        };
        Some(Self {
            before,
            head: &prefix[..prefix.len() - value.len()],
            facet,
            is_excluded,
            value: value.trim_start_matches('"'),
        })
    }
}

impl Engine {
    /// The values that continue `filter`, as filters.
    pub(super) fn filters(
        &self,
        asked: &Asked<'_>,
        filter: &FilterBeginning<'_>,
        context: &Context<'_>,
        limit: usize,
    ) -> Result<Vec<Suggestion>, Error> {
        let typed = beginnings(filter.value);
        let names = self.facet_names()?;
        let mut found = Vec::new();
        for mut value in names.values_of(Some(filter.facet), &typed, asked) {
            let cases = as_filter(&mut value, filter.head, context)?;
            if filter.is_excluded {
                exclude(&mut value, context);
            }
            if cases > 0 && value.cases() > 0 {
                found.push(value);
            }
        }
        found.sort_by_cached_key(Candidate::order);
        let names = found.into_iter().filter_map(|found| match found {
            Candidate::Name(_, name) => Some(name),
            Candidate::Word(..) => None,
        });
        Ok(names.take(limit).collect())
    }

    /// The values that continue what was `typed` behind a dash, as filters that leave them out.
    pub(super) fn excluding(
        &self,
        asked: &Asked<'_>,
        typed: &Typed,
        context: &Context<'_>,
    ) -> Result<Vec<Candidate<'static>>, Error> {
        let mut found = Vec::new();
        for mut value in self.facet_names()?.values_of(None, typed, asked) {
            let head = match &value {
                Candidate::Name(_, name) => name.facet.map_or("", Facet::name),
                Candidate::Word(..) => "",
            };
            let head = format!("{}{head}:", asked.head);
            if as_filter(&mut value, &head, context)? > 0 {
                exclude(&mut value, context);
                found.push(value);
            }
        }
        Ok(found)
    }
}

/// Makes a value a filter behind `head`; the number of cases that have it.
fn as_filter(value: &mut Candidate<'_>, head: &str, context: &Context<'_>) -> Result<u64, Error> {
    let Candidate::Name(_, value) = value else {
        return Ok(0);
    };
    let (Some(facet), Some(code)) = (value.facet, &value.code) else {
        return Ok(0);
    };
    let quote = match code.contains(char::is_whitespace) {
        true => "\"",
        false => "",
    };
    value.text = format!("{head}{quote}{code}{quote}");
    value.cases = context.cases_of(facet, code)?;
    Ok(value.cases)
}

/// Counts the cases that do not have the value instead of those that do.
fn exclude(value: &mut Candidate<'_>, context: &Context<'_>) {
    if let Candidate::Name(_, value) = value {
        value.cases = context.cases.len() as u64 - value.cases;
    }
}
