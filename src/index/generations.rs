//! The folder of an index: `CURRENT` names the generation in use, `gen-N/` holds it.
//!
//! A writer builds the next generation beside the current one and then replaces `CURRENT` by an
//! atomic rename. Whatever happens before that rename, the last good index stays in use. The folder
//! itself and whatever else lies in it are left alone.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::manifest::{self, MANIFEST};
use super::sources::META_FILE;
use super::{GLOSSARY_FILE, GROUPS_FILE, TERMS_FILE, VOCABULARY_FILE};
use crate::error::{Error, Remedy};

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
    ///
    /// # Errors
    ///
    /// Where what names it is damaged, or lost though a generation is there, or cannot be read.
    pub fn current(&self) -> Result<Option<PathBuf>, Error> {
        let path = self.root.join(CURRENT);
        let what = match fs::read(&path) {
            Ok(bytes) => {
                let name = String::from_utf8_lossy(&bytes);
                let name = name.trim_end();
                match number(name).map(|number| self.generation(number)) {
                    Some(folder) if !is_missing(&folder) => return Ok(Some(folder)),
                    // A writer may have put the next one into use, and removed this one, in between.
                    Some(_) if fs::read(&path).is_ok_and(|now| now != bytes) => {
                        return self.current();
                    }
                    Some(_) => format!("it names {name}, which is not there"),
                    None => format!("it should name a generation, and says {name:?}"),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => match self.newest_complete() {
                Some(_) => "it is missing".to_owned(),
                None => return Ok(None),
            },
            Err(source) => return Err(Error::io("read", &path, source)),
        };
        let (what, remedy) = match self.newest_complete() {
            Some(folder) => {
                let name = folder.file_name().unwrap_or_default().display();
                (format!("{what}; {name} is complete"), Remedy::Index)
            }
            None => (what, Remedy::RebuildFrom),
        };
        Err(Error::DamagedIndex {
            index: self.root.clone(),
            path,
            what,
            remedy,
        })
    }

    /// The generation that a writer starts from: the one in use, or where it is lost which one that
    /// is, the newest that is complete.
    ///
    /// # Errors
    ///
    /// As [`Self::current`], where none is complete.
    pub fn latest(&self) -> Result<Option<PathBuf>, Error> {
        match self.current() {
            Err(error @ Error::DamagedIndex { .. }) => {
                self.newest_complete().map(Some).ok_or(error)
            }
            current => current,
        }
    }

    /// Makes [`Self::latest`] the one in use. Where there is none, that is left to who needs it.
    pub(crate) fn restore(&self, _lock: &WriterLock) -> Result<(), Error> {
        match self.current() {
            Err(Error::DamagedIndex { .. }) => match self.newest_complete() {
                Some(folder) => self.point_to(&folder),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// By number. Whether its bytes are as they were written is seen when it is opened.
    fn newest_complete(&self) -> Option<PathBuf> {
        let mut all = self.all().ok()?;
        all.sort_unstable_by_key(|(number, _)| *number);
        let mut newest_first = all.into_iter().rev().map(|(_, folder)| folder);
        newest_first.find(|folder| matches!(manifest::check(folder), Ok(None)))
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
                    pid: holder.lines().next().unwrap_or_default().to_owned(),
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
        // A pointer that cannot be read points to nothing; the writer replaces it.
        let before = self.current().ok().flatten();
        let folder = self.next(lock, before.as_deref())?;
        let written = write(&folder).and_then(|(done, is_to_be_used)| {
            if is_to_be_used {
                self.point_to(&folder)?;
            }
            Ok((done, is_to_be_used))
        });
        match &written {
            Ok((_, true)) => lock.remove(before.as_deref()),
            // What was begun is of no use.
            _ => lock.remove(Some(&folder)),
        }
        written.map(|(done, _)| done)
    }

    /// An empty folder for the generation after all that are there. Leftovers of writers that did
    /// not finish are removed: those that are not complete, and those that a writer was about to
    /// remove. Any other may be a copy that somebody made.
    fn next(&self, lock: &WriterLock, current: Option<&Path>) -> Result<PathBuf, Error> {
        let mut newest = 0_u64;
        for (number, path) in self.all()? {
            newest = newest.max(number);
            let is_leftover = manifest::sealed(&path).is_none() || lock.left(&path);
            if Some(path.as_path()) != current && is_leftover && is_ours(&path) {
                fs::remove_dir_all(&path).map_err(|e| Error::io("remove", &path, e))?;
            }
        }
        let path = self.generation(newest.saturating_add(1));
        let doomed = [current, Some(&path)].into_iter().flatten();
        lock.write(doomed.filter_map(Path::file_name))
            .map_err(|e| Error::io("write", &self.root.join(LOCK), e))?;
        fs::create_dir(&path).map_err(|e| Error::io("create", &path, e))?;
        Ok(path)
    }

    /// Puts `generation` into use.
    fn point_to(&self, generation: &Path) -> Result<(), Error> {
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
        write().map_err(|e| Error::io("write", &target, e))
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

/// The right to write an index; see [`Generations::lock`]. Its file has the pid of the holder and
/// then, a line each, the generations that are to be removed unless they are in use in the end.
#[derive(Debug)]
pub struct WriterLock {
    file: File,
    /// The names that the holder before left there.
    left: Vec<String>,
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
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        // What is not of our making names nothing.
        let text = String::from_utf8_lossy(&bytes);
        let left = text.lines().skip(1).map(str::to_owned).collect();
        let lock = Self { file, left };
        read.and_then(|_| lock.write(lock.left.iter().map(OsStr::new)))
            .map_err(|e| Error::io("write", path, e))?;
        Ok(lock)
    }

    /// Whether a writer before this one was to remove `generation`.
    fn left(&self, generation: &Path) -> bool {
        let name = generation.file_name().unwrap_or_default();
        self.left.iter().any(|left| name == left.as_str())
    }

    /// Says who has the lock, and which generations are to go.
    fn write<'n>(&self, doomed: impl Iterator<Item = &'n OsStr>) -> io::Result<()> {
        let mut text = format!("{}\n", std::process::id());
        for name in doomed {
            text.push_str(&name.to_string_lossy());
            text.push('\n');
        }
        let mut file = &self.file;
        file.rewind()?;
        file.set_len(0)?;
        file.write_all(text.as_bytes())
    }

    /// Removes `generation`, which is not in use: readers that still have it mapped keep what they
    /// need. Nothing is a failure here; should it stay, the next writer finds it named in the lock.
    fn remove(&self, generation: Option<&Path>) {
        let is_done =
            |path: &Path| !is_ours(path) || fs::remove_dir_all(path).is_ok() || is_missing(path);
        if generation.is_none_or(is_done) {
            let _ = self.write(std::iter::empty());
        }
    }
}

/// Not so where it may only not be looked at.
fn is_missing(path: &Path) -> bool {
    let found = fs::metadata(path);
    found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
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
