//! Evaluation gives the figures that the tools of the field give.
//!
//! `data/*.expected.tsv` come from those tools, see `data/make_expected.py`.
//! Where the tools disagree we side with `trec_eval`:
//!
//! - Equal scores: `trec_eval` orders by descending docno. `ir_measures`
//!   computes RR@k (as MS MARCO's script does) and Judged@k by ascending docno.
//! - Nearly equal scores: `trec_eval` compares single precision, those two
//!   measures compare double precision.
//! - A document twice in one ranking, or judged twice: `trec_eval` refuses the
//!   file; `ir_measures` keeps the last score or grade without a word.
//! - A topic that the run lacks: `trec_eval` leaves it out of the means unless
//!   told otherwise by `-c`; `ir_measures` counts it as 0, as we do.

use std::fs;
use std::path::{Path, PathBuf};

use incidex::eval::{Fault, Measure, Qrels, Run, Scores, SliceKey, score, topics, write_hits};

#[test]
fn edge_cases_score_as_with_the_real_tools() {
    let data = data("");
    check_figures(&score_files(
        &data.join("edge.topics.tsv"),
        &data.join("edge.qrels"),
        &data.join("edge.run"),
        &data.join("edge.expected.tsv"),
    ));
}

#[test]
fn a_whole_run_scores_as_with_the_real_tools() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    check_figures(&score_files(
        &seeds.join("topics.tsv"),
        &seeds.join("qrels.txt"),
        &data("sample.run"),
        &data("sample.expected.tsv"),
    ));
}

#[test]
fn topics_that_cannot_be_scored_are_named() {
    let (scores, _) = score_files(
        &data("edge.topics.tsv"),
        &data("edge.qrels"),
        &data("edge.run"),
        &data("edge.expected.tsv"),
    );
    assert_eq!(scores.not_in_run, ["missing"]);
    assert_eq!(scores.not_judged, ["unknown"]);
    assert_eq!(scores.not_in_topics, ["stray"]);
}

#[test]
fn nothing_to_score_is_zero_over_no_topics() {
    let measures = ["nDCG@10".parse().unwrap()];
    let scores = score(&measures, &[], &Qrels::default(), &Run::default());
    assert_eq!(scores.slices.len(), 1);
    assert_eq!(scores.slices[0].topics, 0);
    assert_eq!(row("all", &scores.slices[0].means), "all\t0.0000");
}

#[test]
fn measures_are_written_as_they_are_read() {
    for name in [
        "nDCG",
        "nDCG@10",
        "RR",
        "RR@5",
        "P@1",
        "R@100",
        "AP",
        "Success@3",
        "Judged@7",
    ] {
        assert_eq!(name.parse::<Measure>().unwrap().to_string(), name);
    }
}

#[test]
fn an_unknown_measure_is_answered_with_the_known_ones() {
    for name in [
        "",
        "P",
        "P@0",
        "P@-1",
        "P@x",
        "AP@5",
        "ndcg@10",
        "nDCG@",
        "nDCG@10@10",
        "R@1e2",
    ] {
        let error = name.parse::<Measure>().unwrap_err().to_string();
        assert!(
            error.contains("nDCG@k, nDCG, RR@k, RR, P@k, R@k, AP, Success@k"),
            "{error}"
        );
    }
}

#[test]
fn topics_may_come_from_a_spreadsheet() {
    let text = "\u{feff}qid\tlang\tkind\ttext\r\n\r\nT1\tko\tsymptom\t502 만\t나요\r\n";
    let topics = topics::parse(Path::new("t.tsv"), text).unwrap();
    assert_eq!(topics.len(), 1);
    assert_eq!(
        (topics[0].id.as_str(), topics[0].text.as_str()),
        ("T1", "502 만\t나요")
    );
}

#[test]
fn a_faulty_topic_is_named_with_its_line() {
    let parse = |text: &str| topics::parse(Path::new("f"), text).map(drop);
    check_fault(parse, "", r#"f:1: "" is not the header"#);
    check_fault(
        parse,
        "T1\ten\tlesson\tdns",
        r#"f:1: "T1\ten\tlesson\tdns" is not the header"#,
    );
    let below = |rows: &str| parse(&format!("qid\tlang\tkind\ttext\n\n{rows}"));
    check_fault(below, "T1\ten\tdns", "f:3: 3 columns where 4 belong");
    check_fault(below, "T1\ten\t\tdns", "f:3: the topic's kind is empty");
    check_fault(below, "T1\ten\tlesson\t ", "f:3: the topic's text is empty");
    check_fault(
        below,
        "T 1\ten\tlesson\tdns",
        r#"f:3: the topic id "T 1" contains a space"#,
    );
    check_fault(
        below,
        "A\ten\tlesson\tb\nA\tko\tlesson\tc",
        "f:4: a second topic A",
    );
}

#[test]
fn a_faulty_judgement_is_named_with_its_line() {
    let parse = |text: &str| Qrels::parse(Path::new("f"), text).map(drop);
    check_fault(
        parse,
        "T1 0 D1",
        r#"f:1: 3 columns where 4 belong; write "qid iter docno grade""#,
    );
    check_fault(
        parse,
        "\nT1 0 D1 1.5",
        r#"f:2: the grade "1.5" is not a whole number"#,
    );
    check_fault(
        parse,
        "T1 0 D1 9999999999",
        r#"f:1: the grade "9999999999""#,
    );
    check_fault(
        parse,
        "T1 0 D1 1\nT1 0 D1 1",
        "f:2: a second judgement of D1 for topic T1",
    );
}

#[test]
fn a_faulty_hit_is_named_with_its_line() {
    let parse = |text: &str| Run::parse(Path::new("f"), text).map(drop);
    check_fault(parse, "T1 Q0 D1 1 2.5", "f:1: 5 columns where 6 belong");
    check_fault(
        parse,
        "T1 Q0 D1 1 high a",
        r#"f:1: the score "high" is not a finite number"#,
    );
    check_fault(parse, "T1 Q0 D1 1 NaN a", r#"f:1: the score "NaN""#);
    check_fault(parse, "T1 Q0 D1 1 1e39 a", r#"f:1: the score "1e39""#);
    check_fault(
        parse,
        "T1 Q0 D 1 3 a\nT1 Q0 D 2 2 a",
        "f:2: a second hit D for topic T1",
    );
}

#[test]
fn our_order_survives_writing_and_reading() {
    let hits = [
        ("A", 2.5),
        ("B", 2.5),
        ("C", 2.6),
        ("D", 2.5),
        ("E", 0.1),
        ("F", 0.1),
    ];
    let mut written = Vec::new();
    write_hits(&mut written, "T1", hits, "ours").unwrap();
    let written = String::from_utf8(written).unwrap();
    assert_eq!(
        written,
        "T1 Q0 A 1 2.5 ours\n\
         T1 Q0 B 2 2.4999998 ours\n\
         T1 Q0 C 3 2.4999995 ours\n\
         T1 Q0 D 4 2.4999993 ours\n\
         T1 Q0 E 5 0.1 ours\n\
         T1 Q0 F 6 0.099999994 ours\n"
    );
    let run = Run::parse(Path::new("ours.run"), &written).unwrap();
    assert_eq!(run.ranking("T1").unwrap(), hits.map(|(docno, _)| docno));
}

#[test]
fn scores_serialise_as_plain_data() {
    let (scores, _) = score_files(
        &data("edge.topics.tsv"),
        &data("edge.qrels"),
        &data("edge.run"),
        &data("edge.expected.tsv"),
    );
    let json = serde_json::to_value(&scores).unwrap();
    assert_eq!(json["measures"][0], "nDCG@3");
    assert_eq!(json["slices"][0]["slice"], "all");
    assert_eq!(json["slices"][1]["slice"]["lang"], "en");
    assert_eq!(json["topics"][0]["qid"], "ties");
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Scores by the measures that the table of expected figures has as columns,
/// and returns the rows of that table as well.
fn score_files(topics: &Path, qrels: &Path, run: &Path, expected: &Path) -> (Scores, Vec<String>) {
    let expected = read(expected);
    let mut rows = expected
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned);
    let header = rows.next().unwrap();
    let measures: Vec<Measure> = header
        .split('\t')
        .skip(1)
        .map(|name| name.parse().unwrap())
        .collect();
    let scores = score(
        &measures,
        &topics::parse(topics, &read(topics)).unwrap(),
        &Qrels::parse(qrels, &read(qrels)).unwrap(),
        &Run::parse(run, &read(run)).unwrap(),
    );
    (scores, rows.collect())
}

fn check_figures((scores, expected): &(Scores, Vec<String>)) {
    let topics = scores
        .topics
        .iter()
        .map(|topic| row(&topic.qid, &topic.values));
    let slices = scores
        .slices
        .iter()
        .map(|slice| row(&name(&slice.slice), &slice.means));
    let ours: Vec<String> = topics.chain(slices).collect();
    for (ours, expected) in ours.iter().zip(expected) {
        assert_eq!(ours, expected);
    }
    assert_eq!(ours.len(), expected.len());
}

fn name(slice: &SliceKey) -> String {
    match slice {
        SliceKey::All => "all".to_owned(),
        SliceKey::Lang(lang) => format!("lang {lang}"),
        SliceKey::Kind(kind) => format!("kind {kind}"),
    }
}

fn row(name: &str, values: &[f64]) -> String {
    let mut cells = vec![name.to_owned()];
    cells.extend(values.iter().map(|value| format!("{value:.4}")));
    cells.join("\t")
}

#[track_caller]
fn check_fault(parse: impl Fn(&str) -> Result<(), Fault>, text: &str, expected: &str) {
    let fault = parse(text).unwrap_err().to_string();
    assert!(fault.starts_with(expected), "{fault}");
    assert!(fault.contains("; "), "does not say what to do: {fault}");
}
