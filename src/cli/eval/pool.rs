//! `incidex eval pool`.

use std::collections::BTreeSet;

use super::args::PoolArgs;
use super::input::Benchmark;
use super::system::System;
use crate::case::Lang;
use crate::cli::args::Global;
use crate::cli::{Failure, Outcome, WARNING, say, tell};
use crate::error::Error;
use crate::eval::{Run, Unjudged, pool, write_sheet};
use crate::index::Generations;
use crate::query::Engine;

pub(super) fn run(global: &Global, args: &PoolArgs) -> Result<Outcome, Failure> {
    let benchmark = Benchmark::read(&args.benchmark)?;
    let depth = args.depth as usize;
    let systems = args.systems.iter().map(|path| System::open(path, global));
    let systems: Vec<System> = systems.collect::<Result<_, _>>()?;
    let runs = systems
        .iter()
        .map(|system| Ok(system.answer(&benchmark.topics, depth)?.run));
    let runs: Vec<Run> = runs.collect::<Result<_, Failure>>()?;
    let unjudged = pool(&benchmark.topics, &benchmark.qrels, &runs, depth);
    let titles = titles(global, &systems, &unjudged)?;
    let titled = unjudged.iter().zip(titles.iter().map(String::as_str));
    write_sheet(&mut std::io::stdout().lock(), titled)?;
    tell(&counts(&unjudged, depth));
    Ok(Outcome::Success)
}

/// The title of each document, from the indexes that are compared, or from that of this call where
/// only runs are.
fn titles(
    global: &Global,
    systems: &[System],
    unjudged: &[Unjudged],
) -> Result<Vec<String>, Failure> {
    let mut engines: Vec<&Engine> = systems.iter().filter_map(System::engine).collect();
    let of_this_call;
    if engines.is_empty() {
        match Engine::open(&Generations::new(&global.index)) {
            Ok(engine) => of_this_call = engine,
            Err(Error::NoIndex { .. }) => {
                let what = "no index is at hand to take them from; name one with --index";
                say(WARNING, "titles", what);
                return Ok(vec![String::new(); unjudged.len()]);
            }
            Err(error) => return Err(error.into()),
        }
        engines.push(&of_this_call);
    }
    unjudged
        .iter()
        .map(|one| title(&engines, one)?.ok_or_else(|| no_case(systems, one)))
        .collect()
}

/// In the language of the topic, where the case has it.
fn title(engines: &[&Engine], one: &Unjudged) -> Result<Option<String>, Failure> {
    for engine in engines {
        match engine.case(one.docno) {
            Ok((case, _)) => {
                let title = case.title.in_lang_or_other(Lang::of(&one.topic.text));
                return Ok(title.map(|(_, title)| title.to_owned()));
            }
            Err(Error::UnknownCase { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(None)
}

/// A judge could not read what the index lacks.
fn no_case(systems: &[System], one: &Unjudged) -> Failure {
    let qid = &one.topic.id;
    let place = systems
        .iter()
        .find_map(|system| system.place_of(qid, one.docno));
    Failure::Message(format!(
        "{}: the index has no case {}, found for topic {qid}; name the index that the run was made \
         from with --index",
        place.unwrap_or_default(),
        one.docno
    ))
}

fn counts(unjudged: &[Unjudged], depth: usize) -> String {
    let topics: BTreeSet<&str> = unjudged.iter().map(|one| one.topic.id.as_str()).collect();
    match unjudged.len() {
        0 => format!("the first {depth} of every topic are judged; nothing is left to judge"),
        documents => format!("{documents} unjudged documents for {} topics", topics.len()),
    }
}
