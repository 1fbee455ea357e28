//! The values of the facets that occur in the cases, by their labels in both languages and their
//! codes.

use std::cmp::Reverse;

use super::{Asked, Candidate, Fit, Suggestion, SuggestionKind};
use crate::analysis::{Typed, folded};
use crate::case::Lang;
use crate::error::Error;
use crate::index::{self, Facet, Reader, facet_term};

/// All values with their names. There are few beside the words of the cases, so that each is looked
/// at for each request.
pub(crate) struct FacetNames {
    /// Those that most cases have first.
    values: Vec<Value>,
}

struct Value {
    facet: Facet,
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
        for facet in Facet::ALL
            .into_iter()
            .filter(|&facet| facet != Facet::Language)
        {
            for (code, cases) in index::values(reader, facet)? {
                let label = |lang| match facet {
                    Facet::Tag(dimension) => Name::new(vocabulary.label(dimension, &code, lang)),
                    _ => Name::new(&code),
                };
                values.push(Value {
                    facet,
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
        let values = self.values.iter().filter(|v| v.facet != Facet::Year);
        values
            .take(most)
            .map(|value| value.shown_as(value.label(lang)))
            .collect()
    }

    /// The values of which a name, or a word inside a name, begins as all that was typed, and those
    /// that mean the `same`.
    pub(super) fn matching(&self, asked: &Asked<'_>, same: &[String]) -> Vec<Candidate<'static>> {
        let values = self.values.iter();
        let candidates = values.filter_map(|value| {
            let fitting = value.matching(&asked.whole, asked);
            fitting.or_else(|| value.meaning(same, asked.lang))
        });
        candidates.collect()
    }

    /// The values of `facet` of which a name, or a word inside a name, begins as `typed`.
    pub(super) fn values_of(
        &self,
        facet: Facet,
        typed: &Typed,
        asked: &Asked<'_>,
    ) -> Vec<Candidate<'static>> {
        let values = self.values.iter().filter(|value| value.facet == facet);
        values
            .filter_map(|value| value.matching(typed, asked))
            .collect()
    }
}

impl Value {
    fn label(&self, lang: Lang) -> &Name {
        &self.labels[lang as usize]
    }

    /// By the label that fits best; where only the code does, or that language was chosen, by the
    /// label in the language asked for.
    fn matching(&self, typed: &Typed, asked: &Asked<'_>) -> Option<Candidate<'static>> {
        let label = self.label(asked.lang);
        let labels = [label].into_iter().chain(&self.labels);
        let fits = labels.filter_map(|name| Some((name.fit(typed)?, name)));
        let by_code = || Some((self.code_name.fit(typed)?, label));
        let (fit, name) = fits.min_by_key(|(fit, _)| *fit).or_else(by_code)?;
        let name = if asked.is_lang_chosen { label } else { name };
        Some(Candidate::Name(fit, self.shown_as(name)))
    }

    /// By the label in `lang`, where one of the names is among the `same`.
    fn meaning(&self, same: &[String], lang: Lang) -> Option<Candidate<'static>> {
        let mut names = self.labels.iter().chain([&self.code_name]);
        let is_same = names.any(|name| same.contains(&name.folded));
        is_same.then(|| Candidate::Name(Fit::Near, self.shown_as(self.label(lang))))
    }

    fn shown_as(&self, name: &Name) -> Suggestion {
        // A bare number would be a word of the texts.
        let text = match self.facet {
            Facet::Year => facet_term(self.facet, &self.code),
            _ => name.text.clone(),
        };
        Suggestion {
            facet: Some(self.facet),
            code: Some(self.code.clone()),
            ..Suggestion::new(SuggestionKind::Facet, text, self.cases)
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
