//! A real case: its record, and its texts as sentences.

use std::collections::HashMap;
use std::ptr;

use serde_json::Value;

use super::Record;
use super::sentences::{paragraphs, sentences};

/// The fields that hold texts.
pub const TEXT_FIELDS: [&str; 8] = [
    "title",
    "symptoms_text",
    "trigger",
    "detection",
    "summary",
    "remediation",
    "action_items",
    "lessons",
];

/// The languages that a text has.
pub const LANGS: [&str; 2] = ["en", "ko"];

pub struct RealCase {
    pub record: Record,
    /// By field and language.
    sentences: HashMap<(&'static str, &'static str), Vec<String>>,
    /// Codes of the root cause and the components.
    tags: Vec<String>,
}

impl RealCase {
    pub fn new(mut record: Record) -> Self {
        let mut by_text: HashMap<_, Vec<String>> = HashMap::new();
        for (field, lang) in TEXT_FIELDS.into_iter().flat_map(|f| LANGS.map(|l| (f, l))) {
            for_each_text(&mut record, field, lang, |text| {
                let found = paragraphs(text).flat_map(sentences).map(str::to_owned);
                by_text.entry((field, lang)).or_default().extend(found);
            });
        }
        Self {
            tags: tags(&record),
            sentences: by_text,
            record,
        }
    }

    pub fn sentences(&self, field: &'static str, lang: &'static str) -> &[String] {
        self.sentences
            .get(&(field, lang))
            .map_or(&[], Vec::as_slice)
    }

    /// Whether this is another case with the same cause or a common component.
    pub fn is_kin_of(&self, other: &Self) -> bool {
        !ptr::eq(self, other) && self.tags.iter().any(|tag| other.tags.contains(tag))
    }
}

fn tags(record: &Record) -> Vec<String> {
    let components = record
        .get("components")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    record
        .get("root_cause")
        .into_iter()
        .chain(components)
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// Visits the texts of a field in one language. Some fields hold one text,
/// some a list of them, some none.
pub fn for_each_text(
    record: &mut Record,
    field: &str,
    lang: &str,
    mut visit: impl FnMut(&mut String),
) {
    if let Some(value) = record.get_mut(field) {
        visit_texts(value, lang, &mut visit);
    }
}

fn visit_texts(value: &mut Value, lang: &str, visit: &mut impl FnMut(&mut String)) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| visit_texts(item, lang, visit)),
        Value::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Value::String(text) if key == lang => visit(text),
                    other => visit_texts(other, lang, visit),
                }
            }
        }
        _ => {}
    }
}
