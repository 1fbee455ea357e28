//! incidex itself, by its program and its library.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use incidex::index::Generations;
use incidex::query::{Engine, Request};
use incidex_benches::process::run;
use incidex_benches::program::program;

use crate::cases::Cases;
use crate::peer::{Answers, HITS, Peer, Query, answers};

/// As many values of a facet as are shown.
const VALUES: usize = 10;

pub struct Incidex {
    program: PathBuf,
    index: PathBuf,
    engine: Option<Engine>,
}

impl Incidex {
    pub fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            program: program()?,
            index: PathBuf::new(),
            engine: None,
        })
    }

    /// Everything that a page shows: passages, the stored cases, and counts of all facets.
    pub fn warm_pages(&self, class: &[Query]) -> Result<Option<Answers>, Box<dyn Error>> {
        self.answer(class, |engine, request| {
            let facets = Some(VALUES);
            let request = Request { facets, ..request };
            Ok(engine.search(&request)?.hits.len())
        })
    }

    fn answer(
        &self,
        class: &[Query],
        search: impl Fn(&Engine, Request) -> Result<usize, Box<dyn Error>>,
    ) -> Result<Option<Answers>, Box<dyn Error>> {
        let engine = self.engine.as_ref().ok_or("the index was not built")?;
        answers(class, |text| {
            let request = Request {
                text: text.to_owned(),
                limit: HITS,
                ..Request::default()
            };
            search(engine, request)
        })
    }
}

impl Peer for Incidex {
    fn name(&self) -> &'static str {
        "incidex"
    }

    fn build(&mut self, cases: &Cases, folder: &Path) -> Result<Option<Duration>, Box<dyn Error>> {
        self.index = folder.to_owned();
        let mut command = Command::new(&self.program);
        command.arg("index").arg("--index").arg(folder);
        let log = folder.with_extension("log");
        let run = run(command.arg(&cases.jsonl), &log, &[0])?;
        self.engine = Some(Engine::open(&Generations::new(folder))?);
        Ok(Some(run.wall))
    }

    fn cold(&self, text: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("search").arg("--index").arg(&self.index);
        command.args(["--", text]);
        command
    }

    fn warm(&mut self, class: &[Query]) -> Result<Option<Answers>, Box<dyn Error>> {
        self.answer(class, |engine, request| Ok(engine.rank(&request)?.len()))
    }
}
