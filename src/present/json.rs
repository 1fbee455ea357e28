//! The wire types: what `--json` prints. Keys may be added, none is ever renamed.

use serde::Serialize;
use utoipa::ToSchema;

use super::outline::remedies;
use super::reasons::{reason_kind, reason_text};
use crate::case::{Case, Dimension, Lang, Text, Vocabulary};
use crate::index::{Facet, Field};
use crate::query::{
    Above, Explained, Explanation, FacetCount, FacetCounts, Hit, Passage, Reason, Related,
    Response, Suggestion, SuggestionKind, TotalRelation, Warning,
};

/// The answer to a search.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchAnswer<'a> {
    query: &'a str,
    total: usize,
    /// `eq`, or `gte` where there may be more than `total`.
    total_relation: &'static str,
    took_us: u64,
    hits: Vec<HitAnswer<'a>>,
    /// Where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    facets: Option<Vec<CountAnswer<'a>>>,
    warnings: &'a [Warning],
}

/// What could narrow a search.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacetsAnswer<'a> {
    query: &'a str,
    /// Number of cases that match; always exact.
    total: usize,
    took_us: u64,
    /// The language of the labels.
    lang: &'static str,
    facets: Vec<CountAnswer<'a>>,
    warnings: &'a [Warning],
}

/// The values of one dimension: those that most cases have first, then by label.
#[derive(Debug, Serialize, ToSchema)]
struct CountAnswer<'a> {
    /// `org`, `domain`, `component`, `symptom`, `root_cause`, `contributing`, `severity`, `year` or
    /// `language`.
    dimension: &'static str,
    values: Vec<ValueAnswer<'a>>,
    /// Number of values beside these.
    more: usize,
}

/// A value, whether it is chosen, and how many cases have it that match all other dimensions.
#[derive(Debug, Serialize, ToSchema)]
struct ValueAnswer<'a> {
    #[serde(flatten)]
    value: FacetAnswer<'a>,
    count: u64,
    selected: bool,
}

/// What may be meant by what was typed so far.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestAnswer<'a> {
    prefix: &'a str,
    /// Best first.
    suggestions: Vec<SuggestionAnswer<'a>>,
}

#[derive(Debug, Serialize, ToSchema)]
struct SuggestionAnswer<'a> {
    /// To be put in place of the whole prefix.
    text: &'a str,
    /// `title`, `identifier`, `term`, `facet` or `id`.
    kind: SuggestionKind,
    /// The number of cases that have it; 0 where no case has all words of it.
    cases: u64,
    /// `org`, `component` and so on, or `year`, of a facet value.
    #[serde(skip_serializing_if = "Option::is_none")]
    dimension: Option<&'static str>,
    /// Of a facet value.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    /// The case, of a title or an id.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
}

impl<'a> SuggestAnswer<'a> {
    /// The answer to `prefix`.
    pub fn new(prefix: &'a str, found: &'a [Suggestion]) -> Self {
        let suggestions = found.iter().map(|suggestion| SuggestionAnswer {
            text: &suggestion.text,
            kind: suggestion.kind,
            cases: suggestion.cases,
            dimension: suggestion.facet.map(Facet::name),
            code: suggestion.code.as_deref(),
            id: suggestion.id.as_deref(),
        });
        Self {
            prefix,
            suggestions: suggestions.collect(),
        }
    }
}

/// A case that was found.
#[derive(Debug, Serialize, ToSchema)]
struct HitAnswer<'a> {
    id: &'a str,
    score: f32,
    #[schema(required)]
    title: Option<TitleAnswer<'a>>,
    #[schema(required)]
    org: Option<&'a str>,
    /// ISO 8601: `2022`, `2022-10` or `2022-10-14`.
    #[schema(required)]
    date: Option<String>,
    #[schema(required)]
    date_kind: Option<&'a str>,
    #[schema(required)]
    severity: Option<&'a str>,
    #[schema(required)]
    root_cause: Option<&'a str>,
    components: Vec<FacetAnswer<'a>>,
    symptoms: Vec<FacetAnswer<'a>>,
    domain: Vec<FacetAnswer<'a>>,
    /// The language of display.
    lang: &'static str,
    passages: Vec<PassageAnswer<'a>>,
    remediation: Vec<RemediationAnswer<'a>>,
    #[schema(required)]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<ExplainAnswer<'a>>,
}

/// A text and the language it is in.
#[derive(Debug, Serialize, ToSchema)]
struct TextAnswer<'a> {
    lang: &'static str,
    text: &'a str,
}

#[derive(Debug, Serialize, ToSchema)]
struct TitleAnswer<'a> {
    #[serde(flatten)]
    text: TextAnswer<'a>,
    /// As in passages.
    marks: &'a [(usize, usize)],
}

#[derive(Debug, Serialize, ToSchema)]
struct FacetAnswer<'a> {
    code: &'a str,
    label: &'a str,
}

#[derive(Debug, Serialize, ToSchema)]
struct PassageAnswer<'a> {
    field: Field,
    /// The key of the text in the record.
    key: &'static str,
    #[serde(flatten)]
    text: TextAnswer<'a>,
    /// Half-open ranges of Unicode scalar values.
    marks: &'a [(usize, usize)],
}

#[derive(Debug, Serialize, ToSchema)]
struct RemediationAnswer<'a> {
    #[serde(flatten)]
    text: TextAnswer<'a>,
    /// False where the text says that it did not help.
    helped: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExplainAnswer<'a> {
    slots: Vec<SlotAnswer<'a>>,
    adjacency: f32,
    coverage: f32,
    likeness: f32,
}

#[derive(Debug, Serialize, ToSchema)]
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

/// What a query makes of one case.
#[derive(Debug, Serialize)]
pub struct ExplanationAnswer<'a> {
    id: &'a str,
    query: &'a str,
    /// From 1; null where the case is not found.
    rank: Option<usize>,
    total: usize,
    total_relation: &'static str,
    score: f32,
    explain: ExplainAnswer<'a>,
    /// Words of the query that the case lacks.
    missing: &'a [String],
    /// Words of the query that no case has.
    unknown: &'a [String],
    /// Why the case is not found.
    left_out: Vec<ObstacleAnswer<'a>>,
    above: Option<AboveAnswer<'a>>,
    warnings: &'a [Warning],
}

#[derive(Debug, Serialize)]
struct ObstacleAnswer<'a> {
    kind: &'static str,
    /// The filter, the word or the phrase.
    value: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct AboveAnswer<'a> {
    id: &'a str,
    score: f32,
    explain: ExplainAnswer<'a>,
    leads: Vec<LeadAnswer<'a>>,
}

/// A word that counts more for the other case.
#[derive(Debug, Serialize)]
struct LeadAnswer<'a> {
    text: &'a str,
    theirs: f32,
    own: f32,
}

impl<'a> ExplanationAnswer<'a> {
    /// The answer to `query` about one case.
    pub fn new(query: &'a str, explanation: &'a Explanation) -> Self {
        let obstacles = explanation.left_out.iter().map(|obstacle| ObstacleAnswer {
            kind: obstacle.kind(),
            value: obstacle.value(),
        });
        Self {
            id: &explanation.case.id,
            query,
            rank: explanation.rank,
            total: explanation.total,
            total_relation: total_relation(explanation.total_relation),
            score: explanation.score,
            explain: explain_answer(&explanation.explained),
            missing: &explanation.missing,
            unknown: &explanation.unknown,
            left_out: obstacles.collect(),
            above: explanation.above.as_ref().map(AboveAnswer::new),
            warnings: &explanation.warnings,
        }
    }
}

impl<'a> AboveAnswer<'a> {
    fn new(above: &'a Above) -> Self {
        let leads = above.leads.iter().map(|lead| LeadAnswer {
            text: &lead.text,
            theirs: lead.theirs,
            own: lead.own,
        });
        Self {
            id: &above.id,
            score: above.score,
            explain: explain_answer(&above.explained),
            leads: leads.collect(),
        }
    }
}

/// The cases related to one.
#[derive(Debug, Serialize, ToSchema)]
pub struct RelatedAnswer<'a> {
    id: &'a str,
    /// The language of display.
    lang: &'static str,
    related: Vec<RelatedCaseAnswer<'a>>,
}

#[derive(Debug, Serialize, ToSchema)]
struct RelatedCaseAnswer<'a> {
    id: &'a str,
    score: f32,
    #[schema(required)]
    title: Option<TextAnswer<'a>>,
    #[schema(required)]
    org: Option<&'a str>,
    #[schema(required)]
    date: Option<String>,
    #[schema(required)]
    date_kind: Option<&'a str>,
    #[schema(required)]
    severity: Option<&'a str>,
    reasons: Vec<ReasonAnswer<'a>>,
    #[schema(required)]
    url: Option<&'a str>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ReasonAnswer<'a> {
    kind: &'static str,
    text: String,
    /// What both have.
    facets: Vec<FacetAnswer<'a>>,
    /// Words of both texts.
    words: &'a [String],
}

impl<'a> RelatedAnswer<'a> {
    /// The cases related to the case `id`, shown in `lang`.
    pub fn new(
        id: &'a str,
        related: &'a [Related],
        lang: Lang,
        vocabulary: &'a Vocabulary,
    ) -> Self {
        let related = related.iter().map(
            |Related {
                 case,
                 score,
                 reasons,
             }| {
                let reasons = reasons.iter();
                RelatedCaseAnswer {
                    id: &case.id,
                    score: *score,
                    title: text_answer(&case.title, lang),
                    org: case.org.as_deref(),
                    date: case.date.map(|date| date.to_string()),
                    date_kind: case.date_kind.as_deref(),
                    severity: case.severity.as_deref(),
                    reasons: reasons
                        .map(|reason| ReasonAnswer::new(reason, lang, vocabulary))
                        .collect(),
                    url: case.url.as_deref(),
                }
            },
        );
        Self {
            id,
            lang: lang.as_str(),
            related: related.collect(),
        }
    }
}

impl<'a> ReasonAnswer<'a> {
    fn new(reason: &'a Reason, lang: Lang, vocabulary: &'a Vocabulary) -> Self {
        let (dimension, codes): (_, &[String]) = match reason {
            Reason::SameCause(code) => (Dimension::RootCause, std::slice::from_ref(code)),
            Reason::Shared(dimension, codes) => (*dimension, codes),
            _ => (Dimension::RootCause, &[]),
        };
        let words: &[String] = match reason {
            Reason::SimilarText(words) => words,
            _ => &[],
        };
        Self {
            kind: reason_kind(reason),
            text: reason_text(reason, lang, vocabulary),
            facets: labelled(codes, dimension, lang, vocabulary),
            words,
        }
    }
}

impl<'a> SearchAnswer<'a> {
    /// The answer to `query`.
    pub fn new(query: &'a str, response: &'a Response, vocabulary: &'a Vocabulary) -> Self {
        let hits = response.hits.iter();
        Self {
            query,
            total: response.total,
            total_relation: total_relation(response.total_relation),
            took_us: response.took_us,
            hits: hits
                .map(|hit| HitAnswer::new(hit, response.lang, vocabulary))
                .collect(),
            facets: response
                .facets
                .as_ref()
                .map(|counts| counts.facets.iter().map(count_answer).collect()),
            warnings: &response.warnings,
        }
    }
}

impl<'a> FacetsAnswer<'a> {
    /// What could narrow `query`.
    pub fn new(query: &'a str, counts: &'a FacetCounts) -> Self {
        Self {
            query,
            total: counts.total,
            took_us: counts.took_us,
            lang: counts.lang.as_str(),
            facets: counts.facets.iter().map(count_answer).collect(),
            warnings: &counts.warnings,
        }
    }
}

fn count_answer(counted: &FacetCount) -> CountAnswer<'_> {
    let values = counted.values.iter().map(|value| ValueAnswer {
        value: FacetAnswer {
            code: &value.code,
            label: &value.label,
        },
        count: value.count,
        selected: value.selected,
    });
    CountAnswer {
        dimension: counted.facet.name(),
        values: values.collect(),
        more: counted.more,
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
            remediation: remedies(&case.remediation, lang)
                .map(|remedy| RemediationAnswer {
                    text: TextAnswer {
                        lang: remedy.lang.as_str(),
                        text: remedy.text,
                    },
                    helped: remedy.helped,
                })
                .collect(),
            url: case.url.as_deref(),
            explain: hit.explained.as_ref().map(explain_answer),
        }
    }
}

fn total_relation(relation: TotalRelation) -> &'static str {
    match relation {
        TotalRelation::Equal => "eq",
        TotalRelation::AtLeast => "gte",
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
    labelled(dimension.values_of(case), dimension, lang, vocabulary)
}

fn labelled<'a>(
    codes: &'a [String],
    dimension: Dimension,
    lang: Lang,
    vocabulary: &'a Vocabulary,
) -> Vec<FacetAnswer<'a>> {
    codes
        .iter()
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
