//! Lines and columns, as all files of an evaluation are made of them.

use super::Problem;

/// The lines that are not blank, each with its number counted from 1. A byte
/// order mark and carriage returns are not part of any line.
pub(super) fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
}

/// Ids and labels stand in tables on a terminal, which a control character would steer.
pub(super) fn check_plain(word: &str) -> Result<(), Problem> {
    if word.contains(char::is_control) {
        return Err(Problem::Control {
            found: word.to_owned(),
        });
    }
    Ok(())
}

/// Splits a line of a TREC file, whose columns are words, into exactly `N`.
pub(super) fn columns<'a, const N: usize>(
    line: &'a str,
    layout: &'static str,
) -> Result<[&'a str; N], Problem> {
    let columns: Vec<&str> = line.split_whitespace().collect();
    let found = columns.len();
    columns.iter().copied().try_for_each(check_plain)?;
    columns.try_into().map_err(|_| Problem::Columns {
        found,
        expected: N,
        layout,
    })
}
