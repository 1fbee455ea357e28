//! A document split into the values that should be cases.

use std::path::Path;
use std::sync::Arc;

use serde_json::Deserializer;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::blocks::Layout;
use super::json::{self, Kind};
use super::place::{Cursor, Position, locate};
use super::problem::{Fault, Problem};
use super::read::Document;

/// A JSON value and where it begins.
pub(super) struct Value<'a> {
    pub json: &'a RawValue,
    pub file: &'a Arc<Path>,
    pub position: Position,
}

/// The values of `document`, lists replaced by their items. A syntax error ends the
/// line, or the document where its layout is free; values before it count.
pub(super) fn split(document: &Document) -> (Vec<Value<'_>>, Vec<Fault>) {
    let Document { text, file, .. } = document;
    let start = Position::line_start(document.first_line);
    let (values, faults) = match document.layout {
        Layout::Lines => lines(text),
        Layout::Free => free(text),
    };
    let mut cursor = Cursor::new(text, start);
    let values = values.into_iter().flat_map(items).map(|json| Value {
        json,
        file,
        position: cursor.seek(json::offset_in(text, json.get())),
    });
    (values.collect(), locate(faults, text, file, start))
}

type Split<'a> = (Vec<&'a RawValue>, Vec<(usize, Problem)>);

fn lines(text: &str) -> Split<'_> {
    let mut values = Vec::new();
    let mut faults = Vec::new();
    for line in opening_lines(text) {
        match serde_json::from_str(line) {
            Ok(value) => values.push(value),
            Err(error) => {
                let (offset, problem) = json::syntax(line, &error);
                let unfinished = error.classify() == Category::Eof;
                let problem = if unfinished {
                    Problem::Unfinished
                } else {
                    problem
                };
                faults.push((json::offset_in(text, line) + offset, problem));
            }
        }
    }
    (values, faults)
}

/// The lines that are not blank, without those that go on with what a line before left
/// open: a pretty-printed case is one fault, not one a line.
fn opening_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut open = false;
    text.lines().filter(move |line| {
        let opens = line.starts_with(['{', '[']);
        let skipped = line.trim_ascii().is_empty() || open && !opens;
        if !skipped {
            open = opens && !line.trim_ascii_end().ends_with(['}', ']']);
        }
        !skipped
    })
}

fn free(text: &str) -> Split<'_> {
    let mut values = Vec::new();
    for value in Deserializer::from_str(text).into_iter() {
        match value {
            Ok(value) => values.push(value),
            Err(error) => return (values, vec![json::syntax(text, &error)]),
        }
    }
    (values, Vec::new())
}

/// A list of cases stands for the cases in it.
fn items(json: &RawValue) -> Vec<&RawValue> {
    match Kind::of(json) {
        // It was found to be JSON, so it can be taken apart.
        Kind::List => serde_json::from_str(json.get()).unwrap_or_default(),
        _ => vec![json],
    }
}
