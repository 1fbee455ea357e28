//! Measures incidex side by side with what one would take instead, on the same cases and queries,
//! and prints a table.
//!
//! ```text
//! cargo build --release && cargo run --release -p incidex-benches --bin peers -- 1000 10000
//! ```
//!
//! In parentheses, how many times as much as incidex. Peers search title and text in either
//! language and give ids; ripgrep finds the query as it is. The figures of a peer are medians of
//! rounds, in which the peers take turns.

mod cases;
mod incidex;
mod lucene;
mod peer;
mod plain_tantivy;
mod ripgrep;
mod sqlite;

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Parser;
use incidex_benches::process::run;
use incidex_benches::synthetic::{CLASSES, Corpus};
use incidex_benches::table::{Table, percentile};
use incidex_benches::{exit_code, note_unless_optimised, size_of_folder};

use cases::Cases;
use incidex::Incidex;
use lucene::Lucene;
use peer::{Answers, Peer, Query};
use plain_tantivy::Tantivy;
use ripgrep::Ripgrep;
use sqlite::{Sqlite, Tokenizer};

/// Measures incidex side by side with other engines, and prints a table
#[derive(Parser)]
struct Arguments {
    /// How many cases; a table for each size
    #[arg(default_values_t = [1_000, 10_000])]
    sizes: Vec<usize>,

    /// The same seed gives the same cases and queries
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many queries of each class
    #[arg(long, default_value_t = 50)]
    queries: usize,

    /// How often everybody answers all of them
    #[arg(long, default_value_t = 3)]
    rounds: usize,

    /// Answers one query from the index of a peer and ends: how these start a process
    #[arg(long, hide = true, num_args = 3, value_names = ["PEER", "INDEX", "TEXT"])]
    once: Option<Vec<String>>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    exit_code(match arguments.once.as_deref() {
        Some([peer, index, text]) => once(peer, Path::new(index), text),
        _ => measure(&arguments),
    })
}

/// A process of this program that answers one query.
fn own_process(peer: &str, index: &Path, text: &str) -> Command {
    let own = std::env::current_exe().unwrap_or_default();
    let mut command = Command::new(own);
    command.args(["--once", peer]).arg(index).arg(text);
    command
}

fn once(peer: &str, index: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    let hits = match peer {
        "sqlite" => Sqlite::once(index, text)?,
        "tantivy" => Tantivy::once(index, text)?,
        _ => return Err(format!("there is no peer {peer}").into()),
    };
    println!("{hits}");
    Ok(())
}

fn measure(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    note_unless_optimised();
    let corpus = Corpus::load()?;
    for &size in &arguments.sizes {
        print!("{}", table(arguments, &corpus, size)?);
    }
    Ok(())
}

/// All but incidex, which comes first everywhere.
fn peers() -> Vec<Box<dyn Peer>> {
    let mut peers: Vec<Box<dyn Peer>> = vec![
        Box::new(Tantivy::default()),
        Box::new(Sqlite::new(Tokenizer::Words)),
        Box::new(Sqlite::new(Tokenizer::Trigrams)),
    ];
    match Ripgrep::new() {
        Some(ripgrep) => peers.push(Box::new(ripgrep)),
        None => eprintln!("note: without ripgrep, which is not installed"),
    }
    match Lucene::new() {
        Some(lucene) => peers.push(Box::new(lucene)),
        None => eprintln!("note: without Lucene; {} is not set", lucene::VARIABLE),
    }
    peers
}

fn table(arguments: &Arguments, corpus: &Corpus, size: usize) -> Result<Table, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    eprintln!("making {size} cases …");
    let cases = Cases::write(corpus, size, arguments.seed, folder.path())?;
    let mut own = Incidex::new()?;
    let mut others = peers();
    // Room for a figure and a ratio.
    let mut table = Table::of_width(17);
    table.heading(format_args!(
        "{size} cases, {:.1} MB of JSON",
        cases.bytes as f64 / 1e6
    ));
    let names = others.iter().map(|peer| peer.name());
    let names: Vec<&str> = std::iter::once(own.name()).chain(names).collect();
    table.columns(&names);
    let mut everybody: Vec<&mut dyn Peer> = vec![&mut own];
    everybody.extend(others.iter_mut().map(|peer| &mut **peer as &mut dyn Peer));
    indexing(&cases, folder.path(), &mut everybody, &mut table)?;
    let classes = classes(corpus, arguments);
    cold(&classes, arguments, folder.path(), &everybody, &mut table)?;
    warm(&classes, arguments, &mut everybody, &mut table)?;
    pages(&classes, arguments, &own, &mut table)?;
    Ok(table)
}

fn classes(corpus: &Corpus, arguments: &Arguments) -> [Vec<Query>; CLASSES.len()] {
    let mut classes: [Vec<Query>; CLASSES.len()] = Default::default();
    let all = corpus.queries(arguments.queries * CLASSES.len(), arguments.seed);
    for ((class, text), number) in all.zip((0..CLASSES.len()).cycle()) {
        classes[number].push(Query { class, text });
    }
    classes
}

fn indexing(
    cases: &Cases,
    folder: &Path,
    everybody: &mut [&mut dyn Peer],
    table: &mut Table,
) -> Result<(), Box<dyn Error>> {
    let mut speeds = Vec::new();
    let mut sizes = Vec::new();
    for (number, peer) in everybody.iter_mut().enumerate() {
        eprintln!("indexing with {} …", peer.name());
        let index = folder.join(format!("index-{number}"));
        let taken = peer.build(cases, &index)?;
        speeds.push(taken.map(|taken| cases.count as f64 / taken.as_secs_f64()));
        sizes.push(match taken {
            Some(_) => Some(size_of_folder(&index)? as f64 / cases.bytes as f64),
            None => None,
        });
    }
    table.cells("indexing, cases a second", &with_ratios(&speeds, 0));
    table.cells("index size to JSON", &with_ratios(&sizes, 2));
    Ok(())
}

/// A tenth of the queries starts a process each.
fn cold(
    classes: &[Vec<Query>],
    arguments: &Arguments,
    folder: &Path,
    everybody: &[&mut dyn Peer],
    table: &mut Table,
) -> Result<(), Box<dyn Error>> {
    const ANY: [i32; 2] = [0, 1];
    let log = folder.join("log");
    for (class, queries) in CLASSES.iter().zip(classes) {
        eprintln!("searching, a process each, {class} …");
        let mut times = vec![Vec::new(); everybody.len()];
        for query in queries.iter().take(arguments.queries.div_ceil(10)) {
            for (times, peer) in times.iter_mut().zip(everybody) {
                for _ in 0..arguments.rounds {
                    times.push(run(&mut peer.cold(&query.text), &log, &ANY)?.wall);
                }
            }
        }
        let medians = times.into_iter().map(|times| Some(percentile(times, 50)));
        let medians: Vec<_> = medians.map(milliseconds).collect();
        table.cells(format_args!("{class}, cold, ms"), &with_ratios(&medians, 1));
    }
    Ok(())
}

fn warm(
    classes: &[Vec<Query>],
    arguments: &Arguments,
    everybody: &mut [&mut dyn Peer],
    table: &mut Table,
) -> Result<(), Box<dyn Error>> {
    for (class, queries) in CLASSES.iter().zip(classes) {
        eprintln!("searching, all in one process, {class} …");
        let mut rounds: Vec<Vec<Option<Answers>>> = vec![Vec::new(); everybody.len()];
        for round in 0..=arguments.rounds {
            for (rounds, peer) in rounds.iter_mut().zip(everybody.iter_mut()) {
                let answers = peer.warm(queries)?;
                // The first round brings everything into memory.
                if round > 0 {
                    rounds.push(answers);
                }
            }
        }
        let row = |time: fn(&Answers) -> Duration| -> Vec<Option<f64>> {
            let medians = rounds.iter().map(|rounds| median(rounds, time));
            medians.map(milliseconds).collect()
        };
        let p50 = row(|answers| answers.p50);
        let p99 = row(|answers| answers.p99);
        table.cells(format_args!("{class}, p50, ms"), &with_ratios(&p50, 2));
        table.cells(format_args!("{class}, p99, ms"), &with_ratios(&p99, 2));
        let hits: Vec<String> = rounds
            .iter()
            .map(|rounds| match rounds.first() {
                Some(Some(answers)) => {
                    format!("{:.1}", answers.hits as f64 / queries.len() as f64)
                }
                _ => NONE.to_owned(),
            })
            .collect();
        table.cells(format_args!("{class}, mean hits"), &hits);
    }
    Ok(())
}

/// What only incidex does.
fn pages(
    classes: &[Vec<Query>],
    arguments: &Arguments,
    own: &Incidex,
    table: &mut Table,
) -> Result<(), Box<dyn Error>> {
    for (class, queries) in CLASSES.iter().zip(classes) {
        let mut rounds = Vec::new();
        for _ in 0..arguments.rounds {
            rounds.push(own.warm_pages(queries)?);
        }
        let p50 = milliseconds(median(&rounds, |answers| answers.p50));
        let p99 = milliseconds(median(&rounds, |answers| answers.p99));
        let name = format!("{class}, whole page, ms");
        table.cells(
            name,
            &[with_ratios(&[p50], 2), with_ratios(&[p99], 2)].concat(),
        );
    }
    Ok(())
}

fn median(rounds: &[Option<Answers>], time: fn(&Answers) -> Duration) -> Option<Duration> {
    let times: Option<Vec<Duration>> = rounds
        .iter()
        .map(|answers| answers.as_ref().map(time))
        .collect();
    times.map(|times| percentile(times, 50))
}

fn milliseconds(time: Option<Duration>) -> Option<f64> {
    time.map(|time| time.as_secs_f64() * 1e3)
}

const NONE: &str = "–";

/// Figures, and behind each but the first how many times the first it is.
fn with_ratios(figures: &[Option<f64>], decimals: usize) -> Vec<String> {
    let first = figures.first().copied().flatten();
    let shown = figures
        .iter()
        .enumerate()
        .map(|(number, figure)| match (figure, first) {
            (Some(figure), Some(first)) if number > 0 => {
                format!("{figure:.decimals$} ({:.2})", figure / first)
            }
            (Some(figure), _) => format!("{figure:.decimals$}"),
            (None, _) => NONE.to_owned(),
        });
    shown.collect()
}
