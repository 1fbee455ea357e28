//! The words of the cases that continue the one being typed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::Fit;
use super::context::Context;
use crate::analysis::{Typed, View, inflected, is_stop_word};
use crate::error::Error;
use crate::index::Reader;
use crate::query::engine::Engine;

/// A word of the cases.
pub(super) struct Word {
    /// Its term in the exact view, which is folded.
    pub(super) term: String,
    /// The cases that are left when it is put behind the words before it.
    pub(super) cases: u64,
    /// How often it is meant: the cases that have it, together with those words if any do.
    pub(super) weight: u64,
    pub(super) fit: Fit,
}

/// Words that are looked at closely: those that most cases have.
const CLOSELY: usize = 32;
/// What so many words begin with is remembered.
const MANY: usize = 4096;

/// Words by what they begin with, where there are [`MANY`]: each key of a letter or two asks again.
pub(crate) type Remembered = Mutex<FxHashMap<String, Vec<(String, u64)>>>;

impl Engine {
    /// The words that continue what was typed, those that most cases have first.
    pub(super) fn words_starting(&self, typed: &Typed) -> Result<Vec<Word>, Error> {
        if typed.text.is_empty() {
            return Ok(Vec::new());
        }
        let remembered = || self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let known = remembered().get(&typed.text).cloned();
        let words = match known {
            Some(words) => words,
            None => {
                let (words, seen) = most_frequent(self.reader(), typed)?;
                if seen >= MANY {
                    remembered().insert(typed.text.clone(), words.clone());
                }
                words
            }
        };
        let words = words.into_iter().filter_map(|(term, cases)| {
            let fit = typed.fit(&term)?;
            Some(Word {
                term,
                cases,
                weight: cases,
                fit,
            })
        });
        Ok(words.collect())
    }
}

/// The words that continue what was typed and that most cases have, with their number, and how many
/// words were seen.
fn most_frequent(reader: &Reader, typed: &Typed) -> Result<(Vec<(String, u64)>, usize), Error> {
    let mut top = Top::default();
    let mut seen = 0;
    for beginning in &typed.beginnings {
        let (from, to) = beginning.bounds();
        reader.for_each_term(&from..&to, &mut |term, cases| {
            seen += 1;
            if beginning.begins(term) && is_typed(term) {
                top.offer(term, cases);
            }
        })?;
    }
    let mut words = Vec::new();
    for term in top.into_terms() {
        let cases = reader.fewest_cases(std::slice::from_ref(&term))?;
        words.push((term, cases));
    }
    words.sort_unstable_by(|(a, of_a), (b, of_b)| of_b.cmp(of_a).then_with(|| a.cmp(b)));
    Ok((words, seen))
}

/// Those of `words` that some case has together with the words before them, or all if there is no
/// such case. They continue a part of what was typed only.
pub(super) fn narrowed(context: &Context<'_>, mut words: Vec<Word>) -> Result<Vec<Word>, Error> {
    if context.is_empty {
        return Ok(words);
    }
    for word in &mut words {
        word.cases = context.cases_with(&word.term)?;
        word.fit = Fit::Near;
    }
    if words.iter().any(|word| word.cases > 0) {
        words.retain(|word| word.cases > 0);
        words.iter_mut().for_each(|word| word.weight = word.cases);
    }
    Ok(words)
}

/// Of the forms of a word the shortest that fits best: a search finds the others by it.
pub(super) fn one_form_each(words: &mut Vec<Word>) -> impl Iterator<Item = Word> {
    words.sort_by(|a, b| (a.fit, a.term.len(), &a.term).cmp(&(b.fit, b.term.len(), &b.term)));
    let mut seen = FxHashSet::default();
    words.retain(|word| seen.insert(inflected(&word.term).into_owned()));
    words.drain(..)
}

/// Whether somebody may be typing `term`: not one letter, not a number unless it is the code of a
/// status, no URL, path or hash.
fn is_typed(term: &str) -> bool {
    const LONGEST_BYTES: usize = 48;
    let is_status = || term.len() == 3 && term.bytes().all(|b| b.is_ascii_digit());
    View::Exact.has(term)
        && term.len() <= LONGEST_BYTES
        && term.chars().nth(1).is_some()
        && (term.contains(char::is_alphabetic) || is_status())
        && !is_stop_word(term)
}

/// The most frequent of the terms that are offered, once for each segment. Most are turned away
/// without a copy.
#[derive(Default)]
struct Top {
    heap: BinaryHeap<Reverse<(u64, String)>>,
}

impl Top {
    fn offer(&mut self, term: &str, cases: u64) {
        let is_full = self.heap.len() >= CLOSELY;
        let least = self.heap.peek().map_or(0, |Reverse((cases, _))| *cases);
        if is_full && cases <= least {
            return;
        }
        if !self.heap.iter().any(|Reverse((_, known))| known == term) {
            self.heap.push(Reverse((cases, term.to_owned())));
        }
        if self.heap.len() > CLOSELY {
            self.heap.pop();
        }
    }

    fn into_terms(self) -> impl Iterator<Item = String> {
        self.heap.into_iter().map(|Reverse((_, term))| term)
    }
}
