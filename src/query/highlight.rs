//! Passages: the parts of a case that show why it was found, with the words that matched.
//!
//! Marks come from the same tokens that were indexed, found again by analysing the text; nothing is
//! searched for as a string. A passage is a slice of the original text, so that taking the marks
//! away gives back what the record says.

use std::ops::Range;

use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use super::plan::{Leaf, Plan, PlannedNode};
use super::slot::Role;
use super::weights::Weights;
use crate::analysis::{Analyzer, View, initials};
use crate::case::Lang;
use crate::index::{Field, Section};

/// A part of a text with what matched in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The role of the text.
    pub field: Field,
    /// The key of the text in the record.
    pub key: &'static str,
    /// The language that the record says it is in.
    pub lang: Lang,
    /// A slice of the text.
    pub text: String,
    /// Half-open ranges of Unicode scalar values in `text`, in order, not touching each other.
    pub marks: Vec<(usize, usize)>,
    /// Whether the text goes on before the passage.
    pub is_cut_before: bool,
    /// Whether the text goes on behind the passage.
    pub is_cut_after: bool,
}

/// Longest passage, in Unicode scalar values, unless a single word is longer.
const PASSAGE_CHARS: usize = 240;

/// How much better a passage is in the language that the query is answered in.
const OWN_LANGUAGE: f32 = 1.2;

/// What the passages of a case should show.
pub(crate) struct Wanted {
    /// The slots that count in its texts.
    pub(crate) slots: Vec<usize>,
    /// Whether it was found by bigrams alone.
    pub(crate) is_by_bigrams: bool,
}

/// Which terms to mark, and what each is worth.
pub(crate) struct Highlighter<'w> {
    weights: &'w Weights,
    words: Marked,
    /// Bigrams are shown only where nothing better is.
    bigrams: Marked,
}

/// Terms and phrases to mark, each with its slot and the worth of a match.
#[derive(Default)]
struct Marked {
    terms: FxHashMap<String, (usize, f32)>,
    phrases: Vec<MarkedPhrase>,
    /// Whether any of the terms stands for initial consonants.
    has_initials: bool,
    /// For each term, the phrases that it is in, and its place there.
    places: FxHashMap<String, Vec<(usize, u32)>>,
}

struct MarkedPhrase {
    /// How many words it has.
    words: usize,
    slot: usize,
    worth: f32,
}

impl Marked {
    fn add(&mut self, plan: &Plan, slot: usize) {
        let planned = &plan.slots[slot];
        planned.node.visit(planned.weight, &mut |node, weight| {
            let worth = weight * node.idf();
            match node {
                PlannedNode::Leaf(leaf) => {
                    for &(term, form) in &leaf.forms {
                        let own = (slot, worth * form);
                        self.has_initials |= View::Initials.has(&plan.terms[term].text);
                        self.terms
                            .entry(plan.terms[term].text.clone())
                            .and_modify(|entry| entry.1 = entry.1.max(own.1))
                            .or_insert(own);
                    }
                }
                PlannedNode::Phrase(words) => self.add_phrase(plan, words, slot, worth),
                PlannedNode::Best { .. } | PlannedNode::All { .. } => {}
            }
        });
    }

    fn found(&self, term: &str, range: Range<usize>) -> Option<Match> {
        let &(slot, worth) = self.terms.get(term)?;
        Some(Match { range, slot, worth })
    }

    fn add_phrase(&mut self, plan: &Plan, words: &[(u32, Leaf)], slot: usize, worth: f32) {
        for (place, leaf) in words {
            for &(term, _) in &leaf.forms {
                let places = self
                    .places
                    .entry(plan.terms[term].text.clone())
                    .or_default();
                places.push((self.phrases.len(), *place));
            }
        }
        self.phrases.push(MarkedPhrase {
            words: words.len(),
            slot,
            worth,
        });
    }
}

impl<'w> Highlighter<'w> {
    pub(crate) fn new(plan: &Plan, weights: &'w Weights) -> Self {
        let mut highlighter = Self {
            weights,
            words: Marked::default(),
            bigrams: Marked::default(),
        };
        for (i, slot) in plan.slots.iter().enumerate() {
            match slot.role {
                Role::Content | Role::Corrected => highlighter.words.add(plan, i),
                Role::Support => highlighter.bigrams.add(plan, i),
                Role::StopWord => {}
            }
        }
        highlighter
    }

    /// The best passages among `sections`, at most one a section and `limit` in all, best first. Texts
    /// in the other language than `lang` are read only if those in `lang` do not have all slots that
    /// are `wanted`. Bigrams are marked only where the case was found by nothing else.
    pub(crate) fn passages(
        &self,
        analyzer: &mut Analyzer,
        sections: &[Section<'_>],
        lang: Lang,
        wanted: &Wanted,
        limit: usize,
    ) -> Vec<Passage> {
        let marked = match wanted.is_by_bigrams {
            true => &self.bigrams,
            false => &self.words,
        };
        let in_lang = |own: bool| {
            sections
                .iter()
                .filter(move |s| (s.zone.lang == lang) == own)
        };
        let mut found = self.candidates(analyzer, in_lang(true), marked, OWN_LANGUAGE);
        let has = |slot: &usize| found.iter().any(|found| found.in_section.contains(slot));
        if !wanted.slots.iter().all(has) {
            found.extend(self.candidates(analyzer, in_lang(false), marked, 1.0));
        }
        found.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        without_repetition(found, limit)
    }

    /// A passage of each of `sections` that has anything to show.
    fn candidates<'s>(
        &self,
        analyzer: &mut Analyzer,
        sections: impl Iterator<Item = &'s Section<'s>>,
        marked: &Marked,
        weight: f32,
    ) -> Vec<Candidate> {
        let candidates = sections.filter_map(|section| {
            let matches = matches(analyzer, &section.text, marked);
            let window = best_window(&section.text, &matches)?;
            let slots = slot_worths(&matches, &window);
            let worth: f32 = slots.iter().map(|(_, worth)| worth).sum();
            Some(Candidate {
                worth: worth * self.weights.field(section.zone.field) * weight,
                slots: slots.into_iter().map(|(slot, _)| slot).collect(),
                in_section: matches.iter().map(|found| found.slot).collect(),
                passage: passage(section, window, &matches),
            })
        });
        candidates.collect()
    }

    /// Marks in `title`, in Unicode scalar values. Words found by their initials are marked too.
    pub(crate) fn title_marks(&self, analyzer: &mut Analyzer, title: &str) -> Vec<(usize, usize)> {
        let mut matches = matches(analyzer, title, &self.words);
        if self.words.has_initials {
            for token in initials(title, &analyzer.tokens(title)) {
                matches.extend(self.words.found(&token.term(), token.start..token.end));
            }
            matches.sort_by_key(|found| found.range.start);
        }
        char_marks(title, &(0..title.len()), &matches)
    }
}

struct Candidate {
    worth: f32,
    /// The slots that the passage shows.
    slots: Vec<usize>,
    /// The slot of each match in the text that it is a part of.
    in_section: Vec<usize>,
    passage: Passage,
}

/// The best passages that each show a word the ones before do not, then the best of the rest.
fn without_repetition(candidates: Vec<Candidate>, limit: usize) -> Vec<Passage> {
    let mut shown: Vec<usize> = Vec::new();
    let (mut new, mut rest) = (Vec::new(), Vec::new());
    for candidate in candidates {
        if candidate.slots.iter().any(|slot| !shown.contains(slot)) {
            shown.extend(&candidate.slots);
            new.push(candidate.passage);
        } else {
            rest.push(candidate.passage);
        }
    }
    new.extend(rest);
    new.truncate(limit);
    new
}

/// A word of the text that a term of the query stands for.
struct Match {
    range: Range<usize>,
    slot: usize,
    worth: f32,
}

/// The matches in `text`, in the order of their starts.
fn matches(analyzer: &mut Analyzer, text: &str, marked: &Marked) -> Vec<Match> {
    let mut found = Vec::new();
    let mut words: Vec<PhraseWord> = Vec::new();
    let mut term = String::new();
    analyzer.analyze(text, &mut |token| {
        term.clear();
        token.kind.view().push_term(token.text, &mut term);
        let range = token.start..token.end;
        found.extend(marked.found(&term, range.clone()));
        for &(phrase, place) in marked.places.get(&term).into_iter().flatten() {
            words.extend(token.position.checked_sub(place).map(|begin| PhraseWord {
                phrase,
                begin,
                place,
                range: range.clone(),
            }));
        }
    });
    found.extend(phrases(words, &marked.phrases));
    found.sort_by_key(|found| found.range.start);
    found
}

/// A word of a phrase that would begin at position `begin`.
struct PhraseWord {
    phrase: usize,
    begin: u32,
    place: u32,
    range: Range<usize>,
}

/// The phrases of which all words are there.
fn phrases(mut words: Vec<PhraseWord>, phrases: &[MarkedPhrase]) -> Vec<Match> {
    words.sort_by_key(|word| (word.phrase, word.begin, word.place));
    words.dedup_by_key(|word| (word.phrase, word.begin, word.place));
    words
        .chunk_by(|a, b| (a.phrase, a.begin) == (b.phrase, b.begin))
        .filter_map(|words| {
            let MarkedPhrase {
                words: all,
                slot,
                worth,
            } = phrases[words[0].phrase];
            let end = words.iter().map(|word| word.range.end).max()?;
            (words.len() == all).then(|| Match {
                range: words[0].range.start..end,
                slot,
                worth,
            })
        })
        .collect()
}

/// The matches inside `window`. They come in the order of their starts.
fn inside<'m>(matches: &'m [Match], window: &Range<usize>) -> &'m [Match] {
    let from = matches.partition_point(|found| found.range.start < window.start);
    let len = matches[from..].partition_point(|found| found.range.end <= window.end);
    &matches[from..from + len]
}

/// The worth of each slot that has a match inside `window`.
fn slot_worths(matches: &[Match], window: &Range<usize>) -> Vec<(usize, f32)> {
    let mut slots: Vec<(usize, f32)> = Vec::new();
    for found in inside(matches, window) {
        match slots.iter_mut().find(|(slot, _)| *slot == found.slot) {
            Some((_, worth)) => *worth = worth.max(found.worth),
            None => slots.push((found.slot, found.worth)),
        }
    }
    slots
}

/// The run of sentences, at most [`PASSAGE_CHARS`] long, that covers most of the query. A longer
/// sentence is cut between words.
fn best_window(text: &str, matches: &[Match]) -> Option<Range<usize>> {
    let sentences = sentences(text);
    let mut best: Option<(f32, Range<usize>)> = None;
    for i in 0..sentences.len() {
        let mut window = sentences[i].clone();
        for next in &sentences[i + 1..] {
            if text[window.start..next.end].chars().count() > PASSAGE_CHARS {
                break;
            }
            window.end = next.end;
        }
        let worth: f32 = slot_worths(matches, &window)
            .iter()
            .map(|(_, worth)| worth)
            .sum();
        if worth > best.as_ref().map_or(0.0, |(worth, _)| *worth) {
            best = Some((worth, window));
        }
    }
    let (_, window) = best?;
    Some(cropped(text, window, matches))
}

/// Sentences and lines, without the space around them.
fn sentences(text: &str) -> Vec<Range<usize>> {
    text.split_sentence_bound_indices()
        .flat_map(|(start, sentence)| {
            let mut at = start;
            sentence.split_inclusive('\n').map(move |line| {
                let from = at;
                at += line.len();
                from..at
            })
        })
        .filter_map(|range| trimmed(text, range))
        .collect()
}

fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let slice = &text[range.clone()];
    let start = range.start + (slice.len() - slice.trim_start().len());
    let end = start + slice.trim().len();
    (start < end).then_some(start..end)
}

/// `window` cut down to [`PASSAGE_CHARS`] around its first matches, between words.
fn cropped(text: &str, window: Range<usize>, matches: &[Match]) -> Range<usize> {
    let slice = &text[window.clone()];
    if slice.chars().count() <= PASSAGE_CHARS {
        return window;
    }
    let first = matches
        .iter()
        .map(|found| found.range.start)
        .find(|start| window.contains(start))
        .unwrap_or(window.start);
    const LEAD_CHARS: usize = 60;
    let words: Vec<Range<usize>> = slice
        .split_word_bound_indices()
        .map(|(at, word)| window.start + at..window.start + at + word.len())
        .collect();
    let lead_start = text[window.start..first]
        .char_indices()
        .rev()
        .nth(LEAD_CHARS)
        .map_or(window.start, |(at, _)| window.start + at);
    let start = words
        .iter()
        .map(|word| word.start)
        .find(|&at| at >= lead_start)
        .unwrap_or(first)
        .min(first);
    let last_allowed = text[start..window.end]
        .char_indices()
        .nth(PASSAGE_CHARS)
        .map_or(window.end, |(at, _)| start + at);
    let end = words
        .iter()
        .map(|word| word.end)
        .take_while(|&at| at <= last_allowed)
        .filter(|&at| at > start)
        .last()
        .unwrap_or(last_allowed);
    trimmed(text, start..end).unwrap_or(start..end)
}

fn passage(section: &Section<'_>, window: Range<usize>, matches: &[Match]) -> Passage {
    Passage {
        field: section.zone.field,
        key: section.key,
        lang: section.zone.lang,
        marks: char_marks(&section.text, &window, matches),
        is_cut_before: !section.text[..window.start].trim().is_empty(),
        is_cut_after: !section.text[window.end..].trim().is_empty(),
        text: section.text[window].to_owned(),
    }
}

/// The matches inside `window` as ranges of scalar values from its start, widened to whole
/// graphemes and joined where they touch.
fn char_marks(text: &str, window: &Range<usize>, matches: &[Match]) -> Vec<(usize, usize)> {
    let mut bytes: Vec<Range<usize>> = inside(matches, window)
        .iter()
        .map(|found| found.range.start - window.start..found.range.end - window.start)
        .collect();
    bytes.sort_unstable_by_key(|range| (range.start, range.end));
    let mut marks: Vec<(usize, usize)> = Vec::new();
    let mut pending = bytes.into_iter().peekable();
    let mut at = 0;
    // One pass over the graphemes: those that overlap a match are marked.
    let slice = &text[window.clone()];
    let mut reach = 0;
    for (start, grapheme) in slice.grapheme_indices(true) {
        let end = start + grapheme.len();
        let chars = grapheme.chars().count();
        while let Some(range) = pending.next_if(|range| range.start < end) {
            reach = reach.max(range.end);
        }
        if start < reach {
            match marks.last_mut() {
                Some((_, last)) if *last == at => *last = at + chars,
                _ => marks.push((at, at + chars)),
            }
        }
        at += chars;
    }
    marks
}
