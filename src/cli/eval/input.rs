//! The files of an evaluation.

use std::path::{Path, PathBuf};

use super::args::BenchmarkArgs;
use crate::cli::{Failure, read_text};
use crate::eval::provenance::{Parameters, System, qrels_hash, topics_hash};
use crate::eval::{Fault, Measure, Provenance, Qrels, Topic, topics};

/// What systems are scored on.
pub(super) struct Benchmark {
    pub(super) topics: Vec<Topic>,
    pub(super) qrels: Qrels,
}

impl Benchmark {
    pub(super) fn read(args: &BenchmarkArgs) -> Result<Self, Failure> {
        let topics = read_topics(&args.topics.topics)?;
        let mut judgements = Qrels::default();
        for file in &args.qrels {
            judgements.read(file, &read_text(file)?).map_err(faulty)?;
        }
        check_judged(&topics, &judgements, &args.qrels)?;
        Ok(Self {
            topics,
            qrels: judgements,
        })
    }

    /// The text of a topic, or what of it fits on a line: a topic may be a pasted log.
    pub(super) fn excerpt(&self, qid: &str) -> String {
        const FITS: usize = 100;
        let topic = self.topics.iter().find(|topic| topic.id == qid);
        let text = topic.map_or("", |topic| &topic.text);
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        match text.char_indices().nth(FITS) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    pub(super) fn provenance(&self, systems: Vec<System>, parameters: Parameters) -> Provenance {
        Provenance {
            incidex: env!("CARGO_PKG_VERSION").to_owned(),
            topics: topics_hash(&self.topics),
            qrels: qrels_hash(&self.qrels),
            systems,
            parameters,
        }
    }
}

pub(super) fn read_topics(file: &Path) -> Result<Vec<Topic>, Failure> {
    topics::parse(file, &read_text(file)?).map_err(faulty)
}

pub(super) fn faulty(fault: Fault) -> Failure {
    Failure::Message(fault.to_string())
}

/// Judgements of other topics would give a table of zeros.
fn check_judged(topics: &[Topic], judgements: &Qrels, files: &[PathBuf]) -> Result<(), Failure> {
    if topics
        .iter()
        .any(|topic| judgements.of(&topic.id).is_some())
    {
        return Ok(());
    }
    let files: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    Err(Failure::Message(format!(
        "{} judges none of the topics; name the judgements of these topics with --qrels",
        files.join(", ")
    )))
}

/// `measures` and, unless it is one of them, Judged@10.
pub(super) fn with_judged(measures: &[Measure]) -> Vec<Measure> {
    distinct(&[measures, &[Measure::JUDGED_AT_10]].concat())
}

/// Without repetitions.
pub(super) fn distinct(measures: &[Measure]) -> Vec<Measure> {
    let mut once: Vec<Measure> = Vec::new();
    for measure in measures {
        if !once.contains(measure) {
            once.push(*measure);
        }
    }
    once
}
