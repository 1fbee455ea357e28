//! The pages in a real Chromium, driven over WebDriver.
//!
//! Where Chromium or its driver is missing, the tests say so on stderr and pass, unless
//! `INCIDEX_REQUIRE_BROWSER=1` makes that a failure.

use std::fmt::Debug;
use std::io::{BufRead, BufReader, Write, stderr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::Method;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use url::Url;

use crate::cli::{PROGRAM, index};

/// Longer than a page takes on a machine that has other work.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program that speaks WebDriver; ends with the test.
struct Driver(Child);

impl Driver {
    /// The driver and its port.
    fn start() -> std::io::Result<(Self, u16)> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let driver = Self(process);
        let mut ports = lines.map_while(Result::ok).filter_map(|line| {
            let port = line.rsplit_once("on port ")?.1.trim_end_matches('.');
            port.parse().ok()
        });
        let port = ports.find(|port| *port != 0).expect("a port");
        Ok((driver, port))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_missing(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    !version.is_ok_and(|output| output.status.success())
}

/// Whether there is a browser to test with.
fn has_browser() -> bool {
    let missing: Vec<&str> = ["chromium", "chromedriver"]
        .into_iter()
        .filter(|program| is_missing(program))
        .collect();
    if missing.is_empty() {
        return true;
    }
    let missing = missing.join(" and ");
    let is_required = std::env::var("INCIDEX_REQUIRE_BROWSER").is_ok_and(|value| value == "1");
    assert!(!is_required, "{missing} cannot be run");
    let test = thread::current();
    let test = test.name().unwrap_or("a test");
    // Not with eprintln, which is kept from view where a test passes.
    let note = format!("SKIPPED {test}: {missing} cannot be run\n");
    let _ = stderr().write_all(note.as_bytes());
    false
}

/// The real server; ends with the test.
struct Server {
    process: Child,
    addr: String,
}

impl Server {
    fn start(index: &Path) -> Self {
        let mut process = Command::new(PROGRAM)
            .args([
                "serve",
                "--addr",
                "127.0.0.1:0",
                "--log-format",
                "json",
                "--index",
            ])
            .arg(index)
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let log = BufReader::new(process.stderr.take().expect("a pipe"));
        let mut lines = log.lines().map_while(Result::ok);
        let addr = lines.by_ref().find_map(|line| {
            let line: Value = serde_json::from_str(&line).ok()?;
            line["url"].as_str().map(str::to_owned)
        });
        // Nobody reads the rest, but the server must be able to write it.
        thread::spawn(move || lines.for_each(drop));
        let addr = addr.expect("it says where it listens");
        Self { process, addr }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A page in the browser.
struct Page {
    client: Client,
    server: String,
}

#[derive(Debug)]
struct DriverCommand {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for DriverCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/{}", self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

impl Page {
    async fn open(&self, target: &str) {
        let url = format!("{}{target}", self.server);
        self.client.goto(&url).await.expect("a page");
    }

    async fn find(&self, css: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE);
        wait.for_element(Locator::Css(css)).await.expect(css)
    }

    /// Clicks, again where an answer replaced the element in the meantime.
    async fn click(&self, css: &str) {
        let started = Instant::now();
        while let Err(error) = self.find(css).await.click().await {
            let is_late = started.elapsed() > PATIENCE;
            assert!(
                error.is_stale_element_reference() && !is_late,
                "{css}: {error}"
            );
        }
    }

    async fn eval(&self, script: &str) -> Value {
        let script = format!("return {script}");
        self.client
            .execute(&script, Vec::new())
            .await
            .expect("a value")
    }

    /// Waits until `script` has that value.
    #[track_caller]
    fn comes_to(&self, script: &str, expected: impl Into<Value>) -> impl Future<Output = ()> {
        let place = std::panic::Location::caller();
        let expected = expected.into();
        async move {
            let started = Instant::now();
            // Until an answer comes, what is asked about may not be there at all.
            let guarded = format!(
                "(() => {{ try {{ return {script} }} catch (e) {{ return `${{e}}` }} }})()"
            );
            loop {
                let value = self.eval(&guarded).await;
                if value == expected {
                    return;
                }
                assert!(
                    started.elapsed() < PATIENCE,
                    "{place}: {script} is {value}, not {expected}"
                );
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        }
    }

    async fn has(&self, script: &str) {
        self.comes_to(&format!("Boolean({script})"), true).await;
    }

    async fn type_in(&self, text: &str) {
        self.find("#q").await.send_keys(text).await.expect("keys");
    }

    /// Presses a key, wherever the focus is.
    async fn press(&self, key: impl Into<char>) {
        let value = key.into();
        let keys = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        self.client.perform_actions(keys).await.expect("a key");
    }

    /// A command of the Chrome DevTools Protocol.
    async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({"cmd": command, "params": parameters});
        let command = DriverCommand {
            path: "goog/cdp/execute",
            body,
        };
        self.client.issue_cmd(command).await.expect("an answer")
    }

    /// What the browser complained about: scripts that failed, and what its policy kept from running.
    async fn complaints(&self) -> Vec<String> {
        let command = DriverCommand {
            path: "se/log",
            body: json!({"type": "browser"}),
        };
        let log = self.client.issue_cmd(command).await.expect("a log");
        let entries = log.as_array().expect("entries").iter();
        let complaints = entries.filter(|entry| {
            // Pages that are an error are asked for, and some servers do not answer.
            let text = entry["message"].as_str().unwrap_or_default();
            entry["level"] == "SEVERE" && !text.contains("Failed to load resource")
        });
        complaints.map(ToString::to_string).collect()
    }

    async fn is(&self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": true});
        self.devtools("Emulation.setDeviceMetricsOverride", size)
            .await;
    }
}

/// Runs `test` in a browser that prefers `language`, at pages of `server`.
fn drive_at(index: &Path, language: &str, test: impl AsyncFnOnce(&Page)) {
    // Two browsers at a time starve each other.
    static ONE: Mutex<()> = Mutex::new(());
    let _one: MutexGuard<'_, ()> = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let server = Server::start(index);
    let (_driver, port) = Driver::start().expect("a driver");
    let runtime = Runtime::new().expect("a runtime");
    let arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--window-size=1200,900",
    ];
    let Value::Object(options) = json!({
        "goog:loggingPrefs": {"browser": "ALL"},
        "goog:chromeOptions": {
            "args": arguments,
            "prefs": {"intl.accept_languages": language},
        },
    }) else {
        return;
    };
    let options: Capabilities = options;
    runtime.block_on(async {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(options);
        let client = builder.connect(&format!("http://127.0.0.1:{port}")).await;
        let client = client.expect("a session");
        let page = Page {
            client,
            server: server.addr.clone(),
        };
        test(&page).await;
        assert_eq!(page.complaints().await, [""; 0], "the browser complains");
        page.client.close().await.expect("it ends");
    });
}

fn drive(test: impl AsyncFnOnce(&Page)) {
    if has_browser() {
        drive_at(index(), "en", test);
    }
}

const HITS: &str = "document.querySelectorAll('#hits > li').length";
const CHIPS: &str =
    "[...document.querySelectorAll('.chip:not(.all)')].map(c => c.dataset.key).join(' ')";
const FOCUS: &str = "document.activeElement.id || document.activeElement.className";
const FIRST: &str = "document.querySelector('#hits .id').textContent";

#[test]
fn results_come_as_one_types_and_stand_in_the_address() {
    drive(async |page| {
        page.open("/").await;
        page.comes_to(FOCUS, "q").await;
        page.type_in("nf_conntrack").await;
        page.has("location.search == '?q=nf_conntrack'").await;
        page.has("document.querySelector('#hits mark')").await;
        page.has("document.title.startsWith('nf_conntrack')").await;
        page.has("document.querySelector('#status').textContent")
            .await;
        let steps = page.eval("history.length").await;
        page.type_in(" table").await;
        page.has("location.search == '?q=nf_conntrack+table'").await;
        // One thing that is typed is one place to come back to.
        page.comes_to("history.length", steps).await;
        page.client.back().await.expect("the way back");
        page.has("document.querySelector('.start')").await;
        page.comes_to("document.querySelector('#q').value", "")
            .await;
    });
}

/// Types the syllables as a Korean input method does: each grows letter by letter and is then put in.
async fn compose(page: &Page, syllables: &[&[&str]]) {
    for growing in syllables {
        for text in *growing {
            let at = text.encode_utf16().count();
            let text = json!({"text": text, "selectionStart": at, "selectionEnd": at});
            page.devtools("Input.imeSetComposition", text).await;
        }
        let text = growing.last().expect("a syllable");
        page.devtools("Input.insertText", json!({"text": text}))
            .await;
    }
}

const COUNT_REQUESTS: &str = "(() => { const real = fetch; window.asked = []; \
    window.fetch = (...all) => { asked.push(decodeURIComponent(all[0])); return real(...all); }; })()";

#[test]
fn korean_is_composed_undisturbed() {
    drive(async |page| {
        page.open("/").await;
        page.eval(COUNT_REQUESTS).await;
        let events = "(() => { window.composed = []; document.querySelector('#q').addEventListener( \
                      'compositionend', e => composed.push(e.data)); })()";
        page.eval(events).await;
        compose(page, &[&["ㅌ", "타"], &["ㅇ", "이", "임"]]).await;
        // A syllable that grows asks for nothing, however long it takes.
        for text in ["ㅇ", "아", "아ㅇ"] {
            let text = json!({"text": text, "selectionStart": 1, "selectionEnd": 1});
            page.devtools("Input.imeSetComposition", text).await;
        }
        let before = page.eval("asked.length").await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        page.comes_to("asked.length", before).await;
        page.devtools("Input.insertText", json!({"text": "아"}))
            .await;
        compose(page, &[&["ㅇ", "우", "웃"]]).await;
        page.comes_to("document.querySelector('#q').value", "타임아웃")
            .await;
        page.comes_to("composed.join('')", "타임아웃").await;
        page.has("new URL(location).searchParams.get('q') == '타임아웃'")
            .await;
        page.has("document.querySelector('#hits [lang=ko] mark')")
            .await;
    });
}

#[test]
fn enter_once_is_enough_while_a_syllable_is_composed() {
    drive(async |page| {
        page.open("/").await;
        page.eval(COUNT_REQUESTS).await;
        compose(page, &[&["ㅈ", "자", "장"]]).await;
        let text = json!({"text": "애", "selectionStart": 1, "selectionEnd": 1});
        page.devtools("Input.imeSetComposition", text).await;
        for kind in ["rawKeyDown", "keyUp"] {
            let key = json!({"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229});
            page.devtools("Input.dispatchKeyEvent", key).await;
        }
        page.devtools("Input.insertText", json!({"text": "애"}))
            .await;
        page.has("document.querySelector('#hits li')").await;
        page.comes_to("document.querySelector('#q').value", "장애")
            .await;
        page.comes_to("asked.filter(url => url.endsWith('=장애')).length", 1)
            .await;
    });
}

#[test]
fn filters_widen_narrow_and_come_off() {
    drive(async |page| {
        page.open("/?q=timeout").await;
        page.click("#facets [data-key='component=dns']").await;
        page.comes_to(CHIPS, "component=dns").await;
        page.comes_to(FOCUS, "value").await;
        let one = page
            .eval("parseInt(document.querySelector('#results').dataset.status)")
            .await;
        page.click("#facets [data-key='component=jvm']").await;
        page.comes_to(CHIPS, "component=dns component=jvm").await;
        page.has(&format!(
            "parseInt(document.querySelector('#results').dataset.status) > {one}"
        ))
        .await;
        page.comes_to("location.search", "?q=timeout&component=dns&component=jvm")
            .await;
        // What is typed next is narrowed too.
        page.type_in(" 502").await;
        page.has("location.search.includes('502&component=dns')")
            .await;
        page.click(".chip[data-key='component=dns']").await;
        page.comes_to(CHIPS, "component=jvm").await;
        page.client.back().await.expect("the way back");
        page.comes_to(CHIPS, "component=dns component=jvm").await;
        page.find("#since")
            .await
            .send_keys("2020\u{E007}")
            .await
            .expect("keys");
        page.has("location.search.includes('since=2020')").await;
        page.click(".chip.all").await;
        page.comes_to("location.search", "?q=timeout+502").await;
        page.comes_to("document.querySelector('#since').value", "")
            .await;
    });
}

#[test]
fn a_case_is_opened_in_both_languages_and_leads_to_others_and_back() {
    drive(async |page| {
        page.open("/?q=websocket+hard-stop-after").await;
        page.comes_to(FIRST, "IL-0177").await;
        page.click("#hits .title").await;
        page.has("location.pathname == '/cases/IL-0177'").await;
        page.comes_to("document.documentElement.lang", "en").await;
        page.click(".head .choice [lang=ko]").await;
        page.has("document.querySelector('h1 [lang=ko]')").await;
        page.comes_to("document.documentElement.lang", "en").await;
        page.click(".head .choice a:last-child").await;
        page.has(
            "document.querySelector('h1 [lang=ko]') && document.querySelector('h1 [lang=en]')",
        )
        .await;
        page.click("#copy").await;
        page.has("document.querySelector('#copy').textContent == 'Copied'")
            .await;
        page.click(".related .title").await;
        page.has("location.pathname != '/cases/IL-0177'").await;
        page.click(".back").await;
        page.comes_to("location.search", "?q=websocket+hard-stop-after")
            .await;
        page.comes_to(FIRST, "IL-0177").await;
    });
}

#[test]
fn more_adds_to_what_is_there_and_the_way_back_finds_it() {
    drive(async |page| {
        page.open("/?q=outage").await;
        page.comes_to(HITS, 10).await;
        page.click("#pages [data-key=next]").await;
        page.comes_to(HITS, 20).await;
        page.comes_to("location.search", "?q=outage&limit=20").await;
        page.comes_to(FOCUS, "title").await;
        page.press(Key::Enter).await;
        page.has("location.pathname.startsWith('/cases/')").await;
        page.client.back().await.expect("the way back");
        page.comes_to(HITS, 20).await;
    });
}

#[test]
fn keys_are_enough() {
    drive(async |page| {
        page.open("/?q=conntrack").await;
        page.eval("document.activeElement.blur()").await;
        page.press('/').await;
        page.comes_to(FOCUS, "q").await;
        page.comes_to("document.querySelector('#q').value", "conntrack")
            .await;
        page.press(Key::End).await;
        page.press(Key::Down).await;
        page.press(Key::Down).await;
        page.has("document.activeElement == document.querySelectorAll('#hits .title')[1]")
            .await;
        page.press(Key::Up).await;
        page.press(Key::Up).await;
        page.comes_to(FOCUS, "q").await;
        page.press(Key::Escape).await;
        page.has("document.querySelector('.start')").await;
        page.comes_to("location.search", "").await;
        page.type_in("IL-0177").await;
        page.press(Key::Enter).await;
        page.comes_to(FIRST, "IL-0177").await;
        page.comes_to("document.querySelector('#q').value", "IL-0177")
            .await;
        page.press(Key::Down).await;
        page.press(Key::Enter).await;
        page.has("location.pathname == '/cases/IL-0177'").await;
    });
}

#[test]
fn an_answer_that_comes_late_keeps_the_hit_that_has_the_focus() {
    drive(async |page| {
        page.open("/?q=IL-0177").await;
        page.comes_to(FIRST, "IL-0177").await;
        page.eval(
            "(() => {
                const ask = fetch;
                window.fetch = (...what) => new Promise((answer, fail) => {
                    setTimeout(() => ask(...what).then(answer, fail), 500);
                });
            })()",
        )
        .await;
        page.type_in(" hard-stop-after").await;
        page.press(Key::Down).await;
        page.comes_to(FOCUS, "title").await;
        page.has("document.title.startsWith('IL-0177 hard-stop-after')")
            .await;
        page.comes_to(FOCUS, "title").await;
        page.press(Key::Enter).await;
        page.has("location.pathname == '/cases/IL-0177'").await;
    });
}

#[test]
fn a_pasted_log_keeps_its_lines_and_may_be_too_long_for_an_address() {
    drive(async |page| {
        page.open("/").await;
        page.devtools(
            "Input.insertText",
            json!({"text": "connect failed\n\nnf_conntrack: table full"}),
        )
        .await;
        page.has("document.querySelector('#hits')").await;
        let lines = "new URL(location).searchParams.get('q').split('\\n').length";
        page.comes_to(lines, 3).await;
        let log = "kernel: nf_conntrack: nf_conntrack: table full, dropping packet\n".repeat(200);
        page.devtools("Input.insertText", json!({"text": log}))
            .await;
        page.has(
            "document.querySelector('#results .notice').textContent.includes('cannot be shared')",
        )
        .await;
        page.comes_to("location.search", "").await;
        page.click("#facets [data-key^='severity=']").await;
        page.has("document.querySelector('.chip')").await;
        page.comes_to(
            "document.querySelector('#q').value.split('\\n').length",
            203,
        )
        .await;
        // Only this browser knows what was searched for.
        page.client.refresh().await.expect("a page");
        page.has("document.querySelector('.chip')").await;
        page.comes_to(
            "document.querySelector('#q').value.split('\\n').length",
            203,
        )
        .await;
    });
}

#[test]
fn the_language_is_that_of_the_browser_until_one_is_chosen() {
    if !has_browser() {
        return;
    }
    drive_at(index(), "ko-KR,ko,en", async |page| {
        page.open("/?q=conntrack").await;
        page.comes_to("document.documentElement.lang", "ko").await;
        page.click("#languages [lang=en]").await;
        page.comes_to("document.documentElement.lang", "en").await;
        page.comes_to("location.search", "?q=conntrack").await;
        page.open("/cases/IL-0177").await;
        page.comes_to("document.documentElement.lang", "en").await;
    });
}

#[test]
fn all_of_it_works_without_script() {
    drive(async |page| {
        page.devtools(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": true}),
        )
        .await;
        page.is(390, 844).await;
        page.open("/").await;
        page.type_in("timeout").await;
        page.click(".go").await;
        page.find("#hits .title").await;
        page.click("#side > summary").await;
        page.click("#facets [data-key='component=dns']").await;
        page.find(".chip[data-key='component=dns']").await;
        let url = page.client.current_url().await.expect("an address");
        assert_eq!(url.query(), Some("q=timeout&component=dns"));
        page.click(".chip[data-key='component=dns']").await;
        page.click("#pages [data-key=next]").await;
        page.find("#pages [data-key=previous]").await;
        page.click("#languages [lang=ko]").await;
        page.find("html[lang=ko]").await;
        page.click("#hits .title").await;
        page.click(".back").await;
        page.find("#pages [data-key=previous]").await;
        // Too long for an address.
        let log = "nf_conntrack: table full, dropping packet ".repeat(150);
        page.open("/").await;
        page.devtools("Input.insertText", json!({"text": log}))
            .await;
        page.click(".go").await;
        page.find("#results .notice").await;
        page.click("#side > summary").await;
        page.click("#facets button[data-key^='severity=']").await;
        page.find("button.chip").await;
        page.click("#languages [lang=en]").await;
        page.find("html[lang=en] button.chip").await;
    });
}

#[test]
fn an_unreachable_server_is_said_and_asked_again() {
    drive(async |page| {
        page.open("/").await;
        let network = |offline| json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        page.devtools("Network.enable", json!({})).await;
        page.devtools("Network.emulateNetworkConditions", network(true))
            .await;
        page.type_in("conntrack").await;
        page.has("!document.querySelector('#trouble').hidden").await;
        page.devtools("Network.emulateNetworkConditions", network(false))
            .await;
        page.click("#again").await;
        page.has("document.querySelector('#hits li')").await;
        page.has("document.querySelector('#trouble').hidden").await;
    });
}

/// A case all of whose texts try to run a script.
fn hostile() -> String {
    const SCRIPT: &str = "<script>document.title='owned'</script>";
    const IMAGE: &str =
        "\"><img src=x onerror=\"document.title='owned'\">'`{{7*7}}</textarea></title>";
    let both = |text: &str| json!({"en": format!("zebra {text}"), "ko": format!("얼룩말 {text}")});
    let case = json!({
        "id": "X-\"><b>1", "org": format!("Org {IMAGE}"), "date": "2020", "date_kind": IMAGE,
        "title": both(SCRIPT), "summary": both(IMAGE), "symptoms_text": both(SCRIPT),
        "trigger": both(IMAGE), "lessons": both(SCRIPT), "severity": IMAGE, "root_cause": SCRIPT,
        "components": [SCRIPT, IMAGE], "symptoms": [IMAGE], "domain": [SCRIPT],
        "remediation": [{"text": both(SCRIPT)}, {"text": both(IMAGE)}],
        "impact": {"scope": IMAGE, "users": SCRIPT, "region": IMAGE},
        "url": "javascript:document.title='owned'//",
        "sources": [{"url": "JavaScript://%0adocument.title='owned'", "license": SCRIPT}],
        "review": {"reviewed_at": IMAGE, "reviewed_by": SCRIPT},
    });
    let other =
        json!({"id": "X-2", "title": both(IMAGE), "root_cause": SCRIPT, "components": [SCRIPT]});
    format!("{case}\n{other}\n")
}

#[test]
fn nothing_in_a_case_or_a_query_becomes_markup() {
    if !has_browser() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let index = folder.path().join("index");
    let mut build = assert_cmd::Command::new(PROGRAM);
    let build = build.args(["index", "--index"]).arg(&index).arg("-");
    build.write_stdin(hostile()).assert().success();
    drive_at(&index, "en", async |page| {
        let strange = "document.querySelectorAll('img, main script, main b b, .body script, [onerror]').length";
        let query =
            "%22%3E%3Cscript%3Edocument.title%3D%27owned%27%3C%2Fscript%3E%3C%2Ftextarea%3E";
        for target in [
            "/?q=zebra",
            "/?q=%EC%96%BC%EB%A3%A9%EB%A7%90",
            &format!("/?q=zebra+{query}"),
            &format!("/?component={query}"),
            &format!("/?since={query}&q={query}"),
            &format!("/cases/{query}"),
        ] {
            page.open(target).await;
            page.comes_to(strange, 0).await;
            page.has("!document.title.includes('owned') || document.title.includes('script')")
                .await;
        }
        page.open("/").await;
        page.type_in("zebra <script>").await;
        page.has("document.querySelector('#hits mark')").await;
        page.comes_to(strange, 0).await;
        page.click("#facets [data-key^='component=']").await;
        page.has("document.querySelector('.chip')").await;
        page.comes_to(strange, 0).await;
        page.click("#hits .title").await;
        page.has("document.querySelector('main.case .related')")
            .await;
        page.comes_to(strange, 0).await;
        page.comes_to(
            "document.querySelectorAll('a[href^=javascript i]').length",
            0,
        )
        .await;
        page.click(".head .choice a:last-child").await;
        page.has("document.querySelector('h1 [lang=ko]')").await;
        page.comes_to(strange, 0).await;
    });
}

#[test]
fn the_smallest_phone_needs_no_sideways_scrolling() {
    drive(async |page| {
        page.is(320, 640).await;
        let long = "?q=".to_owned() + &"net.ipv4.tcp_fin_timeout".repeat(8);
        for target in [
            "/",
            "/?q=nf_conntrack&component=haproxy&component=cloud-load-balancer&since=2010",
            &format!("/{long}"),
            "/?component=nonsense",
            "/cases/IL-0177",
            "/cases/IL-0177?lang=both",
            "/cases/IL-9999",
        ] {
            page.open(target).await;
            let width = page.eval("document.documentElement.scrollWidth").await;
            assert!(width.as_u64() <= Some(320), "{target} is {width} wide");
        }
        page.open("/?q=timeout").await;
        page.has(
            "!document.querySelector('#facets').checkVisibility({contentVisibilityAuto: true})",
        )
        .await;
        page.click("#side > summary").await;
        page.click("#facets [data-key='component=dns']").await;
        page.comes_to(CHIPS, "component=dns").await;
        let width = page.eval("document.documentElement.scrollWidth").await;
        assert!(
            width.as_u64() <= Some(320),
            "with filters it is {width} wide"
        );
    });
}
