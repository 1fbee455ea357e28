//! Any text becomes tokens that point into it.

use incidex::analysis::{Analyzer, Token, View, beginnings, folded, initials};
use unicode_normalization::UnicodeNormalization;

use super::text;

pub fn check(bytes: &[u8]) {
    let text = text(bytes);
    check_contract(&text);
    check_terms(&text);
    check_forms(&text);
    check_beginnings(&text);
}

/// What holds for any text.
#[track_caller]
pub fn check_contract(text: &str) {
    let mut analyzer = Analyzer::default();
    let mut tokens: Vec<Token> = Vec::new();
    let positions = analyzer.analyze(text, &mut |token| tokens.push(token.into()));
    for token in &tokens {
        assert!(!token.text.is_empty(), "an empty token in {text:?}");
        assert!(
            token.start < token.end,
            "{token:?} covers nothing of {text:?}"
        );
        assert!(
            text.get(token.start..token.end).is_some(),
            "{token:?} cuts a character of {text:?}"
        );
        assert!(token.span > 0, "{token:?} takes no position in {text:?}");
        assert!(
            token.position + token.span <= positions,
            "{token:?} goes beyond the {positions} positions of {text:?}"
        );
    }
    let in_order =
        |a: &Token, b: &Token| a.start <= b.start && a.position <= b.position && a.run <= b.run;
    assert!(
        tokens.is_sorted_by(in_order),
        "out of order: {text:?}: {tokens:?}"
    );
    assert_eq!(
        analyzer.tokens(text),
        tokens,
        "a warm cache changes {text:?}"
    );
    check_independent(&mut analyzer, text, "장애 502");
    check_independent(&mut analyzer, "장애 502", text);
}

/// A space keeps the two sides from each other: each has the tokens that it has by itself.
#[track_caller]
pub fn check_independent(analyzer: &mut Analyzer, a: &str, b: &str) {
    let positions = analyzer.analyze(a, &mut |_| {});
    let mut expected = analyzer.tokens(a);
    let runs = expected.last().map_or(0, |token| token.run + 1);
    expected.extend(analyzer.tokens(b).into_iter().map(|token| Token {
        start: token.start + a.len() + 1,
        end: token.end + a.len() + 1,
        position: token.position + positions,
        ..token
    }));
    let mut together = analyzer.tokens(&format!("{a} {b}"));
    // Runs without tokens are counted too, so that the numbers of runs only have to differ.
    let is_apart = |token: &Token| (token.run >= runs) == (token.start > a.len());
    assert!(together.iter().all(is_apart), "{a:?} and {b:?} share a run");
    for token in together.iter_mut().chain(&mut expected) {
        token.run = 0;
    }
    assert_eq!(together, expected, "{a:?} and {b:?} affect each other");
}

/// A term belongs to the view of its token and to no other, and is short enough to be stored.
fn check_terms(text: &str) {
    const VIEWS: [View; 4] = [View::Exact, View::Stem, View::Bigram, View::Initials];
    let mut tokens = Analyzer::default().tokens(text);
    let initials = initials(text, &tokens);
    tokens.extend(initials);
    for token in tokens {
        let term = token.term();
        assert!(
            text.get(token.start..token.end).is_some(),
            "{token:?} of {text:?}"
        );
        let views: Vec<View> = VIEWS.into_iter().filter(|view| view.has(&term)).collect();
        assert_eq!(views, [token.kind.view()], "{token:?} of {text:?}");
        assert!(term.len() <= 1025, "{term:?}");
    }
}

/// Composed and decomposed, a text has the same terms.
fn check_forms(text: &str) {
    let terms = |text: &str| -> Vec<(String, u32)> {
        let tokens = Analyzer::default().tokens(text).into_iter();
        tokens.map(|token| (token.term(), token.position)).collect()
    };
    let (composed, decomposed): (String, String) = (text.nfc().collect(), text.nfd().collect());
    assert_eq!(terms(&composed), terms(text), "{text:?} composed");
    assert_eq!(terms(&decomposed), terms(text), "{text:?} decomposed");
}

/// Folding a folded text changes nothing, and what begins a word is found within its bounds.
fn check_beginnings(text: &str) {
    let word = folded(text);
    assert_eq!(folded(&word), word, "{text:?} folded twice");
    let typed: String = text.chars().take(3).collect();
    let typed = beginnings(&typed);
    let fitting: Vec<_> = typed
        .beginnings
        .iter()
        .filter(|it| it.begins(&word))
        .collect();
    assert!(!typed.beginnings.is_empty(), "{text:?} begins no word");
    assert!(fitting.len() <= 1, "{word:?} begins with two of {typed:?}");
    for beginning in fitting {
        let (from, to) = beginning.bounds();
        let is_within = from <= word && word < to;
        // Nothing stands behind the last of all characters.
        let is_last = typed.text.chars().all(|c| c == char::MAX);
        assert!(is_within || is_last, "{word:?} of {from:?}..{to:?}");
    }
}
