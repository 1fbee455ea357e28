//! Lucene, or whatever else the command in `LUCENE_CMD` runs. It has to understand
//!
//! ```text
//! COMMAND index FLAT.jsonl FOLDER     builds an index from lines as `cases.rs` writes them
//! COMMAND bench FOLDER QUERIES.tsv    prints {"CLASS": {"p50_us": …, "p99_us": …}, …} as JSON
//! COMMAND run FOLDER QUERIES.tsv OUT  writes a TREC run
//! COMMAND q FOLDER TEXT               answers one query
//! ```
//!
//! where a query is a line of number, class and text with tabs between them.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::cases::Cases;
use crate::peer::{Answers, HITS, Peer, Query};

pub const VARIABLE: &str = "LUCENE_CMD";

/// Rounds that are not counted, for the virtual machine to compile what is used much; as many as
/// others get at the start would do it no justice.
const WARM_UP: &str = "--warm=5";

pub struct Lucene {
    program: String,
    folder: PathBuf,
}

impl Lucene {
    /// None where the variable is not set.
    pub fn new() -> Option<Self> {
        let program = std::env::var(VARIABLE).ok();
        program
            .filter(|program| !program.is_empty())
            .map(|program| Self {
                program,
                folder: PathBuf::new(),
            })
    }

    fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(subcommand);
        command
    }

    fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
        let output = command.output()?;
        if !output.status.success() {
            let messages = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{command:?} ended with {}:\n{messages}", output.status).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    fn hits(&self, queries: &Path) -> Result<usize, Box<dyn Error>> {
        let out = self.folder.with_extension("run");
        let mut command = self.command("run");
        command.arg(&self.folder).arg(queries).arg(&out);
        Self::output(command.arg(format!("--k={HITS}")))?;
        Ok(fs::read_to_string(out)?.lines().count())
    }
}

impl Peer for Lucene {
    fn name(&self) -> &'static str {
        "Lucene"
    }

    fn build(&mut self, cases: &Cases, folder: &Path) -> Result<Option<Duration>, Box<dyn Error>> {
        self.folder = folder.to_owned();
        let mut command = self.command("index");
        command.arg(&cases.flat).arg(folder).arg("--threads=2");
        let start = Instant::now();
        Self::output(&mut command)?;
        Ok(Some(start.elapsed()))
    }

    fn cold(&self, text: &str) -> Command {
        let mut command = self.command("q");
        command.arg(&self.folder).arg(text);
        command
    }

    fn warm(&mut self, class: &[Query]) -> Result<Option<Answers>, Box<dyn Error>> {
        let queries = self.folder.with_extension("tsv");
        let mut lines = String::new();
        for (number, query) in class.iter().enumerate() {
            let text = query.text.replace(['\t', '\n', '\r'], " ");
            writeln!(lines, "{number}\t{}\t{text}", query.class)?;
        }
        fs::write(&queries, lines)?;
        let mut command = self.command("bench");
        command.arg(&self.folder).arg(&queries);
        let printed = Self::output(command.args([WARM_UP, "--rounds=1"]))?;
        let printed: Value = serde_json::from_str(&printed)?;
        let time = |name| {
            let microseconds = printed["all"][name].as_f64();
            let microseconds = microseconds.ok_or_else(|| format!("no {name} in {printed}"))?;
            Ok::<_, String>(Duration::from_secs_f64(microseconds / 1e6))
        };
        Ok(Some(Answers {
            p50: time("p50_us")?,
            p99: time("p99_us")?,
            hits: self.hits(&queries)?,
        }))
    }
}
