//! From the text of a query to slots: one for each thing that the user asked for, with every form
//! in which a case may have it.
//!
//! A slot is a small tree. A leaf is one word in its forms (as written, stemmed). Where a thing can
//! be had in several ways (`nf_conntrack` as a whole, or its parts), the best way counts; where a
//! way consists of several words, it counts by the share of them that is there.

use std::ops::Range;

use super::log_line::Records;
use super::pasted::{Line, line_at};
use super::spacing::tokens;
use super::weights::MAX_SLOTS;
use crate::analysis::{
    Analyzer, Glossary, Term, Token, TokenKind, View, at, is_stop_word, morphemes_of, parts_of,
};

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
    /// How many positions of a text it takes.
    pub(crate) span: u32,
    /// The term of the glossary that it is a word of, if that has several.
    pub(crate) term: Option<Node>,
    /// What else means the same as it, or as that term.
    pub(crate) synonyms: Vec<Synonym>,
}

/// A term that means the same as what was typed.
#[derive(Debug, Clone)]
pub(crate) struct Synonym {
    /// As the glossary writes it.
    pub(crate) text: String,
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
    /// Words next to each other, in this order, each in several forms.
    Phrase(Vec<Vec<Form>>),
    /// The best of several ways, the thing itself first.
    Best(Vec<(Way, Node)>),
    /// All of several things; some of them count in part.
    All(Vec<Node>),
}

impl Node {
    /// The thing itself, without the weaker ways to have it.
    pub(crate) fn main(&self) -> &Node {
        match self {
            Self::Best(ways) => ways.first().map_or(self, |(_, way)| way.main()),
            _ => self,
        }
    }
}

/// How a way has the thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Itself,
    /// `1.24` for `v1.24`.
    WithoutVersionMark,
    /// By what an identifier consists of.
    IdentifierParts,
    /// By what a compound consists of.
    CompoundParts,
}

/// A term of the index that stands for a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    /// The term.
    pub(crate) term: String,
    /// How near to the word it is.
    pub(crate) likeness: Likeness,
}

/// How near a form is to the word that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    Same,
    /// It shares the stem.
    Stem,
    /// `5xx` for `502`.
    StatusClass,
    /// Its initial consonants begin with those of the word.
    InitialsBegin,
}

impl Form {
    fn new(view: View, text: &str, likeness: Likeness) -> Self {
        Self {
            term: view.term(text),
            likeness,
        }
    }

    /// The word as it is written.
    pub(crate) fn same(term: String) -> Self {
        Self {
            term,
            likeness: Likeness::Same,
        }
    }
}

/// The slots of `text`, in its order, with what the glossary knows of them. The same word twice
/// gives two slots. `lines` are those of a pasted text.
pub(crate) fn slots(
    analyzer: &mut Analyzer,
    text: &str,
    lines: &[Line],
    glossary: &Glossary,
) -> Vec<Slot> {
    let mut tokens = tokens(analyzer, text);
    let mut slots = slots_of(text, &tokens);
    // A long text says what it means in many words, of which the most telling will be taken. What a
    // log says of a failure may be short.
    if slots.len() > MAX_SLOTS {
        tokens.retain(|token| is_of_failure(lines, token.start));
        let of_failure = slots
            .iter()
            .filter(|slot| is_of_failure(lines, slot.range.start));
        if of_failure.count() > MAX_SLOTS {
            tokens.clear();
        }
    }
    widen(&mut slots, analyzer, &tokens, glossary);
    slots
}

fn is_of_failure(lines: &[Line], at: usize) -> bool {
    line_at(lines, at).is_some_and(|line| line.records == Records::Failure)
}

/// The slots of `text` as it is, from its tokens.
pub(crate) fn slots_of(text: &str, tokens: &[Token]) -> Vec<Slot> {
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

/// Adds to each slot what the terms of the glossary that it belongs to mean too.
fn widen(slots: &mut [Slot], analyzer: &mut Analyzer, tokens: &[Token], glossary: &Glossary) {
    for synonyms in glossary.find(tokens) {
        let others: Vec<Synonym> = synonyms
            .others
            .iter()
            .filter_map(|term| synonym(analyzer, term))
            .collect();
        let belongs = |slot: &Slot| {
            slot.role != Role::Support
                && slot.range.start < synonyms.range.end
                && synonyms.range.start < slot.range.end
        };
        let is_content = |slot: &Slot| slot.role == Role::Content && belongs(slot);
        // The `of` of a term says nothing by itself, unless the term consists of such words.
        let has_content = slots.iter().any(is_content);
        let term = match slots.iter().filter(|slot| belongs(slot)).count() {
            0 | 1 => None,
            _ => node_of(slots.iter().filter(|slot| belongs(slot))),
        };
        for slot in slots.iter_mut().filter(|slot| belongs(slot)) {
            if slot.role == Role::Content || !has_content {
                slot.term.clone_from(&term);
                slot.synonyms.extend(others.iter().cloned());
            }
        }
    }
}

fn synonym(analyzer: &mut Analyzer, term: &Term) -> Option<Synonym> {
    let slots = slots_of(term.text(), &term.tokens(analyzer));
    Some(Synonym {
        text: term.text().to_owned(),
        node: node_of(slots.iter())?,
    })
}

/// What several slots are about: one word in its forms, or several as a phrase.
fn node_of<'s>(slots: impl Iterator<Item = &'s Slot>) -> Option<Node> {
    let mut words: Vec<Vec<Form>> = Vec::new();
    let mut nodes = Vec::new();
    for slot in slots.filter(|slot| slot.role != Role::Support) {
        match slot.node.main() {
            Node::Leaf(forms) => {
                words.push(forms.clone());
                // An identifier takes the positions of its parts, which a phrase cannot leave out.
                let gap = (slot.span as usize).saturating_sub(1);
                words.extend(std::iter::repeat_n(Vec::new(), gap));
            }
            Node::Phrase(phrase) => words.extend(phrase.iter().cloned()),
            Node::Best(_) | Node::All(_) => {}
        }
        nodes.push(slot.node.main());
    }
    while words.last().is_some_and(Vec::is_empty) {
        words.pop();
    }
    match nodes.as_slice() {
        [] => None,
        [only] => Some((*only).clone()),
        _ => Some(Node::Phrase(words)),
    }
}

/// A slot for what stands at `range` of `text`, as it was typed.
pub(crate) fn slot(text: &str, range: Range<usize>, role: Role, node: Node, span: u32) -> Slot {
    Slot {
        text: text[range.clone()].to_owned(),
        range,
        role,
        node,
        span,
        term: None,
        synonyms: Vec::new(),
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
    Some(slot(text, range, role, node, end - first))
}

/// The node for positions `from..to` of a word: the whole, if there is one, or its parts.
fn word_node(run: &[Token], from: u32, to: u32) -> Option<Node> {
    let whole = at(run, from..from + 1)
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
        Way::Itself,
        Node::Leaf(vec![Form::new(View::Exact, &whole.text, Likeness::Same)]),
    )];
    // `1.24` for `v1.24`.
    let number = at(run, from..from + 1)
        .iter()
        .find(|token| token.kind == TokenKind::Part && token.span == whole.span && token.span > 1);
    ways.extend(number.map(|number| {
        let form = Form::new(View::Exact, &number.text, Likeness::Same);
        (Way::WithoutVersionMark, Node::Leaf(vec![form]))
    }));
    ways.extend(parts.map(|parts| (Way::IdentifierParts, parts)));
    Some(Node::Best(ways))
}

/// The largest things inside `from..to`, one after the other.
fn part_nodes(run: &[Token], from: u32, to: u32, inside_whole: bool) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut place = from;
    while place < to {
        let inner = at(run, place..place + 1)
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

/// The word at one position, with the number or the name inside it as a weaker way.
fn single_node(run: &[Token], position: u32) -> Option<Node> {
    let here = || {
        at(run, position..position + 1)
            .iter()
            .filter(|token| token.span == 1)
    };
    let mut words = here().filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Part));
    let stem = here().find(|token| token.kind == TokenKind::Stem);
    let word = words.next()?;
    let node = Node::Leaf(word_forms(&word.text, stem.map(|stem| stem.text.as_str())));
    let Some(inner) = words.next() else {
        return Some(node);
    };
    let inner = Node::Leaf(word_forms(&inner.text, None));
    Some(Node::Best(vec![
        (Way::Itself, node),
        (Way::IdentifierParts, inner),
    ]))
}

/// A word as written; then everything that shares its stem. Words that are their own stem stand in
/// the exact view only, so the stem is looked up in both.
fn word_forms(word: &str, stem: Option<&str>) -> Vec<Form> {
    let mut forms = vec![Form::new(View::Exact, word, Likeness::Same)];
    if let Some(stem) = stem {
        forms.push(Form::new(View::Exact, stem, Likeness::Stem));
    }
    forms.push(Form::new(View::Stem, stem.unwrap_or(word), Likeness::Stem));
    forms.extend(status_class(word));
    forms
}

/// `502` is also found in a text that speaks of `5xx`.
fn status_class(word: &str) -> Option<Form> {
    let is_status =
        matches!(word.as_bytes(), [b'4' | b'5', a, b] if a.is_ascii_digit() && b.is_ascii_digit());
    is_status.then(|| {
        let class = format!("{}xx", &word[..1]);
        Form::new(View::Exact, &class, Likeness::StatusClass)
    })
}

fn korean_slots(text: &str, run: &[Token], slots: &mut Vec<Slot>) {
    let morphemes: Vec<&Token> = run
        .iter()
        .filter(|token| token.kind == TokenKind::Morpheme)
        .collect();
    let mut covered_to = 0;
    for token in run {
        let node = match token.kind {
            TokenKind::Compound => {
                covered_to = token.position + token.span;
                compound_node(token, run)
            }
            TokenKind::Morpheme if token.position >= covered_to => Node::Leaf(vec![form(token)]),
            _ => continue,
        };
        let range = token.start..token.end;
        let role = match token.kind == TokenKind::Morpheme && is_stop_word(&token.text) {
            true => Role::StopWord,
            false => Role::Content,
        };
        slots.push(slot(text, range, role, node, token.span));
    }
    let mut bigrams = run.iter().filter(|token| token.kind == TokenKind::Bigram);
    let Some(first) = bigrams.next() else {
        return;
    };
    let range = first.start..bigrams.next_back().unwrap_or(first).end;
    let telling = telling_bigrams(run, &morphemes);
    // Each word by itself, so that it makes no difference whether they are written together. The
    // first stands for the eojeol as a whole, without its particles.
    let mut eojeol = Some(range);
    for bigrams in telling.chunk_by(|a, b| a.position == b.position) {
        let own = bigrams[0].start..bigrams[bigrams.len() - 1].end;
        let leaves = bigrams.iter().map(|bigram| Node::Leaf(vec![form(bigram)]));
        let node = Node::All(leaves.collect());
        slots.push(slot(
            text,
            eojeol.take().unwrap_or(own),
            Role::Support,
            node,
            1,
        ));
    }
}

fn form(token: &Token) -> Form {
    Form::same(token.term())
}

/// A compound, however it is spaced: its parts next to each other. Where they leave something out,
/// it is found as it is written.
fn compound_node(compound: &Token, run: &[Token]) -> Node {
    let itself = match parts_of(run, compound) {
        Some(parts) => Node::Phrase(parts.iter().map(|part| vec![form(part)]).collect()),
        None => Node::Leaf(vec![form(compound)]),
    };
    let leaves = morphemes_of(run, compound).map(|morpheme| Node::Leaf(vec![form(morpheme)]));
    Node::Best(vec![
        (Way::Itself, itself),
        (Way::CompoundParts, Node::All(leaves.collect())),
    ])
}

/// The bigrams that tell more than the morphemes do: those of a noun as it is written, and those
/// across two of one syllable, which may well be pieces of a word that the dictionary lacks. All
/// others are there or not as the text is spaced and inflected.
fn telling_bigrams<'t>(run: &'t [Token], morphemes: &[&Token]) -> Vec<&'t Token> {
    let is_piece = |token: &Token| token.text.chars().nth(1).is_none();
    let mut compounds = run
        .iter()
        .filter(|token| token.kind == TokenKind::Compound)
        .peekable();
    let mut morphemes = morphemes.iter().peekable();
    let bigrams = run.iter().filter(|token| token.kind == TokenKind::Bigram);
    bigrams
        .filter(|bigram| {
            while compounds.next_if(|c| c.end < bigram.end).is_some() {}
            while morphemes.next_if(|m| m.end <= bigram.start).is_some() {}
            let mut nearest = morphemes.clone();
            let Some(left) = nearest.next() else {
                return true;
            };
            let crosses = left.end < bigram.end;
            let in_compound = compounds.peek().is_some_and(|c| c.start <= bigram.start);
            match nearest.next() {
                _ if !crosses => left.text.contains(bigram.text.as_str()),
                Some(right) if right.start < bigram.end => {
                    !in_compound && is_piece(left) && is_piece(right)
                }
                _ => true,
            }
        })
        .collect()
}
