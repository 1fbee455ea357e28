//! What an index lives through: damage, kills, other writers, files that go.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use incidex::case::{Input, Vocabulary};
use incidex::error::Error;
use incidex::index::{Generations, Update, delete, update, verify};
use incidex::query::Engine;
use tempfile::TempDir;

use crate::cli::{PROGRAM, Run, root};

/// A folder with `cases/` and an index of it in `index/`.
pub(crate) struct Place(TempDir);

impl Place {
    /// With the cases A, B and C.
    pub(crate) fn new() -> Self {
        let place = Self(tempfile::tempdir().expect("a temporary folder"));
        fs::create_dir(place.cases()).expect("a folder");
        for id in ["A", "B", "C"] {
            place.write(id);
        }
        place.index(&|update| update).expect("an index");
        place
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.0.path().to_owned()
    }

    pub(crate) fn cases(&self) -> PathBuf {
        self.0.path().join("cases")
    }

    pub(crate) fn generations(&self) -> Generations {
        Generations::new(self.0.path().join("index"))
    }

    pub(crate) fn file(&self, id: &str) -> PathBuf {
        self.cases().join(format!("{id}.json"))
    }

    pub(crate) fn write(&self, id: &str) {
        let json = format!(r#"{{"id": "{id}", "title": {{"en": "Disk full on host {id}"}}}}"#);
        fs::write(self.file(id), json).expect("a file");
    }

    pub(crate) fn index(&self, change: &dyn Fn(Update<'_>) -> Update<'_>) -> Result<u64, Error> {
        let inputs = [Input::Path(self.cases())];
        let request = change(Update::new(&inputs, Vocabulary::builtin()));
        let outcome = update(
            &self.generations(),
            &request,
            &mut std::io::empty(),
            &|_| {},
        )?;
        Ok(outcome.cases)
    }

    pub(crate) fn ids(&self) -> Vec<String> {
        let engine = Engine::open(&self.generations()).expect("an index");
        let mut ids = engine.reader().ids().expect("ids");
        ids.sort();
        ids
    }

    pub(crate) fn faults(&self) -> Vec<String> {
        verify(&self.generations(), &|| {})
            .expect("an index")
            .faults
    }

    /// The files of the generation in use, but for its manifest.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let folder = self.generations().current().expect("a pointer");
        let entries = fs::read_dir(folder.expect("a generation")).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths
            .filter(|path| !path.ends_with("manifest.json") && is_not_empty(path))
            .collect()
    }

    /// `incidex ARGS` with this index.
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        let mut run = Run::bare(args);
        run.command.env("INCIDEX_INDEX", self.generations().root());
        run
    }

    pub(crate) fn start(&self, args: &[&str]) -> Started {
        let mut command = Command::new(PROGRAM);
        command
            .args(args)
            .env("INCIDEX_INDEX", self.generations().root())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Started(command.spawn().expect("it starts"))
    }
}

/// A process that ends with the test, however that ends.
pub(crate) struct Started(pub(crate) Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_not_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
}

/// Flips a bit of the byte at `part` hundredths of a file.
pub(crate) fn flip(path: &Path, part: usize) {
    let mut bytes = fs::read(path).expect("a file");
    let place = (bytes.len() - 1) * part / 100;
    bytes[place] ^= 0x10;
    fs::write(path, bytes).expect("a file");
}

#[test]
fn a_flipped_bit_is_found_in_any_file() {
    let place = Place::new();
    assert_eq!(place.faults(), [""; 0]);
    let files = place.files();
    assert!(files.len() > 5, "{files:?}");
    for file in files {
        for part in [0, 50, 100] {
            flip(&file, part);
            let faults = place.faults();
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(
                faults[0].contains(&file.display().to_string()),
                "{faults:?}"
            );
            flip(&file, part);
        }
    }
    assert_eq!(place.faults(), [""; 0]);
}

#[test]
fn a_damaged_index_brings_no_command_down() {
    let place = Place::new();
    for file in place.files() {
        for part in [0, 50, 100] {
            flip(&file, part);
            let output = place
                .run(&["search", "disk full", "--facets"])
                .command
                .output()
                .expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr);
            // Damage where nothing is read is not seen; where it is, the advice must help.
            let is_fine = match output.status.code() {
                Some(0 | 1) => true,
                Some(2) => said.contains("incidex verify") || said.contains("--rebuild"),
                _ => false,
            };
            assert!(is_fine, "{}: {said}", file.display());
            flip(&file, part);
        }
    }
}

#[test]
fn verifying_says_what_it_read_and_what_is_wrong() {
    let place = Place::new();
    let sound = place.run(&["verify", "--json"]).check(0).json();
    assert_eq!(sound["cases"], 3);
    assert_eq!(sound["queries"], 3);
    assert_eq!(sound["faults"], serde_json::json!([]));
    let store = place
        .files()
        .into_iter()
        .find(|path| path.extension().is_some_and(|e| e == "store"));
    flip(&store.expect("stored records"), 50);
    place
        .run(&["verify"])
        .check(1)
        .says(".store: its bytes are not those that were written")
        .says("its cases were not read");
    Run::bare(&["verify"]).check(2).says("there is no index");
}

#[test]
fn cases_can_be_deleted_all_or_none() {
    let place = Place::new();
    let generations = place.generations();
    let lock = generations.lock().expect("the lock");
    match delete(&generations, &lock, &["a".to_owned(), "nothing".to_owned()]) {
        Err(Error::UnknownCase { id, .. }) => assert_eq!(id, "nothing"),
        other => panic!("{other:?}"),
    }
    drop(lock);
    assert_eq!(place.ids(), ["A", "B", "C"]);
    fs::remove_file(place.file("B")).expect("a file");
    let note = "A comes back when";
    let done = place.run(&["delete", "a", "B", "b"]).check(0);
    assert!(!done.stderr.contains("B comes back"), "{}", done.stderr);
    done.says(note).says("deleted A, B");
    assert_eq!(place.ids(), ["C"]);
    assert_eq!(place.faults(), [""; 0]);
    assert_eq!(place.index(&|update| update).expect("an index"), 2);
    assert_eq!(place.ids(), ["A", "C"]);
}

#[test]
fn cases_without_their_file_stay_where_asked() {
    let place = Place::new();
    fs::remove_file(place.file("B")).expect("a file");
    let cases = place.cases();
    let cases = cases.to_str().expect("UTF-8");
    place
        .run(&["index", "--keep-missing", cases])
        .check(0)
        .says("3 cases in the index (2 unchanged, 1 kept)")
        .says("kept, although the file is gone: B");
    assert_eq!(place.ids(), ["A", "B", "C"]);
    place
        .run(&["index", cases])
        .check(0)
        .says("removed, since the file is gone: B");
    assert_eq!(place.ids(), ["A", "C"]);
}

#[test]
fn an_index_whose_pointer_is_lost_stays_until_there_is_another() {
    let place = Place::new();
    let root = place.generations().root().to_owned();
    let complete = place.generations().current().expect("a pointer");
    let complete = complete.expect("a generation");
    let foreign = root.join("gen-77");
    fs::create_dir(&foreign).expect("a folder");
    fs::write(foreign.join("A.json"), "mine").expect("a file");
    fs::write(place.cases().join("bad.json"), "{").expect("a file");
    for pointer in [None, Some("")] {
        match pointer {
            None => fs::remove_file(root.join("CURRENT")),
            Some(text) => fs::write(root.join("CURRENT"), text),
        }
        .expect("another pointer");
        let cases = place.cases();
        let cases = cases.to_str().expect("UTF-8");
        place.run(&["index", "--rebuild", cases]).check(2);
        assert!(complete.join("meta.json").is_file());
    }
    let name = complete.file_name().expect("a name").to_string_lossy();
    fs::write(root.join("CURRENT"), &*name).expect("the pointer again");
    assert_eq!(place.ids(), ["A", "B", "C"]);
    fs::remove_file(place.cases().join("bad.json")).expect("a file");
    place.write("D");
    assert_eq!(place.index(&|update| update).expect("an index"), 4);
    assert!(!complete.exists());
    assert!(foreign.join("A.json").is_file(), "another's folder is gone");
}

#[test]
fn a_second_writer_is_refused_or_waits() {
    let place = Place::new();
    let lock = place.generations().lock().expect("the lock");
    match place.index(&|update| update) {
        Err(Error::Locked { pid, .. }) => assert_eq!(pid, std::process::id().to_string()),
        other => panic!("{other:?}"),
    }
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            place.index(&|update| Update {
                wait: true,
                ..update
            })
        });
        thread::sleep(Duration::from_millis(200));
        assert!(!waiting.is_finished());
        drop(lock);
        assert_eq!(waiting.join().expect("no panic").expect("an index"), 3);
    });
}

#[test]
fn a_kill_at_any_moment_leaves_the_last_good_index() {
    let place = Place::new();
    let seeds = root().join("seeds/cases");
    let seeds = seeds.to_str().expect("UTF-8");
    for moment in [0, 20, 60, 120, 250, 500] {
        let mut child = place.start(&["index", seeds]);
        thread::sleep(Duration::from_millis(moment));
        child.0.kill().expect("it can be killed");
        child.0.wait().expect("it ends");
        assert_eq!(place.faults(), [""; 0], "killed after {moment} ms");
        assert_eq!(place.ids()[..3], ["A", "B", "C"]);
    }
    place
        .run(&["index", seeds])
        .check(0)
        .says("136 cases in the index");
}

#[test]
fn watching_follows_the_files() {
    let place = Place::new();
    let cases = place.cases();
    let mut child = place.start(&["index", "--watch", cases.to_str().expect("UTF-8")]);
    let become_ = |ids: &[&str], change: &dyn Fn()| {
        let start = Instant::now();
        while place.ids() != ids {
            // The watch may not have begun when the first change was made.
            change();
            thread::sleep(Duration::from_millis(500));
            assert!(start.elapsed() < Duration::from_secs(60), "{ids:?}");
        }
    };
    become_(&["A", "B", "C", "D"], &|| place.write("D"));
    become_(&["A", "C", "D"], &|| {
        let _ = fs::remove_file(place.file("B"));
    });
    assert!(child.0.try_wait().expect("a state").is_none(), "it goes on");
    #[cfg(unix)]
    {
        let pid = child.0.id().to_string();
        let told = Command::new("kill").args(["-s", "TERM", &pid]).status();
        assert!(told.expect("it runs").success());
        assert_eq!(child.0.wait().expect("it ends").code(), Some(0));
    }
    Run::bare(&["index", "--watch", "-"])
        .check(2)
        .says("standard input cannot be watched");
}
