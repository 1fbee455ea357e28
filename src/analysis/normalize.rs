//! Normalisation for matching: one spelling for every way to write the same text.
//!
//! NFKC brings decomposed Hangul, full-width forms and ligatures together; invisible characters
//! go; curly quotes and typographic dashes become their ASCII forms. Case is kept, since camelCase
//! carries meaning for [`identifier`](super::identifier); each token is lower-cased later.
//!
//! The result knows where each of its bytes came from, so that every offset that leaves the
//! analyzer points into the original text.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::jamo;

/// A normalised text and the way back to the original.
pub(crate) struct Normalized<'t> {
    text: Cow<'t, str>,
    /// For each byte of `text`, the original range its character came from. Empty when nothing
    /// changed: then offsets are the same on both sides.
    origins: Vec<(u32, u32)>,
}

impl<'t> Normalized<'t> {
    pub(crate) fn new(original: &'t str) -> Self {
        if is_normal(original) {
            return Self {
                text: Cow::Borrowed(original),
                origins: Vec::new(),
            };
        }
        let mut text = String::with_capacity(original.len());
        let mut origins = Vec::with_capacity(original.len());
        for cluster in clusters(original) {
            let characters = &original[cluster.clone()];
            if is_normal(characters) {
                for (at, c) in characters.char_indices() {
                    let start = cluster.start + at;
                    text.push(c);
                    origins.resize(text.len(), (start as u32, (start + c.len_utf8()) as u32));
                }
            } else {
                match half_width_jamo(characters) {
                    Some(jamo) => text.push_str(&jamo::composed(&jamo)),
                    None => text.extend(normal(characters).filter_map(folded)),
                }
                origins.resize(text.len(), (cluster.start as u32, cluster.end as u32));
            }
        }
        Self {
            text: Cow::Owned(text),
            origins,
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The range of the original text that produced `range` of the normalised one. `range` is
    /// never empty.
    pub(crate) fn original_range(&self, range: Range<usize>) -> Range<usize> {
        if self.origins.is_empty() {
            return range;
        }
        let (start, _) = self.origins[range.start];
        let (_, end) = self.origins[range.end - 1];
        start as usize..end as usize
    }
}

fn is_normal(text: &str) -> bool {
    text.is_ascii()
        || (is_nfkc_quick(text.chars()) == IsNormalized::Yes
            && text.chars().all(|c| folded(c) == Some(c)))
}

/// NFKC, but for a jamo that stands alone: it would turn `ㅋ`, as typed, into the first consonant of
/// a syllable, which the dictionary does not know.
fn normal(cluster: &str) -> impl Iterator<Item = char> + '_ {
    let mut rest = cluster.chars();
    let jamo = rest.clone().next().filter(|c| is_typed_jamo(*c));
    if jamo.is_some() {
        rest.next();
    }
    jamo.into_iter().chain(rest.nfkc())
}

/// Whether `c` is a jamo as a keyboard gives it.
fn is_typed_jamo(c: char) -> bool {
    matches!(c, '\u{3131}'..='\u{3163}' | '\u{3165}'..='\u{318E}')
}

/// The jamo of a word of half width, as a keyboard gives them.
fn half_width_jamo(cluster: &str) -> Option<Vec<char>> {
    cluster.chars().map(of_full_width).collect()
}

fn of_full_width(c: char) -> Option<char> {
    let (half_width, full_width) = match c {
        '\u{FFA1}'..='\u{FFBE}' => ('\u{FFA1}', '\u{3131}'),
        '\u{FFC2}'..='\u{FFC7}' => ('\u{FFC2}', '\u{314F}'),
        '\u{FFCA}'..='\u{FFCF}' => ('\u{FFCA}', '\u{3155}'),
        '\u{FFD2}'..='\u{FFD7}' => ('\u{FFD2}', '\u{315B}'),
        '\u{FFDA}'..='\u{FFDC}' => ('\u{FFDA}', '\u{3161}'),
        _ => return None,
    };
    char::from_u32(full_width as u32 + (c as u32 - half_width as u32))
}

/// Maps a character that has a plain ASCII equivalent, and drops the invisible ones.
fn folded(c: char) -> Option<char> {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2032}' | '\u{02BC}' => Some('\''),
        '\u{201C}' | '\u{201D}' | '\u{201F}' | '\u{2033}' => Some('"'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        // Soft hyphen, zero-width characters, direction marks, variation selectors, the BOM and
        // the Hangul fillers: they change how a word looks, never which word it is.
        '\u{AD}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{3164}'
        | '\u{FFA0}' => None,
        _ => Some(c),
    }
}

/// Ranges of characters that normalise together: a starter, its combining marks, and conjoining
/// jamo that close the same syllable; or jamo of half width, which spell a word. A space takes no marks, so that it always separates.
fn clusters(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = chars.next()?;
        let takes_marks = !first.is_whitespace();
        let is_half_width = of_full_width(first).is_some();
        let joins = |c| match is_half_width {
            true => of_full_width(c).is_some(),
            false => takes_marks && joins_previous(c),
        };
        while chars.next_if(|&(_, c)| joins(c)).is_some() {}
        let end = chars.peek().map_or(text.len(), |&(next, _)| next);
        Some(start..end)
    })
}

fn joins_previous(c: char) -> bool {
    // Medial vowels and final consonants of a decomposed Hangul syllable are starters, yet they
    // compose with what stands before them. So do the half-width and the old ones.
    matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FB}' | '\u{FF9E}' | '\u{FF9F}')
        || canonical_combining_class(c) != 0
        || is_combining_mark(c)
}
