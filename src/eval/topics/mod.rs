//! Topics: the queries of an evaluation.

mod markup;
mod table;
mod tag;

use std::collections::HashSet;
use std::path::Path;

use super::lines::check_plain;
use super::{Fault, Problem};

/// What somebody looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// One word, unique in its file: the `qid` of qrels and runs.
    pub id: String,
    /// The language of the text, `en`, `ko` or `mixed` in our own topics. TREC's do not say.
    pub lang: Option<String>,
    /// How the text came about, such as `symptom` or `error-line`. TREC's do not say.
    pub kind: Option<String>,
    /// The query as typed.
    pub text: String,
}

/// A topic and the line on which it begins.
type Placed = (usize, Topic);

/// Reads topics: TREC's files, which begin with a tag, or a table below the header
/// `qid lang kind text`, separated by tabs.
///
/// `file` is only named in faults.
///
/// # Errors
///
/// The first topic that is none, or that repeats the id of another.
pub fn parse(file: &Path, text: &str) -> Result<Vec<Topic>, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let topics = if text.trim_start().starts_with('<') {
        markup::parse(file, text)?
    } else {
        table::parse(file, text)?
    };
    distinct(file, topics)
}

fn distinct(file: &Path, topics: Vec<Placed>) -> Result<Vec<Topic>, Fault> {
    let mut seen = HashSet::new();
    for (line, topic) in &topics {
        if !seen.insert(topic.id.as_str()) {
            let qid = topic.id.clone();
            return Err(Fault::at(file, *line)(Problem::DuplicateTopic { qid }));
        }
    }
    Ok(topics.into_iter().map(|(_, topic)| topic).collect())
}

/// Ids are columns of TREC files, which spaces separate.
fn check_id(id: &str) -> Result<(), Problem> {
    if id.contains(char::is_whitespace) {
        return Err(Problem::SpacedTopic { qid: id.to_owned() });
    }
    check_plain(id)
}
