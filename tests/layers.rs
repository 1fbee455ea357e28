//! The shape of the source: who may use whom, and what does not belong below the command line.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order in which data flows; each may use only those before it.
const FLOW: [&str; 8] = [
    "nearest", "quoted", "error", "case", "analysis", "index", "query", "present",
];

/// `expect` says why it cannot fail. It is fine where the program itself would be broken.
const MAY_EXPECT: [&str; 2] = [
    // The vocabulary that is compiled in.
    "case/vocabulary.rs",
    // The dictionary that the build script has compiled in.
    "analysis/dictionary.rs",
];

struct Source {
    /// Below `src/`, with slashes.
    path: String,
    /// Without comments and without unit tests.
    code: String,
}

impl Source {
    fn module(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The modules named in `crate::…`.
    fn uses(&self) -> Vec<&str> {
        let mut uses: Vec<&str> = self
            .code
            .match_indices("crate::")
            .map(|(at, _)| {
                let path = &self.code[at + "crate::".len()..];
                let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
                &path[..end.unwrap_or(path.len())]
            })
            .filter(|used| *used != self.module())
            .collect();
        uses.sort_unstable();
        uses.dedup();
        uses
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    collect(&root, &root, &mut sources);
    assert!(sources.len() > 50, "src/ was not found");
    sources
}

fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(root, &path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            let below = path.strip_prefix(root).expect("below the root");
            let code = match text.find("#[cfg(test)]") {
                Some(tests) => &text[..tests],
                None => &text,
            };
            sources.push(Source {
                path: below.to_string_lossy().replace('\\', "/"),
                code: without_comments(code),
            });
        }
    }
}

fn without_comments(code: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    code.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

fn may_use(module: &str, used: &str) -> bool {
    let place = |name| FLOW.iter().position(|module| *module == name);
    match (module, place(module), place(used)) {
        // The crate's door and the program know the command line and nothing else.
        ("lib" | "main", ..) => used == "cli",
        ("cli", ..) => used != "main",
        // What hangs at the side reads the flow and is read by nobody but the command line.
        (_, None, Some(_)) => true,
        (_, Some(user), Some(used)) => used < user,
        _ => false,
    }
}

/// Fails with every line of code that has one of `words`, apart from files that `is_allowed`.
fn check_absent(words: &[&str], is_allowed: impl Fn(&str) -> bool) {
    let mut found = Vec::new();
    for source in sources() {
        if is_allowed(&source.path) {
            continue;
        }
        for line in source.code.lines() {
            if words.iter().any(|word| line.contains(word)) {
                found.push(format!("{}: {}", source.path, line.trim()));
            }
        }
    }
    assert!(
        found.is_empty(),
        "does not belong there:\n{}",
        found.join("\n")
    );
}

#[test]
fn data_flows_in_one_direction() {
    let mut against = Vec::new();
    for source in sources() {
        for used in source.uses() {
            if !may_use(source.module(), used) {
                against.push(format!("{} uses {used}", source.path));
            }
        }
    }
    assert!(
        against.is_empty(),
        "against the flow:\n{}",
        against.join("\n")
    );
}

#[test]
fn only_the_command_line_knows_what_hangs_at_the_side() {
    for source in sources() {
        for side in ["eval", "server", "mcp"] {
            let knows = source.uses().contains(&side);
            assert!(
                !knows || source.module() == "cli",
                "{} uses {side}",
                source.path
            );
        }
    }
}

#[test]
fn main_only_starts_the_command_line() {
    let sources = sources();
    let main = sources
        .iter()
        .find(|source| source.path == "main.rs")
        .expect("main.rs");
    let lines = main
        .code
        .lines()
        .filter(|line| !line.trim().is_empty())
        .count();
    assert!(lines <= 10, "main.rs has {lines} lines of code");
}

#[test]
fn the_library_prints_nothing() {
    let words = ["println!", "print!(", "dbg!(", "io::stdout", "io::stderr"];
    check_absent(&words, |path| path.starts_with("cli/"));
}

#[test]
fn the_library_neither_ends_the_program_nor_asks_the_environment() {
    let words = ["process::exit", "std::env", "env::var", "io::stdin"];
    check_absent(&words, |path| path.starts_with("cli/"));
}

/// `println!` panics where the reader has gone.
#[test]
fn the_command_line_survives_closed_streams() {
    check_absent(&["println!", "print!("], |_| false);
}

#[test]
fn nothing_panics_on_purpose() {
    let words = [
        ".unwrap()",
        "panic!(",
        "todo!(",
        "unimplemented!(",
        "unreachable!(",
    ];
    check_absent(&words, |_| false);
}

#[test]
fn expectations_are_few() {
    check_absent(&[".expect("], |path| MAY_EXPECT.contains(&path));
    for allowed in MAY_EXPECT {
        let sources = sources();
        let source = sources.iter().find(|source| source.path == allowed);
        let expects = source.is_some_and(|source| source.code.contains(".expect("));
        assert!(expects, "{allowed} expects nothing any more");
    }
}
