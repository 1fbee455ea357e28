//! `incidex check`.

use serde::Serialize;

use super::args::CheckArgs;
use super::index::{inputs, list_faults, list_warnings};
use super::{Failure, Outcome, print_json, tell};
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

pub(super) fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    let inputs = inputs(&args.paths);
    let vocabulary = match find_vocabulary(args.vocabulary.as_deref(), &inputs) {
        Ok(vocabulary) => vocabulary,
        Err(faults) => {
            let report = Report {
                faults,
                ..Report::default()
            };
            print(&report, args.json)?;
            return Ok(Outcome::Failure);
        }
    };
    let report = load(&inputs, &mut std::io::stdin().lock(), &vocabulary, &|_| {});
    print(&report, args.json)?;
    // A path that cannot be read is no finding about a case.
    let could_not_run = |fault: &Fault| {
        matches!(
            fault.what,
            Problem::Missing | Problem::Unreadable { .. } | Problem::NoCaseFile
        )
    };
    Ok(match report.faults.as_slice() {
        [] => Outcome::Success,
        faults if faults.iter().any(could_not_run) => Outcome::Failure,
        _ => Outcome::Nothing,
    })
}

fn print(report: &Report, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&answer(report));
    }
    list_warnings(&report.warnings);
    list_faults(&report.faults);
    tell(&format!(
        "{} cases, {} faults, {} warnings",
        report.cases,
        report.faults.len(),
        report.warnings.len()
    ));
    Ok(())
}
fn answer(report: &Report) -> CheckAnswer {
    fn finding<T: std::fmt::Display>(found: &crate::case::Found<T>) -> Finding {
        Finding {
            file: found.place.file.display().to_string(),
            line: found.place.position.map(|position| position.line),
            column: found.place.position.map(|position| position.column),
            message: found.what.to_string(),
        }
    }
    CheckAnswer {
        cases: report.cases,
        faults: report.faults.iter().map(finding).collect(),
        warnings: report.warnings.iter().map(finding).collect(),
    }
}
