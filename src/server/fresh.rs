//! Answers change when the index does: a client that has one of this index is told to keep it.

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::app::App;

/// Answers 304 where the client has the answer. Else hands the request on, with the index that the
/// answer is to come from, and marks the answer.
pub(super) async fn spare(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let snapshot = app.snapshot();
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = match is_read && has(request.headers(), &snapshot.etag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            request.extensions_mut().insert(snapshot.clone());
            next.run(request).await
        }
    };
    let is_good = matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED);
    if let Ok(etag) = HeaderValue::from_str(&snapshot.etag)
        && is_read
        && is_good
    {
        // Kept by the client alone, and asked for again each time.
        let keep = HeaderValue::from_static("private, no-cache");
        response.headers_mut().insert(ETAG, etag);
        response.headers_mut().insert(CACHE_CONTROL, keep);
    }
    response
}

/// Whether the client says that it has the answer that `etag` marks.
fn has(headers: &HeaderMap, etag: &str) -> bool {
    let lists = headers.get_all(IF_NONE_MATCH).into_iter();
    let mut tags = lists
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','));
    // Proxies may make a weak tag a strong one; here they mean the same.
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    tags.any(|tag| opaque(tag) == opaque(etag))
}
