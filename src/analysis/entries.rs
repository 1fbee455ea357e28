//! The form of all lists of words: one entry a line, `#` starts a comment. The build script reads
//! them too, and includes this file.

/// The entries of `text`, each with the number of its line. A byte order mark is no part of it, nor
/// is what follows a `#` at the beginning of a line or behind a space.
pub(super) fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    (1..)
        .zip(text.lines().map(without_comment))
        .filter(|(_, line)| !line.is_empty())
}

fn without_comment(line: &str) -> &str {
    let comment = line.match_indices('#').map(|(at, _)| at).find(|&at| {
        line[..at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace)
    });
    line[..comment.unwrap_or(line.len())].trim()
}
