//! Counting what could narrow a search: for each facet its values, and how many of the cases found
//! have each.
//!
//! Values of one facet add up. So the counts of a facet leave its own selection out and honour all
//! others: they show what else could be chosen.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Instant;

use rustc_hash::FxHashMap;
use tantivy::{BitSet, DocAddress};

use super::conditions::Conditions;
use super::engine::{Engine, Request, Understood};
use super::facet::Facet;
use super::matching::{all, docs, matching};
use super::notes::{note_empty, relax_phrases};
use super::warning::Warning;
use crate::case::{Dimension, Lang, Vocabulary};
use crate::error::Error;
use crate::index::{Columns, Facets, year};

/// What could narrow a search.
#[derive(Debug, Clone)]
pub struct FacetCounts {
    /// Number of cases that match.
    pub total: usize,
    /// One for each of [`Facet::ALL`], in that order.
    pub facets: Vec<FacetCount>,
    /// As for a search.
    pub warnings: Vec<Warning>,
    /// The language of the labels.
    pub lang: Lang,
    /// Time taken, in microseconds.
    pub took_us: u64,
}

/// The values of one facet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetCount {
    /// What is counted.
    pub facet: Facet,
    /// Those that most cases have first, then by label; those chosen are always among them.
    pub values: Vec<FacetValue>,
    /// Number of further values.
    pub more: usize,
}

/// A value and the number of cases that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetValue {
    /// What a filter takes, whatever the language.
    pub code: String,
    /// What to show; a filter takes it as well.
    pub label: String,
    /// Cases that match all other facets and have this value.
    pub count: u64,
    /// Whether the search asks for it.
    pub selected: bool,
}

impl Engine {
    /// Counts all cases that match `request`, or all cases where it has no text; at most `limit`
    /// values a facet are returned, and those that are chosen. What the request says of pages does
    /// not matter.
    ///
    /// # Errors
    ///
    /// As [`Self::search`].
    pub fn facets(&self, request: &Request, limit: usize) -> Result<FacetCounts, Error> {
        let started = Instant::now();
        let Understood {
            plan,
            mut conditions,
            mut warnings,
            filters,
            ..
        } = self.understand(request, &mut self.analyzer())?;
        let selected = filters.selected(self.reader())?;
        let is_blank = request.text.trim().is_empty();
        let mut matched = match plan.slots.is_empty() {
            false => matching(self.reader(), &plan)?,
            true if is_blank || conditions.are_any() => all(self.reader()),
            true => Vec::new(),
        };
        let mut found = both(&matched, conditions.allowed()?);
        // As searching does.
        if conditions.has_phrases() && size(&found) == 0 {
            conditions.drop_phrases();
            if plan.slots.is_empty() && !conditions.are_any() {
                // The phrase was all there was to go by.
                matched.clear();
            }
            found = both(&matched, conditions.allowed()?);
            relax_phrases(&mut warnings);
        }
        if matched.is_empty() && plan.unknown.is_empty() {
            note_empty(&mut warnings);
        }
        let lang = request.lang.unwrap_or_else(|| Lang::of(&request.text));
        let counts = self.counts(&matched, &found, &conditions, &selected)?;
        let facets = counts.into_iter().map(|(facet, counts)| {
            let chosen = selected.get(&facet).map_or(&[][..], Vec::as_slice);
            let labels = |code: &str| label(facet, code, self.reader().vocabulary(), lang);
            values(facet, counts, chosen, &labels, limit)
        });
        Ok(FacetCounts {
            total: size(&found),
            facets: facets.collect(),
            warnings,
            lang,
            took_us: started.elapsed().as_micros() as u64,
        })
    }

    /// Counts facets that nothing is chosen of over `found`, all at once, and each of the others
    /// over what its own selection would leave out.
    fn counts(
        &self,
        matched: &[BitSet],
        found: &[BitSet],
        conditions: &Conditions<'_>,
        selected: &BTreeMap<Facet, Vec<String>>,
    ) -> Result<BTreeMap<Facet, Counts>, Error> {
        let is_free = |facet: &Facet| !selected.contains_key(facet);
        let free: Vec<Facet> = Facet::ALL.into_iter().filter(is_free).collect();
        let mut counts = self.count(found, &free)?;
        for &facet in selected.keys() {
            let widened = both(matched, conditions.allowed_without(facet)?);
            counts.append(&mut self.count(&widened, &[facet])?);
        }
        Ok(counts)
    }

    /// Counts the values of `of` over the cases in `sets`.
    fn count(&self, sets: &[BitSet], of: &[Facet]) -> Result<BTreeMap<Facet, Counts>, Error> {
        let facets = self.facet_columns()?;
        let mut tags = vec![0_u64; facets.counts.len()];
        let mut days: FxHashMap<i64, u64> = FxHashMap::default();
        let mut languages = [0_u64; Lang::ALL.len()];
        let has_tags = of.iter().any(|facet| matches!(facet, Facet::Tag(_)));
        let has_years = of.contains(&Facet::Year);
        let has_languages = of.contains(&Facet::Language);
        for (ord, set) in sets.iter().enumerate() {
            let segment = self.reader().searcher().segment_reader(ord as u32);
            let columns: Columns = self.reader().columns(segment)?;
            for doc in docs(set) {
                if has_tags {
                    let tagged = facets.of(DocAddress::new(ord as u32, doc));
                    tagged.for_each(|id| tags[id as usize] += 1);
                }
                if has_years {
                    *days.entry(columns.date(doc)).or_default() += 1;
                }
                if has_languages {
                    let extents = columns.extents(doc);
                    for lang in Lang::ALL.into_iter().filter(|&lang| extents.has_text(lang)) {
                        languages[lang as usize] += 1;
                    }
                }
            }
        }
        let counts = of.iter().map(|&facet| {
            let counts = match facet {
                Facet::Tag(dimension) => of_dimension(facets, dimension, &tags),
                Facet::Year => by_year(&days),
                Facet::Language => {
                    let counted = Lang::ALL.into_iter().zip(languages);
                    counted
                        .map(|(lang, n)| (lang.as_str().to_owned(), n))
                        .collect()
                }
            };
            (facet, counts)
        });
        Ok(counts.collect())
    }
}

/// The number of cases by code.
type Counts = BTreeMap<String, u64>;

fn of_dimension(facets: &Facets, dimension: Dimension, tags: &[u64]) -> Counts {
    let codes = facets.codes(dimension);
    codes
        .map(|(id, code)| (code.to_owned(), tags[id as usize]))
        .collect()
}

/// Cases without a date have no year.
fn by_year(days: &FxHashMap<i64, u64>) -> Counts {
    let mut years = Counts::new();
    for (&day, count) in days {
        if let Some(year) = year(day) {
            *years.entry(format!("{year:04}")).or_default() += count;
        }
    }
    years
}

/// The first `limit` values, and all that are chosen.
fn values(
    facet: Facet,
    mut counts: Counts,
    chosen: &[String],
    label: &dyn Fn(&str) -> String,
    limit: usize,
) -> FacetCount {
    for code in chosen {
        counts.entry(code.clone()).or_default();
    }
    let mut values: Vec<FacetValue> = counts
        .into_iter()
        .map(|(code, count)| FacetValue {
            label: label(&code),
            selected: chosen.contains(&code),
            code,
            count,
        })
        .filter(|value| value.count > 0 || value.selected)
        .collect();
    values.sort_by(|a, b| {
        let key = |value: &FacetValue| (Reverse(value.count), value.label.to_lowercase());
        key(a).cmp(&key(b)).then_with(|| a.code.cmp(&b.code))
    });
    let all = values.len();
    let mut place = 0;
    values.retain(|value| {
        place += 1;
        place <= limit || value.selected
    });
    FacetCount {
        facet,
        more: all - values.len(),
        values,
    }
}

fn label(facet: Facet, code: &str, vocabulary: &Vocabulary, lang: Lang) -> String {
    let label = match (facet, code, lang) {
        (Facet::Tag(dimension), ..) => vocabulary.label(dimension, code, lang),
        (Facet::Language, "en", Lang::En) => "English",
        (Facet::Language, "en", Lang::Ko) => "영어",
        (Facet::Language, "ko", Lang::En) => "Korean",
        (Facet::Language, "ko", Lang::Ko) => "한국어",
        _ => code,
    };
    label.to_owned()
}

/// The cases of `matched` that are `allowed`, where there are conditions.
fn both(matched: &[BitSet], allowed: Option<Vec<BitSet>>) -> Vec<BitSet> {
    let Some(mut both) = allowed.filter(|_| !matched.is_empty()) else {
        return matched.to_vec();
    };
    for (both, matched) in both.iter_mut().zip(matched) {
        for doc in 0..both.max_value() {
            if !matched.contains(doc) {
                both.remove(doc);
            }
        }
    }
    both
}

fn size(sets: &[BitSet]) -> usize {
    sets.iter().map(BitSet::len).sum()
}
