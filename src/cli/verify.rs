//! `incidex verify`.

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use serde::Serialize;

use super::args::{Global, VerifyArgs};
use super::{ERROR, Failure, Outcome, count, print_json, say, tell};
use crate::case::Lang;
use crate::error::Error;
use crate::index::{Generations, Verification, verify};
use crate::query::{Engine, Obstacle, Request};

/// What `--json` prints.
#[derive(Serialize)]
struct VerifyAnswer {
    folder: String,
    bytes: u64,
    cases: u64,
    queries: usize,
    faults: Vec<String>,
}

pub(super) fn run(global: &Global, args: &VerifyArgs) -> Result<Outcome, Failure> {
    let generations = Generations::new(&global.index);
    let bar = ProgressBar::new_spinner().with_style(style());
    let mut found = verify(&generations, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let queries = match found.faults.is_empty() {
        true => sample_queries(&Engine::open(&generations)?, &mut found)?,
        false => 0,
    };
    let outcome = match found.faults.is_empty() {
        true => Outcome::Success,
        false => Outcome::Nothing,
    };
    match args.json {
        true => print_json(&answer(found, queries))?,
        false => print(&found, queries),
    }
    Ok(outcome)
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {human_pos} cases read, {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// Asks for some of the cases by their titles; how many.
fn sample_queries(engine: &Engine, found: &mut Verification) -> Result<usize, Error> {
    const SAMPLES: usize = 20;
    let mut ids = engine.reader().ids()?;
    ids.sort_unstable();
    let mut asked = 0;
    for id in ids.iter().step_by(ids.len().div_ceil(SAMPLES).max(1)) {
        let (case, _) = engine.case(id)?;
        let Some((_, title)) = case.title.in_lang_or_other(Lang::En) else {
            continue;
        };
        asked += 1;
        let request = Request {
            text: title.to_owned(),
            ..Request::default()
        };
        // Many of the same title may stand before it.
        if engine
            .explain(id, &request)?
            .left_out
            .contains(&Obstacle::NoWord)
        {
            found
                .faults
                .push(format!("case {id}: it has no word of its title"));
        }
    }
    Ok(asked)
}

fn print(found: &Verification, queries: usize) {
    for fault in &found.faults {
        say(ERROR, "fault", fault);
    }
    let cases = match (found.cases, found.faults.is_empty()) {
        (0, false) => "its cases were not read".to_owned(),
        (cases, _) => format!(
            "{}, sample queries: {queries}",
            count(cases as usize, "case")
        ),
    };
    tell(&format!(
        "{} in {}, {cases}; faults: {}",
        HumanBytes(found.bytes),
        found.folder.display(),
        found.faults.len()
    ));
    if !found.faults.is_empty() {
        tell(&found.remedy);
    }
}

fn answer(found: Verification, queries: usize) -> VerifyAnswer {
    VerifyAnswer {
        folder: found.folder.display().to_string(),
        bytes: found.bytes,
        cases: found.cases,
        queries,
        faults: found.faults,
    }
}
