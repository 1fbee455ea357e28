//! `incidex check`.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args::{CheckArgs, Global};
use super::index::{SEEDS, inputs, list_faults, list_warnings, note_passed_over};
use super::lists::Lists;
use super::{Failure, Outcome, count, print_json, tell};
use crate::analysis::Terms;
use crate::case::{Fault, Problem, Report, find_vocabulary, load};

/// What `--json` prints.
#[derive(Serialize)]
struct CheckAnswer {
    cases: usize,
    faults: Vec<Finding>,
    warnings: Vec<Finding>,
}

/// A fault or a warning; the place is null where a file could not be read at all.
#[derive(Serialize)]
struct Finding {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    message: String,
}

pub(super) fn run(global: &Global, args: &CheckArgs) -> Result<Outcome, Failure> {
    let lists = Lists::read(
        args.lists.dictionary.as_deref(),
        args.lists.glossary.as_deref(),
    )?;
    let (report, could_run) = report(&global.index, args);
    print(&report, &lists, args.json)?;
    if !could_run {
        return Ok(Outcome::Failure);
    }
    // A path that cannot be read is no finding about a case.
    let could_not_run = |fault: &Fault| {
        matches!(
            fault.what,
            Problem::Missing
                | Problem::Unreadable { .. }
                | Problem::NoCaseFile
                | Problem::IndexAsCases
        )
    };
    Ok(match report.faults.as_slice() {
        [] if lists.faults.is_empty() => Outcome::Success,
        faults if faults.iter().any(could_not_run) => Outcome::Failure,
        _ => Outcome::Nothing,
    })
}

/// What is to be said about the cases, and whether they could be read: not without a vocabulary.
/// Where lists are to be checked, cases are only if they are named.
fn report(index: &Path, args: &CheckArgs) -> (Report, bool) {
    let has_lists = args.lists.dictionary.is_some() || args.lists.glossary.is_some();
    let inputs = match args.paths.as_slice() {
        [] if has_lists => return (Report::default(), true),
        [] => inputs(&[PathBuf::from(SEEDS)]),
        paths => inputs(paths),
    };
    match find_vocabulary(args.vocabulary.as_deref(), &inputs) {
        Ok(vocabulary) => {
            let stdin = &mut std::io::stdin().lock();
            let mut report = load(&inputs, Some(index), stdin, &vocabulary, &|_| {});
            report.warnings.append(&mut report.unknown_links);
            report.warnings.sort_by(|a, b| a.place.cmp(&b.place));
            (report, true)
        }
        Err(faults) => {
            let report = Report {
                faults,
                ..Report::default()
            };
            (report, false)
        }
    }
}

fn print(report: &Report, lists: &Lists, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&answer(report, lists));
    }
    list_warnings(&report.warnings);
    note_passed_over(report, false);
    list_faults(&report.faults);
    lists.report();
    let read = match (&lists.terms, &lists.groups) {
        (None, None) => count(report.cases, "case"),
        _ => format!(
            "{}, {}, {}",
            count(report.cases, "case"),
            count(lists.terms.as_ref().map_or(0, Terms::len), "term"),
            count(lists.groups_read, "group")
        ),
    };
    tell(&format!(
        "{read}, {}, {}",
        count(report.faults.len() + lists.faults.len(), "fault"),
        count(report.warnings.len(), "warning")
    ));
    Ok(())
}

fn answer(report: &Report, lists: &Lists) -> CheckAnswer {
    fn finding<T: std::fmt::Display>(found: &crate::case::Found<T>) -> Finding {
        Finding {
            file: found.place.file.display().to_string(),
            line: found.place.position.map(|position| position.line),
            column: found.place.position.map(|position| position.column),
            message: found.what.to_string(),
        }
    }
    let in_lists = lists.faults.iter().map(|fault| Finding {
        file: fault.file.display().to_string(),
        line: Some(fault.line),
        column: None,
        message: fault.problem.to_string(),
    });
    CheckAnswer {
        cases: report.cases,
        faults: report.faults.iter().map(finding).chain(in_lists).collect(),
        warnings: report.warnings.iter().map(finding).collect(),
    }
}
