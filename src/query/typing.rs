//! Help with typing, for words that no case has.
//!
//! Where a query finds nothing, a word whose keys make sense in the other keyboard layout is offered
//! in that. Any other that is a slip away from a word of the cases is searched for as that word. Both
//! are said. Phrases, exclusions and pasted text are taken as they are.

use std::ops::Range;

use super::keyboard::{to_hangul, to_latin};
use super::parse::Parsed;
use super::plan::{Unknown, plain_word, plan};
use super::slot::{Role, Slot, slots, slots_of};
use super::spelling::nearest;
use super::warning::{Warning, WarningKind};
use super::weights::Weights;
use crate::analysis::jamo::is_syllable;
use crate::analysis::{Analyzer, Glossary};
use crate::error::Error;
use crate::index::Reader;
use crate::quoted::shortened;

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Help {
    /// What to search for instead, where words were corrected.
    pub(crate) slots: Option<Vec<Slot>>,
    pub(crate) warnings: Vec<Warning>,
}

/// A word as typed, and what may be meant.
struct Change {
    typed: String,
    meant: String,
}

/// More words that no case has are another subject or another language, not slips.
const MOST_WORDS: usize = 8;
/// Bytes of the longest text that somebody may have typed.
const LONGEST_TEXT: usize = 1000;

/// Help with `parsed`, the reading of `query`, of which the words `unknown` are in no case.
pub(crate) fn help(
    reader: &Reader,
    analyzer: &mut Analyzer,
    glossary: &Glossary,
    query: &str,
    parsed: &Parsed,
    unknown: &[Unknown],
) -> Result<Help, Error> {
    // What the glossary knows was typed as it was meant.
    let unknown = unknown.iter().filter(|word| !word.has_synonym);
    let unknown: Vec<&str> = unknown.map(|word| word.text.as_str()).collect();
    let is_typed = (1..=LONGEST_TEXT).contains(&parsed.typed_len);
    let are_slips = (1..=MOST_WORDS).contains(&unknown.len());
    if !is_typed || !are_slips {
        return Ok(Help::default());
    }
    let mut typist = Typist {
        reader,
        analyzer,
        glossary,
        text: &parsed.text,
        typed_len: parsed.typed_len,
        unknown: &unknown,
    };
    let asked = slots(typist.analyzer, typist.text, &[], glossary);
    let offers = typist.other_layout(&asked)?;
    let corrections = typist.corrections(&asked, &offers)?;
    let mut warnings = Vec::new();
    if !offers.is_empty() {
        warnings.push(offer(with_words(query, &offers)));
    }
    if corrections.is_empty() {
        return Ok(Help {
            slots: None,
            warnings,
        });
    }
    let tokens = typist.analyzer.tokens(query);
    let corrected = with_slots(query, &slots_of(query, &tokens), &corrections);
    warnings.extend(corrections.iter().map(|change| note(change, &corrected)));
    Ok(Help {
        slots: Some(typist.corrected(asked, &corrections)),
        warnings,
    })
}

fn offer(query: String) -> Warning {
    let meant = shortened(&query);
    let text = format!("did you mean \"{meant}\"?");
    let warning = Warning::new(WarningKind::DidYouMean, text).about([meant]);
    warning.with_query(query)
}

fn note(Change { typed, meant }: &Change, query: &str) -> Warning {
    let typed = shortened(typed);
    let text = format!("no case has \"{typed}\"; searched for \"{meant}\" instead");
    let warning = Warning::new(WarningKind::Corrected, text).about([&typed, meant]);
    warning.with_query(query.to_owned())
}

struct Typist<'a> {
    reader: &'a Reader,
    analyzer: &'a mut Analyzer,
    glossary: &'a Glossary,
    text: &'a str,
    /// See [`Parsed::typed_len`].
    typed_len: usize,
    unknown: &'a [&'a str],
}

impl Typist<'_> {
    fn is_unknown(&self, slot: &Slot) -> bool {
        slot.role != Role::Support && self.unknown.contains(&slot.text.as_str())
    }

    fn is_typed(&self, slot: &Slot) -> bool {
        slot.range.end <= self.typed_len
    }

    /// The words that the other layout makes words of the cases. Only where each word has something
    /// unknown in it: a query that finds something was typed as it was meant.
    fn other_layout(&mut self, asked: &[Slot]) -> Result<Vec<Change>, Error> {
        let mut known = asked.iter().filter(|slot| slot.role != Role::Support);
        let is_beside_unknown = |slot: &Slot| {
            let word = word_around(self.text, &slot.range);
            let unknown = asked.iter().filter(|slot| self.is_unknown(slot));
            unknown
                .into_iter()
                .any(|slot| word_around(self.text, &slot.range) == word)
        };
        if !known.all(is_beside_unknown) {
            return Ok(Vec::new());
        }
        let mut tried: Vec<&str> = Vec::new();
        let mut changes = Vec::new();
        for slot in asked {
            if !self.is_typed(slot) || !self.is_unknown(slot) {
                continue;
            }
            let word = word_around(self.text, &slot.range);
            if tried.contains(&word) || tried.len() == MOST_WORDS {
                continue;
            }
            tried.push(word);
            if let Some(meant) = other_reading(word)
                && self.occurs(&meant)?
            {
                let typed = word.to_owned();
                changes.push(Change { typed, meant });
            }
        }
        Ok(changes)
    }

    /// Whether all of `word` is in the cases: in Hangul, where chance makes morphemes of anything,
    /// its bigrams too.
    fn occurs(&mut self, word: &str) -> Result<bool, Error> {
        let plan = plan(
            self.reader,
            &Weights::default(),
            slots_of(word, &self.analyzer.tokens(word)),
            &[],
        )?;
        let has = |is: fn(Role) -> bool| plan.slots.iter().any(|slot| is(slot.role));
        let is_whole = word.is_ascii() || has(|role| role == Role::Support);
        let has_words = has(|role| role != Role::Support);
        Ok(plan.unknown.is_empty() && has_words && is_whole)
    }

    /// What to correct: words, and eojeols as wholes, without their particles.
    fn corrections(&self, asked: &[Slot], offers: &[Change]) -> Result<Vec<Change>, Error> {
        let mut tried: Vec<&str> = Vec::new();
        let mut changes = Vec::new();
        for (i, slot) in asked.iter().enumerate() {
            let Some(word) = self.mistyped(&asked[..=i]) else {
                continue;
            };
            let is_offered = change_of(word_around(self.text, &slot.range), offers).is_some();
            if is_offered || tried.contains(&word) || tried.len() == MOST_WORDS {
                continue;
            }
            tried.push(word);
            if let Some(meant) = nearest(self.reader, word)? {
                let typed = slot.text.clone();
                changes.push(Change { typed, meant });
            }
        }
        Ok(changes)
    }

    /// The last of `slots`, if it is a word or the view of an eojeol that may be mistyped. The
    /// slots of an eojeol's morphemes stand before that of its bigrams.
    fn mistyped<'s>(&self, slots: &'s [Slot]) -> Option<&'s str> {
        let (last, before) = slots.split_last()?;
        if !self.is_typed(last) {
            return None;
        }
        if last.role != Role::Support {
            return plain_word(last).filter(|_| self.is_unknown(last));
        }
        let mut morphemes = before
            .iter()
            .rev()
            .take_while(|slot| slot.range.start >= last.range.start);
        morphemes
            .any(|slot| self.is_unknown(slot))
            .then_some(last.text.as_str())
    }

    /// `asked` with what stands for the right words in place of the mistyped ones. The morphemes
    /// that the analyzer saw in a mistyped eojeol go.
    fn corrected(&mut self, asked: Vec<Slot>, corrections: &[Change]) -> Vec<Slot> {
        let mut corrected: Vec<Slot> = Vec::with_capacity(asked.len());
        for slot in asked {
            let change = change_of(&slot.text, corrections);
            let Some(change) = change.filter(|_| self.is_typed(&slot)) else {
                corrected.push(slot);
                continue;
            };
            while corrected
                .pop_if(|last| last.range.start >= slot.range.start)
                .is_some()
            {}
            let meant = slots(self.analyzer, &change.meant, &[], self.glossary);
            let meant = meant.into_iter().filter(|slot| slot.role != Role::Support);
            corrected.extend(meant.map(|meant| Slot {
                range: slot.range.clone(),
                role: Role::Corrected,
                ..meant
            }));
        }
        corrected
    }
}

/// What the keys of `word` give in the other layout, if that may be a word: whole syllables, or
/// letters, whose case is an accident of Hangul.
fn other_reading(word: &str) -> Option<String> {
    const SHORTEST: usize = 2;
    let (reading, is_letter): (String, fn(char) -> bool) = match word.is_ascii() {
        true => (to_hangul(word), is_syllable),
        false => (to_latin(word).to_ascii_lowercase(), |c| {
            c.is_ascii_lowercase()
        }),
    };
    let is_word = reading.chars().count() >= SHORTEST && reading.chars().all(is_letter);
    is_word.then_some(reading)
}

/// The word that `range` is in: what stands between spaces, without the punctuation around it.
fn word_around<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    let before = text[..range.start].rsplit(char::is_whitespace).next();
    let behind = text[range.end..].split(char::is_whitespace).next();
    let start = range.start - before.map_or(0, str::len);
    let end = range.end + behind.map_or(0, str::len);
    without_punctuation(&text[start..end])
}

fn without_punctuation(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn change_of<'c>(typed: &str, changes: &'c [Change]) -> Option<&'c Change> {
    changes.iter().find(|change| change.typed == typed)
}

/// `query` with whole words changed.
fn with_words(query: &str, changes: &[Change]) -> String {
    let words = query.split_inclusive(char::is_whitespace).map(|word| {
        let core = without_punctuation(word);
        match change_of(core, changes) {
            Some(change) => word.replacen(core, &change.meant, 1),
            None => word.to_owned(),
        }
    });
    words.collect()
}

/// `query`, which has `slots`, with what some of them stand for changed.
fn with_slots(query: &str, slots: &[Slot], changes: &[Change]) -> String {
    let mut changed = query.to_owned();
    let mut free_to = query.len();
    for slot in slots.iter().rev() {
        if let Some(change) = change_of(&slot.text, changes)
            && slot.range.end <= free_to
        {
            changed.replace_range(slot.range.clone(), &change.meant);
            free_to = slot.range.start;
        }
    }
    changed
}
