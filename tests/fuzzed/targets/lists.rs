//! Any text is a list of terms and of groups, but for the lines that are named.

use std::path::Path;
use std::sync::Arc;

use incidex::analysis::{Analyzer, Dictionary, Glossary, ListFault, Term, Terms, Token};

use super::{check_line, check_message, text};

pub fn check(bytes: &[u8]) {
    let text = text(bytes);
    check_dictionary(&text);
    check_glossary(&text);
}

/// Each term is a word of its own, and other words stay as sound as they were.
fn check_dictionary(text: &str) {
    let terms = match Terms::parse(Path::new("dictionary.txt"), text) {
        Ok(terms) => terms,
        Err(faults) => return check_faults(text, &faults),
    };
    assert_eq!(terms.source(), text);
    if terms.is_empty() {
        return;
    }
    let dictionary = Dictionary::with(terms);
    let mut analyzer = Analyzer::new(Arc::clone(&dictionary));
    let ours: Vec<_> = Dictionary::builtin().compounds().collect();
    for (term, parts) in dictionary.compounds().filter(|it| !ours.contains(it)) {
        assert!(dictionary.has_compound(&term), "{term:?} of {text:?}");
        assert_eq!(parts.concat(), term);
        let tokens = analyzer.tokens(&term);
        let is_word = tokens.iter().any(|token| token.text == term);
        assert!(is_word, "{term:?} is {tokens:?}");
    }
    let positions = analyzer.analyze(text, &mut |_| {});
    let tokens = analyzer.tokens(text);
    let fits =
        |token: &Token| text.get(token.start..token.end).is_some() && token.position < positions;
    assert!(tokens.iter().all(fits), "{text:?}: {tokens:?}");
}

/// Each term of a group is found, and all others of the group with it.
fn check_glossary(text: &str) {
    let mut analyzer = Analyzer::default();
    let (glossary, faults) = Glossary::parse(Path::new("glossary.txt"), text, &mut analyzer);
    check_faults(text, &faults);
    let json = serde_json::to_value(&glossary).expect("JSON");
    let again: Glossary = serde_json::from_value(json.clone()).expect("as it was written");
    assert_eq!(again, glossary, "{text:?} as it is kept");
    let groups = json.as_array().expect("groups");
    assert_eq!(groups.len(), glossary.len());
    for group in groups {
        let terms = group.as_array().expect("terms").iter();
        let terms: Vec<&str> = terms.filter_map(|term| term["text"].as_str()).collect();
        for term in &terms {
            let tokens = analyzer.tokens(term);
            let others = glossary.find(&tokens).into_iter();
            let others: Vec<&Term> = others.flat_map(|it| it.others).collect();
            for other in &others {
                assert_eq!(other.tokens(&mut analyzer), analyzer.tokens(other.text()));
            }
            let others: Vec<&str> = others.into_iter().map(Term::text).collect();
            let is_found = |other: &&str| other == term || others.contains(other);
            assert!(
                terms.iter().all(is_found),
                "{term:?} of {terms:?} finds {others:?}"
            );
        }
    }
    for found in glossary.find(&analyzer.tokens(text)) {
        assert!(
            text.get(found.range.clone()).is_some(),
            "{found:?} of {text:?}"
        );
    }
}

fn check_faults(text: &str, faults: &[ListFault]) {
    for fault in faults {
        check_line(fault.line, text);
        check_message(fault);
    }
}
