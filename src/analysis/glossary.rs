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
pub struct Glossary {
    groups: Vec<Vec<Term>>,
}

/// A term of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Term {
    /// As written in the glossary.
    text: String,
    /// What it is compared by, never empty.
    keys: Vec<String>,
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
        (Self { groups }, faults)
    }

    /// Our groups and those of a user, whose faults were seen to before.
    pub fn with(users: &str, analyzer: &mut Analyzer) -> Self {
        let file = Path::new("glossary.txt");
        let (mut glossary, _) = Self::parse(file, OUR_GROUPS, analyzer);
        let (users, _) = Self::parse(file, users, analyzer);
        glossary.groups.extend(users.groups);
        glossary
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

    /// Makes it ready for looking terms up.
    pub fn lookup(&self) -> Lookup<'_> {
        let mut by_first_key: FxHashMap<&str, Vec<(usize, usize)>> = FxHashMap::default();
        for (g, group) in self.groups.iter().enumerate() {
            for (t, term) in group.iter().enumerate() {
                let first = term.keys.first().map_or("", String::as_str);
                by_first_key.entry(first).or_default().push((g, t));
            }
        }
        Lookup {
            glossary: self,
            by_first_key,
        }
    }
}

fn group(entry: &str, analyzer: &mut Analyzer) -> Result<Vec<Term>, ListProblem> {
    let mut group: Vec<Term> = Vec::new();
    for text in entry.split(" = ").map(str::trim) {
        let keys: Vec<String> = keys(&analyzer.tokens(text))
            .into_iter()
            .map(|key| key.text.to_owned())
            .collect();
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

/// A glossary, ready for looking terms up.
pub struct Lookup<'g> {
    glossary: &'g Glossary,
    by_first_key: FxHashMap<&'g str, Vec<(usize, usize)>>,
}

impl<'g> Lookup<'g> {
    /// The terms of the glossary among `keys`, which are in the order of the text: at each place
    /// the longest one, and none inside another.
    pub fn find(&self, keys: &[Key<'_>]) -> Vec<Synonyms<'g>> {
        let mut found = Vec::new();
        let mut start = 0;
        while start < keys.len() {
            let synonyms = self.at(keys, start);
            start += synonyms.as_ref().map_or(1, |synonyms| synonyms.len);
            found.extend(synonyms);
        }
        found
    }

    fn at(&self, keys: &[Key<'_>], start: usize) -> Option<Synonyms<'g>> {
        let places = self.by_first_key.get(keys[start].text)?;
        let term = |&(g, t): &(usize, usize)| &self.glossary.groups[g][t];
        let matches = |place: &&(usize, usize)| {
            let term = term(place);
            let rest = &keys[start..];
            rest.len() >= term.keys.len()
                && rest
                    .iter()
                    .zip(&term.keys)
                    .all(|(key, own)| key.text == own)
        };
        let len = places
            .iter()
            .filter(matches)
            .map(|place| term(place).keys.len())
            .max()?;
        let mut others: Vec<&str> = Vec::new();
        for place @ &(g, t) in places.iter().filter(matches) {
            if term(place).keys.len() == len {
                let group = self.glossary.groups[g].iter().enumerate();
                let rest = group.filter(|(other, _)| *other != t);
                others.extend(rest.map(|(_, term)| term.text.as_str()));
            }
        }
        Some(Synonyms { start, len, others })
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
