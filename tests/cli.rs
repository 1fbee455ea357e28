//! The program: exit codes, what goes to which stream, and the texts that users see.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::OnceLock;

use assert_cmd::Command;
use incidex::error::{Error, Remedy};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_incidex");

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn seeds() -> PathBuf {
    root().join("seeds/cases")
}

/// An index of the seeds that tests only read.
pub(crate) fn index() -> &'static Path {
    static INDEX: OnceLock<PathBuf> = OnceLock::new();
    INDEX.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-index");
        let mut command = Command::new(PROGRAM);
        command
            .args(["index", "--rebuild", "--index"])
            .arg(&folder)
            .arg(seeds());
        command.assert().success();
        folder
    })
}

/// The program in an empty folder, with nothing from the environment that changes what it does.
pub(crate) struct Run {
    pub(crate) command: Command,
    pub(crate) folder: TempDir,
}

impl Run {
    pub(crate) fn bare(args: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new(PROGRAM);
        command.args(args).current_dir(folder.path());
        for name in [
            "INCIDEX_INDEX",
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "COLUMNS",
            "PAGER",
            "NO_PAGER",
        ] {
            command.env_remove(name);
        }
        Self { command, folder }
    }

    /// With the index of the seeds.
    pub(crate) fn new(args: &[&str]) -> Self {
        let mut run = Self::bare(args);
        run.command.env("INCIDEX_INDEX", index());
        run
    }

    pub(crate) fn file(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    fn stdin(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.command.write_stdin(text);
        self
    }

    fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it and compares the exit code.
    #[track_caller]
    pub(crate) fn check(mut self, code: i32) -> Done {
        let output = self.command.output().expect("it runs");
        let done = Done {
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        };
        assert_eq!(
            output.status.code(),
            Some(code),
            "stdout: {}\nstderr: {}",
            done.stdout,
            done.stderr
        );
        let is_broken = done.stderr.contains("incidex is broken");
        assert!(!is_broken, "{}", done.stderr);
        done
    }
}

pub(crate) struct Done {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Done {
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(
            self.stderr.contains(text),
            "{text:?} is not in {:?}",
            self.stderr
        );
        self
    }

    /// Checks that stdout lacks `text`.
    pub(crate) fn hides(self, text: &str) -> Self {
        assert!(
            !self.stdout.contains(text),
            "{text:?} is in {:?}",
            self.stdout
        );
        self
    }

    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Self {
        assert!(
            self.stdout.contains(text),
            "{text:?} is not in {:?}",
            self.stdout
        );
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).expect("one JSON value")
    }
}

/// Exit code of `incidex ARGS` with the index of the seeds.
#[track_caller]
pub(crate) fn check(args: &[&str], code: i32) -> Done {
    Run::new(args).check(code)
}

const CASE: &str = r#"{"id": "A-1", "title": {"en": "Disk full", "ko": "디스크 가득 참"}}"#;

/// Compares with a file under `tests/golden`; `UPDATE_GOLDEN=1` writes it.
#[track_caller]
pub(crate) fn check_golden(name: &str, actual: &str) {
    let path = root().join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, actual).expect("a golden file");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == actual,
        "{name} differs; UPDATE_GOLDEN=1 writes it anew:\n{actual}"
    );
}

// Exit codes

#[test]
fn search_says_whether_anything_was_found() {
    check(&["search", "nf_conntrack", "table", "full"], 0);
    check(&["search", "xyzzyqwv"], 1).says("xyzzyqwv");
    check(&["search"], 1).says("nothing to search for");
    check(&["search", ""], 1);
    check(&["search", ">>>"], 1);
    check(&["search", "--json", ">>>"], 1);
    check(&["search", "--trec", "xyzzyqwv"], 1);
    check(&["search", "--offset", "1000", "timeout"], 1).says("--offset");
    check(&["search", "--component", "haproxxy", "timeout"], 2).says("haproxy");
    check(&["search", "--since", "yesterday", "timeout"], 2).says("YYYY-MM-DD");
    check(&["search", "--lang", "fr", "timeout"], 2);
    check(&["search", "-n", "0", "timeout"], 2);
    check(&["search", "--json", "--trec", "timeout"], 2);
    check(&["search", "--index", "nowhere", "timeout"], 2).says("incidex index");
}

/// Flags may stand behind the query, as everywhere else.
#[test]
fn flags_behind_a_query_are_flags() {
    check(&["search", "timeout", "--offset", "1000"], 1).says("--offset");
    check(&["search", "timeout", "--component", "haproxxy"], 2).says("haproxy");
    check(&["search", "timeout", "--since", "yesterday"], 2).says("YYYY-MM-DD");
    check(&["search", "timeout", "--json", "--trec"], 2);
    check(&["search", "timeout", "--index", "nowhere"], 2).says("incidex index");
    check(&["search", "timeout", "--json"], 0).json();
    check(&["search", "redis", "-cluster", "--json"], 0).json();
    check(&["search", "--", "timeout", "--json"], 0).prints("1. ");
}

/// What is pasted behind `search` is text, with or without quotes around it.
#[test]
fn dashes_in_a_query_are_no_flags() {
    for args in [
        &["search", "conntrack", "-S", "insert_failed"][..],
        &["search", "leader", "-1", "partition"],
        &["search", "redis", "-cluster"],
        &["search", "curl", "--retry", "5", "timeout"],
        &["search", "--", "-nginx"],
        &["search", "-", "nginx"],
        &["search", "java", "-XX:+UseG1GC"],
        &["search", "--json", "leader", "-1", "partition"],
    ] {
        check(args, 0);
    }
}

#[test]
fn a_word_behind_a_dash_may_begin_like_a_flag() {
    for args in [
        &["search", "-nginx"][..],
        &["search", "redis", "-nginx"],
        &["search", "timeout", "-haproxy"],
        &["search", "timeout", "-Varnish"],
    ] {
        check(args, 0).says("without");
    }
}

#[test]
fn show_needs_a_case() {
    check(&["show", "IL-0177"], 0).prints("IL-0177");
    check(&["show", "il-0177"], 0);
    check(&["show", "IL-01777"], 2).says("IL-0177");
    check(&["show", "nothing"], 2);
    check(&["show"], 2);
}

#[test]
fn index_fails_on_a_fault_and_says_where() {
    let run = || Run::bare(&["index", "cases"]).file("cases/good.json", CASE);
    run().check(0).says("1 case in the index");
    run()
        .file("cases/bad.json", "{\n  \"id\": }")
        .check(2)
        .says("bad.json:2:9")
        .says("--keep-going");
    let going = Run::bare(&["index", "--keep-going", "cases"]).file("cases/good.json", CASE);
    going
        .file("cases/bad.json", "{")
        .check(2)
        .says("bad.json:1")
        .says("1 case in the index");
    Run::bare(&["index", "nowhere"]).check(2).says("nowhere");
    Run::bare(&["index"]).check(2).says("seeds/cases");
    Run::bare(&["index", "-"]).stdin(CASE).check(0);
    Run::bare(&["index", "--vocabulary", "none.json", "-"])
        .stdin(CASE)
        .check(2)
        .says("none.json");
}

#[test]
fn check_tells_findings_from_failures() {
    let seeds = seeds().display().to_string();
    Run::bare(&["check", &seeds])
        .check(0)
        .says("133 cases, 0 faults");
    let run = |args: &[&str]| {
        Run::bare(args)
            .file("good.json", CASE)
            .file("bad.json", "{\"id\": \"B\",\n\"title\": 3}")
    };
    run(&["check", "good.json"]).check(0);
    run(&["check", "good.json", "bad.json"])
        .check(1)
        .says("bad.json:2:10");
    run(&["check", "bad.json"]).check(1).says("bad.json:2:10");
    run(&["check", "nowhere"]).check(2).says("nowhere");
    run(&["check", "-"]).stdin("{").check(1);
    run(&["check", "-"]).stdin("").check(1);
}

#[test]
fn check_that_could_not_run_fails() {
    let run = |args: &[&str]| Run::bare(args).file("good.json", CASE);
    run(&["check", "good.json", "nowhere"])
        .check(2)
        .says("nowhere");
    run(&["check", "--vocabulary", "none.json", "good.json"])
        .check(2)
        .says("none.json");
}

#[test]
fn check_json_lists_faults_and_warnings() {
    let run = Run::bare(&["check", "--json", "a.jsonl"]);
    let odd = r#"{"id": "A", "title": {"en": "x"}, "components": ["haproxxy"]}"#;
    let done = run
        .file(
            "a.jsonl",
            format!("{odd}\n{{\"id\": \"A\", \"title\": {{\"en\": \"x\", \"ko\": \"x\"}}}}\n"),
        )
        .check(1);
    let answer = done.json();
    assert_eq!(answer["cases"], 1);
    let fault = &answer["faults"][0];
    assert_eq!(
        (&fault["file"], &fault["line"], &fault["column"]),
        (&"a.jsonl".into(), &2.into(), &8.into())
    );
    assert!(
        fault["message"]
            .as_str()
            .expect("a message")
            .contains("a.jsonl:1:")
    );
    assert_eq!(answer["warnings"].as_array().expect("warnings").len(), 2);
    let broken = Run::bare(&["check", "--json", "--vocabulary", "v.json", "-"])
        .file("v.json", "{")
        .stdin("[]")
        .check(2);
    assert!(
        !broken.json()["faults"]
            .as_array()
            .expect("faults")
            .is_empty()
    );
}

#[test]
fn analyze_says_whether_there_was_a_token() {
    check(&["analyze", "nf_conntrack가"], 0).prints("nf_conntrack");
    check(&["analyze", "-S"], 0);
    check(&["analyze", "!"], 1);
    check(&["analyze"], 2);
    let tokens = check(&["analyze", "--json", "끊겼다"], 0).json();
    assert_eq!(tokens["tokens"][0]["start"], 0);
    Run::new(&["analyze", "-"])
        .stdin("disk\n")
        .check(0)
        .prints("disk");
}

#[test]
fn wrong_arguments_fail() {
    check(&[], 2);
    check(&["nonsense"], 2);
    check(&["show", "IL-0177", "--nonsense"], 2);
    check(&["--help"], 0);
    check(&["--version"], 0).prints("incidex ");
}

// Search output

/// The keys of `value`, each of which may be more than the design lists, none less.
#[track_caller]
fn check_keys(value: &Value, keys: &[&str]) {
    let found: BTreeSet<&str> = value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    for key in keys {
        assert!(found.contains(key), "{key} is not in {found:?}");
    }
}

#[test]
fn json_has_the_keys_that_were_promised() {
    let answer = check(
        &[
            "search",
            "--json",
            "--explain",
            "nf_conntrack table full \"conntrack\"",
        ],
        0,
    )
    .json();
    check_keys(
        &answer,
        &[
            "query",
            "total",
            "total_relation",
            "took_us",
            "hits",
            "warnings",
        ],
    );
    assert_eq!(answer["query"], "nf_conntrack table full \"conntrack\"");
    assert_eq!(answer["total_relation"], "eq");
    assert!(answer["took_us"].is_u64() && answer["total"].is_u64());
    check_keys(&answer["warnings"][0], &["kind", "text"]);
    assert_eq!(answer["warnings"][0]["kind"], "phrase");
    let corrected = check(&["search", "--json", "kuberntes"], 0).json();
    check_keys(&corrected["warnings"][0], &["kind", "text", "query"]);
    assert_eq!(corrected["warnings"][0]["query"], "kubernetes");
    let hits = answer["hits"].as_array().expect("hits");
    assert_eq!(hits.len(), 5);
    for hit in hits {
        check_keys(
            hit,
            &[
                "id",
                "score",
                "title",
                "org",
                "date",
                "date_kind",
                "severity",
                "root_cause",
                "components",
                "symptoms",
                "domain",
                "lang",
                "passages",
                "remediation",
                "url",
                "explain",
            ],
        );
        check_keys(&hit["title"], &["lang", "text"]);
        assert_eq!(hit["lang"], "en");
        for facet in hit["components"].as_array().expect("components") {
            check_keys(facet, &["code", "label"]);
        }
        for passage in hit["passages"].as_array().expect("passages") {
            check_keys(passage, &["field", "lang", "text", "marks"]);
            for mark in passage["marks"].as_array().expect("marks") {
                assert_eq!(mark.as_array().expect("a range").len(), 2);
            }
        }
        for remediation in hit["remediation"].as_array().expect("remediation") {
            check_keys(remediation, &["lang", "text"]);
        }
    }
}

/// Missing values are null, not absent.
#[test]
fn json_keeps_its_keys_where_a_case_has_nothing() {
    let index = tempfile::tempdir().expect("a temporary folder");
    let folder = index.path().display().to_string();
    Run::bare(&["index", "--index", &folder, "-"])
        .stdin(CASE)
        .check(0);
    let answer = Run::bare(&["search", "--index", &folder, "--json", "디스크"])
        .check(0)
        .json();
    let hit = &answer["hits"][0];
    for key in ["org", "date", "date_kind", "severity", "root_cause", "url"] {
        assert_eq!(hit.get(key), Some(&Value::Null), "{key}");
    }
    for key in [
        "components",
        "symptoms",
        "domain",
        "remediation",
        "passages",
    ] {
        assert!(hit[key].is_array(), "{key}");
    }
    assert_eq!(hit["title"]["lang"], "ko");
}

#[test]
fn all_remediations_are_shown_and_those_in_vain_are_marked() {
    let answer = check(&["search", "--json", "IL-0177"], 0).json();
    let helped: Vec<bool> = answer["hits"][0]["remediation"]
        .as_array()
        .expect("remediation")
        .iter()
        .map(|remediation| remediation["helped"].as_bool().expect("a flag"))
        .collect();
    assert_eq!(helped, [true, true, false, true]);
    check(&["search", "IL-0177"], 0).prints("did not help");
    check(&["search", "--lang", "ko", "IL-0177"], 0).prints("효과 없음");
}

#[test]
fn a_hit_says_what_its_date_is_the_date_of() {
    check(&["search", "IL-0177", "-n", "1"], 0)
        .prints("2022-10-14 (published")
        .prints("LINE+");
}

#[test]
fn stdin_is_a_query() {
    Run::new(&["search", "-"])
        .stdin("nf_conntrack: table full, dropping packet\n")
        .check(0)
        .prints("IL-0177");
    let log = "x\n".repeat(1000) + "Caused by: nf_conntrack: table full\n";
    Run::new(&["search", "--json", "-"]).stdin(log).check(0);
    Run::new(&["search", "-"])
        .stdin(b"nf_conntrack \xFF\xFE\x00 table full".to_vec())
        .check(0)
        .prints("IL-0177");
    Run::new(&["search", "-"])
        .stdin("")
        .check(1)
        .says("nothing to search for");
    Run::new(&["search", "-"])
        .stdin("(".repeat(1 << 20))
        .check(1);
    // A lone dash is a file only by itself.
    check(&["search", "redis", "-", "cluster"], 0);
}

#[test]
fn trec_lines_have_six_columns_and_falling_scores() {
    let lines = check(&["search", "--trec", "-n", "20", "timeout"], 0).stdout;
    let mut last = f64::INFINITY;
    for (line, rank) in lines.lines().zip(1..) {
        let columns: Vec<&str> = line.split(' ').collect();
        let [_, "Q0", _, found, score, "incidex"] = columns.as_slice() else {
            panic!("{line}");
        };
        assert_eq!(found.parse(), Ok(rank));
        let score: f64 = score.parse().expect("a number");
        assert!(score < last, "{line}");
        last = score;
    }
    assert_eq!(lines.lines().count(), 20);
}

#[test]
fn filters_take_codes_and_labels() {
    let ids = |args: &[&str]| {
        let answer = check(&[&["search", "--json", "-n", "100"], args].concat(), 0).json();
        let hits = answer["hits"].as_array().expect("hits").clone();
        hits.iter()
            .map(|hit| hit["id"].as_str().expect("an id").to_owned())
            .collect::<Vec<_>>()
    };
    let code = ids(&["--component", "cloud-load-balancer"]);
    assert_eq!(code, ids(&["--component", "클라우드 로드 밸런서"]));
    assert_eq!(code, ids(&["--component=Cloud Load Balancer"]));
    assert_eq!(
        ids(&["--cause", "config-change"]),
        ids(&["--root-cause", "config-change"])
    );
    assert_eq!(
        ids(&["--cause", "config-change"]),
        ids(&["--root_cause", "config-change"])
    );
    assert!(ids(&["--since", "2022", "--until", "2022-12-31", "timeout"]).len() > 1);
    let either = ids(&["--component", "haproxy", "--component", "conntrack"]);
    assert!(either.len() >= ids(&["--component", "haproxy"]).len());
}

#[test]
fn show_json_gives_the_record_unchanged() {
    let file = fs::read_to_string(seeds().join("IL-0177.json")).expect("a case");
    assert_eq!(
        check(&["show", "--json", "IL-0177"], 0).stdout.trim_end(),
        file.trim_end()
    );
}

#[test]
fn show_json_keeps_characters_that_a_terminal_would_not_show() {
    let record = "{\"id\": \"A-1\",\n\t\"title\": {\"en\": \"del\u{7F} csi\u{9B}31m nel\u{85} bell\\u0007 \u{200F}\"}, \"own\": [1.0, 1e300]}";
    let index = tempfile::tempdir().expect("a temporary folder");
    let folder = index.path().display().to_string();
    Run::bare(&["index", "--index", &folder, "-"])
        .stdin(record)
        .check(0);
    let shown = Run::bare(&["show", "--index", &folder, "--json", "A-1"]).check(0);
    assert_eq!(shown.stdout, format!("{record}\n"));
}

/// What is in a case must not steer the terminal.
#[test]
fn no_control_character_of_a_case_reaches_the_screen() {
    let record = r#"{"id": "A-1", "title": {"en": "red \u001b[31mdisk\u0007 \u009b2J \u0008\u0008"}, "org": "a\u001b]0;x\u0007b"}"#;
    let index = tempfile::tempdir().expect("a temporary folder");
    let folder = index.path().display().to_string();
    Run::bare(&["index", "--index", &folder, "-"])
        .stdin(record)
        .check(0);
    for args in [&["search", "red"][..], &["show", "A-1"]] {
        let args = [&["--index", &folder][..], args].concat();
        let done = Run::bare(&args).env("CLICOLOR_FORCE", "1").check(0);
        for bad in ["\u{1B}[31m", "\u{1B}]", "\u{7}", "\u{8}", "\u{9B}"] {
            assert!(!done.stdout.contains(bad), "{bad:?} in {:?}", done.stdout);
        }
    }
}

#[test]
fn show_takes_a_language() {
    let both = check(&["show", "IL-0177"], 0).stdout;
    let en = check(&["show", "IL-0177", "--lang", "en"], 0).stdout;
    let ko = check(&["show", "IL-0177", "--lang", "ko"], 0).stdout;
    assert!(both.contains(en.trim()) && both.contains(ko.trim()));
    assert!(!en.contains("해결 과정") && ko.contains("해결 과정"));
}

// Streams

#[test]
fn a_pipe_gets_no_colour() {
    for args in [
        &["search", "nf_conntrack"][..],
        &["search", "--explain", "redis -cluster"],
        &["search", "xyzzyqwv"],
        &["show", "IL-0177"],
        &["analyze", "nf_conntrack"],
        &["eval", "score", "--topics", "nowhere"],
        &["check", "nowhere"],
        &["--help"],
    ] {
        let output = Run::new(args).command.output().expect("it runs");
        for stream in [output.stdout, output.stderr] {
            assert!(
                !stream.contains(&0x1B),
                "{args:?}: {}",
                String::from_utf8_lossy(&stream)
            );
        }
    }
}

#[test]
fn colour_follows_the_environment() {
    let forced = |run: Run| run.env("CLICOLOR_FORCE", "1").check(0).stdout;
    assert!(forced(Run::new(&["search", "nf_conntrack"])).contains('\u{1B}'));
    assert!(
        !Run::new(&["search", "nf_conntrack"])
            .env("NO_COLOR", "1")
            .check(0)
            .stdout
            .contains('\u{1B}')
    );
    assert!(!forced(Run::new(&["search", "--json", "nf_conntrack"])).contains('\u{1B}'));
    assert!(!forced(Run::new(&["search", "--trec", "nf_conntrack"])).contains('\u{1B}'));
    assert!(!forced(Run::new(&["show", "--json", "IL-0177"])).contains('\u{1B}'));
}

/// Runs with a reader that has gone before the first byte.
fn with_closed(args: &[&str], stdout: bool, stderr: bool) -> Output {
    let mut command = std::process::Command::new(PROGRAM);
    command
        .args(args)
        .env("INCIDEX_INDEX", index())
        .current_dir(root());
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    if stdout {
        drop(child.stdout.take());
    }
    if stderr {
        drop(child.stderr.take());
    }
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_closed_pipe_is_success() {
    for args in [
        &["search", "-n", "100", "timeout"][..],
        &["search", "--json", "-n", "100", "timeout"],
        &["search", "--trec", "-n", "100", "timeout"],
        &["show", "IL-0177"],
        &["show", "--json", "IL-0177"],
        &["analyze", "nf_conntrack table full"],
        &["analyze", "--json", "nf_conntrack table full"],
        &["check", "--json"],
        &["eval", "run"],
        &["eval", "score"],
        &["eval", "score", "--json"],
        &[
            "eval",
            "compare",
            "tests/data/sample.run",
            "tests/data/sample.run",
        ],
        &["eval", "pool", "tests/data/sample.run"],
        &["eval", "gate"],
        &["suggest", "conn"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["search", "--help"],
    ] {
        let output = with_closed(args, true, false);
        let noise = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {noise}");
        assert!(
            !noise.contains("panicked at") && !noise.contains("error"),
            "{args:?}: {noise}"
        );
    }
}

#[test]
fn nobody_need_read_the_notes() {
    for (args, code) in [
        (&["check"][..], 0),
        (&["search", "xyzzyqwv"], 1),
        (&["search", "--component", "haproxxy", "x"], 2),
        (&["show", "nothing"], 2),
    ] {
        assert_eq!(
            with_closed(args, false, true).status.code(),
            Some(code),
            "{args:?}"
        );
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().display().to_string();
    assert_eq!(
        with_closed(&["index", "--index", &place], false, true)
            .status
            .code(),
        Some(0)
    );
}

/// Answers go to stdout, notes to stderr.
#[test]
fn notes_do_not_mix_with_answers() {
    let done = check(&["search", "--json", "conntrack xyzzyqwv"], 0);
    assert_eq!(done.stderr, "");
    done.json();
    let done = check(&["search", "conntrack xyzzyqwv"], 0).says("xyzzyqwv");
    assert!(!done.stdout.contains("xyzzyqwv"));
    let done = check(&["search", "xyzzyqwv"], 1);
    assert_eq!(done.stdout, "");
}

// Where the index comes from

fn copy_seeds(to: &Path) {
    fs::create_dir_all(to.join("seeds/cases")).expect("a folder");
    for name in ["IL-0177.json", "PX-0230.json"] {
        fs::copy(seeds().join(name), to.join("seeds/cases").join(name)).expect("a case");
    }
}

#[test]
fn the_first_search_builds_the_index_and_says_so() {
    let run = Run::bare(&["search", "nf_conntrack"]);
    copy_seeds(run.folder.path());
    let folder = run.folder.path().to_owned();
    let mut again = Command::new(PROGRAM);
    again
        .args(["search", "nf_conntrack"])
        .current_dir(&folder)
        .env_remove("INCIDEX_INDEX");
    let mut first = run;
    let output = first.command.output().expect("it runs");
    let notes = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{notes}");
    assert!(
        notes.contains("no index yet") && notes.contains("seeds/cases"),
        "{notes}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("IL-0177"));
    assert!(folder.join("index/CURRENT").is_file());
    let output = again.output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn first_searches_at_the_same_time_all_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy_seeds(folder.path());
    let searches: Vec<_> = (0..4)
        .map(|_| {
            let mut command = std::process::Command::new(PROGRAM);
            command.args(["search", "--json", "nf_conntrack"]);
            command
                .current_dir(folder.path())
                .env_remove("INCIDEX_INDEX");
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("it runs")
        })
        .collect();
    for search in searches {
        let output = search.wait_with_output().expect("it ends");
        let notes = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{notes}");
    }
}

/// A place that somebody named is never filled with the cases of the checkout.
#[test]
fn only_the_default_index_is_built_by_a_search() {
    for command in [["search", "disk"], ["show", "IL-0177"]] {
        let mut run = Run::bare(&[&command[..], &["--index", "mine"]].concat());
        copy_seeds(run.folder.path());
        let output = run.command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
        assert!(said.contains("incidex index --index mine"), "{said}");
        assert!(!run.folder.path().join("mine").exists(), "{command:?}");
    }
}

#[test]
fn json_of_the_first_search_is_only_json() {
    let mut run = Run::bare(&["search", "--json", "nf_conntrack"]);
    copy_seeds(run.folder.path());
    let output = run.command.output().expect("it runs");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON value");
    assert_eq!(answer["total"], 2);
}

#[test]
fn elsewhere_the_error_names_the_command() {
    for args in [
        &["search", "x"][..],
        &["show", "IL-0177"],
        &["eval", "run", "--topics", "t.tsv"],
    ] {
        let run = Run::bare(args).file("t.tsv", "qid\tlang\tkind\ttext\nT1\ten\tsymptom\tx\n");
        let folder = run.folder.path().to_owned();
        let mut run = run;
        let output = run.command.output().expect("it runs");
        let notes = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {notes}");
        assert!(notes.contains("incidex index"), "{args:?}: {notes}");
        assert!(!folder.join("index").exists(), "{args:?} made a folder");
    }
}

#[test]
fn a_fault_in_the_seeds_fails_the_first_search() {
    let run = Run::bare(&["search", "nf_conntrack"]);
    copy_seeds(run.folder.path());
    run.file("seeds/cases/bad.json", "{")
        .check(2)
        .says("bad.json:1:");
}

/// Someone's own index does not get the seeds, whatever its version.
#[test]
fn the_seeds_are_not_mixed_into_another_index() {
    let mut run = Run::bare(&["search", "nf_conntrack"]);
    copy_seeds(run.folder.path());
    let folder = run.folder.path().to_owned();
    let mut own = Command::new(PROGRAM);
    own.args(["index", "-"])
        .current_dir(&folder)
        .env_remove("INCIDEX_INDEX")
        .write_stdin(CASE);
    own.assert().success();
    let generation = fs::read_to_string(folder.join("index/CURRENT")).expect("a pointer");
    let meta = folder
        .join("index")
        .join(generation.trim())
        .join("meta.json");
    let text = fs::read_to_string(&meta).expect("a file");
    let old = text.replace(r#"\"analyzer\":"#, r#"\"analyzer\":9"#);
    assert_ne!(text, old);
    fs::write(&meta, old).expect("a file");
    let output = run.command.output().expect("it runs");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(!shown.contains("IL-0177"), "{shown}");
}

#[test]
fn the_environment_names_the_index() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().join("own").display().to_string();
    Run::bare(&["index", "-"])
        .env("INCIDEX_INDEX", &place)
        .stdin(CASE)
        .check(0);
    Run::bare(&["search", "disk"])
        .env("INCIDEX_INDEX", &place)
        .check(0)
        .prints("A-1");
    Run::bare(&["search", "--index", &place, "disk"])
        .env("INCIDEX_INDEX", "nowhere")
        .check(0)
        .prints("A-1");
}

#[test]
fn a_writer_that_was_killed_leaves_the_index_usable() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().display().to_string();
    Run::bare(&["index", "--index", &place, "-"])
        .stdin(CASE)
        .check(0);
    // It waits for standard input with the lock in its hands.
    let mut writer = std::process::Command::new(PROGRAM)
        .args(["index", "--index", &place, "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut input = writer.stdin.take().expect("its input");
    input.write_all(b"[").expect("a byte");
    let pid = writer.id().to_string();
    let lock = folder.path().join("writer.lock");
    let holds = || fs::read_to_string(&lock).is_ok_and(|text| text.lines().next() == Some(&pid));
    let has_begun = (0..1000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        holds()
    });
    assert!(has_begun, "the writer never took the lock");
    Run::bare(&["index", "--index", &place, "-"])
        .stdin(CASE)
        .check(2)
        .says(&pid);
    Run::bare(&["search", "--index", &place, "disk"])
        .check(0)
        .prints("A-1");
    writer.kill().expect("it is killed");
    writer.wait().expect("it ends");
    Run::bare(&["search", "--index", &place, "disk"])
        .check(0)
        .prints("A-1");
    Run::bare(&["index", "--index", &place, "-"])
        .stdin(CASE.replace("A-1", "A-2"))
        .check(0)
        .says("1 added");
    Run::bare(&["search", "--index", &place, "disk"])
        .check(0)
        .prints("A-1")
        .prints("A-2");
}

// Texts

#[test]
fn completions_ask_the_program() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        check(&["completions", shell], 0).prints("INCIDEX_COMPLETE");
    }
    check(&["completions", "sh"], 2);
}

#[test]
fn help_is_as_reviewed() {
    for (name, args) in [
        ("incidex", &["--help"][..]),
        ("index", &["index", "--help"]),
        ("search", &["search", "--help"]),
        ("facets", &["facets", "--help"]),
        ("show", &["show", "--help"]),
        ("related", &["related", "--help"]),
        ("explain", &["explain", "--help"]),
        ("delete", &["delete", "--help"]),
        ("verify", &["verify", "--help"]),
        ("suggest", &["suggest", "--help"]),
        ("analyze", &["analyze", "--help"]),
        ("check", &["check", "--help"]),
        ("serve", &["serve", "--help"]),
        ("eval", &["eval", "--help"]),
        ("eval-run", &["eval", "run", "--help"]),
        ("eval-score", &["eval", "score", "--help"]),
        ("eval-compare", &["eval", "compare", "--help"]),
        ("eval-pool", &["eval", "pool", "--help"]),
        ("eval-gate", &["eval", "gate", "--help"]),
        ("completions", &["completions", "--help"]),
        ("man", &["man", "--help"]),
    ] {
        let done = Run::bare(args).env("COLUMNS", "100").check(0);
        assert_eq!(done.stderr, "");
        check_golden(
            &format!("help/{name}.txt"),
            &done.stdout.replace(".exe", ""),
        );
    }
}

#[test]
fn errors_are_as_reviewed() {
    let path = || PathBuf::from("index");
    let denied = || std::io::Error::new(std::io::ErrorKind::PermissionDenied, "permission denied");
    let nearest = || vec!["haproxy".to_owned(), "ha-proxy".to_owned()];
    let errors = [
        Error::Io {
            action: "read",
            path: "index/CURRENT".into(),
            source: denied(),
        },
        Error::NoIndex { path: path() },
        Error::Outdated {
            path: path(),
            what: "made by incidex 0.0.1 with analyzer 1, this one needs 2".to_owned(),
            can_be_rebuilt: true,
        },
        Error::Outdated {
            path: path(),
            what: "made by incidex 0.0.1 with index format 1, this one needs 2".to_owned(),
            can_be_rebuilt: false,
        },
        Error::DamagedIndex {
            index: path(),
            path: "index/gen-1".into(),
            what: "it carries no stamp".to_owned(),
            remedy: Remedy::RebuildFrom,
        },
        Error::DamagedIndex {
            index: path(),
            path: "index/gen-1/dictionary.txt".into(),
            what: "it is missing".to_owned(),
            remedy: Remedy::List("--dictionary"),
        },
        Error::DamagedIndex {
            index: path(),
            path: "index/CURRENT".into(),
            what: "it is missing; gen-1 is complete".to_owned(),
            remedy: Remedy::Index,
        },
        Error::DamagedIndex {
            index: path(),
            path: "index/gen-1/meta.json".into(),
            what: "it is missing".to_owned(),
            remedy: Remedy::Rebuild,
        },
        Error::Io {
            action: "write",
            path: path(),
            source: std::io::ErrorKind::StorageFull.into(),
        },
        Error::Locked {
            path: path(),
            pid: "4711".to_owned(),
        },
        Error::Index {
            path: path(),
            source: tantivy::TantivyError::SystemError("no space left on device".to_owned()),
        },
        Error::UnknownValue {
            dimension: "component",
            value: "haproxxy".to_owned(),
            elsewhere: Vec::new(),
            nearest: nearest(),
        },
        Error::UnknownValue {
            dimension: "component",
            value: "\u{1B}[31m".to_owned(),
            elsewhere: Vec::new(),
            nearest: Vec::new(),
        },
        Error::UnknownCase {
            id: "IL-01777".to_owned(),
            nearest: vec!["IL-0177".to_owned()],
        },
        Error::UnknownCase {
            id: "nothing".to_owned(),
            nearest: Vec::new(),
        },
    ];
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    check_golden("errors.txt", &(texts.join("\n") + "\n"));
}

#[test]
fn a_page_is_as_reviewed() {
    check_golden(
        "show-IL-0177-en.txt",
        &check(&["show", "IL-0177", "--lang", "en"], 0).stdout,
    );
    check_golden(
        "show-IL-0177-ko.txt",
        &check(&["show", "IL-0177", "--lang", "ko"], 0).stdout,
    );
}

// Lists of words

#[test]
fn check_names_terms_of_a_glossary_that_can_never_be_found() {
    Run::bare(&["check", "--glossary", "words.txt"])
        .file(
            "words.txt",
            "L.B. = load balancer\ntoo many open files by far = EMFILE\n",
        )
        .check(0);
    for faulty in [
        "... = dots\n",
        "alone\n",
        "pool = pools\n",
        "() = parentheses = ()\n",
    ] {
        let text = format!("one = two\n{faulty}");
        Run::bare(&["check", "--glossary", "words.txt"])
            .file("words.txt", &text)
            .check(1)
            .says("words.txt:2");
    }
}

/// Terms may have full stops and any number of words.
#[test]
fn a_glossary_of_the_user_is_searched_with() {
    let glossary = "L.B. = traffic splitter\n\
                    the box in the corner of the room = VAX = 구석 상자\n";
    let cases = concat!(
        r#"{"id":"A-1","title":{"en":"the traffic splitter died"}}"#,
        "\n",
        r#"{"id":"A-2","title":{"en":"VAX down"}}"#,
        "\n",
        r#"{"id":"A-3","title":{"en":"the L.B. is back"}}"#,
        "\n",
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let index = folder.path().join("index");
    let index = index.to_str().expect("UTF-8");
    Run::bare(&[
        "index",
        "--index",
        index,
        "--glossary",
        "words.txt",
        "cases.jsonl",
    ])
    .file("words.txt", glossary)
    .file("cases.jsonl", cases)
    .check(0);
    for (query, ids) in [
        ("L.B.", &["A-3", "A-1"][..]),
        ("l.b.", &["A-3", "A-1"]),
        ("L.B.가", &["A-3", "A-1"]),
        ("traffic splitter", &["A-1", "A-3"]),
        ("구석상자", &["A-2"]),
        ("the box in the corner of the room", &["A-2"]),
    ] {
        let done = Run::bare(&["search", "--index", index, "--json", query]).check(0);
        let hits = done.json()["hits"].clone();
        let found: Vec<&str> = hits
            .as_array()
            .expect("hits")
            .iter()
            .filter_map(|h| h["id"].as_str())
            .collect();
        assert_eq!(found[..ids.len().min(found.len())], *ids, "{query:?}");
    }
}

#[test]
fn analyze_compares_the_tokens_with_and_without_a_dictionary() {
    let done = Run::bare(&[
        "analyze",
        "--dictionary",
        "words.txt",
        "세종대왕함이 뷁쉛 뷁쉛로그",
    ])
    .file("words.txt", "뷁쉛 로그\n")
    .check(0);
    let changed = |sign: char| done.stdout.lines().any(|line| line.starts_with(sign));
    assert!(changed('+'), "{}", done.stdout);
    let unchanged = |line: &&str| line.contains("세종") || line.contains("대왕");
    for line in done.stdout.lines().filter(unchanged) {
        assert!(!line.starts_with(['+', '-']), "{line:?}");
    }
}

// Markup

#[test]
fn markup_of_a_case_is_text() {
    let title = "<script>alert(1)</script> a && b < c &nbsp; conntrack";
    let case = format!(r#"{{"id":"A-1","title":{{"en":"{title}"}},"summary":{{"en":"{title}"}}}}"#);
    let done = Run::bare(&["index", "--index", "index", "cases.jsonl"]).file("cases.jsonl", &case);
    let folder = done.folder.path().to_owned();
    let index = folder.join("index");
    let mut done = done;
    assert!(done.command.output().expect("it runs").status.success());
    let index = index.to_str().expect("UTF-8");
    for query in ["script", "conntrack", "<script>alert(1)</script>"] {
        let answer = Run::bare(&["search", "--index", index, "--json", query]).check(0);
        let hit = &answer.json()["hits"][0];
        assert_eq!(hit["title"]["text"], title, "{query:?}");
        assert_eq!(hit["passages"][0]["text"], title, "{query:?}");
        Run::bare(&["search", "--index", index, query])
            .check(0)
            .prints("<script>alert(1)</script>");
    }
}

/// A slip in a flag behind a query would be searched for: it is told, whatever command takes text.
#[test]
fn a_mistyped_flag_is_told() {
    for (args, told) in [
        (
            &["search", "502", "--doman", "kubernetes"][..],
            "did you mean --domain?",
        ),
        (&["search", "502", "--limt=3"], "did you mean --limit?"),
        (&["search", "--josn", "502"], "did you mean --json?"),
        (
            &["facets", "502", "--offset", "3"],
            "incidex facets has no such option",
        ),
        (
            &["explain", "IL-0178", "502", "--limit", "3"],
            "incidex explain has no such option",
        ),
    ] {
        Run::new(args).check(0).says("was read as text").says(told);
    }
    let quiet = Run::new(&["search", "--", "kubectl", "--doman"]).check(0);
    assert!(
        !quiet.stderr.contains("did you mean --domain"),
        "{}",
        quiet.stderr
    );
    Run::new(&["search", "-n1", "502"])
        .check(0)
        .prints("1. ")
        .hides("2. ");
    Run::new(&["search", "tail -n5 timeout"])
        .check(0)
        .says("\"-n5\" was read as text");
}

#[test]
fn a_case_that_is_none_is_told() {
    Run::new(&["search", "IL-9999"])
        .check(0)
        .says("there is no case IL-9999");
    for query in ["IL-0177", "haproxy-9", "hard-stop-9"] {
        let run = Run::new(&["search", query]).check(0);
        assert!(!run.stderr.contains("there is no case"), "{}", run.stderr);
    }
    Run::new(&["show", "nothing"])
        .check(2)
        .says("incidex search");
    let long = "x".repeat(100_000);
    for command in ["show", "related"] {
        let run = Run::new(&[command, &long]).check(2);
        assert!(run.stderr.len() < 300, "{}", run.stderr.len());
    }
}

/// What comes by a pipe is UTF-8, or UTF-16 that says so; anything else is told.
#[test]
fn the_encoding_of_standard_input_is_seen_to() {
    let utf16 = |to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let units = "\u{FEFF}nf_conntrack".encode_utf16();
        units.flat_map(to_bytes).collect()
    };
    let unmarked = |to_bytes: fn(u16) -> [u8; 2]| utf16(to_bytes)[2..].to_vec();
    for input in [
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
        unmarked(u16::to_le_bytes),
        unmarked(u16::to_be_bytes),
    ] {
        Run::new(&["search", "-"])
            .stdin(input)
            .check(0)
            .prints("PX-0230");
    }
    // The word for failure in CP949.
    let run = Run::new(&["search", "-"]).stdin(*b"\xC0\xE5\xBE\xD6");
    run.check(1).says("not UTF-8").says("iconv");
    let nul = Run::new(&["search", "-"])
        .stdin("conntrack\0table")
        .check(0);
    assert!(!nul.stderr.contains("UTF-8"), "{}", nul.stderr);
    Run::new(&["search", "-", "timeout"])
        .stdin("conntrack")
        .check(0)
        .says("alone, it reads standard input");
    Run::new(&["facets", "-"])
        .stdin(" \n")
        .check(2)
        .says("standard input is empty");
}

#[test]
fn arguments_out_of_range_say_what_is_asked() {
    Run::new(&["search", "x", "--limit", "-1"])
        .check(2)
        .says("1..=10000");
    Run::new(&["search", "x", "--since", "2022-02-30"])
        .check(2)
        .says("no day of that month");
    Run::new(&["search", "x", "--trec", "--explain"])
        .check(2)
        .says("--trec");
    Run::new(&["--index", "file", "search", "x"])
        .file("file", "")
        .check(2)
        .says("name a folder");
    Run::new(&["search", "502", "--since", "2023", "--until", "2022"])
        .check(1)
        .says("exchange them");
}
