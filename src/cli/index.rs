//! `incidex index`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

use super::args::{Global, IndexArgs};
use super::limits::check_limits;
use super::lists::Lists;
use super::watch::watch;
use super::{ERROR, Failure, Outcome, WARNING, count, say, tell};
use crate::case::{Fault, Input, Place, Problem, Report, Vocabulary, Warning, find_vocabulary};
use crate::error::argument;
use crate::index::{self, Generations, Reader, Sources, Start, Update};

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
        start: match (args.rebuild, args.paths.as_slice()) {
            (false, _) => Start::Index,
            // What no path brings back is not given up where none is named.
            (true, []) => Start::Records,
            (true, _) => Start::Nothing,
        },
        keep_missing: args.keep_missing,
        wait: args.wait,
        ..Update::new(&inputs, &vocabulary)
    };
    if args.watch {
        return watch(&generations, request);
    }
    let outcome = update(&generations, &request)?;
    Ok(report(&generations, &outcome))
}

/// Brings an index up to date with a progress bar, and says on stderr what was done.
pub(super) fn update(
    generations: &Generations,
    update: &Update<'_>,
) -> Result<index::Outcome, Failure> {
    check_limits()?;
    tell_of_pipes(update.inputs);
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
    if !outcome.refused {
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
    if generations.latest()?.is_none() {
        return Ok(vec![Input::Path(SEEDS.into())]);
    }
    let Some(sources) = Sources::of(generations) else {
        Reader::open(generations)?;
        let index = argument(generations.root());
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
pub(super) fn report(generations: &Generations, outcome: &index::Outcome) -> Outcome {
    list_some(&outcome.report.warnings);
    note_passed_over(
        &outcome.report,
        outcome.given_up.is_empty() && outcome.outdated.is_none(),
    );
    let note = |text: &str| say(WARNING, "note", text);
    let rebuild = format!(
        "incidex index --index {} --rebuild PATH…",
        argument(generations.root())
    );
    for (path, cases) in &outcome.away {
        let state = match path.exists() {
            true => "has no case file now",
            false => "is not there",
        };
        note(&format!(
            "{} {state}; its {} in the index; to give them up, start from what is left with: {rebuild}",
            path.display(),
            match cases {
                1 => "1 case stays".to_owned(),
                n => format!("{} cases stay", HumanCount(*n as u64)),
            }
        ));
    }
    if let Some(outdated) = &outcome.outdated
        && !outcome.refused
    {
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
    if !outcome.given_up.is_empty() && !outcome.refused {
        let ids = some_of(&outcome.given_up);
        note(&format!(
            "given up, since --rebuild PATH starts from nothing: {ids}"
        ));
    }
    if let Some(before) = outcome.unread {
        let before = count(before as usize, "case");
        let now = count(outcome.cases as usize, "case");
        if outcome.refused && outcome.report.faults.is_empty() {
            let text = format!(
                "nothing was written; the index cannot be read and has {before}, of which the files have \
                 {now}: put files in the place of the links, or give up what is missing with: {rebuild}"
            );
            say(ERROR, "error", &text);
            return Outcome::Failure;
        }
        note(&format!(
            "the index before could not be read and had {before}; those that no file has are lost"
        ));
    }
    let faults = &outcome.report.faults;
    if faults.is_empty() {
        return Outcome::Success;
    }
    list_faults(faults);
    if is_in_two_sources(outcome) {
        note(&format!(
            "two of the paths indexed have the same case; to leave one out, name the others: {rebuild}"
        ));
    }
    match (&outcome.outdated, outcome.refused) {
        (_, false) => {}
        (Some(outdated), true) => say(
            ERROR,
            "error",
            &format!(
                "nothing was written; the index was {outdated}, so that all is read again and nothing \
                 faulty can be passed over: mend the faults, or give up what is not read with: {rebuild}"
            ),
        ),
        (None, true) => {
            let advice =
                "nothing was written; mend the faults, or index the rest with --keep-going";
            say(ERROR, "error", advice);
        }
    }
    Outcome::Failure
}

/// Whether a case stands in two of the paths that are indexed, of which one may be left out.
fn is_in_two_sources(outcome: &index::Outcome) -> bool {
    let source = |place: &Place| {
        let file = place.file.canonicalize().ok()?;
        outcome.sources.iter().find(|path| file.starts_with(path))
    };
    outcome.report.faults.iter().any(|fault| match &fault.what {
        Problem::DuplicateId { first, .. } => source(first) != source(&fault.place),
        _ => false,
    })
}

/// Says which links and pipes were not followed, once for all, and whether what is behind them stays.
pub(super) fn note_passed_over(report: &Report, stays: bool) {
    // Two inputs may lead to one.
    let paths: BTreeSet<&PathBuf> = report.passed_over.iter().collect();
    let paths: Vec<String> = paths.iter().map(|it| it.display().to_string()).collect();
    if !paths.is_empty() {
        let paths = some_of(&paths);
        let stay = match stays {
            true => ", and what the index has of them stays",
            false => "",
        };
        say(
            WARNING,
            "note",
            &format!("links and pipes in a folder are passed over{stay}: {paths}"),
        );
    }
}

/// To open a pipe waits for somebody to write to it. One of the shell is open already, and has no
/// path of its own.
fn tell_of_pipes(inputs: &[Input]) {
    for input in inputs {
        if let Input::Path(path) = input
            && is_pipe(path)
        {
            tell(&format!(
                "{} is a pipe: waiting for what is written to it",
                path.display()
            ));
        }
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let path = path.canonicalize();
    path.and_then(|path| path.metadata())
        .is_ok_and(|it| it.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_path: &Path) -> bool {
    false
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
    report(generations, &outcome);
    Ok(())
}
