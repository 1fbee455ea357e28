//! Narrowing by facet and date: within a dimension values widen, across dimensions they narrow.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::Term;
use tantivy::query::{BooleanQuery, Occur, Query, RangeQuery, TermQuery};
use tantivy::schema::IndexRecordOption;

use crate::analysis::Analyzer;
use crate::case::{CaseDate, Dimension, Lang};
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

    /// Asks for cases on or after the first day of `date`, however early others may be.
    pub(crate) fn begin(&mut self, date: CaseDate) {
        self.since = self.since.max(Some(date));
    }

    /// Asks for cases on or before the last day of `date`, however late others may be.
    pub(crate) fn end(&mut self, date: CaseDate) {
        let earlier = |until: CaseDate| match until.last_day() <= date.last_day() {
            true => until,
            false => date,
        };
        self.until = Some(self.until.map_or(date, earlier));
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        let has_date = self.since.is_some() || self.until.is_some() || !self.years.is_empty();
        self.values.is_empty() && !has_date
    }

    /// Whether no date can be both as late and as early as is asked for.
    pub fn is_empty_range(&self) -> bool {
        let dates = self.since.zip(self.until);
        dates.is_some_and(|(since, until)| since.first_day() > until.last_day())
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
        let years = Filters {
            years: self.years.clone(),
            ..Filters::default()
        };
        let since = Filters {
            since: self.since,
            ..Filters::default()
        };
        let until = Filters {
            until: self.until,
            ..Filters::default()
        };
        let dates = [("year", years), ("since", since), ("until", until)];
        let dates = dates.into_iter().filter(|(_, only)| !only.is_empty());
        values.chain(dates).collect()
    }

    /// Each value by itself, written as in a query.
    pub(crate) fn values(&self) -> Vec<(String, Filters)> {
        let tags = self.values.iter().flat_map(|(&dimension, values)| {
            let one = move |value: &String| {
                let mut only = Filters::default();
                only.add(dimension, value.clone());
                (format!("{dimension}:{value}"), only)
            };
            values.iter().map(one)
        });
        let years = self.years.iter().map(|&year| {
            let only = Filters {
                years: vec![year],
                ..Filters::default()
            };
            (format!("year:{year}"), only)
        });
        tags.chain(years).collect()
    }

    pub(crate) fn extend(&mut self, other: Filters) {
        for (dimension, values) in other.values {
            self.values.entry(dimension).or_default().extend(values);
        }
        self.years.extend(other.years);
        other.since.into_iter().for_each(|date| self.begin(date));
        other.until.into_iter().for_each(|date| self.end(date));
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
            selected.insert(Facet::Tag(dimension), each_once(codes));
        }
        if !self.years.is_empty() {
            let years = self.years.iter().map(ToString::to_string);
            selected.insert(Facet::Year, each_once(years.collect()));
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

/// `codes` in their order without repetitions.
fn each_once(mut codes: Vec<String>) -> Vec<String> {
    let mut seen = FxHashSet::default();
    codes.retain(|code| seen.insert(code.clone()));
    codes
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
    match known(reader, dimension, value)? {
        Some(code) => Ok(code),
        None => Err(unknown_value(reader, dimension, value)?),
    }
}

/// The error about a value that `dimension` does not have.
pub(super) fn unknown_value(
    reader: &Reader,
    dimension: Dimension,
    value: &str,
) -> Result<Error, Error> {
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
    Ok(Error::UnknownValue {
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
    let vocabulary = reader.vocabulary();
    let mut nearest = synonyms(reader, dimension, value)?;
    let alike = vocabulary.alike(dimension, value, NEAREST).into_iter();
    nearest.extend(alike.map(str::to_owned));
    if nearest.is_empty() {
        nearest = nearest_of(&reader.facet_codes(dimension)?, value);
    }
    let mut nearest = each_once(nearest);
    nearest.truncate(NEAREST);
    if Lang::of(value) == Lang::Ko {
        let label = |code: &String| vocabulary.label(dimension, code, Lang::Ko).to_owned();
        nearest = nearest.iter().map(label).collect();
    }
    Ok(nearest)
}

/// The values that mean the same as `value`, by the glossary.
fn synonyms(reader: &Reader, dimension: Dimension, value: &str) -> Result<Vec<String>, Error> {
    let tokens = Analyzer::new(Arc::clone(reader.dictionary())).tokens(value);
    let found = reader.glossary()?.find(&tokens);
    let terms = found.iter().flat_map(|synonyms| &synonyms.others);
    let codes = terms.map(|term| known(reader, dimension, term.text()));
    Ok(codes
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .flatten()
        .collect())
}
