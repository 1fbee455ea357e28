//! `incidex facets`.

use std::io::Write;

use super::args::{FacetsArgs, Global};
use super::search::{found, nothing_found, open, query_text};
use super::{Failure, Outcome, WARNING, print_json, say, width};
use crate::present::json::FacetsAnswer;
use crate::present::text::Page;
use crate::query::{Engine, FacetCounts, Request};

pub(super) fn run(global: &Global, args: &FacetsArgs) -> Result<Outcome, Failure> {
    let request = Request {
        text: query_text(&args.query)?,
        filters: args.filters.filters(),
        lang: args.lang,
        ..Request::default()
    };
    let is_piped = args.query.iter().any(|word| word == "-");
    if is_piped && request.text.trim().is_empty() {
        let text = "standard input is empty; without - all cases are counted";
        return Err(Failure::Message(text.to_owned()));
    }
    let engine = open(global)?;
    let counts = engine.facets(&request, args.limit as usize)?;
    if args.json {
        print_json(&FacetsAnswer::new(&request.text, &counts))?;
        return Ok(found(counts.total));
    }
    for warning in &counts.warnings {
        say(WARNING, "note", &warning.text);
    }
    match counts.total {
        0 => {
            let cases = engine.reader().stamp().totals.cases;
            say(
                WARNING,
                "no cases",
                &nothing_found(cases, &request, &counts.warnings),
            );
        }
        total => {
            let mut out = anstream::stdout().lock();
            let cases = if total == 1 { "case" } else { "cases" };
            writeln!(out, "{total} {cases}\n")?;
            print(&engine, &counts, &mut out)?;
        }
    }
    Ok(found(counts.total))
}

/// Prints what could narrow a search below its hits.
pub(super) fn print_below(engine: &Engine, counts: &FacetCounts) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out)?;
    print(engine, counts, &mut out)
}

fn print(engine: &Engine, counts: &FacetCounts, out: &mut dyn Write) -> Result<(), Failure> {
    let mut page = Page::new(out, width(), engine.reader().vocabulary());
    page.counts(counts).and_then(|()| out.flush())?;
    Ok(())
}
