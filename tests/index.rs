//! The life of an index: every row is what lies in the folders, and what an update does with it.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use incidex::case::{Input, Lang, Vocabulary, find_vocabulary};
use incidex::error::Error;
use incidex::index::{Generations, Outcome, Sources, Start, Update, update};
use incidex::query::{Engine, Request};
use tempfile::TempDir;

/// A folder of cases and an index of it.
struct Place {
    folder: TempDir,
}

#[derive(Clone, Copy, Default)]
struct How {
    keep_going: bool,
    rebuild: bool,
}

const PLAIN: How = How {
    keep_going: false,
    rebuild: false,
};
const KEEP_GOING: How = How {
    keep_going: true,
    rebuild: false,
};
const REBUILD: How = How {
    keep_going: false,
    rebuild: true,
};

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        };
        fs::create_dir(place.cases()).expect("a folder");
        for (name, text) in files {
            place.write(name, text);
        }
        place
    }

    fn cases(&self) -> PathBuf {
        self.folder.path().join("cases")
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    fn generations(&self) -> Generations {
        Generations::new(self.index())
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.cases().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.cases().join(name)).expect("a file");
    }

    fn update(&self, how: How) -> Result<Outcome, Error> {
        self.update_from(&[Input::Path(self.cases())], "", how)
    }

    fn update_from(&self, inputs: &[Input], stdin: &str, how: How) -> Result<Outcome, Error> {
        let vocabulary = find_vocabulary(None, inputs).expect("a vocabulary");
        let request = Update {
            keep_going: how.keep_going,
            start: match how.rebuild {
                true => Start::Nothing,
                false => Start::Index,
            },
            ..Update::new(inputs, &vocabulary)
        };
        update(
            &self.generations(),
            &request,
            &mut stdin.as_bytes(),
            &|_| {},
        )
    }

    /// Updates, and compares what was done and which ids are there now.
    #[track_caller]
    fn check(&self, how: How, done: &str, ids: &[&str]) {
        let outcome = self.update(how).expect("an update");
        self.check_outcome(&outcome, done, ids);
    }

    #[track_caller]
    fn check_outcome(&self, outcome: &Outcome, done: &str, ids: &[&str]) {
        let counts = [
            ("added", outcome.added),
            ("replaced", outcome.replaced),
            ("unchanged", outcome.unchanged),
            ("removed", outcome.removed.len()),
            ("faulty", outcome.report.faults.len()),
        ];
        let said: Vec<String> = counts
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(what, count)| format!("{count} {what}"))
            .collect();
        assert_eq!(said.join(", "), done);
        assert_eq!(self.ids(), ids);
        if outcome.report.faults.is_empty() {
            assert_eq!(outcome.cases, ids.len() as u64, "the count of cases");
        }
        let leftovers = self.generation_folders();
        assert_eq!(leftovers.len(), 1, "one generation stays: {leftovers:?}");
    }

    fn open(&self) -> Result<Engine, Error> {
        Engine::open(&self.generations())
    }

    fn ids(&self) -> Vec<String> {
        let mut ids = self.open().expect("an index").reader().ids().expect("ids");
        ids.sort();
        ids
    }

    fn find(&self, query: &str) -> Vec<String> {
        let request = Request {
            text: query.to_owned(),
            limit: 100,
            ..Request::default()
        };
        let ranking = self
            .open()
            .expect("an index")
            .rank(&request)
            .expect("a ranking");
        let mut ids: Vec<String> = ranking.into_iter().map(|(id, _)| id).collect();
        ids.sort();
        ids
    }

    fn generation_folders(&self) -> Vec<String> {
        let entries = fs::read_dir(self.index()).expect("an index");
        let names = entries.map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        });
        names.filter(|name| name.starts_with("gen-")).collect()
    }

    fn generation(&self) -> PathBuf {
        self.generations()
            .current()
            .expect("a pointer")
            .expect("a generation")
    }
}

fn case(id: &str, title: &str) -> String {
    format!(r#"{{"id": "{id}", "title": {{"en": "{title}", "ko": "장애"}}}}"#)
}

fn message(result: Result<impl Sized, Error>) -> String {
    match result {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn counts_tell_what_changed() {
    let place = Place::new(&[
        ("a.json", &case("A", "disk")),
        ("b.json", &case("B", "disk")),
    ]);
    place.check(PLAIN, "2 added", &["A", "B"]);
    place.check(PLAIN, "2 unchanged", &["A", "B"]);
    place.write("a.json", &case("A", "network"));
    place.write(
        "sub/c.jsonl",
        &[case("C", "disk"), case("D", "disk")].join("\n"),
    );
    place.check(
        PLAIN,
        "2 added, 1 replaced, 1 unchanged",
        &["A", "B", "C", "D"],
    );
    assert_eq!(place.find("disk"), ["B", "C", "D"]);
    assert_eq!(place.find("network"), ["A"]);
    place.remove("b.json");
    place.write("sub/c.jsonl", &case("D", "disk"));
    place.check(PLAIN, "2 unchanged, 2 removed", &["A", "D"]);
    assert_eq!(place.find("disk"), ["D"]);
    place.check(REBUILD, "2 added", &["A", "D"]);
}

#[test]
fn an_update_that_changes_nothing_writes_nothing() {
    let place = Place::new(&[("a.json", &case("A", "disk"))]);
    place.check(PLAIN, "1 added", &["A"]);
    let before = snapshot(&place.index());
    place.check(PLAIN, "1 unchanged", &["A"]);
    assert_eq!(snapshot(&place.index()), before);
}

#[test]
fn a_case_may_move_to_another_file() {
    let place = Place::new(&[
        ("a.json", &case("A", "disk")),
        ("b.json", &case("B", "disk")),
    ]);
    place.check(PLAIN, "2 added", &["A", "B"]);
    place.remove("a.json");
    place.write("moved/a.json", &case("A", "disk"));
    place.check(PLAIN, "1 replaced, 1 unchanged", &["A", "B"]);
    // The index knows the new place: the case goes when its new file goes.
    place.remove("moved/a.json");
    place.check(PLAIN, "1 unchanged, 1 removed", &["B"]);
}

#[test]
fn cases_of_other_places_stay() {
    let place = Place::new(&[
        ("a/a.json", &case("A", "disk")),
        ("b/b.json", &case("B", "disk")),
    ]);
    let update = |path: &str, stdin: &str| {
        let input = match path {
            "-" => Input::Stdin,
            path => Input::Path(place.cases().join(path)),
        };
        place
            .update_from(&[input], stdin, PLAIN)
            .expect("an update")
    };
    place.check_outcome(&update("a", ""), "1 added", &["A"]);
    place.check_outcome(&update("b", ""), "1 added", &["A", "B"]);
    place.check_outcome(
        &update("-", &case("S", "disk")),
        "1 added",
        &["A", "B", "S"],
    );
    place.remove("a/a.json");
    place.write("a/c.json", &case("C", "disk"));
    place.check_outcome(&update("b", ""), "1 unchanged", &["A", "B", "S"]);
    place.check_outcome(&update("a", ""), "1 added, 1 removed", &["B", "C", "S"]);
    // One file is not its folder.
    place.check_outcome(&update("a/c.json", ""), "1 unchanged", &["B", "C", "S"]);
    place.check_outcome(&update("", ""), "2 unchanged", &["B", "C", "S"]);
}

#[test]
fn one_faulty_case_keeps_the_index_as_it_was() {
    let place = Place::new(&[("a.json", &case("A", "disk"))]);
    place.check(PLAIN, "1 added", &["A"]);
    let before = snapshot(&place.index());
    for i in 0..50 {
        place.write(&format!("n{i}.json"), &case(&format!("N{i:02}"), "disk"));
    }
    for broken in [
        "{",
        "{}",
        "[1]",
        r#"{"id": "A", "title": {"en": "twice"}}"#,
        "\u{FEFF}",
        "null",
    ] {
        place.write("z.json", broken);
        let outcome = place.update(PLAIN).expect("an outcome");
        assert!(!outcome.report.faults.is_empty(), "{broken}");
        assert_eq!(snapshot(&place.index()), before, "{broken}");
        assert_eq!(place.find("disk"), ["A"], "{broken}");
    }
}

#[test]
fn the_first_index_is_not_begun_with_a_fault() {
    let place = Place::new(&[("a.json", &case("A", "disk")), ("b.json", "{")]);
    let outcome = place.update(PLAIN).expect("an outcome");
    assert_eq!(outcome.report.faults.len(), 1);
    assert!(matches!(place.open(), Err(Error::NoIndex { .. })));
    assert_eq!(place.generation_folders(), [""; 0]);
}

#[test]
fn keep_going_indexes_the_rest() {
    let place = Place::new(&[("a.json", &case("A", "disk")), ("b.json", "{")]);
    place.check(KEEP_GOING, "1 added, 1 faulty", &["A"]);
}

#[test]
fn a_stored_case_whose_file_is_faulty_now_stays() {
    let place = Place::new(&[
        ("a.json", &case("A", "disk")),
        ("b.json", &case("B", "disk")),
        ("c.json", &case("C", "disk")),
    ]);
    place.check(PLAIN, "3 added", &["A", "B", "C"]);
    place.write("a.json", "{");
    place.remove("b.json");
    place.check(KEEP_GOING, "1 unchanged, 1 removed, 1 faulty", &["A", "C"]);
    assert_eq!(place.find("disk"), ["A", "C"]);
    place.write("a.json", &case("A", "network"));
    place.check(PLAIN, "1 replaced, 1 unchanged", &["A", "C"]);
}

#[test]
fn a_change_of_the_vocabulary_labels_all_cases_anew() {
    let tagged = r#"{"id": "A", "title": {"en": "disk", "ko": "장애"}, "components": ["lb"]}"#;
    let labels =
        |en: &str| format!(r#"{{"components": {{"lb": {{"en": "{en}", "ko": "부하 분산기"}}}}}}"#);
    let place = Place::new(&[("a.json", tagged), ("b.json", &case("B", "disk"))]);
    place.write("vocabulary.json", &labels("Balancer"));
    place.check(PLAIN, "2 added", &["A", "B"]);
    assert_eq!(place.find("balancer"), ["A"]);
    assert_eq!(place.find("부하 분산기"), ["A"]);
    place.write("vocabulary.json", &labels("Spreader"));
    place.update(PLAIN).expect("an update");
    assert_eq!(place.ids(), ["A", "B"]);
    assert_eq!(place.find("spreader"), ["A"]);
    assert_eq!(place.find("balancer"), [""; 0]);
    let engine = place.open().expect("an index");
    let label =
        engine
            .reader()
            .vocabulary()
            .label(incidex::case::Dimension::Component, "lb", Lang::En);
    assert_eq!(label, "Spreader");
    place.check(PLAIN, "2 unchanged", &["A", "B"]);
}

#[test]
fn a_case_that_is_gone_goes_even_if_the_vocabulary_changed() {
    let place = Place::new(&[
        ("a.json", &case("A", "disk")),
        ("b.json", &case("B", "disk")),
    ]);
    place.write("vocabulary.json", "{}");
    place.check(PLAIN, "2 added", &["A", "B"]);
    place.remove("b.json");
    place.write("vocabulary.json", "{ }");
    let outcome = place.update(PLAIN).expect("an update");
    assert_eq!(place.ids(), ["A"]);
    assert_eq!(outcome.removed, ["B"]);
    assert_eq!(outcome.added, 0, "a case that was there is not added");
}

#[test]
fn cases_from_elsewhere_survive_a_change_of_the_vocabulary() {
    let place = Place::new(&[("a.json", &case("A", "disk")), ("vocabulary.json", "{}")]);
    place.check(PLAIN, "1 added", &["A"]);
    // Standard input has no vocabulary beside it, so the one built in is used.
    let outcome = place
        .update_from(&[Input::Stdin], &case("S", "disk"), PLAIN)
        .expect("an update");
    assert_eq!(outcome.cases, 2);
    assert_eq!(place.ids(), ["A", "S"]);
    assert_eq!(place.find("disk"), ["A", "S"]);
}

#[test]
fn a_second_writer_is_told_who_writes() {
    let place = Place::new(&[("a.json", &case("A", "disk"))]);
    place.check(PLAIN, "1 added", &["A"]);
    let lock = place.generations().lock().expect("the lock");
    place.write("b.json", &case("B", "disk"));
    let text = message(place.update(PLAIN));
    assert!(text.contains(&std::process::id().to_string()), "{text}");
    assert_eq!(place.ids(), ["A"], "readers need no lock");
    drop(lock);
    place.check(PLAIN, "1 added, 1 unchanged", &["A", "B"]);
}

#[test]
fn what_killed_writers_left_is_removed() {
    let place = Place::new(&[("a.json", &case("A", "disk"))]);
    place.check(PLAIN, "1 added", &["A"]);
    for name in ["gen-0", "gen-7", "gen-12"] {
        fs::create_dir(place.index().join(name)).expect("a folder");
        fs::write(place.index().join(name).join("half.store"), "").expect("a file");
    }
    fs::write(place.index().join("CURRENT.new"), "gen-7\n").expect("a file");
    fs::write(place.index().join("writer.lock"), "4194304\n").expect("a file");
    assert_eq!(place.ids(), ["A"]);
    place.write("b.json", &case("B", "disk"));
    place.check(PLAIN, "1 added, 1 unchanged", &["A", "B"]);
    assert!(!place.index().join("CURRENT.new").exists());
}

#[test]
fn what_else_lies_in_the_folder_stays() {
    let place = Place::new(&[("a.json", &case("A", "disk"))]);
    fs::create_dir(place.index()).expect("a folder");
    fs::write(place.index().join("README.md"), "# index").expect("a file");
    fs::create_dir(place.index().join("gen-x")).expect("a folder");
    place.update(PLAIN).expect("an update");
    place.update(REBUILD).expect("an update");
    assert_eq!(
        fs::read_to_string(place.index().join("README.md")).expect("the file"),
        "# index"
    );
    assert!(place.index().join("gen-x").is_dir());
}

#[test]
fn no_index_is_an_error_that_names_the_command() {
    let place = Place::new(&[]);
    let text = message(place.open());
    assert!(text.contains("incidex index"), "{text}");
    assert!(!place.index().exists(), "opening makes nothing");
}

/// What is wrong with how damage was met: the error must say that building anew mends it, and
/// building anew must.
fn faults_of_damage(what: &str, place: &Place) -> Option<String> {
    let search = || {
        message(place.open().and_then(|engine| {
            engine.search(&Request {
                text: "disk network".to_owned(),
                limit: 10,
                ..Request::default()
            })
        }))
    };
    let Ok(text) = panic::catch_unwind(AssertUnwindSafe(search)) else {
        return Some(format!("{what}: a panic"));
    };
    if !text.contains("incidex index") && text != "no error" {
        return Some(format!("{what}: no remedy in: {text}"));
    }
    if let Err(error) = place.update(REBUILD) {
        return Some(format!("{what}: not mended: {error}"));
    }
    (place.ids() != ["A", "B"]).then(|| format!("{what}: mended to {:?}", place.ids()))
}

#[track_caller]
fn check_damages(faults: Vec<Option<String>>) {
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn damaged_place() -> Place {
    let place = Place::new(&[
        ("a.json", &case("A", "disk")),
        ("b.json", &case("B", "network")),
    ]);
    place.check(PLAIN, "2 added", &["A", "B"]);
    place
}

#[test]
fn a_pointer_to_nowhere_is_an_error_that_can_be_mended() {
    let mut faults = Vec::new();
    for garbage in [
        "",
        "\n",
        "garbage",
        "gen-",
        "gen-x",
        "gen-99",
        "../../etc",
        "gen-1/../gen-1",
        "gen-18446744073709551616",
    ] {
        let place = damaged_place();
        fs::write(place.index().join("CURRENT"), garbage).expect("a file");
        assert_ne!(message(place.open()), "no error", "{garbage:?}");
        faults.push(faults_of_damage(
            &format!("CURRENT says {garbage:?}"),
            &place,
        ));
    }
    let place = damaged_place();
    fs::write(place.index().join("CURRENT"), b"\xFF\xFE").expect("a file");
    faults.push(faults_of_damage("CURRENT is not text", &place));
    check_damages(faults);
}

#[test]
fn the_largest_number_of_a_generation_is_no_trap() {
    let place = damaged_place();
    fs::create_dir(place.index().join(format!("gen-{}", u64::MAX))).expect("a folder");
    place.write("b.json", &case("B", "disk"));
    place.check(PLAIN, "1 replaced, 1 unchanged", &["A", "B"]);
}

#[test]
fn a_file_that_is_cut_short_is_an_error_and_no_panic() {
    let names: Vec<String> = fs::read_dir(damaged_place().generation())
        .expect("a generation")
        .map(|entry| {
            entry
                .expect("an entry")
                .path()
                .extension()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert!(names.len() > 5, "{names:?}");
    let mut faults = Vec::new();
    for extension in names {
        for part in [0, 1, 50, 95] {
            let place = damaged_place();
            for entry in fs::read_dir(place.generation()).expect("a generation") {
                let path = entry.expect("an entry").path();
                if path.extension().is_some_and(|e| e == extension.as_str()) {
                    let bytes = fs::read(&path).expect("a file");
                    fs::remove_file(&path).expect("a file");
                    fs::write(&path, &bytes[..bytes.len() * part / 100]).expect("a file");
                }
            }
            faults.push(faults_of_damage(
                &format!("{part} % of .{extension}"),
                &place,
            ));
        }
    }
    check_damages(faults);
}

#[test]
fn a_file_that_is_missing_is_an_error_and_no_panic() {
    let names: Vec<_> = fs::read_dir(damaged_place().generation())
        .expect("a generation")
        .map(|entry| {
            entry
                .expect("an entry")
                .path()
                .extension()
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    let mut faults = Vec::new();
    for extension in names {
        let place = damaged_place();
        for entry in fs::read_dir(place.generation()).expect("a generation") {
            let path = entry.expect("an entry").path();
            if path.extension() == Some(&extension) {
                fs::remove_file(path).expect("a file");
            }
        }
        faults.push(faults_of_damage(&format!("no {extension:?}"), &place));
    }
    check_damages(faults);
}

/// Changes one number in the stamp, as if another version had written it.
fn restamp(place: &Place, key: &str, value: u64) {
    let path = place.generation().join("meta.json");
    let mut meta: serde_json::Value =
        serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
    let mut stamp: serde_json::Value =
        serde_json::from_str(meta["payload"].as_str().expect("a stamp")).expect("JSON");
    assert!(stamp[key].is_u64(), "{key}");
    stamp[key] = value.into();
    meta["payload"] = stamp.to_string().into();
    fs::remove_file(&path).expect("a file");
    let text = meta.to_string();
    fs::write(&path, &text).expect("a file");
    let manifest = place.generation().join("manifest.json");
    let mut files: serde_json::Value =
        serde_json::from_slice(&fs::read(&manifest).expect("a file")).expect("JSON");
    files["meta.json"]["length"] = text.len().into();
    let hash = blake3::hash(text.as_bytes()).to_hex();
    files["meta.json"]["blake3"] = hash.as_str().into();
    fs::write(&manifest, files.to_string()).expect("a file");
}

/// Refused by a search with the command that mends it, which then does so.
#[track_caller]
fn check_built_again(place: &Place, why: &str, ids: &[&str]) {
    let text = message(place.open());
    let index = format!("incidex index --index {}", place.index().display());
    assert!(text.contains(why) && text.contains(&index), "{text}");
    let sources = Sources::of(&place.generations()).expect("sources");
    let outcome = place.update_from(&sources.inputs(), "", PLAIN);
    let said = outcome.expect("an update").outdated.unwrap_or_default();
    assert!(said.contains(why), "{said}");
    assert_eq!(place.ids(), ids);
}

#[test]
fn an_index_of_another_version_is_built_again() {
    let place = damaged_place();
    restamp(&place, "analyzer", 9999);
    check_built_again(&place, "analyzer 9999", &["A", "B"]);
    restamp(&place, "format", 9999);
    check_built_again(&place, "index format 9999", &["A", "B"]);
}

#[test]
fn a_damaged_index_is_built_again_from_all_that_it_was_made_from() {
    let place = damaged_place();
    place.write("../more/c.json", &case("C", "memory"));
    let more = place.cases().join("../more/c.json");
    place
        .update_from(&[Input::Path(more)], "", PLAIN)
        .expect("an update");
    let store = snapshot(&place.generation());
    let store = store
        .keys()
        .find(|path| path.extension().is_some_and(|e| e == "store"));
    let store = place.generation().join(store.expect("stored records"));
    fs::remove_file(&store).expect("a file");
    check_built_again(&place, "it is missing", &["A", "B", "C"]);
}

/// What nobody could read again is not given up for a rebuild that nobody asked for.
#[test]
fn an_index_with_cases_that_have_no_file_is_not_built_again() {
    let from_stdin = |place: &Place| {
        place
            .update_from(&[Input::Stdin], &case("S", "disk"), PLAIN)
            .expect("an update");
    };
    let kept = |place: &Place| {
        place.remove("b.json");
        let inputs = [Input::Path(place.cases())];
        let request = Update {
            keep_missing: true,
            ..Update::new(&inputs, Vocabulary::builtin())
        };
        update(
            &place.generations(),
            &request,
            &mut std::io::empty(),
            &|_| {},
        )
        .expect("an update");
    };
    let no_change = |place: &Place| place.update(PLAIN).map(|_| ()).expect("an update");
    type Change<'c> = &'c dyn Fn(&Place);
    let cases: [(Change<'_>, bool); 3] = [(&from_stdin, true), (&kept, true), (&no_change, false)];
    for (change, is_refused) in cases {
        let place = damaged_place();
        change(&place);
        restamp(&place, "format", 9999);
        let before = snapshot(&place.generation());
        match place.update(PLAIN) {
            Err(error) => {
                assert!(error.to_string().contains("--rebuild PATH"), "{error}");
                assert_eq!(snapshot(&place.generation()), before);
                assert!(is_refused, "{error}");
            }
            Ok(_) => assert!(!is_refused),
        }
    }
}

/// Only damage and another version lead to a rebuild; what cannot be read now may be sound.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_not_damage() {
    let place = damaged_place();
    let file = place.generation().join("meta.json");
    fs::remove_file(&file).expect("a file");
    // A link to itself cannot be opened, not even by root.
    std::os::unix::fs::symlink(&file, &file).expect("a link");
    let text = message(place.update(PLAIN));
    assert!(text.starts_with("cannot read"), "{text}");
    assert!(fs::symlink_metadata(&file).is_ok(), "nothing was removed");
}

/// Reading neither needs nor leaves anything in the folder.
#[test]
fn searching_writes_nothing() {
    let place = damaged_place();
    let before = snapshot(&place.index());
    assert_eq!(place.find("disk"), ["A"]);
    assert_eq!(
        place
            .open()
            .expect("an index")
            .case("A")
            .expect("a case")
            .0
            .id,
        "A"
    );
    assert_eq!(snapshot(&place.index()), before);
}

/// Whoever may read the folder may search in it.
#[cfg(unix)]
#[test]
fn all_files_can_be_read_by_those_who_can_read_one() {
    use std::os::unix::fs::PermissionsExt;
    let place = damaged_place();
    let mode = |path: &Path| {
        let metadata = fs::metadata(path).expect("a file");
        metadata.permissions().mode() & 0o444
    };
    let usual = mode(&place.index().join("CURRENT"));
    for path in snapshot(&place.index()).keys() {
        assert_eq!(mode(path), usual, "{}", path.display());
    }
}

#[test]
fn an_open_index_outlives_the_next_generation() {
    let place = damaged_place();
    let engine = place.open().expect("an index");
    place.write("a.json", &case("A", "memory"));
    place.check(PLAIN, "1 replaced, 1 unchanged", &["A", "B"]);
    place.check(REBUILD, "2 added", &["A", "B"]);
    let request = Request {
        text: "disk".to_owned(),
        limit: 10,
        ..Request::default()
    };
    assert_eq!(
        engine.search(&request).expect("an answer").hits[0].case.id,
        "A"
    );
    assert_eq!(place.find("disk"), [""; 0]);
}

#[test]
fn many_updates_leave_a_small_index() {
    let place = Place::new(&[("a.json", &case("A", "disk"))]);
    place.check(PLAIN, "1 added", &["A"]);
    let first = size(&place.index());
    for i in 0..30 {
        place.write("a.json", &case("A", &format!("disk {i}")));
        place.check(PLAIN, "1 replaced", &["A"]);
    }
    let last = size(&place.index());
    assert!(last < 4 * first + 20_000, "{first} bytes grew to {last}");
    assert_eq!(place.find("disk"), ["A"]);
}

#[test]
fn a_case_is_found_by_its_id_however_it_is_typed() {
    use unicode_normalization::UnicodeNormalization;
    let decomposed: String = "장애-한글-1".nfd().collect();
    let place = Place::new(&[
        ("a.json", &case(&decomposed, "disk")),
        ("b.json", &case("  IL-1  ", "disk")),
        ("c.json", &case("a.b_c:d#e", "disk")),
    ]);
    place.update(PLAIN).expect("an update");
    let engine = place.open().expect("an index");
    for (typed, id) in [
        ("장애-한글-1", "장애-한글-1"),
        (decomposed.as_str(), "장애-한글-1"),
        ("IL-1", "IL-1"),
        (" il-1 ", "IL-1"),
        ("ＩＬ－１", "IL-1"),
        ("A.B_C:D#E", "a.b_c:d#e"),
    ] {
        assert_eq!(engine.case(typed).expect("a case").0.id, id, "{typed:?}");
        let first = engine.rank(&Request {
            text: typed.to_owned(),
            limit: 1,
            ..Request::default()
        });
        assert_eq!(first.expect("a ranking")[0].0, id, "{typed:?}");
    }
    match engine.case("IL-2") {
        Err(Error::UnknownCase { nearest, .. }) => assert_eq!(nearest, ["IL-1"]),
        other => panic!("{:?}", other.map(|(case, _)| case.id)),
    }
    for typed in ["", " ", "nothing like it", "장"] {
        assert!(
            matches!(engine.case(typed), Err(Error::UnknownCase { .. })),
            "{typed:?}"
        );
    }
}

#[test]
fn a_record_is_kept_as_it_was_written() {
    let text = "{\"id\":\"A\" ,\n \"title\": {\"en\": \"x\u{7F}\\u001b[31m\u{9B}1m\"},\t\"new key\": [1.0, 1e300, 12345678901234567890123, null],\n\"z\": {\"b\":1,\"a\":2}}";
    let place = Place::new(&[("a.json", text)]);
    place.check(PLAIN, "1 added", &["A"]);
    assert_eq!(
        place.open().expect("an index").case("A").expect("a case").1,
        text
    );
}

#[test]
fn long_and_odd_cases_are_accepted() {
    let long = "word ".repeat(200_000);
    let odd = "고소/고발 생성/삭제 👨‍👩‍👧‍👦 ﷺ \\u0000 \\u200f ㅎ 300グラム";
    let place = Place::new(&[
        ("long.json", &case("LONG", &long)),
        ("odd.json", &case("ODD", odd)),
    ]);
    place.check(PLAIN, "2 added", &["LONG", "ODD"]);
    assert_eq!(place.find("word"), ["LONG"]);
    assert_eq!(place.find("고발"), ["ODD"]);
    assert_eq!(place.find("グラム"), ["ODD"]);
}

#[test]
fn no_word_is_too_long_to_be_found() {
    for chars in [40, 300, 20_000, 70_000] {
        let word = "x".repeat(chars);
        let place = Place::new(&[
            ("a.json", &case("A", &word)),
            ("b.json", &case("B", "disk")),
        ]);
        place.check(PLAIN, "2 added", &["A", "B"]);
        assert_eq!(place.find(&word), ["A"], "a word of {chars} letters");
    }
}

#[test]
fn a_path_that_is_missing_changes_nothing() {
    let place = damaged_place();
    let before = snapshot(&place.index());
    let input = Input::Path(place.folder.path().join("nowhere"));
    let outcome = place.update_from(&[input], "", PLAIN).expect("an outcome");
    assert_eq!(outcome.report.faults.len(), 1);
    assert_eq!(snapshot(&place.index()), before);
}

#[test]
fn an_index_that_grew_ranks_like_one_that_was_built_at_once() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/cases");
    let mut files: Vec<PathBuf> = fs::read_dir(&seeds)
        .expect("seeds")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let inputs = |files: &[PathBuf]| files.iter().cloned().map(Input::Path).collect::<Vec<_>>();
    let (grown, whole) = (Place::new(&[]), Place::new(&[]));
    for part in files.chunks(50) {
        grown
            .update_from(&inputs(part), "", PLAIN)
            .expect("an update");
    }
    whole
        .update_from(&inputs(&files), "", PLAIN)
        .expect("an update");
    let (grown, whole) = (
        grown.open().expect("an index"),
        whole.open().expect("an index"),
    );
    for query in [
        "timeout",
        "연결 지연",
        "nf_conntrack table full",
        "redis cluster failover",
        "디스크가 가득 참",
    ] {
        let request = Request {
            text: query.to_owned(),
            limit: 200,
            ..Request::default()
        };
        assert_eq!(
            grown.rank(&request).expect("a ranking"),
            whole.rank(&request).expect("a ranking"),
            "{query:?}"
        );
    }
}

#[test]
fn a_case_that_was_replaced_no_longer_counts() {
    let titles = ["disk one", "disk two", "network", "memory"];
    let fill = |place: &Place, titles: [&str; 4]| {
        for (i, title) in titles.iter().enumerate() {
            place.write(&format!("{i}.json"), &case(&format!("C{i}"), title));
        }
        place.update(PLAIN).expect("an update");
    };
    let (changed, fresh) = (Place::new(&[]), Place::new(&[]));
    fill(&changed, ["network", "network", "network", "network"]);
    fill(&changed, titles);
    fill(&fresh, titles);
    let rank = |place: &Place| {
        let request = Request {
            text: "network disk".to_owned(),
            limit: 10,
            ..Request::default()
        };
        place
            .open()
            .expect("an index")
            .rank(&request)
            .expect("a ranking")
    };
    assert_eq!(rank(&changed), rank(&fresh));
}

#[test]
fn the_vocabulary_of_the_index_is_the_one_it_was_built_with() {
    let place = Place::new(&[("a.json", &case("A", "disk"))]);
    place.check(PLAIN, "1 added", &["A"]);
    let engine = place.open().expect("an index");
    assert_eq!(
        engine.reader().vocabulary().fingerprint(),
        Vocabulary::builtin().fingerprint()
    );
}

/// Every file below `folder` with its bytes; the lock is nobody's content.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name != "writer.lock") {
                let bytes = fs::read(&path).expect("a file");
                files.insert(path, bytes);
            }
        }
    }
    files
}

fn size(folder: &Path) -> usize {
    snapshot(folder).values().map(Vec::len).sum()
}
