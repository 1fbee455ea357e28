//! The program that an example runs.

use std::error::Error;
use std::path::{Path, PathBuf};

/// The program beside this example: `target/release/incidex`.
pub fn program() -> Result<PathBuf, Box<dyn Error>> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent).unwrap_or(&own);
    let program = folder
        .join("incidex")
        .with_extension(std::env::consts::EXE_EXTENSION);
    match program.is_file() {
        true => Ok(program),
        false => Err(format!(
            "there is no program in {}; build it first with: cargo build --release",
            program.display()
        )
        .into()),
    }
}
