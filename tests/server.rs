//! The server: what it answers, and whom. Answers come from the router in this process; its
//! life is in `serving`.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HOST,
    IF_NONE_MATCH, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode};
use incidex::index::Generations;
use incidex::query::Engine;
use incidex::server::{Access, App, Problem, Token, router};
use serde_json::{Value, json};
use tokio::runtime::{self, Runtime};
use tower::ServiceExt;

use crate::cli::{check, index};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn runtime() -> Runtime {
    let mut builder = runtime::Builder::new_multi_thread();
    builder.enable_all().build().expect("a runtime")
}

fn app() -> App {
    let engine = Engine::open(&Generations::new(index()));
    App::new(engine.expect("the index of the seeds"))
}

/// Open to everybody.
fn open() -> Router {
    static ROUTER: OnceLock<Router> = OnceLock::new();
    let make = || router(app(), Access::default(), Vec::new());
    ROUTER.get_or_init(make).clone()
}

#[derive(Debug)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    fn header(&self, name: impl Into<HeaderName>) -> &str {
        let value = self.headers.get(name.into());
        value.map_or("", |value| value.to_str().expect("ASCII"))
    }
}

fn request(method: Method, target: &str) -> Request<Body> {
    let request = Request::builder().method(method).uri(target);
    let request = request.header(HOST, "localhost:7700");
    request.body(Body::empty()).expect("a request")
}

fn with(mut request: Request<Body>, name: impl Into<HeaderName>, value: &str) -> Request<Body> {
    let value = HeaderValue::from_str(value).expect("a header");
    request.headers_mut().insert(name.into(), value);
    request
}

fn ask(router: Router, request: Request<Body>) -> Answer {
    runtime().block_on(async {
        let answer = router.oneshot(request).await.expect("an answer");
        let (parts, body) = answer.into_parts();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: to_bytes(body, usize::MAX).await.expect("a body").into(),
        }
    })
}

fn get(target: &str) -> Answer {
    ask(open(), request(Method::GET, target))
}

fn post(target: &str, kind: &str, body: impl Into<Body>) -> Answer {
    let mut request = with(request(Method::POST, target), CONTENT_TYPE, kind);
    *request.body_mut() = body.into();
    ask(open(), request)
}

/// The text as it stands in an address.
/// The case `id` of an index, as a client gets it.
pub(crate) fn get_case(generations: &Generations, id: &str) -> Value {
    let engine = Engine::open(generations).expect("an index");
    let router = router(App::new(engine), Access::default(), Vec::new());
    let target = format!("/api/cases/{}", encoded(id));
    ask(router, request(Method::GET, &target)).json()
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Without what differs from run to run.
fn timeless(mut answer: Value) -> Value {
    let object = answer.as_object_mut().expect("an object");
    object.remove("took_us");
    answer
}

#[track_caller]
fn check_problem(answer: &Answer, status: u16, says: &[&str]) {
    assert_eq!(answer.status.as_u16(), status, "{answer:?}");
    assert_eq!(answer.header(CONTENT_TYPE), "application/problem+json");
    let problem = answer.json();
    assert_eq!(problem["status"], status);
    assert_eq!(problem["type"], "about:blank");
    for key in ["title", "detail", "hint"] {
        assert!(
            !problem[key].as_str().unwrap_or_default().is_empty(),
            "{problem}"
        );
    }
    for text in says {
        assert!(answer.text().contains(text), "{text:?} is not in {problem}");
    }
}

// The API

#[test]
fn the_api_answers_what_the_commands_print() {
    let rows: [(&str, &[&str]); 11] = [
        ("search?q=conntrack", &["search", "conntrack"]),
        (
            "search?q=timeout&until=2025-06&limit=3&offset=2",
            &[
                "search", "timeout", "--until", "2025-06", "--limit", "3", "--offset", "2",
            ],
        ),
        (
            "search?q=timeout&component=haproxy&component=nginx&since=2015",
            &[
                "search",
                "timeout",
                "--component",
                "haproxy",
                "--component",
                "nginx",
                "--since",
                "2015",
            ],
        ),
        (
            "search?q=timeout&lang=ko&explain=true&facets=true&year=2022&cause=config-change",
            &[
                "search",
                "timeout",
                "--lang",
                "ko",
                "--explain",
                "--facets",
                "--year",
                "2022",
                "--cause",
                "config-change",
            ],
        ),
        (
            "search?component=%ED%81%B4%EB%9D%BC%EC%9A%B0%EB%93%9C%20%EB%A1%9C%EB%93%9C%20%EB%B0%B8%EB%9F%B0%EC%84%9C",
            &["search", "--component", "클라우드 로드 밸런서"],
        ),
        (
            "facets?q=502&domain=kubernetes&limit=3",
            &["facets", "502", "--domain", "kubernetes", "--limit", "3"],
        ),
        ("facets", &["facets"]),
        ("cases/il-0177", &["show", "IL-0177"]),
        (
            "cases/IL-0177/related?limit=2&lang=ko",
            &["related", "IL-0177", "--limit", "2", "--lang", "ko"],
        ),
        (
            "suggest?prefix=%EC%BB%A4%EB%84%A7&limit=3",
            &["suggest", "커넧", "--limit", "3"],
        ),
        (
            "analyze?text=nf_conntrack%EA%B0%80",
            &["analyze", "nf_conntrack가"],
        ),
    ];
    for (target, args) in rows {
        let answer = get(&format!("/api/{target}"));
        assert_eq!(answer.status, StatusCode::OK, "{target}: {answer:?}");
        assert_eq!(answer.header(CONTENT_TYPE), "application/json");
        let args = [args, &["--json"]].concat();
        let printed = check(&args, 0).json();
        assert_eq!(timeless(answer.json()), timeless(printed), "{target}");
    }
}

#[test]
fn a_case_is_the_record_byte_for_byte() {
    let printed = check(&["show", "PX-0230", "--json"], 0).stdout;
    assert_eq!(get("/api/cases/PX-0230").text(), printed.trim_end());
}

/// C-01: whatever is typed is searched for.
#[test]
fn no_text_is_an_error() {
    let texts = [
        "https://wiki.example.com",
        "following:",
        ">>>",
        "disk \"\" full",
        "[Errno 24]",
        "%",
        "\0",
        "",
        "🔥",
        "ㅋ",
        "한",
        "--help",
        "AND OR NOT",
        "a:b:c",
        "\u{202E}abc",
    ];
    for text in texts {
        let answer = get(&format!("/api/search?q={}", encoded(text)));
        assert_eq!(answer.status, StatusCode::OK, "{text:?}");
        assert_eq!(answer.json()["query"], text);
    }
    // What is no UTF-8 is replaced.
    assert_eq!(get("/api/search?q=%FFdisk").json()["query"], "\u{FFFD}disk");
}

/// C-113: a page of the API is short unless another length is asked for.
#[test]
fn five_hits_with_passages_are_the_default() {
    let answer = get("/api/search?q=timeout");
    assert_eq!(answer.json()["hits"].as_array().map(Vec::len), Some(5));
    assert!(answer.body.len() < 32 * 1024, "{}", answer.body.len());
}

#[test]
fn parameters_that_make_no_sense_are_named() {
    let rows: [(&str, &[&str]); 13] = [
        ("search?q=a&limit=0", &["limit", "from 1 to 100"]),
        ("search?q=a&limit=101", &["limit", "from 1 to 100"]),
        ("search?q=a&limit=many", &["limit", "from 1 to 100"]),
        ("search?q=a&offset=-1", &["offset", "from 0 to 10000"]),
        ("search?q=a&q=b", &["q is not understood", "only once"]),
        ("search?q=a&componnt=x", &["componnt", "component"]),
        ("search?q=a&component=hapoxy", &["hapoxy", "haproxy"]),
        ("search?q=a&since=20x", &["since", "YYYY-MM-DD"]),
        ("search?q=a&year=99", &["year", "2022"]),
        ("search?q=a&lang=fr", &["lang", "en or ko"]),
        ("search?q=a&facets=maybe", &["facets", "true"]),
        ("facets?dimension=x", &["dimension"]),
        (
            "cases/IL-0177/related?limit=1000",
            &["limit", "from 1 to 100"],
        ),
    ];
    for (target, says) in rows {
        check_problem(&get(&format!("/api/{target}")), 400, says);
    }
    check_problem(
        &get("/api/cases/IL-017"),
        404,
        &["IL-017", "did you mean IL-0177"],
    );
    check_problem(&get("/api/cases/IL-017/related"), 404, &["did you mean"]);
    check_problem(&get("/api/cases/%FF"), 400, &["UTF-8"]);
}

/// An empty field of a form asks for nothing.
#[test]
fn every_documented_parameter_may_be_empty() {
    let description = get("/openapi.json").json();
    for path in ["search", "facets"] {
        let parameters = &description["paths"][format!("/api/{path}")]["get"]["parameters"];
        let parameters = parameters.as_array().expect("a list");
        let names = parameters
            .iter()
            .map(|it| it["name"].as_str().expect("a name"));
        let query: Vec<String> = names.map(|name| format!("{name}=")).collect();
        assert!(query.len() > 10, "{query:?}");
        let answer = get(&format!("/api/{path}?{}", query.join("&")));
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    }
}

/// C-06: a stack trace of any length comes as a body.
#[test]
fn a_pasted_log_is_posted() {
    let line = "java.net.BindException: Cannot assign requested address\n\tat a.b.C.d(C.java:1)\n";
    let log = line.repeat(64 * 1024 / line.len());
    let text = post(
        "/api/search?limit=2&lang=ko",
        "text/plain; charset=UTF-8",
        log.clone(),
    );
    assert_eq!(text.status, StatusCode::OK, "{text:?}");
    assert_eq!(text.json()["hits"].as_array().map(Vec::len), Some(2));
    let body = json!({"q": log, "limit": 2, "lang": "ko", "component": []});
    let json = post("/api/search", "application/json", body.to_string());
    assert_eq!(timeless(text.json()), timeless(json.json()));
    let short = "nf_conntrack table full";
    let posted = post("/api/search", "text/plain", short).json();
    let got = get(&format!("/api/search?q={}", encoded(short))).json();
    assert_eq!(timeless(posted), timeless(got));
}

#[test]
fn bodies_and_addresses_have_bounds() {
    let mebibyte = 1024 * 1024;
    let all = post("/api/search", "text/plain", "x ".repeat(mebibyte / 2));
    assert_eq!(all.status, StatusCode::OK);
    let more = post("/api/search", "text/plain", "x".repeat(mebibyte + 1));
    check_problem(&more, 413, &["1048576"]);
    let long = format!("/api/search?q={}", "x".repeat(9000));
    check_problem(&get(&long), 414, &["POST /api/search"]);
    let mut with_body = request(Method::GET, "/api/search?q=a");
    *with_body.body_mut() = Body::from("b");
    check_problem(&ask(open(), with_body), 413, &["no body"]);
}

#[test]
fn bodies_that_make_no_sense_are_named() {
    let search = "/api/search";
    let form = "application/x-www-form-urlencoded";
    check_problem(&post(search, form, "q=a"), 415, &["text/plain"]);
    check_problem(
        &post(search, "text/plain; charset=euc-kr", "a"),
        415,
        &["UTF-8"],
    );
    check_problem(
        &ask(open(), request(Method::POST, search)),
        415,
        &["text/plain"],
    );
    check_problem(&post("/api/search?q=a", "text/plain", "b"), 400, &["twice"]);
    let json = "application/json";
    check_problem(&post("/api/search?lang=ko", json, "{}"), 400, &["both"]);
    check_problem(&post(search, json, "{"), 400, &[]);
    check_problem(&post(search, json, "{} {}"), 400, &["one JSON object"]);
    check_problem(
        &post(search, json, r#"{"limit": 0}"#),
        400,
        &["limit", "from 1 to 100"],
    );
    check_problem(&post(search, json, r#"{"org": "x"}"#), 400, &["org"]);
    check_problem(&post(search, json, r#"{"since": 2022}"#), 400, &["since"]);
    let deep = format!("{{\"q\": {}", "[".repeat(100_000));
    check_problem(&post(search, json, deep), 400, &[]);
}

#[test]
fn nothing_can_be_written() {
    let rows = [
        ("/api/search", "GET,HEAD,POST"),
        ("/api/facets", "GET,HEAD"),
        ("/api/cases/IL-0177", "GET,HEAD"),
        ("/version", "GET,HEAD"),
    ];
    for (target, allow) in rows {
        for method in [Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS] {
            let answer = ask(open(), request(method, target));
            check_problem(&answer, 405, &["Allow"]);
            assert_eq!(answer.header(ALLOW), allow);
        }
    }
}

#[test]
fn no_path_reaches_the_file_system() {
    for target in [
        "/../Cargo.toml",
        "/api/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/api/cases/..%2F..%2FCargo.toml",
        "/api/cases/%2Fetc%2Fpasswd",
        "/etc/passwd",
        "//etc/passwd",
        "/api/cases/",
        "/nowhere",
    ] {
        check_problem(&get(target), 404, &[]);
    }
}

#[test]
fn head_answers_as_get_without_a_body() {
    for target in [
        "/api/search?q=timeout",
        "/api/cases/IL-0177",
        "/healthz",
        "/metrics",
    ] {
        let head = ask(open(), request(Method::HEAD, target));
        assert_eq!(head.status, StatusCode::OK);
        assert!(head.body.is_empty());
        assert_eq!(head.header(CONTENT_TYPE), get(target).header(CONTENT_TYPE));
    }
}

#[test]
fn an_answer_that_the_client_has_is_not_sent_again() {
    let target = "/api/search?q=timeout";
    let etag = get(target).header(ETAG).to_owned();
    assert!(etag.starts_with("W/\""), "{etag:?}");
    let strong = etag.trim_start_matches("W/");
    for tags in [etag.as_str(), strong, &format!("\"other\", {etag}")] {
        let again = with(request(Method::GET, target), IF_NONE_MATCH, tags);
        let again = ask(open(), again);
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{tags}");
        assert_eq!(again.header(ETAG), etag);
        assert!(again.body.is_empty());
    }
    let other = with(request(Method::GET, target), IF_NONE_MATCH, "W/\"other\"");
    assert_eq!(ask(open(), other).status, StatusCode::OK);
    // A failure is not kept, and a posted query is answered each time.
    assert_eq!(get("/api/cases/none").header(ETAG), "");
    let posted = with(
        request(Method::POST, "/api/search"),
        CONTENT_TYPE,
        "text/plain",
    );
    let posted = ask(open(), with(posted, IF_NONE_MATCH, &etag));
    assert_eq!(posted.status, StatusCode::OK);
}

#[test]
fn answers_are_compressed_for_those_who_ask() {
    let target = "/api/search?q=timeout";
    let plain = get(target);
    assert_eq!(plain.header(CONTENT_ENCODING), "");
    let packed = ask(
        open(),
        with(request(Method::GET, target), ACCEPT_ENCODING, "gzip"),
    );
    assert_eq!(packed.header(CONTENT_ENCODING), "gzip");
    assert!(packed.body.len() * 2 < plain.body.len());
    let mut unpacked = String::new();
    let mut reader = flate2::read::GzDecoder::new(packed.body.as_slice());
    std::io::Read::read_to_string(&mut reader, &mut unpacked).expect("gzip");
    let unpacked = serde_json::from_str(&unpacked).expect("JSON");
    assert_eq!(timeless(unpacked), timeless(plain.json()));
}

// Safety

#[test]
fn every_answer_tells_browsers_to_be_careful() {
    let answers = [
        get("/api/search?q=a"),
        get("/nowhere"),
        get("/healthz"),
        ask(open(), request(Method::PUT, "/api/search")),
        ask(
            open(),
            with(request(Method::GET, "/"), HOST, "evil.example"),
        ),
    ];
    for answer in answers {
        let policy = answer.header(HeaderName::from_static("content-security-policy"));
        for part in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "script-src 'self'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"));
        assert_eq!(
            answer.header(HeaderName::from_static("x-content-type-options")),
            "nosniff"
        );
        assert_eq!(
            answer.header(HeaderName::from_static("referrer-policy")),
            "no-referrer"
        );
        assert!(
            !answer
                .header(HeaderName::from_static("x-request-id"))
                .is_empty()
        );
    }
}

/// DNS rebinding: a page of another site can only use a name of that site.
#[test]
fn other_names_of_the_server_are_refused() {
    let named = || {
        let hosts = vec!["search.example".to_owned()];
        let access = Access { hosts, token: None };
        router(app(), access, Vec::new())
    };
    let router = named();
    let rows = [
        ("localhost", true),
        ("LocalHost:7700", true),
        ("localhost.:7700", true),
        ("127.0.0.1:7700", true),
        ("[::1]:7700", true),
        ("192.168.0.7:8080", true),
        ("search.example", true),
        ("SEARCH.example:80", true),
        ("evil.example", false),
        ("localhost.evil.example", false),
        ("127.0.0.1.evil.example", false),
        ("127.0.0.1@evil.example", false),
        ("evil.example:7700", false),
        ("a b", false),
        ("", false),
    ];
    for (host, is_known) in rows {
        let answer = ask(
            router.clone(),
            with(request(Method::GET, "/healthz"), HOST, host),
        );
        match is_known {
            true => assert_eq!(answer.status, StatusCode::OK, "{host}"),
            false => check_problem(&answer, 421, &["--allow-host"]),
        }
    }
    let mut nameless = request(Method::GET, "/healthz");
    nameless.headers_mut().remove(HOST);
    check_problem(&ask(router.clone(), nameless), 421, &[]);
    let absolute = request(Method::GET, "http://evil.example/healthz");
    check_problem(&ask(router, absolute), 421, &[]);
}

#[test]
fn a_token_is_asked_of_everybody_but_probes() {
    let access = || Access {
        hosts: Vec::new(),
        token: Some(Token::new(&format!(" {TOKEN}\n")).expect("long enough")),
    };
    let router = router(app(), access(), Vec::new());
    // What `printf user:TOKEN | base64` prints.
    let basic = "Basic dXNlcjowMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZg==";
    let rows = [
        (Some(format!("Bearer {TOKEN}")), true),
        (Some(format!("bearer  {TOKEN}")), true),
        (Some(basic.to_owned()), true),
        (Some(format!("Bearer {TOKEN}x")), false),
        (Some(format!("Bearer {}", &TOKEN[1..])), false),
        (Some(format!("Basic {TOKEN}")), false),
        (Some("Basic %%%".to_owned()), false),
        (Some("Bearer".to_owned()), false),
        (Some(TOKEN.to_owned()), false),
        (None, false),
    ];
    for (authorization, is_let_in) in rows {
        for target in [
            "/api/search?q=a",
            "/metrics",
            "/version",
            "/openapi.json",
            "/nowhere",
        ] {
            let mut request = request(Method::GET, target);
            if let Some(authorization) = &authorization {
                request = with(request, AUTHORIZATION, authorization);
            }
            let answer = ask(router.clone(), request);
            if is_let_in {
                assert_ne!(answer.status, StatusCode::UNAUTHORIZED, "{authorization:?}");
                continue;
            }
            check_problem(&answer, 401, &["Bearer"]);
            assert!(answer.header(WWW_AUTHENTICATE).starts_with("Bearer"));
        }
    }
    for probe in ["/healthz", "/readyz"] {
        let answer = ask(router.clone(), request(Method::GET, probe));
        assert_eq!(answer.status, StatusCode::OK);
    }
    assert!(Token::new("short").is_err());
    assert!(!format!("{:?}", access()).contains(TOKEN));
}

#[test]
fn other_sites_read_answers_only_where_they_are_named() {
    let allowed = HeaderName::from_static("access-control-allow-origin");
    let site = "https://wiki.example.com";
    let asked = |router: Router, origin: &str| {
        let asked = with(request(Method::GET, "/api/search?q=a"), ORIGIN, origin);
        ask(router, asked).header(allowed.clone()).to_owned()
    };
    assert_eq!(asked(open(), site), "");
    let token = Some(Token::new(TOKEN).expect("long enough"));
    let access = Access {
        hosts: Vec::new(),
        token,
    };
    let named = router(app(), access, vec![HeaderValue::from_static(site)]);
    assert_eq!(asked(named.clone(), site), site);
    assert_eq!(asked(named.clone(), "https://evil.example"), "");
    let preflight = with(request(Method::OPTIONS, "/api/search"), ORIGIN, site);
    let preflight = with(
        preflight,
        HeaderName::from_static("access-control-request-method"),
        "POST",
    );
    let answer = ask(named, preflight);
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header(allowed.clone()), site);
}

#[test]
fn too_much_at_once_is_turned_away() {
    const MORE_THAN_MAY_WAIT: usize = 2_000;
    let app = app();
    let router = router(app.clone(), Access::default(), Vec::new());
    let (release, held) = std::sync::mpsc::channel::<()>();
    let held = std::sync::Arc::new(std::sync::Mutex::new(held));
    let runtime = runtime();
    let mut work = Vec::new();
    for _ in 0..MORE_THAN_MAY_WAIT {
        let (app, held) = (app.clone(), held.clone());
        work.push(runtime.spawn(async move {
            let wait = move || held.lock().is_ok_and(|held| held.recv().is_ok());
            let snapshot = app.snapshot();
            app.run(snapshot, move |_| Ok(wait())).await
        }));
    }
    // Those turned away end by themselves; those admitted wait to be released.
    let is_turned_away = || work.iter().filter(|work| work.is_finished()).count() > 1_000;
    while !is_turned_away() {
        std::thread::yield_now();
    }
    let answer = runtime.block_on(async {
        let answer = router.oneshot(request(Method::GET, "/readyz")).await;
        answer.expect("an answer")
    });
    drop(release);
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.headers()[RETRY_AFTER], "1");
    let results: Vec<Result<bool, Problem>> = runtime.block_on(async {
        let mut results = Vec::new();
        for work in work {
            results.push(work.await.expect("no panic"));
        }
        results
    });
    let turned_away = results.iter().filter_map(|it| it.as_ref().err());
    assert!(turned_away.clone().count() > 1_000);
    assert!(
        turned_away
            .clone()
            .all(|it| it.status() == StatusCode::SERVICE_UNAVAILABLE)
    );
    assert!(results.iter().any(Result::is_ok));
}

// Operation

#[test]
fn requests_keep_the_id_they_come_with() {
    let id = HeaderName::from_static("x-request-id");
    let asked = |given: &str| {
        let asked = with(request(Method::GET, "/healthz"), id.clone(), given);
        ask(open(), asked).header(id.clone()).to_owned()
    };
    assert_eq!(asked("abc-1"), "abc-1");
    for odd in ["with space", "", &"x".repeat(1000)] {
        assert_ne!(asked(odd), odd);
    }
    assert_ne!(asked(""), asked(""));
}

#[test]
fn metrics_count_routes_and_say_nothing_of_queries() {
    let router = router(app(), Access::default(), Vec::new());
    for target in [
        "/api/search?q=conntrack",
        "/api/search?q=xyzzyqwv",
        "/api/cases/IL-0177",
        "/api/cases/secretid",
        "/secretpath",
    ] {
        ask(router.clone(), request(Method::GET, target));
    }
    let answer = ask(router, request(Method::GET, "/metrics"));
    assert!(
        answer
            .header(CONTENT_TYPE)
            .starts_with("text/plain; version=0.0.4")
    );
    let text = answer.text();
    for line in [
        r#"incidex_http_requests_total{route="/api/search",code="200"} 2"#,
        r#"incidex_http_requests_total{route="/api/cases/{id}",code="404"} 1"#,
        r#"incidex_http_requests_total{route="none",code="404"} 1"#,
        "incidex_search_duration_seconds_count 2",
        "incidex_searches_without_hits_total 1",
        "incidex_index_documents 133",
        "incidex_index_age_seconds ",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    for private in ["conntrack", "xyzzyqwv", "secret"] {
        assert!(!text.contains(private), "{text}");
    }
}

#[test]
fn the_version_names_program_and_index() {
    let version = get("/version").json();
    assert_eq!(version["name"], "incidex");
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(version["index"]["cases"], 133);
    assert_eq!(version["index"]["commit"].as_str().map(str::len), Some(64));
    assert!(version["index"]["written"].as_u64() > Some(1_700_000_000));
}

// The description

/// Closes every object, so that a key that is not described is a fault. An object that others are
/// made of stays open.
fn close(schemas: &mut Value) {
    let text = schemas.to_string();
    for (name, schema) in schemas.as_object_mut().expect("schemas") {
        let part = format!("\"allOf\":[{{\"$ref\":\"#/components/schemas/{name}\"");
        let is_part = text.contains(&part);
        let is_object = schema.get("properties").is_some() || schema.get("allOf").is_some();
        if is_object && !is_part {
            schema["unevaluatedProperties"] = json!(false);
        }
    }
}

#[test]
fn answers_are_as_the_description_says() {
    let mut description = get("/openapi.json").json();
    assert!(
        description["openapi"]
            .as_str()
            .unwrap_or_default()
            .starts_with("3.1")
    );
    let query = encoded("\"table full\" 502 장애 kuberntes component:nginx");
    let rows = [
        (
            "/api/search",
            format!("/api/search?q={query}&explain=true&facets=true&limit=20"),
        ),
        ("/api/search", "/api/search?q=xyzzyqwv".to_owned()),
        (
            "/api/search",
            "/api/search?year=2022&limit=100&lang=ko".to_owned(),
        ),
        (
            "/api/facets",
            "/api/facets?q=502&component=nginx".to_owned(),
        ),
        ("/api/cases/{id}", "/api/cases/IL-0177".to_owned()),
        (
            "/api/cases/{id}/related",
            "/api/cases/IL-0177/related?limit=100".to_owned(),
        ),
        (
            "/api/cases/{id}/related",
            "/api/cases/PX-0230/related?lang=ko".to_owned(),
        ),
        ("/api/suggest", "/api/suggest?prefix=con".to_owned()),
        ("/api/analyze", format!("/api/analyze?text={query}")),
        ("/version", "/version".to_owned()),
        ("/openapi.json", "/openapi.json".to_owned()),
        ("/healthz", "/healthz".to_owned()),
        ("/readyz", "/readyz".to_owned()),
        ("/metrics", "/metrics".to_owned()),
    ];
    let described: BTreeSet<&str> = rows.iter().map(|(path, _)| *path).collect();
    let paths = description["paths"].as_object().expect("paths");
    assert_eq!(described, paths.keys().map(String::as_str).collect());
    close(&mut description["components"]["schemas"]);
    for (path, target) in &rows {
        let content = &description["paths"][path]["get"]["responses"]["200"]["content"];
        let answer = get(target);
        assert_eq!(answer.status, StatusCode::OK, "{target}");
        match content.get("application/json") {
            Some(content) => check_schema(&description, &content["schema"], &answer.json(), target),
            None => assert!(
                answer.header(CONTENT_TYPE).starts_with("text/plain"),
                "{path}"
            ),
        }
    }
    let problem = json!({"$ref": "#/components/schemas/Problem"});
    check_schema(
        &description,
        &problem,
        &get("/api/search?limit=0").json(),
        "a problem",
    );
    let posted = &description["paths"]["/api/search"]["post"]["requestBody"]["content"];
    let body = json!({"q": "a", "component": ["nginx"], "limit": 3, "offset": null, "since": "2020", "facets": true});
    check_schema(
        &description,
        &posted["application/json"]["schema"],
        &body,
        "a body",
    );
    assert_eq!(
        post("/api/search", "application/json", body.to_string()).status,
        StatusCode::OK
    );
}

#[track_caller]
fn check_schema(description: &Value, schema: &Value, value: &Value, what: &str) {
    let mut whole = schema.clone();
    whole["components"] = description["components"].clone();
    let validator = jsonschema::draft202012::new(&whole).expect("a schema");
    let faults: Vec<String> = validator
        .iter_errors(value)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{what}:\n{}", faults.join("\n"));
}
