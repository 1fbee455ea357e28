//! Our own topics: one a line, with language and kind.

use std::path::Path;

use super::{Fault, Placed, Problem, Topic, check_id};
use crate::eval::lines::{check_plain, numbered_lines};

const HEADER: &str = "qid\tlang\tkind\ttext";

pub(super) fn parse(file: &Path, text: &str) -> Result<Vec<Placed>, Fault> {
    let mut lines = numbered_lines(text);
    let (line, header) = lines.next().unwrap_or((1, ""));
    check_header(header).map_err(Fault::at(file, line))?;
    lines
        .map(|(line, row)| {
            let topic = parse_topic(row).map_err(Fault::at(file, line))?;
            Ok((line, topic))
        })
        .collect()
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

/// Tabs after the third belong to the text.
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
    check_id(id)?;
    check_plain(lang)?;
    check_plain(kind)?;
    Ok(Topic {
        id: id.to_owned(),
        lang: Some(lang.to_owned()),
        kind: Some(kind.to_owned()),
        text: text.to_owned(),
    })
}
