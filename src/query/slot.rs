//! From the text of a query to slots: one for each thing that the user asked for, with every form
//! in which a case may have it.
//!
//! A slot is a small tree. A leaf is one word in its forms (as written, stemmed). Where a thing can
//! be had in several ways (`nf_conntrack` as a whole, or its parts), the best way counts; where a
//! way consists of several words, it counts by the share of them that is there.

use std::ops::Range;

use crate::analysis::{Analyzer, Token, TokenKind, View, is_stop_word};

use super::weights;

/// Something that the user asked for.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    /// As typed.
    pub(crate) text: String,
    /// Bytes in the query.
    pub(crate) range: Range<usize>,
    /// What it stands for.
    pub(crate) role: Role,
    /// In which forms.
    pub(crate) node: Node,
}

/// What a slot stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A word that carries meaning.
    Content,
    /// A word that is searched for in place of one that no case has.
    Corrected,
    /// A word that says little by itself.
    StopWord,
    /// The bigrams of an eojeol: another view of words that have slots of their own.
    Support,
}

/// A way to have something.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// One word in several forms.
    Leaf(Vec<Form>),
    /// The best of several ways, each with its weight.
    Best(Vec<(f32, Node)>),
    /// All of several things; some of them count in part.
    All(Vec<Node>),
}

impl Node {
    /// The forms of the word or the whole that this node is about.
    pub(crate) fn main_forms(&self) -> Vec<&Form> {
        match self {
            Self::Leaf(forms) => forms.iter().collect(),
            Self::Best(ways) => ways
                .first()
                .map_or_else(Vec::new, |(_, way)| way.main_forms()),
            Self::All(nodes) => nodes.iter().flat_map(Self::main_forms).collect(),
        }
    }
}

/// A term of the index that stands for a word.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Form {
    /// The term.
    pub(crate) term: String,
    /// What a match is worth, at most 1.
    pub(crate) weight: f32,
}

impl Form {
    fn new(view: View, text: &str, weight: f32) -> Self {
        Self {
            term: view.term(text),
            weight,
        }
    }
}

/// The slots of `text`, in its order. The same word twice gives two slots.
pub(crate) fn slots(analyzer: &mut Analyzer, text: &str) -> Vec<Slot> {
    let tokens = analyzer.tokens(text);
    let mut slots = Vec::new();
    for run in tokens.chunk_by(|a, b| a.run == b.run) {
        match run[0].kind {
            TokenKind::Morpheme | TokenKind::Compound | TokenKind::Bigram => {
                korean_slots(text, run, &mut slots);
            }
            _ => slots.extend(word_slot(text, run)),
        }
    }
    slots
}

fn slot(text: &str, range: Range<usize>, role: Role, node: Node) -> Slot {
    Slot {
        text: text[range.clone()].to_owned(),
        range,
        role,
        node,
    }
}

fn word_slot(text: &str, run: &[Token]) -> Option<Slot> {
    let first = run.iter().map(|token| token.position).min()?;
    let end = run.iter().map(|token| token.position + token.span).max()?;
    let node = word_node(run, first, end)?;
    let range = run.iter().map(|t| t.start).min()?..run.iter().map(|t| t.end).max()?;
    let is_stop =
        matches!(run, [word, ..] if word.kind == TokenKind::Word && is_stop_word(&word.text));
    let role = if is_stop {
        Role::StopWord
    } else {
        Role::Content
    };
    Some(slot(text, range, role, node))
}

/// The node for positions `from..to` of a word: the whole, if there is one, or its parts.
fn word_node(run: &[Token], from: u32, to: u32) -> Option<Node> {
    let whole = at(run, from)
        .iter()
        .find(|token| token.kind == TokenKind::Identifier && token.position + token.span == to);
    let parts: Vec<Node> = part_nodes(run, from, to, whole.is_some());
    let parts = match parts.len() {
        0 => None,
        1 => parts.into_iter().next(),
        _ => Some(Node::All(parts)),
    };
    let Some(whole) = whole else {
        return parts;
    };
    let mut ways = vec![(
        1.0,
        Node::Leaf(vec![Form::new(View::Exact, &whole.text, 1.0)]),
    )];
    ways.extend(parts.map(|parts| (weights::IDENTIFIER_PARTS, parts)));
    Some(Node::Best(ways))
}

/// The largest things inside `from..to`, one after the other.
fn part_nodes(run: &[Token], from: u32, to: u32, inside_whole: bool) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut place = from;
    while place < to {
        let inner = at(run, place)
            .iter()
            .filter(|token| token.kind == TokenKind::Identifier)
            .map(|token| token.position + token.span)
            .filter(|&end| end < to || (end == to && !(inside_whole && place == from)))
            .max();
        if let Some(end) = inner {
            nodes.extend(word_node(run, place, end));
            place = end;
        } else {
            nodes.extend(single_node(run, place));
            place += 1;
        }
    }
    nodes
}

/// The tokens of `run`, which is in order, at one position.
fn at(run: &[Token], position: u32) -> &[Token] {
    let from = run.partition_point(|token| token.position < position);
    let len = run[from..].partition_point(|token| token.position == position);
    &run[from..from + len]
}

/// The word at one position, with the number or the name inside it as a weaker way.
fn single_node(run: &[Token], position: u32) -> Option<Node> {
    let here = || at(run, position).iter().filter(|token| token.span == 1);
    let mut words = here().filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Part));
    let stem = here().find(|token| token.kind == TokenKind::Stem);
    let word = words.next()?;
    let node = Node::Leaf(word_forms(&word.text, stem.map(|stem| stem.text.as_str())));
    let Some(inner) = words.next() else {
        return Some(node);
    };
    let inner = Node::Leaf(word_forms(&inner.text, None));
    Some(Node::Best(vec![
        (1.0, node),
        (weights::IDENTIFIER_PARTS, inner),
    ]))
}

/// A word as written; then everything that shares its stem. Words that are their own stem stand in
/// the exact view only, so the stem is looked up in both.
fn word_forms(word: &str, stem: Option<&str>) -> Vec<Form> {
    let mut forms = vec![Form::new(View::Exact, word, 1.0)];
    if let Some(stem) = stem {
        forms.push(Form::new(View::Exact, stem, weights::STEM));
    }
    forms.push(Form::new(View::Stem, stem.unwrap_or(word), weights::STEM));
    forms.extend(status_class(word));
    forms
}

/// `502` is also found in a text that speaks of `5xx`.
fn status_class(word: &str) -> Option<Form> {
    let is_status =
        matches!(word.as_bytes(), [b'4' | b'5', a, b] if a.is_ascii_digit() && b.is_ascii_digit());
    is_status.then(|| {
        let class = format!("{}xx", &word[..1]);
        Form::new(View::Exact, &class, weights::STATUS_CLASS)
    })
}

fn korean_slots(text: &str, run: &[Token], slots: &mut Vec<Slot>) {
    let leaf = |token: &Token, weight| {
        Node::Leaf(vec![Form {
            term: token.term(),
            weight,
        }])
    };
    let morphemes: Vec<&Token> = run
        .iter()
        .filter(|token| token.kind == TokenKind::Morpheme)
        .collect();
    let mut covered_to = 0;
    for token in run {
        let is_covered = token.position < covered_to;
        match token.kind {
            TokenKind::Compound => {
                covered_to = token.position + token.span;
                let parts = morphemes
                    .iter()
                    .filter(|m| (token.position..covered_to).contains(&m.position));
                let parts = Node::All(parts.map(|part| leaf(part, 1.0)).collect());
                let node = Node::Best(vec![
                    (1.0, leaf(token, 1.0)),
                    (weights::COMPOUND_PARTS, parts),
                ]);
                slots.push(slot(text, token.start..token.end, Role::Content, node));
            }
            TokenKind::Morpheme if !is_covered => {
                slots.push(slot(
                    text,
                    token.start..token.end,
                    Role::Content,
                    leaf(token, 1.0),
                ));
            }
            _ => {}
        }
    }
    let bigrams: Vec<&Token> = run
        .iter()
        .filter(|token| token.kind == TokenKind::Bigram)
        .collect();
    if let (Some(first), Some(last)) = (bigrams.first(), bigrams.last()) {
        let node = Node::All(bigrams.iter().map(|bigram| leaf(bigram, 1.0)).collect());
        slots.push(slot(text, first.start..last.end, Role::Support, node));
    }
}
