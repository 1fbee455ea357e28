//! Loading: every row is files, and what comes of them.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use incidex::case::{
    Case, Dimension, Found, Input, Lang, Place, Position, Record, Report, Vocabulary,
    find_vocabulary, load,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tempfile::TempDir;

const TITLE: &str = r#""title": {"en": "Down", "ko": "장애"}"#;

struct Loaded {
    report: Report,
    records: Vec<Record>,
}

fn load_all(inputs: &[Input], mut stdin: &[u8]) -> Loaded {
    let records = Mutex::new(Vec::new());
    let visit = |record| records.lock().expect("no test thread panics").push(record);
    let report = load(inputs, None, &mut stdin, Vocabulary::builtin(), &visit);
    let mut records = records.into_inner().expect("no test thread panics");
    records.sort_by(|a, b| a.place.cmp(&b.place));
    Loaded { report, records }
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

/// One line each: `+ id` for what was visited, `! fault`, `? warning`.
fn outcome(loaded: &Loaded, root: &Path) -> String {
    let prefix = format!("{}/", root.display());
    let records = loaded
        .records
        .iter()
        .map(|record| format!("+ {}", record.case.id));
    let faults = loaded
        .report
        .faults
        .iter()
        .map(|fault| format!("! {fault}"));
    let warnings = loaded
        .report
        .warnings
        .iter()
        .map(|warning| format!("? {warning}"));
    let lines: Vec<_> = records.chain(faults).chain(warnings).collect();
    lines
        .join("\n")
        .replace(&prefix, "")
        .replace(&root.display().to_string(), ".")
}

/// Loads a folder with `files` and compares what comes of it, line by line.
#[track_caller]
fn check(files: &[(&str, &[u8])], expected: &[&str]) {
    let folder = folder(files);
    let loaded = load_all(&[Input::Path(folder.path().to_owned())], b"");
    assert_eq!(loaded.report.cases, loaded.records.len());
    assert_eq!(outcome(&loaded, folder.path()), expected.join("\n"));
}

/// As [`check`] for one file.
#[track_caller]
fn check_file(name: &str, text: &str, expected: &[&str]) {
    check(&[(name, text.as_bytes())], expected);
}

/// As [`check`] for one case, `fields` besides id and title.
#[track_caller]
fn check_case(fields: &str, expected: &[&str]) {
    check_file(
        "a.json",
        &format!("{{\"id\": \"a\", {TITLE},\n{fields}}}"),
        expected,
    );
}

fn case(id: &str) -> String {
    format!(r#"{{"id": "{id}", {TITLE}}}"#)
}

fn read_one(fields: &str) -> Case {
    let json = format!("{{\"id\": \"a\", {TITLE}, {fields}}}");
    let mut loaded = load_all(&[Input::Stdin], json.as_bytes());
    assert_eq!(loaded.report.faults, []);
    loaded.records.remove(0).case
}

fn seeds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")
}

#[test]
fn every_seed_loads_without_a_word() {
    let loaded = load_all(&[Input::Path(seeds())], b"");
    assert_eq!(
        outcome(
            &Loaded {
                records: Vec::new(),
                ..loaded
            },
            &seeds()
        ),
        ""
    );
    let loaded = load_all(&[Input::Path(seeds().join("cases"))], b"");
    assert_eq!(loaded.report.cases, 133);
}

#[test]
fn a_record_keeps_its_text_and_place() {
    let unknown = r#"{ "id":"b","title":"Down", "x-team" : [1,{"y":null}] }"#;
    let loaded = load_all(
        &[Input::Stdin],
        format!("{}\n  {unknown}\n", case("a")).as_bytes(),
    );
    let record = &loaded.records[1];
    assert_eq!(record.json, unknown);
    assert_eq!(record.hash, *blake3::hash(unknown.as_bytes()).as_bytes());
    assert_eq!(record.place.to_string(), "<stdin>:2:3");
}

#[test]
fn layouts() {
    let (a, b) = (case("a"), case("b"));
    let both = ["+ a", "+ b"];
    check_file("x.json", &a, &["+ a"]);
    check_file("x.json", &format!("[{a}, {b}]"), &both);
    check_file("x.json", &format!("{a}\n{b}"), &both);
    check_file("x.json", &format!("{a}{b}"), &both);
    check_file("x.json", &format!("{a}\n\n[{b}]\n"), &both);
    check_file("x.json", &format!("\u{feff}{a}"), &["+ a"]);
    check_file("x.jsonl", &format!("\u{feff}{a}\n{b}\n"), &both);
    check_file("x.jsonl", &format!("{a}\r\n\r\n  \n{b}\r\n"), &both);
    check_file("x.jsonl", &format!("[{a}, {b}]"), &both);
    check_file("x.json", "[]", &[]);
    check_file("x.jsonl", "[]\n", &[]);
}

#[test]
fn folders() {
    let (a, b, c) = (case("a"), case("b"), case("c"));
    let files: &[(&str, &[u8])] = &[
        ("z.json", a.as_bytes()),
        ("deep/er/b.jsonl", b.as_bytes()),
        ("vocabulary.json", b"{}"),
        ("deep/vocabulary.json", b"broken"),
        (".hidden.json", b"broken"),
        (".git/c.json", b"broken"),
        ("notes.txt", b"broken"),
    ];
    check(files, &["+ b", "+ a"]);
    let nothing = "no case file in this folder; cases are *.json and *.jsonl, \
                   hidden files and links are skipped";
    check(
        &[("notes.txt", c.as_bytes())],
        &[&format!("! .: {nothing}")],
    );
}

#[test]
fn inputs() {
    let folder = folder(&[
        ("cases/a.json", case("a").as_bytes()),
        ("b.txt", case("b").as_bytes()),
    ]);
    let at = |name: &str| Input::Path(folder.path().join(name));
    let check = |inputs: &[Input], stdin: &str, expected: &[&str]| {
        let loaded = load_all(inputs, stdin.as_bytes());
        assert_eq!(outcome(&loaded, folder.path()), expected.join("\n"));
    };
    check(&[at("b.txt"), Input::Stdin], &case("c"), &["+ b", "+ c"]);
    check(
        &[at("cases/a.json"), at("cases/../cases"), at("cases")],
        "",
        &["+ a"],
    );
    check(
        &[at("none")],
        "",
        &["! none: there is no such file or folder; check the path"],
    );
    check(&[Input::Stdin, Input::Stdin], &case("c"), &["+ c"]);
    check(
        &[Input::Path(seeds().join("vocabulary.json"))],
        "",
        &[&format!(
            "! {}: a vocabulary is not a case; name it with --vocabulary, or call the file otherwise",
            seeds().join("vocabulary.json").display()
        )],
    );
    assert_eq!(Input::from(std::ffi::OsString::from("-")), Input::Stdin);
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_where_they_were_named() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("cases/a.json", case("a").as_bytes())]);
    let at = |name: &str| folder.path().join(name);
    symlink(at("cases"), at("cases/loop")).expect("a link");
    symlink(at("cases/a.json"), at("cases/b.json")).expect("a link");
    symlink(at("cases"), at("link")).expect("a link");
    for inputs in [
        vec!["cases"],
        vec!["link"],
        vec!["cases", "link", "cases/b.json"],
    ] {
        let inputs: Vec<_> = inputs
            .into_iter()
            .map(|name| Input::Path(at(name)))
            .collect();
        assert_eq!(outcome(&load_all(&inputs, b""), folder.path()), "+ a");
    }
}

#[test]
fn encodings() {
    let utf16: Vec<u8> = format!("\u{feff}{}", case("a"))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let is_utf16 = "! x.json:1:1: this is UTF-16; save the file as UTF-8";
    check(&[("x.json", &utf16)], &[is_utf16]);
    let mut lines = format!("{}\n{{\"장\": \"", case("a")).into_bytes();
    lines.extend(b"\xFF\"}\n");
    lines.extend(case("b").bytes());
    let bad_byte = "byte 0xFF is not UTF-8; save the file as UTF-8";
    check(
        &[("x.jsonl", &lines)],
        &["+ a", "+ b", &format!("! x.jsonl:2:8: {bad_byte}")],
    );
    check(
        &[("x.json", &lines)],
        &[&format!("! x.json:2:8: {bad_byte}")],
    );
}

#[test]
fn broken_syntax() {
    let (a, b) = (case("a"), case("b"));
    let empty = "nothing in this file; write a case, or `[]`, or remove the file";
    check_file("x.json", "", &[&format!("! x.json:1:1: {empty}")]);
    check_file("x.jsonl", "\n \n", &[&format!("! x.jsonl:1:1: {empty}")]);
    check_file(
        "x.json",
        "{\"id\": \"가\",\n",
        &["! x.json:1:12: not JSON: EOF while parsing an object"],
    );
    check_file(
        "x.json",
        &format!("{a}\n{{\"장\": x}}"),
        &["+ a", "! x.json:2:7: not JSON: expected value"],
    );
    check_file(
        "x.json",
        &format!("[{a},\n{a}\n{b}]"),
        &["! x.json:3:1: not JSON: expected `,` or `]`"],
    );
    check_file(
        "x.json",
        "{\"id\": \"a\nb\"}",
        &[
            "! x.json:1:9: not JSON: control character (\\u0000-\\u001F) found while parsing a string",
        ],
    );
    check_file(
        "x.jsonl",
        &format!("{a}\nnonsense\n{b}\n{b} {b}"),
        &[
            "+ a",
            "+ b",
            "! x.jsonl:2:2: not JSON: expected ident",
            "! x.jsonl:4:50: not JSON: trailing characters",
        ],
    );
    let pretty = format!("{a}\n{{\n  \"id\": \"b\",\n  {TITLE}\n}}\n{}", case("c"));
    let unfinished =
        "the value does not end on its line; write one case a line, or call the file .json";
    check_file(
        "x.jsonl",
        &pretty,
        &["+ a", "+ c", &format!("! x.jsonl:2:2: {unfinished}")],
    );
    check_file("x.json", &pretty, &["+ a", "+ b", "+ c"]);
    let list = format!("[\n  {a},\n  {b}\n]\n");
    check_file("x.jsonl", &list, &[&format!("! x.jsonl:1:2: {unfinished}")]);
    check_file(
        "x.jsonl",
        &a[..20],
        &[&format!("! x.jsonl:1:21: {unfinished}")],
    );
}

#[test]
fn nesting() {
    let nested = |depth: usize| format!("\"x\": {}{}", "[".repeat(depth), "]".repeat(depth));
    check_case(&nested(126), &["+ a"]);
    check_case(
        &nested(127),
        &["! a.json:2:132: nested deeper than 127 levels; flatten it"],
    );
    check_case(
        &nested(1_000_000),
        &["! a.json:2:132: nested deeper than 127 levels; flatten it"],
    );
    check_file(
        "x.json",
        &"[".repeat(1_000_000),
        &["! x.json:1:1000001: not JSON: EOF while parsing a list"],
    );
    check_file(
        "x.json",
        &format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000)),
        &["! x.json:1:2: expected an object, found a list"],
    );
}

#[test]
fn wrong_types() {
    let text = r#"{"en": …, "ko": …} or a string"#;
    check_case(
        r#""components": ["mysql", "redis", 3]"#,
        &["! a.json:2:34: components[2]: expected a string, found a number"],
    );
    check_case(
        r#""components": "mysql""#,
        &["! a.json:2:15: components: expected a list, found a string"],
    );
    check_case(
        r#""summary": 3"#,
        &[&format!(
            "! a.json:2:12: summary: expected {text}, found a number"
        )],
    );
    check_case(
        r#""summary": {"en": 3, "ko": "요약"}"#,
        &[
            "! a.json:2:19: summary.en: expected a string, found a number",
            "? a.json:2:12: summary: nothing in English; searches in that language find less",
        ],
    );
    check_case(
        r#""remediation": [{"text": {"ko": true}}]"#,
        &["! a.json:2:33: remediation[0].text.ko: expected a string, found a boolean"],
    );
    check_case(
        r#""timeline": [], "impact": {"users": 4}"#,
        &[
            "! a.json:2:13: timeline: expected an object, found a list",
            "! a.json:2:37: impact.users: expected a string, found a number",
        ],
    );
    check_case(
        r#""x": 1e999"#,
        &["! a.json:2:10: not JSON: number out of range"],
    );
    check_case(
        r#""url": "\ud800 ""#,
        &["! a.json:2:15: not JSON: unexpected end of hex escape"],
    );
    check_file(
        "x.json",
        &format!("[1, {}, null]", case("a")),
        &[
            "+ a",
            "! x.json:1:2: expected an object, found a number",
            "! x.json:1:55: expected an object, found null",
        ],
    );
}

#[test]
fn required_fields() {
    let title = "the case has no title; give it one in English or Korean";
    check_file(
        "x.json",
        &format!("\n {{{TITLE}}}"),
        &["! x.json:2:2: the case has no id; give it one"],
    );
    check_file(
        "x.json",
        r#"{"id": null, "title": null}"#,
        &[
            "! x.json:1:8: the case has no id; give it one",
            &format!("! x.json:1:23: {title}"),
        ],
    );
    check_file(
        "x.json",
        r#"{"id": "a", "title": {"en": " ", "ko": null}}"#,
        &[&format!("! x.json:1:22: {title}")],
    );
    check_file(
        "x.json",
        r#"{"id": "a", "title": "Unknown"}"#,
        &[&format!("! x.json:1:22: {title}")],
    );
    check_file(
        "x.json",
        r#"{"id": "a"}"#,
        &[&format!("! x.json:1:1: {title}")],
    );
}

#[test]
fn ids() {
    let rule = "cannot be an id; an id has 1 to 200 bytes and no space, slash or control character";
    let row = |id: &str, shown: &str| {
        let text = format!(r#"{{"id": "{id}", {TITLE}}}"#);
        check_file(
            "x.json",
            &text,
            &[&format!("! x.json:1:8: id: `{shown}` {rule}")],
        );
    };
    row("", "");
    row("a b", "a b");
    row("a/b", "a/b");
    row(r"a\u0000", r"a\u{0}");
    row(&"가".repeat(67), &"가".repeat(67));
    row(&"x".repeat(201), &format!("{}…", "x".repeat(80)));
    check_file(
        "x.json",
        &case(&"x".repeat(200)),
        &[&format!("+ {}", "x".repeat(200))],
    );
    check_file("x.json", &case(" 장애-1 "), &["+ 장애-1"]);
    check_file("x.json", &case("\u{110c}\u{1161}\u{11bc}"), &["+ 장"]);
    check_file(
        "x.json",
        &format!(r#"{{"id": 177, {TITLE}}}"#),
        &["! x.json:1:8: id: expected a string, found a number"],
    );
    check_case(
        r#""related": ["b", "c d"]"#,
        &[&format!("! a.json:2:18: related[1]: `c d` {rule}")],
    );
}

#[test]
fn duplicates() {
    let taken = "the id `장` is taken by a.json:1:8; give this case another";
    let composed = case("장");
    let decomposed = case("\u{110c}\u{1161}\u{11bc}");
    check(
        &[
            ("b.jsonl", format!("\n{decomposed}\n{composed}").as_bytes()),
            ("a.json", composed.as_bytes()),
        ],
        &[
            "+ 장",
            &format!("! b.jsonl:2:8: {taken}"),
            &format!("! b.jsonl:3:8: {taken}"),
        ],
    );
    check_file(
        "x.json",
        r#"{"id": "a", "title": "A", "id": "b", "impact": {"users": "x", "users": "y"}, "x": {"y": 1, "\u0079": 2}}"#,
        &[
            "! x.json:1:27: the key `id` stands twice in one object; remove one",
            "! x.json:1:63: the key `users` stands twice in one object; remove one",
            "! x.json:1:92: the key `y` stands twice in one object; remove one",
            "? x.json:1:22: title: nothing in Korean; searches in that language find less",
        ],
    );
}

#[test]
fn a_faulty_case_claims_its_id() {
    check_file(
        "x.jsonl",
        &format!("{{\"id\": \"a\"}}\n{}", case("a")),
        &[
            "! x.jsonl:1:1: the case has no title; give it one in English or Korean",
            "! x.jsonl:2:8: the id `a` is taken by x.jsonl:1:8; give this case another",
        ],
    );
}

#[test]
fn dates() {
    for given in ["2018", "2018-10", "2018-10-21"] {
        let date = read_one(&format!(r#""date": "{given}""#))
            .date
            .expect("a date");
        assert_eq!(date.to_string(), given);
        assert_eq!(
            date.last_day().to_string(),
            ["2018-12-31", "2018-10-31", "2018-10-21"][given.len() / 3 - 1]
        );
    }
    for nothing in ["null", r#""""#, r#""unknown""#] {
        assert_eq!(read_one(&format!(r#""date": {nothing}"#)).date, None);
    }
    for wrong in [
        "2018-13",
        "18-10-21",
        "2018-1-2",
        "2018-10-21T00:00:00Z",
        "+018",
        "2018-",
        "2018-10-21-",
    ] {
        let fault =
            format!("! a.json:2:9: date: `{wrong}` is no date; write YYYY, YYYY-MM or YYYY-MM-DD");
        check_case(&format!(r#""date": "{wrong}""#), &[&fault]);
    }
    let fault = "! a.json:2:9: date: `2018-02-30` is no day of that month";
    check_case(r#""date": "2018-02-30""#, &[fault]);
}

#[test]
fn texts() {
    let case = read_one(
        r#""summary": "느려짐, slow", "lessons": {"en": "unknown", "ko": ""}, "trigger": null,
           "remediation": [{"text": {"en": "Restart"}}, {"text": null}, {"ko": "롤백"}, "재시작"],
           "org": "unknown", "severity": "unknown", "docs": ["https://x"], "impact": {"users": "Unknown"}"#,
    );
    assert_eq!(
        case.summary.in_lang_or_other(Lang::En),
        Some((Lang::Ko, "느려짐, slow"))
    );
    assert!(case.lessons.is_empty() && case.trigger.is_empty());
    let remediation: Vec<_> = case
        .remediation
        .iter()
        .filter_map(|text| text.in_lang_or_other(Lang::Ko))
        .collect();
    assert_eq!(
        remediation,
        [
            (Lang::En, "Restart"),
            (Lang::Ko, "롤백"),
            (Lang::Ko, "재시작")
        ]
    );
    assert_eq!((case.org, case.impact.users), (None, None));
    assert_eq!(case.severity.as_deref(), Some("unknown"));
    assert_eq!(case.docs[0].url.as_deref(), Some("https://x"));
}

#[test]
fn doubts() {
    check_case(
        r#""components": ["mysql", "haproxxy"], "date_kind": "guessed""#,
        &[
            "+ a",
            "? a.json:2:25: components: `haproxxy` is not in the vocabulary; the nearest are haproxy, kube-proxy, hpa",
            "? a.json:2:51: date_kind: `guessed` is not in the vocabulary; the nearest are published, occurred",
        ],
    );
    check_case(
        r#""summary": {"ko": "요약"}, "symptoms_text": {"en": "Slow"}"#,
        &[
            "+ a",
            "? a.json:2:12: summary: nothing in English; searches in that language find less",
            "? a.json:2:43: symptoms_text: nothing in Korean; searches in that language find less",
        ],
    );
}

#[test]
fn vocabulary_words() {
    let vocabulary = Vocabulary::builtin();
    let rows = [
        (
            Dimension::Component,
            "클라우드로드밸런서",
            Some("cloud-load-balancer"),
        ),
        (Dimension::Component, "HAPROXY", Some("haproxy")),
        (Dimension::Symptom, "High latency", Some("high-latency")),
        (Dimension::Symptom, "high_latency", Some("high-latency")),
        (
            Dimension::Symptom,
            "ｈｉｇｈ　latency",
            Some("high-latency"),
        ),
        (Dimension::Severity, "Unknown", Some("unknown")),
        (
            Dimension::Severity,
            "\u{110e}\u{1175}\u{1106}\u{1167}\u{11bc}\u{110c}\u{1165}\u{11a8}",
            Some("critical"),
        ),
        (Dimension::Severity, "", None),
        (Dimension::Org, "LINE", None),
    ];
    for (dimension, text, code) in rows {
        assert_eq!(
            vocabulary.resolve(dimension, text),
            code,
            "{dimension} {text}"
        );
    }
    assert_eq!(
        vocabulary.label(Dimension::Severity, "unknown", Lang::En),
        "Unknown"
    );
    assert_eq!(
        vocabulary.label(Dimension::Severity, "odd", Lang::Ko),
        "odd"
    );
    assert_eq!(
        vocabulary.alike(Dimension::Severity, "치명젹", 1),
        ["critical"]
    );
    assert_eq!(
        vocabulary
            .terms(Dimension::Domain)
            .iter()
            .next()
            .map(|term| &*term.code),
        Some("aws")
    );
}

#[test]
fn every_code_and_label_of_the_vocabulary_resolves() {
    for dimension in Dimension::ALL {
        let terms = Vocabulary::builtin().terms(dimension);
        for term in terms.iter() {
            for name in [&term.code, term.label(Lang::En), term.label(Lang::Ko)] {
                assert_eq!(terms.resolve(name), Some(&*term.code), "{dimension} {name}");
            }
        }
    }
}

#[test]
fn dimension_names() {
    for text in ["root_cause", "Root-Cause", "cause", "CAUSES", "root_causes"] {
        assert_eq!(text.parse(), Ok(Dimension::RootCause));
    }
    for dimension in Dimension::ALL {
        assert_eq!(dimension.name().parse(), Ok(dimension));
        assert_eq!(dimension.key().parse(), Ok(dimension));
    }
    let error = "colour".parse::<Dimension>().expect_err("no dimension");
    assert_eq!(
        error.to_string(),
        "`colour` is no dimension; write one of org, domain, component, symptom, root_cause, contributing, severity"
    );
}

#[test]
fn where_the_vocabulary_comes_from() {
    let mine = br#"{"domain": {"mine": {"en": "Mine"}}}"#;
    let yours = br#"{"domain": {"yours": {"en": "Yours"}}}"#;
    let folder = folder(&[
        ("a/vocabulary.json", mine),
        ("a/cases/x.json", b""),
        ("b/cases/vocabulary.json", yours),
        ("b/cases/x.json", b""),
        ("c/cases/x.json", b""),
        (
            "d/vocabulary.json",
            b"{\"domain\": {\"x\": 1, \"x\": {}},\n \"colour\": {}}",
        ),
        ("e/vocabulary.json", b"{\n\xFF"),
    ]);
    let at = |name: &str| folder.path().join(name);
    let first_domain = |explicit: Option<&str>, inputs: &[&str]| {
        let explicit = explicit.map(at);
        let inputs: Vec<_> = inputs.iter().map(|name| Input::Path(at(name))).collect();
        match find_vocabulary(explicit.as_deref(), &inputs) {
            Ok(vocabulary) => vocabulary
                .terms(Dimension::Domain)
                .iter()
                .next()
                .map(|term| term.code.clone())
                .unwrap_or_default(),
            Err(faults) => {
                let lines: Vec<_> = faults.iter().map(Found::to_string).collect();
                lines
                    .join("\n")
                    .replace(&format!("{}/", folder.path().display()), "")
            }
        }
    };
    assert_eq!(first_domain(None, &["a/cases"]), "mine");
    assert_eq!(first_domain(None, &["a/cases/."]), "mine");
    assert_eq!(first_domain(None, &["b/cases"]), "yours");
    assert_eq!(first_domain(None, &["c/cases", "b/cases/x.json"]), "yours");
    assert_eq!(first_domain(None, &["c/cases"]), "aws");
    assert_eq!(first_domain(None, &[]), "aws");
    assert_eq!(
        first_domain(Some("a/vocabulary.json"), &["b/cases"]),
        "mine"
    );
    assert_eq!(
        first_domain(Some("none.json"), &["b/cases"]),
        "none.json: there is no such file or folder; check the path"
    );
    assert_eq!(
        first_domain(None, &["d"]),
        "d/vocabulary.json:1:18: domain.x: expected an object, found a number\n\
         d/vocabulary.json:1:21: the key `x` stands twice in one object; remove one\n\
         d/vocabulary.json:2:12: `colour` is no part of a vocabulary; write domain, symptoms, components, root_cause, contributing, severity or date_kind"
    );
    assert_eq!(
        first_domain(None, &["e"]),
        "e/vocabulary.json:2:1: byte 0xFF is not UTF-8; save the file as UTF-8"
    );
}

/// Lines over several blocks and batches: nothing is lost or counted wrongly at a seam.
#[test]
fn large_files_have_true_places() {
    let filler = "가".repeat(300);
    let line =
        |id: usize| format!(r#"{{"id": "{id}", "title": {{"en": "{filler}", "ko": "장"}}}}"#);
    let mut lines: Vec<_> = (0..25_000).map(line).collect();
    lines[20_000] = line(7);
    lines[24_000] = "{\n\"id\"\n:\n1}".to_owned();
    let taken = "the id `7` is taken by x.jsonl:8:8; give this case another";
    let unfinished =
        "the value does not end on its line; write one case a line, or call the file .json";
    let expected = [
        format!("x.jsonl:20001:8: {taken}"),
        format!("x.jsonl:24001:2: {unfinished}"),
    ];
    let folder = folder(&[("x.jsonl", lines.join("\n").as_bytes())]);
    let loaded = load_all(&[Input::Path(folder.path().to_owned())], b"");
    let faults: Vec<_> = loaded.report.faults.iter().map(Found::to_string).collect();
    assert_eq!(
        faults
            .join("\n")
            .replace(&format!("{}/", folder.path().display()), ""),
        expected.join("\n")
    );
    assert_eq!(loaded.report.cases, 24_998);
    assert!(loaded.records.iter().any(|record| record.place.position
        == Some(Position {
            line: 25_003,
            column: 1
        })));
}

#[test]
fn a_reader_that_breaks_is_a_fault() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the pipe burst"))
        }
    }
    let report = load(
        &[Input::Stdin],
        None,
        &mut Broken,
        Vocabulary::builtin(),
        &|_| {},
    );
    let fault = "<stdin>: cannot be read: the pipe burst; make it readable or leave it out";
    assert_eq!(
        report
            .faults
            .iter()
            .map(Found::to_string)
            .collect::<Vec<_>>(),
        [fault]
    );
}

/// Whatever the bytes: no panic, every place lies in the file, and what is visited is
/// JSON for any reader.
fn check_any(name: &str, bytes: &[u8]) {
    let folder = folder(&[(name, bytes)]);
    let loaded = load_all(&[Input::Path(folder.path().to_owned())], b"");
    let text = String::from_utf8_lossy(bytes);
    let report = &loaded.report;
    let places = report.faults.iter().map(|fault| &fault.place);
    for place in places.chain(report.warnings.iter().map(|warning| &warning.place)) {
        assert!(
            lies_in(place, text.trim_start_matches('\u{feff}')),
            "{place}"
        );
    }
    for record in &loaded.records {
        assert!(
            serde_json::from_str::<serde_json::Value>(&record.json).is_ok(),
            "{}",
            record.json
        );
    }
    assert!(report.cases > 0 || !report.faults.is_empty() || text.contains("[]"));
}

fn lies_in(place: &Place, text: &str) -> bool {
    let Some(Position { line, column }) = place.position else {
        return false;
    };
    let line = text.split('\n').nth(line - 1);
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&column))
}

fn mutated_seed() -> impl Strategy<Value = Vec<u8>> {
    let edit = (
        any::<prop::sample::Index>(),
        0_usize..4,
        prop::sample::select(b"\"\\{}[],: \n\r\tn0-e\xEA\xFF\x00".to_vec()),
    );
    let seed = prop::sample::select(vec!["PX-0001.json", "IL-0177.json", "PX-0304.json"]);
    (seed, prop::collection::vec(edit, 1..4)).prop_map(|(seed, edits)| {
        let mut bytes = fs::read(seeds().join("cases").join(seed)).expect("a seed");
        for (index, kind, byte) in edits {
            let at = index
                .index(bytes.len().max(1))
                .min(bytes.len().saturating_sub(1));
            match kind {
                0 => bytes.truncate(at + 1),
                1 => bytes.insert(at, byte),
                2 => drop(bytes.remove(at)),
                _ => bytes[at] = byte,
            }
            bytes.extend(bytes.is_empty().then_some(b' '));
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), name in "x\\.jsonl?") {
        check_any(&name, &bytes);
    }

    #[test]
    fn any_json_like_text(text in "[\\[\\]{}\",:\\\\ \n\ru0-9a가eid-]{0,60}", name in "x\\.jsonl?") {
        check_any(&name, text.as_bytes());
    }

    #[test]
    fn any_mutation_of_a_seed(bytes in mutated_seed(), name in "x\\.jsonl?") {
        check_any(&name, &bytes);
    }
}
