//! ripgrep over the files, one a case: the query as it is, in any case, nothing ranked.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cases::Cases;
use crate::peer::{Answers, Peer, Query};

const PROGRAM: &str = "rg";

pub struct Ripgrep {
    files: PathBuf,
}

impl Ripgrep {
    /// None where it is not installed.
    pub fn new() -> Option<Self> {
        let mut command = Command::new(PROGRAM);
        let found = command.arg("--version").stdout(Stdio::null()).status();
        found.is_ok().then(|| Self {
            files: PathBuf::new(),
        })
    }
}

impl Peer for Ripgrep {
    fn name(&self) -> &'static str {
        "ripgrep"
    }

    fn build(&mut self, cases: &Cases, _: &Path) -> Result<Option<Duration>, Box<dyn Error>> {
        self.files = cases.files.clone();
        Ok(None)
    }

    fn cold(&self, text: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        let options = ["--files-with-matches", "--fixed-strings", "--ignore-case"];
        command.args(options).args(["--", text]).arg(&self.files);
        command
    }

    fn warm(&mut self, _: &[Query]) -> Result<Option<Answers>, Box<dyn Error>> {
        Ok(None)
    }
}
