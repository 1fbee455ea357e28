//! The converted dictionary in the store.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::checksum::sha256;
use super::store::date_back;
use super::{Archive, Fault, Store, convert};

/// What lindera's builder writes and its loader macro embeds.
pub const FILES: [&str; 9] = [
    "char_def.bin",
    "dict.trie",
    "dict.vals",
    "dict.valsidx",
    "dict.words",
    "dict.wordsidx",
    "matrix.mtx",
    "metadata.json",
    "unk.bin",
];

/// The files' checksums, in the form that `sha256sum --check` reads.
const MANIFEST: &str = "SHA256SUMS";

/// Everything that shapes the result. Whoever changes one of these gets
/// another folder, without having to think of a version number.
const RECIPE: [&str; 6] = [
    include_str!("ko-dic-requirements.txt"),
    include_str!("convert.rs"),
    include_str!("mecab/characters.rs"),
    include_str!("mecab/lexicon.rs"),
    include_str!("mecab/matrix.rs"),
    include_str!("mecab/mod.rs"),
];

/// Gives the folder of the dictionary made from `archive`.
pub fn find_or_convert(archive: &Archive, store: &Store) -> Result<PathBuf, Fault> {
    let name = folder_name();
    for place in store.places(&name) {
        if is_whole(&place) {
            return Ok(place);
        }
        store.warn(&format!(
            "{} is damaged, so it is made again",
            place.display()
        ));
    }
    make(archive, store, &name)
}

fn folder_name() -> String {
    let recipe = RECIPE.concat() + lindera_dictionary::get_version();
    let key = sha256(recipe.as_bytes());
    format!("ko-dic-{}", &key[..16])
}

fn make(archive: &Archive, store: &Store, name: &str) -> Result<PathBuf, Fault> {
    let workshop = store.workshop()?;
    let folder = workshop.path().join(name);
    convert::convert(archive, &workshop.path().join("source"), &folder)?;
    seal(&folder)?;
    workshop.publish(name, is_whole)
}

fn seal(folder: &Path) -> Result<(), Fault> {
    for name in FILES {
        date_back(&folder.join(name))?;
    }
    checksums(folder)
        .and_then(|checksums| fs::write(folder.join(MANIFEST), checksums))
        .map_err(Fault::at("write", folder))
}

/// Whether all files are there as they were made. A folder is renamed into the
/// store in one piece, but disks fill up and people tidy.
pub fn is_whole(folder: &Path) -> bool {
    let recorded = fs::read_to_string(folder.join(MANIFEST));
    matches!((recorded, checksums(folder)), (Ok(then), Ok(now)) if then == now)
}

fn checksums(folder: &Path) -> io::Result<String> {
    let line = |name| {
        let checksum = sha256(&fs::read(folder.join(name))?);
        Ok(format!("{checksum}  {name}\n"))
    };
    FILES.into_iter().map(line).collect()
}
