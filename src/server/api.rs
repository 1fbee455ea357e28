//! What the commands with `--json` answer, over HTTP.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;

use super::app::{App, Current};
use super::params::SearchParams;
use super::problem::Problem;
use crate::present::json::SearchAnswer;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/api/search", get(search))
}

async fn search(
    State(app): State<App>,
    Current(snapshot): Current,
    RawQuery(query): RawQuery,
) -> Result<Json, Problem> {
    let request = SearchParams::from_query(query.as_deref())?.request()?;
    app.run(snapshot, move |engine| {
        let response = engine.search(&request)?;
        let vocabulary = engine.reader().vocabulary();
        Json::of(&SearchAnswer::new(&request.text, &response, vocabulary))
    })
    .await
}

/// An answer that is written already.
pub(super) struct Json(Vec<u8>);

impl Json {
    pub(super) fn of(answer: &impl Serialize) -> Result<Self, Problem> {
        serde_json::to_vec(answer).map(Self).map_err(|error| {
            tracing::error!(error = error.to_string(), "writing an answer failed");
            Problem::internal()
        })
    }
}

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        const TYPE: HeaderValue = HeaderValue::from_static("application/json");
        ([(CONTENT_TYPE, TYPE)], self.0).into_response()
    }
}
