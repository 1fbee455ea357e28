//! The words that cases are tagged with, and their labels in both languages.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use serde_json::value::RawValue;

use super::dimension::Dimension;
use super::fields::object;
use super::json;
use super::notes::{Decode, Notes};
use super::place::{Position, locate};
use super::problem::{Fault, Problem};
use super::terms::Terms;
use super::text::Lang;

static BUILTIN: LazyLock<Arc<Vocabulary>> = LazyLock::new(|| {
    let read = Vocabulary::from_json(
        Path::new("vocabulary.json"),
        include_str!("../../seeds/vocabulary.json"),
    );
    Arc::new(read.expect("the vocabulary in the program is checked by a test"))
});

/// The terms of every dimension. A dimension that the file leaves out has no terms,
/// and neither has [`Dimension::Org`]: organisations come from the cases alone.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    org: Terms,
    domain: Terms,
    symptoms: Terms,
    components: Terms,
    root_cause: Terms,
    contributing: Terms,
    severity: Terms,
    date_kind: Terms,
    source: String,
}

impl Vocabulary {
    /// The vocabulary that comes with the program.
    pub fn builtin() -> &'static Arc<Vocabulary> {
        &BUILTIN
    }

    /// Reads `{"domain": {"aws": {"en": "AWS", "ko": "AWS"}, …}, …}`.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, each with its place in `file`.
    pub fn from_json(file: &Path, text: &str) -> Result<Vocabulary, Vec<Fault>> {
        let (vocabulary, faults) = read(text);
        match vocabulary {
            Some(vocabulary) if faults.is_empty() => Ok(Vocabulary {
                source: text.to_owned(),
                ..vocabulary
            }),
            _ => Err(locate(faults, text, &file.into(), Position::START)),
        }
    }

    /// The text that it was read from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// BLAKE3 of the text that it was read from, in hexadecimal: the same for the same labels.
    pub fn fingerprint(&self) -> String {
        blake3::hash(self.source.as_bytes()).to_hex().to_string()
    }

    pub fn terms(&self, dimension: Dimension) -> &Terms {
        match dimension {
            Dimension::Org => &self.org,
            Dimension::Domain => &self.domain,
            Dimension::Component => &self.components,
            Dimension::Symptom => &self.symptoms,
            Dimension::RootCause => &self.root_cause,
            Dimension::Contributing => &self.contributing,
            Dimension::Severity => &self.severity,
        }
    }

    /// What a date may be the date of.
    pub fn date_kinds(&self) -> &Terms {
        &self.date_kind
    }

    /// The terms for the values of `key` in a case, if it is a key with a vocabulary.
    pub(super) fn terms_of_key(&self, key: &str) -> Option<&Terms> {
        if key == "date_kind" {
            return Some(&self.date_kind);
        }
        let dimension = Dimension::ALL
            .into_iter()
            .find(|dimension| dimension.key() == key);
        dimension.map(|dimension| self.terms(dimension))
    }

    /// See [`Terms::label`].
    pub fn label<'a>(&'a self, dimension: Dimension, code: &'a str, lang: Lang) -> &'a str {
        self.terms(dimension).label(code, lang)
    }

    /// See [`Terms::resolve`].
    pub fn resolve(&self, dimension: Dimension, text: &str) -> Option<&str> {
        self.terms(dimension).resolve(text)
    }

    /// See [`Terms::alike`].
    pub fn alike(&self, dimension: Dimension, text: &str, n: usize) -> Vec<&str> {
        self.terms(dimension).alike(text, n)
    }
}

/// The vocabulary, and what is wrong with it by byte offset.
fn read(text: &str) -> (Option<Vocabulary>, Vec<(usize, Problem)>) {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(json) => {
            let mut notes = Notes::new(text);
            (Vocabulary::decode(json, &mut notes), notes.faults)
        }
        Err(error) => (None, vec![json::syntax(text, &error)]),
    }
}

impl Decode for Vocabulary {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        object(json, notes, |fields| {
            let vocabulary = Vocabulary {
                org: Terms::default(),
                domain: fields.take("domain").unwrap_or_default(),
                symptoms: fields.take("symptoms").unwrap_or_default(),
                components: fields.take("components").unwrap_or_default(),
                root_cause: fields.take("root_cause").unwrap_or_default(),
                contributing: fields.take("contributing").unwrap_or_default(),
                severity: fields.take("severity").unwrap_or_default(),
                date_kind: fields.take("date_kind").unwrap_or_default(),
                source: String::new(),
            };
            fields.reject_rest(|key| Problem::NotInVocabulary {
                key: key.to_owned(),
            });
            vocabulary
        })
    }
}
