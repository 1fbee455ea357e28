//! The errors of the library. Each says what happened, where, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::quoted::shortened;

/// What can go wrong apart from faults in cases, which are [reported](crate::case::Report) and not
/// errors.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused. Mend what `source` names: permission, space, a missing folder.
    #[error("cannot {action} {}: {source}{}", path.display(), advice(source))]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// There is no index yet. Build one with `incidex index PATH…`.
    #[error("there is no index in {}; build one with: incidex index --index {} PATH…", path.display(), argument(path))]
    NoIndex {
        /// The folder that was looked in.
        path: PathBuf,
    },
    /// The index is of another version. Build it again.
    #[error("the index in {} was {what}; build it again with: {}", path.display(), command(path, *can_be_rebuilt))]
    Outdated {
        /// The folder of the index.
        path: PathBuf,
        /// How it differs.
        what: String,
        /// Whether the index itself says what to build it from.
        can_be_rebuilt: bool,
    },
    /// A file of the index is not as it was written. `remedy` mends it.
    #[error("the index is damaged in {}: {what}; {}", path.display(), remedy.advice(index))]
    DamagedIndex {
        /// The folder of the index.
        index: PathBuf,
        /// The folder or file that is damaged.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
        /// What to do about it.
        remedy: Remedy,
    },
    /// Another process writes the index. Wait until it is done.
    #[error("the index in {} is being written by {}; wait until it is done, or let --wait do so", path.display(), holder(pid))]
    Locked {
        /// The folder of the index.
        path: PathBuf,
        /// The process that holds the lock.
        pid: String,
    },
    /// The index library failed while writing.
    #[error("the index in {} failed: {source}; whether it is damaged tells: incidex verify --index {}", path.display(), argument(path))]
    Index {
        /// The folder of the index.
        path: PathBuf,
        /// The reason.
        source: tantivy::TantivyError,
    },
    /// A facet filter names a value that no case and no vocabulary has.
    #[error(
        "no {dimension} is called {:?}{}{}",
        shortened(value),
        namesakes(elsewhere),
        values_hint(elsewhere, nearest)
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
    #[error("there is no case {:?}{}", shortened(id), cases_hint(nearest))]
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

    /// A failure of the index library in the folder `index`.
    pub(crate) fn index(index: &Path, source: tantivy::TantivyError) -> Self {
        match os_error(&source) {
            Some(source) => Self::io("use the index in", index, source),
            None => Self::Index {
                path: index.to_owned(),
                source,
            },
        }
    }
}

/// What the operating system said, if that is why the index library failed: nothing is damaged then.
pub(crate) fn os_error(error: &tantivy::TantivyError) -> Option<io::Error> {
    use tantivy::TantivyError::{
        ErrorInThread, InternalError, IoError, LockFailure, OpenDirectoryError, OpenReadError,
        OpenWriteError, SystemError,
    };
    use tantivy::directory::error as directory;
    let source = match error {
        IoError(source)
        | OpenReadError(directory::OpenReadError::IoError {
            io_error: source, ..
        })
        | OpenWriteError(directory::OpenWriteError::IoError {
            io_error: source, ..
        })
        | OpenDirectoryError(directory::OpenDirectoryError::IoError {
            io_error: source, ..
        })
        | LockFailure(directory::LockError::IoError(source), _) => source,
        InternalError(text) | SystemError(text) | ErrorInThread(text) => {
            return os_code_in(text).map(io::Error::from_raw_os_error);
        }
        _ => return None,
    };
    match (os_code(source), source.kind()) {
        (Some(code), _) => Some(io::Error::from_raw_os_error(code)),
        // These stand for bytes that cannot be understood.
        (None, io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput) => None,
        (None, io::ErrorKind::UnexpectedEof | io::ErrorKind::Other) => None,
        (None, kind) => Some(io::Error::new(kind, source.to_string())),
    }
}

/// The number that the operating system gave.
fn os_code(error: &io::Error) -> Option<i32> {
    let in_text = || os_code_in(&error.to_string());
    error.raw_os_error().or_else(in_text)
}

/// That number in the text of an error: where it fails to write a dictionary of terms or a store of
/// records, the index library keeps nothing else of it.
fn os_code_in(text: &str) -> Option<i32> {
    let (_, code) = text.rsplit_once("(os error ")?;
    code.split(')').next()?.parse().ok()
}

/// What helps against `error`, where its text does not say it.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; make room for a new index beside the one in use"
        }
        io::ErrorKind::NotADirectory => "; name a folder",
        io::ErrorKind::FileTooLarge => "; raise the limit with ulimit -f",
        io::ErrorKind::OutOfMemory => "; free memory, or raise the limit with ulimit -v",
        _ => "",
    }
}

/// What mends a damaged index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// To build it again: it says from what.
    Rebuild,
    /// To build it again, naming what from.
    RebuildFrom,
    /// To name a list of words again, with this flag.
    List(&'static str),
    /// To index: all there is to mend is which generation is in use.
    Index,
}

impl Remedy {
    /// What to do, with the command that does it for the index in the folder `index`.
    pub fn advice(self, index: &Path) -> String {
        let command = |flags| format!("incidex index --index {}{flags}", argument(index));
        match self {
            Self::Rebuild => format!("build it again with: {}", command(" --rebuild")),
            Self::RebuildFrom => format!("build it again with: {}", command(" --rebuild PATH…")),
            Self::List(flag) => format!(
                "name the list again, or an empty one, with: {} {flag} FILE",
                command("")
            ),
            Self::Index => format!("take that into use with: {}", command("")),
        }
    }
}

fn command(index: &Path, can_be_rebuilt: bool) -> String {
    let index = argument(index);
    match can_be_rebuilt {
        true => format!("incidex index --index {index}"),
        false => format!("incidex index --index {index} --rebuild PATH…"),
    }
}

/// `path` as a shell takes it.
pub(crate) fn argument(path: &Path) -> String {
    let text = path.to_string_lossy();
    let quoted = shlex::try_quote(&text).unwrap_or_default();
    match quoted.starts_with('-') {
        true => format!("./{quoted}"),
        false => quoted.into_owned(),
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

fn cases_hint(nearest: &[String]) -> String {
    match nearest {
        [] => "; incidex search finds cases by what they say".to_owned(),
        nearest => hint(nearest),
    }
}

fn values_hint(elsewhere: &[&str], nearest: &[String]) -> String {
    match (elsewhere, nearest) {
        ([], []) => "; incidex facets lists the values".to_owned(),
        _ => hint(nearest),
    }
}

fn hint(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    format!("; did you mean {}?", nearest.join(", "))
}
