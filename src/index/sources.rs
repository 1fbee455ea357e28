//! Where the cases of an index come from, so that it can be built again.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::TantivyError;

use super::generations::Generations;
use super::manifest;
use super::{GLOSSARY_FILE, GROUPS_FILE, TERMS_FILE, VOCABULARY_FILE};
use crate::case::Input;
use crate::error::{Error, Remedy, os_error};

/// The file of the index library that carries the stamp.
pub(super) const META_FILE: &str = "meta.json";

/// Part of the stamp; read even where the rest is of another format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sources {
    /// Files and folders that were indexed, as full paths.
    #[serde(rename = "sources", alias = "folders", default)]
    pub paths: Vec<PathBuf>,
    /// Number of cases that no file has: those from standard input, and those kept although their
    /// file is gone. Earlier versions did not count them.
    #[serde(rename = "cases_without_file", default)]
    pub without_file: Option<u64>,
}

/// The beginning of every stamp, of whatever format.
#[derive(Debug, Deserialize)]
pub(super) struct Origin {
    /// The version of incidex that wrote the index.
    pub(super) version: String,
    /// Layout of the index.
    pub(super) format: u32,
    #[serde(flatten)]
    pub(super) sources: Sources,
    /// Those of no earlier version are of use here.
    #[serde(default)]
    totals: Option<Count>,
}

/// What is read of the sums over all cases, whatever else belongs to them.
#[derive(Debug, Deserialize)]
struct Count {
    cases: u64,
}

impl Sources {
    /// Those of the index in use, whatever its version and state; none where it does not say.
    pub fn of(generations: &Generations) -> Option<Self> {
        let folder = generations.latest().ok()??;
        let sources = Origin::read(&folder)?.sources;
        sources.are_known().then_some(sources)
    }

    /// What to index to bring the index up to date.
    pub fn inputs(&self) -> Vec<Input> {
        self.paths.iter().cloned().map(Input::Path).collect()
    }

    /// Whether the index says where its cases come from.
    pub(super) fn are_known(&self) -> bool {
        self.without_file.is_some() || !self.paths.is_empty()
    }

    /// Whether every case can be read again.
    pub(super) fn are_complete(&self) -> bool {
        self.without_file == Some(0)
    }

    /// Adds those of `inputs` that are there.
    pub(super) fn remember(&mut self, inputs: &[Input]) {
        for input in inputs {
            let Input::Path(path) = input else {
                continue;
            };
            match path.canonicalize() {
                Ok(path) if can_be_read_again(&path) => self.add(path),
                _ => {}
            }
        }
    }

    /// Forgets what is not there and left nothing in the index: it may have moved, or be a disk that
    /// is not mounted now, so that as long as there are cases of it only the user can give it up.
    /// `cases_of` counts those.
    pub(super) fn forget_gone(&mut self, cases_of: impl Fn(&Path) -> usize) {
        self.paths
            .retain(|path| path.exists() || cases_of(path) > 0);
    }

    /// A folder stands for all that is below it.
    fn add(&mut self, path: PathBuf) {
        if !self.paths.iter().any(|known| path.starts_with(known)) {
            self.paths.retain(|known| !known.starts_with(&path));
            self.paths.push(path);
        }
    }
}

/// A pipe can be read but once, and the stamp is UTF-8.
fn can_be_read_again(path: &Path) -> bool {
    path.to_str().is_some() && (path.is_dir() || path.is_file())
}

impl Origin {
    /// The number of cases, if it says.
    pub(super) fn cases(&self) -> Option<u64> {
        self.totals.as_ref().map(|totals| totals.cases)
    }

    /// That of the generation in `folder`; none where it cannot be read.
    pub(super) fn read(folder: &Path) -> Option<Self> {
        #[derive(Deserialize)]
        struct Meta {
            payload: String,
        }
        let meta: Meta = serde_json::from_slice(&fs::read(folder.join(META_FILE)).ok()?).ok()?;
        serde_json::from_str(&meta.payload).ok()
    }
}

/// What mends the damaged file `path` of the generation in `folder`: it can be built again as it was
/// where what it says of its cases is as it was written.
pub(super) fn remedy(folder: &Path, path: &Path) -> Remedy {
    if path == folder.join(TERMS_FILE) {
        return Remedy::List("--dictionary");
    }
    if path == folder.join(GROUPS_FILE) {
        return Remedy::List("--glossary");
    }
    // A writer makes these again from what it is given.
    let is_derived = [VOCABULARY_FILE, GLOSSARY_FILE]
        .iter()
        .any(|name| path == folder.join(name));
    let is_complete = || Origin::read(folder).is_some_and(|it| it.sources.are_complete());
    match is_derived || manifest::is_sound(folder, META_FILE) && is_complete() {
        true => Remedy::Rebuild,
        false => Remedy::RebuildFrom,
    }
}

/// A failure of the index library to read the generation in `folder`.
pub(super) fn unreadable(folder: &Path, source: &TantivyError) -> Error {
    match os_error(source) {
        Some(source) => Error::io("read", folder, source),
        None => {
            let what = "a file is not as it was written; incidex verify names it".to_owned();
            damaged(folder, folder.to_owned(), what)
        }
    }
}

/// The error about the file or folder `path` of the generation in `folder`.
pub(super) fn damaged(folder: &Path, path: PathBuf, what: String) -> Error {
    Error::DamagedIndex {
        index: folder.parent().unwrap_or(folder).to_owned(),
        remedy: remedy(folder, &path),
        path,
        what,
    }
}
