//! For those who run the server.

use std::time::UNIX_EPOCH;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use serde::Serialize;
use utoipa::ToSchema;

use super::api::Json;
use super::app::{App, Current};
use super::openapi;
use super::openapi::Failures;
use super::problem::Problem;
use crate::index::Reader;

/// What may be asked without a token.
pub(super) const PROBES: [&str; 2] = ["/healthz", "/readyz"];

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/version", get(version))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(openapi::document))
}

/// Whether the process answers.
#[utoipa::path(get, path = "/healthz", responses((status = 200, description = "ok", body = String)))]
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether a search would be answered in time.
#[utoipa::path(get, path = "/readyz", responses(
    (status = 200, description = "ok", body = String), Failures))]
pub(super) async fn readyz(
    State(app): State<App>,
    Current(snapshot): Current,
) -> Result<&'static str, Problem> {
    app.run(snapshot, |_| Ok("ok\n")).await
}

/// The program and the index that it serves.
#[utoipa::path(get, path = "/version", responses(
    (status = 200, description = "Program and index", body = VersionAnswer), Failures))]
pub(super) async fn version(Current(snapshot): Current) -> Result<Json, Problem> {
    Json::of(&VersionAnswer::new(snapshot.engine.reader()))
}

/// Counters in Prometheus' text format.
#[utoipa::path(get, path = "/metrics", responses(
    (status = 200, description = "Counters", body = String), Failures))]
pub(super) async fn metrics(
    State(app): State<App>,
    Current(snapshot): Current,
) -> impl IntoResponse {
    const TYPE: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    let text = app.metrics().text(snapshot.engine.reader());
    ([(CONTENT_TYPE, TYPE)], text)
}

/// The program and the index that it serves.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct VersionAnswer<'a> {
    name: &'static str,
    version: &'static str,
    index: IndexAnswer<'a>,
}

#[derive(Debug, Serialize, ToSchema)]
struct IndexAnswer<'a> {
    /// Tells this commit of the index from every other.
    commit: &'a str,
    cases: u64,
    /// When it was written, in seconds since 1970; null where the file system does not say.
    #[schema(required)]
    written: Option<u64>,
}

impl<'a> VersionAnswer<'a> {
    fn new(index: &'a Reader) -> Self {
        let written = index.sealed();
        let since_epoch = written.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Self {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            index: IndexAnswer {
                commit: index.commit(),
                cases: index.stamp().totals.cases,
                written: since_epoch.map(|time| time.as_secs()),
            },
        }
    }
}
