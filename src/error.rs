//! The errors of the library. Each says what happened, where, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

/// What can go wrong apart from faults in cases, which are [reported](crate::case::Report) and not
/// errors.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused. Mend what `source` names: permission, space, a missing folder.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// There is no index yet. Build one with `incidex index PATH…`.
    #[error("there is no index in {}; build one with: incidex index --index {} PATH…", path.display(), path.display())]
    NoIndex {
        /// The folder that was looked in.
        path: PathBuf,
    },
    /// The index is of another version. Build it again.
    #[error("the index in {} was {what}; build it again with: incidex index --index {} --rebuild PATH…", path.display(), path.display())]
    Outdated {
        /// The folder of the index.
        path: PathBuf,
        /// How it differs.
        what: String,
    },
    /// A file of the index is not as it was written. The index is derived data: build it again.
    #[error("the index is damaged in {}: {what}; build it again with: incidex index --index DIR --rebuild PATH…", path.display())]
    DamagedIndex {
        /// The folder or file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another process writes the index. Wait until it is done.
    #[error("the index in {} is being written by {}; wait until it is done", path.display(), holder(pid))]
    Locked {
        /// The folder of the index.
        path: PathBuf,
        /// The process that holds the lock.
        pid: String,
    },
    /// The index library failed while reading or writing.
    #[error("the index in {} failed: {source}; if it is damaged, build it again with: incidex index --index {} --rebuild PATH…", path.display(), path.display())]
    Index {
        /// The folder of the index.
        path: PathBuf,
        /// The reason.
        source: tantivy::TantivyError,
    },
    /// A facet filter names a value that no case and no vocabulary has.
    #[error(
        "no {dimension} is called {value:?}{}{}",
        namesakes(elsewhere),
        hint(nearest)
    )]
    UnknownValue {
        /// The dimension filtered on.
        dimension: &'static str,
        /// What was asked for.
        value: String,
        /// Other dimensions that have that value.
        elsewhere: Vec<&'static str>,
        /// Values that are written alike.
        nearest: Vec<String>,
    },
    /// No case has this id.
    #[error("there is no case {id:?}{}", hint(nearest))]
    UnknownCase {
        /// What was asked for.
        id: String,
        /// Ids that are written alike.
        nearest: Vec<String>,
    },
}

impl Error {
    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }

    pub(crate) fn index(path: &Path, source: tantivy::TantivyError) -> Self {
        Self::Index {
            path: path.to_owned(),
            source,
        }
    }
}

fn holder(pid: &str) -> String {
    match pid {
        "" => "another process".to_owned(),
        pid => format!("process {pid}"),
    }
}

fn namesakes(dimensions: &[&str]) -> String {
    match dimensions {
        [] => String::new(),
        dimensions => format!("; it is a value of {}", dimensions.join(" and ")),
    }
}

fn hint(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    format!("; did you mean {}?", nearest.join(", "))
}
