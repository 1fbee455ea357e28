//! `incidex eval score`.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::args::ScoreArgs;
use super::input::{Benchmark, with_judged};
use super::notes::{latency_line, note_lacking, note_topics};
use super::report::ReportFile;
use super::system::{DEPTH, System};
use crate::cli::args::Global;
use crate::cli::{Failure, Outcome, print_json};
use crate::eval::provenance::Parameters;
use crate::eval::report::Measured;
use crate::eval::{Latency, Provenance, Scored, Scores, Slice, TopicScores, score};

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    provenance: Provenance,
    #[serde(flatten)]
    scores: Scores,
    /// All that differs between two runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    latency: Option<Latency>,
}

pub(super) fn run(global: &Global, args: &ScoreArgs) -> Result<Outcome, Failure> {
    let inputs = args.benchmark.files().chain(args.system.files());
    let page = ReportFile::open(&args.report, inputs)?;
    let benchmark = Benchmark::read(&args.benchmark)?;
    let system = System::chosen(&args.system, global)?;
    note_lacking(&system, &benchmark.qrels)?;
    let answers = system.answer(&benchmark.topics, DEPTH)?;
    let measures = with_judged(&args.measures);
    let depth = answers.latency.as_ref().map(|_| DEPTH);
    let report = Report {
        scores: score(&measures, &benchmark.topics, &benchmark.qrels, &answers.run),
        provenance: benchmark.provenance(vec![answers.about], Parameters::new(&measures, depth)),
        latency: answers.latency,
    };
    write_page(page, &report, &benchmark)?;
    if args.json {
        print_json(&report)?;
    } else {
        print_tables(&report, args.per_topic)?;
        note_topics(&report.scores);
    }
    Ok(Outcome::Success)
}

fn write_page(page: ReportFile, report: &Report, benchmark: &Benchmark) -> Result<(), Failure> {
    let systems = report.provenance.systems.iter();
    let systems: Vec<Scored> = systems
        .map(|system| Scored {
            name: system.name.clone(),
            scores: report.scores.clone(),
        })
        .collect();
    let names = systems.iter().map(|system| system.name.as_str());
    page.write(&Measured {
        title: format!("Relevance of {}", names.clone().collect::<String>()),
        provenance: &report.provenance,
        topics: &benchmark.topics,
        systems: &systems,
        comparisons: &[],
        latency: names.zip(&report.latency).collect::<BTreeMap<_, _>>(),
    })
}

fn print_tables(report: &Report, per_topic: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let names = report.scores.measures.iter().map(ToString::to_string);
    let names: Vec<String> = names.chain(["no hits".to_owned()]).collect();
    writeln!(out, "{}", row("slice", "topics", &names))?;
    for slice in &report.scores.slices {
        writeln!(out, "{}", slice_row(slice))?;
    }
    if let Some(latency) = &report.latency {
        writeln!(out, "\n{}", latency_line(latency))?;
    }
    if per_topic {
        writeln!(out)?;
        for topic in &report.scores.topics {
            writeln!(out, "{}", topic_row(topic))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn slice_row(slice: &Slice) -> String {
    let values: Vec<f64> = slice
        .means
        .iter()
        .copied()
        .chain([slice.zero_results])
        .collect();
    row(
        &slice.slice.to_string(),
        &slice.topics.to_string(),
        &figures(&values),
    )
}

fn topic_row(topic: &TopicScores) -> String {
    let labels: Vec<&str> = [&topic.lang, &topic.kind]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let row = row(&topic.qid, "", &figures(&topic.values));
    format!("{row}  {}", labels.join(" ")).trim_end().to_owned()
}

fn row(name: &str, topics: &str, values: &[String]) -> String {
    let cells: Vec<String> = values.iter().map(|value| format!("{value:>10}")).collect();
    format!("{name:<18}{topics:>7}{}", cells.concat())
}

fn figures(values: &[f64]) -> Vec<String> {
    values.iter().map(|value| format!("{value:.4}")).collect()
}
