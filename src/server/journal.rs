//! One line of log for each request, and its place in the metrics. Neither has anything of the query.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use super::app::App;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Where no route takes the request.
const NOWHERE: &str = "none";

pub(super) async fn record(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = given_id(request.headers()).unwrap_or_else(new_id);
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or(NOWHERE, MatchedPath::as_str);
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    let status = response.status().as_u16();
    let took_us = started.elapsed().as_micros() as u64;
    span.in_scope(|| tracing::info!(%method, route, status, took_us, "answered"));
    app.metrics().count_request(route, status);
    response
}

/// The id that a proxy or a client gave the request, if it can be put into a log and a header.
fn given_id(headers: &HeaderMap) -> Option<String> {
    const LONGEST: usize = 128;
    let id = headers.get(REQUEST_ID)?.to_str().ok()?;
    let is_plain = id.bytes().all(|byte| byte.is_ascii_graphic());
    (is_plain && (1..=LONGEST).contains(&id.len())).then(|| id.to_owned())
}

/// The standard library seeds every state differently.
fn new_id() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}
