//! The words of one dimension.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::value::RawValue;
use unicode_normalization::UnicodeNormalization;

use super::fields::object;
use super::notes::{Decode, Notes, Step};
use super::schema::{Name, name};
use super::text::{Lang, Text};

/// Longer words are compared by their beginning: similarity costs the product of
/// both lengths, and no code is nearly as long.
const COMPARED_CHARS: usize = 64;

const INSIDE: f64 = 0.9;

/// A code and its labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub code: String,
    pub label: Text,
}

impl Term {
    /// The label in `lang`, else in the other language, else the code.
    pub fn label(&self, lang: Lang) -> &str {
        self.label
            .in_lang_or_other(lang)
            .map_or(&self.code, |(_, label)| label)
    }

    /// Everything the term is called, the code first.
    fn names(&self) -> impl Iterator<Item = &str> {
        let labels = Lang::ALL
            .into_iter()
            .filter_map(|lang| self.label.get(lang));
        std::iter::once(self.code.as_str()).chain(labels)
    }
}

#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// In the order of the file.
    terms: Vec<Term>,
    by_code: HashMap<String, usize>,
    /// Made for the first name that is looked up: most searches show labels only.
    by_folded_name: OnceLock<HashMap<String, usize>>,
}

impl Terms {
    fn new(terms: Vec<Term>) -> Terms {
        let by_code = terms
            .iter()
            .zip(0..)
            .map(|(term, index)| (term.code.clone(), index))
            .collect();
        Terms {
            terms,
            by_code,
            by_folded_name: OnceLock::new(),
        }
    }

    fn by_folded_name(&self) -> &HashMap<String, usize> {
        self.by_folded_name.get_or_init(|| {
            let mut by_folded_name = HashMap::new();
            // Codes go first: a label never hides the code of another term.
            for (index, term) in self.terms.iter().enumerate() {
                by_folded_name.entry(fold(&term.code)).or_insert(index);
            }
            for (index, term) in self.terms.iter().enumerate() {
                for name in term.names() {
                    by_folded_name.entry(fold(name)).or_insert(index);
                }
            }
            by_folded_name
        })
    }

    pub fn iter(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter()
    }

    pub fn contains(&self, code: &str) -> bool {
        self.by_code.contains_key(code)
    }

    /// What to show for `code`, which is itself if the vocabulary lacks it.
    pub fn label<'a>(&'a self, code: &'a str, lang: Lang) -> &'a str {
        self.by_code
            .get(code)
            .map_or(code, |&index| self.terms[index].label(lang))
    }

    /// The code that `text` means: a code or a label in either language, whatever its
    /// case, width, Unicode form, spaces, hyphens and underscores.
    pub fn resolve(&self, text: &str) -> Option<&str> {
        self.by_folded_name()
            .get(&fold(text))
            .map(|&index| self.terms[index].code.as_str())
    }

    /// The codes of at most `n` terms whose code or label is most like `text`, best
    /// first, in the order of the file where equally good.
    pub fn nearest(&self, text: &str, n: usize) -> Vec<&str> {
        let nearest = self.by_likeness(text).into_iter();
        nearest
            .map(|(term, _)| term.code.as_str())
            .take(n)
            .collect()
    }

    /// Those of [`Self::nearest`] that may be meant by `text`.
    pub fn alike(&self, text: &str, n: usize) -> Vec<&str> {
        /// Below that of a Korean label with two of its three words, one of them with a slip.
        const ALIKE: f64 = 0.65;
        let mut nearest = self.by_likeness(text);
        nearest.retain(|(_, likeness)| *likeness >= ALIKE);
        let alike = nearest.into_iter();
        alike.map(|(term, _)| term.code.as_str()).take(n).collect()
    }

    /// How like `text` each term is by the name that is most like it, from 0 to 1: Jaro-Winkler
    /// likeness, or [`INSIDE`] where the name has the text in it.
    fn by_likeness(&self, text: &str) -> Vec<(&Term, f64)> {
        let text: String = fold(text).chars().take(COMPARED_CHARS).collect();
        let mut best = vec![0.0; self.terms.len()];
        for (name, &index) in self.by_folded_name() {
            let is_inside = !text.is_empty() && name.contains(&text);
            let least = if is_inside { INSIDE } else { 0.0 };
            let likeness = strsim::jaro_winkler(&text, name).max(least);
            best[index] = f64::max(best[index], likeness);
        }
        let mut nearest: Vec<_> = self.terms.iter().zip(best).collect();
        nearest.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        nearest
    }
}

impl Decode for Terms {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        let mut terms = Vec::new();
        for (code, label) in notes.entries(json)? {
            let step = Step::Key(code.clone());
            if let Some(label) = notes.within(step, |notes| read_label(label, notes)) {
                terms.push(Term {
                    code: name(&code),
                    label,
                });
            }
        }
        Some(Terms::new(terms))
    }
}

/// Not read as the text of a case: `Unknown` is the label of the code `unknown`.
fn read_label<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Text> {
    object(json, notes, |fields| Text {
        en: fields.take("en").map(|Name { text, .. }| text),
        ko: fields.take("ko").map(|Name { text, .. }| text),
    })
}

/// The form in which names are compared. Decomposed, so that likeness of Korean
/// words is measured in letters, not in whole syllables.
fn fold(name: &str) -> String {
    name.nfkd()
        .flat_map(char::to_lowercase)
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'))
        .collect()
}
