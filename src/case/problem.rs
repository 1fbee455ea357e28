//! What can be wrong with an input, and what to do about each.

use std::sync::Arc;

use super::date::InvalidDate;
use super::id::InvalidId;
use super::place::{Found, Place};
use super::text::Lang;
use crate::quoted::Quoted;

/// Keeps a case, or a whole file, from being read.
pub type Fault = Found<Problem>;
/// A case is read all the same.
pub type Warning = Found<Doubt>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("there is no such file or folder; check the path")]
    Missing,
    #[error("cannot be read: {reason}; make it readable or leave it out")]
    Unreadable { reason: String },
    #[error(
        "no case file in this folder; cases are *.json and *.jsonl, hidden files and links are skipped"
    )]
    NoCaseFile,
    #[error("this is the folder of the index; name that of the cases, or another one with --index")]
    IndexAsCases,
    #[error("a vocabulary is not a case; name it with --vocabulary, or call the file otherwise")]
    VocabularyAsCase,
    #[error("nothing in this file; write a case, or `[]`, or remove the file")]
    Empty,
    #[error("byte 0x{byte:02X} is not UTF-8; save the file as UTF-8")]
    NotUtf8 { byte: u8 },
    #[error("this is UTF-16; save the file as UTF-8")]
    Utf16,
    #[error("not JSON: {reason}")]
    Syntax { reason: String },
    #[error("the value does not end on its line; write one case a line, or call the file .json")]
    Unfinished,
    #[error("nested deeper than {limit} levels; flatten it")]
    TooDeep { limit: usize },
    #[error(
        "the case has {} MiB, and a case has at most {} MiB; leave out what nobody would search for",
        bytes.div_ceil(1 << 20),
        limit >> 20
    )]
    TooLong { bytes: usize, limit: usize },
    #[error("the key {} stands twice in one object; remove one", Quoted(key))]
    DuplicateKey { key: String },
    /// `field` is the path inside the case, such as `components[2]`, or empty for
    /// the case itself.
    #[error("{}expected {expected}, found {found}", prefix(field))]
    WrongType {
        field: String,
        expected: &'static str,
        found: &'static str,
    },
    #[error("{field}: {invalid}")]
    Date { field: String, invalid: InvalidDate },
    #[error("{field}: {invalid}")]
    Id { field: String, invalid: InvalidId },
    #[error("the case has no id; give it one")]
    NoId,
    #[error("the case has no title; give it one in English or Korean")]
    NoTitle,
    #[error("the id {} is taken by {first}; give this case another", Quoted(id))]
    DuplicateId { id: String, first: Place },
    #[error(
        "{} is no part of a vocabulary; write domain, symptoms, components, root_cause, \
         contributing, severity or date_kind",
        Quoted(key)
    )]
    NotInVocabulary { key: String },
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// `nearest` holds the most similar codes, best first.
    #[error(
        "{field}: {} is not in the vocabulary{}",
        Quoted(code),
        suggestion(nearest)
    )]
    UnknownCode {
        field: &'static str,
        code: String,
        nearest: Arc<[String]>,
    },
    #[error("{field}: nothing in {}; searches in that language find less", language(*missing))]
    OneLanguage { field: &'static str, missing: Lang },
    #[error(
        "{field}: no case here has the id {}; correct it or add that case",
        Quoted(id)
    )]
    UnknownCase { field: &'static str, id: String },
    #[error("{field}: the case names itself; remove the id")]
    NamesItself { field: &'static str },
}

impl Doubt {
    /// As yet without suggestions; see [`suggest`](super::suggest::suggest).
    pub(super) fn unknown_code(field: &'static str, code: &str) -> Doubt {
        let code = code.to_owned();
        Doubt::UnknownCode {
            field,
            code,
            nearest: Arc::default(),
        }
    }
}

fn prefix(field: &str) -> String {
    if field.is_empty() {
        String::new()
    } else {
        format!("{field}: ")
    }
}

fn suggestion(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    format!("; the nearest are {}", nearest.join(", "))
}

fn language(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "English",
        Lang::Ko => "Korean",
    }
}
