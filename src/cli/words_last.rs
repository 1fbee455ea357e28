//! Lets a person type or paste any words and put flags anywhere among them.
//!
//! To a parser of arguments `conntrack -S insert_failed` has a flag `-S`. In a query only the flags
//! that exist are flags; every other word, with or without a dash, is text. So the flags go first,
//! and all text behind `--`, in its order.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command, CommandFactory};

use super::args::Args;
use crate::quoted::shortened;

/// Commands whose arguments are text.
const TEXT_COMMANDS: [&str; 5] = ["search", "explain", "facets", "suggest", "analyze"];

/// Words like flags that are told; more are a command that somebody pasted.
const NOTED: usize = 3;

/// Arguments with flags before text, where the command takes text.
pub(super) struct Rearranged {
    pub(super) args: Vec<OsString>,
    /// What to say of words that look like flags of ours and are none.
    pub(super) notes: Vec<String>,
}

/// See [`Rearranged`].
pub(super) fn rearranged(args: Vec<OsString>) -> Rearranged {
    let program = Args::command();
    let Some((place, command)) = text_command(&program, &args) else {
        let notes = Vec::new();
        return Rearranged { args, notes };
    };
    let flags: Vec<&Arg> = program
        .get_arguments()
        .chain(command.get_arguments())
        .collect();
    let mut rest = args[place + 1..].iter();
    let mut first: Vec<OsString> = args[..=place].to_vec();
    let mut text: Vec<OsString> = Vec::new();
    let mut notes = Vec::new();
    while let Some(arg) = rest.next() {
        if arg == "--" {
            text.extend(rest.by_ref().cloned());
        } else if let Some(takes_value) = known_flag(&flags, arg) {
            first.push(arg.clone());
            first.extend(rest.by_ref().take(usize::from(takes_value)).cloned());
        } else {
            notes.extend(note(command, &flags, arg));
            text.push(arg.clone());
        }
    }
    notes.truncate(NOTED);
    first.push("--".into());
    first.extend(text);
    Rearranged { args: first, notes }
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
        Some(long) => names(flag).any(|name| name == long),
        None => flag
            .get_short()
            .is_some_and(|short| is_short(short, name, flag.get_action().takes_values())),
    })?;
    let has_value = has_value || !name.starts_with("--") && name.len() > 2;
    Some(flag.get_action().takes_values() && !has_value)
}

/// `-n`, or `-n3` where the flag takes a value.
fn is_short(short: char, arg: &str, takes_value: bool) -> bool {
    let Some(value) = arg.strip_prefix('-').and_then(|a| a.strip_prefix(short)) else {
        return false;
    };
    value.is_empty() || takes_value && value.bytes().all(|byte| byte.is_ascii_digit())
}

fn names(flag: &Arg) -> impl Iterator<Item = &str> {
    let aliases = flag.get_all_aliases().unwrap_or_default();
    flag.get_long().into_iter().chain(aliases)
}

/// What to say of `arg`, which became text, if it is written like a flag.
fn note(command: &Command, flags: &[&Arg], arg: &OsStr) -> Option<String> {
    /// Jaro-Winkler likeness of a slip.
    const SLIP: f64 = 0.88;
    let typed = arg.to_str()?.split('=').next()?;
    let long = typed.strip_prefix("--")?;
    let likeness = |name: &&str| strsim::jaro_winkler(name, long);
    let alike = flags
        .iter()
        .flat_map(|flag| names(flag))
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .filter(|name| likeness(name) >= SLIP);
    let why = match alike {
        Some(alike) => format!("did you mean --{alike}?"),
        None => format!("incidex {} has no such option", command.get_name()),
    };
    Some(format!("{:?} was read as text: {why}", shortened(typed)))
}
