//! The pages as they leave the server: what needs no browser.

use std::sync::OnceLock;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, COOKIE, HOST, LOCATION, SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode};
use incidex::case::{Input, Lang};
use incidex::index::Generations;
use incidex::query::Engine;
use incidex::server::{Access, App, router};
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::cli::index;
use crate::search::build;

fn seeds() -> Router {
    static ROUTER: OnceLock<Router> = OnceLock::new();
    let open = || Engine::open(&Generations::new(index())).expect("the index of the seeds");
    ROUTER.get_or_init(|| serve(open())).clone()
}

fn serve(engine: Engine) -> Router {
    router(App::new(engine), Access::default(), Vec::new())
}

struct Page {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Page {
    fn header(&self, name: HeaderName) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().expect("ASCII"))
    }

    #[track_caller]
    fn shows(&self, text: &str) -> &Self {
        assert!(self.text.contains(text), "{text:?} is not in {}", self.text);
        self
    }

    #[track_caller]
    fn hides(&self, text: &str) -> &Self {
        assert!(!self.text.contains(text), "{text:?} is in {}", self.text);
        self
    }

    /// The addresses that links with this in their tag lead to.
    fn links(&self, with: &str) -> Vec<String> {
        let tags = self.text.split("<a ").skip(1);
        let tags = tags.filter_map(|tag| tag.split_once('>').map(|(tag, _)| tag));
        tags.filter(|tag| tag.contains(with))
            .filter_map(|tag| Some(tag.split_once("href=\"")?.1.split_once('"')?.0))
            .map(|href| href.replace("&#38;", "&"))
            .collect()
    }
}

fn ask(router: Router, request: Request<Body>) -> Page {
    let runtime = Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let answer = router.oneshot(request).await.expect("an answer");
        let (parts, body) = answer.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        Page {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(body.into()).expect("UTF-8"),
        }
    })
}

fn request(method: Method, target: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder().method(method).uri(target);
    let request = request.header(HOST, "localhost:7700");
    request.body(body.into()).expect("a request")
}

fn get(target: &str) -> Page {
    ask(seeds(), request(Method::GET, target, ""))
}

fn get_with(target: &str, name: HeaderName, value: &str) -> Page {
    let mut request = request(Method::GET, target, "");
    request
        .headers_mut()
        .insert(name, value.parse().expect("a header"));
    ask(seeds(), request)
}

fn post(body: &str) -> Page {
    let mut request = request(Method::POST, "/", body.to_owned());
    let form = "application/x-www-form-urlencoded"
        .parse()
        .expect("a header");
    request.headers_mut().insert(CONTENT_TYPE, form);
    ask(seeds(), request)
}

#[test]
fn a_hit_says_what_it_is_why_it_is_there_and_what_ended_it() {
    let page = get("/?q=nf_conntrack+table+full");
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header(CONTENT_TYPE), "text/html; charset=utf-8");
    page.shows("<mark>nf_conntrack</mark>")
        .shows("PX-0230")
        .shows("2025-08-16 (occurred)")
        .shows("<span class=\"field\">symptoms</span>")
        .shows("<b>did not help</b>")
        .shows("<b>ended by</b>")
        .shows("Why it matched")
        .shows("Capacity limit");
}

#[test]
fn both_languages_have_all_words() {
    for target in [
        "/",
        "/?q=conntrack",
        "/?q=qqxyzzy",
        "/?component=x",
        "/cases/IL-0177",
        "/cases/IL-9",
    ] {
        let page = get_with(target, ACCEPT_LANGUAGE, "de, ko-KR;q=0.8, en;q=0.5");
        page.shows("<html lang=\"ko\">")
            .hides("Language of the page");
        let page = get_with(target, ACCEPT_LANGUAGE, "de, en;q=0.8, ko;q=0.5");
        page.shows("<html lang=\"en\">").hides("화면 언어");
    }
    get_with("/?q=kuberntes", ACCEPT_LANGUAGE, "ko")
        .shows("‘kubernetes’(으)로 찾았습니다")
        .hides("no case has");
}

#[test]
fn a_language_that_is_chosen_is_kept() {
    let page = get("/?q=a%26b&component=haproxy&ui=ko");
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    assert_eq!(page.header(LOCATION), "/?q=a%26b&component=haproxy");
    let cookie = page.header(SET_COOKIE).to_owned();
    assert!(
        cookie.starts_with("ui=ko;") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    get_with("/", COOKIE, "a=b; ui=ko").shows("<html lang=\"ko\">");
    get_with("/", COOKIE, "ui=xx").shows("<html lang=\"en\">");
    let page = get("/cases/IL-0177?lang=both&from=q%3Dlb&ui=en");
    assert_eq!(
        page.header(LOCATION),
        "/cases/IL-0177?lang=both&from=q%3Dlb"
    );
}

#[test]
fn links_keep_what_was_chosen() {
    let page = get("/?q=timeout&component=Monitoring&since=2015&lang=ko&limit=1");
    let chosen = "q=timeout&component=monitoring&since=2015&lang=ko";
    // A label becomes its code, and a link to another choice begins with the first hit.
    let other = page.links("data-key=\"component=jvm\"");
    assert_eq!(other, [format!("/?{chosen}&component=jvm")]);
    let without = page.links("class=\"chip\"");
    let expected = [
        "/?q=timeout&since=2015&lang=ko",
        "/?q=timeout&component=monitoring&lang=ko",
    ];
    assert_eq!(without, expected);
    assert_eq!(
        page.links("data-key=\"next\""),
        [format!("/?{chosen}&limit=1&offset=1")]
    );
    let case = &page.links("class=\"title\"")[0];
    let back = get(case).links("class=\"back\"");
    assert_eq!(
        back,
        ["/?q=timeout&component=monitoring&since=2015&lang=ko&limit=1"]
    );
}

#[test]
fn a_form_leads_to_an_address_where_the_text_is_not_too_long() {
    let page = post("q=one%0D%0Atwo+%26&component=haproxy&since=&until=");
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    assert_eq!(page.header(LOCATION), "/?q=one%0Atwo+%26&component=haproxy");
    let long = "timeout+".repeat(1000);
    let page = post(&format!("q={long}&component=haproxy&to=component%3Dnginx"));
    assert_eq!(page.status, StatusCode::OK);
    page.shows("cannot be shared")
        .shows("<button class=\"chip\" data-key=\"component=nginx\"")
        .hides("data-key=\"component=haproxy\" href");
    let page = post(&format!("q={}", "timeout+".repeat(200_000)));
    assert_eq!(page.status, StatusCode::PAYLOAD_TOO_LARGE);
    page.shows("This text is too long").shows("<textarea");
}

#[test]
fn what_is_wrong_is_said_with_a_way_on() {
    let page = get("/?q=timeout&component=haproxi");
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    page.shows("“haproxi”")
        .shows("href=\"/?q=timeout&#38;component=haproxy\"")
        .shows("href=\"/?q=timeout\"");
    for target in [
        "/?since=yesterday",
        "/?limit=0",
        "/?year=20",
        "/?lang=fr",
        "/?offset=x",
    ] {
        let page = get(target);
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{target}");
        page.shows("makes no sense")
            .shows("write")
            .shows("<textarea");
    }
    let page = get("/cases/IL-0178x");
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    page.shows("There is no case “IL-0178x”")
        .shows("href=\"/cases/IL-0178\"");
    assert_eq!(get("/cases/%FF").status, StatusCode::NOT_FOUND);
    get("/?q=qqxyzzy")
        .shows("No case matches")
        .shows("In no case: qqxyzzy");
    get("/?q=wkddo").shows("class=\"offer\"");
    // Names that others put into addresses say nothing about a search.
    let page = get("/?q=timeout&utm_source=chat&fbclid=1");
    assert_eq!(page.status, StatusCode::OK);
    page.hides("utm_source");
}

#[test]
fn a_case_is_shown_in_one_language_or_both() {
    let english = "moved messaging-hub from the shared L7 load balancer";
    let korean = "공유하던 L7 LB 를 L4 LB 로 바꿔";
    get("/cases/IL-0177").shows(english).hides(korean);
    get("/cases/il-0177?lang=ko").shows(korean).hides(english);
    get("/cases/IL-0177?lang=both").shows(korean).shows(english);
    get("/cases/IL-0177")
        .shows("rel=\"noopener noreferrer external\"")
        .shows("Related cases")
        .shows("Shared HAProxy");
    let engine = build(
        &[Input::Stdin],
        r#"{"id": "A-1", "title": {"en": "Only this"}, "lessons": {"ko": "이것만"},
            "sources": [{"url": "https://example.com/a", "license": "CC BY 4.0"}]}"#,
    );
    let router = serve(engine);
    let show = |lang: &str| {
        let target = format!("/cases/A-1?lang={lang}");
        ask(router.clone(), request(Method::GET, &target, ""))
    };
    for lang in Lang::ALL {
        show(lang.as_str())
            .shows("Only this")
            .shows("이것만")
            .shows("href=\"https://example.com/a\"")
            .shows("licence: CC BY 4.0");
    }
    show("ko").shows("in English only").hides("in Korean only");
    show("en").shows("in Korean only").hides("in English only");
    show("both")
        .shows("in Korean only")
        .shows("in English only");
}

/// Tags that run or style something. Where texts are escaped, every `<` begins a tag, and the quotes
/// in it are those of its attributes.
fn inline(page: &str) -> Vec<&str> {
    let tags = page.split('<').skip(1);
    let tags = tags.filter_map(|tag| tag.split_once('>').map(|(tag, _)| tag));
    let is_inline = |tag: &&str| {
        let mut names = tag.split('"').step_by(2).flat_map(str::split_whitespace);
        let is_loaded = tag.starts_with("script src=\"/assets/");
        (tag.starts_with("script") && !is_loaded)
            || tag.starts_with("style")
            || names.any(|name| name.starts_with("on") || name.starts_with("style="))
            || tag.contains("href=\"javascript")
    };
    tags.filter(is_inline).collect()
}

#[test]
fn pages_hold_no_script_and_no_style_and_escape_everything() {
    let hostile = "\"><script>alert(1)</script><img src=x onerror=alert(1)>";
    let texts = serde_json::json!({"en": format!("zebra {hostile}"), "ko": hostile});
    let case = serde_json::json!({
        "id": "X-1", "title": texts, "summary": texts, "org": hostile, "severity": hostile,
        "components": [hostile], "remediation": [{"text": texts}], "url": "javascript:alert(1)",
    });
    let router = serve(build(&[Input::Stdin], &case.to_string()));
    let encoded: String = hostile.bytes().map(|byte| format!("%{byte:02X}")).collect();
    for target in [
        "/".to_owned(),
        "/?q=zebra".to_owned(),
        format!("/?q={encoded}"),
        format!("/?q=zebra&component={encoded}"),
        format!("/?org=x{encoded}&since={encoded}"),
        "/cases/X-1?lang=both".to_owned(),
        format!("/cases/{}", encoded.replace("%2F", "")),
        format!("/cases/X-1?from={encoded}"),
    ] {
        let page = ask(router.clone(), request(Method::GET, &target, ""));
        page.hides("<img").hides("<script>");
        assert_eq!(inline(&page.text), [""; 0], "{target}");
    }
}

#[test]
fn files_are_kept_and_named_by_what_is_in_them() {
    let page = get("/");
    let start = page
        .text
        .find("/assets/page.css?v=")
        .expect("a style sheet");
    let address = page.text[start..].split('"').next().expect("an address");
    let style = get(address);
    assert_eq!(style.header(CONTENT_TYPE), "text/css; charset=utf-8");
    assert!(style.header(CACHE_CONTROL).contains("immutable"));
    for name in ["page.js", "icon.svg"] {
        assert_eq!(get(&format!("/assets/{name}")).status, StatusCode::OK);
    }
    for name in ["Cargo.toml", "..%2Fpage.css", "%2Fetc%2Fpasswd"] {
        assert_eq!(
            get(&format!("/assets/{name}")).status,
            StatusCode::NOT_FOUND
        );
    }
}
