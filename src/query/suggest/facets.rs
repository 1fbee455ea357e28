//! The values of the facets that occur in the cases, by their labels in both languages and their
//! codes.

use std::cmp::Reverse;

use super::{Asked, Candidate, Fit, Suggestion, SuggestionKind};
use crate::analysis::{Typed, folded};
use crate::case::{Dimension, Lang};
use crate::error::Error;
use crate::index::{self, Reader};

/// All values with their names. There are few beside the words of the cases, so that each is looked
/// at for each request.
pub(crate) struct FacetNames {
    /// Those that most cases have first.
    values: Vec<Value>,
}

struct Value {
    dimension: Dimension,
    code: String,
    cases: u64,
    /// By language.
    labels: [Name; Lang::ALL.len()],
    code_name: Name,
}

struct Name {
    text: String,
    folded: String,
    /// Where words start in `folded`.
    starts: Vec<usize>,
}

impl FacetNames {
    /// The names of all values of the dimensions.
    pub(crate) fn read(reader: &Reader) -> Result<Self, Error> {
        let vocabulary = reader.vocabulary();
        let mut values = Vec::new();
        for dimension in Dimension::ALL {
            for (code, cases) in index::values(reader, dimension.into())? {
                let label = |lang| Name::new(vocabulary.label(dimension, &code, lang));
                values.push(Value {
                    dimension,
                    cases,
                    labels: Lang::ALL.map(label),
                    code_name: Name::new(&code),
                    code,
                });
            }
        }
        values.sort_by(|a, b| (Reverse(a.cases), &a.code).cmp(&(Reverse(b.cases), &b.code)));
        Ok(Self { values })
    }

    /// The values that most cases have.
    pub(super) fn most_frequent(&self, lang: Lang, most: usize) -> Vec<Suggestion> {
        let values = self.values.iter().take(most);
        values
            .map(|value| value.shown_as(value.label(lang)))
            .collect()
    }

    /// The values of which a name, or a word inside a name, begins as all that was typed.
    pub(super) fn matching(&self, asked: &Asked<'_>) -> Vec<Candidate<'static>> {
        let values = self.values.iter();
        values
            .filter_map(|value| value.matching(&asked.whole, asked.lang))
            .collect()
    }
}

impl Value {
    fn label(&self, lang: Lang) -> &Name {
        &self.labels[lang as usize]
    }

    /// By the label that fits best; where only the code does, by the label in `lang`.
    fn matching(&self, typed: &Typed, lang: Lang) -> Option<Candidate<'static>> {
        let label = self.label(lang);
        let labels = [label].into_iter().chain(&self.labels);
        let fits = labels.filter_map(|name| Some((name.fit(typed)?, name)));
        let by_code = || Some((self.code_name.fit(typed)?, label));
        let (fit, name) = fits.min_by_key(|(fit, _)| *fit).or_else(by_code)?;
        Some(Candidate::Name(fit, self.shown_as(name)))
    }

    fn shown_as(&self, name: &Name) -> Suggestion {
        Suggestion {
            dimension: Some(self.dimension),
            code: Some(self.code.clone()),
            ..Suggestion::new(SuggestionKind::Facet, name.text.clone(), self.cases)
        }
    }
}

impl Name {
    fn new(text: &str) -> Self {
        let is_between = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '/' | '(' | ')');
        let mut name = Self {
            text: text.to_owned(),
            folded: String::new(),
            starts: Vec::new(),
        };
        for word in text.split(is_between).filter(|word| !word.is_empty()) {
            name.starts.push(name.folded.len());
            name.folded.push_str(&folded(word));
        }
        name
    }

    fn fit(&self, typed: &Typed) -> Option<Fit> {
        let fits = |&start: &usize| typed.fit(&self.folded[start..]);
        let (first, inside) = self.starts.split_first()?;
        fits(first).or_else(|| inside.iter().find_map(fits).map(|_| Fit::Near))
    }
}
