//! What an index costs that lives long: many updates of one case each, by a process each and by one
//! that watches. Prints how size, segments, memory and time go.
//!
//! ```text
//! cargo build --release && cargo run --release -p incidex-benches --bin updates -- 5000
//! ```
//!
//! Memory is the peak of resident memory, pages of mapped files included. Tested on Linux.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use clap::Parser;
use fastrand::Rng;
use incidex::index::Generations;
use incidex_benches::process::{Run, peak_of, run};
use incidex_benches::program::program;
use incidex_benches::synthetic::{Corpus, Record};
use incidex_benches::table::{Table, milliseconds, percentile};
use incidex_benches::{exit_code, note_unless_optimised, size_of_folder};
use tempfile::TempDir;

/// Updates an index many times, one case each, and prints what it costs
#[derive(Parser)]
struct Arguments {
    /// How many updates, a process each
    #[arg(default_value_t = 1_000)]
    updates: usize,

    /// How many updates more while one process watches
    #[arg(long, default_value_t = 50)]
    watched: usize,

    /// How many cases
    #[arg(long, default_value_t = 1_000)]
    cases: usize,

    /// The same seed gives the same cases and changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Rows of the table of updates.
const ROWS: usize = 10;

fn main() -> ExitCode {
    exit_code(updates(&Arguments::parse()).map(|table| print!("{table}")))
}

fn updates(arguments: &Arguments) -> Result<Table, Box<dyn Error>> {
    note_unless_optimised();
    let mut place = Place::new(arguments)?;
    let mut table = Table::default();
    table.heading(format_args!(
        "{} cases, one changed at a time",
        arguments.cases
    ));
    table.columns(&["size", "segments", "peak memory", "median time"]);
    let first = place.index()?;
    place.row("first build", &[first], &mut table)?;
    let at_once = arguments.updates.div_ceil(ROWS).max(1);
    let mut done = 0;
    while done < arguments.updates {
        let more = at_once.min(arguments.updates - done);
        let mut runs = Vec::new();
        for _ in 0..more {
            place.change()?;
            runs.push(place.index()?);
        }
        done += more;
        place.row(&format!("after {done} updates"), &runs, &mut table)?;
    }
    watch(&mut place, arguments.watched, &mut table)?;
    Ok(table)
}

/// Cases, one a file, and an index of them.
struct Place {
    program: PathBuf,
    cases: Vec<Record>,
    rng: Rng,
    folder: TempDir,
}

impl Place {
    fn new(arguments: &Arguments) -> Result<Self, Box<dyn Error>> {
        let corpus = Corpus::load()?;
        let cases = corpus.cases(arguments.cases, arguments.seed);
        let mut place = Self {
            program: program()?,
            cases: cases.collect(),
            rng: Rng::with_seed(arguments.seed),
            folder: tempfile::tempdir()?,
        };
        fs::create_dir(place.folder_of_cases())?;
        for number in 0..place.cases.len() {
            place.write(number)?;
        }
        Ok(place)
    }

    fn folder_of_cases(&self) -> PathBuf {
        self.folder.path().join("cases")
    }

    fn folder_of_index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    fn write(&mut self, number: usize) -> Result<(), Box<dyn Error>> {
        let path = self.folder_of_cases().join(format!("{number}.json"));
        Ok(fs::write(path, serde_json::to_vec(&self.cases[number])?)?)
    }

    /// Gives any of the cases another title.
    fn change(&mut self) -> Result<(), Box<dyn Error>> {
        let number = self.rng.usize(..self.cases.len());
        self.cases[number]["title"]["en"] = format!("Outage {}", self.rng.u64(..)).into();
        self.write(number)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("index").arg("--index");
        command
            .arg(self.folder_of_index())
            .arg(self.folder_of_cases());
        command
    }

    fn index(&self) -> Result<Run, Box<dyn Error>> {
        run(&mut self.command(), &self.folder.path().join("log"), &[0])
    }

    /// Where the index in use is.
    fn generation(&self) -> Result<PathBuf, Box<dyn Error>> {
        let generations = Generations::new(self.folder_of_index());
        Ok(generations.current()?.ok_or("there is no index")?)
    }

    /// Its size in megabytes, and the number of its segments.
    fn size(&self) -> Result<[String; 2], Box<dyn Error>> {
        let bytes = size_of_folder(&self.folder_of_index())?;
        let segments = segments(&self.generation()?)?;
        Ok([
            format!("{:.1} MB", bytes as f64 / 1e6),
            segments.to_string(),
        ])
    }

    fn row(&self, name: &str, runs: &[Run], table: &mut Table) -> Result<(), Box<dyn Error>> {
        let peak = runs.iter().map(|run| run.peak_bytes).max();
        let times = runs.iter().map(|run| run.wall).collect();
        let [size, segments] = self.size()?;
        let peak = megabytes(peak.unwrap_or_default());
        let time = milliseconds(percentile(times, 50));
        table.cells(name, &[size, segments, peak, time]);
        Ok(())
    }
}

/// Each has one store of records.
fn segments(generation: &Path) -> Result<usize, Box<dyn Error>> {
    let mut segments = 0;
    for entry in fs::read_dir(generation)? {
        segments += usize::from(entry?.path().extension().is_some_and(|ext| ext == "store"));
    }
    Ok(segments)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// Ends with what watches.
struct Watcher(Child);

impl Drop for Watcher {
    fn drop(&mut self) {
        // One that ended by itself is no fault here: the update that waits for it fails.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Time runs from the change of a file to the new index being in use.
fn watch(place: &mut Place, updates: usize, table: &mut Table) -> Result<(), Box<dyn Error>> {
    let mut command = place.command();
    command.arg("--watch").stdout(Stdio::null());
    let watcher = Watcher(command.stderr(Stdio::null()).spawn()?);
    let mut times = Vec::new();
    for _ in 0..updates {
        let before = place.generation()?;
        let start = Instant::now();
        place.change()?;
        while place.generation()? == before {
            const PATIENCE: Duration = Duration::from_secs(60);
            if start.elapsed() > PATIENCE {
                return Err("what watches does not see a change".into());
            }
            thread::sleep(Duration::from_millis(5));
        }
        times.push(start.elapsed());
    }
    let peak = peak_of(watcher.0.id()).ok_or("the kernel does not tell the memory of a process")?;
    // It may still be removing what the last update replaced.
    drop(watcher);
    let [size, segments] = place.size()?;
    let time = milliseconds(percentile(times, 50));
    let name = format!("watching {updates} updates");
    table.cells(name, &[size, segments, megabytes(peak), time]);
    Ok(())
}
