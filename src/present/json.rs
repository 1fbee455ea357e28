//! The wire types: what `--json` prints. Keys may be added, none is ever renamed.

use serde::Serialize;

use crate::case::{Case, Dimension, Lang, Text, Vocabulary, was_in_vain};
use crate::index::Field;
use crate::query::{Explained, Hit, Passage, Response, TotalRelation, Warning};

/// The answer to a search.
#[derive(Debug, Serialize)]
pub struct SearchAnswer<'a> {
    query: &'a str,
    total: usize,
    /// `eq`, or `gte` where there may be more than `total`.
    total_relation: &'static str,
    took_us: u64,
    hits: Vec<HitAnswer<'a>>,
    warnings: &'a [Warning],
}

/// A case that was found.
#[derive(Debug, Serialize)]
struct HitAnswer<'a> {
    id: &'a str,
    score: f32,
    title: Option<TitleAnswer<'a>>,
    org: Option<&'a str>,
    /// ISO 8601: `2022`, `2022-10` or `2022-10-14`.
    date: Option<String>,
    date_kind: Option<&'a str>,
    severity: Option<&'a str>,
    root_cause: Option<&'a str>,
    components: Vec<FacetAnswer<'a>>,
    symptoms: Vec<FacetAnswer<'a>>,
    domain: Vec<FacetAnswer<'a>>,
    /// The language of display.
    lang: &'static str,
    passages: Vec<PassageAnswer<'a>>,
    remediation: Vec<RemediationAnswer<'a>>,
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<ExplainAnswer<'a>>,
}

/// A text and the language it is in.
#[derive(Debug, Serialize)]
struct TextAnswer<'a> {
    lang: &'static str,
    text: &'a str,
}

#[derive(Debug, Serialize)]
struct TitleAnswer<'a> {
    #[serde(flatten)]
    text: TextAnswer<'a>,
    /// As in passages.
    marks: &'a [(usize, usize)],
}

#[derive(Debug, Serialize)]
struct FacetAnswer<'a> {
    code: &'a str,
    label: &'a str,
}

#[derive(Debug, Serialize)]
struct PassageAnswer<'a> {
    field: Field,
    /// The key of the text in the record.
    key: &'static str,
    #[serde(flatten)]
    text: TextAnswer<'a>,
    /// Half-open ranges of Unicode scalar values.
    marks: &'a [(usize, usize)],
}

#[derive(Debug, Serialize)]
struct RemediationAnswer<'a> {
    #[serde(flatten)]
    text: TextAnswer<'a>,
    /// False where the text says that it did not help.
    helped: bool,
}

#[derive(Debug, Serialize)]
struct ExplainAnswer<'a> {
    slots: Vec<SlotAnswer<'a>>,
    adjacency: f32,
    coverage: f32,
    likeness: f32,
}

#[derive(Debug, Serialize)]
struct SlotAnswer<'a> {
    text: &'a str,
    is_bigram_view: bool,
    field: Field,
    lang: &'static str,
    field_weight: f32,
    weight: f32,
    idf: f32,
    score: f32,
    /// Part of the sum before coverage, 0 to 1.
    share: f32,
}

impl<'a> SearchAnswer<'a> {
    /// The answer to `query`.
    pub fn new(query: &'a str, response: &'a Response, vocabulary: &'a Vocabulary) -> Self {
        let hits = response.hits.iter();
        Self {
            query,
            total: response.total,
            total_relation: match response.total_relation {
                TotalRelation::Equal => "eq",
                TotalRelation::AtLeast => "gte",
            },
            took_us: response.took_us,
            hits: hits
                .map(|hit| HitAnswer::new(hit, response.lang, vocabulary))
                .collect(),
            warnings: &response.warnings,
        }
    }
}

impl<'a> HitAnswer<'a> {
    fn new(hit: &'a Hit, lang: Lang, vocabulary: &'a Vocabulary) -> Self {
        let case = &hit.case;
        let facets = |dimension| facet_answers(case, dimension, lang, vocabulary);
        Self {
            id: &case.id,
            score: hit.score,
            title: text_answer(&case.title, lang).map(|text| TitleAnswer {
                text,
                marks: &hit.title_marks,
            }),
            org: case.org.as_deref(),
            date: case.date.map(|date| date.to_string()),
            date_kind: case.date_kind.as_deref(),
            severity: case.severity.as_deref(),
            root_cause: case.root_cause.as_deref(),
            components: facets(Dimension::Component),
            symptoms: facets(Dimension::Symptom),
            domain: facets(Dimension::Domain),
            lang: lang.as_str(),
            passages: hit.passages.iter().map(passage_answer).collect(),
            remediation: case
                .remediation
                .iter()
                .filter_map(|remediation| {
                    Some(RemediationAnswer {
                        text: text_answer(remediation, lang)?,
                        helped: !was_in_vain(remediation),
                    })
                })
                .collect(),
            url: case.url.as_deref(),
            explain: hit.explained.as_ref().map(explain_answer),
        }
    }
}

fn text_answer(text: &Text, lang: Lang) -> Option<TextAnswer<'_>> {
    let (lang, text) = text.in_lang_or_other(lang)?;
    Some(TextAnswer {
        lang: lang.as_str(),
        text,
    })
}

fn facet_answers<'a>(
    case: &'a Case,
    dimension: Dimension,
    lang: Lang,
    vocabulary: &'a Vocabulary,
) -> Vec<FacetAnswer<'a>> {
    let codes = dimension.values_of(case).iter();
    codes
        .map(|code| FacetAnswer {
            code,
            label: vocabulary.label(dimension, code, lang),
        })
        .collect()
}

fn passage_answer(passage: &Passage) -> PassageAnswer<'_> {
    PassageAnswer {
        field: passage.field,
        key: passage.key,
        text: TextAnswer {
            lang: passage.lang.as_str(),
            text: &passage.text,
        },
        marks: &passage.marks,
    }
}

fn explain_answer(explained: &Explained) -> ExplainAnswer<'_> {
    let slots = explained.slots.iter().map(|slot| SlotAnswer {
        text: &slot.text,
        is_bigram_view: slot.is_bigram_view,
        field: slot.field,
        lang: slot.lang.as_str(),
        field_weight: slot.field_weight,
        weight: slot.weight,
        idf: slot.idf,
        score: slot.score,
        share: explained.share(slot.score),
    });
    ExplainAnswer {
        slots: slots.collect(),
        adjacency: explained.adjacency,
        coverage: explained.coverage,
        likeness: explained.likeness,
    }
}
