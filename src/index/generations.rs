//! The folder of an index: `CURRENT` names the generation in use, `gen-N/` holds it.
//!
//! A writer builds the next generation beside the current one and then replaces `CURRENT` by an
//! atomic rename. Whatever happens before that rename, the last good index stays in use. The folder
//! itself and whatever else lies in it are left alone.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::manifest::{self, MANIFEST};
use super::sources::META_FILE;
use super::{GLOSSARY_FILE, GROUPS_FILE, TERMS_FILE, VOCABULARY_FILE};
use crate::error::Error;

const CURRENT: &str = "CURRENT";
const PREFIX: &str = "gen-";
const LOCK: &str = "writer.lock";

/// The folder of an index.
#[derive(Debug, Clone)]
pub struct Generations {
    root: PathBuf,
}

impl Generations {
    /// The folder at `root`, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The generation in use, if an index was ever finished here.
    pub fn current(&self) -> Result<Option<PathBuf>, Error> {
        let path = self.root.join(CURRENT);
        let name = match fs::read(&path) {
            Ok(name) => String::from_utf8_lossy(&name).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(Error::io("read", &path, source)),
        };
        match number(name.trim_end()) {
            Some(number) => Ok(Some(self.generation(number))),
            None => Err(Error::DamagedIndex {
                index: self.root.clone(),
                path,
                what: format!(
                    "it should name a generation, and says {:?}",
                    name.trim_end()
                ),
                can_be_rebuilt: false,
            }),
        }
    }

    /// Whether the generation in use is the one that [`Reader::commit`](super::Reader::commit) names
    /// `commit`. One that cannot be read is not.
    pub fn is_in_use(&self, commit: &str) -> bool {
        let current = self.current().ok().flatten();
        current.is_some_and(|folder| manifest::fingerprint(&folder).is_ok_and(|it| it == commit))
    }

    /// Takes the one place that there is for a writer. It is free again when the lock is dropped
    /// or the process ends, however it ends.
    ///
    /// # Errors
    ///
    /// Where another process has it, or the file system refuses.
    pub fn lock(&self) -> Result<WriterLock, Error> {
        let (path, mut file) = self.lock_file()?;
        match file.try_lock() {
            Ok(()) => WriterLock::taken(file, &path),
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // The holder may be about to write its pid; the message then goes without.
                let _ = file.read_to_string(&mut holder);
                Err(Error::Locked {
                    path: self.root.clone(),
                    pid: holder.trim().to_owned(),
                })
            }
            Err(TryLockError::Error(source)) => Err(Error::io("lock", &path, source)),
        }
    }

    /// As [`Self::lock`], but waits for its turn.
    ///
    /// # Errors
    ///
    /// Where the file system refuses.
    pub fn wait_for_lock(&self) -> Result<WriterLock, Error> {
        let (path, file) = self.lock_file()?;
        file.lock().map_err(|e| Error::io("lock", &path, e))?;
        WriterLock::taken(file, &path)
    }

    fn lock_file(&self) -> Result<(PathBuf, File), Error> {
        fs::create_dir_all(&self.root).map_err(|e| Error::io("create", &self.root, e))?;
        let path = self.root.join(LOCK);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|e| Error::io("open", &path, e))?;
        Ok((path, file))
    }

    /// Lets `write` fill the folder of a new generation, and puts that into use where `write` says
    /// so. Whatever fails, the generation in use stays.
    pub(crate) fn replace<T>(
        &self,
        lock: &WriterLock,
        write: impl FnOnce(&Path) -> Result<(T, bool), Error>,
    ) -> Result<T, Error> {
        let folder = self.next(lock)?;
        match write(&folder) {
            Ok((done, true)) => {
                self.publish(&folder)?;
                Ok(done)
            }
            other => {
                // What was begun is of no use; should removing fail, the next writer does it.
                let _ = fs::remove_dir_all(&folder);
                other.map(|(done, _)| done)
            }
        }
    }

    /// An empty folder for the generation after all that are there. Leftovers of writers that did
    /// not finish are removed. Only the holder of the lock may call this.
    fn next(&self, _lock: &WriterLock) -> Result<PathBuf, Error> {
        // A pointer that cannot be read points to nothing; the writer replaces it. Until then, any
        // that is complete may be all there is.
        let current = self.current().ok().flatten();
        let current = current.filter(|folder| folder.is_dir());
        let mut newest = 0_u64;
        for (number, path) in self.all()? {
            newest = newest.max(number);
            let is_needed = match &current {
                Some(current) => path == *current,
                None => manifest::sealed(&path).is_some(),
            };
            if !is_needed && is_ours(&path) {
                fs::remove_dir_all(&path).map_err(|e| Error::io("remove", &path, e))?;
            }
        }
        let path = self.generation(newest.saturating_add(1));
        fs::create_dir(&path).map_err(|e| Error::io("create", &path, e))?;
        Ok(path)
    }

    /// Puts `generation` into use and removes those before.
    fn publish(&self, generation: &Path) -> Result<(), Error> {
        let target = self.root.join(CURRENT);
        let staged = self.root.join("CURRENT.new");
        let name = generation.file_name().unwrap_or_default();
        let write = || -> io::Result<()> {
            let mut file = File::create(&staged)?;
            writeln!(file, "{}", name.to_string_lossy())?;
            file.sync_all()?;
            fs::rename(&staged, &target)?;
            sync_folder(&self.root)
        };
        write().map_err(|e| Error::io("write", &target, e))?;
        // The new one is in use, so that nothing is a failure from here on.
        for (_, previous) in self.all().unwrap_or_default() {
            if previous != generation && is_ours(&previous) {
                // Readers that still have it mapped keep what they need. A leftover is removed by
                // the next writer.
                let _ = fs::remove_dir_all(previous);
            }
        }
        Ok(())
    }

    fn generation(&self, number: u64) -> PathBuf {
        self.root.join(format!("{PREFIX}{number}"))
    }

    fn all(&self) -> Result<Vec<(u64, PathBuf)>, Error> {
        let entries = fs::read_dir(&self.root).map_err(|e| Error::io("read", &self.root, e))?;
        let mut generations = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|e| Error::io("read", &self.root, e))?;
            if let Some(number) = entry.file_name().to_str().and_then(number) {
                generations.push((number, entry.path()));
            }
        }
        Ok(generations)
    }
}

/// Whether a folder holds nothing but what a writer puts there: somebody else may have one of that
/// name.
fn is_ours(folder: &Path) -> bool {
    const NAMES: [&str; 7] = [
        ".managed.json",
        MANIFEST,
        META_FILE,
        GLOSSARY_FILE,
        GROUPS_FILE,
        TERMS_FILE,
        VOCABULARY_FILE,
    ];
    const EXTENSIONS: [&str; 9] = [
        "del",
        "fast",
        "fieldnorm",
        "idx",
        "lock",
        "pos",
        "store",
        "temp",
        "term",
    ];
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    let is_ours = |entry: io::Result<fs::DirEntry>| {
        let Ok(name) = entry.map(|entry| entry.file_name()) else {
            return false;
        };
        let extension = Path::new(&name).extension().unwrap_or_default();
        // The index library writes some files under such a name first.
        let is_temporary = name.to_string_lossy().starts_with(".tmp");
        is_temporary
            || NAMES.iter().any(|known| name == *known)
            || EXTENSIONS.iter().any(|known| extension == *known)
    };
    entries.into_iter().all(is_ours)
}

/// The right to write an index; see [`Generations::lock`].
#[derive(Debug)]
pub struct WriterLock {
    file: File,
}

/// A process that is being started holds a copy of the file for a moment, and with it the lock,
/// unless that is given up.
impl Drop for WriterLock {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl WriterLock {
    /// Tells others who has it.
    fn taken(mut file: File, path: &Path) -> Result<Self, Error> {
        let write_pid = |file: &mut File| -> io::Result<()> {
            file.rewind()?;
            file.set_len(0)?;
            writeln!(file, "{}", std::process::id())
        };
        write_pid(&mut file).map_err(|e| Error::io("write", path, e))?;
        Ok(Self { file })
    }
}

fn number(name: &str) -> Option<u64> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

/// Makes a rename in `folder` survive a power cut.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Windows has no handle on a folder to sync.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
