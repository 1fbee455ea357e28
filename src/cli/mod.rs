//! The command line: arguments, one file a command, and what a user sees on stderr.

mod analyze;
mod args;
mod check;
mod complete;
mod delete;
mod eval;
mod explain;
mod facets;
mod index;
mod limits;
mod lists;
mod man;
mod pager;
mod related;
mod search;
mod serve;
mod show;
mod suggest;
mod verify;
mod watch;
mod words_last;

use std::io::{self, Write};
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Parser;
use indicatif::HumanCount;

use args::{Args, Command};

use crate::error::Error;
use crate::server;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default();

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It did what was asked and found something.
    Success,
    /// A search without hits, a check with findings.
    Nothing,
    /// It could not do what was asked; what is wrong has been said.
    Failure,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Library(#[from] Error),
    #[error(transparent)]
    Server(#[from] server::Failure),
    #[error(transparent)]
    Output(#[from] io::Error),
    #[error("{0}")]
    Message(String),
}

/// Runs the program with the arguments it was called with.
pub fn run() -> ExitCode {
    match complete::answer() {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(failure) => return failed(&failure),
    }
    limits::survive_large_files();
    let words_last::Rearranged { args, notes } =
        words_last::rearranged(std::env::args_os().collect());
    let args = Args::parse_from(args);
    for note in notes {
        say(WARNING, "note", &note);
    }
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        let text = format!(
            "incidex is broken in {}, or the index is damaged, which `incidex verify` tells",
            place.unwrap_or_default()
        );
        say(ERROR, "error", &text);
    }));
    match panic::catch_unwind(|| carry_out(args)) {
        Ok(code) => code,
        Err(_) => ExitCode::from(2),
    }
}

fn carry_out(args: Args) -> ExitCode {
    let result = match args.command {
        Command::Index(command) => index::run(&args.global, &command),
        Command::Search(command) => search::run(&args.global, &command),
        Command::Explain(command) => explain::run(&args.global, &command),
        Command::Facets(command) => facets::run(&args.global, &command),
        Command::Show(command) => show::run(&args.global, &command),
        Command::Related(command) => related::run(&args.global, &command),
        Command::Suggest(command) => suggest::run(&args.global, &command),
        Command::Analyze(command) => analyze::run(&args.global, &command),
        Command::Check(command) => check::run(&args.global, &command),
        Command::Delete(command) => delete::run(&args.global, &command),
        Command::Verify(command) => verify::run(&args.global, &command),
        Command::Serve(command) => serve::run(&args.global, &command),
        Command::Eval(command) => eval::run(&args.global, &command),
        Command::Completions(command) => command.print(),
        Command::Man(command) => man::run(&command),
    };
    match result {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Ok(Outcome::Failure) => ExitCode::from(2),
        Err(failure) => failed(&failure),
    }
}

fn failed(failure: &Failure) -> ExitCode {
    match failure {
        // Whoever read the output has seen enough.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        failure => {
            say(ERROR, "error", &failure.to_string());
            ExitCode::from(2)
        }
    }
}

/// `n` things, by the name of one.
fn count(n: usize, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{} {one}s", HumanCount(n as u64)),
    }
}

/// Writes a line about something to stderr.
fn say(style: Style, what: &str, text: &str) {
    tell(&format!("{style}{what}:{style:#} {text}"));
}

/// Writes a line to stderr.
fn tell(line: &str) {
    // Nobody can be told that stderr is closed.
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Columns of the terminal that stdout is; none where it is a pipe or a file.
fn width() -> Option<usize> {
    use std::io::IsTerminal;
    const WIDEST: usize = 110;
    let is_terminal = io::stdout().is_terminal();
    is_terminal.then(|| textwrap::termwidth().clamp(20, WIDEST))
}

/// Prints `value` as pretty JSON.
fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Reads all of standard input. What is not UTF-8 is replaced and told: pasted logs have anything in
/// them. UTF-16 is understood where it says what it is.
fn read_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::stdin().lock(), &mut bytes)?;
    let utf16 = |of: fn([u8; 2]) -> u16| {
        let units = bytes[2..].as_chunks().0.iter().map(|&unit| of(unit));
        String::from_utf16_lossy(&units.collect::<Vec<u16>>())
    };
    let text = match bytes.as_slice() {
        [0xFF, 0xFE, ..] => utf16(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => utf16(u16::from_be_bytes),
        bytes => {
            if std::str::from_utf8(bytes).is_err() || bytes.contains(&0) {
                say(
                    WARNING,
                    "note",
                    "standard input is not UTF-8, and what is not may be missed; convert it, as with \
                     iconv -f CP949 -t UTF-8",
                );
            }
            String::from_utf8_lossy(bytes).into_owned()
        }
    };
    Ok(text)
}

/// Reads a file that somebody named.
fn read_text(file: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(file).map_err(|e| Error::io("read", file, e))?;
    String::from_utf8(bytes).map_err(|_| {
        let file = file.display();
        Failure::Message(format!("{file} is not UTF-8; save it as UTF-8"))
    })
}
