//! Prepares the Korean dictionary, and the words that we add to it, which
//! `src/analysis/dictionary.rs` embeds.
//!
//! The environment is read, and the user spoken to, in this file only.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use added_words::Lists;
use etcetera::BaseStrategy;
use ko_dic::words::write_words;
use ko_dic::{Fault, Prepared, Store};

#[path = "src/analysis/added_words.rs"]
mod added_words;
#[path = "src/analysis/entries.rs"]
mod entries;
#[path = "build/mod.rs"]
mod ko_dic;

/// The words that ko-dic lacks.
const LISTS: Lists<'_> = Lists {
    terms: include_str!("src/analysis/data/korean-terms.txt"),
    spellings: include_str!("src/analysis/data/korean-spellings.txt"),
    forms: include_str!("src/analysis/data/korean-forms.txt"),
};

/// What this script is made of, and the lists above.
const SOURCES: [&str; 7] = [
    "build.rs",
    "build",
    "src/analysis/added_words.rs",
    "src/analysis/entries.rs",
    "src/analysis/data/korean-terms.txt",
    "src/analysis/data/korean-spellings.txt",
    "src/analysis/data/korean-forms.txt",
];

/// The user's own copy of the archive, for machines without pip or network.
const ARCHIVE_VARIABLE: &str = "INCIDEX_KO_DIC";

/// Where the user wants caches, on every platform.
const CACHE_VARIABLE: &str = "XDG_CACHE_HOME";

fn main() -> ExitCode {
    match prepare() {
        Ok(prepared) => {
            tell_cargo(&prepared);
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn prepare() -> Result<Prepared, Fault> {
    let store = Store::new(cache_folder(), out_folder(), warn);
    let given = env::var_os(ARCHIVE_VARIABLE).filter(|path| !path.is_empty());
    let prepared = ko_dic::prepare(given.as_deref().map(Path::new), &store)?;
    write_words(
        &added_words::rows(&[], &LISTS),
        &out_folder(),
        "added-words",
    )?;
    Ok(prepared)
}

fn cache_folder() -> Option<PathBuf> {
    let wished = env::var_os(CACHE_VARIABLE).map(PathBuf::from);
    let caches = match wished.filter(|folder| folder.is_absolute()) {
        Some(folder) => folder,
        None => etcetera::base_strategy::choose_native_strategy()
            .ok()?
            .cache_dir(),
    };
    Some(caches.join("incidex"))
}

fn out_folder() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR for build scripts"))
}

fn warn(message: &str) {
    println!("cargo::warning={message}");
}

/// Besides its sources the script watches what it made, so that a cache that
/// somebody empties or damages is filled again.
fn tell_cargo(prepared: &Prepared) {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    for file in prepared.files() {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    for variable in [ARCHIVE_VARIABLE, CACHE_VARIABLE] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    // The name is the one that lindera's loader macro reads.
    println!(
        "cargo::rustc-env=LINDERA_WORKDIR={}",
        prepared.dictionary.display()
    );
    println!(
        "cargo::rustc-env=INCIDEX_KO_DIC_ARCHIVE={}",
        prepared.archive.display()
    );
}
