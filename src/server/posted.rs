//! Queries that are too long for an address: a pasted log comes as the body of a POST.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use tokio::time::timeout;

use super::app::{App, TIME_LIMIT};
use super::params::{SearchParams, from_query, not_understood};
use super::problem::Problem;

const BODY_BYTES: usize = 1024 * 1024;

/// The parameters of a search that was posted.
pub(super) struct Posted(pub(super) SearchParams);

/// What a body is.
enum Kind {
    Text,
    Json,
}

impl FromRequest<App> for Posted {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &App) -> Result<Self, Problem> {
        let kind = kind(request.headers()).ok_or_else(unsupported)?;
        let query = request.uri().query().map(str::to_owned);
        let body = read(request).await?;
        let query = query.as_deref();
        match kind {
            Kind::Text => as_text(query, &body).map(Self),
            Kind::Json => as_json(query, &body).map(Self),
        }
    }
}

fn kind(headers: &HeaderMap) -> Option<Kind> {
    let given = headers.get(CONTENT_TYPE)?.to_str().ok()?.to_lowercase();
    let mut parts = given.split(';').map(str::trim);
    let kind = match parts.next()? {
        "text/plain" => Kind::Text,
        "application/json" => Kind::Json,
        _ => return None,
    };
    let charset = parts.find_map(|part| part.strip_prefix("charset="));
    let is_read = charset.is_none_or(|it| matches!(it.trim_matches('"'), "utf-8" | "us-ascii"));
    is_read.then_some(kind)
}

fn unsupported() -> Problem {
    Problem::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "a body of this type is not read here",
        "send UTF-8 with Content-Type: text/plain, or application/json",
    )
}

pub(super) async fn read(request: Request) -> Result<Bytes, Problem> {
    let body = to_bytes(request.into_body(), BODY_BYTES);
    match timeout(TIME_LIMIT, body).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the body has more than {BODY_BYTES} bytes, or was not sent whole"),
            "send the part of the log around the first error",
        )),
        Err(_) => Err(Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "the body did not arrive in time",
            "send it again",
        )),
    }
}

/// What is not UTF-8 is replaced: pasted logs have anything in them.
fn as_text(query: Option<&str>, body: &[u8]) -> Result<SearchParams, Problem> {
    let params: SearchParams = from_query(query)?;
    if !params.q.is_empty() {
        let hint = "leave q out of the address";
        return Err(Problem::bad_request("the query is given twice", hint));
    }
    let q = String::from_utf8_lossy(body).into_owned();
    Ok(SearchParams { q, ..params })
}

fn as_json(query: Option<&str>, body: &[u8]) -> Result<SearchParams, Problem> {
    if query.is_some_and(|query| !query.is_empty()) {
        let hint = "put all of them into the body";
        let detail = "parameters stand both in the address and in the body";
        return Err(Problem::bad_request(detail, hint));
    }
    let mut json = serde_json::Deserializer::from_slice(body);
    let params = serde_path_to_error::deserialize(&mut json).map_err(|e| not_understood(&e))?;
    let rest = json.end();
    rest.map_err(|e| Problem::bad_request("the body is not one JSON object", e.to_string()))?;
    Ok(params)
}
