//! A text with the words in it that matched.

use crate::present::text::clean;

/// A stretch of text, all of it marked or none.
pub(super) struct Stretch {
    pub(super) text: String,
    pub(super) is_marked: bool,
}

/// `text` cut at the borders of `marks`, half-open ranges of Unicode scalar values in order.
pub(super) fn marked(text: &str, marks: &[(usize, usize)]) -> Vec<Stretch> {
    let text = clean(text);
    let mut stretches = Vec::new();
    let mut rest = text.as_str();
    let mut at = 0;
    let mut take = |until: usize, is_marked: bool| {
        let chars = until.saturating_sub(at);
        let end = rest
            .char_indices()
            .nth(chars)
            .map_or(rest.len(), |(i, _)| i);
        let (taken, left) = rest.split_at(end);
        rest = left;
        at = at.max(until);
        if !taken.is_empty() {
            let text = taken.to_owned();
            stretches.push(Stretch { text, is_marked });
        }
    };
    for &(start, end) in marks {
        take(start, false);
        take(end, true);
    }
    take(usize::MAX, false);
    stretches
}
