//! Spaces between Korean nouns, which people write or leave out: `로드 밸런서` is read as
//! `로드밸런서`.

use std::ops::Range;

use crate::analysis::{Analyzer, Token, TokenKind};

/// A longer text was not typed, and reading it twice would cost too much.
const TYPED_BYTES: usize = 1024;

/// Eojeols that are read as one at most.
const PIECES: usize = 4;

/// The tokens of a query. Neighbouring eojeols that the dictionary knows as one compound have the
/// tokens of the compound, at the places where they stand.
pub(super) fn tokens(analyzer: &mut Analyzer, text: &str) -> Vec<Token> {
    let tokens = analyzer.tokens(text);
    if text.len() > TYPED_BYTES {
        return tokens;
    }
    let mut words: Vec<Word> = Vec::new();
    for run in tokens.chunk_by(|a, b| a.run == b.run) {
        let next = Word::new(run);
        let joined = words
            .last()
            .and_then(|last| last.joined_with(&next, analyzer, text));
        match joined {
            Some(joined) => {
                words.pop();
                words.push(joined);
            }
            None => words.push(next),
        }
    }
    words.into_iter().flat_map(|word| word.tokens).collect()
}

/// The tokens of an eojeol, or of several that are read as one.
struct Word {
    tokens: Vec<Token>,
    /// Where the eojeols stand in the text, without their particles.
    pieces: Vec<Range<usize>>,
}

impl Word {
    fn new(run: &[Token]) -> Self {
        let start = run.iter().map(|token| token.start).min().unwrap_or(0);
        let end = run.iter().map(|token| token.end).max().unwrap_or(0);
        Self {
            tokens: run.to_vec(),
            pieces: std::iter::once(start..end).collect(),
        }
    }

    fn morphemes(&self) -> impl Iterator<Item = &str> {
        self.tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Morpheme)
            .map(|token| token.text.as_str())
    }

    /// Both as one, if the dictionary has that as a compound and its morphemes are theirs.
    fn joined_with(&self, next: &Self, analyzer: &mut Analyzer, text: &str) -> Option<Self> {
        if self.pieces.len() == PIECES {
            return None;
        }
        self.morphemes().next()?;
        next.morphemes().next()?;
        let between = self.pieces.last()?.end..next.pieces.first()?.start;
        let joins = |c: char| !c.is_alphanumeric() && !c.is_control();
        if !text.get(between)?.chars().all(joins) {
            return None;
        }
        let pieces: Vec<Range<usize>> = [self.pieces.as_slice(), &next.pieces].concat();
        let seam: usize = self.pieces.iter().map(Range::len).sum();
        let joined: String = pieces.iter().map(|piece| &text[piece.clone()]).collect();
        let mut tokens = analyzer.tokens(&joined);
        let compound = tokens.iter().find(|token| {
            token.kind == TokenKind::Compound && token.start < seam && seam < token.end
        })?;
        // A word that was put into the dictionary for how people write it is that, whatever its
        // pieces may be by themselves: the `풀이` of `커넥션 풀이` is a word too.
        let is_known = compound.start == 0
            && tokens.iter().all(|token| token.end <= compound.end)
            && analyzer.dictionary().has_compound(&compound.text);
        let first = self.tokens.first()?;
        for token in &mut tokens {
            token.start = in_text(&pieces, token.start, |offset, len| offset < len);
            token.end = in_text(&pieces, token.end, |offset, len| offset <= len);
            token.position += first.position;
            token.run = first.run;
        }
        let both = Self { tokens, pieces };
        let is_same = both
            .morphemes()
            .eq(self.morphemes().chain(next.morphemes()));
        (is_known || is_same).then_some(both)
    }
}

/// The place in the text of `offset` in the joined pieces.
fn in_text(
    pieces: &[Range<usize>],
    mut offset: usize,
    is_inside: impl Fn(usize, usize) -> bool,
) -> usize {
    for piece in pieces {
        if is_inside(offset, piece.len()) {
            return piece.start + offset;
        }
        offset -= piece.len().min(offset);
    }
    pieces.last().map_or(0, |piece| piece.end)
}
