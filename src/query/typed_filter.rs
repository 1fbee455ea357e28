//! Filters in the text of a query: `component:haproxy`, `-cause:"config change"`, `since:2022-10`.
//!
//! A filter is one only where both sides are known; any other colon is text.

use std::ops::Range;

use super::filter::Filters;
use crate::case::{CaseDate, Dimension};

/// Gives the code of a value, in whatever way it is written.
pub(crate) type Resolve<'r> = &'r dyn Fn(Dimension, &str) -> Option<String>;

/// What the filters of a text ask for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TypedFilters {
    /// What cases must have.
    pub(crate) required: Filters,
    /// What cases must not have.
    pub(crate) excluded: Filters,
    /// Filters whose value nobody knows, as typed; they are text.
    pub(crate) unresolved: Vec<Unresolved>,
}

/// A name of a filter with a value that it cannot have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unresolved {
    /// The name, the colon and the value.
    pub(crate) typed: String,
    /// Where the name is that of a dimension.
    pub(crate) dimension: Option<Dimension>,
    pub(crate) value: String,
}

/// What a name before a colon asks for.
#[derive(Clone, Copy)]
enum Name {
    Dimension(Dimension),
    Year,
    Since,
    Until,
}

/// What a piece of a text is.
enum Piece {
    Filter,
    Unresolved(Unresolved),
    Text,
}

/// Takes the filters out of `line`: what is left of it, and the filters.
pub(crate) fn take(line: &str, resolve: Resolve<'_>) -> (String, TypedFilters) {
    let mut filters = TypedFilters::default();
    let mut text = String::with_capacity(line.len());
    let mut kept = 0;
    let mut before: Option<Range<usize>> = None;
    for word in words(line) {
        // A name may have two words, as in `root cause:hardware`.
        let both = before.map(|before| before.start..word.end);
        before = Some(word.clone()).filter(|word| !line[word.clone()].contains(':'));
        for place in both.into_iter().chain([word]) {
            match filters.read(&line[place.clone()], resolve) {
                Piece::Filter => {
                    text.push_str(&line[kept..place.start]);
                    kept = place.end;
                    before = None;
                    break;
                }
                Piece::Unresolved(unresolved) => {
                    filters.unresolved.push(unresolved);
                    break;
                }
                Piece::Text => {}
            }
        }
    }
    text.push_str(&line[kept..]);
    (text, filters)
}

impl TypedFilters {
    /// Takes `piece` in if it is a filter.
    fn read(&mut self, piece: &str, resolve: Resolve<'_>) -> Piece {
        let (is_excluded, named) = match piece.strip_prefix('-') {
            Some(named) => (true, named),
            None => (false, piece),
        };
        let Some((name, value)) = named.split_once(':') else {
            return Piece::Text;
        };
        let value = unquoted(value);
        let Some(name) = Name::read(name).filter(|_| !value.is_empty()) else {
            return Piece::Text;
        };
        let filters = match is_excluded {
            false => &mut self.required,
            true => &mut self.excluded,
        };
        let is_known = match name {
            Name::Dimension(dimension) => resolve(dimension, value)
                .map(|code| filters.add(dimension, code))
                .is_some(),
            Name::Year => CaseDate::year(value)
                .map(|year| filters.years.push(year))
                .is_ok(),
            // The opposite of a beginning is an end, which has its own name.
            Name::Since | Name::Until if is_excluded => false,
            Name::Since => value.parse().map(|date| filters.begin(date)).is_ok(),
            Name::Until => value.parse().map(|date| filters.end(date)).is_ok(),
        };
        match is_known {
            true => Piece::Filter,
            false => Piece::Unresolved(Unresolved {
                typed: piece.to_owned(),
                dimension: name.dimension(),
                value: value.to_owned(),
            }),
        }
    }
}

impl Name {
    fn read(text: &str) -> Option<Self> {
        let name = match text.to_lowercase().as_str() {
            "year" | "연도" => Name::Year,
            "since" => Name::Since,
            "until" => Name::Until,
            name => Name::Dimension(name.parse().ok()?),
        };
        Some(name)
    }

    fn dimension(self) -> Option<Dimension> {
        match self {
            Name::Dimension(dimension) => Some(dimension),
            Name::Year | Name::Since | Name::Until => None,
        }
    }
}

/// Where the words of `line` are. A word goes on to the end of a quotation that begins in it.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = &line[from..];
        let start = from + (rest.len() - rest.trim_start().len());
        let word = &line[start..];
        let end = word.find(|c: char| c.is_whitespace() || c == '"');
        let quotation = end.map(|end| &word[end..]).unwrap_or_default();
        let closing = quotation
            .strip_prefix('"')
            .and_then(|inside| inside.find('"'));
        let len = match (end, closing) {
            (Some(opening), Some(closing)) => opening + closing + 2,
            _ => word.find(char::is_whitespace).unwrap_or(word.len()),
        };
        from = start + len;
        (!word.is_empty()).then_some(start..from)
    })
}

fn unquoted(value: &str) -> &str {
    let inside = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
    inside.unwrap_or(value).trim()
}
