//! Terms that mean the same, across languages and spellings: `커넥션 풀 = connection pool`.
//!
//! A term is compared by its keys, one for each word: the stem of an English word, an identifier
//! as a whole, the morphemes of an eojeol. So inflection, particles, case and the spacing of Korean
//! compounds make no difference, and a term may have any number of words.

use std::path::Path;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::list::{ListFault, ListProblem, entries, fault, fingerprint};
use super::token::parts_of;
use super::{Analyzer, Token, TokenKind};

/// Our groups, in the form of [`Glossary::parse`].
const OUR_GROUPS: &str = include_str!("data/glossary.txt");

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
struct Term {
    /// As written in the glossary.
    text: String,
    /// What it is compared by, with spaces between; never empty.
    keys: String,
}

impl Term {
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

/// A term of the glossary in a query, and what else means the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synonyms<'g> {
    /// The first of the keys that the term covers.
    pub start: usize,
    /// How many there are.
    pub len: usize,
    /// The other terms of its groups.
    pub others: Vec<&'g str>,
}

impl Glossary {
    /// Reads groups, one a line, with ` = ` between terms; `#` starts a comment. Gives the groups
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
        let (ours, _) = Self::parse(file, OUR_GROUPS, analyzer);
        let (users, _) = Self::parse(file, users, analyzer);
        [ours.groups, users.groups].concat().into()
    }

    /// BLAKE3 of our groups and those of a user, in hexadecimal.
    pub fn fingerprint(users: &str) -> String {
        fingerprint(&[OUR_GROUPS, users])
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The terms among `keys`, which are in the order of the text: at each place the longest one, and
    /// none inside another.
    pub fn find(&self, keys: &[Key<'_>]) -> Vec<Synonyms<'_>> {
        let mut found = Vec::new();
        let mut start = 0;
        while start < keys.len() {
            let synonyms = self.at(keys, start);
            start += synonyms.as_ref().map_or(1, |synonyms| synonyms.len);
            found.extend(synonyms);
        }
        found
    }

    fn at(&self, keys: &[Key<'_>], start: usize) -> Option<Synonyms<'_>> {
        let places = self.by_first_key.get(keys[start].text)?;
        let lens: Vec<usize> = places
            .iter()
            .map(|&(g, t)| self.groups[g as usize][t as usize].len_at(&keys[start..]))
            .collect();
        let len = lens.iter().copied().max().filter(|&len| len > 0)?;
        let mut others: Vec<&str> = Vec::new();
        for (&(g, t), _) in places.iter().zip(&lens).filter(|(_, own)| **own == len) {
            let group = (0..).zip(&self.groups[g as usize]);
            let rest = group.filter(|(other, _)| *other != t);
            others.extend(rest.map(|(_, term)| term.text.as_str()));
        }
        Some(Synonyms { start, len, others })
    }
}

fn group(entry: &str, analyzer: &mut Analyzer) -> Result<Vec<Term>, ListProblem> {
    let mut group: Vec<Term> = Vec::new();
    for text in entry.split(" = ").map(str::trim) {
        let tokens = analyzer.tokens(text);
        let keys: Vec<&str> = keys(&tokens).iter().map(|key| key.text).collect();
        let keys = keys.join(" ");
        let term = text.to_owned();
        if keys.is_empty() {
            return Err(ListProblem::NeverFires { term });
        }
        if let Some(other) = group.iter().find(|other| other.keys == keys) {
            let other = other.text.clone();
            return Err(ListProblem::SameWords { term, other });
        }
        group.push(Term { text: term, keys });
    }
    match group.len() {
        0 | 1 => Err(ListProblem::OneTerm),
        _ => Ok(group),
    }
}

/// What a word of a text is compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key<'t> {
    /// The stem, the identifier as a whole, the morpheme, or the compound that is more than its
    /// morphemes.
    pub text: &'t str,
    /// First byte of the word in the text.
    pub start: usize,
}

/// The keys of a text, from its tokens.
pub fn keys(tokens: &[Token]) -> Vec<Key<'_>> {
    let mut keys = Vec::new();
    for run in tokens.chunk_by(|a, b| a.run == b.run) {
        let whole = run
            .iter()
            .find(|token| token.kind == TokenKind::Identifier)
            .filter(|token| token.position == run[0].position);
        if let Some(whole) = whole {
            keys.push(key(whole));
            continue;
        }
        let stem = run.iter().find(|token| token.kind == TokenKind::Stem);
        let mut covered_to = 0;
        for token in run {
            let is_key = match token.kind {
                TokenKind::Word => stem.is_none(),
                TokenKind::Stem => true,
                TokenKind::Compound => parts_of(run, token).is_none(),
                TokenKind::Morpheme => token.position >= covered_to,
                _ => false,
            };
            if is_key {
                keys.push(key(token));
                covered_to = token.position + token.span;
            }
        }
    }
    keys
}

fn key(token: &Token) -> Key<'_> {
    Key {
        text: &token.text,
        start: token.start,
    }
}
