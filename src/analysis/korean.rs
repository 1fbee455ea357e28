//! Korean: one eojeol (a run of Hangul) at a time, through lindera with ko-dic.
//!
//! The steps: segment; open what the dictionary fused or compounded; join prefixes to their nouns
//! and numerals to numbers; keep what carries meaning; add bigrams. Particles, endings and the copula go, nouns stay, verbs
//! and adjectives become their stem.
//!
//! Each eojeol is analysed by itself, so the same eojeol always gives the same tokens and caching
//! them is exact.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use lindera::worker::SegmentWorker;

use super::cache::RunTokens;
use super::data;
use super::dictionary::Dictionary;
use super::jamo::{Syllable, is_syllable};
use super::token::TokenKind;

/// Prefixes that turn a noun's meaning round or repeat it, one a line.
static PREFIXES: LazyLock<HashSet<&str>> = LazyLock::new(|| data::words(data::KOREAN_PREFIXES));

/// Particles that the dictionary takes for something else where they stand alone, one a line.
static PARTICLES: LazyLock<HashSet<&str>> = LazyLock::new(|| data::words(data::KOREAN_PARTICLES));

/// Particles that mean nothing else by themselves, one a line.
static LONE_PARTICLES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| data::words(data::KOREAN_LONE_PARTICLES));

/// The words in eojeols that the dictionary takes for something else, an eojeol a line.
static WORDS_OF_EOJEOL: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| data::pairs(data::KOREAN_EOJEOLS));

/// Stems that count as another stem, one pair a line.
static STEM_OF: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| data::pairs(data::KOREAN_STEMS));

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

/// What a morpheme contributes, which its tag in the dictionary says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Names and roots too, and words that the dictionary does not know.
    Noun,
    /// A noun that means nothing without the words before it: `것`, `수`, `분`.
    BoundNoun,
    Numeral,
    /// A verb or an adjective.
    Predicate,
    Adverb,
    Prefix,
    /// `화`, which makes another noun of a noun: `초기화` is not `초기`.
    Suffix,
    /// A particle, an ending, the copula, an auxiliary verb, or a suffix.
    Function,
    /// A pronoun, a determiner, an interjection.
    Other,
}

impl Class {
    fn of(text: &str, tag: &str) -> Self {
        match tag {
            // Auxiliary verbs say little, but these turn the meaning of the one before them round.
            "VX" if matches!(text, "않" | "못하") => Self::Predicate,
            "NNG" | "NNP" | "XR" | "UNKNOWN" => Self::Noun,
            "NNB" | "NNBC" => Self::BoundNoun,
            "NR" => Self::Numeral,
            "VV" | "VA" => Self::Predicate,
            "MAG" => Self::Adverb,
            "XPN" => Self::Prefix,
            "XSN" if text == "화" => Self::Suffix,
            "VCP" | "VX" | "XSV" | "XSA" | "XSN" => Self::Function,
            _ if tag.starts_with(['J', 'E']) => Self::Function,
            _ => Self::Other,
        }
    }

    fn is_noun(self) -> bool {
        matches!(self, Self::Noun | Self::BoundNoun | Self::Numeral)
    }

    /// Whether the morpheme says what a text is about.
    fn is_content(self) -> bool {
        matches!(
            self,
            Self::Noun | Self::Numeral | Self::Predicate | Self::Adverb
        )
    }
}

/// A morpheme in its dictionary form.
#[derive(Debug)]
struct Morpheme {
    text: String,
    class: Class,
    range: Range<usize>,
}

impl Morpheme {
    /// The word that it counts as. A noun of one syllable is not what the stem of a verb is: `열` may
    /// be a column as well as what opens.
    fn meaning(&self) -> &str {
        let is_short = self.text.chars().nth(1).is_none();
        match STEM_OF.get(self.text.as_str()) {
            Some(stem) if self.class == Class::Predicate || !is_short => stem,
            _ => &self.text,
        }
    }
}

/// One entry of the dictionary as it was found, or several that belong together, with the
/// morphemes it consists of: at least one.
#[derive(Debug)]
struct Segment {
    text: String,
    range: Range<usize>,
    morphemes: Vec<Morpheme>,
    /// Made of nouns, and means something as a whole.
    is_compound: bool,
}

impl Segment {
    fn single(text: &str, class: Class, range: Range<usize>) -> Self {
        Self::new(
            text,
            range.clone(),
            vec![Morpheme {
                text: text.to_owned(),
                class,
                range,
            }],
        )
    }

    fn new(text: &str, range: Range<usize>, morphemes: Vec<Morpheme>) -> Self {
        let mut segment = Self {
            text: text.to_owned(),
            range,
            morphemes,
            is_compound: false,
        };
        segment.join_listed_prefix();
        segment.is_compound = segment.morphemes.len() > 1 && segment.is_noun();
        segment
    }

    /// An eojeol of which it is known what it means.
    fn of_words(eojeol: &str, words: &str) -> Self {
        let range = 0..eojeol.len();
        let words = words.split(' ').map(|word| Morpheme {
            text: word.to_owned(),
            class: Class::Noun,
            range: range.clone(),
        });
        Self {
            text: eojeol.to_owned(),
            morphemes: words.collect(),
            range: range.clone(),
            is_compound: false,
        }
    }

    fn from_lindera(token: &mut lindera::token::Token<'_>) -> Self {
        const TAG: usize = 0;
        const TYPE: usize = 4;
        const EXPRESSION: usize = 7;
        let range = token.byte_start..token.byte_end;
        let text = token.surface.to_string();
        let class = Class::of(&text, token.get_detail(TAG).unwrap_or_default());
        let is_made_of_others = matches!(
            token.get_detail(TYPE),
            Some("Inflect" | "Compound" | "Preanalysis")
        );
        let expression = token.get_detail(EXPRESSION).unwrap_or_default();
        let morphemes = match is_made_of_others {
            true => parse_expression(expression, &text, &range),
            false => Vec::new(),
        };
        match morphemes.is_empty() {
            true => Self::single(&text, class, range),
            false => Self::new(&text, range, morphemes),
        }
    }

    /// `무` + `응답` becomes `무응답`: the prefix turns the noun round, which must not be found by
    /// itself.
    fn join_listed_prefix(&mut self) {
        if let [prefix, noun, ..] = self.morphemes.as_slice()
            && noun.class.is_noun()
            && PREFIXES.contains(prefix.text.as_str())
        {
            let prefix = self.morphemes.remove(0);
            let noun = &mut self.morphemes[0];
            noun.text.insert_str(0, &prefix.text);
            noun.range.start = prefix.range.start;
            noun.class = Class::Noun;
        }
    }

    /// Whether the segment and `next` are one word that the dictionary does not list: a prefix with
    /// its noun, a noun with its suffix, or a number. The dictionary calls some prefixes nouns; at the
    /// start of an eojeol (`미` + `응답`) a noun of two syllables or more shows what they are.
    fn belongs_with(&self, next: &Self) -> bool {
        if let [suffix] = next.morphemes.as_slice()
            && suffix.class == Class::Suffix
        {
            return self.is_noun();
        }
        let [only] = self.morphemes.as_slice() else {
            return false;
        };
        let starts_eojeol = self.range.start == 0;
        match only.class {
            Class::Numeral => next.morphemes.iter().all(|m| m.class == Class::Numeral),
            Class::Prefix => next.is_noun(),
            Class::Function | Class::Suffix | Class::Predicate | Class::Adverb => false,
            _ => {
                starts_eojeol
                    && PREFIXES.contains(self.text.as_str())
                    && next.is_noun()
                    && next.text.chars().nth(1).is_some()
            }
        }
    }

    fn joined_with(mut self, next: Self) -> Self {
        let text = self.text + &next.text;
        let range = self.range.start..next.range.end;
        if self.morphemes[0].class == Class::Numeral && next.is_noun() {
            return Self::single(&text, Class::Numeral, range);
        }
        self.morphemes.extend(next.morphemes);
        let mut joined = Self::new(&text, range, self.morphemes);
        // An unlisted prefix leaves its noun to be found, and so does a suffix: `고가용성` and
        // `가용성`.
        joined.is_compound = joined.morphemes.len() > 1;
        joined
    }

    /// Adds the tokens of this segment and returns how many positions they take.
    fn push_tokens(&self, index: u32, tokens: &mut Vec<EojeolToken>) -> u32 {
        let content = || self.morphemes.iter().filter(|m| m.class.is_content());
        let mut positions = content().count() as u32;
        if self.is_compound {
            positions = positions.max(1);
            tokens.push(EojeolToken {
                text: self.text.clone(),
                kind: TokenKind::Compound,
                range: self.range.clone(),
                index,
                span: positions,
            });
        }
        tokens.extend(
            (index..).zip(content()).map(|(index, morpheme)| {
                morpheme_token(morpheme.meaning(), &morpheme.range, index)
            }),
        );
        positions
    }

    fn is_noun(&self) -> bool {
        self.morphemes.iter().all(|m| m.class.is_noun())
    }

    fn is_function(&self) -> bool {
        let says_nothing = |m: &Morpheme| matches!(m.class, Class::Function | Class::Suffix);
        self.morphemes.iter().all(says_nothing)
    }
}

/// Joins neighbours that belong together.
fn joined(segments: Vec<Segment>) -> Vec<Segment> {
    let mut joined: Vec<Segment> = Vec::with_capacity(segments.len());
    for segment in segments {
        let segment = match joined.pop_if(|last| last.belongs_with(&segment)) {
            Some(last) => last.joined_with(segment),
            None => segment,
        };
        joined.push(segment);
    }
    joined
}

/// Reads ko-dic's `로드/NNG/*+밸런서/NNG/*`. Where the morphemes spell out the surface, each gets
/// its own range of it; a fused form (`끊겼` is `끊기` and `었`) has but one range for all.
fn parse_expression(expression: &str, surface: &str, range: &Range<usize>) -> Vec<Morpheme> {
    let morphemes: Vec<(&str, &str)> = expression
        .split('+')
        .filter_map(|part| {
            let mut columns = part.split('/');
            Some((columns.next()?, columns.next()?))
        })
        .filter(|(text, _)| !text.is_empty())
        .collect();
    let rest = morphemes
        .iter()
        .try_fold(surface, |rest, (text, _)| rest.strip_prefix(text));
    let spells_surface = rest == Some("");
    let mut start = range.start;
    morphemes
        .into_iter()
        .map(|(text, tag)| {
            let own = start..start + text.len();
            start = own.end;
            Morpheme {
                text: text.to_owned(),
                class: Class::of(text, tag),
                range: if spells_surface { own } else { range.clone() },
            }
        })
        .collect()
}

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
