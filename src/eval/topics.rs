//! Topics: the queries of an evaluation, one a line.

use std::collections::HashSet;
use std::path::Path;

use super::lines::numbered_lines;
use super::{Fault, Problem};

const HEADER: &str = "qid\tlang\tkind\ttext";

/// What somebody looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// One word, unique in its file: the `qid` of qrels and runs.
    pub id: String,
    /// The language of the text, `en`, `ko` or `mixed` in our own topics.
    pub lang: String,
    /// How the text came about, such as `symptom` or `error-line`.
    pub kind: String,
    /// The query as typed. Tabs after the third belong to it.
    pub text: String,
}

/// Reads topics from tab-separated text below the header `qid lang kind text`.
///
/// `file` is only named in faults.
///
/// # Errors
///
/// The first line that is not a topic, or that repeats the id of another.
pub fn parse(file: &Path, text: &str) -> Result<Vec<Topic>, Fault> {
    let mut lines = numbered_lines(text);
    let (line, header) = lines.next().unwrap_or((1, ""));
    check_header(header).map_err(Fault::at(file, line))?;

    let mut seen = HashSet::new();
    let mut topics = Vec::new();
    for (line, row) in lines {
        let topic = parse_topic(row).map_err(Fault::at(file, line))?;
        if !seen.insert(topic.id.clone()) {
            let duplicate = Problem::DuplicateTopic { qid: topic.id };
            return Err(Fault::at(file, line)(duplicate));
        }
        topics.push(topic);
    }
    Ok(topics)
}

fn check_header(found: &str) -> Result<(), Problem> {
    if found.trim_end() == HEADER {
        return Ok(());
    }
    Err(Problem::Header {
        found: found.to_owned(),
        expected: HEADER,
    })
}

fn parse_topic(row: &str) -> Result<Topic, Problem> {
    let columns: Vec<&str> = row.splitn(4, '\t').map(str::trim).collect();
    let &[id, lang, kind, text] = columns.as_slice() else {
        return Err(Problem::Columns {
            found: columns.len(),
            expected: 4,
            layout: HEADER,
        });
    };
    for (column, value) in [("qid", id), ("lang", lang), ("kind", kind), ("text", text)] {
        if value.is_empty() {
            return Err(Problem::EmptyColumn { column });
        }
    }
    if id.contains(char::is_whitespace) {
        return Err(Problem::SpacedTopic { qid: id.to_owned() });
    }
    Ok(Topic {
        id: id.to_owned(),
        lang: lang.to_owned(),
        kind: kind.to_owned(),
        text: text.to_owned(),
    })
}
