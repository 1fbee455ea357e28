//! What the benches and the programs beside them share: cases like the real ones, the program that
//! is measured, and a table of figures.

pub mod case_file;
pub mod process;
pub mod program;
pub mod synthetic;
pub mod table;

use std::path::{Path, PathBuf};

/// The folder of the real cases.
pub fn seeds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds/cases")
}
