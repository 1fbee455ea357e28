//! Which files a generation consists of, how long each is, and what its bytes hash to.
//!
//! The index library trusts its files: one that was cut short makes it panic. Comparing lengths
//! costs a look at each file and finds what a full disk, a broken copy or a crash leaves behind;
//! comparing hashes reads every byte, and finds all the rest. To open a generation, the hashes of
//! the few files beside the segments are compared too: they are read whole anyway. Who writes the
//! next generation from one compares all.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::reader::{is_lock, is_segment};

pub(super) const MANIFEST: &str = "manifest.json";

/// The files of a generation by name.
type Files = BTreeMap<String, Sealed>;

/// A file as it was when the generation was finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Sealed {
    /// In bytes.
    length: u64,
    /// In hexadecimal.
    blake3: String,
}

/// A file of a generation that is not as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Damaged {
    /// Its name.
    pub(super) file: String,
    /// What is wrong with it.
    pub(super) what: String,
}

/// Writes the manifest of a finished generation, and lets whoever may read the folder read all of
/// it: the index library makes some files private to the user who wrote them.
pub(super) fn seal(folder: &Path) -> io::Result<()> {
    // That of the generation which this one was copied from. Its segments never change.
    let before = read(folder).unwrap_or_default();
    let mut files = Files::new();
    for (name, length) in lengths(folder)? {
        let path = folder.join(&name);
        let known = before
            .get(&name)
            .filter(|known| known.length == length && is_segment(&path));
        let sealed = match known {
            Some(known) => known.clone(),
            None => Sealed {
                length,
                blake3: hash(&path)?,
            },
        };
        files.insert(name, sealed);
    }
    let mut file = File::create(folder.join(MANIFEST))?;
    file.write_all(&serde_json::to_vec(&files)?)?;
    file.sync_all()?;
    let permissions = file.metadata()?.permissions();
    for name in files.keys() {
        fs::set_permissions(folder.join(name), permissions.clone())?;
    }
    Ok(())
}

/// The first file of a generation that is not as it was written, if there is one: segments by their
/// length alone.
///
/// # Errors
///
/// Where the folder cannot be read.
pub(super) fn check(folder: &Path) -> io::Result<Option<Damaged>> {
    let files = match read(folder) {
        Ok(files) => files,
        Err(error) => return unusable(error).map(Some),
    };
    for (name, sealed) in &files {
        let damaged = match is_segment(Path::new(name)) {
            true => sealed.compare_length(folder, name)?,
            false => sealed.compare(folder, name)?,
        };
        if damaged.is_some() {
            return Ok(damaged);
        }
    }
    Ok(None)
}

/// As [`check`], but every byte is compared, and the files `replaced` are left out. The index library
/// copies what it is given into new segments, or breaks on it in threads of its own: whoever writes
/// looks first.
///
/// # Errors
///
/// Where the folder or a file cannot be read.
pub(super) fn check_bytes(folder: &Path, replaced: &[&str]) -> io::Result<Option<Damaged>> {
    let files = match read(folder) {
        Ok(files) => files,
        Err(error) => return unusable(error).map(Some),
    };
    let damages = files
        .par_iter()
        .filter(|(name, _)| !replaced.contains(&name.as_str()))
        .map(|(name, sealed)| sealed.compare(folder, name));
    let damages: Vec<Option<Damaged>> = damages.collect::<io::Result<_>>()?;
    Ok(damages.into_iter().flatten().next())
}

/// What is wrong with the file `name` of a generation, if it ever had that. One that was empty is
/// not missed; where nothing tells any more what there was, one that is not there is.
///
/// # Errors
///
/// Where the file cannot be read.
pub(super) fn damage_of(folder: &Path, name: &str) -> io::Result<Option<Damaged>> {
    let is_there = folder.join(name).exists();
    let sealed = read(folder).map(|files| files.get(name).cloned());
    match sealed {
        Ok(Some(sealed)) if is_there || sealed.length > 0 => sealed.compare(folder, name),
        Err(_) if !is_there => Ok(Some(Damaged::missing(name))),
        _ => Ok(None),
    }
}

/// The segments of a generation with their lengths in bytes.
///
/// # Errors
///
/// Where there is no manifest that can be read.
pub(super) fn segments(folder: &Path) -> io::Result<Vec<(PathBuf, u64)>> {
    let files = read(folder)?.into_iter();
    let files = files.map(|(name, sealed)| (folder.join(name), sealed.length));
    Ok(files.filter(|(path, _)| is_segment(path)).collect())
}

/// Whether the file `name` of a generation has the bytes that were written.
pub(super) fn is_sound(folder: &Path, name: &str) -> bool {
    let files = read(folder).unwrap_or_default();
    let sealed = files.get(name);
    sealed.is_some_and(|sealed| matches!(sealed.compare_bytes(folder, name), Ok(None)))
}

/// Every file of a generation that is not as it was written, and the number of bytes that were read.
///
/// # Errors
///
/// Where the folder or a file cannot be read.
pub(super) fn verify(folder: &Path) -> io::Result<(Vec<Damaged>, u64)> {
    let files = match read(folder) {
        Ok(files) => files,
        Err(error) => return unusable(error).map(|damaged| (vec![damaged], 0)),
    };
    let mut damages = Vec::new();
    let mut bytes = 0;
    for (name, sealed) in files {
        if let Some(damaged) = sealed.compare_length(folder, &name)? {
            damages.push(damaged);
            continue;
        }
        bytes += sealed.length;
        damages.extend(sealed.compare_bytes(folder, &name)?);
    }
    Ok((damages, bytes))
}

impl Damaged {
    fn missing(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            what: "it is missing".to_owned(),
        }
    }
}

impl Sealed {
    fn compare(&self, folder: &Path, name: &str) -> io::Result<Option<Damaged>> {
        match self.compare_length(folder, name)? {
            None => self.compare_bytes(folder, name),
            damaged => Ok(damaged),
        }
    }

    fn compare_length(&self, folder: &Path, name: &str) -> io::Result<Option<Damaged>> {
        let what = match fs::metadata(folder.join(name)) {
            Ok(found) if found.len() == self.length => return Ok(None),
            Ok(found) => format!("it has {} bytes instead of {}", found.len(), self.length),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Some(Damaged::missing(name)));
            }
            Err(error) => return Err(error),
        };
        let file = name.to_owned();
        Ok(Some(Damaged { file, what }))
    }

    fn compare_bytes(&self, folder: &Path, name: &str) -> io::Result<Option<Damaged>> {
        let is_as_written = hash(&folder.join(name))? == self.blake3;
        Ok((!is_as_written).then(|| Damaged {
            file: name.to_owned(),
            what: "its bytes are not those that were written".to_owned(),
        }))
    }
}

fn read(folder: &Path) -> io::Result<Files> {
    let bytes = fs::read(folder.join(MANIFEST))?;
    let files: Files = serde_json::from_slice(&bytes)?;
    let is_name = |name: &String| !name.contains(|c: char| c.is_control() || c == '/' || c == '\\');
    match files.keys().all(is_name) {
        true => Ok(files),
        false => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// What a manifest that cannot be read says of its generation.
fn unusable(error: io::Error) -> io::Result<Damaged> {
    let what = match error.kind() {
        io::ErrorKind::NotFound => "it is missing",
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => "it cannot be understood",
        _ => return Err(error),
    };
    Ok(Damaged {
        file: MANIFEST.to_owned(),
        what: what.to_owned(),
    })
}

fn hash(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// Tells one sealed generation from every other: BLAKE3 in hexadecimal of its name and its manifest,
/// which has the random names of its segments.
///
/// # Errors
///
/// Where there is no manifest that can be read.
pub(super) fn fingerprint(folder: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    let name = folder.file_name().unwrap_or_default();
    hasher.update(name.as_encoded_bytes());
    hasher.update(&fs::read(folder.join(MANIFEST))?);
    Ok(hasher.finalize().to_hex().to_string())
}

/// When a generation was sealed, where the file system knows.
pub(super) fn sealed(folder: &Path) -> Option<SystemTime> {
    let manifest = fs::metadata(folder.join(MANIFEST)).ok()?;
    manifest.modified().ok()
}

fn lengths(folder: &Path) -> io::Result<BTreeMap<String, u64>> {
    let mut lengths = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Locks come and go.
        if !is_lock(&entry.path()) && name != MANIFEST {
            lengths.insert(name, entry.metadata()?.len());
        }
    }
    Ok(lengths)
}
