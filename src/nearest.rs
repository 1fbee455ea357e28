//! What is written almost as somebody wrote it: what an error offers instead of a name that is not
//! known.

use unicode_normalization::UnicodeNormalization;

use crate::quoted::is_unseen;

/// How many alternatives an error offers.
pub(crate) const NEAREST: usize = 3;

/// The strings of `known` that are written most like `given`.
pub(crate) fn nearest_of(known: &[String], given: &str) -> Vec<String> {
    const ALIKE: f64 = 0.75;
    let wanted = loose(given);
    let mut ranked: Vec<(f64, &String)> = known
        .iter()
        .map(|name| (strsim::jaro_winkler(&loose(name), &wanted), name))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    ranked
        .into_iter()
        .take(NEAREST)
        .map(|(_, name)| name.clone())
        .collect()
}

/// `text` without what people write now one way and now another: case, width, spaces, dashes.
pub(crate) fn loose(text: &str) -> String {
    text.nfkc()
        .flat_map(char::to_lowercase)
        .filter(|&c| !c.is_whitespace() && !matches!(c, '-' | '_') && !is_unseen(c))
        .collect()
}
