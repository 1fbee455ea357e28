//! What is asked of everybody.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use incidex_benches::table::percentile;

use crate::cases::Cases;

/// As many hits as a page shows.
pub const HITS: usize = 10;

pub struct Query {
    pub class: &'static str,
    pub text: String,
}

/// How long the queries of a class took, and what they found.
#[derive(Clone, Default)]
pub struct Answers {
    pub p50: Duration,
    pub p99: Duration,
    /// Hits in all, at most [`HITS`] a query.
    pub hits: usize,
}

pub trait Peer {
    fn name(&self) -> &'static str;

    /// Indexes the cases into a folder of its own. None for one that needs no index.
    fn build(&mut self, cases: &Cases, folder: &Path) -> Result<Option<Duration>, Box<dyn Error>>;

    /// A process that answers one query and ends.
    fn cold(&self, text: &str) -> Command;

    /// Answers every query of a class once, all in one process. None for one that has no such
    /// process.
    fn warm(&mut self, class: &[Query]) -> Result<Option<Answers>, Box<dyn Error>>;
}

/// Answers queries one after the other with `search`, which gives the number of hits.
pub fn answers(
    class: &[Query],
    mut search: impl FnMut(&str) -> Result<usize, Box<dyn Error>>,
) -> Result<Option<Answers>, Box<dyn Error>> {
    let mut times = Vec::new();
    let mut hits = 0;
    for query in class {
        let start = Instant::now();
        hits += search(&query.text)?;
        times.push(start.elapsed());
    }
    Ok(Some(Answers {
        p50: percentile(times.clone(), 50),
        p99: percentile(times, 99),
        hits,
    }))
}

/// The words of a query as one would write them for an engine that knows operators: each in
/// quotation marks, so that none is taken for an operator.
pub fn quoted_words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace()
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .map(|word| format!("\"{}\"", word.replace(['"', '\\'], " ")))
}
