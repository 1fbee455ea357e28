//! Measures what a person waits for and what it costs, and prints a table: indexing, `incidex
//! search` as a process from start to exit, and queries on an open index. Of several numbers of cases
//! it shows how each cost grows with them.
//!
//! ```text
//! cargo build --release && cargo run --release -p incidex-benches --bin measure -- 10000
//! target/release/measure 1000 10000 100000 --plot benches/growth.svg
//! ```
//!
//! Memory is the peak of resident memory as the kernel counts it, pages of mapped files included.
//! Cold is a new process; the files that it reads are in the page cache. Tested on Linux.

mod growth;
mod plot;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use clap::Parser;
use incidex::index::Generations;
use incidex::query::{Engine, Request};

use growth::{Growth, Kind};
use incidex_benches::case_file::write_cases;
use incidex_benches::process::{Run, own_peak, run};
use incidex_benches::program::program;
use incidex_benches::synthetic::{CLASSES, Corpus};
use incidex_benches::table::{Table, in_milliseconds, milliseconds, percentile};
use incidex_benches::{exit_code, note_unless_optimised, size_of_folder};

/// Measures indexing and searching of synthetic cases, and prints a table
#[derive(Parser)]
struct Arguments {
    /// How many cases; of several numbers, how costs grow
    #[arg(default_values_t = [10_000])]
    cases: Vec<usize>,

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

    /// Draws the growth into this file, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// As many hits as a page shows.
const HITS: usize = 10;
/// As many values of a facet as are shown.
const VALUES: usize = 10;

fn main() -> ExitCode {
    exit_code(measure(&Arguments::parse()))
}

fn measure(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    note_unless_optimised();
    let corpus = Corpus::load()?;
    // Goes when the measurement is over, unless a folder is named to keep what is made.
    let temporary = tempfile::tempdir()?;
    let folder = arguments.folder.as_deref().unwrap_or(temporary.path());
    fs::create_dir_all(folder)?;
    let mut growth = Growth::default();
    let setup = |&cases| Setup::new(arguments, folder, cases);
    let setups: Vec<Setup> = arguments
        .cases
        .iter()
        .map(setup)
        .collect::<Result<_, _>>()?;
    let mut tables = Vec::new();

    // Processes come first: the peak of a child starts at that of the process that starts it.
    for setup in &setups {
        let mut figures = Figures::new(setup.number, &mut growth);
        if !setup.index.exists() {
            eprintln!("making {} cases …", setup.number);
            write_cases(&corpus, setup.number, arguments.seed, &setup.cases)?;
            indexing(setup, &mut figures)?;
        }
        figures.size(setup)?;
        cold_searches(setup, &corpus, arguments, &mut figures)?;
        if let Some(floor) = own_peak() {
            figures.table.memory("lowest memory that shows", floor);
        }
        tables.push(figures.table);
    }
    for (setup, table) in setups.iter().zip(tables) {
        let mut figures = Figures::new(setup.number, &mut growth);
        figures.table = table;
        warm_queries(setup, &corpus, arguments, &mut figures)?;
        println!("{}", figures.table);
    }
    if setups.len() > 1 {
        print!("{}", growth.table());
    }
    if let Some(path) = &arguments.plot {
        fs::write(path, plot::svg(&growth))?;
    }
    Ok(())
}

/// What was measured of one number of cases.
struct Figures<'g> {
    number: usize,
    table: Table,
    growth: &'g mut Growth,
}

impl<'g> Figures<'g> {
    fn new(number: usize, growth: &'g mut Growth) -> Self {
        Self {
            number,
            table: Table::default(),
            growth,
        }
    }

    fn cost(&mut self, kind: Kind, name: &str, cost: f64) {
        self.growth.add(self.number, kind, name, cost);
    }

    fn size(&mut self, setup: &Setup) -> Result<(), Box<dyn Error>> {
        let bytes = size_of_folder(&setup.index)?;
        let json_bytes = fs::metadata(&setup.cases)?.len();
        let ratio = bytes as f64 / json_bytes as f64;
        self.table.heading(format!("{} cases", self.number));
        self.table
            .row("JSON", format!("{:.1} MB", json_bytes as f64 / 1e6));
        self.table
            .row("index size", format!("{:.1} MB", bytes as f64 / 1e6));
        self.table.row("index size to JSON", format!("{ratio:.2}"));
        self.cost(Kind::Size, "index", ratio);
        Ok(())
    }
}

/// The program and the files of a measurement.
struct Setup {
    program: PathBuf,
    /// Of cases.
    number: usize,
    cases: PathBuf,
    index: PathBuf,
    log: PathBuf,
}

impl Setup {
    fn new(arguments: &Arguments, folder: &Path, number: usize) -> Result<Self, Box<dyn Error>> {
        let path = |name| folder.join(format!("{number}-{}.{name}", arguments.seed));
        Ok(Self {
            program: program()?,
            number,
            cases: path("jsonl"),
            index: path("index"),
            log: path("log"),
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

fn indexing(setup: &Setup, figures: &mut Figures<'_>) -> Result<(), Box<dyn Error>> {
    eprintln!("indexing …");
    let first = setup.index()?;
    let seconds = first.wall.as_secs_f64();
    let cases = setup.number;
    let megabytes = fs::metadata(&setup.cases)?.len() as f64 / 1e6;
    let again = setup.index()?;
    figures.cost(Kind::Indexing, "index", seconds * 1e3 / cases as f64);
    figures.cost(Kind::Memory, "index", first.peak_bytes as f64 / 1e6);
    let table = &mut figures.table;
    table.heading(format!("indexing {cases} cases"));
    table.row("time", format!("{seconds:.2} s"));
    table.row(
        "processor time",
        format!("{:.2} s", first.cpu.as_secs_f64()),
    );
    table.row("cases a second", format!("{:.0}", cases as f64 / seconds));
    table.row("JSON a second", format!("{:.1} MB", megabytes / seconds));
    table.memory("peak memory", first.peak_bytes);
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
    figures: &mut Figures<'_>,
) -> Result<(), Box<dyn Error>> {
    eprintln!("searching, a process each …");
    let mut runs: [Vec<Run>; CLASSES.len()] = Default::default();
    // The first search brings the program and the index into the page cache.
    setup.search("connection 연결")?;
    for (class, text) in corpus.queries(arguments.cold * CLASSES.len(), arguments.seed) {
        runs[place(class)].push(setup.search(&text)?);
    }
    figures.table.heading(format!(
        "search, a process each, {} queries a class",
        arguments.cold
    ));
    figures
        .table
        .columns(&["median", "highest", "memory", "with hits"]);
    for (class, runs) in CLASSES.iter().zip(runs) {
        let times: Vec<Duration> = runs.iter().map(|run| run.wall).collect();
        let peak = runs
            .iter()
            .map(|run| run.peak_bytes)
            .max()
            .unwrap_or_default();
        let with_hits = runs.iter().filter(|run| run.code == 0).count();
        let median = percentile(times.clone(), 50);
        figures.cost(Kind::Process, class, in_milliseconds(median));
        figures.cost(Kind::Memory, class, peak as f64 / 1e6);
        figures.table.cells(
            class,
            &[
                milliseconds(median),
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
    figures: &mut Figures<'_>,
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
    figures.table.heading(format!(
        "open index, one thread, {} queries a class",
        arguments.warm
    ));
    figures.table.columns(&["p50", "p95", "p99", "mean hits"]);
    for (class, requests) in CLASSES.iter().zip(&requests) {
        let rank = |request: &Request| Ok(engine.rank(request)?.len());
        let ids = timed(requests, rank)?;
        figures.cost(Kind::Ids, class, in_milliseconds(ids.p50));
        figures.cost(Kind::IdsOfSlow, class, in_milliseconds(ids.p99));
        figures
            .table
            .cells(format!("{class}, ids only"), &ids.cells());
        let search = |request: &Request| Ok(engine.search(request)?.hits.len());
        let hits = timed(requests, search)?;
        figures
            .table
            .cells(format!("{class}, with passages"), &hits.cells());
        let facets = |request: &Request| Ok(engine.facets(request, VALUES)?.total);
        let counted = timed(requests, facets)?;
        figures
            .table
            .cells(format!("{class}, facets"), &counted.cells());
        let with_facets = |request: &Request| {
            let facets = Some(VALUES);
            let request = Request {
                facets,
                ..request.clone()
            };
            search(&request)
        };
        let page = timed(requests, with_facets)?;
        figures.cost(Kind::Page, class, in_milliseconds(page.p50));
        figures.cost(Kind::PageOfSlow, class, in_milliseconds(page.p99));
        let name = format!("{class}, passages and facets");
        figures.table.cells(name, &page.cells());
    }
    let ids: Vec<String> = some_ids(&engine, requests.iter().flatten())?;
    let related = |id: &String| Ok(engine.related(id, HITS)?.len());
    let related = timed(&ids, related)?;
    figures.cost(Kind::Ids, "related", in_milliseconds(related.p50));
    figures.cost(Kind::IdsOfSlow, "related", in_milliseconds(related.p99));
    figures.table.cells("related cases", &related.cells());
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

/// Percentiles of times, and the mean number of hits.
struct Timed {
    p50: Duration,
    p95: Duration,
    p99: Duration,
    hits: f64,
}

impl Timed {
    fn cells(&self) -> [String; 4] {
        [
            milliseconds(self.p50),
            milliseconds(self.p95),
            milliseconds(self.p99),
            format!("{:.1}", self.hits),
        ]
    }
}

/// How long `hits` takes.
fn timed<R>(
    requests: &[R],
    hits: impl Fn(&R) -> Result<usize, Box<dyn Error>>,
) -> Result<Timed, Box<dyn Error>> {
    let mut times = Vec::new();
    let mut found = 0;
    for request in requests {
        let start = Instant::now();
        found += hits(request)?;
        times.push(start.elapsed());
    }
    Ok(Timed {
        p50: percentile(times.clone(), 50),
        p95: percentile(times.clone(), 95),
        p99: percentile(times, 99),
        hits: found as f64 / requests.len().max(1) as f64,
    })
}
