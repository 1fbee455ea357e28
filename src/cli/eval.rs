//! `incidex eval`.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::args::{EvalArgs, EvalCommand, EvalRunArgs, EvalScoreArgs, Global};
use super::search::open;
use super::{Failure, Outcome, WARNING, print_json, say};
use crate::eval::{self, Qrels, Run, Scores, SliceKey, Topic};
use crate::query::{Engine, Request};

pub(super) fn run(global: &Global, args: &EvalArgs) -> Result<Outcome, Failure> {
    match &args.command {
        EvalCommand::Run(args) => print_run(global, args),
        EvalCommand::Score(args) => print_scores(global, args),
    }
}

fn print_run(global: &Global, args: &EvalRunArgs) -> Result<Outcome, Failure> {
    let topics = read_topics(&args.topics)?;
    let engine = open(global)?;
    let mut out = std::io::stdout().lock();
    write_run(&engine, &topics, args.depth as usize, &args.tag, &mut out)?;
    Ok(Outcome::Success)
}

fn write_run(
    engine: &Engine,
    topics: &[Topic],
    depth: usize,
    tag: &str,
    out: &mut impl Write,
) -> Result<(), Failure> {
    for topic in topics {
        let ranking = engine.rank(&Request {
            text: topic.text.clone(),
            limit: depth,
            ..Request::default()
        })?;
        let hits = ranking.iter().map(|(id, score)| (id.as_str(), *score));
        eval::write_hits(out, &topic.id, hits, tag)?;
    }
    Ok(())
}

fn print_scores(global: &Global, args: &EvalScoreArgs) -> Result<Outcome, Failure> {
    let topics = read_topics(&args.topics)?;
    let qrels = Qrels::parse(&args.qrels, &read(&args.qrels)?).map_err(message)?;
    let run = match &args.run {
        Some(file) => Run::parse(file, &read(file)?).map_err(message)?,
        None => run_of_index(global, &topics)?,
    };
    let scores = eval::score(&args.measures, &topics, &qrels, &run);
    if args.json {
        print_json(&scores)?;
    } else {
        print_table(&scores, args.per_topic)?;
        note_topics(&scores);
    }
    Ok(Outcome::Success)
}

/// Goes through the format of a run, so that a run that is written and scored later gives the same.
fn run_of_index(global: &Global, topics: &[Topic]) -> Result<Run, Failure> {
    const DEPTH: usize = 1000;
    let engine = open(global)?;
    let mut text = Vec::new();
    write_run(&engine, topics, DEPTH, "incidex", &mut text)?;
    let text = String::from_utf8_lossy(&text);
    Run::parse(Path::new("the index"), &text).map_err(message)
}

fn read_topics(file: &Path) -> Result<Vec<Topic>, Failure> {
    eval::topics::parse(file, &read(file)?).map_err(message)
}

fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file)
        .map_err(|e| Failure::Message(format!("cannot read {}: {e}", file.display())))
}

fn message(fault: eval::Fault) -> Failure {
    Failure::Message(fault.to_string())
}

fn print_table(scores: &Scores, per_topic: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let header: Vec<String> = scores.measures.iter().map(ToString::to_string).collect();
    let row = |name: &str, topics: &str, values: &[String]| {
        let cells: Vec<String> = values.iter().map(|value| format!("{value:>10}")).collect();
        format!("{name:<18}{topics:>7}{}", cells.concat())
    };
    let figures = |values: &[f64]| -> Vec<String> {
        values.iter().map(|value| format!("{value:.4}")).collect()
    };
    writeln!(out, "{}", row("slice", "topics", &header))?;
    for slice in &scores.slices {
        let name = slice_name(&slice.slice);
        writeln!(
            out,
            "{}",
            row(&name, &slice.topics.to_string(), &figures(&slice.means))
        )?;
    }
    if per_topic {
        writeln!(out)?;
        for topic in &scores.topics {
            let slice = format!("{} {}", topic.lang, topic.kind);
            writeln!(
                out,
                "{}  {slice}",
                row(&topic.qid, "", &figures(&topic.values))
            )?;
        }
    }
    out.flush()?;
    Ok(())
}

fn slice_name(key: &SliceKey) -> String {
    match key {
        SliceKey::All => "all".to_owned(),
        SliceKey::Lang(lang) => format!("lang {lang}"),
        SliceKey::Kind(kind) => format!("kind {kind}"),
    }
}

fn note_topics(scores: &Scores) {
    for (topics, what) in [
        (&scores.not_in_run, "without a result, counted as 0"),
        (&scores.not_judged, "without judgements, not counted"),
        (
            &scores.not_in_topics,
            "judged but not among the topics, not counted",
        ),
    ] {
        if !topics.is_empty() {
            say(WARNING, "topics", &format!("{what}: {}", topics.join(", ")));
        }
    }
}
