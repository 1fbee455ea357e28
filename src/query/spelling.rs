//! Slips of the finger: the word of the cases that is written most like one that no case has.
//!
//! Latin is compared by letters, Hangul by jamo: 커넥숀 and 커넥션 differ in one vowel. The first
//! letter must be right, which also keeps the search short.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization;

use super::keyboard;
use crate::analysis::jamo::{self, Syllable};
use crate::error::Error;
use crate::index::Reader;

/// The word of the cases that is written most like `word`; of equals, the one that more cases have.
/// None where nothing is near, or where `word` is too short or not of letters alone.
pub(crate) fn nearest(reader: &Reader, word: &str) -> Result<Option<String>, Error> {
    // Some systems give the syllables that one types in parts.
    let word: String = word.nfc().collect();
    let Some(wanted) = Spelling::of(&word) else {
        return Ok(None);
    };
    let mut near: FxHashMap<String, (Slips, u64)> = FxHashMap::default();
    let (from, to) = &wanted.same_beginning;
    let mut consider = |term: &str, cases| {
        if let Some(slips) = wanted.slips_to(term).filter(|_| cases > 0) {
            near.entry(term.to_owned()).or_insert((slips, 0)).1 += cases;
        }
    };
    match wanted.script {
        Script::Latin => {
            let slips = wanted.most_slips as u8;
            reader.for_each_term_like(&word, slips, from..to, &mut consider)?;
        }
        Script::Hangul => {
            // The terms of the index are spelled in syllables.
            reader.for_each_term(from..to, &mut consider)?;
            // The cases may write a compound with spaces.
            for (word, parts) in reader.dictionary().compounds() {
                if (from.as_str()..to).contains(&word.as_str()) {
                    consider(&word, reader.fewest_cases(&parts)?);
                }
            }
        }
    }
    let best = near.into_iter().min_by(|(a, (slips, cases)), (b, other)| {
        let by_likeness = slips.cmp(&other.0);
        by_likeness.then(other.1.cmp(cases)).then(a.cmp(b))
    });
    Ok(best.map(|(term, _)| term))
}

/// How many slips, and whether they do more than swap letters.
type Slips = (usize, bool);

fn sorted(letters: &str) -> Vec<char> {
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    letters
}

/// Keys next to each other, two vowels, or two ways to write a sound.
fn are_confused(a: char, b: char) -> bool {
    const ALIKE: [&str; 5] = ["aeiouy", "ckq", "csz", "gj", "vw"];
    let both_in = |letters: &&str| letters.contains(a) && letters.contains(b);
    ALIKE.iter().any(both_in) || keyboard::are_neighbours(a, b)
}

/// A word as it is compared with others.
struct Spelling<'w> {
    script: Script,
    letters: Cow<'w, str>,
    /// The first character of words that begin alike, and the one behind the last.
    same_beginning: (String, String),
    /// As many slips are forgiven.
    most_slips: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Hangul,
}

impl Script {
    /// The script of `word`, if that is of one and long enough: shorter words are too like each
    /// other. What is very long was not typed.
    fn of(word: &str) -> Option<Self> {
        const LONGEST_BYTES: usize = 64;
        const SHORTEST_LATIN: usize = 4;
        const SHORTEST_HANGUL: usize = 3;
        const HANGUL_BYTES: usize = '가'.len_utf8();
        if word.len() > LONGEST_BYTES {
            return None;
        }
        if word.len() >= SHORTEST_LATIN && word.bytes().all(|b| b.is_ascii_lowercase()) {
            return Some(Self::Latin);
        }
        let is_hangul =
            word.len() >= SHORTEST_HANGUL * HANGUL_BYTES && word.chars().all(jamo::is_syllable);
        is_hangul.then_some(Self::Hangul)
    }

    fn letters(self, word: &str) -> Cow<'_, str> {
        match self {
            Self::Latin => Cow::Borrowed(word),
            Self::Hangul => {
                let syllables = word.chars().filter_map(Syllable::of);
                Cow::Owned(syllables.flat_map(Syllable::jamo).collect())
            }
        }
    }

    fn most_slips(self, word: &str) -> usize {
        const TWO_FROM_LETTERS: usize = 10;
        const TWO_FROM_SYLLABLES: usize = 5;
        let two_from = match self {
            Self::Latin => TWO_FROM_LETTERS,
            Self::Hangul => TWO_FROM_SYLLABLES,
        };
        1 + usize::from(word.chars().count() >= two_from)
    }

    fn same_beginning(self, first: char) -> Option<(String, String)> {
        let (from, to) = match self {
            Self::Latin => (first, char::from_u32(first as u32 + 1)?),
            Self::Hangul => jamo::same_initial(first)?,
        };
        Some((from.to_string(), to.to_string()))
    }
}

impl<'w> Spelling<'w> {
    fn of(word: &'w str) -> Option<Self> {
        let script = Script::of(word)?;
        Some(Self {
            script,
            letters: script.letters(word),
            same_beginning: script.same_beginning(word.chars().next()?)?,
            most_slips: script.most_slips(word),
        })
    }

    /// Whether a finger or an ear may take the one letter for the other that tells a word from
    /// `letters`: clone is no slip of close. What is long enough to be told by its other letters
    /// may have any.
    fn may_slip_to(&self, letters: &str) -> bool {
        if self.script == Script::Hangul || self.most_slips > 1 {
            return true;
        }
        let differing = self
            .letters
            .chars()
            .zip(letters.chars())
            .filter(|(a, b)| a != b);
        let is_substitution = self.letters.len() == letters.len() && differing.clone().count() == 1;
        !is_substitution || differing.into_iter().all(|(a, b)| are_confused(a, b))
    }

    /// How many slips of the finger lead from this word to `term`, if few enough. A slip adds a
    /// letter, leaves one out, takes another, or swaps two neighbours, which is the most common.
    fn slips_to(&self, term: &str) -> Option<Slips> {
        let script = Script::of(term).filter(|&script| script == self.script)?;
        let letters = script.letters(term);
        let slips = strsim::osa_distance(&self.letters, &letters);
        if slips == 1 && !self.may_slip_to(&letters) {
            return None;
        }
        let are_swaps = sorted(&self.letters) == sorted(&letters);
        (1..=self.most_slips)
            .contains(&slips)
            .then_some((slips, !are_swaps))
    }
}
