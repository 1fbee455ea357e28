//! Why two cases are related, in words.

use super::text::clean;
use crate::case::{Dimension, Lang, Vocabulary};
use crate::query::Reason;

/// All `reasons` as one line, which begins with a capital.
pub(super) fn reasons_text(reasons: &[Reason], lang: Lang, vocabulary: &Vocabulary) -> String {
    let texts = reasons
        .iter()
        .map(|reason| reason_text(reason, lang, vocabulary));
    let line = texts.collect::<Vec<_>>().join(" · ");
    let mut chars = line.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

/// One reason, as a part of a line.
pub(super) fn reason_text(reason: &Reason, lang: Lang, vocabulary: &Vocabulary) -> String {
    let text = match (reason, lang) {
        (Reason::RecurrenceOf(id), Lang::En) => format!("recurrence of {id}"),
        (Reason::RecurrenceOf(id), Lang::Ko) => format!("{id}의 재발"),
        (Reason::RecurredAs(id), Lang::En) => format!("recurred as {id}"),
        (Reason::RecurredAs(id), Lang::Ko) => format!("{id}에서 재발"),
        (Reason::Linked, Lang::En) => "linked in the record".to_owned(),
        (Reason::Linked, Lang::Ko) => "기록에 적힌 관련 장애".to_owned(),
        (Reason::SameCause(_), Lang::En) => "same cause".to_owned(),
        (Reason::SameCause(_), Lang::Ko) => "같은 원인".to_owned(),
        (Reason::Shared(dimension, codes), _) => {
            let labels = codes
                .iter()
                .map(|code| in_a_sentence(vocabulary.label(*dimension, code, lang)));
            let labels = labels.collect::<Vec<_>>().join(", ");
            format!("{} {labels}", shared(*dimension, lang))
        }
        (Reason::SimilarText(words), Lang::En) => format!("similar text: {}", words.join(", ")),
        (Reason::SimilarText(words), Lang::Ko) => format!("비슷한 내용: {}", words.join(", ")),
    };
    clean(&text)
}

/// The name of the reason on the wire.
pub(super) fn reason_kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::RecurrenceOf(_) => "recurrence_of",
        Reason::RecurredAs(_) => "recurred_as",
        Reason::Linked => "linked",
        Reason::SameCause(_) => "same_cause",
        Reason::Shared(Dimension::Component, _) => "shared_components",
        Reason::Shared(Dimension::Symptom, _) => "shared_symptoms",
        Reason::Shared(Dimension::Contributing, _) => "shared_contributing",
        Reason::Shared(Dimension::Domain, _) => "shared_domain",
        Reason::Shared(_, _) => "shared",
        Reason::SimilarText(_) => "similar_text",
    }
}

/// Components need no name: they are what one expects to be shared.
fn shared(dimension: Dimension, lang: Lang) -> &'static str {
    match (dimension, lang) {
        (Dimension::Symptom, Lang::En) => "shared symptoms:",
        (Dimension::Symptom, Lang::Ko) => "공통 증상:",
        (Dimension::Contributing, Lang::En) => "shared contributing factors:",
        (Dimension::Contributing, Lang::Ko) => "공통 기여 요인:",
        (Dimension::Domain, Lang::En) => "shared domain:",
        (Dimension::Domain, Lang::Ko) => "공통 분야:",
        (_, Lang::En) => "shared",
        (_, Lang::Ko) => "공통",
    }
}

/// Labels of one word that are no names.
const COMMON_NOUNS: [&str; 13] = [
    "Router",
    "Firewall",
    "Autoscaler",
    "Backups",
    "Replication",
    "Monitoring",
    "Cooling",
    "Batteries",
    "Overheating",
    "Networking",
    "Databases",
    "Caching",
    "Storage",
];

/// A label of several words begins with a capital only because it is a label. A single word may be a
/// name, and so may what has a capital further on or begins with a name.
fn in_a_sentence(label: &str) -> String {
    let has_capitals = label.chars().skip(1).any(char::is_uppercase);
    let is_common = match label.split_once(' ') {
        Some((first, _)) => first != "Linux",
        None => COMMON_NOUNS.contains(&label),
    };
    match is_common && !has_capitals {
        true => label.to_lowercase(),
        false => label.to_owned(),
    }
}
