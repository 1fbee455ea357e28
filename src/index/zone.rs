//! The zones of a case: which of its texts play which role, in which language.
//!
//! All zones share one inverted index. A case is laid out as one sequence of positions, zone after
//! zone, so that a position tells its zone once the ends of the zones are known ([`Extents`]). One
//! posting list a term then serves to find candidates, to weigh fields, to see what is adjacent and
//! to explain a hit, and the frequency of a term is that in the cases, whatever the field. Where no
//! places are kept, the number of the zone stands for each position in it ([`has_places`](crate::analysis::View::has_places)).

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use crate::case::{Case, Dimension, Lang, Text, Vocabulary};

/// The role of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// One sentence: what broke, for whom, why.
    Title,
    /// What people saw before they knew why (`symptoms_text`).
    Symptoms,
    /// What happened and why.
    Summary,
    /// What others can use.
    Lessons,
    /// Trigger, detection, remediation and action items.
    Response,
    /// Id, organisation, impact, and the labels and codes of the facets.
    Facets,
}

impl Field {
    /// All fields, in the order of layout.
    pub const ALL: [Self; 6] = [
        Self::Title,
        Self::Symptoms,
        Self::Summary,
        Self::Lessons,
        Self::Response,
        Self::Facets,
    ];

    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Symptoms => "symptoms",
            Self::Summary => "summary",
            Self::Lessons => "lessons",
            Self::Response => "response",
            Self::Facets => "facets",
        }
    }

    /// Whether Korean words are found by their initial consonants: in what is short and says what
    /// a case is about. In prose two consonants stand for too many words.
    pub(crate) fn has_initials(self) -> bool {
        matches!(self, Self::Title | Self::Facets)
    }
}

/// Number of zones: each field in two languages.
pub const ZONES: usize = Field::ALL.len() * 2;

/// A field in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Zone {
    /// The role.
    pub field: Field,
    /// The language that the record says the text is in.
    pub lang: Lang,
}

impl Zone {
    /// The zone's place in the layout, below [`ZONES`].
    pub fn index(self) -> usize {
        self.field as usize * 2 + self.lang as usize
    }

    /// The zone at `index`.
    pub fn at(index: usize) -> Self {
        Self {
            field: Field::ALL[index / 2],
            lang: Lang::ALL[index % 2],
        }
    }
}

/// A text of a case, with the key that it stands under (`remediation` for one of several).
#[derive(Debug, Clone)]
pub struct Section<'c> {
    /// Where it is laid out.
    pub zone: Zone,
    /// The key in the record.
    pub key: &'static str,
    /// The text as written.
    pub text: Cow<'c, str>,
}

/// The texts of `case` in the order of layout. Indexing and highlighting both read these, so that
/// what is found can always be shown.
pub fn sections<'c>(case: &'c Case, vocabulary: &'c Vocabulary) -> Vec<Section<'c>> {
    let mut sections = Vec::new();
    for field in Field::ALL {
        for lang in Lang::ALL {
            let zone = Zone { field, lang };
            let mut push = |key, text: Cow<'c, str>| sections.push(Section { zone, key, text });
            match field {
                Field::Facets => push("facets", facets(case, vocabulary, lang).into()),
                _ => {
                    for (key, text) in texts(case, field) {
                        if let Some(text) = text.get(lang) {
                            push(key, text.into());
                        }
                    }
                }
            }
        }
    }
    sections
}

fn texts(case: &Case, field: Field) -> Vec<(&'static str, &Text)> {
    match field {
        Field::Title => vec![("title", &case.title)],
        Field::Symptoms => vec![("symptoms_text", &case.symptoms_text)],
        Field::Summary => vec![("summary", &case.summary)],
        Field::Lessons => vec![("lessons", &case.lessons)],
        Field::Response => {
            let remediation = case.remediation.iter().map(|text| ("remediation", text));
            let action_items = case.action_items.iter().map(|text| ("action_items", text));
            [("trigger", &case.trigger), ("detection", &case.detection)]
                .into_iter()
                .chain(remediation)
                .chain(action_items)
                .collect()
        }
        Field::Facets => Vec::new(),
    }
}

/// The words that a case is tagged with, as one text: each on its own line, so that no phrase
/// reaches from one to the next. What has no language stands with the English labels.
fn facets(case: &Case, vocabulary: &Vocabulary, lang: Lang) -> String {
    let mut lines: Vec<&str> = Vec::new();
    if lang == Lang::En {
        lines.push(&case.id);
        let impact = [&case.impact.scope, &case.impact.users, &case.impact.region];
        lines.extend(impact.into_iter().flatten().map(String::as_str));
    }
    for dimension in Dimension::ALL {
        for code in dimension.values_of(case) {
            let label = vocabulary.label(dimension, code, lang);
            match lang {
                Lang::En if label != code => lines.extend([code.as_str(), label]),
                Lang::En => lines.push(code),
                // A label that is the same in both languages is there already.
                Lang::Ko if label != vocabulary.label(dimension, code, Lang::En) => {
                    lines.push(label);
                }
                Lang::Ko => {}
            }
        }
    }
    lines.join("\n")
}

/// Where the zones of one case end, in positions: the zone at `i` covers `ends[i-1]..ends[i]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extents {
    ends: [u32; ZONES],
}

impl Extents {
    /// Positions that stay free behind a text, so that nothing is adjacent across texts.
    pub const GAP: u32 = 8;

    /// Those of the tokens that have the number of their zone as their position.
    pub(crate) const WITHOUT_PLACES: Self = Self {
        ends: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    };

    /// From the ends of the zones, which never go back.
    pub fn new(ends: [u32; ZONES]) -> Self {
        Self { ends }
    }

    /// The end of each zone.
    pub fn ends(&self) -> &[u32; ZONES] {
        &self.ends
    }

    /// Whether the case has any text in `lang`. Labels do not count: every case has those.
    pub(crate) fn has_text(&self, lang: Lang) -> bool {
        let fields = Field::ALL
            .into_iter()
            .filter(|&field| field != Field::Facets);
        fields
            .map(|field| Zone { field, lang }.index())
            .any(|zone| self.len(zone) > 0)
    }

    /// The number of positions in the zone at `index`, the gap included.
    pub fn len(&self, index: usize) -> u32 {
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        self.ends[index].saturating_sub(start)
    }
}
