//! A file that is there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::cli::Failure;

/// Where a text will stand, known to be writable.
pub(super) struct WholeFile {
    path: PathBuf,
    place: Place,
}

enum Place {
    /// Beside the file, to take its place.
    Beside(NamedTempFile<File>),
    /// A pipe or a device takes the bytes as they come, and must not be replaced.
    Through(File),
}

impl WholeFile {
    /// Makes sure that `path` can be written, and is none of `inputs`, before the work that fills it.
    pub(super) fn open<'i>(
        path: &Path,
        mut inputs: impl Iterator<Item = &'i Path>,
    ) -> Result<Self, Failure> {
        if path.is_file() && inputs.any(|input| end_of_links(input) == end_of_links(path)) {
            return Err(Failure::Message(format!(
                "{} is read as well, and would be lost; name another file to write",
                path.display()
            )));
        }
        let place = place(path).map_err(|e| cannot_write(path, &e))?;
        Ok(Self {
            path: path.to_owned(),
            place,
        })
    }

    pub(super) fn write(self, text: &str) -> Result<(), Failure> {
        let written = match self.place {
            Place::Beside(file) => replace(file, &self.path, text),
            Place::Through(mut file) => file.write_all(text.as_bytes()),
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
        .make_in(folder, |path| File::create_new(path))
}

fn replace(mut file: NamedTempFile<File>, path: &Path, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
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
