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

/// No system found anything, and still all topics count.
#[test]
fn an_empty_run_scores_as_with_the_real_tools() {
    check_figures(&score_files(
        &data("edge.topics.tsv"),
        &data("edge.qrels"),
        &data("empty.run"),
        &data("empty.expected.tsv"),
    ));
}

#[test]
fn curves_are_those_of_the_real_tools() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    check_curves(
        &data("edge.topics.tsv"),
        &data("edge.qrels"),
        &data("edge.run"),
        &data("edge.curves.tsv"),
    );
    check_curves(
        &seeds.join("topics.tsv"),
        &seeds.join("qrels.txt"),
        &data("sample.run"),
        &data("sample.curves.tsv"),
    );
}

#[test]
fn what_was_found_is_counted() {
    let (scores, _) = score_files(
        &data("edge.topics.tsv"),
        &data("edge.qrels"),
        &data("edge.run"),
        &data("edge.expected.tsv"),
    );
    let of = |qid: &str| {
        let topic = scores.topics.iter().find(|topic| topic.qid == qid).unwrap();
        (topic.found, topic.first_relevant)
    };
    assert_eq!(of("ties"), (4, Some(1)));
    assert_eq!(of("long"), (13, Some(4)));
    assert_eq!(of("irrelevant"), (3, None));
    assert_eq!(of("missing"), (0, None));
    let all = &scores.slices[0];
    assert_eq!(row("all", &[all.zero_results]), "all\t0.0714");
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
fn topics_of_trec_are_read_in_either_style() {
    let classic = "<top>\n<num> Number: 301 \n<title> International\nOrganized Crime \n\n\
        <desc> Description: \nIdentify organizations\n<narr> Narrative: \nA relevant one\n</top>\n\
        \n<top>\n<num> Number: 302\n<title> Topic: <nil> & nothing\n</top>\n";
    check_topics(
        classic,
        &[
            ("301", "International Organized Crime"),
            ("302", "<nil> & nothing"),
        ],
    );
    check_topics(
        "\u{feff}<top>\r\n<num>7</num>\r\n<title>a &lt;b&gt; &amp;amp; c</title><desc>d</desc></top>",
        &[("7", "a <b> &amp; c")],
    );
    check_topics(
        "<?xml version=\"1.0\"?>\n<topics>\n<topic number=\"1\" type=\"x\">\n<query>디스크 꽉참</query>\n\
         <question>why?</question></topic>\n<topic number='2'>\nonly text\n</topic></topics>\n",
        &[("1", "디스크 꽉참"), ("2", "only text")],
    );
}

#[test]
fn a_topic_of_trec_is_of_no_slice_but_all() {
    let topics = topics::parse(Path::new("t"), "<top><num>ties<title>x</top>").unwrap();
    assert_eq!((&topics[0].lang, &topics[0].kind), (&None, &None));
    let qrels = Qrels::parse(Path::new("q"), "ties 0 D1 1").unwrap();
    let scores = score(&["AP".parse().unwrap()], &topics, &qrels, &Run::default());
    assert_eq!(scores.slices.len(), 1);
    assert_eq!(scores.slices[0].slice, SliceKey::All);
    let json = serde_json::to_value(&scores.topics[0]).unwrap();
    assert!(json["lang"].is_null() && json["kind"].is_null());
}

/// Also those that are cut off or hold each other: 200 KB of them in no time.
#[test]
fn any_text_is_topics_or_a_fault() {
    let pieces = [
        "<top>",
        "</top>",
        "<num>",
        "<title",
        ">",
        "<",
        "</",
        "가",
        " number=\"",
        "\n",
        "a",
    ];
    for first in pieces {
        for second in pieces {
            for third in pieces {
                let text = format!("<top>{first}{second}{third}");
                let _ = topics::parse(Path::new("f"), &text);
                let _ = topics::parse(Path::new("f"), &format!("{text}</top>"));
            }
        }
    }
    for piece in ["<", "<top", "<nil>", "<top ", "<title>", "</top>"] {
        let text = format!("<top>{}", piece.repeat(200_000 / piece.len()));
        assert!(topics::parse(Path::new("f"), &text).is_err());
    }
}

#[test]
fn a_faulty_topic_of_trec_is_named_with_its_line() {
    let parse = |text: &str| topics::parse(Path::new("f"), text).map(drop);
    check_fault(parse, "\n<top>\n<num>1", "f:2: the topic is not closed");
    check_fault(
        parse,
        "<top>\n<num>1<title>a\n<top><num>2<title>b</top>",
        "f:1: the topic is not closed",
    );
    check_fault(
        parse,
        "<top><num>1</top>",
        "f:1: the topic's title is empty",
    );
    check_fault(
        parse,
        "\n\n<top><title>a</top>",
        "f:3: the topic's number is empty",
    );
    check_fault(
        parse,
        "<top><num>1 2<title>a</top>",
        r#"f:1: the topic id "1 2" contains a space"#,
    );
    check_fault(parse, "<topics></topics>", "f:1: no topic begins here");
    check_fault(parse, "<html>", "f:1: no topic begins here");
    check_fault(
        parse,
        "<top><num>1<title>a</top>\nmore\n",
        r#"f:1: "more" stands outside of all topics"#,
    );
    check_fault(
        parse,
        "<top><num>1<title>a</top>\n<top><num>1<title>b</top>",
        "f:2: a second topic 1",
    );
}

#[test]
fn a_sheet_counts_as_far_as_it_is_filled_in() {
    let sheet =
        "qid\tdocno\tgrade\ttopic\ttitle\r\nT1\tD1\t2\tx\ty\r\nT1\tD2\t\tx\ty\r\nT2\tD1\t0\r\n";
    let mut qrels = Qrels::parse(Path::new("a"), "T1 0 D3 1").unwrap();
    qrels.read(Path::new("b"), sheet).unwrap();
    let judged: Vec<_> = qrels.of("T1").unwrap().iter().collect();
    assert_eq!(judged, [(&"D1".to_owned(), &2), (&"D3".to_owned(), &1)]);
    assert_eq!(qrels.of("T2").unwrap().len(), 1);
    let parse = |rows: &str| {
        let text = format!("qid\tdocno\tgrade\n{rows}");
        Qrels::parse(Path::new("f"), &text).map(drop)
    };
    check_fault(parse, "T1\tD1", "f:2: 2 columns where 3 belong");
    check_fault(parse, "T1\tD1\tyes", r#"f:2: the grade "yes""#);
    check_fault(
        parse,
        "T1\tD1\t1\nT1\tD1\t1",
        "f:3: a second judgement of D1",
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
        .map(|slice| row(&slice.slice.to_string(), &slice.means));
    let ours: Vec<String> = topics.chain(slices).collect();
    for (ours, expected) in ours.iter().zip(expected) {
        assert_eq!(ours, expected);
    }
    assert_eq!(ours.len(), expected.len());
}

fn check_curves(topics: &Path, qrels: &Path, run: &Path, expected: &Path) {
    let scores = score(
        &[],
        &topics::parse(topics, &read(topics)).unwrap(),
        &Qrels::parse(qrels, &read(qrels)).unwrap(),
        &Run::parse(run, &read(run)).unwrap(),
    );
    let topics = scores.topics.iter();
    let topics = topics.map(|topic| row(&topic.qid, &topic.interpolated_precision));
    let slices = scores.slices.iter();
    let slices = slices.map(|slice| row(&slice.slice.to_string(), &slice.interpolated_precision));
    let ours: Vec<String> = topics.chain(slices).collect();
    let expected = read(expected);
    let expected: Vec<&str> = expected.lines().skip(2).collect();
    assert_eq!(ours, expected);
}

#[track_caller]
fn check_topics(text: &str, expected: &[(&str, &str)]) {
    let topics = topics::parse(Path::new("t"), text).unwrap();
    let topics = topics
        .iter()
        .map(|topic| (topic.id.as_str(), topic.text.as_str()));
    assert_eq!(topics.collect::<Vec<_>>(), expected);
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
