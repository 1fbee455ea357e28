//! Any bytes are read as cases, each sound and each where it says, or as faults with their places.

use std::fs;
use std::sync::Mutex;

use incidex::case::{
    Case, Fault, Input, Lang, Place, Position, Record, Report, Vocabulary, load, parse_id,
};
use incidex::present::text::Page;
use serde_json::Value;

use super::{check_message, seeds};

pub fn check(bytes: &[u8]) {
    check_source(bytes, &[Input::Stdin]);
    let folder = seeds::folder();
    // The layout follows from the name.
    for name in ["cases.json", "cases.jsonl"] {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("a file");
        check_source(bytes, &[Input::Path(file)]);
    }
}

fn check_source(bytes: &[u8], inputs: &[Input]) {
    let (records, report) = read(bytes, inputs);
    assert_eq!(records.len(), report.cases);
    assert!(report.bytes <= bytes.len() as u64);
    check_report(bytes, &report);
    let mut ids: Vec<&str> = records
        .iter()
        .map(|record| record.case.id.as_str())
        .collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{ids:?}");
    for record in &records {
        check_record(bytes, record);
    }
}

/// With the cases in the order of their places.
fn read(mut bytes: &[u8], inputs: &[Input]) -> (Vec<Record>, Report) {
    let records = Mutex::new(Vec::new());
    let visit = |record| records.lock().expect("no thread panics").push(record);
    let report = load(inputs, None, &mut bytes, Vocabulary::builtin(), &visit);
    let mut records = records.into_inner().expect("no thread panics");
    records.sort_by(|a: &Record, b: &Record| a.place.cmp(&b.place));
    (records, report)
}

fn check_report(bytes: &[u8], report: &Report) {
    let is_sorted = report.faults.is_sorted_by(|a, b| a.place <= b.place);
    assert!(is_sorted, "{:?}", report.faults);
    for fault in &report.faults {
        check_place(bytes, &fault.place);
        check_message(&fault.what);
    }
    for warning in report.warnings.iter().chain(&report.unknown_links) {
        check_place(bytes, &warning.place);
        check_message(&warning.what);
    }
    // Nothing is lost without a word, but that a list may be empty.
    let is_told = report.cases > 0 || !report.faults.is_empty();
    let mark = b"\xEF\xBB\xBF";
    let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
    let is_empty = |byte: &u8| byte.is_ascii_whitespace() || b"[]".contains(byte);
    assert!(is_told || bytes.iter().all(is_empty), "nothing said");
}

/// A place is a character of the input, or its end.
#[track_caller]
fn check_place(bytes: &[u8], place: &Place) {
    let Some(Position { line, column }) = place.position else {
        return;
    };
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    assert!(
        (1..=lines.len()).contains(&line),
        "{place} of {}",
        lines.len()
    );
    let characters = String::from_utf8_lossy(lines[line - 1]).chars().count();
    assert!(
        (1..=characters + 1).contains(&column),
        "{place} of {characters}"
    );
}

fn check_record(bytes: &[u8], record: &Record) {
    let Record {
        case,
        json,
        hash,
        place,
    } = record;
    assert_eq!(parse_id(&case.id).as_deref(), Ok(case.id.as_str()));
    assert!(!case.title.is_empty(), "{json}");
    assert_eq!(hash, blake3::hash(json.as_bytes()).as_bytes());
    let whole: Value = serde_json::from_str(json).expect("any reader can parse a stored case");
    assert!(whole.is_object(), "{json}");
    assert_eq!(Case::from_stored(json).as_ref(), Some(case), "as stored");
    check_stands_at(bytes, json, place);
    check_alone(record);
    check_page(case);
}

/// The record is what stands at its place.
fn check_stands_at(bytes: &[u8], json: &str, place: &Place) {
    check_place(bytes, place);
    let position = place.position.expect("a case stands somewhere");
    let mark = b"\xEF\xBB\xBF";
    let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let before: usize = lines.take(position.line - 1).map(<[u8]>::len).sum();
    let line = String::from_utf8_lossy(&bytes[before..]);
    let at: String = line.chars().skip(position.column - 1).collect();
    assert!(at.starts_with(json), "{place}: {json}");
}

/// By itself a case is the same case.
fn check_alone(record: &Record) {
    let (again, report) = read(record.json.as_bytes(), &[Input::Stdin]);
    let none: [Fault; 0] = [];
    assert_eq!(report.faults, none);
    let [again] = again.as_slice() else {
        panic!("{} cases in {}", again.len(), record.json);
    };
    assert_eq!((&again.case, &again.hash), (&record.case, &record.hash));
}

/// Shown, a case steers no terminal but by our own colours.
fn check_page(case: &Case) {
    for lang in Lang::ALL {
        let mut out = Vec::new();
        let mut page = Page::new(&mut out, Some(80), Vocabulary::builtin());
        page.case(case, &[], lang).expect("memory");
        seeds::check_printed(&out);
    }
}
