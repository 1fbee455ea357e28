//! `incidex eval gate`.

use std::io::{self, Write};
use std::path::Path;

use super::args::GateArgs;
use super::input::{Benchmark, faulty, with_judged};
use super::notes::{note_lacking, note_topics};
use super::system::{DEPTH, System};
use super::whole_file::WholeFile;
use crate::cli::args::Global;
use crate::cli::{Failure, Outcome, read_text, tell};
use crate::eval::provenance::Parameters;
use crate::eval::{Baseline, Change, Drift, Measure, Mismatch, score};

pub(super) fn run(global: &Global, args: &GateArgs) -> Result<Outcome, Failure> {
    let benchmark = Benchmark::read(&args.benchmark)?;
    if args.write {
        let inputs = args.benchmark.files().chain(args.system.files());
        let file = WholeFile::open(&args.baseline, inputs)?;
        return write(&measure(global, args, &benchmark)?, &args.baseline, file);
    }
    let then = read_baseline(&args.baseline)?;
    hold(&then, &measure(global, args, &benchmark)?, args, &benchmark)
}

fn read_baseline(file: &Path) -> Result<Baseline, Failure> {
    if !file.exists() {
        return Err(Failure::Message(format!(
            "there is no baseline in {0}; write one with: incidex eval gate --write --baseline {0}",
            file.display()
        )));
    }
    Baseline::parse(file, &read_text(file)?).map_err(faulty)
}

fn measure(global: &Global, args: &GateArgs, benchmark: &Benchmark) -> Result<Baseline, Failure> {
    let measures = with_judged(&[Measure::NDCG_AT_10]);
    let system = System::chosen(&args.system, global)?;
    note_lacking(&system, &benchmark.qrels)?;
    let answers = system.answer(&benchmark.topics, DEPTH)?;
    let depth = answers.latency.as_ref().map(|_| DEPTH);
    let scores = score(&measures, &benchmark.topics, &benchmark.qrels, &answers.run);
    note_topics(&scores);
    let parameters = Parameters::new(&measures[..1], depth);
    Ok(Baseline::new(
        benchmark.provenance(vec![answers.about], parameters),
        &scores,
    ))
}

fn hold(
    then: &Baseline,
    now: &Baseline,
    args: &GateArgs,
    benchmark: &Benchmark,
) -> Result<Outcome, Failure> {
    if let Some(mismatch) = then.mismatch(now) {
        return Err(Failure::Message(format!(
            "{} was made {}; if those of now are right, write it anew with --write",
            args.baseline.display(),
            other(mismatch)
        )));
    }
    let drift = then.drift(now, args.tolerance);
    let mut out = anstream::stdout().lock();
    let outcome = if drift.fallen.is_empty() {
        writeln!(out, "{}", held(&drift))?;
        Outcome::Success
    } else {
        print_falls(&drift, args.tolerance, benchmark, &mut out)?;
        Outcome::Nothing
    };
    out.flush()?;
    Ok(outcome)
}

fn other(mismatch: Mismatch) -> &'static str {
    match mismatch {
        Mismatch::Topics => "from other topics",
        Mismatch::Judgements => "from other judgements",
        Mismatch::Cases => "from other cases than the index has",
        Mismatch::Measure => "by another measure",
    }
}

fn held(drift: &Drift) -> String {
    let (then, now) = (drift.all.from, drift.all.to);
    let what = if now > then {
        format!(
            "nDCG@10 rose from {then:.4} to {now:.4}; raise the baseline with: incidex eval gate --write"
        )
    } else {
        format!("nDCG@10 held: {now:.4}, the baseline has {then:.4}")
    };
    match drift.fallen_topics.len() {
        0 => what,
        topics => format!("{what} ({topics} topics fell, none of the slices did)"),
    }
}

fn print_falls(
    drift: &Drift,
    tolerance: f64,
    benchmark: &Benchmark,
    out: &mut impl Write,
) -> Result<(), Failure> {
    const MOST: usize = 10;
    writeln!(out, "nDCG@10 fell by more than {tolerance}:")?;
    for slice in &drift.fallen {
        writeln!(out, "{}", row(slice))?;
    }
    writeln!(out, "\nthe topics that fell most:")?;
    for topic in drift.fallen_topics.iter().take(MOST) {
        let text = benchmark.excerpt(&topic.name);
        writeln!(out, "{}  {text}", row(topic))?;
    }
    if let more @ 1.. = drift.fallen_topics.len().saturating_sub(MOST) {
        writeln!(out, "and {more} more")?;
    }
    Ok(())
}

fn row(change: &Change) -> String {
    let Change { name, from, to } = change;
    format!("{name:<18}{from:>9.4} to {to:.4}{:>+9.4}", change.delta())
}

fn write(baseline: &Baseline, path: &Path, file: WholeFile) -> Result<Outcome, Failure> {
    let mut text = serde_json::to_string_pretty(baseline).map_err(io::Error::from)?;
    text.push('\n');
    file.write(&text)?;
    tell(&format!("wrote {}", path.display()));
    Ok(Outcome::Success)
}
