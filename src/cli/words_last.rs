//! Lets a person type or paste any words and put flags anywhere among them.
//!
//! To a parser of arguments `conntrack -S insert_failed` has a flag `-S`. In a query only the flags
//! that exist are flags; every other word, with or without a dash, is text. So the flags go first,
//! and all text behind `--`, in its order.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command, CommandFactory};

use super::args::Args;

/// Commands whose arguments are text.
const TEXT_COMMANDS: [&str; 5] = ["search", "explain", "facets", "suggest", "analyze"];

/// The arguments with flags before text, where the command takes text.
pub(super) fn rearranged(args: Vec<OsString>) -> Vec<OsString> {
    let program = Args::command();
    let Some((place, command)) = text_command(&program, &args) else {
        return args;
    };
    let flags: Vec<&Arg> = program
        .get_arguments()
        .chain(command.get_arguments())
        .collect();
    let mut rest = args[place + 1..].iter();
    let mut first: Vec<OsString> = args[..=place].to_vec();
    let mut text: Vec<OsString> = Vec::new();
    while let Some(arg) = rest.next() {
        if arg == "--" {
            text.extend(rest.by_ref().cloned());
        } else if let Some(takes_value) = known_flag(&flags, arg) {
            first.push(arg.clone());
            first.extend(rest.by_ref().take(usize::from(takes_value)).cloned());
        } else {
            text.push(arg.clone());
        }
    }
    first.push("--".into());
    first.extend(text);
    first
}

/// The place of the command among the arguments, and the command, if it is one that takes text.
fn text_command<'c>(program: &'c Command, args: &[OsString]) -> Option<(usize, &'c Command)> {
    let flags: Vec<&Arg> = program.get_arguments().collect();
    let mut place = 1;
    while let Some(takes_value) = known_flag(&flags, args.get(place)?) {
        place += 1 + usize::from(takes_value);
    }
    let name = args.get(place)?.to_str()?;
    let command = program.find_subcommand(name)?;
    TEXT_COMMANDS.contains(&name).then_some((place, command))
}

/// Whether `arg` is one of `flags`, and if so, whether the next argument is its value.
fn known_flag(flags: &[&Arg], arg: &OsStr) -> Option<bool> {
    let arg = arg.to_str()?;
    if matches!(arg, "-h" | "--help" | "-V" | "--version") {
        return Some(false);
    }
    let (name, has_value) = match arg.split_once('=') {
        Some((name, _)) => (name, true),
        None => (arg, false),
    };
    let flag = flags.iter().find(|flag| match name.strip_prefix("--") {
        Some(long) => flag.get_long() == Some(long) || aliases(flag).contains(&long),
        None => flag
            .get_short()
            .is_some_and(|short| name == format!("-{short}")),
    })?;
    Some(flag.get_action().takes_values() && !has_value)
}

fn aliases(flag: &Arg) -> Vec<&str> {
    flag.get_all_aliases().unwrap_or_default()
}
