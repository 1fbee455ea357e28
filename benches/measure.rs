//! Measures what a person waits for and what it costs, and prints a table: indexing, `incidex
//! search` as a process from start to exit, and queries on an open index.
//!
//! ```text
//! cargo build --release && cargo run --release -p incidex-benches --bin measure -- 10000
//! ```
//!
//! Memory is the peak of resident memory as the kernel counts it, pages of mapped files included.
//! Cold is a new process; the files that it reads are in the page cache. Tested on Linux.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use clap::Parser;
use incidex::index::Generations;
use incidex::query::{Engine, Request};
use tempfile::TempDir;

use incidex_benches::case_file::write_cases;
use incidex_benches::process::{Run, own_peak, run};
use incidex_benches::program::program;
use incidex_benches::synthetic::{CLASSES, Corpus};
use incidex_benches::table::{Table, milliseconds, percentile};
use incidex_benches::{exit_code, note_unless_optimised, size_of_folder};

/// Measures indexing and searching of synthetic cases, and prints a table
#[derive(Parser)]
struct Arguments {
    /// How many cases
    #[arg(default_value_t = 10_000)]
    cases: usize,

    /// The same seed gives the same cases and queries
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many searches of each class start a process
    #[arg(long, default_value_t = 21)]
    cold: usize,

    /// How many queries of each class run on the open index
    #[arg(long, default_value_t = 500)]
    warm: usize,

    /// Keeps the cases and their index here, and measures no indexing where they are
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// As many hits as a page shows.
const HITS: usize = 10;
/// As many values of a facet as are shown.
const VALUES: usize = 10;

fn main() -> ExitCode {
    exit_code(measure(&Arguments::parse()).map(|table| print!("{table}")))
}

fn measure(arguments: &Arguments) -> Result<Table, Box<dyn Error>> {
    note_unless_optimised();
    let corpus = Corpus::load()?;
    let setup = Setup::new(arguments)?;
    let mut table = Table::default();

    // Processes come first: the peak of a child starts at that of the process that starts it.
    if !setup.index.exists() {
        eprintln!("making {} cases …", arguments.cases);
        let json_bytes = write_cases(&corpus, arguments.cases, arguments.seed, &setup.cases)?;
        indexing(&setup, arguments.cases, json_bytes, &mut table)?;
    }
    cold_searches(&setup, &corpus, arguments, &mut table)?;
    if let Some(floor) = own_peak() {
        table.memory("lowest memory that shows", floor);
    }
    warm_queries(&setup, &corpus, arguments, &mut table)?;
    Ok(table)
}

/// The program and the folder of a measurement.
struct Setup {
    program: PathBuf,
    cases: PathBuf,
    index: PathBuf,
    log: PathBuf,
    /// Goes when the measurement is over, unless it is to be kept.
    _folder: Option<TempDir>,
}

impl Setup {
    fn new(arguments: &Arguments) -> Result<Self, Box<dyn Error>> {
        let (folder, temporary) = match &arguments.folder {
            Some(folder) => (folder.clone(), None),
            None => {
                let temporary = tempfile::tempdir()?;
                (temporary.path().to_owned(), Some(temporary))
            }
        };
        fs::create_dir_all(&folder)?;
        let path = |name| folder.join(format!("{}-{}.{name}", arguments.cases, arguments.seed));
        Ok(Self {
            program: program()?,
            cases: path("jsonl"),
            index: path("index"),
            log: path("log"),
            _folder: temporary,
        })
    }

    fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(subcommand).arg("--index").arg(&self.index);
        command
    }

    fn index(&self) -> Result<Run, Box<dyn Error>> {
        run(self.command("index").arg(&self.cases), &self.log, &[0])
    }

    fn search(&self, text: &str) -> Result<Run, Box<dyn Error>> {
        const HITS: i32 = 0;
        const NO_HITS: i32 = 1;
        let mut command = self.command("search");
        run(command.args(["--", text]), &self.log, &[HITS, NO_HITS])
    }
}

fn indexing(
    setup: &Setup,
    cases: usize,
    json_bytes: u64,
    table: &mut Table,
) -> Result<(), Box<dyn Error>> {
    eprintln!("indexing …");
    let first = setup.index()?;
    let seconds = first.wall.as_secs_f64();
    let megabytes = json_bytes as f64 / 1e6;
    let index_bytes = size_of_folder(&setup.index)?;
    let again = setup.index()?;
    table.heading(format!("indexing {cases} cases, {megabytes:.1} MB of JSON"));
    table.row("time", format!("{seconds:.2} s"));
    table.row(
        "processor time",
        format!("{:.2} s", first.cpu.as_secs_f64()),
    );
    table.row("cases a second", format!("{:.0}", cases as f64 / seconds));
    table.row("JSON a second", format!("{:.1} MB", megabytes / seconds));
    table.memory("peak memory", first.peak_bytes);
    let ratio = index_bytes as f64 / json_bytes as f64;
    table.row("index size", format!("{:.1} MB", index_bytes as f64 / 1e6));
    table.row("index size to JSON", format!("{ratio:.2}"));
    table.row(
        "again, nothing changed",
        format!("{:.2} s", again.wall.as_secs_f64()),
    );
    table.memory("again, peak memory", again.peak_bytes);
    Ok(())
}

/// The classes take turns, so that whatever else the machine does falls on all of them.
fn cold_searches(
    setup: &Setup,
    corpus: &Corpus,
    arguments: &Arguments,
    table: &mut Table,
) -> Result<(), Box<dyn Error>> {
    eprintln!("searching, a process each …");
    let mut runs: [Vec<Run>; CLASSES.len()] = Default::default();
    // The first search brings the program and the index into the page cache.
    setup.search("connection 연결")?;
    for (class, text) in corpus.queries(arguments.cold * CLASSES.len(), arguments.seed) {
        runs[place(class)].push(setup.search(&text)?);
    }
    table.heading(format!(
        "search, a process each, {} queries a class",
        arguments.cold
    ));
    table.columns(&["median", "highest", "memory", "with hits"]);
    for (class, runs) in CLASSES.iter().zip(runs) {
        let times: Vec<Duration> = runs.iter().map(|run| run.wall).collect();
        let peak = runs
            .iter()
            .map(|run| run.peak_bytes)
            .max()
            .unwrap_or_default();
        let with_hits = runs.iter().filter(|run| run.code == 0).count();
        table.cells(
            class,
            &[
                milliseconds(percentile(times.clone(), 50)),
                milliseconds(percentile(times, 100)),
                format!("{:.1} MB", peak as f64 / 1e6),
                format!("{with_hits}/{}", runs.len()),
            ],
        );
    }
    Ok(())
}

fn place(class: &str) -> usize {
    let known = CLASSES.iter().position(|known| *known == class);
    known.expect("the generator has these classes only")
}

fn warm_queries(
    setup: &Setup,
    corpus: &Corpus,
    arguments: &Arguments,
    table: &mut Table,
) -> Result<(), Box<dyn Error>> {
    eprintln!("searching, all in one process …");
    let engine = Engine::open(&Generations::new(&setup.index))?;
    let mut requests: [Vec<Request>; CLASSES.len()] = Default::default();
    for (class, text) in corpus.queries(arguments.warm * CLASSES.len(), arguments.seed) {
        requests[place(class)].push(Request {
            text,
            limit: HITS,
            ..Request::default()
        });
    }
    for request in requests.iter().flatten() {
        engine.search(request)?;
    }
    table.heading(format!(
        "open index, one thread, {} queries a class",
        arguments.warm
    ));
    table.columns(&["p50", "p95", "p99", "mean hits"]);
    for (class, requests) in CLASSES.iter().zip(&requests) {
        let rank = |request: &Request| Ok(engine.rank(request)?.len());
        table.cells(format!("{class}, ids only"), &timed(requests, rank)?);
        let search = |request: &Request| Ok(engine.search(request)?.hits.len());
        table.cells(format!("{class}, with passages"), &timed(requests, search)?);
        let facets = |request: &Request| Ok(engine.facets(request, VALUES)?.total);
        table.cells(format!("{class}, facets"), &timed(requests, facets)?);
        let with_facets = |request: &Request| {
            let facets = Some(VALUES);
            let request = Request {
                facets,
                ..request.clone()
            };
            search(&request)
        };
        table.cells(
            format!("{class}, passages and facets"),
            &timed(requests, with_facets)?,
        );
    }
    let ids: Vec<String> = some_ids(&engine, requests.iter().flatten())?;
    let related = |id: &String| Ok(engine.related(id, HITS)?.len());
    table.cells("related cases", &timed(&ids, related)?);
    Ok(())
}

/// The best hit of each of the requests.
fn some_ids<'r>(
    engine: &Engine,
    requests: impl Iterator<Item = &'r Request>,
) -> Result<Vec<String>, Box<dyn Error>> {
    let mut ids = Vec::new();
    for request in requests {
        ids.extend(engine.rank(request)?.into_iter().next().map(|(id, _)| id));
    }
    Ok(ids)
}

/// Percentiles of the time that `hits` takes, and the mean number of hits.
fn timed<R>(
    requests: &[R],
    hits: impl Fn(&R) -> Result<usize, Box<dyn Error>>,
) -> Result<[String; 4], Box<dyn Error>> {
    let mut times = Vec::new();
    let mut found = 0;
    for request in requests {
        let start = Instant::now();
        found += hits(request)?;
        times.push(start.elapsed());
    }
    Ok([
        milliseconds(percentile(times.clone(), 50)),
        milliseconds(percentile(times.clone(), 95)),
        milliseconds(percentile(times, 99)),
        format!("{:.1}", found as f64 / requests.len().max(1) as f64),
    ])
}
