//! A text of a case in the languages that are asked for.

use super::case::Shown;
use super::shell::Shell;
use crate::case::{Lang, Text};
use crate::present::text::clean;

/// A text in one language.
pub(super) struct Told {
    pub(super) lang: &'static str,
    pub(super) paragraphs: Vec<String>,
    /// Says that it stands in for one that is missing.
    pub(super) note: Option<&'static str>,
}

/// The text in each language that is `shown`; where one is missing, the other alone.
pub(super) fn told(shell: &Shell<'_>, text: &Text, shown: Shown) -> Vec<Told> {
    let wanted = shown.langs();
    let there = wanted
        .iter()
        .filter_map(|&lang| Some((lang, text.get(lang)?)));
    let mut found: Vec<(Lang, &str)> = there.collect();
    if found.is_empty() {
        found.extend(text.in_lang_or_other(wanted[0]));
    }
    let is_alone = found.len() == 1;
    let told = found.into_iter().map(|(lang, text)| Told {
        lang: lang.as_str(),
        paragraphs: paragraphs(text),
        note: (is_alone && wanted != [lang]).then(|| shell.words.only_in(lang)),
    });
    told.collect()
}

fn paragraphs(text: &str) -> Vec<String> {
    let lines = text.split('\n').filter(|line| !line.trim().is_empty());
    lines.map(clean).collect()
}
