//! What is shown of a case, in the order of its page, whatever the page is made of.

use super::labels::Labels;
use crate::case::{Case, Dimension, Lang, Text, UNKNOWN, Vocabulary, was_in_vain};

/// What a hit says of a case.
pub(super) const OF_A_HIT: [Dimension; 3] = [
    Dimension::RootCause,
    Dimension::Component,
    Dimension::Symptom,
];

/// What the page of a case says of it.
pub(super) const OF_A_PAGE: [Dimension; 6] = [
    Dimension::Domain,
    Dimension::Severity,
    Dimension::RootCause,
    Dimension::Contributing,
    Dimension::Component,
    Dimension::Symptom,
];

/// A part of the page of a case, which has something to say.
pub(super) enum Part<'c> {
    Text(&'c Text),
    Remediation(&'c [Text]),
    Items(&'c [Text]),
    /// Names and values.
    Pairs(Vec<(&'static str, &'c str)>),
    Sources(Vec<Source<'c>>),
    /// When and by whom the case was checked, if it was.
    Review(Option<String>),
}

/// Where a case comes from.
pub(super) struct Source<'c> {
    pub(super) url: &'c str,
    pub(super) license: Option<&'c str>,
}

/// The parts of the page of `case`, each with its heading.
pub(super) fn parts<'c>(case: &'c Case, label: &Labels) -> Vec<(&'static str, Part<'c>)> {
    let timeline = [
        (label.detected_after, &case.timeline.detected_after),
        (label.resolved_after, &case.timeline.resolved_after),
    ];
    let impact = [
        (label.scope, &case.impact.scope),
        (label.users, &case.impact.users),
        (label.region, &case.impact.region),
    ];
    let parts = [
        (label.summary, Part::Text(&case.summary)),
        (label.what_people_saw, Part::Text(&case.symptoms_text)),
        (label.trigger, Part::Text(&case.trigger)),
        (label.detection, Part::Text(&case.detection)),
        (label.remediation, Part::Remediation(&case.remediation)),
        (label.action_items, Part::Items(&case.action_items)),
        (label.lessons, Part::Text(&case.lessons)),
        (label.timeline, Part::Pairs(known(timeline))),
        (label.impact, Part::Pairs(known(impact))),
        (label.sources, Part::Sources(sources(case))),
        (label.review, Part::Review(review(case))),
    ];
    let parts = parts.into_iter();
    parts.filter(|(_, part)| !part.is_empty()).collect()
}

impl Part<'_> {
    fn is_empty(&self) -> bool {
        match self {
            Part::Text(text) => text.is_empty(),
            Part::Remediation(texts) | Part::Items(texts) => texts.iter().all(Text::is_empty),
            Part::Pairs(pairs) => pairs.is_empty(),
            Part::Sources(sources) => sources.is_empty(),
            Part::Review(_) => false,
        }
    }
}

fn known<'c, const N: usize>(
    pairs: [(&'static str, &'c Option<String>); N],
) -> Vec<(&'static str, &'c str)> {
    let pairs = pairs.into_iter();
    pairs
        .filter_map(|(name, value)| Some((name, value.as_deref()?)))
        .collect()
}

fn sources(case: &Case) -> Vec<Source<'_>> {
    let own = case.url.as_deref().map(|url| Source { url, license: None });
    let links = case.sources.iter().filter_map(|link| {
        Some(Source {
            url: link.url.as_deref()?,
            license: link.license.as_deref(),
        })
    });
    own.into_iter().chain(links).collect()
}

fn review(case: &Case) -> Option<String> {
    let when = case.review.reviewed_at.as_deref()?;
    let who = case.review.reviewed_by.as_deref().unwrap_or_default();
    Some(format!("{when} {who}").trim().to_owned())
}

/// A remediation, in one language.
pub(super) struct Remedy<'c> {
    pub(super) lang: Lang,
    pub(super) text: &'c str,
    /// False where it says that it did not help.
    pub(super) helped: bool,
}

/// All remediations in their order, each in `lang` or else in the other language.
pub(super) fn remedies(remediation: &[Text], lang: Lang) -> impl Iterator<Item = Remedy<'_>> {
    remediation.iter().filter_map(move |remediation| {
        let (own, text) = remediation.in_lang_or_other(lang)?;
        Some(Remedy {
            lang: own,
            text,
            helped: !was_in_vain(remediation),
        })
    })
}

/// Whose incident it was, when, and how bad.
pub(super) struct Origin {
    pub(super) org: Option<String>,
    /// With what kind of date it is.
    pub(super) date: Option<String>,
    pub(super) severity: Option<String>,
}

/// The origin of `case`, in words of `lang`.
pub(super) fn origin(case: &Case, lang: Lang, vocabulary: &Vocabulary) -> Origin {
    let kind = case.date_kind.as_deref().map(|kind| {
        let label = vocabulary.date_kinds().label(kind, lang);
        format!(" ({})", label.to_lowercase())
    });
    let severity = case.severity.as_deref().filter(|code| *code != UNKNOWN);
    Origin {
        org: case.org.clone(),
        date: case
            .date
            .map(|date| format!("{date}{}", kind.unwrap_or_default())),
        severity: severity.map(|code| {
            let label = vocabulary.label(Dimension::Severity, code, lang);
            label.to_lowercase()
        }),
    }
}

impl Origin {
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        let parts = [&self.org, &self.date, &self.severity];
        parts.into_iter().filter_map(Option::as_deref)
    }
}

/// The codes that `case` has of `dimension`, with their labels.
pub(super) fn tags<'c>(
    case: &'c Case,
    dimension: Dimension,
    lang: Lang,
    vocabulary: &'c Vocabulary,
) -> Vec<(&'c str, &'c str)> {
    let codes = dimension.values_of(case).iter();
    codes
        .filter(|code| *code != UNKNOWN)
        .map(|code| (code.as_str(), vocabulary.label(dimension, code, lang)))
        .collect()
}
