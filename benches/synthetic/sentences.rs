//! Texts as paragraphs and sentences, English and Korean alike.

/// The paragraphs of a text, which blank lines separate.
pub fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n")
}

/// The sentences of a paragraph, at least one, each with its full stop.
pub fn sentences(paragraph: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(paragraph);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text
            .match_indices(' ')
            .map(|(space, _)| space)
            .find(|&space| is_sentence(&text[..space]));
        rest = end.map(|space| &text[space + 1..]);
        Some(end.map_or(text, |space| &text[..space]))
    })
}

fn is_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '\'', ')', '”', '’'])
        .ends_with(['.', '!', '?'])
}
