//! What is evaluated: a run that somebody made, an index that is searched, or the weights that it is
//! searched with.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::args::{SystemArgs, WeightsArg};
use super::input::faulty;
use crate::cli::args::Global;
use crate::cli::search::open;
use crate::cli::{Failure, read_text};
use crate::eval::provenance::{self, IndexStamp, hash};
use crate::eval::{Latency, Run, Topic, write_hits};
use crate::index::Generations;
use crate::query::{Engine, Request, Weights};

/// Hits for each topic where an index is searched to be scored: what TREC asks for.
pub(super) const DEPTH: usize = 1000;

pub(super) enum System {
    Run {
        name: String,
        text: String,
        run: Run,
    },
    Index {
        name: String,
        engine: Box<Engine>,
    },
}

/// What a system answered to the topics.
pub(super) struct Answers {
    pub(super) about: provenance::System,
    pub(super) run: Run,
    /// Of an index, since a run does not say.
    pub(super) latency: Option<Latency>,
}

impl System {
    /// Opens a run, an index, or the index of this call with other weights, whichever `path` is.
    pub(super) fn open(path: &Path, global: &Global) -> Result<Self, Failure> {
        let name = path.display().to_string();
        if path.is_dir() {
            let engine = Engine::open(&Generations::new(path))?;
            return Ok(Self::index(name, engine));
        }
        let text = read_text(path)?;
        if text.trim_start().starts_with('{') {
            let weights = parse_weights(path, &text)?;
            return Ok(Self::index(name, open(global)?.with_weights(weights)));
        }
        let run = Run::parse(path, &text).map_err(faulty)?;
        Ok(Self::Run { name, text, run })
    }

    /// The run, if one is named, else the index of this call.
    pub(super) fn chosen(args: &SystemArgs, global: &Global) -> Result<Self, Failure> {
        match &args.run {
            Some(file) => Self::open(file, global),
            None => Ok(Self::index(
                "the index".to_owned(),
                open_weighted(&args.weights, global)?,
            )),
        }
    }

    fn index(name: String, engine: Engine) -> Self {
        let engine = Box::new(engine);
        Self::Index { name, engine }
    }

    /// The index, if it is one.
    pub(super) fn engine(&self) -> Option<&Engine> {
        match self {
            Self::Run { .. } => None,
            Self::Index { engine, .. } => Some(engine),
        }
    }

    /// File and line on which a run finds `docno` for `qid`.
    pub(super) fn place_of(&self, qid: &str, docno: &str) -> Option<String> {
        match self {
            Self::Run { name, text, .. } => {
                let line = Run::line_of(text, qid, docno)?;
                Some(format!("{name}:{line}"))
            }
            Self::Index { .. } => None,
        }
    }

    /// The answers to `topics`, of an index to `depth`.
    pub(super) fn answer(&self, topics: &[Topic], depth: usize) -> Result<Answers, Failure> {
        match self {
            Self::Run { name, text, run } => {
                check_answers(name, run, topics)?;
                Ok(Answers {
                    about: provenance::System {
                        name: name.clone(),
                        run: Some(hash(text)),
                        index: None,
                        weights: None,
                    },
                    run: run.clone(),
                    latency: None,
                })
            }
            Self::Index { name, engine } => {
                let (text, latency) = write_run(engine, topics, depth, "incidex")?;
                Ok(Answers {
                    about: provenance::System {
                        name: name.clone(),
                        run: None,
                        index: Some(stamp(engine)?),
                        weights: Some(weights(engine)?),
                    },
                    // Through the format of a run, so that one which is written and scored later
                    // gives the same.
                    run: Run::parse(Path::new("the index"), &text).map_err(faulty)?,
                    latency: Some(latency),
                })
            }
        }
    }
}

/// The index of this call, with the weights that were named.
pub(super) fn open_weighted(weights: &WeightsArg, global: &Global) -> Result<Engine, Failure> {
    let engine = open(global)?;
    match &weights.weights {
        Some(file) => Ok(engine.with_weights(parse_weights(file, &read_text(file)?)?)),
        None => Ok(engine),
    }
}

fn parse_weights(file: &Path, text: &str) -> Result<Weights, Failure> {
    Weights::from_json(text)
        .map_err(|fault| Failure::Message(format!("{}: {fault}", file.display())))
}

/// A run of other topics would give a table of zeros.
fn check_answers(name: &str, run: &Run, topics: &[Topic]) -> Result<(), Failure> {
    if topics.iter().any(|topic| run.ranking(&topic.id).is_some()) {
        return Ok(());
    }
    Err(Failure::Message(match run.qids().next() {
        None => {
            format!("{name} is empty; write a line \"qid Q0 docno rank score tag\" for each hit")
        }
        Some(qid) => format!(
            "{name} answers none of the topics, but {qid}; name the topics it was made for with --topics"
        ),
    }))
}

/// Searches for every topic: a run as text, and how long that took.
pub(super) fn write_run(
    engine: &Engine,
    topics: &[Topic],
    depth: usize,
    tag: &str,
) -> Result<(String, Latency), Failure> {
    // Reads the dictionary, the glossary and the pages of the index.
    for topic in topics {
        rank(engine, topic, depth)?;
    }
    let mut out = Vec::new();
    let mut taken = Vec::new();
    for topic in topics {
        let (ranking, time) = rank(engine, topic, depth)?;
        let hits = ranking.iter().map(|(id, score)| (id.as_str(), *score));
        write_hits(&mut out, &topic.id, hits, tag)?;
        taken.push((topic, time));
    }
    Ok((
        String::from_utf8_lossy(&out).into_owned(),
        Latency::new(&taken),
    ))
}

/// Ids and scores, best first, and how long the search took.
type Timed = (Vec<(String, f32)>, Duration);

fn rank(engine: &Engine, topic: &Topic, depth: usize) -> Result<Timed, Failure> {
    let request = Request {
        text: topic.text.clone(),
        limit: depth,
        ..Request::default()
    };
    let started = Instant::now();
    let ranking = engine.rank(&request)?;
    Ok((ranking, started.elapsed()))
}

/// Without the folders it was made from, which are the reader's own.
fn stamp(engine: &Engine) -> Result<IndexStamp, Failure> {
    let stamp = engine.reader().stamp();
    Ok(IndexStamp {
        incidex: stamp.version.clone(),
        format: stamp.format,
        analyzer: stamp.analyzer,
        vocabulary: stamp.vocabulary.clone(),
        dictionary: stamp.dictionary.clone(),
        glossary: stamp.glossary.clone(),
        cases: stamp.totals.cases,
        corpus: engine.reader().corpus_hash()?,
    })
}

/// Through text, which has as many digits as tell weights apart.
fn weights(engine: &Engine) -> Result<Map<String, Value>, Failure> {
    let text = serde_json::to_string(engine.weights()).map_err(io::Error::from)?;
    Ok(serde_json::from_str(&text).map_err(io::Error::from)?)
}
