//! Suggestions as lines: what to type, what it is, and how many cases have it.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use crate::query::{Suggestion, SuggestionKind};

const DIM: Style = Style::new().dimmed();
/// A column of titles would push the others out of sight.
const WIDEST: usize = 40;

/// Prints `found` to `out`, a line each, wrapped to `width` columns where there is a width.
///
/// # Errors
///
/// Where `out` cannot be written to.
pub fn print(out: &mut dyn Write, found: &[Suggestion], width: Option<usize>) -> io::Result<()> {
    let widths = found.iter().map(|suggestion| suggestion.text.width());
    let column = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
    for suggestion in found {
        let text = &suggestion.text;
        let gap = " ".repeat(column.saturating_sub(text.width()) + 2);
        let line = format!("{text}{gap}{DIM}{}{DIM:#}", about(suggestion));
        match width {
            Some(width) => {
                let options = textwrap::Options::new(width).subsequent_indent("  ");
                writeln!(out, "{}", textwrap::fill(&line, options))?;
            }
            None => writeln!(out, "{line}")?,
        }
    }
    out.flush()
}

fn about(suggestion: &Suggestion) -> String {
    let cases = match suggestion.cases {
        0 => String::new(),
        1 => ", 1 case".to_owned(),
        cases => format!(", {cases} cases"),
    };
    match (suggestion.kind, suggestion.facet, &suggestion.id) {
        (SuggestionKind::Title, _, Some(id)) => format!("title of {id}"),
        (SuggestionKind::Id, ..) => "id".to_owned(),
        (_, Some(facet), _) => format!("{}{cases}", facet.name()),
        (SuggestionKind::Identifier, ..) => format!("identifier{cases}"),
        _ => format!("term{cases}"),
    }
}
