//! Counts the instructions of what must not become slower, and fails where they are more than 5 %
//! above those of `benches/instructions.json`. A machine that does much else counts the same.
//!
//! ```text
//! cargo build --release && cargo run --release -p incidex-benches --bin instructions
//! ```
//!
//! Valgrind counts, and shows every program the same processor, so that the parts of libraries that
//! exist for several are the same ones everywhere. What else they depend on is written beside them,
//! and where that differs, nothing is compared.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use clap::Parser;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use incidex_benches::case_file::write_cases;
use incidex_benches::exit_code;
use incidex_benches::process::run;
use incidex_benches::program::program;
use incidex_benches::synthetic::Corpus;
use incidex_benches::table::Table;

/// Counts the instructions of indexing and of a search, and compares them with the bound
#[derive(Parser)]
struct Arguments {
    /// Writes the bound anew, once a change that costs more is worth it, or one has made it cheaper
    #[arg(long)]
    write: bool,
}

/// Cases that are indexed. The same seed gives the same ones.
const CASES: usize = 1000;
const SEED: u64 = 1;
const QUERY: &str = "pods restart connection timeout after deploy";
/// What a count may be above the bound. The same program counts the same to a thousandth.
const MARGIN: f64 = 0.05;

/// What was counted, and where.
#[derive(Serialize, Deserialize)]
struct Counts {
    /// The compiler and the processor that Valgrind shows.
    made_by: String,
    /// Instructions by what they are for.
    instructions: BTreeMap<String, u64>,
}

fn main() -> ExitCode {
    exit_code(check(&Arguments::parse()))
}

fn check(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.json");
    let now = Counts {
        made_by: made_by()?,
        instructions: Counter::new()?.counts()?,
    };
    if arguments.write {
        return Ok(fs::write(path, serde_json::to_string_pretty(&now)? + "\n")?);
    }
    let bound: Counts = serde_json::from_str(&fs::read_to_string(path)?)?;
    print!("{}", table(&now, &bound));
    if now.made_by != bound.made_by {
        println!(
            "\nnot compared: the bound was made by {}, these counts by {}; `--write` makes it anew",
            bound.made_by, now.made_by
        );
        return Ok(());
    }
    match above(&now, &bound).as_slice() {
        [] => Ok(()),
        above => Err(format!(
            "more than {:.0} % above the bound: {}; make it cheaper, or write the bound anew with \
             --write and say in the change why it is worth it",
            MARGIN * 100.0,
            above.join(", ")
        )
        .into()),
    }
}

fn made_by() -> Result<String, Box<dyn Error>> {
    let compiler = Command::new("rustc").arg("--version").output();
    let compiler = compiler.map_err(|error| format!("cannot run rustc: {error}"))?;
    let compiler = String::from_utf8(compiler.stdout)?;
    Ok(format!("{} for {}", compiler.trim(), processor()))
}

/// Valgrind shows one processor to all programs on x86-64, with as much of AVX2 as there is.
fn processor() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        return "x86_64 with AVX2";
    }
    std::env::consts::ARCH
}

fn table(now: &Counts, bound: &Counts) -> Table {
    let mut table = Table::default();
    table.heading("millions of instructions");
    table.columns(&["bound", "now", "change"]);
    for (what, &count) in &now.instructions {
        let millions = |count: u64| format!("{:.1}", count as f64 / 1e6);
        let cells = match bound.instructions.get(what) {
            Some(&bound) => [
                millions(bound),
                millions(count),
                format!("{:+.1} %", (count as f64 / bound as f64 - 1.0) * 100.0),
            ],
            None => ["none".to_owned(), millions(count), String::new()],
        };
        table.cells(what, &cells);
    }
    table
}

/// What takes too many, or was never counted before.
fn above<'n>(now: &'n Counts, bound: &Counts) -> Vec<&'n str> {
    let is_above = |what: &str, count: u64| match bound.instructions.get(what) {
        Some(&bound) => count as f64 > bound as f64 * (1.0 + MARGIN),
        None => true,
    };
    let counts = now.instructions.iter();
    let above = counts.filter(|&(what, &count)| is_above(what, count));
    above.map(|(what, _)| what.as_str()).collect()
}

/// Runs the program where nothing else is.
struct Counter {
    program: PathBuf,
    folder: TempDir,
}

impl Counter {
    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            program: program()?,
            folder: tempfile::tempdir()?,
        })
    }

    fn counts(&self) -> Result<BTreeMap<String, u64>, Box<dyn Error>> {
        write_cases(&Corpus::load()?, CASES, SEED, &self.path("cases.jsonl"))?;
        let (index, cases) = (self.path("index"), self.path("cases.jsonl"));
        let indexing = self.count(&["index".as_ref(), "--index".as_ref(), &index, &cases])?;
        let searching = self.count(&[
            "search".as_ref(),
            "--index".as_ref(),
            &index,
            QUERY.as_ref(),
        ])?;
        Ok(BTreeMap::from([
            (format!("indexing {CASES} cases"), indexing),
            (format!("a search among {CASES} cases"), searching),
        ]))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The instructions of all threads, of which there are as few as can be.
    fn count(&self, arguments: &[&Path]) -> Result<u64, Box<dyn Error>> {
        let counted = self.path("counted");
        let mut valgrind = Command::new("valgrind");
        let mut out = std::ffi::OsString::from("--callgrind-out-file=");
        out.push(&counted);
        valgrind
            .arg("--tool=callgrind")
            .arg(out)
            .arg(&self.program)
            .args(arguments)
            .env("RAYON_NUM_THREADS", "1")
            .env_remove("INCIDEX_INDEX");
        run(&mut valgrind, &self.path("log"), &[0]).map_err(|error| {
            match error.downcast_ref::<io::Error>() {
                Some(source) if source.kind() == io::ErrorKind::NotFound => {
                    "there is no `valgrind` to count with; install it".into()
                }
                _ => error,
            }
        })?;
        let counted = fs::read_to_string(counted)?;
        let total = counted
            .lines()
            .find_map(|line| line.strip_prefix("totals:"));
        let total = total.ok_or("valgrind has counted nothing")?;
        Ok(total.trim().parse()?)
    }
}
