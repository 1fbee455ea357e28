//! Any bytes are a vocabulary whose codes and labels lead to their terms, or faults with places.

use std::fs;

use incidex::case::{Dimension, Fault, Input, Lang, Terms, Vocabulary, find_vocabulary, load};

use super::{check_message, seeds};

/// Codes that no vocabulary has, so that the nearest are named.
const CASE: &str = r#"{"id": "A", "title": {"en": "A"}, "domain": ["aws-"], "severity": "mayor",
    "components": ["haproxi"], "date_kind": "publish"}"#;

pub fn check(bytes: &[u8]) {
    let folder = seeds::folder();
    let file = folder.path().join("vocabulary.json");
    fs::write(&file, bytes).expect("a file");
    match find_vocabulary(Some(&file), &[]) {
        Ok(vocabulary) => check_vocabulary(&vocabulary),
        Err(faults) => check_faults(bytes, &faults),
    }
}

fn check_faults(bytes: &[u8], faults: &[Fault]) {
    assert!(!faults.is_empty(), "refused, and no word why");
    let lines = bytes.split(|&byte| byte == b'\n').count();
    for fault in faults {
        check_message(&fault.what);
        let position = fault.place.position.expect("a fault inside the file");
        assert!((1..=lines).contains(&position.line), "{fault} of {lines}");
    }
}

fn check_vocabulary(vocabulary: &Vocabulary) {
    let again = Vocabulary::from_json("kept.json".as_ref(), vocabulary.source());
    let again = again.expect("as it is kept with an index");
    assert_eq!(again.fingerprint(), vocabulary.fingerprint());
    for dimension in Dimension::ALL {
        check_terms(vocabulary.terms(dimension));
    }
    check_terms(vocabulary.date_kinds());
    let report = load(
        &[Input::Stdin],
        None,
        &mut CASE.as_bytes(),
        vocabulary,
        &|_| {},
    );
    assert_eq!(report.cases, 1);
    for warning in &report.warnings {
        check_message(&warning.what);
    }
}

/// Each code and each label leads to a term; a code to its own unless another is written alike.
fn check_terms(terms: &Terms) {
    for term in terms.iter() {
        assert!(terms.contains(&term.code));
        assert!(terms.resolve(&term.code).is_some(), "{term:?}");
        assert!(!terms.nearest(&term.code, 3).is_empty());
        for lang in Lang::ALL {
            let label = terms.label(&term.code, lang);
            assert!(terms.resolve(label).is_some(), "{label:?} of {term:?}");
        }
    }
}
