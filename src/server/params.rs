//! The parameters of requests.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};

use super::problem::Problem;
use crate::case::{CaseDate, Dimension, Lang};
use crate::query::{Filters, Request};

const LIMITS: RangeInclusive<u32> = 1..=100;
const OFFSETS: RangeInclusive<u32> = 0..=10_000;

/// What to search for. Values of one dimension widen (or), different dimensions narrow (and). A value
/// is a code or a label in either language, in any case and spacing.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchParams {
    /// Words to search for. Any text will do.
    pub q: String,
    /// Organisation.
    pub org: Vec<String>,
    /// Domain, such as kubernetes.
    pub domain: Vec<String>,
    /// Component, such as haproxy.
    pub component: Vec<String>,
    /// Symptom, such as packet-loss.
    pub symptom: Vec<String>,
    /// Root cause, such as config-change.
    #[serde(alias = "cause", alias = "root-cause")]
    pub root_cause: Vec<String>,
    /// Contributing factor, such as retry-storm.
    pub contributing: Vec<String>,
    /// Severity: critical, major, minor or unknown.
    pub severity: Vec<String>,
    /// Year of the date, such as 2022.
    pub year: Vec<String>,
    /// Only cases dated on or after the first day of this: YYYY, YYYY-MM or YYYY-MM-DD.
    pub since: Option<Parsed<CaseDate>>,
    /// Only cases dated on or before the last day of this.
    pub until: Option<Parsed<CaseDate>>,
    /// Language to show, en or ko; by default Korean where the query has Hangul, else English.
    pub lang: Option<Parsed<Lang>>,
    /// Most hits, by default 5, or most values of a facet, by default 10; 1 to 100.
    pub limit: Option<u32>,
    /// Hits to skip, 0 to 10000.
    pub offset: Option<u32>,
    /// Whether to count what could narrow the search.
    pub facets: Option<bool>,
    /// Whether to say how each score came about.
    pub explain: Option<bool>,
}

impl SearchParams {
    /// Reads the query of a URL. Names that are not known are an error, an empty value is none.
    ///
    /// # Errors
    ///
    /// Where a parameter is unknown or has no value that makes sense.
    pub fn from_query(query: Option<&str>) -> Result<Self, Problem> {
        from_query(query)
    }

    /// What to ask the engine.
    ///
    /// # Errors
    ///
    /// Where a year is none or a number is out of range.
    pub fn request(&self) -> Result<Request, Problem> {
        let limit = within("limit", self.limit.unwrap_or(Request::HITS), LIMITS)?;
        let offset = within("offset", self.offset.unwrap_or(0), OFFSETS)?;
        let facets = self.facets.unwrap_or(false);
        Ok(Request {
            text: self.q.clone(),
            filters: self.filters()?,
            limit,
            offset,
            lang: self.lang.as_ref().map(|lang| lang.0),
            explain: self.explain.unwrap_or(false),
            facets: facets.then_some(Request::FACET_VALUES as usize),
        })
    }

    fn filters(&self) -> Result<Filters, Problem> {
        let mut filters = Filters::default();
        for dimension in Dimension::ALL {
            for value in self.values(dimension).iter().filter(|v| !v.is_empty()) {
                filters.add(dimension, value.clone());
            }
        }
        let years = self.year.iter().filter(|year| !year.is_empty());
        filters.years = years
            .map(|year| CaseDate::year(year))
            .collect::<Result<_, _>>()
            .map_err(|error| Problem::bad_request("year is not understood", error.to_string()))?;
        filters.since = self.since.as_ref().map(|date| date.0);
        filters.until = self.until.as_ref().map(|date| date.0);
        Ok(filters)
    }

    /// The values asked for of `dimension`.
    pub fn values(&self, dimension: Dimension) -> &[String] {
        match dimension {
            Dimension::Org => &self.org,
            Dimension::Domain => &self.domain,
            Dimension::Component => &self.component,
            Dimension::Symptom => &self.symptom,
            Dimension::RootCause => &self.root_cause,
            Dimension::Contributing => &self.contributing,
            Dimension::Severity => &self.severity,
        }
    }
}

/// Reads the query of a URL.
pub(super) fn from_query<T: DeserializeOwned>(query: Option<&str>) -> Result<T, Problem> {
    let query = query.unwrap_or_default().as_bytes();
    let parameters = serde_html_form::Deserializer::from_bytes(query);
    serde_path_to_error::deserialize(parameters).map_err(|error| not_understood(&error))
}

pub(super) fn not_understood<E: fmt::Display>(error: &serde_path_to_error::Error<E>) -> Problem {
    let detail = match error.path().to_string().as_str() {
        "." | "?" => "a parameter is not understood".to_owned(),
        path => format!("{path} is not understood"),
    };
    Problem::bad_request(detail, error.inner().to_string())
}

pub(super) fn within(
    name: &str,
    number: u32,
    range: RangeInclusive<u32>,
) -> Result<usize, Problem> {
    if range.contains(&number) {
        return Ok(number as usize);
    }
    let (least, most) = range.into_inner();
    let hint = format!("write a number from {least} to {most}");
    let detail = format!("{name} is out of range: {number}");
    Err(Problem::bad_request(detail, hint))
}

/// A value that is written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parsed<T>(pub T);

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}
