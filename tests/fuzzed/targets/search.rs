//! Any text is a query, or a beginning of one: searching never fails, and what it shows is sound.

use std::collections::BTreeSet;

use incidex::case::Lang;
use incidex::present::json::{FacetsAnswer, SearchAnswer, SuggestAnswer};
use incidex::present::text::Page;
use incidex::query::{Hit, Request, Response, SuggestRequest, TotalRelation, WarningKind};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::seeds::{check_printed, engine};
use super::{check_message, text};

pub fn check(bytes: &[u8]) {
    let text = text(bytes);
    let request = Request {
        limit: 10,
        explain: true,
        facets: Some(10),
        ..asking(&text)
    };
    let response = engine().search(&request).expect("no text is an error");
    check_sound(&request, &response);
    check_explained(&text, &response);
    check_counts(&request, &response);
    check_shown(&text, &response);
    check_forms(&text);
    check_repeated(&text);
    check_suggestions(&text);
    let explanation = engine().explain("IL-0177", &request);
    explanation.expect("a case of the seeds");
}

fn asking(text: &str) -> Request {
    Request {
        text: text.to_owned(),
        limit: 10,
        ..Request::default()
    }
}

/// The hits for a text, best first.
fn ids(text: &str) -> Vec<String> {
    let ranked = engine().rank(&asking(text)).expect("no text is an error");
    ranked.into_iter().map(|(id, _)| id).collect()
}

/// What holds for the answer to any request.
#[track_caller]
pub fn check_sound(request: &Request, response: &Response) {
    let text: String = request.text.chars().take(200).collect();
    let hits = response.hits.iter();
    let found: Vec<&str> = hits.map(|hit| hit.case.id.as_str()).collect();
    assert!(found.len() <= request.limit, "{text:?}");
    assert!(response.total >= found.len(), "{text:?}");
    assert_eq!(
        found.iter().collect::<BTreeSet<_>>().len(),
        found.len(),
        "{text:?}: {found:?}"
    );
    for hit in &response.hits {
        assert!(
            hit.score.is_finite() && hit.score >= 0.0,
            "{text:?}: {}",
            hit.score
        );
        check_marks(&text, hit, response.lang);
    }
    for warning in &response.warnings {
        check_message(&warning.text);
    }
    let is_explained = !response.warnings.is_empty() || request.offset > 0 || request.limit == 0;
    assert!(
        !found.is_empty() || is_explained || !request.filters.is_empty(),
        "{text:?}: nothing, and no word why"
    );
}

/// Marks stand in order inside their text and never cut a grapheme; passages are slices of the
/// record, and show something.
#[track_caller]
fn check_marks(query: &str, hit: &Hit, lang: Lang) {
    for passage in &hit.passages {
        let case = &hit.case;
        let texts = match passage.key {
            "title" => vec![&case.title],
            "symptoms_text" => vec![&case.symptoms_text],
            "summary" => vec![&case.summary],
            "lessons" => vec![&case.lessons],
            "trigger" => vec![&case.trigger],
            "detection" => vec![&case.detection],
            "remediation" => case.remediation.iter().collect(),
            "action_items" => case.action_items.iter().collect(),
            key => panic!("{query:?}: a passage of {key}"),
        };
        let is_slice = texts
            .iter()
            .filter_map(|text| text.get(passage.lang))
            .any(|text| text.contains(&passage.text));
        assert!(
            is_slice,
            "{query:?}: {:?} is not in {} of {}",
            passage.text, passage.key, case.id
        );
        assert!(
            !passage.marks.is_empty(),
            "{query:?}: nothing is marked in {:?}",
            passage.text
        );
        assert_eq!(passage.text.trim(), passage.text, "{query:?}");
        check_ranges(query, &passage.text, &passage.marks);
    }
    let title = hit
        .case
        .title
        .in_lang_or_other(lang)
        .map_or("", |(_, title)| title);
    check_ranges(query, title, &hit.title_marks);
}

#[track_caller]
fn check_ranges(query: &str, text: &str, marks: &[(usize, usize)]) {
    let mut boundaries = BTreeSet::from([0]);
    let mut at = 0;
    for grapheme in text.graphemes(true) {
        at += grapheme.chars().count();
        boundaries.insert(at);
    }
    let mut free_from = None;
    for &(start, end) in marks {
        let is_behind = free_from.is_none_or(|free| free < start);
        let fits = boundaries.contains(&start) && boundaries.contains(&end);
        assert!(
            is_behind && start < end && fits,
            "{query:?}: {marks:?} in {text:?}"
        );
        free_from = Some(end);
    }
}

/// The parts of a score make the score, and order the hits but for those that the query names.
fn check_explained(text: &str, response: &Response) {
    for hit in &response.hits {
        let parts = hit.explained.as_ref().expect("it was asked for");
        let score = parts.sum() * parts.coverage + parts.likeness;
        let difference = (score - hit.score).abs();
        assert!(
            difference <= 1e-3 * hit.score.max(1.0),
            "{text:?}: {parts:?} of {}",
            hit.score
        );
    }
    let shown: Vec<&str> = response
        .hits
        .iter()
        .map(|hit| hit.case.id.as_str())
        .collect();
    assert_eq!(ids(text), shown, "{text:?} ranked without its passages");
}

/// All that match are counted, and no value has more than all of them.
fn check_counts(request: &Request, response: &Response) {
    let text = &request.text;
    let counts = engine().facets(request, 10).expect("no text is an error");
    assert!(counts.total >= response.total, "{text:?}");
    // Without anything to look for, all cases are counted.
    let is_empty = response
        .warnings
        .iter()
        .any(|it| it.kind == WarningKind::Empty);
    if response.total_relation == TotalRelation::Equal && !is_empty {
        assert_eq!(counts.total, response.total, "{text:?}");
    }
    for facet in &counts.facets {
        let values = &facet.values;
        assert!(
            values.len() <= 10 || values.iter().any(|value| value.selected),
            "{text:?}"
        );
        assert!(
            values.iter().all(|value| value.count > 0 || value.selected),
            "{text:?}"
        );
    }
    serde_json::to_vec(&FacetsAnswer::new(text, &counts)).expect("JSON");
}

fn check_shown(text: &str, response: &Response) {
    let vocabulary = engine().reader().vocabulary();
    serde_json::to_vec(&SearchAnswer::new(text, response, vocabulary)).expect("JSON");
    let mut out = Vec::new();
    let mut page = Page::new(&mut out, Some(80), vocabulary);
    page.hits(response, 0).expect("memory");
    check_printed(&out);
}

/// Composed and decomposed, a query finds the same.
fn check_forms(text: &str) {
    let (composed, decomposed): (String, String) = (text.nfc().collect(), text.nfd().collect());
    assert_eq!(
        ids(&composed),
        ids(&decomposed),
        "{text:?} composed and decomposed"
    );
}

/// A log that is pasted twice says nothing more.
fn check_repeated(text: &str) {
    let text = text.trim();
    if text.contains('\n') {
        let twice = format!("{text}\n{text}");
        assert_eq!(ids(&twice), ids(text), "{text:?} twice");
    }
}

fn check_suggestions(text: &str) {
    const LIMIT: usize = 7;
    let request = SuggestRequest {
        prefix: text.to_owned(),
        limit: LIMIT,
        lang: None,
    };
    let found = engine().suggest(&request).expect("no text is an error");
    assert!(found.len() <= LIMIT, "{text:?}: {found:?}");
    let mut texts = BTreeSet::new();
    for suggestion in &found {
        assert!(
            !suggestion.text.trim().is_empty(),
            "{text:?}: {suggestion:?}"
        );
        assert!(texts.insert(&suggestion.text), "{text:?}: {found:?}");
    }
    serde_json::to_vec(&SuggestAnswer::new(text, &found)).expect("JSON");
}
