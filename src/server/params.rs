//! The parameters of requests.

use std::fmt;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Error as _, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::{IntoParams, ToSchema};

use super::problem::Problem;
use crate::case::{CaseDate, Dimension, Lang};
use crate::query::{Filters, Request};

/// What to search for. Values of one dimension widen (or), different dimensions narrow (and). A value
/// is a code or a label in either language, in any case and spacing.
#[derive(Debug, Clone, Default, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SearchParams {
    /// Words to search for. Any text will do.
    #[serde(default)]
    pub q: String,
    /// Organisation.
    #[serde(default)]
    pub org: Vec<String>,
    /// Domain, such as kubernetes.
    #[serde(default)]
    pub domain: Vec<String>,
    /// Component, such as haproxy.
    #[serde(default)]
    pub component: Vec<String>,
    /// Symptom, such as packet-loss.
    #[serde(default)]
    pub symptom: Vec<String>,
    /// Root cause, such as config-change.
    #[serde(default, alias = "cause", alias = "root-cause")]
    pub root_cause: Vec<String>,
    /// Contributing factor, such as retry-storm.
    #[serde(default)]
    pub contributing: Vec<String>,
    /// Severity: critical, major, minor or unknown.
    #[serde(default)]
    pub severity: Vec<String>,
    /// Year of the date, such as 2022.
    #[serde(default)]
    pub year: Vec<String>,
    /// Only cases dated on or after the first day of this: YYYY, YYYY-MM or YYYY-MM-DD.
    #[serde(default, deserialize_with = "parsed")]
    #[param(value_type = Option<String>)]
    #[schema(value_type = Option<String>)]
    pub since: Option<CaseDate>,
    /// Only cases dated on or before the last day of this.
    #[serde(default, deserialize_with = "parsed")]
    #[param(value_type = Option<String>)]
    #[schema(value_type = Option<String>)]
    pub until: Option<CaseDate>,
    /// Language to show, en or ko; by default Korean where the query has Hangul, else English.
    #[serde(default, deserialize_with = "parsed")]
    #[param(value_type = Option<String>)]
    #[schema(value_type = Option<String>)]
    pub lang: Option<Lang>,
    /// Most hits, by default 5, or most values of a facet, by default 10.
    #[serde(default, deserialize_with = "within::<1, 100, _>")]
    #[param(minimum = 1, maximum = 100)]
    #[schema(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
    /// Hits to skip.
    #[serde(default, deserialize_with = "within::<0, 10_000, _>")]
    #[param(minimum = 0, maximum = 10_000)]
    #[schema(minimum = 0, maximum = 10_000)]
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
    /// Where a year is none.
    pub fn request(&self) -> Result<Request, Problem> {
        let facets = self.facets.unwrap_or(false);
        Ok(Request {
            text: self.q.clone(),
            filters: self.filters()?,
            limit: self.limit.unwrap_or(Request::HITS) as usize,
            offset: self.offset.unwrap_or(0) as usize,
            lang: self.lang,
            explain: self.explain.unwrap_or(false),
            facets: facets.then_some(Request::FACET_VALUES as usize),
        })
    }

    /// Most values of a facet.
    pub(super) fn facet_values(&self) -> usize {
        self.limit.unwrap_or(Request::FACET_VALUES) as usize
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
        filters.since = self.since;
        filters.until = self.until;
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

/// How many related cases.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct RelatedParams {
    /// Most cases, by default 5.
    #[serde(default, deserialize_with = "within::<1, 100, _>")]
    #[param(minimum = 1, maximum = 100)]
    pub(super) limit: Option<u32>,
    /// Language to show, en or ko; by default en.
    #[serde(default, deserialize_with = "parsed")]
    #[param(value_type = Option<String>)]
    pub(super) lang: Option<Lang>,
}

/// What to complete.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SuggestParams {
    /// What somebody has typed so far. Any text will do.
    #[serde(default)]
    pub(super) prefix: String,
    /// Most suggestions, by default 10.
    #[serde(default, deserialize_with = "within::<1, 100, _>")]
    #[param(minimum = 1, maximum = 100)]
    pub(super) limit: Option<u32>,
    /// Language of titles and labels, en or ko; by default Korean where the text has Hangul, else
    /// English.
    #[serde(default, deserialize_with = "parsed")]
    #[param(value_type = Option<String>)]
    pub(super) lang: Option<Lang>,
}

/// What to analyse.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct AnalyzeParams {
    /// Any text.
    #[serde(default)]
    pub(super) text: String,
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
    let hint = match error.inner().to_string().as_str() {
        "unsupported value" => "give it only once".to_owned(),
        inner => inner.to_owned(),
    };
    Problem::bad_request(detail, hint)
}

/// A value that is written as text; an empty text is none.
fn parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    let text = text.filter(|text| !text.is_empty());
    let value = text.map(|text| text.parse()).transpose();
    value.map_err(D::Error::custom)
}

/// A number of at least `LEAST` and at most `MOST`; an empty text is none.
fn within<'de, const LEAST: u32, const MOST: u32, D>(
    deserializer: D,
) -> Result<Option<u32>, D::Error>
where
    D: Deserializer<'de>,
{
    deserializer.deserialize_any(NumberVisitor::<LEAST, MOST>)
}

/// Reads a number of JSON, or digits, as an address has them.
struct NumberVisitor<const LEAST: u32, const MOST: u32>;

impl<const LEAST: u32, const MOST: u32> Visitor<'_> for NumberVisitor<LEAST, MOST> {
    type Value = Option<u32>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number from {LEAST} to {MOST}")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Option<u32>, E> {
        Ok(None)
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Option<u32>, E> {
        match u32::try_from(number) {
            Ok(number) if (LEAST..=MOST).contains(&number) => Ok(Some(number)),
            _ => Err(E::custom(format!("write a number from {LEAST} to {MOST}"))),
        }
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Option<u32>, E> {
        match text.trim() {
            "" => Ok(None),
            // What is no number is out of range as well.
            digits => self.visit_u64(digits.parse().unwrap_or(u64::MAX)),
        }
    }
}
