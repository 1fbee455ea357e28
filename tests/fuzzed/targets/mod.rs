//! What holds for any input of a part that reads what people type, paste or store.

pub mod analyzer;
pub mod cases;
pub mod http;
pub mod index_files;
pub mod lists;
pub mod search;
pub mod seeds;
pub mod trec;
pub mod vocabulary;

use std::borrow::Cow;
use std::fmt::Display;

/// A part that is fuzzed.
pub struct Target {
    /// Of the binary and of the folder with kept inputs.
    pub name: &'static str,
    /// Panics where the part breaks its contract.
    pub check: fn(&[u8]),
}

pub const TARGETS: [Target; 8] = [
    Target {
        name: "analyzer",
        check: analyzer::check,
    },
    Target {
        name: "cases",
        check: cases::check,
    },
    Target {
        name: "http",
        check: http::check,
    },
    Target {
        name: "index_files",
        check: index_files::check,
    },
    Target {
        name: "lists",
        check: lists::check,
    },
    Target {
        name: "search",
        check: search::check,
    },
    Target {
        name: "trec",
        check: trec::check,
    },
    Target {
        name: "vocabulary",
        check: vocabulary::check,
    },
];

/// What is not UTF-8 is replaced, so that no input is wasted on saying so.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// A message says something and carries nothing out of a file that would steer a terminal.
#[track_caller]
fn check_message(message: impl Display) {
    let message = message.to_string();
    assert!(!message.trim().is_empty(), "an empty message");
    let steers = |c: char| c.is_control();
    assert!(!message.contains(steers), "{message:?} steers a terminal");
}

/// A line of a fault lies in its text.
#[track_caller]
fn check_line(line: usize, text: &str) {
    let lines = text.split('\n').count();
    assert!(
        (1..=lines).contains(&line),
        "line {line} of {lines}: {text:?}"
    );
}
