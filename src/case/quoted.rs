//! Data inside a message.

use std::fmt::{self, Write};

const SHOWN_CHARS: usize = 80;

/// Shows a text in backticks, shortened, and with its control characters escaped: a
/// message must not carry a terminal sequence out of someone's file.
pub(super) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('`')?;
        for c in self.0.chars().take(SHOWN_CHARS) {
            if c.is_control() {
                write!(f, "{}", c.escape_default())?
            } else {
                f.write_char(c)?
            }
        }
        let rest = if self.0.chars().nth(SHOWN_CHARS).is_some() {
            "…`"
        } else {
            "`"
        };
        f.write_str(rest)
    }
}
