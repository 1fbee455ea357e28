//! What may serve as the id of a case.

use unicode_normalization::UnicodeNormalization;

use crate::quoted::Quoted;

pub const MAX_ID_BYTES: usize = 200;

/// Give the case an id of 1 to [`MAX_ID_BYTES`] bytes without spaces, slashes and
/// control characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} cannot be an id; an id has 1 to {MAX_ID_BYTES} bytes and no space, slash or control character",
    Quoted(given)
)]
pub struct InvalidId {
    pub given: String,
}

/// The id that `text` means: trimmed and in NFC, so that an id typed on a Mac finds
/// the case that was written elsewhere.
pub fn parse_id(text: &str) -> Result<String, InvalidId> {
    let id: String = text.trim().nfc().collect();
    let well_formed = (1..=MAX_ID_BYTES).contains(&id.len()) && !id.contains(is_forbidden);
    if well_formed {
        Ok(id)
    } else {
        Err(InvalidId {
            given: text.to_owned(),
        })
    }
}

/// An id stands in URLs, in TREC files separated by spaces, and in terminals.
fn is_forbidden(c: char) -> bool {
    c == '/' || c.is_whitespace() || c.is_control()
}
