//! Which files to read.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::load::Report;
use super::place::{Found, Place};
use super::problem::{Fault, Problem};

pub(super) const VOCABULARY_FILE: &str = "vocabulary.json";

/// Something cases are read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    Stdin,
    /// A file, or a folder with all that is in it.
    Path(PathBuf),
}

impl From<OsString> for Input {
    /// As on a command line, where `-` is standard input.
    fn from(argument: OsString) -> Self {
        if argument == "-" {
            Input::Stdin
        } else {
            Input::Path(argument.into())
        }
    }
}

/// A file as it was named, and its canonical path, which tells it from others;
/// standard input has none.
struct Candidate {
    input: Input,
    canonical: Option<PathBuf>,
}

/// The files of all inputs, folders in sorted order, each file once even if several
/// inputs lead to it: `cases cases/PX-0001.json` is not a pair of duplicates. The folder `leave_out`
/// is passed over where it lies in another one.
pub(super) fn files(inputs: &[Input], leave_out: Option<&Path>, report: &mut Report) -> Vec<Input> {
    let leave_out = leave_out.map(canonical);
    let mut candidates = Vec::new();
    for input in inputs {
        match input {
            Input::Stdin => candidates.push(Candidate {
                input: Input::Stdin,
                canonical: None,
            }),
            Input::Path(path) => match fs::metadata(path) {
                Ok(metadata) if metadata.is_dir() => match leave_out.as_deref() {
                    Some(left_out) if left_out == canonical(path) => {
                        report.faults.push(whole(path, Problem::IndexAsCases));
                    }
                    left_out => folder(path, left_out, &mut candidates, report),
                },
                Ok(_) if is_vocabulary(path) => {
                    report.faults.push(whole(path, Problem::VocabularyAsCase));
                }
                Ok(_) => candidates.push(Candidate {
                    input: input.clone(),
                    canonical: Some(canonical(path)),
                }),
                Err(error) => report.faults.push(unreadable(path, &error)),
            },
        }
    }
    let mut seen = HashSet::new();
    candidates.retain(|candidate| seen.insert(candidate.canonical.clone()));
    candidates
        .into_iter()
        .map(|candidate| candidate.input)
        .collect()
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> Fault {
    let problem = match error.kind() {
        io::ErrorKind::NotFound => Problem::Missing,
        _ => Problem::Unreadable {
            reason: error.to_string(),
        },
    };
    whole(path, problem)
}

/// The case files below `root`. Links are not followed, so there are no loops; `root`
/// itself may be a link, since the user asked for it.
fn folder(
    root: &Path,
    leave_out: Option<&Path>,
    candidates: &mut Vec<Candidate>,
    report: &mut Report,
) {
    let canonical_root = canonical(root);
    let canonical = |path: &Path| canonical_root.join(path.strip_prefix(root).unwrap_or(path));
    let is_left_out = |entry: &DirEntry| {
        let is_folder = entry.file_type().is_dir();
        is_folder && leave_out.is_some_and(|path| path == canonical(entry.path()))
    };
    let is_wanted =
        |entry: &DirEntry| entry.depth() == 0 || !(is_hidden(entry) || is_left_out(entry));
    let found_before = candidates.len() + report.faults.len();
    let entries = WalkDir::new(root).sort_by_file_name().into_iter();
    for entry in entries.filter_entry(is_wanted) {
        match entry {
            Ok(entry) if entry.file_type().is_file() && is_case_file(entry.path()) => {
                candidates.push(Candidate {
                    canonical: Some(canonical(entry.path())),
                    input: Input::Path(entry.into_path()),
                });
            }
            Ok(entry) if may_lead_to_cases(&entry) => {
                report.passed_over.push(canonical(entry.path()));
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(root).to_owned();
                report.faults.push(unreadable(&path, &error.into()));
            }
        }
    }
    if candidates.len() + report.faults.len() == found_before {
        report.faults.push(whole(root, Problem::NoCaseFile));
    }
}

/// Links and pipes that the user may take for cases.
fn may_lead_to_cases(entry: &DirEntry) -> bool {
    let kind = entry.file_type();
    !kind.is_dir() && (is_case_file(entry.path()) || kind.is_symlink() && entry.path().is_dir())
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_case_file(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|name| name == "json" || name == "jsonl") && !is_vocabulary(path)
}

fn is_vocabulary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == VOCABULARY_FILE)
}

/// A pipe such as `/dev/fd/63` has no canonical path and serves as it is.
fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn whole(path: &Path, what: Problem) -> Fault {
    Found {
        place: Place::whole(path),
        what,
    }
}
