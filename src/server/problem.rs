//! What is said where a request fails: problem details, RFC 9457.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Error;

/// Why a request failed, and what can be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What is wrong with this request.
    detail: String,
    /// What to do about it.
    hint: String,
}

impl Problem {
    /// A failure with `status`, of which `detail` says what is wrong and `hint` what to do.
    pub fn new(status: StatusCode, detail: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Failure"),
            status: status.as_u16(),
            detail: detail.into(),
            hint: hint.into(),
        }
    }

    /// The request is not understood.
    pub fn bad_request(detail: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail, hint)
    }

    /// There is too much to do.
    pub(super) fn overloaded() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "the server has more to do than it can do in time",
            "try again in a second, with a shorter query if this one is long",
        )
    }

    /// It is not the fault of the request.
    pub(super) fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the server failed",
            "its log says why; look for the x-request-id of this answer",
        )
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// What is wrong with this request.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// What to do about it.
    pub fn hint(&self) -> &str {
        &self.hint
    }
}

impl From<Error> for Problem {
    /// Paths of the server's files are for its log.
    fn from(error: Error) -> Self {
        match error {
            Error::UnknownValue {
                dimension,
                value,
                elsewhere,
                nearest,
            } => {
                let otherwise = match elsewhere.as_slice() {
                    [] => "/api/facets lists all values".to_owned(),
                    elsewhere => format!("it is a value of {}", elsewhere.join(" and ")),
                };
                Self::bad_request(
                    format!("no {dimension} is called {value:?}"),
                    did_you_mean(&nearest, &otherwise),
                )
            }
            Error::UnknownCase { id, nearest } => Self::new(
                StatusCode::NOT_FOUND,
                format!("there is no case {id:?}"),
                did_you_mean(&nearest, "/api/search finds cases"),
            ),
            error => {
                tracing::error!(error = error.to_string(), "reading the index failed");
                Self::internal()
            }
        }
    }
}

fn did_you_mean(nearest: &[String], otherwise: &str) -> String {
    match nearest {
        [] => otherwise.to_owned(),
        nearest => format!("did you mean {}?", nearest.join(", ")),
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        const TYPE: HeaderValue = HeaderValue::from_static("application/problem+json");
        const SECONDS: HeaderValue = HeaderValue::from_static("1");
        let status = self.status();
        // A struct of strings always serializes.
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, [(CONTENT_TYPE, TYPE)], body).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, SECONDS);
        }
        response
    }
}

pub(super) async fn no_such_page() -> Problem {
    let hint = "/openapi.json lists what there is";
    Problem::new(StatusCode::NOT_FOUND, "there is nothing here", hint)
}

pub(super) async fn no_such_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "nothing here can be done with this method",
        "use one that the header Allow lists",
    )
}
