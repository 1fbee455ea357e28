//! Initial consonants: who types ㅈㅇ means 장애.

use unicode_normalization::UnicodeNormalization;

use super::jamo::{self, Syllable};
use super::token::{Token, TokenKind};

/// The initials of the Korean words among the `tokens` of `text`, in order of position: of each noun
/// and compound of two syllables or more, and of eojeols as wholes.
pub fn initials(text: &str, tokens: &[Token]) -> Vec<Token> {
    // The stem of a verb need not be what is written.
    let is_written = |token: &&Token| text[token.start..token.end].nfc().eq(token.text.chars());
    let mut found: Vec<Token> = Vec::new();
    for run in tokens.chunk_by(|a, b| a.run == b.run) {
        let words = run
            .iter()
            .filter(|token| matches!(token.kind, TokenKind::Morpheme | TokenKind::Compound))
            .filter(is_written);
        found.extend(words.cloned().chain(eojeol(run)).filter_map(of_word));
    }
    found.sort_by(|a, b| (a.position, &a.text).cmp(&(b.position, &b.text)));
    found.dedup_by(|a, b| (a.position, &a.text) == (b.position, &b.text));
    found
}

/// The eojeol without its particles, which is what its bigrams cover.
fn eojeol(run: &[Token]) -> Option<Token> {
    let mut bigrams = run.iter().filter(|token| token.kind == TokenKind::Bigram);
    let mut whole = bigrams.next()?.clone();
    for bigram in bigrams {
        whole.text.extend(bigram.text.chars().nth(1));
        whole.end = bigram.end;
    }
    Some(whole)
}

fn of_word(word: Token) -> Option<Token> {
    const SHORTEST: usize = 2;
    let initial = |c| Syllable::of(c).map(|syllable| syllable.initial);
    let text: String = word.text.chars().map(initial).collect::<Option<_>>()?;
    let kind = TokenKind::Initials;
    (text.chars().count() >= SHORTEST).then_some(Token { text, kind, ..word })
}

/// The initials that `text` spells out, if it consists of consonants alone. An input method makes
/// one character of some pairs: ㄳ is ㄱㅅ.
pub fn spelled_initials(text: &str) -> Option<String> {
    let is_spelled = !text.is_empty() && text.chars().all(jamo::is_consonant);
    is_spelled.then(|| text.chars().flat_map(jamo::halves).collect())
}
