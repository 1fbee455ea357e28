//! New names for old: what makes the vocabulary of synthetic cases grow.
//!
//! Half of the names, identifiers and numbers of a case are replaced, each by
//! the same one wherever it occurs in the case, and half of the particles of
//! Korean nouns; other words stay. New names come from an endless list of
//! coined words with the odds of Zipf's law: few are frequent, most are rare,
//! and the number of distinct ones grows with a power of the number drawn,
//! which is Heaps' law.

use std::borrow::Cow;
use std::mem;

use fastrand::Rng;

use super::coined::Coined;
use super::particles::redraw;
use super::words::{Kind, kind, latin_words, parts};

/// The replacements of one case.
pub struct Names {
    seed: u64,
}

impl Names {
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The sentence with its names, identifiers and numbers replaced, and
    /// in Korean the particles.
    pub fn replace(&self, sentence: &str, lang: &str) -> String {
        let sentence = self.replace_latin(sentence, lang);
        if lang == "ko" {
            self.replace_particles(&sentence)
        } else {
            sentence
        }
    }

    fn replace_latin(&self, sentence: &str, lang: &str) -> String {
        let mut replaced = String::with_capacity(sentence.len());
        let mut rest = 0;
        for (start, word) in latin_words(sentence) {
            let mut rng = self.rng(word);
            if rng.bool() {
                continue;
            }
            let new = match kind(word) {
                Kind::Number => renumber(word, &mut rng),
                Kind::Identifier => rename(word, &mut rng),
                // At the start of a sentence a capital is no sign of a name.
                Kind::Name if start > 0 => coin_name(word, lang, &mut rng),
                Kind::Name | Kind::Plain => continue,
            };
            replaced.push_str(&sentence[rest..start]);
            replaced.push_str(&new);
            rest = start + word.len();
        }
        replaced.push_str(&sentence[rest..]);
        replaced
    }

    fn replace_particles(&self, sentence: &str) -> String {
        let eojeols: Vec<Cow<str>> = sentence
            .split(' ')
            .map(|eojeol| {
                let mut rng = self.rng(eojeol);
                let other = if rng.bool() {
                    redraw(eojeol, &mut rng)
                } else {
                    None
                };
                other.map_or(Cow::Borrowed(eojeol), Cow::Owned)
            })
            .collect();
        eojeols.join(" ")
    }

    /// The same for a word wherever it stands, so that nothing has to be kept.
    fn rng(&self, word: &str) -> Rng {
        // FNV-1a: the standard library's hash may change between versions.
        let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Rng::with_seed(self.seed ^ hash)
    }
}

/// Keeps the magnitude, and years.
fn renumber(number: &str, rng: &mut Rng) -> String {
    parts(number)
        .map(|part| {
            if is_year(part) {
                part.to_owned()
            } else {
                redigit(part, rng)
            }
        })
        .collect()
}

fn is_year(digits: &str) -> bool {
    digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
}

/// Other digits after the first.
fn redigit(part: &str, rng: &mut Rng) -> String {
    let mut first = true;
    part.chars()
        .map(|c| {
            if mem::take(&mut first) || !c.is_ascii_digit() {
                c
            } else {
                rng.digit(10)
            }
        })
        .collect()
}

/// Replaces one part of an identifier and all its numbers.
fn rename(identifier: &str, rng: &mut Rng) -> String {
    let parts: Vec<&str> = parts(identifier).collect();
    let words: Vec<usize> = (0..parts.len())
        .filter(|&place| is_word(parts[place]))
        .collect();
    let chosen = rng.choice(words);
    let renamed = parts.iter().enumerate().map(|(place, part)| {
        if chosen == Some(place) {
            in_case_of(part, &Coined::draw(rng).latin())
        } else {
            renumber(part, rng)
        }
    });
    renamed.collect()
}

/// Units and suffixes such as `ms` and `v` are too short to be words.
fn is_word(part: &str) -> bool {
    part.len() > 2 && part.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// A name of one word, in Korean text as often in Hangul as in Latin script.
fn coin_name(name: &str, lang: &str, rng: &mut Rng) -> String {
    let coined = Coined::draw(rng);
    if lang == "ko" && rng.bool() {
        coined.hangul()
    } else {
        in_case_of(name, &coined.latin())
    }
}

/// `word` with the capitals of `model`.
fn in_case_of(model: &str, word: &str) -> String {
    let is_upper = |c: char| c.is_ascii_uppercase();
    if model.chars().all(is_upper) {
        word.to_ascii_uppercase()
    } else if model.starts_with(is_upper) {
        word[..1].to_ascii_uppercase() + &word[1..]
    } else {
        word.to_owned()
    }
}
