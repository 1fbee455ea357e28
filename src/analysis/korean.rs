//! Korean: one eojeol (a run of Hangul) at a time, through lindera with ko-dic.
//!
//! The steps: what a list or a rule reads as a whole (a number with its counter, a form of a known
//! verb); else segment; open what the dictionary fused or compounded; give nouns back the syllables
//! that the lattice lost; join prefixes to their nouns and numerals to numbers; keep what carries
//! meaning; add bigrams. Particles, endings and the copula go, nouns stay, verbs
//! and adjectives become their stem.
//!
//! Each eojeol is analysed by itself, so the same eojeol always gives the same tokens and caching
//! them is exact.

mod segment;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use lindera::worker::SegmentWorker;

use super::cache::RunTokens;
use super::counter;
use super::data;
use super::dictionary::Dictionary;
use super::jamo::{Syllable, is_syllable};
use super::predicate;
use super::token::TokenKind;
use segment::{Class, Entry, Segment, joined};

/// Particles that the dictionary takes for something else where they stand alone, one a line.
static PARTICLES: LazyLock<HashSet<&str>> = LazyLock::new(|| data::words(data::KOREAN_PARTICLES));

/// Particles that mean nothing else by themselves, one a line.
static LONE_PARTICLES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| data::words(data::KOREAN_LONE_PARTICLES));

/// The words in eojeols that the dictionary takes for something else, an eojeol a line.
static WORDS_OF_EOJEOL: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| data::pairs(data::KOREAN_EOJEOLS));

/// A token of an eojeol; `range` is in bytes of the eojeol, `index` counts its morphemes.
#[derive(Debug)]
struct EojeolToken {
    text: String,
    kind: TokenKind,
    range: Range<usize>,
    index: u32,
    span: u32,
}

/// The Korean analyzer with its scratch memory; one a thread.
pub(crate) struct Korean {
    dictionary: Arc<Dictionary>,
    /// Made for the first Korean word, since it loads the dictionary.
    worker: Option<SegmentWorker>,
}

/// Whether an eojeol is a particle that was written apart from its word (`HAProxy 가`), or one that
/// `is_glued` to a word of another script, where it cannot be anything else: the `가` of `502가` is
/// not the verb.
pub(crate) fn is_particle(eojeol: &str, is_glued: bool) -> bool {
    LONE_PARTICLES.contains(eojeol) || (is_glued && PARTICLES.contains(eojeol))
}

impl Korean {
    pub(crate) fn new(dictionary: Arc<Dictionary>) -> Self {
        Self {
            dictionary,
            worker: None,
        }
    }

    pub(crate) fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Adds the tokens of `eojeol`, ordered by index, wholes before parts, bigrams last.
    pub(crate) fn analyze(&mut self, eojeol: &str, tokens: &mut RunTokens) {
        for token in self.tokens(eojeol) {
            tokens.push(
                &token.text,
                token.kind,
                token.range,
                token.index,
                token.span,
            );
        }
    }

    /// Whether `word` is a noun of `eojeol`, or a compound of nouns.
    pub(crate) fn has_noun(&mut self, eojeol: &str, word: &str) -> bool {
        let segments = joined(self.segments(eojeol));
        segments.iter().any(|segment| segment.has_noun(word))
    }

    fn tokens(&mut self, eojeol: &str) -> Vec<EojeolToken> {
        let segments = joined(self.segments(eojeol));
        let mut tokens = Vec::new();
        let mut index = 0;
        for segment in &segments {
            index += segment.push_tokens(index, &mut tokens);
        }
        if tokens.is_empty() {
            tokens.extend(stand_in(&segments));
        }
        push_bigrams(eojeol, &segments, &mut tokens);
        tokens.sort_by_key(|token| (token.range.start, token.index, token.kind));
        tokens
    }

    fn segments(&mut self, eojeol: &str) -> Vec<Segment> {
        // The dictionary knows some jamo as endings; standing alone (`ㅎ`, `ㅈㅇ`) they are none.
        if !eojeol.contains(is_syllable) {
            return vec![Segment::single(eojeol, Class::Noun, 0..eojeol.len())];
        }
        if let Some(words) = WORDS_OF_EOJEOL.get(eojeol) {
            return vec![Segment::of_words(eojeol, words)];
        }
        if eojeol.len() > LONGEST_WORD {
            return self.lattice(eojeol);
        }
        if let Some((number, counter)) = counter::read(eojeol) {
            return Segment::of_count(eojeol, number, counter);
        }
        if let Some(segments) = Segment::of_predicate(eojeol, 0) {
            return segments;
        }
        let segments = self.lattice(eojeol);
        self.noun_before_light_verb(eojeol, &segments)
            .or_else(|| self.repaired(eojeol, &segments))
            .unwrap_or_else(|| with_predicate(eojeol, segments))
    }

    /// The noun of `머지됐다`, of which the lattice makes something else before the verb.
    fn noun_before_light_verb(
        &mut self,
        eojeol: &str,
        segments: &[Segment],
    ) -> Option<Vec<Segment>> {
        if segments.first()?.is_noun() {
            return None;
        }
        predicate::light_verb_at(eojeol).find_map(|at| {
            let noun = self.lattice(&eojeol[..at]);
            noun.iter().all(Segment::is_noun).then_some(noun)
        })
    }

    /// The segments where those of the lattice lose a syllable of a noun. A noun that it cannot read
    /// is one word.
    fn repaired(&mut self, eojeol: &str, segments: &[Segment]) -> Option<Vec<Segment>> {
        let particles = segments.iter().rev();
        let particles = particles.take_while(|s| s.entry == Entry::Particle).count();
        let noun = &segments[..segments.len() - particles];
        let end = noun.last()?.range.end;
        let word = &eojeol[..end];
        let mut repaired = match noun {
            [.., verb] if verb.entry == Entry::BareVerb => vec![self.with_prefix(word)?],
            [first, rest @ ..] if first.is_lone_syllable() && !rest.is_empty() => {
                self.headless(word, first, rest)?
            }
            _ if noun.len() > 1
                && noun[0].is_noun()
                && noun.iter().any(|s| s.entry == Entry::Torn) =>
            {
                vec![Segment::unknown(word)]
            }
            _ => return None,
        };
        if particles > 0 {
            let range = end..eojeol.len();
            repaired.push(Segment::single(&eojeol[end..], Class::Function, range));
        }
        Some(repaired)
    }

    /// `word`, of which the lattice has taken the first syllable for a word by itself. A determiner
    /// before a noun may be one.
    fn headless(&mut self, word: &str, first: &Segment, rest: &[Segment]) -> Option<Vec<Segment>> {
        if let Some(segments) = self.with_suffix(word) {
            return Some(segments);
        }
        let is_noun = rest.iter().all(Segment::is_noun);
        if is_noun && first.entry == Entry::Determiner {
            return None;
        }
        if let Some(noun) = self.before_particle(word) {
            return Some(vec![noun]);
        }
        (is_noun || first.text == "뒷").then(|| vec![Segment::unknown(word)])
    }

    /// `누수` of `누수다`.
    fn before_particle(&mut self, word: &str) -> Option<Segment> {
        let ends = word.char_indices().map(|(at, _)| at);
        let mut ends = ends.filter(|&at| PARTICLES.contains(&word[at..]));
        ends.find_map(|end| self.known_noun(&word[..end], 0))
    }

    /// `저장` and `소`, `요청` and `량`: a noun that the dictionary knows, and a syllable behind it. A
    /// place is another thing than what is done there; an amount is not.
    fn with_suffix(&mut self, word: &str) -> Option<Vec<Segment>> {
        let (at, suffix) = word.char_indices().next_back()?;
        let noun = self.known_noun(&word[..at], 0)?;
        match suffix {
            '소' | '단' => Some(vec![Segment::unknown(word)]),
            '량' | '수' | '값' => {
                let suffix = Segment::single(&word[at..], Class::Noun, at..word.len());
                Some(vec![noun, suffix])
            }
            _ => None,
        }
    }

    /// `고` and `부하`.
    fn with_prefix(&mut self, word: &str) -> Option<Segment> {
        let at = word.chars().next()?.len_utf8();
        let prefix = Some(&word[..at]).filter(|prefix| PREFIXES_OF_SIZE.contains(prefix))?;
        let noun = self.known_noun(&word[at..], at)?;
        Some(Segment::single(prefix, Class::Other, 0..at).joined_with(noun))
    }

    /// The noun that all of `word`, which starts at a byte of the eojeol, is in the dictionary.
    fn known_noun(&mut self, word: &str, start: usize) -> Option<Segment> {
        word.chars().nth(1)?;
        let mut segments = self.lattice(word);
        let noun = segments
            .pop()
            .filter(|noun| segments.is_empty() && noun.entry == Entry::Noun)?;
        Some(Segment::single(
            word,
            Class::Noun,
            start..start + noun.range.end,
        ))
    }

    /// The cheapest way through the dictionary.
    fn lattice(&mut self, eojeol: &str) -> Vec<Segment> {
        let worker = self
            .worker
            .get_or_insert_with(|| self.dictionary.segmenter().new_worker());
        let text = match is_followed(eojeol) {
            true => Cow::Owned(format!("{eojeol}{FOLLOWER}")),
            false => Cow::Borrowed(eojeol),
        };
        let Ok(mut tokens) = worker.segment(&text) else {
            // Lindera fails only on a broken dictionary. The eojeol is then a word by itself.
            return vec![Segment::single(eojeol, Class::Noun, 0..eojeol.len())];
        };
        tokens.retain(|token| token.byte_end <= eojeol.len());
        tokens.iter_mut().map(Segment::from_lindera).collect()
    }
}

/// Bytes of the longest eojeol that rules are tried on. Longer ones are no words, and the rules would
/// take more than linear time.
const LONGEST_WORD: usize = 30 * '가'.len_utf8();

/// Stands for the word behind an eojeol. Not Hangul, so that it joins nothing.
const FOLLOWER: char = 'A';

/// Whether an eojeol ends in what a word always follows: a particle such as `의`, or the ending that
/// makes an attribute of a verb. The lattice, which sees one eojeol, would think that the sentence
/// ends there and make a noun of it: `설` and `정의` of `설정의`.
fn is_followed(eojeol: &str) -> bool {
    let Some(last) = eojeol.chars().next_back() else {
        return false;
    };
    let final_consonant = Syllable::of(last).and_then(|syllable| syllable.last);
    matches!(last, '의' | '도' | '가') || matches!(final_consonant, Some('ㄴ' | 'ㄹ'))
}

/// Reads the end of an eojeol that starts with nouns as a predicate, where it is one: `연결끊김`. What
/// the lattice has as a particle, a suffix, or a noun with its particle stays so: `서버들은`.
fn with_predicate(eojeol: &str, mut segments: Vec<Segment>) -> Vec<Segment> {
    let nouns = segments.iter().take_while(|s| s.is_noun() || s.negates());
    let cuts = 1..=nouns.count().min(segments.len() - 1);
    let found = cuts.into_iter().find_map(|cut| {
        let is_other = match &segments[cut..] {
            [first, second, ..] if first.is_noun() => second.is_function(),
            [first, ..] => first.is_function(),
            [] => true,
        };
        let start = segments[cut].range.start;
        let predicate = || Segment::of_predicate(&eojeol[start..], start);
        let is_long = |text: &str, syllables| text.chars().count() > syllables;
        let predicate = (!is_other).then(predicate)??;
        let is_sure = is_long(&eojeol[start..], 2) || is_long(&predicate[0].morphemes[0].text, 1);
        is_sure.then_some((cut, predicate))
    });
    if let Some((cut, predicate)) = found {
        segments.truncate(cut);
        segments.extend(predicate);
    }
    segments
}

/// Prefixes of a syllable that the lattice takes for part of another noun.
const PREFIXES_OF_SIZE: [&str; 6] = ["고", "저", "대", "소", "초", "과"];

fn morpheme_token(text: &str, range: &Range<usize>, index: u32) -> EojeolToken {
    EojeolToken {
        text: text.to_owned(),
        kind: TokenKind::Morpheme,
        range: range.clone(),
        index,
        span: 1,
    }
}

/// An eojeol without any content morpheme (`왜`, `이것은`) is still something a person may look
/// for. A bare particle, written apart from its word (`HAProxy 가`), is not.
fn stand_in(segments: &[Segment]) -> Option<EojeolToken> {
    let segment = segments.iter().find(|segment| !segment.is_function())?;
    Some(morpheme_token(&segment.text, &segment.range, 0))
}

/// Adds the bigrams of the eojeol without its trailing particles and endings. Each has the index
/// of the last morpheme that starts no later.
fn push_bigrams(eojeol: &str, segments: &[Segment], tokens: &mut Vec<EojeolToken>) {
    let Some(last) = segments.iter().rfind(|segment| !segment.is_function()) else {
        return;
    };
    let text = &eojeol[..last.range.end];
    let starts = text.char_indices().map(|(at, _)| at);
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).skip(1);
    let morphemes = tokens.len();
    let mut morpheme = 0;
    for (start, end) in starts.zip(ends) {
        while morpheme + 1 < morphemes && tokens[morpheme + 1].range.start <= start {
            morpheme += 1;
        }
        tokens.push(EojeolToken {
            text: text[start..end].to_owned(),
            kind: TokenKind::Bigram,
            range: start..end,
            index: tokens.get(morpheme).map_or(0, |token| token.index),
            span: 1,
        });
    }
}
