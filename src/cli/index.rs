//! `incidex index`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

use super::args::{Global, IndexArgs};
use super::limits::check_limits;
use super::lists::Lists;
use super::watch::watch;
use super::{ERROR, Failure, Outcome, WARNING, count, say, tell};
use crate::case::{Fault, Input, Vocabulary, Warning, find_vocabulary};
use crate::index::{self, Generations, Reader, Sources, Update};

pub(super) fn run(global: &Global, args: &IndexArgs) -> Result<Outcome, Failure> {
    let generations = Generations::new(&global.index);
    let inputs = match args.paths.as_slice() {
        [] => known_inputs(&generations)?,
        paths => inputs(paths),
    };
    let vocabulary = match find_vocabulary(args.vocabulary.as_deref(), &inputs) {
        Ok(vocabulary) => vocabulary,
        Err(faults) => return Ok(list_faults(&faults)),
    };
    let lists = Lists::read(
        args.lists.dictionary.as_deref(),
        args.lists.glossary.as_deref(),
    )?;
    if lists.report() {
        return Ok(Outcome::Failure);
    }
    let request = Update {
        terms: lists.terms.as_ref(),
        groups: lists.groups.as_deref(),
        keep_going: args.keep_going,
        rebuild: args.rebuild,
        keep_missing: args.keep_missing,
        wait: args.wait,
        ..Update::new(&inputs, &vocabulary)
    };
    if args.watch {
        return watch(&generations, request);
    }
    let outcome = update(&generations, &request)?;
    Ok(report(&outcome, args.keep_going))
}

/// Brings an index up to date with a progress bar, and says on stderr what was done.
pub(super) fn update(
    generations: &Generations,
    update: &Update<'_>,
) -> Result<index::Outcome, Failure> {
    check_limits()?;
    let started = Instant::now();
    let bytes = AtomicU64::new(0);
    let bar = ProgressBar::new_spinner().with_style(style());
    let outcome = index::update(
        generations,
        update,
        &mut std::io::stdin().lock(),
        &|record| {
            bytes.fetch_add(record.json.len() as u64, Ordering::Relaxed);
            bar.inc(1);
        },
    );
    bar.finish_and_clear();
    let outcome = outcome?;
    if outcome.report.faults.is_empty() || update.keep_going {
        summarise(
            &outcome,
            bytes.into_inner(),
            started.elapsed().as_secs_f64(),
        );
    }
    Ok(outcome)
}

/// What there is to index where nothing is named: what the index was made from, or the cases of the
/// checkout where there is no index yet.
fn known_inputs(generations: &Generations) -> Result<Vec<Input>, Failure> {
    if generations.current()?.is_none() {
        return Ok(vec![Input::Path(SEEDS.into())]);
    }
    let Some(sources) = Sources::of(generations) else {
        Reader::open(generations)?;
        let index = generations.root().display();
        return Err(Failure::Message(format!(
            "the index in {index} does not say what it was made from; name that: \
             incidex index --index {index} PATH…"
        )));
    };
    let paths: Vec<String> = sources
        .paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    if !paths.is_empty() {
        tell(&format!("indexing {}", paths.join(", ")));
    }
    Ok(sources.inputs())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {human_pos} cases, {per_sec}, {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn summarise(outcome: &index::Outcome, bytes: u64, seconds: f64) {
    let changes: Vec<String> = [
        (outcome.added, "added"),
        (outcome.replaced, "replaced"),
        (outcome.unchanged, "unchanged"),
        (outcome.removed.len(), "removed"),
        (outcome.kept.len(), "kept"),
    ]
    .iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{} {what}", HumanCount(*count as u64)))
    .collect();
    let changes = match changes.is_empty() {
        true => "nothing new".to_owned(),
        false => changes.join(", "),
    };
    let seconds = seconds.max(0.001);
    tell(&format!(
        "{} in the index ({changes}) in {seconds:.2} s: {} cases/s, {}/s",
        count(outcome.cases as usize, "case"),
        HumanCount((outcome.report.cases as f64 / seconds) as u64),
        HumanBytes((bytes as f64 / seconds) as u64),
    ));
}

/// Says what was found in the cases, and what became of those that are gone.
pub(super) fn report(outcome: &index::Outcome, keep_going: bool) -> Outcome {
    list_some(&outcome.report.warnings);
    let note = |text: &str| say(WARNING, "note", text);
    if let Some(outdated) = &outcome.outdated {
        note(&format!(
            "the index was {outdated}; all its cases were indexed again"
        ));
    }
    if !outcome.removed.is_empty() {
        let ids = some_of(&outcome.removed);
        note(&format!("removed, since the file is gone: {ids}"));
    }
    if !outcome.kept.is_empty() {
        let ids = some_of(&outcome.kept);
        note(&format!("kept, although the file is gone: {ids}"));
    }
    let faults = &outcome.report.faults;
    if faults.is_empty() {
        return Outcome::Success;
    }
    list_faults(faults);
    if !keep_going {
        let advice = "nothing was written; mend the faults, or index the rest with --keep-going";
        say(ERROR, "error", advice);
    }
    Outcome::Failure
}

/// The first of `ids`, and how many more there are.
fn some_of(ids: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = ids[..ids.len().min(SHOWN)].join(", ");
    match ids.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

pub(super) fn list_faults(faults: &[Fault]) -> Outcome {
    for fault in faults {
        say(ERROR, "fault", &fault.to_string());
    }
    Outcome::Failure
}

/// The first warnings; thousands would hide what else is said.
fn list_some(warnings: &[Warning]) {
    const SHOWN: usize = 100;
    let (shown, more) = warnings.split_at(warnings.len().min(SHOWN));
    list_warnings(shown);
    if !more.is_empty() {
        let more = count(more.len(), "more warning");
        say(WARNING, "note", &format!("{more}; incidex check lists all"));
    }
}

pub(super) fn list_warnings(warnings: &[Warning]) {
    for warning in warnings {
        say(WARNING, "warning", &warning.to_string());
    }
}

pub(super) fn inputs(paths: &[PathBuf]) -> Vec<Input> {
    let arguments = paths.iter().map(|path| path.clone().into_os_string());
    arguments.map(Input::from).collect()
}

/// The cases that come with the source of incidex.
pub(super) const SEEDS: &str = "seeds/cases";

/// Builds the first index from the cases in the working folder, if they are there. Where another
/// process is at it already, waits for that one.
pub(super) fn build_from_seeds(generations: &Generations) -> Result<(), Failure> {
    let seeds = PathBuf::from(SEEDS);
    if !seeds.is_dir() {
        return Ok(());
    }
    if generations.lock().is_ok() {
        tell(&format!("there is no index yet; building it from {SEEDS}"));
    } else {
        tell("there is no index yet; waiting for the process that is building it");
    }
    let inputs = [Input::Path(seeds)];
    let vocabulary: Vocabulary = match find_vocabulary(None, &inputs) {
        Ok(vocabulary) => vocabulary,
        Err(faults) => {
            list_faults(&faults);
            return Ok(());
        }
    };
    let first = Update {
        wait: true,
        ..Update::new(&inputs, &vocabulary)
    };
    let outcome = update(generations, &first)?;
    report(&outcome, false);
    Ok(())
}
