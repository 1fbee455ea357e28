//! Text of others inside our messages: shortened, and without anything that would steer a terminal.

use std::fmt::{self, Write};

/// Whether `c` moves a cursor, changes a colour, or turns the direction of what follows it.
pub(crate) fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control()
}

/// `text` as it is quoted in a message: cut where it is long, without what [`steers`].
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN_CHARS: usize = 60;
    let printable = text.chars().filter(|&c| !steers(c));
    let mut shown: String = printable.take(SHOWN_CHARS + 1).collect();
    if let Some((cut, _)) = shown.char_indices().nth(SHOWN_CHARS) {
        shown.truncate(cut);
        shown.push('…');
    }
    shown
}

/// Shows a text of somebody's file in backticks: cut where it is long, with what [`steers`] escaped,
/// so that one sees what to mend.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN_CHARS: usize = 80;
        f.write_char('`')?;
        for c in self.0.chars().take(SHOWN_CHARS) {
            match steers(c) {
                true => write!(f, "{}", c.escape_default())?,
                false => f.write_char(c)?,
            }
        }
        f.write_str(match self.0.chars().nth(SHOWN_CHARS) {
            Some(_) => "…`",
            None => "`",
        })
    }
}
