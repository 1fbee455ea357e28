//! `incidex man`: the manual, made of what `--help` says.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::args::{Args, ManArgs};
use super::{Failure, Outcome};

pub(super) fn run(args: &ManArgs) -> Result<Outcome, Failure> {
    let mut program = Args::command();
    // Gives each command its whole name.
    program.build();
    let command = named(&program, &args.command)?;
    let mut page = Vec::new();
    // Of a command, the name of the program that it is of.
    Man::new(command.clone())
        .source(format!("incidex {}", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    io::stdout().lock().write_all(&page)?;
    Ok(Outcome::Success)
}

/// The command that `names` lead to, each one of the one before.
fn named<'c>(program: &'c Command, names: &[String]) -> Result<&'c Command, Failure> {
    names.iter().try_fold(program, |command, name| {
        let found = command.find_subcommand(name);
        found.ok_or_else(|| Failure::Message(unknown(command, name)))
    })
}

fn unknown(command: &Command, name: &str) -> String {
    let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let known = match known.as_slice() {
        [] => "it has none".to_owned(),
        known => format!("write one of {}", known.join(", ")),
    };
    format!("{name:?} is no command of {}; {known}", command.get_name())
}
