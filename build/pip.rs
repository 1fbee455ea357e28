//! Fetches the archive with the package client that people already have.

use std::path::Path;
use std::process::Command;

use super::Fault;

/// What Python 3 is called; Windows has the second name only.
pub const PYTHONS: [&str; 2] = ["python3", "python"];

/// Downloads what the requirements file names into `folder`. The file holds a
/// checksum, so that pip runs nothing unchecked when it asks a source package
/// for its metadata.
pub fn download(pythons: &[&str], requirements: &Path, folder: &Path) -> Result<(), Fault> {
    let mut command = Command::new(python_with_pip(pythons)?);
    command
        .args(["-m", "pip", "download"])
        .args(["--disable-pip-version-check", "--no-input"])
        .args(["--no-deps", "--no-binary", ":all:", "--require-hashes"])
        .arg("-r")
        .arg(requirements)
        .arg("-d")
        .arg(folder);
    run(&mut command).map_err(|output| Fault::Download {
        command: format!("{command:?}"),
        output,
    })
}

fn python_with_pip<'a>(pythons: &[&'a str]) -> Result<&'a str, Fault> {
    let mut tried = Vec::new();
    for &python in pythons {
        match run(Command::new(python).args(["-m", "pip", "--version"])) {
            Ok(()) => return Ok(python),
            Err(output) => tried.push(format!("{python}: {output}")),
        }
    }
    Err(Fault::NoPip {
        tried: tried.join("\n"),
    })
}

/// Runs a command to its end; an error is what it or the system said.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} ({})", said.trim(), output.status))
}
