//! What the benches and the programs beside them share: cases like the real ones, the program that
//! is measured, and a table of figures.

pub mod case_file;
pub mod process;
pub mod program;
pub mod synthetic;
pub mod table;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

/// The folder of the real cases.
pub fn seeds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds/cases")
}

/// How many bytes the files of a folder and of those in it have.
///
/// # Errors
///
/// One that cannot be read.
pub fn size_of_folder(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        bytes += match entry.file_type()?.is_dir() {
            true => size_of_folder(&entry.path())?,
            false => entry.metadata()?.len(),
        };
    }
    Ok(bytes)
}

/// How a program ends: what is printed of a failure, and the exit code.
pub fn exit_code(done: Result<(), impl Display>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Says so where figures would mean nothing.
pub fn note_unless_optimised() {
    if cfg!(debug_assertions) {
        eprintln!("note: not optimised; the figures mean nothing without --release");
    }
}
