//! `incidex eval` as a program: what it prints, what it refuses, and with which exit code.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::cli::{Run, check, index, root};

const TOPICS: &str =
    "qid\tlang\tkind\ttext\nT1\ten\tsymptom\tdisk full\nT2\tko\tsymptom\t디스크 꽉참\n";
const QRELS: &str = "T1 0 IL-0177 1\nT2 0 PX-0230 2\n";
const RUN: &str = "T1 Q0 IL-0177 1 2.5 a\nT2 Q0 IL-0177 1 2.5 a\nT2 Q0 PX-0230 2 1.5 a\n";

fn seed(name: &str) -> String {
    root().join("seeds").join(name).display().to_string()
}

fn baseline() -> String {
    root().join("benches/baseline.json").display().to_string()
}

fn data(name: &str) -> String {
    let path: PathBuf = root().join("tests/data").join(name);
    path.display().to_string()
}

/// With the judged topics of the seeds.
fn judged(args: &[&str]) -> Run {
    let files = [
        "--topics",
        &seed("topics.tsv"),
        "--qrels",
        &seed("qrels.txt"),
    ];
    Run::new(&[&["eval"], args, &files].concat())
}

/// With small files of its own: `t.tsv`, `q.txt` and `a.run`.
fn small(args: &[&str]) -> Run {
    let files = ["--topics", "t.tsv", "--qrels", "q.txt"];
    Run::new(&[&["eval"], args, &files].concat())
        .file("t.tsv", TOPICS)
        .file("q.txt", QRELS)
        .file("a.run", RUN)
}

fn without(mut json: Value, keys: &[&str]) -> Value {
    let object = json.as_object_mut().expect("an object");
    for key in keys {
        assert!(object.remove(*key).is_some(), "no {key}");
    }
    json
}

// Run and score

#[test]
fn the_index_and_its_run_score_alike() {
    let topics = seed("topics.tsv");
    let done = check(&["eval", "run", "--topics", &topics, "--depth", "1000"], 0);
    let run = done.stdout.clone();
    done.says("search: p50 ").says("; ko p50 ");
    let of_index = judged(&["score", "--json"]).check(0).json();
    let of_run = judged(&["score", "--json", "--run", "a.run"])
        .file("a.run", run)
        .check(0)
        .json();
    assert_eq!(
        without(of_index, &["provenance", "latency"]),
        without(of_run, &["provenance"])
    );
}

#[test]
fn only_the_latency_differs_from_one_run_to_the_next() {
    let once = || judged(&["score", "--json"]).check(0).json();
    let (first, second) = (once(), once());
    for key in ["p50", "p95", "p99"] {
        assert!(first["latency"]["all"][key].is_f64(), "{key}");
        assert!(first["latency"]["lang"]["ko"][key].is_f64(), "{key}");
    }
    assert!(first["latency"]["topics"]["T001"].is_f64());
    assert_eq!(without(first, &["latency"]), without(second, &["latency"]));
}

#[test]
fn a_result_says_what_it_was_made_from() {
    let result = judged(&["score", "--json"]).check(0).json();
    let made_from = &result["provenance"];
    assert_eq!(made_from["incidex"], env!("CARGO_PKG_VERSION"));
    for hash in ["topics", "qrels"] {
        assert_eq!(made_from[hash].as_str().expect("a hash").len(), 64);
    }
    let system = &made_from["systems"][0];
    assert_eq!(system["index"]["cases"], 133);
    assert_eq!(
        system["index"]["corpus"].as_str().expect("a hash").len(),
        64
    );
    assert_eq!(system["weights"]["k1"], 1.2);
    assert_eq!(made_from["parameters"]["depth"], 1000);
    assert_eq!(made_from["parameters"]["measures"][3], "Judged@10");
}

#[test]
fn the_hash_of_topics_knows_no_order() {
    let hash = |topics: &str| {
        let done = small(&["score", "--run", "a.run", "--json"])
            .file("t.tsv", topics)
            .check(0);
        done.json()["provenance"]["topics"].clone()
    };
    let reversed =
        "qid\tlang\tkind\ttext\r\nT2\tko\tsymptom\t디스크 꽉참\r\n\nT1\ten\tsymptom\tdisk full\n";
    assert_eq!(hash(TOPICS), hash(reversed));
    assert_ne!(hash(TOPICS), hash(&TOPICS.replace("disk", "disc")));
}

#[test]
fn what_was_judged_stands_beside_every_score() {
    small(&["score", "--run", "a.run", "--measures", "AP,RR"])
        .check(0)
        .prints("slice              topics        AP        RR Judged@10   no hits")
        .prints("all                     2    0.7500    0.7500    0.7500    0.0000");
    small(&["score", "--run", "a.run", "--per-topic"])
        .check(0)
        .prints("T2 ")
        .prints("ko symptom");
}

#[test]
fn topics_of_trec_are_scored_as_one_slice() {
    let topics = "<top>\n<num> Number: T1\n<title> disk full\n</top>\n";
    let done = small(&["score", "--json"]).file("t.tsv", topics).check(0);
    let result = done.json();
    assert_eq!(result["slices"].as_array().expect("slices").len(), 1);
    assert_eq!(result["topics"][0]["lang"], Value::Null);
}

#[test]
fn a_topic_without_a_result_counts_and_is_named() {
    small(&["score", "--run", "b.run"])
        .file("b.run", "T1 Q0 IL-0177 1 2.5 a\n")
        .check(0)
        .prints("all                     2    0.5000    0.5000    0.5000    0.5000    0.5000")
        .says("without a result, counted as 0: T2");
}

// Compare

#[test]
fn systems_are_compared_topic_by_topic() {
    let done = judged(&[
        "compare",
        &data("sample.run"),
        &index().display().to_string(),
    ])
    .check(0);
    for line in [
        "all                   268   0.7655 ",
        "  better\n",
        "  too few topics to say\n",
        "슬레이브가 전부 중복키 에러로",
        "--all shows them",
        "p Holm is corrected over all 6 tests above",
        "search: p50 ",
    ] {
        assert!(
            done.stdout.contains(line),
            "{line:?} is not in {}",
            done.stdout
        );
    }
}

#[test]
fn a_small_difference_is_said_to_be_no_evidence() {
    judged(&["compare", &index().display().to_string(), "w.json"])
        .file("w.json", r#"{"k1": 1.25}"#)
        .check(0)
        .prints("  not significant\n");
}

#[test]
fn a_system_that_lacks_a_topic_is_named() {
    small(&["compare", "a.run", "b.run"])
        .file("b.run", "T1 Q0 IL-0177 1 2.5 a\n")
        .check(0)
        .says("without a result in b.run, counted as 0: T2");
}

#[test]
fn a_comparison_gives_the_same_bytes_every_time() {
    let args = ["compare", &data("sample.run"), "--json", "b.run"];
    let once = || {
        let run = fs::read_to_string(data("sample.run")).expect("a run");
        judged(&args)
            .file("b.run", run.replace(" PX-0230 ", " PX-0000 "))
            .check(0)
    };
    let (first, second) = (once(), once());
    assert_eq!(first.stdout, second.stdout);
    let result = first.json();
    let statistics = &result["provenance"]["parameters"]["statistics"];
    assert_eq!(statistics["permutations"], 10_000);
    assert_eq!(statistics["bootstrap_resamples"], 10_000);
    assert!(statistics["seed"].is_u64() && statistics["tests"] == 6);
    let few = &result["comparisons"][0]["slices"][4];
    assert_eq!(
        (few["topics"].as_u64(), &few["test"]),
        (Some(18), &Value::Null)
    );
    assert_eq!(few["verdict"], "too-few-topics");
}

#[test]
fn several_measures_and_systems_are_corrected_together() {
    let sample = data("sample.run");
    let done = judged(&[
        "compare",
        &sample,
        &sample,
        &sample,
        "--measure",
        "AP,RR",
        "--json",
    ]);
    let result = done.check(0).json();
    assert_eq!(result["comparisons"].as_array().expect("a list").len(), 4);
    assert_eq!(
        result["provenance"]["parameters"]["statistics"]["tests"],
        24
    );
}

#[test]
fn few_topics_are_not_tested() {
    small(&["compare", "a.run", "a.run"])
        .check(0)
        .prints("too few topics to say")
        .prints("no topic differs")
        .prints("no slice has 25 topics");
}

#[test]
fn weights_are_a_system() {
    let index = index().display().to_string();
    judged(&["compare", &index, "w.json"])
        .file("w.json", r#"{"title": 5, "symptoms": 0}"#)
        .check(0)
        .prints("nDCG@10: w.json against");
    let weights =
        |text: &'static str| small(&["score", "--weights", "w.json"]).file("w.json", text);
    weights("{\"title\": 2}").check(0);
    weights("{\"titel\": 2}")
        .check(2)
        .says("w.json")
        .says("title");
    weights("{\"title\": 20}")
        .check(2)
        .says("w.json")
        .says("from 0 to 5");
    weights("[]").check(2).says("w.json").says("JSON object");
    small(&["score", "--weights", "w.json", "--run", "a.run"]).check(2);
    Run::new(&["eval", "run", "--topics", "t.tsv", "--weights", "none.json"])
        .file("t.tsv", TOPICS)
        .check(2)
        .says("none.json");
}

// Pool

#[test]
fn a_pool_is_judged_and_handed_back() {
    let pooled = small(&["pool", "a.run"]).check(0);
    let row = "T2\tIL-0177\t\t디스크 꽉참\t";
    let sheet = pooled.stdout.clone();
    assert!(
        sheet.starts_with("qid\tdocno\tgrade\ttopic\ttitle\n"),
        "{sheet}"
    );
    assert_eq!(sheet.lines().count(), 2, "{sheet}");
    pooled.prints(row).says("1 unjudged documents for 1 topics");
    let judged = small(&["pool", "a.run", "--qrels", "sheet.tsv"])
        .file("sheet.tsv", sheet.replace("IL-0177\t\t", "IL-0177\t1\t"));
    judged.check(0).says("nothing is left to judge");
}

#[test]
fn a_pool_without_an_index_has_no_titles() {
    Run::bare(&[
        "eval", "pool", "a.run", "--topics", "t.tsv", "--qrels", "q.txt",
    ])
    .file("t.tsv", TOPICS)
    .file("q.txt", QRELS)
    .file("a.run", RUN)
    .check(0)
    .prints("T2\tIL-0177\t\t디스크 꽉참\t\n")
    .says("no index is at hand");
}

#[test]
fn a_pool_of_the_index_reads_its_titles() {
    let index = index().display().to_string();
    let done = small(&["pool", &index, "a.run", "--depth", "2"]).check(0);
    for row in done.stdout.lines() {
        assert_eq!(row.split('\t').count(), 5, "{row}");
        assert!(!row.ends_with('\t'), "{row}");
    }
}

#[test]
fn a_document_that_the_index_lacks_is_named_with_its_line() {
    small(&["pool", "b.run"])
        .file("b.run", "T1 Q0 IL-0177 1 2.5 a\n\nT1 Q0 D-9 2 1.5 a\n")
        .check(2)
        .says("b.run:3: the index has no case D-9")
        .says("--index");
}

#[test]
fn what_is_read_cannot_be_written() {
    for args in [
        &["score", "--run", "a.run", "--report", "q.txt"][..],
        &["score", "--run", "a.run", "--report", "./a.run"],
        &["compare", "a.run", "a.run", "--report", "a.run"],
        &["gate", "--write", "--run", "a.run", "--baseline", "t.tsv"],
    ] {
        small(args)
            .check(2)
            .says("would be lost; name another file");
    }
}

// Gate

#[test]
fn the_ranking_holds_its_baseline() {
    judged(&["gate", "--baseline", &baseline()])
        .check(0)
        .prints("nDCG@10 held");
}

/// Writes a baseline of `a.run` beside it.
fn with_baseline(args: &[&str]) -> Run {
    let baseline = ["gate", "--baseline", "b.json", "--run"];
    let mut write = small(&[&baseline[..], &["a.run", "--write"]].concat());
    let output = write.command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = fs::read(write.folder.path().join("b.json")).expect("a baseline");
    assert!(!write.folder.path().join("b.json.new").exists());
    small(&[&baseline[..], args].concat()).file("b.json", text)
}

#[test]
fn a_fall_fails_the_gate_and_is_explained() {
    with_baseline(&["a.run"]).check(0).prints("nDCG@10 held");
    let worse = "T1 Q0 IL-0178 1 2.5 a\nT2 Q0 PX-0230 1 1.5 a\n";
    with_baseline(&["b.run"])
        .file("b.run", worse)
        .check(1)
        .prints("all ")
        .prints("0.8155 to 0.5000")
        .prints("T1 ")
        .prints("1.0000 to 0.0000  -1.0000  disk full");
    with_baseline(&["b.run", "--tolerance", "0.4"])
        .file("b.run", worse)
        .check(0)
        .prints("1 topics fell");
    let better = RUN.replace("2 1.5", "2 3.5");
    with_baseline(&["b.run"])
        .file("b.run", better)
        .check(0)
        .prints("rose from 0.8155 to 1.0000")
        .prints("--write");
}

#[test]
fn a_gate_that_cannot_compare_fails_otherwise() {
    small(&["gate", "--baseline", "none.json"])
        .check(2)
        .says("none.json")
        .says("--write");
    with_baseline(&["a.run"])
        .file("b.json", "{\n  \"slices\": 1 }")
        .check(2)
        .says("b.json:2:")
        .says("--write");
    with_baseline(&["a.run"])
        .file("t.tsv", TOPICS.replace("disk", "disc"))
        .check(2)
        .says("other topics")
        .says("--write");
    with_baseline(&["a.run"])
        .file("q.txt", QRELS.replace(" 2\n", " 1\n"))
        .check(2)
        .says("other judgements");
    with_baseline(&["a.run", "--tolerance", "-1"]).check(2);
    with_baseline(&["a.run", "--tolerance", "much"])
        .check(2)
        .says("from 0 to 1");
    small(&["gate", "--baseline", "nowhere/b.json", "--write"])
        .check(2)
        .says("nowhere/b.json");
}

#[test]
fn other_cases_are_no_fall() {
    let one = r#"{"id": "A-1", "title": {"en": "Disk full"}}"#;
    let mut run = judged(&["gate", "--index", "mine", "--baseline", &baseline()]);
    let mut index = assert_cmd::Command::new(super::cli::PROGRAM);
    index
        .args(["index", "--index", "mine", "-"])
        .current_dir(run.folder.path())
        .write_stdin(one);
    index.assert().success();
    let output = run.command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("other cases"), "{said}");
}

// Bad input

#[test]
fn a_file_that_is_none_is_named() {
    for args in [
        &["score", "--run", "none.run"][..],
        &["compare", "a.run", "none.run"],
        &["pool", "none.run"],
        &[
            "gate",
            "--baseline",
            "b.json",
            "--write",
            "--run",
            "none.run",
        ],
    ] {
        small(args).check(2).says("none.run");
    }
    Run::new(&["eval", "score", "--topics", "nowhere"])
        .check(2)
        .says("nowhere");
    small(&["score", "--qrels", "nowhere"])
        .check(2)
        .says("nowhere");
}

#[test]
fn a_folder_that_is_no_index_says_how_to_build_one() {
    for command in ["compare", "pool"] {
        small(&[command, "a.run", "folder"])
            .file("folder/x", "")
            .check(2)
            .says("there is no index in folder")
            .says("incidex index --index folder");
    }
    small(&["compare", "a.run"]).check(2);
    small(&["pool"]).check(2);
}

/// Each text in place of the run.
#[test]
fn a_run_that_cannot_be_used_is_named_with_its_line() {
    for (text, said) in [
        ("", "a.run is empty"),
        (
            "T9 Q0 D 1 1 a\n",
            "a.run answers none of the topics, but T9",
        ),
        ("T1 D 1\n", "a.run:1: 3 columns where 6 belong"),
        ("\nT1 Q0 D 1 x a\n", "a.run:2: the score \"x\""),
        (
            "T1 Q0 D 1 2 a\nT1 Q0 D 2 1 a\n",
            "a.run:2: a second hit D for topic T1",
        ),
    ] {
        for args in [
            &["score", "--run", "a.run"][..],
            &["compare", "a.run", "a.run"],
            &["pool", "a.run"],
            &["gate", "--write", "--baseline", "b.json", "--run", "a.run"],
        ] {
            small(args).file("a.run", text).check(2).says(said);
        }
    }
}

#[test]
fn judgements_that_cannot_be_used_are_named_with_their_line() {
    for (text, said) in [
        ("", "q.txt judges none of the topics"),
        ("T9 0 D 1\n", "q.txt judges none of the topics"),
        ("T1 0 D\n", "q.txt:1: 3 columns where 4 belong"),
        ("T1 0 D 1\nT1 0 D 0\n", "q.txt:2: a second judgement of D"),
        (
            "T1 0 D\u{1B}[31m 1\n",
            r#"q.txt:1: "D\u{1b}[31m" has a control character; remove it"#,
        ),
    ] {
        small(&["score", "--run", "a.run"])
            .file("q.txt", text)
            .check(2)
            .says(said);
    }
    let twice = small(&["score", "--run", "a.run", "--qrels", "q.txt"]);
    twice
        .check(2)
        .says("q.txt:1: a second judgement of IL-0177");
}

#[test]
fn relevant_documents_that_the_index_lacks_are_named() {
    for args in [&["score"][..], &["compare", "a.run", "w.json"]] {
        small(args)
            .file("w.json", "{}")
            .file("q.txt", "T1 0 D-9 1\nT1 0 D-8 0\nT2 0 PX-0230 2\n")
            .check(0)
            .says("1 that are judged relevant are not in the index")
            .says(": D-9; name the index");
    }
}

#[test]
fn topics_that_cannot_be_used_are_named_with_their_line() {
    for (text, said) in [
        ("no header\n", "t.tsv:1: \"no header\" is not the header"),
        ("<top>\n<num>1\n", "t.tsv:1: the topic is not closed"),
        ("qid\tlang\tkind\ttext\nT1\ten\tx\n", "t.tsv:2: 3 columns"),
    ] {
        small(&["score", "--run", "a.run"])
            .file("t.tsv", text)
            .check(2)
            .says(said);
    }
    check(&["eval", "score", "--measures", "ndcg"], 2).says("nDCG@k");
    Run::new(&["eval", "run", "--tag", "two words"])
        .check(2)
        .says("one word");
}

#[test]
fn utf_16_is_refused_with_its_remedy() {
    let utf_16: Vec<u8> = RUN.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf_16 = [&[0xFF, 0xFE][..], &utf_16].concat();
    for name in ["a.run", "t.tsv", "q.txt"] {
        small(&["score", "--run", "a.run"])
            .file(name, &utf_16)
            .check(2)
            .says(&format!("{name} is not UTF-8; save it as UTF-8"));
    }
}
