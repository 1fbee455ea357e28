//! Bytes read as text.

use super::place::{Cursor, Position};
use super::problem::Problem;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

pub(super) fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF")
}

/// The text of `bytes`, which begin at `start`.
///
/// # Errors
///
/// The first byte that is not UTF-8, and its position.
pub(super) fn text(bytes: &[u8], start: Position) -> Result<&str, (Position, Problem)> {
    let error = match str::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    let (valid, rest) = bytes.split_at(error.valid_up_to());
    let valid = String::from_utf8_lossy(valid);
    let byte = rest.first().copied().unwrap_or_default();
    Err((
        Cursor::new(&valid, start).seek(valid.len()),
        Problem::NotUtf8 { byte },
    ))
}
