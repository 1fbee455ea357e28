//! The fields of an object put together to a case, codes checked against the vocabulary.

use super::fields::Fields;
use super::notes::Notes;
use super::problem::{Doubt, Problem};
use super::record::Case;
use super::schema::{Measure, Name, Reference};
use super::text::{Lang, Text};
use super::vocabulary::Vocabulary;

pub(super) fn assemble(id: String, fields: &mut Fields<'_, '_>, vocabulary: &Vocabulary) -> Case {
    let related = related(fields, &id);
    let recurrence_of = recurrence_of(fields, &id);
    Case {
        id,
        org: name(fields, "org"),
        org_slug: name(fields, "org_slug"),
        date: fields.take("date"),
        date_kind: code(fields, "date_kind", vocabulary),
        title: title(fields),
        domain: codes(fields, "domain", vocabulary),
        severity: code(fields, "severity", vocabulary),
        impact: fields.take("impact").unwrap_or_default(),
        symptoms: codes(fields, "symptoms", vocabulary),
        components: codes(fields, "components", vocabulary),
        root_cause: code(fields, "root_cause", vocabulary),
        contributing: codes(fields, "contributing", vocabulary),
        symptoms_text: bilingual(fields, "symptoms_text"),
        trigger: fields.take("trigger").unwrap_or_default(),
        detection: fields.take("detection").unwrap_or_default(),
        summary: bilingual(fields, "summary"),
        remediation: measures(fields, "remediation"),
        action_items: measures(fields, "action_items"),
        lessons: fields.take("lessons").unwrap_or_default(),
        timeline: fields.take("timeline").unwrap_or_default(),
        related,
        recurrence_of,
        sources: fields.take("sources").unwrap_or_default(),
        docs: fields.take("docs").unwrap_or_default(),
        review: fields.take("review").unwrap_or_default(),
        updated_at: fields.take("updated_at"),
        url: fields.take("url"),
    }
}

fn title(fields: &mut Fields<'_, '_>) -> Text {
    let json = fields.locate("title");
    let title = fields.require::<Text>("title", Problem::NoTitle);
    if title.as_ref().is_some_and(Text::is_empty) {
        fields.notes.fault(json, Problem::NoTitle);
    }
    let title = title.unwrap_or_default();
    doubt_one_language("title", &title, fields.notes.offset(json), fields.notes);
    title
}

fn bilingual(fields: &mut Fields<'_, '_>, key: &'static str) -> Text {
    let offset = fields.notes.offset(fields.locate(key));
    let text = fields.take(key).unwrap_or_default();
    doubt_one_language(key, &text, offset, fields.notes);
    text
}

fn doubt_one_language(field: &'static str, text: &Text, offset: usize, notes: &mut Notes<'_>) {
    let missing = match (&text.en, &text.ko) {
        (None, Some(_)) => Lang::En,
        (Some(_), None) => Lang::Ko,
        _ => return,
    };
    notes
        .warnings
        .push((offset, Doubt::OneLanguage { field, missing }));
}

/// The name of an organisation: any name will do, but `unknown` is none.
fn name(fields: &mut Fields<'_, '_>, key: &'static str) -> Option<String> {
    let Name { text, .. } = fields.take(key)?;
    (!text.eq_ignore_ascii_case("unknown")).then_some(text)
}

fn code(fields: &mut Fields<'_, '_>, key: &'static str, vocabulary: &Vocabulary) -> Option<String> {
    let code = fields.take(key)?;
    Some(checked(code, key, vocabulary, fields.notes))
}

fn codes(fields: &mut Fields<'_, '_>, key: &'static str, vocabulary: &Vocabulary) -> Vec<String> {
    let codes: Vec<Name> = fields.take(key).unwrap_or_default();
    codes
        .into_iter()
        .map(|code| checked(code, key, vocabulary, fields.notes))
        .collect()
}

/// A word that the vocabulary lacks is kept and shown as itself.
fn checked(
    code: Name,
    field: &'static str,
    vocabulary: &Vocabulary,
    notes: &mut Notes<'_>,
) -> String {
    let Name { text, offset } = code;
    let terms = vocabulary.terms_of_key(field);
    if terms.is_some_and(|terms| !terms.contains(&text)) {
        notes
            .warnings
            .push((offset, Doubt::unknown_code(field, &text)));
    }
    text
}

fn measures(fields: &mut Fields<'_, '_>, key: &'static str) -> Vec<Text> {
    let measures: Vec<Measure> = fields.take(key).unwrap_or_default();
    measures.into_iter().map(|Measure(text)| text).collect()
}

fn related(fields: &mut Fields<'_, '_>, own: &str) -> Vec<String> {
    let named: Vec<Reference> = fields.take("related").unwrap_or_default();
    let named = named.into_iter();
    named
        .map(|reference| noted("related", reference, own, fields.notes))
        .collect()
}

fn recurrence_of(fields: &mut Fields<'_, '_>, own: &str) -> Option<String> {
    let named = fields.take("recurrence_of")?;
    Some(noted("recurrence_of", named, own, fields.notes))
}

/// The id of another case, which may be read later or never: see
/// [`Report::unknown_links`](super::load::Report::unknown_links).
fn noted(field: &'static str, reference: Reference, own: &str, notes: &mut Notes<'_>) -> String {
    let Reference { id, offset } = reference;
    if id == own {
        notes.warnings.push((offset, Doubt::NamesItself { field }));
    } else {
        let id = id.clone();
        notes.links.push((offset, Doubt::UnknownCase { field, id }));
    }
    id
}
