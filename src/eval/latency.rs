//! How long the searches of an evaluation took.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::Topic;

/// Of the search itself, from the text of a topic to its ranking, in an index that is open and
/// warm. In milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Latency {
    pub all: Percentiles,
    /// By language, where topics have one.
    pub lang: BTreeMap<String, Percentiles>,
    /// By topic.
    pub topics: BTreeMap<String, f64>,
}

/// In milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Percentiles {
    pub p50: f64,
    pub p95: f64,
    pub p99: f64,
}

impl Latency {
    /// From the time that each topic took.
    #[must_use]
    pub fn new(taken: &[(&Topic, Duration)]) -> Self {
        let mut lang: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for (topic, time) in taken {
            if let Some(of) = &topic.lang {
                lang.entry(of.clone())
                    .or_default()
                    .push(milliseconds(*time));
            }
        }
        Self {
            all: Percentiles::new(taken.iter().map(|(_, time)| milliseconds(*time)).collect()),
            lang: lang
                .into_iter()
                .map(|(lang, times)| (lang, Percentiles::new(times)))
                .collect(),
            topics: taken
                .iter()
                .map(|(topic, time)| (topic.id.clone(), milliseconds(*time)))
                .collect(),
        }
    }
}

impl Percentiles {
    fn new(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |percent| nearest_rank(&times, percent);
        Self {
            p50: at(50),
            p95: at(95),
            p99: at(99),
        }
    }
}

/// The least of the sorted `times` that `percent` of them do not exceed; 0 of none.
pub(super) fn nearest_rank(times: &[f64], percent: usize) -> f64 {
    let rank = (times.len() * percent).div_ceil(100);
    times.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// To the microsecond; a clock says no more.
fn milliseconds(time: Duration) -> f64 {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX)).as_secs_f64() * 1e3
}
