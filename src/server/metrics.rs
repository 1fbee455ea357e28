//! Counters for Prometheus.

use std::time::{Duration, SystemTime};

use prometheus_client::encoding::{EncodeLabelSet, prometheus_text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::index::Reader;

/// What is counted. A label is a route as it is declared or a status, never anything of a request.
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    search_seconds: Histogram,
    searches_without_hits: Counter,
    documents: Gauge,
    age_seconds: Gauge,
    reloads: Counter,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    code: u16,
}

impl Metrics {
    pub(super) fn new() -> Self {
        // From half a millisecond to eight seconds.
        let buckets = exponential_buckets(0.000_5, 2.0, 15);
        let mut metrics = Self {
            registry: Registry::with_prefix("incidex"),
            requests: Family::default(),
            search_seconds: Histogram::new(buckets),
            searches_without_hits: Counter::default(),
            documents: Gauge::default(),
            age_seconds: Gauge::default(),
            reloads: Counter::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register("http_requests", "Requests answered", self.requests.clone());
        registry.register(
            "search_duration_seconds",
            "Time that searches took, waiting apart",
            self.search_seconds.clone(),
        );
        registry.register(
            "searches_without_hits",
            "Searches that found nothing",
            self.searches_without_hits.clone(),
        );
        registry.register(
            "index_documents",
            "Cases in the index",
            self.documents.clone(),
        );
        registry.register(
            "index_age_seconds",
            "Time since the index in use was written",
            self.age_seconds.clone(),
        );
        registry.register(
            "index_reloads",
            "Times that a newer index was taken into use",
            self.reloads.clone(),
        );
    }

    pub(super) fn count_request(&self, route: &str, code: u16) {
        let route = route.to_owned();
        let labels = RequestLabels { route, code };
        self.requests.get_or_create(&labels).inc();
    }

    pub(super) fn count_search(&self, took: Duration, total: usize) {
        self.search_seconds.observe(took.as_secs_f64());
        if total == 0 {
            self.searches_without_hits.inc();
        }
    }

    pub(super) fn count_reload(&self) {
        self.reloads.inc();
    }

    /// All of it in Prometheus' text format, with what is to say of the index now.
    pub(super) fn text(&self, index: &Reader) -> String {
        let age = index
            .sealed()
            .and_then(|sealed| SystemTime::now().duration_since(sealed).ok());
        self.documents.set(index.stamp().totals.cases as i64);
        self.age_seconds
            .set(age.unwrap_or_default().as_secs() as i64);
        let mut text = String::new();
        // A string takes all that is written to it.
        let _ = prometheus_text::encode(&mut text, &self.registry);
        text
    }
}
