//! `incidex eval compare`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::args::CompareArgs;
use super::input::{Benchmark, distinct, with_judged};
use super::notes::{latency_line, note_lacking, note_missing};
use super::report::ReportFile;
use super::system::{Answers, DEPTH, System};
use crate::cli::args::Global;
use crate::cli::{Failure, Outcome, print_json};
use crate::eval::provenance::{Parameters, Statistics};
use crate::eval::report::Measured;
use crate::eval::{
    Comparison, ENOUGH_TOPICS, Latency, Measure, Provenance, Scored, SliceComparison,
    TopicComparison, compare, score, tests,
};

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    provenance: Provenance,
    comparisons: Vec<Comparison>,
    /// Topics that a system found nothing for, by its name.
    not_in_run: BTreeMap<String, Vec<String>>,
    /// By the name of the system: all that differs between two runs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    latency: BTreeMap<String, Latency>,
}

pub(super) fn run(global: &Global, args: &CompareArgs) -> Result<Outcome, Failure> {
    let systems = || std::iter::once(&args.base).chain(&args.others);
    let inputs = args
        .benchmark
        .files()
        .chain(systems().map(PathBuf::as_path));
    let page = ReportFile::open(&args.report, inputs)?;
    let benchmark = Benchmark::read(&args.benchmark)?;
    let answers = systems()
        .map(|path| {
            let system = System::open(path, global)?;
            note_lacking(&system, &benchmark.qrels)?;
            system.answer(&benchmark.topics, DEPTH)
        })
        .collect::<Result<Vec<Answers>, Failure>>()?;
    let measures = distinct(&args.measure);
    let systems = scored(&measures, &benchmark, &answers);
    let report = report(&measures, &benchmark, &systems, answers);
    write_page(page, &report, &benchmark, &systems)?;
    if args.json {
        print_json(&report)?;
    } else {
        print_tables(&report, &benchmark, args.all)?;
        for (system, topics) in &report.not_in_run {
            note_missing(&format!(" in {system}"), topics);
        }
    }
    Ok(Outcome::Success)
}

fn scored(measures: &[Measure], benchmark: &Benchmark, answers: &[Answers]) -> Vec<Scored> {
    let columns = with_judged(measures);
    answers
        .iter()
        .map(|answers| Scored {
            name: answers.about.name.clone(),
            scores: score(&columns, &benchmark.topics, &benchmark.qrels, &answers.run),
        })
        .collect()
}

fn report(
    measures: &[Measure],
    benchmark: &Benchmark,
    systems: &[Scored],
    answers: Vec<Answers>,
) -> Report {
    let comparisons = match systems {
        [base, others @ ..] => compare(measures, base, others),
        [] => Vec::new(),
    };
    let searched = answers.iter().any(|answers| answers.latency.is_some());
    let parameters = Parameters {
        statistics: Some(Statistics::of(tests(&comparisons))),
        ..Parameters::new(measures, searched.then_some(DEPTH))
    };
    let mut latency = BTreeMap::new();
    let mut about = Vec::new();
    for answers in answers {
        let taken = answers
            .latency
            .map(|taken| (answers.about.name.clone(), taken));
        latency.extend(taken);
        about.push(answers.about);
    }
    Report {
        provenance: benchmark.provenance(about, parameters),
        comparisons,
        not_in_run: systems
            .iter()
            .map(|system| (system.name.clone(), system.scores.not_in_run.clone()))
            .collect(),
        latency,
    }
}

fn write_page(
    page: ReportFile,
    report: &Report,
    benchmark: &Benchmark,
    systems: &[Scored],
) -> Result<(), Failure> {
    let names: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
    let (base, others) = names.split_first().unwrap_or((&"", &[]));
    let latency = report.latency.iter();
    page.write(&Measured {
        title: format!("{} against {base}", others.join(", ")),
        provenance: &report.provenance,
        topics: &benchmark.topics,
        systems,
        comparisons: &report.comparisons,
        latency: latency
            .map(|(name, taken)| (name.as_str(), taken))
            .collect(),
    })
}

fn print_tables(report: &Report, benchmark: &Benchmark, all: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    for comparison in &report.comparisons {
        print_slices(comparison, &mut out)?;
        print_topics(comparison, benchmark, all, &mut out)?;
    }
    writeln!(out, "{}", about_tests(tests(&report.comparisons)))?;
    for (system, latency) in &report.latency {
        writeln!(out, "{system}: {}", latency_line(latency))?;
    }
    out.flush()?;
    Ok(())
}

fn print_slices(comparison: &Comparison, out: &mut impl Write) -> Result<(), Failure> {
    let Comparison {
        base,
        other,
        measure,
        ..
    } = comparison;
    writeln!(out, "{measure}: {other} against {base}, the base\n")?;
    writeln!(
        out,
        "{:<18}{:>7}{:>9}{:>9}{:>9}  {:>13}  {:>20}{:>8}{:>8}  {:>15}  verdict",
        "slice",
        "topics",
        "base",
        "other",
        "delta",
        "win/tie/loss",
        "95 % interval",
        "p",
        "p Holm",
        "Judged@10"
    )?;
    for slice in &comparison.slices {
        writeln!(out, "{}", slice_row(slice))?;
    }
    writeln!(out)?;
    Ok(())
}

fn slice_row(slice: &SliceComparison) -> String {
    let outcomes = format!("{}/{}/{}", slice.wins, slice.ties, slice.losses);
    let judged = format!(
        "{:.4} {:.4}",
        slice.base_judged_at_10, slice.other_judged_at_10
    );
    let (interval, p, p_holm) = match &slice.test {
        Some(test) => (
            format!("{:+.4} to {:+.4}", test.interval.from, test.interval.to),
            format!("{:.4}", test.p),
            format!("{:.4}", test.p_holm),
        ),
        None => Default::default(),
    };
    format!(
        "{:<18}{:>7}{:>9.4}{:>9.4}{:>+9.4}  {outcomes:>13}  {interval:>20}{p:>8}{p_holm:>8}  {judged:>15}  {}",
        slice.slice.to_string(),
        slice.topics,
        slice.base,
        slice.other,
        slice.delta,
        slice.verdict,
    )
}

/// The topics that differ, with what was searched for.
fn print_topics(
    comparison: &Comparison,
    benchmark: &Benchmark,
    all: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    const MOST: usize = 10;
    let differ = comparison.topics.iter().filter(|topic| topic.delta != 0.0);
    let differ: Vec<&TopicComparison> = differ.collect();
    let shown = if all {
        differ.len()
    } else {
        differ.len().min(MOST)
    };
    for topic in &differ[..shown] {
        let text = benchmark.excerpt(&topic.qid);
        writeln!(
            out,
            "{:<10}{:>9.4}{:>9.4}{:>+9.4}  {text}",
            topic.qid, topic.base, topic.other, topic.delta
        )?;
    }
    match (differ.len(), differ.len() - shown) {
        (0, _) => writeln!(out, "no topic differs\n")?,
        (_, 0) => writeln!(out)?,
        (_, more) => writeln!(out, "{more} more topics differ; --all shows them\n")?,
    }
    Ok(())
}

fn about_tests(tests: usize) -> String {
    match tests {
        0 => format!("no slice has {ENOUGH_TOPICS} topics, so nothing was tested"),
        1 => "one test was made, so that p needs no correction".to_owned(),
        _ => format!(
            "p Holm is corrected over all {tests} tests above, and verdicts follow it; intervals are \
             not corrected"
        ),
    }
}
