//! The words that may begin with what somebody has typed so far.
//!
//! Korean is typed by letters and shown by syllables, so that the last syllable need not be one of
//! the word: on the way to 커넥션 stand 커네, 커넥ㅅ and 커넧, whose ㅅ belongs to the next syllable.
//! A consonant alone stands for any syllable that starts with it, wherever it is: ㅋㄴㅅ, 커ㄴㅅ.

use std::ops::RangeInclusive;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::jamo::{self, Syllable, halves, is_consonant};
use super::normalize::Normalized;

/// What some words begin with: one character of each set, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beginning {
    characters: Vec<RangeInclusive<char>>,
}

impl Beginning {
    /// Whether `word`, which is [`folded`], begins so.
    pub fn begins(&self, word: &str) -> bool {
        let mut word = word.chars();
        let mut wanted = self.characters.iter();
        wanted.all(|set| word.next().is_some_and(|c| set.contains(&c)))
    }

    /// All words that begin so stand from the first of these up to the second, which is not one of
    /// them; but for words of U+10FFFF alone, which is no character. Others may stand there too.
    pub fn bounds(&self) -> (String, String) {
        let is_open = |set: &RangeInclusive<char>| set.start() != set.end();
        let sets = self.characters.len();
        let literal = self.characters.iter().position(is_open).unwrap_or(sets);
        let known = &self.characters[..sets.min(literal + 1)];
        let from = known.iter().map(|set| *set.start()).collect();
        // The last character that has one behind it gives way to that.
        let ends: Vec<char> = known.iter().map(|set| *set.end()).collect();
        let last = ends.iter().rposition(|&end| end != char::MAX);
        let next = last.and_then(|last| (ends[last]..=char::MAX).nth(1));
        let stay = ends.iter().copied().take(last.unwrap_or(ends.len()));
        (from, stay.chain([next.unwrap_or(char::MAX)]).collect())
    }
}

/// What somebody has typed of a word so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// As it is shown, [`folded`].
    pub text: String,
    /// What the word may begin with: one or more, of which no word has two.
    pub beginnings: Vec<Beginning>,
}

/// Reads what was typed of a word so far.
pub fn beginnings(typed: &str) -> Typed {
    let text = folded(typed);
    let mut shown: Vec<RangeInclusive<char>> = text.chars().flat_map(halves).map(set_of).collect();
    let last = text.chars().next_back().and_then(Syllable::of);
    let ends = match last {
        Some(last) => {
            shown.pop();
            continued(last)
        }
        None => vec![Vec::new()],
    };
    let beginnings = ends.into_iter().map(|end| Beginning {
        characters: shown.iter().cloned().chain(end).collect(),
    });
    Typed {
        beginnings: beginnings.collect(),
        text,
    }
}

/// A consonant alone stands for its syllables, anything else for itself.
fn set_of(c: char) -> RangeInclusive<char> {
    let syllables = Some(c).filter(|&c| is_consonant(c));
    syllables.and_then(jamo::syllables_of).unwrap_or(c..=c)
}

/// What the syllable that was typed last may become by the next keys, itself included.
fn continued(last: Syllable) -> Vec<Vec<RangeInclusive<char>>> {
    let Some(final_consonant) = last.last else {
        return jamo::grown(last).map(|set| vec![set]).into_iter().collect();
    };
    let closed_by = |last_consonant| {
        let syllable = Syllable {
            last: last_consonant,
            ..last
        };
        syllable.composed().map(|c| c..=c)
    };
    let finals = [final_consonant].into_iter();
    let finals = finals.chain(jamo::grown_finals(final_consonant));
    let mut all: Vec<_> = finals
        .filter_map(|grown| Some(vec![closed_by(Some(grown))?]))
        .collect();
    // A vowel takes the final along, or its second half.
    let parts: Vec<char> = halves(final_consonant).collect();
    let (stays, goes) = match parts.as_slice() {
        [first, second] => (Some(*first), *second),
        _ => (None, final_consonant),
    };
    if let (Some(before), Some(next)) = (closed_by(stays), jamo::syllables_of(goes)) {
        all.push(vec![before, next]);
    }
    all
}

/// The form in which words and beginnings of words are compared: normalised, in lower case, without
/// spaces and what separates the parts of an identifier, unless it stands between two digits.
pub fn folded(text: &str) -> String {
    const SEPARATORS: &str = "/,.$:-_'";
    let normal = Normalized::new(text);
    let normal = normal.as_str();
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut folded = String::with_capacity(normal.len());
    for (at, c) in normal.char_indices() {
        let is_within_number = || {
            is_digit(normal[..at].chars().next_back())
                && is_digit(normal[at + c.len_utf8()..].chars().next())
        };
        if c.is_whitespace() || (SEPARATORS.contains(c) && !is_within_number()) {
            continue;
        }
        folded.extend(c.to_lowercase());
    }
    // A mark may have stood behind a space, and composes with what now stands before it.
    match is_nfc(&folded) {
        true => folded,
        false => folded.nfc().collect(),
    }
}
