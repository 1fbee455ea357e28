//! Which files a generation consists of and how long each is.
//!
//! The index library trusts its files: one that was cut short makes it panic. Comparing lengths
//! costs a look at each file and finds what a full disk, a broken copy or a crash leaves behind.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

const MANIFEST: &str = "manifest.json";

/// Writes the manifest of a finished generation, and lets whoever may read the folder read all of
/// it: the index library makes some files private to the user who wrote them.
pub(super) fn seal(folder: &Path) -> io::Result<()> {
    let lengths = lengths(folder)?;
    let path = folder.join(MANIFEST);
    let mut file = fs::File::create(&path)?;
    file.write_all(&serde_json::to_vec(&lengths)?)?;
    file.sync_all()?;
    let permissions = file.metadata()?.permissions();
    for name in lengths.keys() {
        fs::set_permissions(folder.join(name), permissions.clone())?;
    }
    Ok(())
}

/// What is wrong with the files of a generation, if anything.
///
/// # Errors
///
/// Where the folder cannot be read.
pub(super) fn check(folder: &Path) -> io::Result<Option<String>> {
    let path = folder.join(MANIFEST);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Some(format!("{MANIFEST} is missing")));
        }
        Err(error) => return Err(error),
    };
    let Ok(expected) = serde_json::from_slice::<BTreeMap<String, u64>>(&text) else {
        return Ok(Some(format!("{MANIFEST} cannot be understood")));
    };
    for (name, length) in expected {
        match fs::metadata(folder.join(&name)) {
            Ok(found) if found.len() == length => {}
            Ok(found) => {
                let found = found.len();
                return Ok(Some(format!(
                    "{name} has {found} bytes instead of {length}"
                )));
            }
            Err(_) => return Ok(Some(format!("{name} is missing"))),
        }
    }
    Ok(None)
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
        if !name.ends_with(".lock") && name != MANIFEST {
            lengths.insert(name, entry.metadata()?.len());
        }
    }
    Ok(lengths)
}
