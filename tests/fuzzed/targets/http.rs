//! Any address gets an answer: what was asked for, or a problem that says what to do.
//!
//! An input is the path with its query; what follows on further lines is posted as a body.

use std::sync::OnceLock;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, HOST, LOCATION};
use axum::http::{HeaderMap, Method, Request, StatusCode, Uri};
use incidex::server::{Access, App, SearchParams, router};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

use super::seeds;

pub fn check(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (target, body) = bytes.split_at(end.unwrap_or(bytes.len()));
    // The parser of requests turns away what is no address.
    let Ok(uri) = Uri::try_from(target) else {
        return;
    };
    check_params(uri.query());
    let Some(request) = request(&uri, body.get(1..)) else {
        return;
    };
    let (status, headers, answer) = ask(request);
    check_answer(&uri, status, &headers, &answer);
}

/// Numbers are within their bounds, whatever was asked for.
fn check_params(query: Option<&str>) {
    let asked = SearchParams::from_query(query).and_then(|params| params.request());
    if let Ok(request) = asked {
        assert!((1..=100).contains(&request.limit), "{query:?}");
        assert!(request.offset <= 10_000, "{query:?}");
    }
}

fn request(uri: &Uri, body: Option<&[u8]>) -> Option<Request<Body>> {
    let method = body.map_or(Method::GET, |_| Method::POST);
    let kind = match body {
        Some([b'{', ..]) => "application/json",
        _ => "text/plain",
    };
    let request = Request::builder().method(method).uri(uri.clone());
    let request = request.header(HOST, "localhost").header(CONTENT_TYPE, kind);
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_vec()));
    request.body(body).ok()
}

fn ask(request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        Builder::new_multi_thread()
            .enable_all()
            .build()
            .expect("a runtime")
    });
    runtime.block_on(async {
        let answer = served().oneshot(request).await.expect("an answer");
        let (parts, body) = answer.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        (parts.status, parts.headers, body.into())
    })
}

fn served() -> Router {
    static ROUTER: OnceLock<Router> = OnceLock::new();
    let make = || router(App::new(seeds::few()), Access::default(), Vec::new());
    ROUTER.get_or_init(make).clone()
}

fn check_answer(uri: &Uri, status: StatusCode, headers: &HeaderMap, answer: &[u8]) {
    assert!(!status.is_server_error(), "{status} for {uri}");
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    match kind.unwrap_or_default() {
        "application/problem+json" => check_problem(uri, status, answer),
        "application/json" => {
            assert!(status.is_success(), "{status} for {uri}");
            serde_json::from_slice::<Value>(answer).expect("JSON");
        }
        kind if kind.starts_with("text/html") => check_page(uri, answer),
        _ => assert!(
            status.is_success() || headers.contains_key(LOCATION),
            "{status} of {kind:?} for {uri}"
        ),
    }
}

fn check_problem(uri: &Uri, status: StatusCode, answer: &[u8]) {
    let problem: Value = serde_json::from_slice(answer).expect("JSON");
    assert_eq!(problem["status"], status.as_u16(), "{uri}");
    assert!(status.is_client_error(), "{status} for {uri}");
    for key in ["title", "detail", "hint"] {
        let said = problem[key].as_str().unwrap_or_default();
        assert!(!said.is_empty(), "{uri}: no {key} in {problem}");
    }
}

/// Nothing of a request becomes a part of the page: our scripts are files.
fn check_page(uri: &Uri, answer: &[u8]) {
    let page = std::str::from_utf8(answer).expect("UTF-8");
    for tag in ["<script>", "<img"] {
        assert!(!page.contains(tag), "{tag} for {uri}");
    }
}
