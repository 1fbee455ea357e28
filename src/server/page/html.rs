//! Answers for browsers.

use askama::Template;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, RETRY_AFTER, SET_COOKIE, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::speech;
use crate::case::Lang;
use crate::present::html::Trouble;
use crate::server::problem::Problem;

/// A page that is written already.
pub(super) struct Html {
    pub(super) status: u16,
    pub(super) text: String,
}

impl Html {
    pub(super) fn of(status: u16, page: &impl Template) -> Result<Self, Problem> {
        match page.render() {
            Ok(text) => Ok(Self { status, text }),
            Err(error) => {
                tracing::error!(error = error.to_string(), "writing a page failed");
                Err(Problem::internal())
            }
        }
    }
}

impl IntoResponse for Html {
    fn into_response(self) -> Response {
        const HEADERS: [(axum::http::HeaderName, HeaderValue); 3] = [
            (
                CONTENT_TYPE,
                HeaderValue::from_static("text/html; charset=utf-8"),
            ),
            // Kept for the way back alone.
            (CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
            (VARY, HeaderValue::from_static("accept-language, cookie")),
        ];
        let status = StatusCode::from_u16(self.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, HEADERS, self.text).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            const SECONDS: HeaderValue = HeaderValue::from_static("1");
            response.headers_mut().insert(RETRY_AFTER, SECONDS);
        }
        response
    }
}

/// What to say of a problem that is none of the address.
pub(super) fn trouble(problem: &Problem) -> Trouble<'static> {
    match problem.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLong,
        StatusCode::SERVICE_UNAVAILABLE => Trouble::Busy,
        _ => Trouble::Broken,
    }
}

/// Sends the browser to `address`.
pub(super) fn see_other(address: &str) -> Response {
    match HeaderValue::from_str(address) {
        Ok(address) => (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response(),
        // An address is made of ASCII letters, digits and signs.
        Err(_) => Problem::internal().into_response(),
    }
}

/// `response`, which makes the browser keep the language that was chosen, if one was.
pub(super) fn keeping(lang: Option<Lang>, mut response: Response) -> Response {
    if let Some(cookie) = lang.and_then(speech::cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}
