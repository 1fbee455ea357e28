//! The program that is measured or tried.

use std::error::Error;
use std::path::PathBuf;

/// The program beside this one: `target/release/incidex`.
pub fn program() -> Result<PathBuf, Box<dyn Error>> {
    let own = std::env::current_exe()?;
    let folder = own.parent().unwrap_or(&own);
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
