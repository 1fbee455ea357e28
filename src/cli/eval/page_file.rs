//! A file for a page, which is there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::cli::Failure;

/// Where a page will stand, known to be writable.
pub(super) struct PageFile {
    path: PathBuf,
    place: Place,
}

enum Place {
    /// Beside the file, to take its place.
    Beside(NamedTempFile<File>),
    /// A pipe or a device takes the bytes as they come, and must not be replaced.
    Through(File),
}

impl PageFile {
    /// Makes sure that `path` can be written before the work that fills it.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let place = place(path).map_err(|e| cannot_write(path, &e))?;
        Ok(Self {
            path: path.to_owned(),
            place,
        })
    }

    pub(super) fn write(self, page: &str) -> Result<(), Failure> {
        let written = match self.place {
            Place::Beside(file) => replace(file, &self.path, page),
            Place::Through(mut file) => file.write_all(page.as_bytes()),
        };
        written.map_err(|e| cannot_write(&self.path, &e))
    }
}

fn place(path: &Path) -> io::Result<Place> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => {
            let file = OpenOptions::new().write(true).open(path)?;
            Ok(Place::Through(file))
        }
        _ => beside(&end_of_links(path)).map(Place::Beside),
    }
}

/// With the permissions of any new file, where a temporary one would be its owner's alone.
fn beside(path: &Path) -> io::Result<NamedTempFile<File>> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Builder::new()
        .prefix(".incidex-")
        .suffix(".html")
        .make_in(folder, |path| File::create_new(path))
}

fn replace(mut file: NamedTempFile<File>, path: &Path, page: &str) -> io::Result<()> {
    file.write_all(page.as_bytes())?;
    file.persist(end_of_links(path))?;
    Ok(())
}

/// A link stays, and what it leads to is replaced.
fn end_of_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Message(format!(
        "cannot write {}: {error}; name a file in a folder that you may write to",
        path.display()
    ))
}
