//! Filters in the making: `component:ha` becomes `component:haproxy`.

use super::{Asked, Candidate, Context, Suggestion};
use crate::analysis::beginnings;
use crate::case::Dimension;
use crate::error::Error;
use crate::index::Facet;
use crate::query::engine::Engine;

/// The beginning of a filter.
pub(super) struct FilterBeginning<'p> {
    /// What stands before it.
    pub(super) before: &'p str,
    /// That and the name, the colon included.
    head: &'p str,
    facet: Facet,
    is_excluded: bool,
    /// What is there of the value.
    value: &'p str,
}

impl<'p> FilterBeginning<'p> {
    /// The one that `prefix` ends with.
    pub(super) fn of(prefix: &'p str) -> Option<Self> {
        let start = prefix.rfind(' ').map_or(0, |space| space + 1);
        let (before, word) = prefix.split_at(start);
        let is_excluded = word.starts_with('-');
        let (name, value) = word.split_once(':')?;
        let facet = match name.trim_start_matches('-') {
            name if name.eq_ignore_ascii_case(Facet::Year.name()) => Facet::Year,
            name => Facet::Tag(name.parse::<Dimension>().ok()?),
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
        context: &Context,
        limit: usize,
    ) -> Result<Vec<Suggestion>, Error> {
        let typed = beginnings(filter.value);
        let mut found = self.facet_names()?.values_of(filter.facet, &typed, asked);
        for value in &mut found {
            let Candidate::Name(_, value) = value else {
                continue;
            };
            let code = value.code.as_deref().unwrap_or_default();
            let cases = context.cases_of(self.reader(), filter.facet, code)?;
            value.cases = match filter.is_excluded {
                true => context.len() - cases,
                false => cases,
            };
            let quote = if code.contains(char::is_whitespace) {
                "\""
            } else {
                ""
            };
            value.text = format!("{}{quote}{code}{quote}", filter.head);
        }
        found.sort_by_cached_key(Candidate::order);
        let names = found.into_iter().filter_map(|found| match found {
            Candidate::Name(_, name) => Some(name),
            Candidate::Word(..) => None,
        });
        Ok(names.take(limit).collect())
    }
}
