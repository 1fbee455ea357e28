//! Completion in a shell: the script that `incidex completions` prints calls the program while a
//! command is being typed. Values of facets and ids come from the index in use; where there is none,
//! values come from the vocabulary that is built in.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_complete::env::Shells;
use clap_complete::{ArgValueCompleter, CompleteEnv, CompletionCandidate, Shell};

use super::args::{Args, DEFAULT_INDEX};
use super::{Failure, Outcome};
use crate::case::{Dimension, Lang, Vocabulary};
use crate::error::Error;
use crate::index::{Generations, Reader};

/// What a script sets when it asks.
const VARIABLE: &str = "INCIDEX_COMPLETE";
/// More are not read on a terminal.
const IDS: usize = 100;

/// Answers the script of a shell, if it is one that asks.
pub(super) fn answer() -> Result<bool, Failure> {
    let folder = env::current_dir().ok();
    let asked = CompleteEnv::with_factory(Args::command).var(VARIABLE);
    let answered = asked.try_complete(env::args_os(), folder.as_deref());
    answered.map_err(|e| Failure::Message(e.to_string()))
}

/// Prints the script for `shell`.
pub(super) fn print_script(shell: Shell) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(&shell.to_string()) {
        let program = program();
        shell.write_registration(VARIABLE, "incidex", "incidex", &program, &mut script)?;
    }
    io::stdout().lock().write_all(&script)?;
    Ok(Outcome::Success)
}

/// The program as the script calls it: as it was called, unless that depends on the folder.
fn program() -> String {
    let called = env::args_os().next().unwrap_or_default();
    let is_path = Path::new(&called).components().nth(1).is_some();
    let program = match env::current_exe() {
        Ok(path) if is_path => path.into(),
        _ => called,
    };
    program.to_string_lossy().into_owned()
}

/// Completes the values of `dimension`: a code, or where its label is being typed, that.
pub(super) fn values(dimension: Dimension) -> ArgValueCompleter {
    ArgValueCompleter::new(move |typed: &OsStr| {
        let typed = in_one_word(&typed.to_string_lossy());
        let from_index = reader().and_then(|reader| {
            let codes = reader.facet_codes(dimension)?;
            Ok(candidates(&typed, dimension, &codes, reader.vocabulary()))
        });
        from_index.unwrap_or_else(|_| {
            let vocabulary = Vocabulary::builtin();
            let terms = vocabulary.terms(dimension).iter();
            let codes: Vec<String> = terms.map(|term| term.code.clone()).collect();
            candidates(&typed, dimension, &codes, vocabulary)
        })
    })
}

fn candidates(
    typed: &str,
    dimension: Dimension,
    codes: &[String],
    vocabulary: &Vocabulary,
) -> Vec<CompletionCandidate> {
    let typed = typed.to_lowercase();
    let candidate = |code: &String| {
        let label = |lang| vocabulary.label(dimension, code, lang);
        let names = [code, label(Lang::En), label(Lang::Ko)].map(in_one_word);
        let mut names = names.into_iter();
        let name = names.find(|name| name.to_lowercase().starts_with(&typed) && is_safe(name))?;
        let help = Some(label(Lang::En).to_owned()).filter(|label| *label != name);
        Some(CompletionCandidate::new(name).help(help.map(Into::into)))
    };
    codes.iter().filter_map(candidate).collect()
}

/// A filter does not tell spaces from hyphens, and shells differ in how they quote.
fn in_one_word(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Whether a shell takes `name` as it is: what it means by a quote would change the line.
fn is_safe(name: &str) -> bool {
    !name.contains([
        '\'', '"', '`', '$', '\\', '&', ';', '|', '<', '>', '(', ')', '*', '!',
    ])
}

/// Completes ids.
pub(super) fn ids() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let ids = reader().and_then(|reader| reader.ids_beginning(&typed.to_string_lossy(), IDS));
        let ids = ids.unwrap_or_default().into_iter();
        ids.map(CompletionCandidate::new).collect::<Vec<_>>()
    })
}

fn reader() -> Result<Reader, Error> {
    Reader::open(&Generations::new(index(env::args_os())))
}

/// The folder of the index that the command being typed is about.
fn index(words: impl Iterator<Item = OsString>) -> PathBuf {
    let mut words = words.skip_while(|word| word != "--");
    let mut named = None;
    while let Some(word) = words.next() {
        let word = word.to_string_lossy();
        match word.strip_prefix("--index") {
            Some("") => named = words.next(),
            Some(rest) => named = rest.strip_prefix('=').map(OsString::from).or(named),
            None => {}
        }
    }
    let named = named
        .or_else(|| env::var_os("INCIDEX_INDEX"))
        .filter(|named| !named.is_empty());
    named.map_or_else(|| DEFAULT_INDEX.into(), PathBuf::from)
}
