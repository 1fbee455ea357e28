//! How long a request may be.

use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::problem::Problem;

/// Longest path with its query, in bytes.
const URL_BYTES: usize = 8 * 1024;

pub(super) async fn check(request: Request, next: Next) -> Response {
    match fault(&request) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    }
}

fn fault(request: &Request) -> Option<Problem> {
    let target = request.uri().path_and_query();
    if target.is_some_and(|target| target.as_str().len() > URL_BYTES) {
        return Some(Problem::new(
            StatusCode::URI_TOO_LONG,
            format!("the address has more than {URL_BYTES} bytes"),
            "send a long query by POST /api/search, as text/plain",
        ));
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_read && !request.body().is_end_stream() {
        return Some(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "no body is read here",
            "put the query into the address, or send it by POST /api/search",
        ));
    }
    None
}
