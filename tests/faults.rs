//! What goes wrong around an index: each fault is said in a sentence that names it, fails with exit
//! code 2 where it is one, and leaves the index of before.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use unicode_normalization::UnicodeNormalization;

use crate::cli::{PROGRAM, Run, root};
use crate::server::get_case;
use crate::survival::Place;

fn seeds() -> PathBuf {
    root().join("seeds/cases")
}

/// What a shell script did.
struct Script {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Script {
    #[track_caller]
    fn fails_with(self, texts: &[&str]) {
        let Self { code, stderr, .. } = self;
        assert_eq!(code, Some(2), "{stderr}");
        for text in texts {
            assert!(stderr.contains(text), "{text:?} is not in {stderr:?}");
        }
    }
}

impl Place {
    /// Runs a script with this index, in which `$INCIDEX` is the program and `$SEEDS` has 133 cases.
    fn script(&self, wrapper: &[&str], script: &str) -> Script {
        let words = [wrapper, &["sh", "-c", script]].concat();
        let output = Command::new(words[0])
            .args(&words[1..])
            .env("INCIDEX", PROGRAM)
            .env("SEEDS", seeds())
            .env("INCIDEX_INDEX", self.generations().root())
            .output()
            .expect("it runs");
        Script {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The index is the one that [`Place::new`] made.
    #[track_caller]
    fn still_answers(&self) {
        assert_eq!(self.ids(), ["A", "B", "C"]);
        assert_eq!(self.faults(), [""; 0]);
        self.run(&["search", "disk full"]).check(0).prints("host A");
    }
}

/// `true` where the script can be run at all; says why where it cannot.
#[cfg(target_os = "linux")]
fn can(wrapper: &[&str], script: &str) -> bool {
    let words = [wrapper, &["sh", "-c", script]].concat();
    let output = Command::new(words[0]).args(&words[1..]).output();
    let is_possible = output.is_ok_and(|output| output.status.success());
    if !is_possible {
        eprintln!("skipped: this machine does not allow `{}`", words.join(" "));
    }
    is_possible
}

#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_system_are_named() {
    let place = Place::new();
    for (limit, texts) in [
        ("-n 8", &["open files are limited to 8", "ulimit -n"][..]),
        ("-v 500000", &["488.28 MiB", "ulimit -v"]),
        ("-f 20", &["File too large", "ulimit -f"]),
    ] {
        let script = format!("ulimit {limit}; exec \"$INCIDEX\" index \"$SEEDS\"");
        place.script(&[], &script).fails_with(texts);
        place.still_answers();
    }
    let script = "ulimit -v 500000; ulimit -n 8; exec \"$INCIDEX\" search disk";
    assert_eq!(
        place.script(&[], script).code,
        Some(0),
        "searching needs little"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    const MOUNT: [&str; 3] = ["unshare", "--mount", "--map-root-user"];
    if !can(&MOUNT, "mount -t tmpfs -o size=900k none /tmp") {
        return;
    }
    // Each size fills up in another place of the work.
    for kilobytes in [600, 700, 800, 900] {
        let place = Place::new();
        // The index moves to a small disk that only the script sees.
        let script = format!(
            r#"
            cp -r "$INCIDEX_INDEX" "$INCIDEX_INDEX.copy"
            mount -t tmpfs -o size={kilobytes}k none "$INCIDEX_INDEX"
            cp -r "$INCIDEX_INDEX.copy/." "$INCIDEX_INDEX"
            "$INCIDEX" index "$SEEDS"
            code=$?
            "$INCIDEX" verify && "$INCIDEX" search disk && exit $code
            "#
        );
        let done = place.script(&MOUNT, &script);
        assert!(done.stdout.contains("host A"), "{}", done.stdout);
        done.fails_with(&[
            "No space left on device",
            "make room",
            "3 cases, sample queries: 3; faults: 0",
        ]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_can_be_searched_and_not_written() {
    const MOUNT: [&str; 3] = ["unshare", "--mount", "--map-root-user"];
    if !can(&MOUNT, "mount --bind /tmp /tmp") {
        return;
    }
    let place = Place::new();
    let script = r#"
        mount --bind "$INCIDEX_INDEX" "$INCIDEX_INDEX"
        mount -o remount,ro,bind "$INCIDEX_INDEX"
        "$INCIDEX" search disk && "$INCIDEX" verify && "$INCIDEX" index "$SEEDS"
    "#;
    let done = place.script(&MOUNT, script);
    assert!(done.stdout.contains("host A"), "{}", done.stdout);
    done.fails_with(&["faults: 0", "writer.lock: Read-only file system"]);
    place.still_answers();
}

/// What may not be read or written is said, and nothing is rebuilt or removed for it.
#[cfg(target_os = "linux")]
#[test]
fn a_missing_permission_is_named() {
    use std::os::unix::fs::PermissionsExt;
    const NOBODY: [&str; 4] = [
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
    ];
    if !can(&NOBODY, &format!("{PROGRAM} --version")) {
        return;
    }
    let place = Place::new();
    let set = |path: PathBuf, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    };
    set(place.folder(), 0o755);
    place
        .script(&NOBODY, "\"$INCIDEX\" index \"$SEEDS\"")
        .fails_with(&["writer.lock: Permission denied"]);
    let done = place.script(&NOBODY, "\"$INCIDEX\" search disk");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    for file in place.files() {
        set(file.clone(), 0o600);
        let done = place.script(&NOBODY, "\"$INCIDEX\" search disk; \"$INCIDEX\" verify");
        done.fails_with(&["cannot read", "Permission denied"]);
        set(file, 0o644);
    }
    place.still_answers();
}

#[test]
fn a_damaged_file_is_named_with_the_command_that_mends_it() {
    let cut = |name: &str| {
        let place = Place::new();
        let mut files = place.files().into_iter();
        let file = files.find(|path| path.to_string_lossy().ends_with(name));
        let file = file.expect("such a file");
        let bytes = fs::read(&file).expect("a file");
        fs::remove_file(&file).expect("a file");
        fs::write(&file, &bytes[..bytes.len() / 2]).expect("a file");
        (place, file.display().to_string())
    };
    let (place, file) = cut(".store");
    let index = place.generations().root().display().to_string();
    place
        .run(&["search", "disk"])
        .check(2)
        .says(&file)
        .says(&format!("incidex index --index {index} --rebuild\n"));
    place
        .run(&["index"])
        .check(0)
        .says(&file)
        .says("all its cases were indexed again");
    place.still_answers();

    // What the index was made from stands in this file.
    let (place, file) = cut("meta.json");
    let index = place.generations().root().display().to_string();
    let advice = format!("incidex index --index {index} --rebuild PATH…");
    for command in [&["search", "disk"][..], &["index"], &["index", "--rebuild"]] {
        place.run(command).check(2).says(&file).says(&advice);
    }
    let cases = place.cases();
    let cases = cases.to_str().expect("UTF-8");
    place.run(&["index", "--rebuild", cases]).check(0);
    place.still_answers();
}

#[cfg(unix)]
#[test]
fn links_that_go_round_are_passed_over() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let cases = place.cases();
    symlink(&cases, cases.join("round")).expect("a link");
    symlink(cases.join("itself.json"), cases.join("itself.json")).expect("a link");
    place
        .run(&["index", cases.to_str().expect("UTF-8")])
        .check(0)
        .says("3 unchanged");
    let itself = cases.join("itself.json");
    place
        .run(&["index", itself.to_str().expect("UTF-8")])
        .check(2)
        .says("itself.json: cannot be read")
        .says("nothing was written");
    place.still_answers();
}

/// Whatever part of it is read, a file that somebody writes is a case or a fault.
#[test]
fn a_file_that_changes_while_it_is_read_does_no_harm() {
    let place = Place::new();
    let cases = place.cases();
    let cases = cases.to_str().expect("UTF-8");
    let text = |words: usize| {
        let words = "disk full again ".repeat(words);
        format!(r#"{{"id": "D", "title": {{"en": "Disk full"}}, "summary": {{"en": "{words}"}}}}"#)
    };
    let is_over = std::sync::atomic::AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut words = 1;
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                words = words * 7 % 20_011;
                fs::write(place.file("D"), text(words)).expect("a file");
            }
        });
        for _ in 0..12 {
            let output = place
                .run(&["index", cases])
                .command
                .output()
                .expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => {}
                Some(2) => assert!(said.contains("D.json"), "{said}"),
                _ => panic!("{said}"),
            }
            assert_eq!(place.faults(), [""; 0]);
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    place.run(&["index", cases]).check(0).says("4 cases");
}

#[test]
fn a_case_that_no_memory_would_hold_is_a_fault() {
    let place = Place::new();
    let words = "disk full again ".repeat(600_000);
    let json =
        format!(r#"{{"id": "D", "title": {{"en": "Disk"}}, "summary": {{"en": "{words}"}}}}"#);
    fs::write(place.file("D"), json).expect("a file");
    let cases = place.cases();
    place
        .run(&["index", cases.to_str().expect("UTF-8")])
        .check(2)
        .says("D.json:1:1: the case has 10 MiB, and a case has at most 8 MiB");
    place.still_answers();
}

#[test]
fn an_index_may_lie_among_the_cases() {
    let run = Run::bare(&["index", "."]).file("a.json", r#"{"id": "A", "title": {"en": "Disk"}}"#);
    let folder = run.folder.path().to_owned();
    let mut run = run;
    for _ in 0..2 {
        let output = run.command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains("1 case in the index"), "{said}");
    }
    let mut check = Run::bare(&["check", "."]);
    check.command.current_dir(&folder);
    check.check(0).says("1 case, 0 faults");
}

#[test]
fn an_empty_index_says_that_it_is_empty() {
    let place = Place::new();
    place.run(&["delete", "A", "B", "C"]).check(0);
    place
        .run(&["search", "disk"])
        .check(1)
        .says("the index is empty");
}

#[test]
fn an_empty_variable_counts_as_unset() {
    let mut run = Run::bare(&["search", "disk"]);
    run.command.env("INCIDEX_INDEX", "");
    run.check(2).says("there is no index in index");
    Run::bare(&["search", "--index", "", "disk"])
        .check(2)
        .says("--index");
}

/// Ids go into addresses, TREC files and shells; in Hangul they may be typed composed or not.
#[test]
fn an_id_is_found_however_its_hangul_is_composed() {
    let place = Place::new();
    let cases = place.cases();
    let cases = cases.to_str().expect("UTF-8");
    let composed = "장애-한글";
    let decomposed: String = composed.nfd().collect();
    let json = |id: &str| {
        format!(
            r#"{{"id": "{id}", "title": {{"en": "Disk full", "ko": "장애"}}, "related": ["A"]}}"#
        )
    };
    for (id, what) in [
        ("A\\u0000", "A\\u{0}"),
        ("A/B", "A/B"),
        ("A B", "A B"),
        ("A\\n", "A"),
    ] {
        fs::write(place.file("D"), json(id)).expect("a file");
        let done = place.run(&["index", cases]);
        if id == "A\\n" {
            done.check(2).says("is taken by");
        } else {
            done.check(2).says("cannot be an id").says(what);
        }
        place.still_answers();
    }
    fs::write(place.file("D"), json(&decomposed)).expect("a file");
    place.run(&["index", cases]).check(0).says("1 added");
    for id in [composed, &decomposed] {
        place
            .run(&["show", "--no-pager", id])
            .check(0)
            .prints(composed);
        let found = place.run(&["search", "--json", id]).check(0).json();
        assert_eq!(found["hits"][0]["id"], composed);
        let related = place.run(&["related", "--json", id]).check(0).json();
        assert_eq!(related["id"], composed);
        let suggested = place.run(&["suggest", "--json", id]).check(0).json();
        let suggested = suggested["suggestions"].as_array().expect("a list");
        let is_there = suggested.iter().any(|it| it["text"] == composed);
        assert!(is_there, "{id:?}: {suggested:?}");
        // The record is as it was written.
        assert_eq!(get_case(&place.generations(), id)["id"], decomposed);
    }
    fs::write(place.file("E"), json(composed)).expect("a file");
    place.run(&["index", cases]).check(2).says("is taken by");
    fs::remove_file(place.file("E")).expect("a file");
    place
        .run(&["delete", &decomposed])
        .check(0)
        .says(&format!("deleted {composed}"));
    place.still_answers();
}

/// Segments stay few and the index small, however often one case is changed or added.
#[test]
fn many_small_updates_leave_few_segments() {
    let place = Place::new();
    let segments = || {
        let files = place.files();
        let stores = files
            .iter()
            .filter(|path| path.extension().is_some_and(|e| e == "store"));
        stores.count()
    };
    let bytes = || -> u64 {
        let lengths = place
            .files()
            .into_iter()
            .map(|path| fs::metadata(path).map(|it| it.len()));
        lengths.map(|length| length.expect("a length")).sum()
    };
    let first = bytes();
    for i in 0..60 {
        let id = if i % 2 == 0 {
            "A".to_owned()
        } else {
            format!("N{i}")
        };
        let words = format!("update {i} ").repeat(20);
        let json = format!(
            r#"{{"id": "{id}", "title": {{"en": "Disk full"}}, "summary": {{"en": "{words}"}}}}"#
        );
        fs::write(place.file(&id), json).expect("a file");
        place.index(&|update| update).expect("an index");
        assert!(segments() <= 8, "{} segments after {i} updates", segments());
    }
    assert_eq!(place.ids().len(), 33);
    assert!(
        bytes() < first + 100_000,
        "{first} bytes grew to {}",
        bytes()
    );
    assert_eq!(place.faults(), [""; 0]);
}
