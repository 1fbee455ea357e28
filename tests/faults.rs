//! What goes wrong around an index: each fault is said in a sentence that names it, fails with exit
//! code 2 where it is one, and leaves the index of before.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use unicode_normalization::UnicodeNormalization;

use crate::cli::{PROGRAM, Run, root};
use crate::server::get_case;
use crate::survival::{Place, Started, flip};

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

// What the index was made from

impl Place {
    /// `incidex ARGS` where the last ones are folders beside the index.
    fn index_of(&self, flags: &[&str], folders: &[&str]) -> Run {
        let paths: Vec<String> = folders
            .iter()
            .map(|name| self.folder().join(name).display().to_string())
            .collect();
        let paths = paths.iter().map(String::as_str);
        let args: Vec<&str> = ["index"]
            .into_iter()
            .chain(flags.iter().copied())
            .chain(paths)
            .collect();
        self.run(&args)
    }

    /// Another folder of cases, with one case of each id.
    fn folder_of(&self, name: &str, ids: &[&str]) {
        fs::create_dir_all(self.folder().join(name)).expect("a folder");
        for id in ids {
            let json = format!(r#"{{"id": "{id}", "title": {{"en": "Disk full"}}}}"#);
            let path = self.folder().join(name).join(format!("{id}.json"));
            fs::write(path, json).expect("a file");
        }
    }

    fn rename(&self, from: &str, to: &str) {
        fs::rename(self.folder().join(from), self.folder().join(to)).expect("a folder");
    }
}

/// A folder may be moved, or on a disk that is not mounted: only the user gives its cases up.
#[test]
fn a_source_that_is_away_is_remembered_with_its_cases() {
    let place = Place::new();
    let way_out = "to give them up, start from what is left with: incidex index --index ";
    place.rename("cases", "elsewhere");
    place
        .index_of(&[], &[])
        .check(2)
        .says("cases is not there; its 3 cases stay in the index")
        .says(way_out)
        .says("nothing was written");
    place
        .index_of(&["--keep-going"], &[])
        .check(2)
        .says(way_out);
    place.still_answers();
    place.index_of(&["--keep-going", "--rebuild"], &[]).check(2);
    place.still_answers();
    place.rename("elsewhere", "cases");
    place
        .index_of(&["--rebuild"], &[])
        .check(0)
        .says("3 unchanged");
    place.still_answers();

    // So is one that other sources are indexed without.
    place.folder_of("more", &["M"]);
    place.index_of(&[], &["more"]).check(0);
    place.rename("more", "moved");
    place
        .index_of(&[], &["cases"])
        .check(0)
        .says("more is not there; its 1 case stays in the index");
    assert_eq!(place.ids(), ["A", "B", "C", "M"]);
    place.index_of(&[], &[]).check(2).says("more is not there");
    // When its cases are found in another place, nothing is left to remember.
    place.index_of(&[], &["moved"]).check(0).says("1 replaced");
    place.index_of(&[], &[]).check(0).says("4 unchanged");
    // The same where the user takes them out.
    place.rename("moved", "more");
    place.run(&["delete", "M"]).check(0);
    place.index_of(&[], &[]).check(0).says("3 unchanged");
    // And naming what is left gives the others up.
    place.index_of(&[], &["more"]).check(0);
    place.rename("more", "moved");
    place
        .index_of(&["--rebuild"], &["cases"])
        .check(0)
        .says("given up, since --rebuild PATH starts from nothing: M");
    place.index_of(&[], &[]).check(0);
    place.still_answers();
}

/// A mount point without its disk is an empty folder.
#[test]
fn an_emptied_folder_takes_no_case_away() {
    let place = Place::new();
    place.folder_of("more", &["M", "N"]);
    place.index_of(&[], &["more"]).check(0);
    place.rename("cases", "elsewhere");
    fs::create_dir(place.cases()).expect("a folder");
    fs::write(place.cases().join("README.md"), "no disk").expect("a file");
    let note = "cases has no case file now; its 3 cases stay in the index";
    place
        .index_of(&[], &[])
        .check(2)
        .says(note)
        .says("nothing was written");
    fs::remove_file(place.folder().join("more/N.json")).expect("a file");
    place
        .index_of(&["--keep-going"], &[])
        .check(2)
        .says(note)
        .says("removed, since the file is gone: N");
    assert_eq!(place.ids(), ["A", "B", "C", "M"]);
    place
        .index_of(&["--rebuild"], &["more"])
        .check(0)
        .says("given up");
    assert_eq!(place.ids(), ["M"]);
}

/// What came from standard input, or was kept without its file, no path brings back.
#[test]
fn building_again_keeps_what_has_no_file() {
    let place = Place::new();
    let from_stdin =
        "printf '{\"id\": \"S\", \"title\": {\"en\": \"Disk\"}}' | \"$INCIDEX\" index -";
    assert_eq!(place.script(&[], from_stdin).code, Some(0));
    fs::remove_file(place.file("B")).expect("a file");
    place.index_of(&["--keep-missing"], &["cases"]).check(0);
    assert_eq!(place.ids(), ["A", "B", "C", "S"]);
    place
        .index_of(&["--rebuild", "--keep-missing"], &[])
        .check(0)
        .says("1 kept");
    assert_eq!(place.ids(), ["A", "B", "C", "S"]);
    place
        .index_of(&["--rebuild"], &[])
        .check(0)
        .says("removed, since the file is gone: B");
    assert_eq!(place.ids(), ["A", "C", "S"]);
    assert_eq!(place.faults(), [""; 0]);
    place
        .index_of(&["--rebuild"], &["cases"])
        .check(0)
        .says("given up, since --rebuild PATH starts from nothing: S");
    assert_eq!(place.ids(), ["A", "C"]);
}

#[test]
fn a_case_in_two_sources_says_how_to_leave_one_out() {
    let place = Place::new();
    place.folder_of("more", &["A", "M"]);
    place.index_of(&[], &["more"]).check(0);
    place
        .index_of(&[], &[])
        .check(2)
        .says("is taken by")
        .says("to leave one out, name the others: incidex index --index");
    place
        .index_of(&["--rebuild"], &["cases"])
        .check(0)
        .says("given up, since --rebuild PATH starts from nothing: M");
    place.still_answers();
    fs::copy(place.file("A"), place.cases().join("copy.json")).expect("a copy");
    let done = place.index_of(&[], &[]).check(2).says("is taken by");
    assert!(!done.stderr.contains("leave one out"), "{}", done.stderr);
}

// Damage

#[test]
fn a_damaged_list_of_words_is_mended_by_naming_it_again() {
    for (name, flag, text) in [
        ("dictionary.txt", "--dictionary", "두레박\n"),
        (
            "glossary.txt",
            "--glossary",
            "settlement batch = STLBATCH\n",
        ),
    ] {
        let place = Place::new();
        let list = place.folder().join("list.txt");
        fs::write(&list, text).expect("a file");
        let list = list.display().to_string();
        place.index_of(&[flag, &list], &["cases"]).check(0);
        let stdin =
            "printf '{\"id\": \"S\", \"title\": {\"en\": \"Disk\"}}' | \"$INCIDEX\" index -";
        assert_eq!(place.script(&[], stdin).code, Some(0));
        for is_there in [true, false] {
            let current = place.generations().current().expect("a pointer");
            let file = current.expect("a generation").join(name);
            fs::remove_file(&file).expect("a file");
            if is_there {
                fs::write(&file, text.replace('t', "u").replace("두", "세")).expect("a file");
            }
            let index = place.generations().root().display().to_string();
            let advice = format!("incidex index --index {index} {flag} FILE");
            let cases = place.cases().display().to_string();
            for command in [
                &["search", "disk"][..],
                &["index"],
                &["index", "--rebuild"],
                &["index", "--rebuild", &cases],
                &["delete", "A"],
            ] {
                place.run(command).check(2).says(name).says(&advice);
            }
            place.run(&["verify"]).check(1).says(name).says(&advice);
            place.index_of(&[flag, &list], &[]).check(0);
            assert_eq!(place.faults(), [""; 0]);
            assert_eq!(place.ids(), ["A", "B", "C", "S"]);
        }
    }
}

/// Which generation is in use can be told from what is there.
#[test]
fn a_lost_pointer_is_said_and_mended_without_a_loss() {
    let place = Place::new();
    let stdin = "printf '{\"id\": \"S\", \"title\": {\"en\": \"Disk\"}}' | \"$INCIDEX\" index -";
    let pointer = place.generations().root().join("CURRENT");
    let index = place.generations().root().display().to_string();
    assert_eq!(place.script(&[], stdin).code, Some(0));
    type Mend<'m> = (&'m [&'m str], i32);
    let mends: [Mend<'_>; 3] = [
        (&["index"], 0),
        (&["index", "--rebuild"], 0),
        (&["delete", "A"], 0),
    ];
    for (text, (mend, code)) in [None, Some(""), Some("gen-99\n")].into_iter().zip(mends) {
        match text {
            None => fs::remove_file(&pointer).expect("a file"),
            Some(text) => fs::write(&pointer, text).expect("a file"),
        }
        let advice = format!("is complete; take that into use with: incidex index --index {index}");
        place.run(&["search", "disk"]).check(2).says(&advice);
        place.run(&["verify"]).check(1).says(&advice);
        place.run(mend).check(code);
        assert_eq!(place.faults(), [""; 0]);
    }
    assert_eq!(place.ids(), ["B", "C", "S"]);
    // Nor is an index begun from the cases of the checkout.
    fs::remove_file(&pointer).expect("a file");
    let mut run = Run::bare(&["search", "disk"]);
    run.command.current_dir(place.folder());
    fs::create_dir(place.folder().join("seeds")).expect("a folder");
    place.rename("cases", "seeds/cases");
    run.check(2).says("CURRENT: it is missing");
}

/// A writer looks at every byte before it copies any: the index library breaks on some.
#[test]
fn a_writer_mends_a_flipped_bit_or_names_what_does() {
    let place = Place::new();
    for extension in ["store", "term", "idx", "fast", "pos", "fieldnorm"] {
        let file = || {
            let mut files = place.files().into_iter();
            files.find(|path| path.extension().is_some_and(|it| it == extension))
        };
        let flip = |file: &PathBuf| {
            let mut bytes = fs::read(file).expect("a file");
            let half = bytes.len() / 2;
            bytes[half] ^= 0x10;
            fs::write(file, bytes).expect("a file");
        };
        let Some(damaged) = file() else { continue };
        flip(&damaged);
        let name = damaged.display().to_string();
        place
            .run(&["delete", "A"])
            .check(2)
            .says(&name)
            .says("its bytes are not those that were written")
            .says("--rebuild");
        place
            .run(&["index"])
            .check(0)
            .says(&name)
            .says("indexed again");
        place.still_answers();
    }
}

/// What cannot be read at all cannot keep the case of a faulty file.
#[test]
fn keeping_going_loses_no_case_of_a_damaged_index() {
    let place = Place::new();
    let store = place
        .files()
        .into_iter()
        .find(|path| path.extension().is_some_and(|it| it == "store"));
    let store = store.expect("stored records");
    let bytes = fs::read(&store).expect("a file");
    fs::remove_file(&store).expect("a file");
    fs::write(place.file("A"), "{").expect("a file");
    place
        .index_of(&["--keep-going"], &[])
        .check(2)
        .says("nothing was written; the index was damaged")
        .says("or give up what is not read with: incidex index");
    fs::write(&store, bytes).expect("a file");
    place.still_answers();
}

// Inputs

#[cfg(unix)]
#[test]
fn links_and_pipes_among_the_cases_are_said_and_take_nothing_away() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.rename("cases/A.json", "A.json");
    symlink(place.folder().join("A.json"), place.file("A")).expect("a link");
    fs::create_dir(place.folder().join("more")).expect("a folder");
    place.rename("cases/B.json", "more/B.json");
    symlink(place.folder().join("more"), place.cases().join("more")).expect("a link");
    let made = Command::new("mkfifo")
        .arg(place.cases().join("pipe.jsonl"))
        .status();
    assert!(made.expect("it runs").success());
    let passed_over = "links and pipes in a folder are passed over";
    let note = &format!("{passed_over}, and what the index has of them stays");
    place
        .index_of(&[], &[])
        .check(0)
        .says(note)
        .says("A.json")
        .says("removed, since the file is gone: B");
    assert_eq!(place.ids(), ["A", "C"]);
    let cases = place.cases().display().to_string();
    place.run(&["check", &cases]).check(0).says(passed_over);
    // The link counts as no file: nothing that reads only the folder brings the case back.
    place.index_of(&["--rebuild"], &[]).check(0).says(note);
    assert_eq!(place.ids(), ["A", "C"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_writes_to_is_waited_for_aloud() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let place = Place::new();
    let pipe = place.folder().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("it runs").success());
    let child = Command::new(PROGRAM)
        .arg("index")
        .arg(&pipe)
        .env("INCIDEX_INDEX", place.generations().root())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut child = Started(child);
    let mut said = BufReader::new(child.0.stderr.take().expect("its words"));
    let mut line = String::new();
    said.read_line(&mut line).expect("a line");
    assert!(
        line.contains("pipe is a pipe: waiting for what is written to it"),
        "{line}"
    );
    fs::write(&pipe, r#"{"id": "P", "title": {"en": "Disk full"}}"#).expect("a reader");
    assert_eq!(child.0.wait().expect("it ends").code(), Some(0));
    assert_eq!(place.ids(), ["A", "B", "C", "P"]);
}

#[test]
fn a_copy_of_a_generation_stays() {
    let place = Place::new();
    let root = place.generations().root().to_owned();
    let current = place.generations().current().expect("a pointer");
    let current = current.expect("a generation");
    let copy = root.join("gen-3");
    fs::create_dir(&copy).expect("a folder");
    for entry in fs::read_dir(&current).expect("a folder") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, copy.join(path.file_name().expect("a name"))).expect("a copy");
    }
    for id in ["D", "E"] {
        place.write(id);
        place.index_of(&[], &[]).check(0);
        assert!(copy.join("manifest.json").is_file());
    }
    assert!(!current.exists());
    // What a writer left that was killed goes: it said that it was at it.
    let pointer = fs::read_to_string(root.join("CURRENT")).expect("a pointer");
    let left = root.join("gen-9");
    fs::rename(&copy, &left).expect("a folder");
    fs::write(
        root.join("writer.lock"),
        format!("4194304\n{pointer}gen-9\n"),
    )
    .expect("a file");
    place.write("F");
    place.index_of(&[], &[]).check(0);
    assert!(!left.exists());
    assert_eq!(place.faults(), [""; 0]);
}

#[test]
fn the_folder_of_the_index_is_no_folder_of_cases() {
    let place = Place::new();
    let index = place.generations().root().display().to_string();
    let text =
        "this is the folder of the index; name that of the cases, or another one with --index";
    place
        .run(&["index", &index])
        .check(2)
        .says(text)
        .says("nothing was written");
    place.run(&["check", &index]).check(2).says(text);
    place.still_answers();
}

#[test]
fn who_finds_the_index_locked_is_told_how_to_wait() {
    let place = Place::new();
    let generations = place.generations();
    let lock = generations.lock().expect("the lock");
    for command in [&["index"][..], &["delete", "A"]] {
        place.run(command).check(2).says("or let --wait do so");
    }
    thread::scope(|scope| {
        let waiting = scope.spawn(|| place.run(&["delete", "--wait", "A"]).check(0));
        thread::sleep(std::time::Duration::from_millis(300));
        assert!(!waiting.is_finished());
        drop(lock);
        waiting.join().expect("no panic").says("deleted A");
    });
}

/// What nothing can be read of any more cannot be kept: nothing of it goes while it is said to stay.
#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_case_is_no_loss_where_the_index_is_damaged() {
    let place = Place::new();
    let spoil = |place: &Place| {
        let mut positions = place.files().into_iter();
        let found = positions.find(|file| file.extension().is_some_and(|it| it == "pos"));
        flip(&found.expect("a file of positions"), 50);
    };
    place.write("B");
    place.index_of(&[], &[]).check(0);
    let file = place.cases().join("B.json");
    let away = place.cases().with_file_name("away.json");
    fs::rename(&file, &away).expect("a file");
    std::os::unix::fs::symlink(&away, &file).expect("a link");
    spoil(&place);
    place
        .index_of(&[], &[])
        .check(2)
        .says("nothing was written; the index cannot be read and has 3 cases")
        .says("put files in the place of the links");
    // Without the link the file is gone, which is told as well as it can be.
    fs::remove_file(&file).expect("a link");
    place
        .index_of(&[], &[])
        .check(0)
        .says("the index before could not be read and had 3 cases");
    place.run(&["show", "A"]).check(0);
}

/// A command is printed as a shell takes it.
#[test]
fn a_path_with_spaces_is_quoted_in_a_remedy() {
    for (index, printed) in [
        ("my idx", "--index 'my idx' PATH"),
        ("it's", "--index \"it's\" PATH"),
        ("plain", "--index plain PATH"),
    ] {
        Run::bare(&["search", "--index", index, "x"])
            .check(2)
            .says(printed);
    }
}

/// Hundreds of cases of one title are not found by it among the first, and nothing is wrong.
#[test]
fn many_cases_of_one_title_are_no_fault() {
    let line = |n| format!("{{\"id\":\"DT-{n}\",\"title\":{{\"en\":\"Database timeout\"}}}}\n");
    let lines: String = (0..400).map(line).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let cases = folder.path().join("cases.jsonl");
    fs::write(&cases, lines).expect("a file");
    let index = folder.path().join("index").display().to_string();
    let cases = cases.display().to_string();
    Run::bare(&["index", "--index", &index, &cases]).check(0);
    Run::bare(&["verify", "--index", &index])
        .check(0)
        .says("sample queries: 20; faults: 0");
}
