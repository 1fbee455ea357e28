//! Terms that mean the same, across languages and spellings: `커넥션 풀 = connection pool`.
//!
//! A term is compared by its keys, one for each word: the stem of an English word, an identifier
//! as a whole, the morphemes of an eojeol. So inflection, particles, case and the spacing of Korean
//! compounds make no difference, and a term may have any number of words.

use std::ops::Range;
use std::path::Path;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::data;
use super::entries::entries;
use super::list::{ListFault, ListProblem, fault, fingerprint};
use super::token::parts_of;
use super::{Analyzer, Token, TokenKind, is_hangul, kept};

/// Groups of terms that mean the same.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Vec<Term>>", into = "Vec<Vec<Term>>")]
pub struct Glossary {
    groups: Vec<Vec<Term>>,
    /// The terms that start with a key: group and place in it.
    by_first_key: FxHashMap<String, Vec<(u32, u32)>>,
}

/// A term of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// As written in the glossary.
    text: String,
    /// What it is compared by, with spaces between; never empty.
    keys: String,
    /// Its tokens, as [`kept`] writes them, where it takes the Korean dictionary to find them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    tokens: String,
}

impl Term {
    /// As written in the glossary.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What `analyzer` makes of it, which has the dictionary that the glossary was read with.
    pub fn tokens(&self, analyzer: &mut Analyzer) -> Vec<Token> {
        let kept = Some(self.tokens.as_str()).filter(|kept| !kept.is_empty());
        kept.and_then(kept::read)
            .unwrap_or_else(|| analyzer.tokens(&self.text))
    }

    fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.split(' ')
    }

    /// How many of `keys` it covers from the first on; 0 if it is not there.
    fn len_at(&self, keys: &[Key<'_>]) -> usize {
        let mut len = 0;
        for own in self.keys() {
            match keys.get(len) {
                Some(key) if key.text == own => len += 1,
                _ => return 0,
            }
        }
        len
    }
}

impl From<Vec<Vec<Term>>> for Glossary {
    fn from(groups: Vec<Vec<Term>>) -> Self {
        let mut by_first_key: FxHashMap<String, Vec<(u32, u32)>> = FxHashMap::default();
        for (g, group) in (0..).zip(&groups) {
            for (t, term) in (0..).zip(group) {
                let first = term.keys().next().unwrap_or_default();
                match by_first_key.get_mut(first) {
                    Some(places) => places.push((g, t)),
                    None => {
                        by_first_key.insert(first.to_owned(), vec![(g, t)]);
                    }
                }
            }
        }
        Self {
            groups,
            by_first_key,
        }
    }
}

impl From<Glossary> for Vec<Vec<Term>> {
    fn from(glossary: Glossary) -> Self {
        glossary.groups
    }
}

/// A term of the glossary in a text, and what else means the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synonyms<'g> {
    /// The bytes that the term covers.
    pub range: Range<usize>,
    /// The other terms of its groups.
    pub others: Vec<&'g Term>,
}

impl Glossary {
    /// Reads groups, one a line, with ` = ` between terms; `#` behind a space starts a comment. Gives the groups
    /// that can be used, and what is wrong with the other lines: a term that could never be found in
    /// a query, for example.
    pub fn parse(file: &Path, text: &str, analyzer: &mut Analyzer) -> (Self, Vec<ListFault>) {
        let mut groups = Vec::new();
        let mut faults = Vec::new();
        for (line, entry) in entries(text) {
            match group(entry, analyzer) {
                Ok(group) => groups.push(group),
                Err(problem) => faults.push(fault(file, line, problem)),
            }
        }
        (groups.into(), faults)
    }

    /// Our groups and those of a user, whose faults were seen to before.
    pub fn with(users: &str, analyzer: &mut Analyzer) -> Self {
        let file = Path::new("glossary.txt");
        let (ours, _) = Self::parse(file, data::GLOSSARY, analyzer);
        let (users, _) = Self::parse(file, users, analyzer);
        [ours.groups, users.groups].concat().into()
    }

    /// BLAKE3 of our groups and those of a user, in hexadecimal.
    pub fn fingerprint(users: &str) -> String {
        fingerprint([data::GLOSSARY, users])
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The terms in a text, which has `tokens`: at each place the longest one, and none inside
    /// another. An identifier counts as a whole; if that is no term, as what it consists of
    /// (`packet-loss`, `java.lang.OutOfMemoryError`).
    pub fn find(&self, tokens: &[Token]) -> Vec<Synonyms<'_>> {
        let mut found: Vec<Synonyms<'_>> = Vec::new();
        let has_identifier = tokens
            .iter()
            .any(|token| token.kind == TokenKind::Identifier);
        for depth in [Depth::Whole, Depth::Pieces, Depth::Parts] {
            let mut start = 0;
            let keys = keys(tokens, depth);
            while start < keys.len() {
                let (synonyms, len) = self.at(&keys, start);
                start += len.max(1);
                let is_new = |new: &Synonyms<'_>| {
                    found.iter().all(|old| {
                        old.range.end <= new.range.start || new.range.end <= old.range.start
                    })
                };
                found.extend(synonyms.filter(is_new));
            }
            if !has_identifier {
                break;
            }
        }
        found
    }

    /// The longest term at a place, and how many keys it covers.
    fn at(&self, keys: &[Key<'_>], start: usize) -> (Option<Synonyms<'_>>, usize) {
        let Some(places) = self.by_first_key.get(keys[start].text) else {
            return (None, 0);
        };
        let lens: Vec<usize> = places
            .iter()
            .map(|&(g, t)| self.groups[g as usize][t as usize].len_at(&keys[start..]))
            .collect();
        let len = lens.iter().copied().max().unwrap_or(0);
        let covered = &keys[start..start + len];
        let (Some(first), Some(last)) = (covered.first(), covered.last()) else {
            return (None, 0);
        };
        // A part of an identifier means nothing without the rest of it.
        if first.continues || keys.get(start + len).is_some_and(|next| next.continues) {
            let is_name = len == 1 && first.is_name;
            if !is_name {
                return (None, len);
            }
        }
        let mut others: Vec<&Term> = Vec::new();
        for (&(g, t), _) in places.iter().zip(&lens).filter(|(_, own)| **own == len) {
            let group = (0..).zip(&self.groups[g as usize]);
            let rest = group.filter(|(other, _)| *other != t);
            others.extend(rest.map(|(_, term)| term));
        }
        let range = first.start..last.end;
        (Some(Synonyms { range, others }), len)
    }
}

/// More words are a sentence.
const MOST_WORDS: usize = 12;
/// More would be searched for with every query that has one of them.
const MOST_TERMS: usize = 50;

/// The terms of a line: what stands between signs that are words of their own.
fn terms(entry: &str) -> Vec<String> {
    let words: Vec<&str> = entry.split_whitespace().collect();
    words
        .split(|word| matches!(*word, "=" | "＝"))
        .map(|words| words.join(" "))
        .collect()
}

fn group(entry: &str, analyzer: &mut Analyzer) -> Result<Vec<Term>, ListProblem> {
    let mut group: Vec<Term> = Vec::new();
    for text in terms(entry) {
        let text = text.as_str();
        if text.is_empty() {
            return Err(ListProblem::EmptyTerm);
        }
        if text.split(' ').count() > MOST_WORDS {
            return Err(ListProblem::TooManyWords { limit: MOST_WORDS });
        }
        let tokens = analyzer.tokens(text);
        let keys = keys(&tokens, Depth::Whole);
        let keys: Vec<&str> = keys.iter().map(|key| key.text).collect();
        let keys = keys.join(" ");
        let term = text.to_owned();
        if keys.is_empty() {
            return Err(ListProblem::NeverFires { term });
        }
        if let Some(other) = group.iter().find(|other| other.keys == keys) {
            let other = other.text.clone();
            return Err(ListProblem::SameWords { term, other });
        }
        let tokens = match text.chars().any(is_hangul) {
            true => kept::write(&tokens),
            false => String::new(),
        };
        group.push(Term {
            text: term,
            keys,
            tokens,
        });
    }
    match group.len() {
        0 | 1 => Err(ListProblem::OneTerm),
        _ if group.len() > MOST_TERMS => Err(ListProblem::TooManyTerms { limit: MOST_TERMS }),
        _ => Ok(group),
    }
}

/// How far identifiers are taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Not at all.
    Whole,
    /// To the names of a path and the like.
    Pieces,
    /// To single words.
    Parts,
}

/// What a word of a text is compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key<'t> {
    /// The stem, the identifier as a whole, the morpheme, or the compound that is more than its
    /// morphemes.
    text: &'t str,
    /// First byte of the word in the text.
    start: usize,
    /// One past its last byte.
    end: usize,
    /// Whether it belongs to the same identifier as the key before.
    continues: bool,
    /// Whether it is itself made of parts.
    is_name: bool,
}

/// The keys of a text, from its tokens.
fn keys(tokens: &[Token], depth: Depth) -> Vec<Key<'_>> {
    let mut keys: Vec<Key<'_>> = Vec::new();
    for run in tokens.chunk_by(|a, b| a.run == b.run) {
        let is_identifier = run.iter().any(|token| token.kind == TokenKind::Identifier);
        let end = run.iter().map(|token| token.end).max().unwrap_or(0);
        let is_all = |token: &Token| token.start == run[0].start && token.end == end;
        let mut covered_to = 0;
        for readings in run.chunk_by(|a, b| a.position == b.position) {
            if readings[0].position < covered_to {
                continue;
            }
            let has_stem = readings.iter().any(|token| token.kind == TokenKind::Stem);
            let is_key = |token: &&Token| match token.kind {
                TokenKind::Word | TokenKind::Part => token.span == 1 && !has_stem,
                TokenKind::Identifier => match depth {
                    Depth::Whole => true,
                    Depth::Pieces => !is_all(token),
                    Depth::Parts => false,
                },
                TokenKind::Stem | TokenKind::Morpheme => true,
                TokenKind::Compound => parts_of(run, token).is_none(),
                TokenKind::Bigram | TokenKind::Initials => false,
            };
            let Some(token) = readings.iter().find(is_key) else {
                continue;
            };
            keys.push(Key {
                text: &token.text,
                start: token.start,
                end: token.end,
                continues: is_identifier && covered_to > 0,
                is_name: token.kind == TokenKind::Identifier,
            });
            covered_to = token.position + token.span;
        }
    }
    keys
}
