//! A file of an index that holds anything else is noticed, and never takes the program down.
//!
//! An input is the name of the file on a line, then its bytes, with `SEGMENT` for what the index
//! library has called its files.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use incidex::case::{Input, Vocabulary};
use incidex::index::{Generations, Update, update, verify};
use incidex::query::{Engine, Request};
use tempfile::TempDir;

use super::{check_message, seeds};

/// The files that are read as text; all others are the index library's.
const FILES: [&str; 7] = [
    "CURRENT",
    "manifest.json",
    "meta.json",
    "vocabulary.json",
    "dictionary.txt",
    "glossary.txt",
    "glossary.json",
];

const CASES: &str = r#"{"id": "A", "title": {"en": "Disk full", "ko": "디스크가 가득 찼다"}, "components": ["haproxy"]}"#;

pub fn check(bytes: &[u8]) {
    let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else {
        return;
    };
    let (name, content) = (&bytes[..end], &bytes[end + 1..]);
    let Some(name) = FILES.iter().find(|file| file.as_bytes() == name) else {
        return;
    };
    let index = Index::shared();
    let content = index.with_segment(content);
    let path = index.path(name);
    let before = fs::read(&path).expect("a file of the index");
    // A file of another length is told by that alone.
    if *name != "CURRENT" && *name != "manifest.json" {
        index.seal_as_long(name, content.len());
    }
    fs::write(&path, &content).expect("a file of the index");
    let is_changed = content != before;
    index.check(is_changed && *name != "CURRENT" && *name != "manifest.json");
    fs::write(&path, before).expect("a file of the index");
    index.seal_again();
}

/// An index on disk.
struct Index {
    folder: TempDir,
    generation: PathBuf,
    manifest: Vec<u8>,
    segment: String,
}

impl Index {
    fn shared() -> &'static Self {
        static INDEX: OnceLock<Index> = OnceLock::new();
        INDEX.get_or_init(Self::new)
    }

    fn new() -> Self {
        let folder = seeds::folder();
        let generations = Generations::new(folder.path());
        let request = Update::new(&[Input::Stdin], Vocabulary::builtin());
        update(&generations, &request, &mut CASES.as_bytes(), &|_| {}).expect("an index");
        let generation = generations
            .current()
            .expect("a pointer")
            .expect("a generation");
        let manifest = fs::read(generation.join("manifest.json")).expect("a manifest");
        let names = fs::read_dir(&generation).expect("a generation");
        let names =
            names.filter_map(|entry| entry.expect("an entry").file_name().into_string().ok());
        let store = names.filter_map(|name| Some(name.strip_suffix(".store")?.to_owned()));
        Self {
            segment: store.last().expect("a segment"),
            folder,
            generation,
            manifest,
        }
    }

    fn generations(&self) -> Generations {
        Generations::new(self.folder.path())
    }

    /// The name is another one each time.
    fn with_segment(&self, content: &[u8]) -> Vec<u8> {
        match str::from_utf8(content) {
            Ok(content) => content.replace("SEGMENT", &self.segment).into_bytes(),
            Err(_) => content.to_vec(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        match name {
            "CURRENT" => self.folder.path().join(name),
            name => self.generation.join(name),
        }
    }

    fn seal_as_long(&self, name: &str, length: usize) {
        let mut manifest: serde_json::Value =
            serde_json::from_slice(&self.manifest).expect("a manifest");
        manifest[name]["length"] = length.into();
        self.write_manifest(manifest.to_string().as_bytes());
    }

    fn seal_again(&self) {
        self.write_manifest(&self.manifest);
    }

    fn write_manifest(&self, bytes: &[u8]) {
        fs::write(self.generation.join("manifest.json"), bytes).expect("a manifest");
    }

    /// Opening says what is wrong or gives an index that answers. Damage is found by both.
    fn check(&self, is_damaged: bool) {
        let verified = verify(&self.generations(), &|| {});
        match &verified {
            Ok(found) => {
                found.faults.iter().for_each(check_message);
                assert!(
                    !is_damaged || !found.faults.is_empty(),
                    "damage is not found"
                );
            }
            Err(error) => check_message(error),
        }
        match Engine::open(&self.generations()) {
            Ok(engine) => {
                assert!(!is_damaged, "damage is not found on opening");
                self.ask(&engine);
            }
            Err(error) => check_message(error),
        }
    }

    fn ask(&self, engine: &Engine) {
        let request = Request {
            text: "disk component:haproxy 디스크".to_owned(),
            limit: 10,
            facets: Some(10),
            ..Request::default()
        };
        if let Err(error) = engine.search(&request) {
            check_message(error);
        }
    }
}
