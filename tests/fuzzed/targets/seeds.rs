//! What targets work on: an index of some seeds, and files.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use incidex::case::{Input, Vocabulary};
use incidex::index::{Generations, Update, update};
use incidex::query::Engine;
use tempfile::TempDir;

/// The folder of the cases that come with the program.
pub fn cases() -> PathBuf {
    // The fuzz targets are a package of their own, further down.
    let mut roots = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let cases = roots.find_map(|root| Some(root.join("seeds/cases")).filter(|it| it.is_dir()));
    cases.expect("the seeds")
}

/// Builds an index of `inputs` and opens it. An open index keeps its files, so the folder can go.
pub fn build(inputs: &[Input], stdin: &str) -> Engine {
    let folder = folder();
    let generations = Generations::new(folder.path());
    let request = Update::new(inputs, Vocabulary::builtin());
    let outcome = update(&generations, &request, &mut stdin.as_bytes(), &|_| {}).expect("an index");
    assert_eq!(outcome.report.faults, []);
    Engine::open(&generations).expect("an index")
}

/// An index of [`few`], opened once.
pub fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(few)
}

/// Builds an index of a dozen cases, in which every search is quick.
pub fn few() -> Engine {
    const FEW: [&str; 12] = [
        "IL-0177", "IL-0178", "IL-0455", "PX-0001", "PX-0002", "PX-0003", "PX-0005", "PX-0006",
        "PX-0007", "PX-0008", "PX-0010", "PX-0011",
    ];
    let path = |id| Input::Path(cases().join(format!("{id}.json")));
    build(&FEW.map(path), "")
}

/// An empty folder, which goes when it is dropped.
pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// What is printed steers no terminal, but by colours and line breaks.
#[track_caller]
pub fn check_printed(out: &[u8]) {
    let out = std::str::from_utf8(out).expect("UTF-8");
    let mut rest = out;
    while let Some((text, sequence)) = rest.split_once('\u{1B}') {
        check_plain(text, out);
        let colour = sequence.strip_prefix('[').and_then(|it| it.split_once('m'));
        let (codes, behind) = colour.unwrap_or_else(|| panic!("no colour: {out:?}"));
        let is_code = |c: char| c.is_ascii_digit() || c == ';';
        assert!(codes.chars().all(is_code), "no colour: {out:?}");
        rest = behind;
    }
    check_plain(rest, out);
}

#[track_caller]
fn check_plain(text: &str, out: &str) {
    let steers = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(steers), "{out:?} steers a terminal");
}
