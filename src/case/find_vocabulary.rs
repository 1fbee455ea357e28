//! Where the vocabulary comes from.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::input::{Input, VOCABULARY_FILE, unreadable};
use super::place::{Found, Position};
use super::problem::Fault;
use super::utf8;
use super::vocabulary::Vocabulary;

/// The vocabulary in the file `explicit`, else in a `vocabulary.json` in or beside one
/// of the inputs (the first that has one), else the built-in one.
///
/// # Errors
///
/// Everything wrong with the file. One that is there and faulty is not passed over.
pub fn find_vocabulary(
    explicit: Option<&Path>,
    inputs: &[Input],
) -> Result<Vocabulary, Vec<Fault>> {
    if let Some(file) = explicit {
        return read(file)
            .unwrap_or_else(|| Err(vec![unreadable(file, &ErrorKind::NotFound.into())]));
    }
    inputs
        .iter()
        .flat_map(candidates)
        .find_map(|file| read(&file))
        .unwrap_or_else(|| Ok(Vocabulary::clone(Vocabulary::builtin())))
}

fn candidates(input: &Input) -> Vec<PathBuf> {
    match input {
        Input::Stdin => Vec::new(),
        Input::Path(path) if path.is_dir() => vec![
            path.join(VOCABULARY_FILE),
            beside(path).join(VOCABULARY_FILE),
        ],
        Input::Path(path) => vec![beside(path).join(VOCABULARY_FILE)],
    }
}

/// The folder that holds `path`. Paths such as `.` do not name theirs.
fn beside(path: &Path) -> PathBuf {
    match (path.file_name(), path.parent()) {
        (Some(_), Some(folder)) => folder.to_owned(),
        _ => path.join(".."),
    }
}

/// `None` if there is no such file.
fn read(file: &Path) -> Option<Result<Vocabulary, Vec<Fault>>> {
    match fs::read(file) {
        Ok(bytes) => Some(parse(file, &bytes)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            None
        }
        Err(error) => Some(Err(vec![unreadable(file, &error)])),
    }
}

fn parse(file: &Path, bytes: &[u8]) -> Result<Vocabulary, Vec<Fault>> {
    match utf8::text(utf8::without_mark(bytes), Position::START) {
        Ok(text) => Vocabulary::from_json(file, text),
        Err((position, problem)) => Err(vec![Found::at(&file.into(), position, problem)]),
    }
}
