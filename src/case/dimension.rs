//! The dimensions along which cases are filtered and counted.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::record::Case;
use crate::nearest::loose;
use crate::quoted::Quoted;

/// A facet. Its [`name`](Dimension::name) is the one used in flags, queries and
/// output; its [`key`](Dimension::key) is where a case keeps the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    Org,
    Domain,
    Component,
    Symptom,
    RootCause,
    Contributing,
    Severity,
}

impl Dimension {
    pub const ALL: [Dimension; 7] = [
        Dimension::Org,
        Dimension::Domain,
        Dimension::Component,
        Dimension::Symptom,
        Dimension::RootCause,
        Dimension::Contributing,
        Dimension::Severity,
    ];

    pub fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The key of a case, and of a vocabulary file.
    pub fn key(self) -> &'static str {
        match self {
            Dimension::Component => "components",
            Dimension::Symptom => "symptoms",
            other => other.name(),
        }
    }

    /// The values of a case: codes of the vocabulary, for [`Dimension::Org`] the
    /// name of the organisation, or its slug where it has no name.
    pub fn values_of(self, case: &Case) -> &[String] {
        match self {
            Dimension::Org if case.org.is_none() => case.org_slug.as_slice(),
            Dimension::Org => case.org.as_slice(),
            Dimension::Domain => &case.domain,
            Dimension::Component => &case.components,
            Dimension::Symptom => &case.symptoms,
            Dimension::RootCause => case.root_cause.as_slice(),
            Dimension::Contributing => &case.contributing,
            Dimension::Severity => case.severity.as_slice(),
        }
    }

    /// The name, then everything else that is understood, what output calls it included.
    fn names(self) -> &'static [&'static str] {
        match self {
            Dimension::Org => &["org", "orgs", "organisation", "organization", "조직"],
            Dimension::Domain => &["domain", "domains", "분야"],
            Dimension::Component => &["component", "components", "구성 요소"],
            Dimension::Symptom => &["symptom", "symptoms", "증상"],
            Dimension::RootCause => &[
                "root_cause",
                "root causes",
                "cause",
                "causes",
                "원인",
                "근본 원인",
            ],
            Dimension::Contributing => &[
                "contributing",
                "contributing factor",
                "contributing factors",
                "기여 요인",
            ],
            Dimension::Severity => &["severity", "severities", "심각도"],
        }
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Write one of the names of [`Dimension::ALL`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} is no dimension; write one of {}",
    Quoted(given),
    Dimension::ALL.map(Dimension::name).join(", ")
)]
pub struct UnknownDimension {
    pub given: String,
}

impl FromStr for Dimension {
    type Err = UnknownDimension;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        static BY_NAME: LazyLock<FxHashMap<String, Dimension>> = LazyLock::new(|| {
            let names = |dimension: Dimension| {
                dimension
                    .names()
                    .iter()
                    .map(move |name| (loose(name), dimension))
            };
            Dimension::ALL.into_iter().flat_map(names).collect()
        });
        BY_NAME
            .get(&loose(text))
            .copied()
            .ok_or_else(|| UnknownDimension {
                given: text.to_owned(),
            })
    }
}
