//! Narrowing by facet and date: within a dimension values widen, across dimensions they narrow.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Bound;

use rustc_hash::FxHashMap;
use tantivy::Term;
use tantivy::query::{BooleanQuery, Occur, Query, RangeQuery, TermQuery};
use tantivy::schema::IndexRecordOption;

use crate::case::{CaseDate, Dimension};
use crate::error::Error;
use crate::index::{Facet, Reader, days, facet_term};
use crate::nearest::{NEAREST, loose, nearest_of};

/// What cases must have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filters {
    values: BTreeMap<Dimension, Vec<String>>,
    /// Cases dated within any of these.
    pub years: Vec<CaseDate>,
    /// Cases on or after the first day of this date.
    pub since: Option<CaseDate>,
    /// Cases on or before the last day of this date.
    pub until: Option<CaseDate>,
}

impl Filters {
    /// Asks for `value`, a code or a label, beside the other values of `dimension`.
    pub fn add(&mut self, dimension: Dimension, value: String) {
        self.values.entry(dimension).or_default().push(value);
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        let has_date = self.since.is_some() || self.until.is_some() || !self.years.is_empty();
        self.values.is_empty() && !has_date
    }

    /// Each condition by itself, with its name.
    pub(crate) fn parts(&self) -> Vec<(&'static str, Filters)> {
        let values = self.values.iter().map(|(&dimension, values)| {
            let only = Filters {
                values: BTreeMap::from([(dimension, values.clone())]),
                ..Filters::default()
            };
            (dimension.name(), only)
        });
        let since = self.since.map(|since| {
            let since = Some(since);
            (
                "since",
                Filters {
                    since,
                    ..Filters::default()
                },
            )
        });
        let until = self.until.map(|until| {
            let until = Some(until);
            (
                "until",
                Filters {
                    until,
                    ..Filters::default()
                },
            )
        });
        values.chain(since).chain(until).collect()
    }

    pub(crate) fn extend(&mut self, other: Filters) {
        for (dimension, values) in other.values {
            self.values.entry(dimension).or_default().extend(values);
        }
        self.years.extend(other.years);
    }

    /// The codes that are asked for, by what they are values of.
    ///
    /// # Errors
    ///
    /// Where a value is neither in the vocabulary nor in any case.
    pub(crate) fn selected(&self, reader: &Reader) -> Result<BTreeMap<Facet, Vec<String>>, Error> {
        let mut selected = BTreeMap::new();
        for (&dimension, values) in &self.values {
            let codes = values.iter().map(|value| resolve(reader, dimension, value));
            let codes: Vec<String> = codes.collect::<Result<_, _>>()?;
            selected.insert(Facet::Tag(dimension), codes);
        }
        if !self.years.is_empty() {
            let years = self.years.iter().map(ToString::to_string);
            selected.insert(Facet::Year, years.collect());
        }
        Ok(selected)
    }

    /// The queries that a case must all match.
    ///
    /// # Errors
    ///
    /// As [`Self::selected`].
    pub(crate) fn queries(&self, reader: &Reader) -> Result<Vec<FilterQuery>, Error> {
        let mut queries = Vec::new();
        for (facet, codes) in self.selected(reader)? {
            let any: Vec<Box<dyn Query>> = match facet {
                Facet::Tag(dimension) => codes
                    .iter()
                    .map(|code| tagged(reader, dimension, code))
                    .collect(),
                _ => {
                    let years = self.years.iter();
                    years
                        .map(|&year| dated(reader, Some(year), Some(year)))
                        .collect()
                }
            };
            let any = any.into_iter().map(|query| (Occur::Should, query));
            queries.push(FilterQuery {
                facet: Some(facet),
                query: Box::new(BooleanQuery::new(any.collect())),
            });
        }
        if self.since.is_some() || self.until.is_some() {
            queries.push(FilterQuery {
                facet: None,
                query: dated(reader, self.since, self.until),
            });
        }
        Ok(queries)
    }
}

/// A query that cases must match.
pub(crate) struct FilterQuery {
    /// The facet whose selection this is; none for a range of dates.
    pub(crate) facet: Option<Facet>,
    pub(crate) query: Box<dyn Query>,
}

fn tagged(reader: &Reader, dimension: Dimension, code: &str) -> Box<dyn Query> {
    let term = Term::from_field_text(reader.fields().facet, &facet_term(dimension, code));
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

/// Cases dated from the first day of `since` to the last day of `until`.
fn dated(reader: &Reader, since: Option<CaseDate>, until: Option<CaseDate>) -> Box<dyn Query> {
    let day = |date| Bound::Included(Term::from_field_i64(reader.fields().date, days(date)));
    let lower = since.map_or(Bound::Unbounded, |date| day(date.first_day()));
    let upper = until.map_or(Bound::Unbounded, |date| day(date.last_day()));
    Box::new(RangeQuery::new(lower, upper))
}

fn resolve(reader: &Reader, dimension: Dimension, value: &str) -> Result<String, Error> {
    if let Some(code) = known(reader, dimension, value)? {
        return Ok(code);
    }
    let mut elsewhere = Vec::new();
    for other in Dimension::ALL {
        if known(reader, other, value)?.is_some() {
            elsewhere.push(other.name());
        }
    }
    let nearest = match elsewhere.is_empty() {
        true => nearest_values(reader, dimension, value)?,
        false => Vec::new(),
    };
    Err(Error::UnknownValue {
        dimension: dimension.name(),
        value: value.to_owned(),
        elsewhere,
        nearest,
    })
}

/// The code that `value` means: a code or a label of the vocabulary, else a value that some case
/// has, whatever its case and spacing.
fn known(reader: &Reader, dimension: Dimension, value: &str) -> Result<Option<String>, Error> {
    if let Some(code) = reader.vocabulary().resolve(dimension, value) {
        return Ok(Some(code.to_owned()));
    }
    let wanted = loose(value);
    let codes = reader.facet_codes(dimension)?;
    Ok(codes.into_iter().find(|code| loose(code) == wanted))
}

/// Resolves values as [`known`] does, for a text that may name thousands: the codes of a dimension
/// are read once.
pub(super) struct Resolver<'r> {
    reader: &'r Reader,
    codes: RefCell<BTreeMap<Dimension, FxHashMap<String, String>>>,
}

impl<'r> Resolver<'r> {
    pub(super) fn new(reader: &'r Reader) -> Self {
        Self {
            reader,
            codes: RefCell::default(),
        }
    }

    pub(super) fn resolve(&self, dimension: Dimension, value: &str) -> Option<String> {
        if let Some(code) = self.reader.vocabulary().resolve(dimension, value) {
            return Some(code.to_owned());
        }
        let mut read = self.codes.borrow_mut();
        let codes = read.entry(dimension).or_insert_with(|| {
            // An index that cannot be read says so when it is searched.
            let codes = self.reader.facet_codes(dimension).unwrap_or_default();
            codes.into_iter().map(|code| (loose(&code), code)).collect()
        });
        codes.get(&loose(value)).cloned()
    }
}

fn nearest_values(
    reader: &Reader,
    dimension: Dimension,
    value: &str,
) -> Result<Vec<String>, Error> {
    let nearest = reader.vocabulary().nearest(dimension, value, NEAREST);
    if nearest.is_empty() {
        return Ok(nearest_of(&reader.facet_codes(dimension)?, value));
    }
    Ok(nearest.into_iter().map(str::to_owned).collect())
}
