//! Korean: one eojeol (a run of Hangul) at a time, through lindera with ko-dic.
//!
//! The steps: segment; open what the dictionary fused or compounded; join prefixes to their nouns;
//! keep what carries meaning; add bigrams. Particles, endings and the copula go, nouns stay, verbs
//! and adjectives become their stem.
//!
//! Each eojeol is analysed by itself, so the same eojeol always gives the same tokens and caching
//! them is exact.

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use lindera::segmenter::Segmenter;
use lindera::worker::SegmentWorker;
use rustc_hash::FxHashMap;

use super::dictionary;
use super::token::TokenKind;

/// One a process: loading takes about a millisecond.
static SEGMENTER: LazyLock<Segmenter> = LazyLock::new(dictionary::segmenter);

/// Prefixes that turn a noun's meaning round or repeat it, one a line.
static PREFIXES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| super::data_lines(include_str!("data/korean-prefixes.txt")).collect());

/// A token of an eojeol; `range` is in bytes of the eojeol, `index` counts its morphemes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EojeolToken {
    pub(crate) text: Box<str>,
    pub(crate) kind: TokenKind,
    pub(crate) range: Range<usize>,
    pub(crate) index: u32,
    pub(crate) span: u32,
}

/// The Korean analyzer with its scratch memory; one a thread.
#[derive(Default)]
pub(crate) struct Korean {
    /// Made for the first Korean word, since it loads the dictionary.
    worker: Option<SegmentWorker>,
    cache: FxHashMap<Box<str>, Rc<[EojeolToken]>>,
}

impl Korean {
    /// Operations text repeats its eojeols; 50,000 of them take about 10 MB.
    const CACHE_ENTRIES: usize = 50_000;
    /// Longer runs are not words and would only fill the cache.
    const CACHE_KEY_BYTES: usize = 48;

    /// The tokens of `eojeol`, ordered by index, wholes before parts, bigrams last.
    pub(crate) fn analyze(&mut self, eojeol: &str) -> Rc<[EojeolToken]> {
        if let Some(tokens) = self.cache.get(eojeol) {
            return Rc::clone(tokens);
        }
        let tokens: Rc<[EojeolToken]> = self.tokens(eojeol).into();
        if eojeol.len() <= Self::CACHE_KEY_BYTES {
            if self.cache.len() >= Self::CACHE_ENTRIES {
                self.cache.clear();
            }
            self.cache.insert(eojeol.into(), Rc::clone(&tokens));
        }
        tokens
    }

    fn tokens(&mut self, eojeol: &str) -> Vec<EojeolToken> {
        let segments = with_prefixes_joined(self.segments(eojeol));
        let mut tokens = Vec::new();
        let mut index = 0;
        for segment in &segments {
            index += segment.push_tokens(index, &mut tokens);
        }
        if tokens.is_empty() {
            tokens.extend(stand_in(eojeol, &segments));
        }
        push_bigrams(eojeol, &segments, &mut tokens);
        tokens.sort_by_key(|token| (token.range.start, token.index, token.kind));
        tokens
    }

    fn segments(&mut self, eojeol: &str) -> Vec<Segment> {
        let worker = self.worker.get_or_insert_with(|| SEGMENTER.new_worker());
        let Ok(mut tokens) = worker.segment(eojeol) else {
            // Lindera fails only on a broken dictionary. The eojeol is then a word by itself.
            return vec![Segment::unknown(eojeol)];
        };
        tokens.iter_mut().map(Segment::from_lindera).collect()
    }
}

/// How many positions the tokens of an eojeol take. An eojeol without tokens takes one, so that
/// what stands on its sides is not adjacent.
pub(crate) fn positions(tokens: &[EojeolToken]) -> u32 {
    let last = tokens.iter().map(|token| token.index + token.span).max();
    last.unwrap_or(1)
}

/// A morpheme: its dictionary form and its tag, as ko-dic writes them.
#[derive(Debug, Clone)]
struct Morpheme {
    text: String,
    tag: String,
    range: Range<usize>,
}

/// What the dictionary found as one entry, with the morphemes it consists of.
#[derive(Debug, Clone)]
struct Segment {
    text: String,
    range: Range<usize>,
    morphemes: Vec<Morpheme>,
    /// The entry is a noun made of nouns, and means something as a whole.
    is_compound: bool,
}

impl Segment {
    fn unknown(text: &str) -> Self {
        Self::simple(text, "UNKNOWN", 0..text.len())
    }

    fn simple(text: &str, tag: &str, range: Range<usize>) -> Self {
        Self {
            text: text.to_owned(),
            range: range.clone(),
            morphemes: vec![Morpheme {
                text: text.to_owned(),
                tag: tag.to_owned(),
                range,
            }],
            is_compound: false,
        }
    }

    fn from_lindera(token: &mut lindera::token::Token<'_>) -> Self {
        const TAG: usize = 0;
        const TYPE: usize = 4;
        const EXPRESSION: usize = 7;
        let range = token.byte_start..token.byte_end;
        let text = token.surface.to_string();
        let detail = |token: &mut lindera::token::Token<'_>, column| {
            token.get_detail(column).unwrap_or("*").to_owned()
        };
        let tag = detail(token, TAG);
        let kind = detail(token, TYPE);
        let expression = detail(token, EXPRESSION);
        let morphemes = match kind.as_str() {
            "Inflect" | "Compound" | "Preanalysis" => parse_expression(&expression, &text, &range),
            _ => Vec::new(),
        };
        if morphemes.is_empty() {
            return Self::simple(&text, &tag, range);
        }
        let is_compound = kind != "Inflect"
            && morphemes.len() > 1
            && morphemes.iter().all(|morpheme| is_noun(&morpheme.tag));
        Self {
            text,
            range,
            morphemes,
            is_compound,
        }
    }

    /// Adds the tokens of this segment and returns how many positions they take.
    fn push_tokens(&self, index: u32, tokens: &mut Vec<EojeolToken>) -> u32 {
        if self.is_compound && !self.starts_with_listed_prefix() {
            tokens.push(EojeolToken {
                text: self.text.as_str().into(),
                kind: TokenKind::Compound,
                range: self.range.clone(),
                index,
                span: self.morphemes.len() as u32,
            });
        } else if self.is_compound {
            tokens.push(morpheme_token(&self.text, &self.range, index));
            return 1;
        }
        let content = self.morphemes.iter().filter(|m| is_content(&m.tag));
        let mut taken = 0;
        for morpheme in content {
            tokens.push(morpheme_token(
                &morpheme.text,
                &morpheme.range,
                index + taken,
            ));
            taken += 1;
        }
        taken
    }

    fn starts_with_listed_prefix(&self) -> bool {
        PREFIXES.contains(self.morphemes[0].text.as_str())
    }

    fn is_prefix(&self) -> bool {
        matches!(self.morphemes.as_slice(), [only] if only.tag == "XPN")
    }

    fn is_noun(&self) -> bool {
        self.morphemes.iter().all(|m| is_noun(&m.tag))
    }

    fn is_functional(&self) -> bool {
        self.morphemes.iter().all(|m| is_functional(&m.tag))
    }
}

/// `비` + `정상` becomes `비정상`: the prefix inverts the noun, which must not be found by itself.
fn with_prefixes_joined(segments: Vec<Segment>) -> Vec<Segment> {
    let mut joined: Vec<Segment> = Vec::with_capacity(segments.len());
    for segment in segments {
        match joined.pop_if(|last| last.is_prefix() && segment.is_noun()) {
            Some(prefix) => {
                let text = prefix.text + &segment.text;
                let range = prefix.range.start..segment.range.end;
                joined.push(Segment::simple(&text, "NNG", range));
            }
            None => joined.push(segment),
        }
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
    let spells_surface = morphemes.iter().map(|(text, _)| *text).eq_concat(surface);
    let mut start = range.start;
    morphemes
        .into_iter()
        .map(|(text, tag)| {
            let own = start..start + text.len();
            start = own.end;
            Morpheme {
                text: text.to_owned(),
                tag: tag.to_owned(),
                range: if spells_surface { own } else { range.clone() },
            }
        })
        .collect()
}

trait EqConcat {
    /// Whether the pieces, one after the other, spell `whole`.
    fn eq_concat(self, whole: &str) -> bool;
}

impl<'a, I: Iterator<Item = &'a str>> EqConcat for I {
    fn eq_concat(mut self, mut whole: &str) -> bool {
        self.all(|piece| match whole.strip_prefix(piece) {
            Some(rest) => {
                whole = rest;
                true
            }
            None => false,
        }) && whole.is_empty()
    }
}

fn morpheme_token(text: &str, range: &Range<usize>, index: u32) -> EojeolToken {
    EojeolToken {
        text: text.into(),
        kind: TokenKind::Morpheme,
        range: range.clone(),
        index,
        span: 1,
    }
}

/// An eojeol without any content morpheme (`왜`, `이것은`) is still something a person may look
/// for. A bare particle, written apart from its word (`HAProxy 가`), is not.
fn stand_in(eojeol: &str, segments: &[Segment]) -> Option<EojeolToken> {
    let segment = segments.iter().find(|segment| !segment.is_functional())?;
    let text = &eojeol[segment.range.clone()];
    Some(morpheme_token(text, &segment.range, 0))
}

/// Adds the bigrams of the eojeol without its trailing particles and endings. Each has the index
/// of the last morpheme that starts before it.
fn push_bigrams(eojeol: &str, segments: &[Segment], tokens: &mut Vec<EojeolToken>) {
    let Some(last) = segments.iter().rfind(|segment| !segment.is_functional()) else {
        return;
    };
    let text = &eojeol[..last.range.end];
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let morphemes: Vec<(usize, u32)> = tokens.iter().map(|t| (t.range.start, t.index)).collect();
    for (i, _) in starts.iter().enumerate().skip(1) {
        let start = starts[i - 1];
        let end = starts.get(i + 1).copied().unwrap_or(text.len());
        let index = morphemes
            .iter()
            .take_while(|(morpheme_start, _)| *morpheme_start <= start)
            .last()
            .map_or(0, |&(_, index)| index);
        tokens.push(EojeolToken {
            text: text[start..end].into(),
            kind: TokenKind::Bigram,
            range: start..end,
            index,
            span: 1,
        });
    }
}

fn is_noun(tag: &str) -> bool {
    matches!(tag, "NNG" | "NNP" | "NNB" | "NNBC" | "NR" | "XR" | "UNKNOWN")
}

/// Tags of morphemes that say what a text is about: nouns, numerals, roots, verbs, adjectives and
/// adverbs. Bound nouns (`것`, `수`), pronouns and determiners do not.
fn is_content(tag: &str) -> bool {
    matches!(
        tag,
        "NNG" | "NNP" | "NR" | "XR" | "VV" | "VA" | "MAG" | "SH" | "UNKNOWN"
    )
}

/// Tags of particles (J), endings (E), the copula, and suffixes that make verbs, adjectives and
/// nouns.
fn is_functional(tag: &str) -> bool {
    tag.starts_with('J')
        || tag.starts_with('E')
        || matches!(tag, "VCP" | "VX" | "XSV" | "XSA" | "XSN")
}
