//! Reads the text of a query. Parsing cannot fail: what is not understood as an operator is text.
//!
//! Three operators exist, each only where it can hardly be meant otherwise: `"a phrase"` and
//! `-word` in a short typed query of one line; [filters](super::typed_filter), with or without a dash,
//! where both sides resolve.

use unicode_segmentation::UnicodeSegmentation;

use super::typed_filter::{self, Resolve, TypedFilters};
use super::warning::{Warning, WarningKind};
use crate::analysis::is_hangul;
use crate::quoted::shortened;

/// A query as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Parsed {
    /// The text to search for, quoted phrases without their quotes included.
    pub(crate) text: String,
    /// Bytes of `text` that a person typed as words: what stands before the phrases, and nothing
    /// of a text of several lines.
    pub(crate) typed_len: usize,
    /// Phrases that must occur as they stand.
    pub(crate) phrases: Vec<String>,
    /// Words that must not occur.
    pub(crate) exclusions: Vec<String>,
    /// Phrases that must not occur as they stand.
    pub(crate) excluded_phrases: Vec<String>,
    /// Filters in the text, added to those given beside it.
    pub(crate) filters: TypedFilters,
    /// How operators were read.
    pub(crate) warnings: Vec<Warning>,
}

/// A typed query has at most this many words; what is longer was pasted, and a dash is text there.
const TYPED_WORDS: usize = 6;
/// `-f` and `-XX` are flags, `-it` is a pair of flags: shorter words are never excluded.
const SHORTEST_EXCLUSION: usize = 3;

/// Reads `query`. `resolve` gives the code that a word means as a value of a dimension.
pub(crate) fn parse(query: &str, resolve: Resolve<'_>) -> Parsed {
    let mut parsed = Parsed::default();
    if query.trim().contains('\n') {
        parsed.text = query.to_owned();
        return parsed;
    }
    let (query, filters) = typed_filter::take(&plain_signs(query), resolve);
    parsed.filters = filters;
    let (unquoted, quoted) = split_quotes(&query);
    let words: Vec<&str> = unquoted.split_whitespace().collect();
    let is_line = !is_log_line(&words);
    let is_typed = is_line && words.len() <= TYPED_WORDS;
    let excludes = is_typed && reads_dashes_as_exclusions(&words);
    // The quotes of a log line are part of it.
    let outside = match is_typed {
        true => {
            if quoted.is_open {
                const OPEN: &str = "no quote ends the phrase, so that its words are searched for";
                parsed
                    .warnings
                    .push(Warning::new(WarningKind::QuoteIsText, OPEN));
            }
            parsed.phrases = quoted.required;
            parsed.excluded_phrases = quoted.excluded;
            unquoted.as_str()
        }
        false => query.as_str(),
    };
    for phrase in &parsed.phrases {
        let phrase = shortened(phrase);
        let text = format!("only cases with the phrase \"{phrase}\"");
        let warning = Warning::new(WarningKind::Phrase, text);
        parsed.warnings.push(warning.about([phrase]));
    }
    for phrase in &parsed.excluded_phrases {
        let phrase = shortened(phrase);
        let text = format!("without cases that have the phrase \"{phrase}\"");
        let warning = Warning::new(WarningKind::Excluded, text);
        parsed.warnings.push(warning.about([phrase]));
    }
    let mut kept: Vec<&str> = Vec::new();
    for word in outside.split_whitespace() {
        if let Some(excluded) = word.strip_prefix('-').filter(|w| excludes && excludable(w)) {
            parsed.exclude(excluded);
        } else {
            if is_typed && is_dashed(word) {
                parsed.note_dash(word);
            } else if is_line && word.strip_prefix('-').is_some_and(excludable) {
                parsed.note_late_dash(word);
            }
            if is_typed && has_wildcard(word) {
                parsed.note_wildcard(word);
            }
            kept.push(word);
        }
    }
    parsed.typed_len = kept.join(" ").len();
    kept.extend(parsed.phrases.iter().map(String::as_str));
    parsed.text = kept.join(" ");
    parsed
}

impl Parsed {
    fn exclude(&mut self, word: &str) {
        let text = format!(
            "without cases that have \"{word}\"; write it without the dash to search for it"
        );
        self.warnings
            .push(Warning::new(WarningKind::Excluded, text).about([word]));
        self.exclusions.push(word.to_owned());
    }

    fn note_dash(&mut self, word: &str) {
        let word = shortened(word);
        let text = format!("\"{word}\" was read as text");
        let warning = Warning::new(WarningKind::DashIsText, text);
        self.warnings.push(warning.about([word]));
    }

    fn note_late_dash(&mut self, word: &str) {
        let word = shortened(word);
        let text = format!(
            "\"{word}\" was read as text: words are left out in queries of up to {TYPED_WORDS} words"
        );
        let warning = Warning::new(WarningKind::DashIsText, text);
        self.warnings.push(warning.about([word]));
    }

    fn note_wildcard(&mut self, word: &str) {
        let word = shortened(word);
        let text = format!(
            "\"{word}\" has no wildcard here: a word is found in all its forms, and an identifier by its parts"
        );
        let warning = Warning::new(WarningKind::WildcardIsText, text);
        self.warnings.push(warning.about([word]));
    }
}

/// `text` with the signs that operators are made of as a keyboard has them.
fn plain_signs(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{201C}' | '\u{201D}' | '\u{FF02}' => '"',
            '\u{FF1A}' => ':',
            c => c,
        })
        .collect()
}

/// What stands in quotes.
#[derive(Default)]
struct Quoted {
    required: Vec<String>,
    /// Behind a dash.
    excluded: Vec<String>,
    /// Whether a quote before a word has no partner.
    is_open: bool,
}

fn ends_a_word(text: &str) -> bool {
    text.is_empty() || text.ends_with(char::is_whitespace)
}

/// The text with each quoted phrase taken out, and the phrases. A quote without a partner and a
/// pair with nothing inside are text.
fn split_quotes(query: &str) -> (String, Quoted) {
    let mut pieces = query.split('"');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    let mut quoted = Quoted::default();
    while let Some(inside) = pieces.next() {
        let before = text.strip_suffix('-');
        let before = before.filter(|before| ends_a_word(before));
        let Some(outside) = pieces.next() else {
            quoted.is_open = (before.is_some() || ends_a_word(&text))
                && inside.starts_with(char::is_alphanumeric);
            if let Some(dash) = before.filter(|_| quoted.is_open).map(str::len) {
                text.truncate(dash);
            }
            text.push(' ');
            text.push_str(inside);
            break;
        };
        if inside.chars().any(char::is_alphanumeric) {
            let phrases = match before.map(str::len) {
                Some(dash) => {
                    text.truncate(dash);
                    &mut quoted.excluded
                }
                None => &mut quoted.required,
            };
            phrases.push(inside.trim().to_owned());
        }
        text.push(' ');
        text.push_str(outside);
    }
    (text, quoted)
}

/// Whether anything suggests a line of a log, in which nothing is an operator.
fn is_log_line(words: &[&str]) -> bool {
    const OF_LOGS: [char; 8] = [':', '=', '(', '[', '{', '|', '<', '>'];
    words.iter().any(|word| word.contains(OF_LOGS))
}

/// Whether a dash may mean "without" in a typed query. Not where anything suggests a command: a
/// flag of one or two letters, a number, a path, an identifier.
fn reads_dashes_as_exclusions(words: &[&str]) -> bool {
    let looks_like_command = |word: &&str| match word.strip_prefix('-') {
        Some(dashed) => !excludable(dashed),
        None => word.contains(['_', '/', '\\', '$']),
    };
    !words.iter().any(looks_like_command)
}

/// `-DB`, `-5`: with something behind the dash that somebody may want to leave out.
fn is_dashed(word: &str) -> bool {
    let dashed = word.strip_prefix('-');
    dashed.is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

/// `time*`, `t?me`: a star or a question mark that something else would read as any letters.
fn has_wildcard(word: &str) -> bool {
    let inside = word.trim_end_matches('?');
    word.contains(char::is_alphanumeric) && (inside.contains('*') || inside.contains('?'))
}

/// Whether a dash before `word` may leave it out.
pub(super) fn excludable(word: &str) -> bool {
    let is_word = word.chars().all(|c| c.is_alphabetic() || c == '-') && !word.starts_with('-');
    let long_enough = word.graphemes(true).count() >= SHORTEST_EXCLUSION;
    is_word && (long_enough || word.chars().any(is_hangul))
}
