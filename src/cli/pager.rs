//! Long text on a terminal goes through a pager, as in other programs.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

/// Quits by itself where all fits on one screen, keeps colours, leaves the text on the screen.
const DEFAULT: &str = "less -FRX";

/// Prints `text`, which has colour codes, through a pager if one is `wanted` and stdout is a terminal.
pub(super) fn print(text: &[u8], wanted: bool) -> io::Result<()> {
    let pager = (wanted && io::stdout().is_terminal())
        .then(chosen)
        .flatten();
    // A pager that does not start must not keep anybody from reading.
    match pager.and_then(|pager| start(&pager)) {
        Some(pager) => feed(pager, text),
        None => {
            let mut out = anstream::stdout().lock();
            out.write_all(text)?;
            out.flush()
        }
    }
}

/// The pager that the user wants; none where the user wants none.
fn chosen() -> Option<String> {
    if env::var_os("NO_PAGER").is_some() {
        return None;
    }
    let pager = env::var("PAGER").unwrap_or_else(|_| DEFAULT.to_owned());
    (!pager.trim().is_empty()).then_some(pager)
}

/// Starts a program with its arguments, split at spaces.
fn start(pager: &str) -> Option<Child> {
    let mut words = pager.split_whitespace();
    let mut command = Command::new(words.next()?);
    command.args(words).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // `PAGER=less` alone would show the codes of colours.
        command.env("LESS", "FRX");
    }
    command.spawn().ok()
}

/// Hands `text` to the pager and waits until the reader is done, who may quit early.
fn feed(mut pager: Child, text: &[u8]) -> io::Result<()> {
    if let Some(input) = pager.stdin.take() {
        let colours = anstream::AutoStream::choice(&io::stdout());
        let mut input = anstream::AutoStream::new(Box::new(input) as Box<dyn Write>, colours);
        match input.write_all(text) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
            _ => {}
        }
    }
    pager.wait().map(drop)
}
