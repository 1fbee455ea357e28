//! `incidex eval run`.

use std::io::Write;

use super::args::RunArgs;
use super::input::read_topics;
use super::notes::latency_line;
use super::system::{open_weighted, write_run};
use crate::cli::args::Global;
use crate::cli::{Failure, Outcome, tell};

pub(super) fn run(global: &Global, args: &RunArgs) -> Result<Outcome, Failure> {
    let topics = read_topics(&args.topics.topics)?;
    let engine = open_weighted(&args.weights, global)?;
    let (text, latency) = write_run(&engine, &topics, args.depth as usize, &args.tag)?;
    std::io::stdout().lock().write_all(text.as_bytes())?;
    tell(&latency_line(&latency));
    Ok(Outcome::Success)
}
