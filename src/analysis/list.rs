//! What may be wrong with a list of words that a user made.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// A line that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}:{line}: {problem}", file.display())]
pub struct ListFault {
    /// The file as it was named.
    pub file: PathBuf,
    /// Counted from 1, comments and blank lines included.
    pub line: usize,
    /// What is wrong with it.
    pub problem: ListProblem,
}

/// What is wrong with a line. Each text says what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ListProblem {
    /// A term of the dictionary with other characters than Hangul syllables.
    #[error(
        "{term:?} is not written in Hangul alone; leave it out, words of other scripts need no entry"
    )]
    NotHangul { term: String },
    /// A term of the dictionary that would be found inside too many other words.
    #[error("{term:?} has one syllable only and would be found inside other words; leave it out")]
    TooShort { term: String },
    /// A term of the dictionary that no text would have.
    #[error("a term of more than {limit} syllables; write its parts on lines of their own")]
    TooLong { limit: usize },
    /// An entry that stands on an earlier line already.
    #[error("{term:?} stands on line {earlier} already; remove one")]
    Duplicate { term: String, earlier: usize },
    /// A term of the glossary that is the same word as another one of its line.
    #[error("{term:?} is the same as {other:?} in the words that are compared; remove one")]
    SameWords { term: String, other: String },
    /// A line of the glossary that names one term only.
    #[error(
        "a group of one term; write the terms that mean the same with \" = \" between them, spaces included"
    )]
    OneTerm,
    /// Nothing between two signs.
    #[error("an equals sign without a term beside it; write one, or remove the sign")]
    EmptyTerm,
    /// A term of the glossary that is a text.
    #[error("a term of more than {limit} words; write what people search for")]
    TooManyWords { limit: usize },
    /// A group that would make every query with one of its terms a long one.
    #[error("a group of more than {limit} terms; keep those that people write")]
    TooManyTerms { limit: usize },
    /// A term of the glossary without anything that is searched for.
    #[error(
        "{term:?} can never be found in a query, since no searchable word is left of it; remove it"
    )]
    NeverFires { term: String },
}

/// Places a problem on a line of `file`.
pub(super) fn fault(file: &Path, line: usize, problem: ListProblem) -> ListFault {
    ListFault {
        file: file.to_owned(),
        line,
        problem,
    }
}

/// BLAKE3 of several texts, in hexadecimal.
pub(super) fn fingerprint<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(text.as_bytes());
        // No list has this, so that what ends one text cannot begin the next.
        hasher.update(b"\0");
    }
    hasher.finalize().to_hex().to_string()
}
