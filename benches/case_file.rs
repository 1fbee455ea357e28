//! Synthetic cases in a file, one a line.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::synthetic::Corpus;

/// Writes `n` cases to `path`, one at a time, and returns how many bytes they take.
pub fn write_cases(corpus: &Corpus, n: usize, seed: u64, path: &Path) -> io::Result<u64> {
    let mut out = BufWriter::new(File::create(path)?);
    for case in corpus.cases(n, seed) {
        serde_json::to_writer(&mut out, &case)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(out.get_ref().metadata()?.len())
}
