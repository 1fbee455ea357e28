//! What the lattice finds in an eojeol: entries of the dictionary, opened into their morphemes, and
//! which of them belong together.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use super::{EojeolToken, PARTICLES, morpheme_token};
use crate::analysis::data;
use crate::analysis::jamo::Syllable;
use crate::analysis::predicate::{self, Reading};
use crate::analysis::token::TokenKind;

/// Prefixes that turn a noun's meaning round or repeat it, one a line.
static PREFIXES: LazyLock<HashSet<&str>> = LazyLock::new(|| data::words(data::KOREAN_PREFIXES));

/// Stems that count as another stem, one pair a line.
static STEM_OF: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| data::pairs(data::KOREAN_STEMS));

/// What a morpheme contributes, which its tag in the dictionary says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
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
    pub(super) fn of(text: &str, tag: &str) -> Self {
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

    pub(super) fn is_noun(self) -> bool {
        matches!(self, Self::Noun | Self::BoundNoun | Self::Numeral)
    }

    /// Whether the morpheme says what a text is about.
    pub(super) fn is_content(self) -> bool {
        matches!(
            self,
            Self::Noun | Self::Numeral | Self::Predicate | Self::Adverb
        )
    }
}

/// A morpheme in its dictionary form.
#[derive(Debug)]
pub(super) struct Morpheme {
    pub(super) text: String,
    pub(super) class: Class,
    pub(super) range: Range<usize>,
}

impl Morpheme {
    /// The word that it counts as. A noun of one syllable is not what the stem of a verb is: `열` may
    /// be a column as well as what opens.
    pub(super) fn meaning(&self) -> &str {
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
pub(super) struct Segment {
    pub(super) text: String,
    pub(super) range: Range<usize>,
    pub(super) morphemes: Vec<Morpheme>,
    /// Made of nouns, and means something as a whole.
    pub(super) is_compound: bool,
    /// What the dictionary says of it as one entry.
    pub(super) entry: Entry,
}

/// What an entry of the dictionary says about the syllables beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// A common noun.
    Noun,
    /// A determiner, which a noun follows.
    Determiner,
    Particle,
    /// A verb without the ending that it cannot be without.
    BareVerb,
    /// What the lattice makes of syllables that it cannot read behind nouns: a particle that nobody
    /// writes, a bound noun that is not there.
    Torn,
    Other,
}

impl Entry {
    pub(super) fn of(tag: &str, segment: &Segment) -> Self {
        let is_short = segment.text.chars().nth(1).is_none();
        match tag {
            "NNG" => Self::Noun,
            "MM" if is_short => Self::Determiner,
            "XSV" | "XSA" => Self::BareVerb,
            _ if tag.starts_with('J') => {
                match is_short && !PARTICLES.contains(segment.text.as_str()) {
                    true => Self::Torn,
                    false => Self::Particle,
                }
            }
            _ if segment.has_hidden_bound_noun() => Self::Torn,
            _ => Self::Other,
        }
    }
}

impl Segment {
    pub(super) fn single(text: &str, class: Class, range: Range<usize>) -> Self {
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

    pub(super) fn new(text: &str, range: Range<usize>, morphemes: Vec<Morpheme>) -> Self {
        let mut segment = Self {
            text: text.to_owned(),
            range,
            morphemes,
            is_compound: false,
            entry: Entry::Other,
        };
        segment.join_listed_prefix();
        segment.is_compound = segment.morphemes.len() > 1 && segment.is_noun();
        segment
    }

    /// An eojeol of which it is known what it means.
    pub(super) fn of_words(eojeol: &str, words: &str) -> Self {
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
            entry: Entry::Other,
        }
    }

    /// A noun that the dictionary does not know.
    pub(super) fn unknown(word: &str) -> Self {
        Self::single(word, Class::Noun, 0..word.len())
    }

    /// A number, unless it is empty, and what it counts.
    pub(super) fn of_count(eojeol: &str, number: Range<usize>, counter: Range<usize>) -> Vec<Self> {
        let end = counter.end;
        let parts = [
            (number, Class::Numeral),
            (counter, Class::Noun),
            (end..eojeol.len(), Class::Function),
        ];
        let parts = parts.into_iter().filter(|(range, _)| !range.is_empty());
        parts
            .map(|(range, class)| Self::single(&eojeol[range.clone()], class, range))
            .collect()
    }

    /// The predicate that `form`, which starts at a byte of the eojeol, is a form of. A form of one
    /// syllable may be anything, unless it ends as no noun does (`놂`).
    pub(super) fn of_predicate(form: &str, start: usize) -> Option<Vec<Self>> {
        let is_short = form.chars().nth(1).is_none();
        let ends_in_rm = |c| Syllable::of(c).is_some_and(|s| s.last == Some('ㄻ'));
        if is_short && !form.ends_with(ends_in_rm) {
            return None;
        }
        let Reading {
            stem,
            end,
            negation,
        } = predicate::read(form)?;
        let segment = |text: &str, class, range: Range<usize>| {
            let place = start + range.start..start + range.end;
            let morpheme = Morpheme {
                text: text.to_owned(),
                class,
                range: place.clone(),
            };
            Self::new(&form[range], place, vec![morpheme])
        };
        let rest = match negation {
            Some((negation, at)) => Some(segment(negation, Class::Predicate, at..form.len())),
            None if end == form.len() => None,
            None => Some(segment(&form[end..], Class::Function, end..form.len())),
        };
        let predicate = segment(stem, Class::Predicate, 0..end);
        Some([predicate].into_iter().chain(rest).collect())
    }

    pub(super) fn from_lindera(token: &mut lindera::token::Token<'_>) -> Self {
        const TAG: usize = 0;
        const TYPE: usize = 1;
        const EXPRESSION: usize = 2;
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
        let mut segment = match morphemes.is_empty() {
            true => Self::single(&text, class, range),
            // A variant spelling has the parts of the usual one, and is the whole that they make.
            false if class == Class::Noun => {
                let whole: String = morphemes.iter().map(|m| m.text.as_str()).collect();
                Self::new(&whole, range, morphemes)
            }
            false => Self::new(&text, range, morphemes),
        };
        let tag = token.get_detail(TAG).unwrap_or_default();
        segment.entry = Entry::of(tag, &segment);
        segment
    }

    /// `젠`, in which the dictionary sees 적, 에 and ㄴ. Only 것 is often written so (`게`, `건`).
    pub(super) fn has_hidden_bound_noun(&self) -> bool {
        let hidden = |m: &Morpheme| m.class == Class::BoundNoun && !self.text.starts_with(&m.text);
        self.morphemes
            .first()
            .is_some_and(|m| hidden(m) && m.text != "것" && m.text != "거")
    }

    /// A determiner, pronoun or interjection of one syllable.
    pub(super) fn is_lone_syllable(&self) -> bool {
        let is_short = self.text.chars().nth(1).is_none();
        is_short && matches!(self.morphemes.as_slice(), [only] if only.class == Class::Other)
    }

    pub(super) fn negates(&self) -> bool {
        matches!(self.text.as_str(), "안" | "못")
    }

    /// `무` + `응답` becomes `무응답`: the prefix turns the noun round, which must not be found by
    /// itself.
    pub(super) fn join_listed_prefix(&mut self) {
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
    pub(super) fn belongs_with(&self, next: &Self) -> bool {
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
            Class::Other if self.entry == Entry::Determiner => starts_eojeol && next.is_noun(),
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

    pub(super) fn joined_with(mut self, next: Self) -> Self {
        let is_determiner = self.entry == Entry::Determiner;
        let text = self.text + &next.text;
        let range = self.range.start..next.range.end;
        if self.morphemes[0].class == Class::Numeral && next.is_noun() {
            return Self::single(&text, Class::Numeral, range);
        }
        // A syllable is no part to be found by itself: the `단` of `뒷단`.
        if is_determiner && next.text.chars().nth(1).is_none() {
            return Self::single(&text, Class::Noun, range);
        }
        self.morphemes.extend(next.morphemes);
        let mut joined = Self::new(&text, range, self.morphemes);
        // An unlisted prefix leaves its noun to be found, and so does a suffix: `고가용성` and
        // `가용성`.
        joined.is_compound = joined.morphemes.len() > 1;
        joined
    }

    /// Adds the tokens of this segment and returns how many positions they take.
    pub(super) fn push_tokens(&self, index: u32, tokens: &mut Vec<EojeolToken>) -> u32 {
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

    pub(super) fn is_noun(&self) -> bool {
        self.morphemes.iter().all(|m| m.class.is_noun())
    }

    pub(super) fn has_noun(&self, word: &str) -> bool {
        let is_word = |m: &Morpheme| m.class.is_noun() && m.text == word;
        (self.text == word && (self.is_compound || self.is_noun()))
            || self.morphemes.iter().any(is_word)
    }

    pub(super) fn is_function(&self) -> bool {
        let says_nothing = |m: &Morpheme| matches!(m.class, Class::Function | Class::Suffix);
        self.morphemes.iter().all(says_nothing)
    }
}

/// Joins neighbours that belong together.
pub(super) fn joined(segments: Vec<Segment>) -> Vec<Segment> {
    let mut joined: Vec<Segment> = Vec::with_capacity(segments.len());
    for segment in segments {
        let mut segment = match joined.pop_if(|last| last.belongs_with(&segment)) {
            Some(last) => last.joined_with(segment),
            None => segment,
        };
        if let [.., number] = joined.as_slice()
            && number.morphemes[0].class == Class::Numeral
            && segment.morphemes[0].class == Class::BoundNoun
        {
            // What is counted says as much as how often.
            segment.morphemes[0].class = Class::Noun;
        }
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
