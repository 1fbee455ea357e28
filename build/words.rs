//! A few words in a lattice of their own, beside those of the dictionary.

use std::fs;
use std::path::{Path, PathBuf};

use lindera_dictionary::builder::DictionaryBuilder;

use super::Fault;
use super::convert::metadata;

/// Writes the words of `rows`, which are a dictionary's source, to `NAME.bin` in `folder`, as
/// lindera loads them.
pub fn write_words(rows: &str, folder: &Path, name: &str) -> Result<PathBuf, Fault> {
    let source = folder.join(name).with_extension("csv");
    let target = source.with_extension("bin");
    fs::write(&source, rows).map_err(Fault::at("write", &source))?;
    DictionaryBuilder::new(metadata()).build_user_dictionary(&source, &target)?;
    Ok(target)
}
