//! `incidex check`.

use serde::Serialize;

use super::args::CheckArgs;
use super::index::{inputs, list_faults, list_warnings};
use super::{Failure, Outcome, print_json};
use crate::case::{Report, find_vocabulary, load};

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
            list_faults(&faults);
            return Ok(Outcome::Nothing);
        }
    };
    let report = load(&inputs, &mut std::io::stdin().lock(), &vocabulary, &|_| {});
    if args.json {
        print_json(&answer(&report))?;
    } else {
        list_warnings(&report.warnings);
        list_faults(&report.faults);
        eprintln!(
            "{} cases, {} faults, {} warnings",
            report.cases,
            report.faults.len(),
            report.warnings.len()
        );
    }
    Ok(match report.faults.as_slice() {
        [] => Outcome::Success,
        // A path that cannot be read is no finding about cases.
        faults if report.cases == 0 && faults.iter().all(|f| f.place.position.is_none()) => {
            Outcome::Failure
        }
        _ => Outcome::Nothing,
    })
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
