//! Any text is read as topics, judgements and hits, or a fault names its line; what was read can be
//! written, scored and pooled.
//!
//! An input is the three files, with a line of four dashes between them; fewer serve for the rest.

use std::path::Path;

use incidex::eval::topics::{self, Topic};
use incidex::eval::{Baseline, Fault, Measure, Qrels, Run, pool, score, write_hits, write_sheet};

use super::{check_line, check_message, text};

const MEASURES: [&str; 9] = [
    "nDCG@10",
    "nDCG",
    "RR@10",
    "RR",
    "P@5",
    "R@100",
    "AP",
    "Success@1",
    "Judged@10",
];

pub fn check(bytes: &[u8]) {
    let text = text(bytes);
    let mut files = text.split("\n----\n").cycle();
    let mut next = || files.next().unwrap_or_default();
    let topics = read_topics(next());
    let qrels = read_qrels(next());
    let run = read_run(next());
    check_scores(&topics, &qrels, &run);
    check_pool(&topics, &qrels, run);
    let file = next();
    if let Err(fault) = Baseline::parse(Path::new("baseline.json"), file) {
        check_fault(&fault, file);
    }
    check_measure(&text);
}

fn check_fault(fault: &Fault, text: &str) {
    check_line(fault.line, text);
    check_message(fault);
}

fn read_topics(text: &str) -> Vec<Topic> {
    let topics = match topics::parse(Path::new("topics"), text) {
        Ok(topics) => topics,
        Err(fault) => {
            check_fault(&fault, text);
            Vec::new()
        }
    };
    for topic in &topics {
        let words: Vec<&str> = topic.id.split_whitespace().collect();
        assert_eq!(words, [topic.id.as_str()], "one word");
        assert!(!topic.text.trim().is_empty(), "{topic:?}");
        for label in [Some(&topic.id), topic.lang.as_ref(), topic.kind.as_ref()] {
            assert!(
                label.is_none_or(|it| !it.contains(char::is_control)),
                "{topic:?}"
            );
        }
    }
    topics
}

/// Judgements that are written are read as they were.
fn read_qrels(text: &str) -> Qrels {
    let file = Path::new("qrels");
    let qrels = match Qrels::parse(file, text) {
        Ok(qrels) => qrels,
        Err(fault) => {
            check_fault(&fault, text);
            return Qrels::default();
        }
    };
    let mut written = String::from("qid\tdocno\tgrade\n");
    for qid in qrels.qids() {
        let judgements = qrels.of(qid).expect("it has some");
        assert!(!judgements.is_empty(), "{qid:?} has no judgement");
        for (docno, grade) in judgements {
            written += &format!("{qid}\t{docno}\t{grade}\n");
        }
    }
    assert_eq!(
        Qrels::parse(file, &written).as_ref(),
        Ok(&qrels),
        "{written}"
    );
    qrels
}

/// Hits that are written are read in the order that they were in.
fn read_run(text: &str) -> Run {
    let file = Path::new("run");
    let run = match Run::parse(file, text) {
        Ok(run) => run,
        Err(fault) => {
            check_fault(&fault, text);
            return Run::default();
        }
    };
    let mut out = Vec::new();
    for qid in run.qids() {
        let ranking = run.ranking(qid).expect("it has one");
        let hits = ranking.iter().map(|docno| (docno.as_str(), 1.5));
        write_hits(&mut out, qid, hits, "tag").expect("memory");
        let docno = ranking.first().expect("a hit");
        assert!(
            Run::line_of(text, qid, docno).is_some(),
            "{docno:?} of {qid:?}"
        );
    }
    let written = String::from_utf8(out).expect("UTF-8");
    assert_eq!(Run::parse(file, &written).as_ref(), Ok(&run), "{written}");
    run
}

fn check_scores(topics: &[Topic], qrels: &Qrels, run: &Run) {
    let measures: Vec<Measure> = MEASURES
        .iter()
        .map(|name| name.parse().expect("a measure"))
        .collect();
    let scores = score(&measures, topics, qrels, run);
    let means = scores.slices.iter().flat_map(|slice| &slice.means);
    let values = scores.topics.iter().flat_map(|topic| &topic.values);
    for value in means.chain(values) {
        assert!((0.0..=1.0).contains(value), "{value}: {scores:?}");
    }
    let (judged, all) = (scores.topics.len(), topics.len());
    assert_eq!(judged + scores.not_judged.len(), all, "{scores:?}");
}

/// A sheet that nobody filled in judges nothing.
fn check_pool(topics: &[Topic], qrels: &Qrels, run: Run) {
    let runs = [run];
    let unjudged = pool(topics, qrels, &runs, 10);
    let mut out = Vec::new();
    let rows = unjudged.iter().map(|row| (row, "a\ttitle"));
    write_sheet(&mut out, rows).expect("memory");
    let sheet = String::from_utf8(out).expect("UTF-8");
    let read = Qrels::parse(Path::new("sheet"), &sheet);
    assert_eq!(read, Ok(Qrels::default()), "{sheet}");
}

fn check_measure(text: &str) {
    if let Ok(measure) = text.parse::<Measure>() {
        assert_eq!(measure.to_string().parse(), Ok(measure), "{text:?}");
    }
}
