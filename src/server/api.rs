//! What the commands with `--json` answer, over HTTP.

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, RawQuery, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;

use super::app::{App, Current, Snapshot};
use super::fresh;
use super::openapi::Failures;
use super::params::{AnalyzeParams, RelatedParams, SearchParams, SuggestParams, from_query};
use super::posted::Posted;
use super::problem::Problem;
use crate::analysis::Analyzer;
use crate::case::Lang;
use crate::present::json::{FacetsAnswer, RelatedAnswer, SearchAnswer, SuggestAnswer};
use crate::present::tokens::{AnalyzeAnswer, TokenAnswer};
use crate::query::{Related, SuggestRequest};

pub(super) fn routes(app: &App) -> Router<App> {
    Router::new()
        .route("/api/search", get(search).post(search_posted))
        .route("/api/facets", get(facets))
        .route("/api/cases/{id}", get(case))
        .route("/api/cases/{id}/related", get(related))
        .route("/api/suggest", get(suggest))
        .route("/api/analyze", get(analyze))
        .route_layer(from_fn_with_state(app.clone(), fresh::spare))
}

/// Rank the cases that look like a symptom, an error line or a keyword.
#[utoipa::path(get, path = "/api/search", params(SearchParams), responses(
    (status = 200, description = "Hits, best first", body = SearchAnswer), Failures))]
pub(super) async fn search(
    State(app): State<App>,
    Current(snapshot): Current,
    RawQuery(query): RawQuery,
) -> Result<Json, Problem> {
    answer_search(app, snapshot, &from_query(query.as_deref())?).await
}

/// Rank the cases that look like a pasted log or stack trace, of at most 1 MiB.
///
/// As `text/plain` the body is the query, and parameters stand in the address as for GET.
#[utoipa::path(post, path = "/api/search", params(SearchParams),
    request_body(content((String = "text/plain"), (SearchParams = "application/json"))),
    responses((status = 200, description = "Hits, best first", body = SearchAnswer), Failures))]
pub(super) async fn search_posted(
    State(app): State<App>,
    Current(snapshot): Current,
    Posted(params): Posted,
) -> Result<Json, Problem> {
    answer_search(app, snapshot, &params).await
}

async fn answer_search(
    app: App,
    snapshot: Arc<Snapshot>,
    params: &SearchParams,
) -> Result<Json, Problem> {
    let request = params.request()?;
    let counting = app.clone();
    app.run(snapshot, move |engine| {
        let response = counting.search(engine, &request)?;
        let vocabulary = engine.reader().vocabulary();
        Json::of(&SearchAnswer::new(&request.text, &response, vocabulary))
    })
    .await
}

/// Count what could narrow a search, over all cases that match, or all cases where there is no query.
///
/// `limit` is the most values of a dimension; `offset`, `facets` and `explain` do not matter. The
/// counts of a dimension leave its own filter out, to show what else could be chosen.
#[utoipa::path(get, path = "/api/facets", params(SearchParams), responses(
    (status = 200, description = "Values and counts", body = FacetsAnswer), Failures))]
pub(super) async fn facets(
    State(app): State<App>,
    Current(snapshot): Current,
    RawQuery(query): RawQuery,
) -> Result<Json, Problem> {
    let params: SearchParams = from_query(query.as_deref())?;
    let values = params.facet_values();
    let request = params.request()?;
    app.run(snapshot, move |engine| {
        let counts = engine.facets(&request, values)?;
        Json::of(&FacetsAnswer::new(&request.text, &counts))
    })
    .await
}

/// One case, the record as it was read.
#[utoipa::path(get, path = "/api/cases/{id}",
    params(("id" = String, Path, description = "Id of the case, such as IL-0177")),
    responses((status = 200, description = "The record", body = Object), Failures))]
pub(super) async fn case(
    State(app): State<App>,
    Current(snapshot): Current,
    Id(id): Id,
) -> Result<Json, Problem> {
    app.run(snapshot, move |engine| {
        let (_, record) = engine.case(&id)?;
        Ok(Json(record.into_bytes()))
    })
    .await
}

/// The cases like one, each with its reasons.
#[utoipa::path(get, path = "/api/cases/{id}/related",
    params(("id" = String, Path, description = "Id of the case, such as IL-0177"), RelatedParams),
    responses((status = 200, description = "Cases, most like it first", body = RelatedAnswer), Failures))]
pub(super) async fn related(
    State(app): State<App>,
    Current(snapshot): Current,
    Id(id): Id,
    RawQuery(query): RawQuery,
) -> Result<Json, Problem> {
    let params: RelatedParams = from_query(query.as_deref())?;
    let limit = params.limit.unwrap_or(Related::SHOWN);
    let lang = params.lang.unwrap_or(Lang::En);
    app.run(snapshot, move |engine| {
        let (case, _) = engine.case(&id)?;
        let related = engine.related(&case.id, limit as usize)?;
        let vocabulary = engine.reader().vocabulary();
        Json::of(&RelatedAnswer::new(&case.id, &related, lang, vocabulary))
    })
    .await
}

/// Completions for what somebody has typed so far, Korean while a syllable is being composed.
#[utoipa::path(get, path = "/api/suggest", params(SuggestParams), responses(
    (status = 200, description = "Completions, best first", body = SuggestAnswer), Failures))]
pub(super) async fn suggest(
    State(app): State<App>,
    Current(snapshot): Current,
    RawQuery(query): RawQuery,
) -> Result<Json, Problem> {
    let params: SuggestParams = from_query(query.as_deref())?;
    let request = SuggestRequest {
        prefix: params.prefix,
        limit: params.limit.unwrap_or(SuggestRequest::SHOWN) as usize,
        lang: params.lang,
    };
    app.run(snapshot, move |engine| {
        let found = engine.suggest(&request)?;
        Json::of(&SuggestAnswer::new(&request.prefix, &found))
    })
    .await
}

/// The tokens that indexing and searching see.
#[utoipa::path(get, path = "/api/analyze", params(AnalyzeParams), responses(
    (status = 200, description = "Tokens, in order", body = AnalyzeAnswer), Failures))]
pub(super) async fn analyze(
    State(app): State<App>,
    Current(snapshot): Current,
    RawQuery(query): RawQuery,
) -> Result<Json, Problem> {
    let AnalyzeParams { text } = from_query(query.as_deref())?;
    app.run(snapshot, move |engine| {
        let mut analyzer = Analyzer::new(Arc::clone(engine.reader().dictionary()));
        let tokens = analyzer.tokens(&text);
        let rows = tokens.iter().map(|token| TokenAnswer::new(token, None));
        Json::of(&AnalyzeAnswer::new(rows.collect(), None))
    })
    .await
}

/// The id in a path.
pub(super) struct Id(String);

impl FromRequestParts<App> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let id: Result<Path<String>, PathRejection> = Path::from_request_parts(parts, app).await;
        let hint = "write it in UTF-8, with %XX for what is no letter, digit or dash";
        id.map(|Path(id)| Self(id))
            .map_err(|_| Problem::bad_request("the id of the case is not understood", hint))
    }
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
