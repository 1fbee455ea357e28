//! `incidex search`.

use std::io::Write;
use std::path::Path;

use super::args::{DEFAULT_INDEX, Global, SearchArgs};
use super::index::build_from_seeds;
use super::{Failure, Outcome, WARNING, count, print_json, read_stdin, say, width};
use crate::error::Error;
use crate::eval;
use crate::index::Generations;
use crate::present::json::SearchAnswer;
use crate::present::text::Page;
use crate::query::{Engine, Request, Response, Warning, WarningKind};

pub(super) fn run(global: &Global, args: &SearchArgs) -> Result<Outcome, Failure> {
    let text = query_text(&args.query)?;
    let engine = open(global)?;
    let request = Request {
        text,
        filters: args.filters.filters(),
        limit: args.limit as usize,
        offset: args.offset as usize,
        lang: args.lang,
        explain: args.explain,
        facets: args.facets.then_some(Request::FACET_VALUES as usize),
    };
    if args.trec {
        return print_trec(&engine, &request);
    }
    let response = engine.search(&request)?;
    if args.json {
        let vocabulary = engine.reader().vocabulary();
        print_json(&SearchAnswer::new(&request.text, &response, vocabulary))?;
    } else {
        print_text(&engine, &request, &response)?;
        if let Some(counts) = response.facets.filter(|counts| counts.total > 0) {
            super::facets::print_below(&engine, &counts)?;
        }
    }
    Ok(found(response.hits.len()))
}

/// The words of a query, or standard input for `-`.
pub(super) fn query_text(words: &[String]) -> Result<String, Failure> {
    match words {
        [only] if only == "-" => read_stdin(),
        words => Ok(words.join(" ")),
    }
}

pub(super) fn found(hits: usize) -> Outcome {
    match hits {
        0 => Outcome::Nothing,
        _ => Outcome::Success,
    }
}

/// Opens the index. Where there is none in the default place but the cases are at hand, builds it
/// first and says so; an index that somebody named is somebody's own and never filled with those.
pub(super) fn open(global: &Global) -> Result<Engine, Failure> {
    let generations = Generations::new(&global.index);
    match Engine::open(&generations) {
        Err(Error::NoIndex { .. }) if global.index == Path::new(DEFAULT_INDEX) => {
            build_from_seeds(&generations)?;
        }
        opened => return Ok(opened?),
    }
    Ok(Engine::open(&generations)?)
}

fn print_text(engine: &Engine, request: &Request, response: &Response) -> Result<(), Failure> {
    for warning in &response.warnings {
        say(WARNING, "note", &warning.text);
    }
    let mut out = anstream::stdout().lock();
    let mut page = Page::new(&mut out, width(), engine.reader().vocabulary());
    page.hits(response, request.offset)?;
    if response.hits.is_empty() {
        say(WARNING, "no hits", &no_hits(engine, request, response));
    }
    out.flush()?;
    Ok(())
}

/// What was searched, and what can be tried.
fn no_hits(engine: &Engine, request: &Request, response: &Response) -> String {
    let cases = engine.reader().stamp().totals.cases;
    if response.total > 0 {
        let cases = count(response.total, "case");
        return format!("the search found {cases}; lower --offset");
    }
    nothing_found(cases, request, &response.warnings)
}

/// What was searched in vain, and what can be tried.
pub(super) fn nothing_found(cases: u64, request: &Request, notes: &[Warning]) -> String {
    if cases == 0 {
        return "the index is empty; put cases into it with: incidex index PATH…".to_owned();
    }
    let has_typed_filter = notes.iter().any(|note| note.kind == WarningKind::Filter);
    let advice = match (request.filters.is_empty(), has_typed_filter) {
        (true, false) => "try fewer or other words",
        _ if request.filters.is_empty_range() => "since is later than until; exchange them",
        _ => "try without a filter",
    };
    let cases = count(cases as usize, "case");
    format!("searched all fields of {cases} in both languages; {advice}")
}

/// A run has ids and scores only, so no passage is looked for.
fn print_trec(engine: &Engine, request: &Request) -> Result<Outcome, Failure> {
    const QID: &str = "1";
    const TAG: &str = "incidex";
    let ranking = engine.rank(request)?;
    let hits = ranking.iter().map(|(id, score)| (id.as_str(), *score));
    eval::write_hits(&mut std::io::stdout().lock(), QID, hits, TAG)?;
    Ok(found(ranking.len()))
}
