//! A case that was found.

use super::address::Address;
use super::case::CaseAddress;
use super::marked::{Stretch, marked};
use super::shell::Shell;
use crate::case::{Lang, Text, Vocabulary};
use crate::index::Facet;
use crate::present::labels::{facet_name, field_name};
use crate::present::outline::{OF_A_HIT, origin, remedies, tags};
use crate::present::text::clean;
use crate::query::{Explained, Hit, Passage};

/// Words that are said to have matched.
const WORDS: usize = 6;

pub(super) struct HitView {
    pub(super) id: String,
    pub(super) href: String,
    pub(super) title: Vec<Stretch>,
    pub(super) title_lang: &'static str,
    pub(super) title_note: Option<&'static str>,
    /// Organisation and date.
    pub(super) origin: Vec<String>,
    /// Code and label.
    pub(super) severity: Option<(String, String)>,
    /// Names and labels.
    pub(super) tags: Vec<(&'static str, String)>,
    pub(super) passages: Vec<PassageView>,
    pub(super) remedies: Vec<RemedyView>,
    pub(super) why: Vec<Share>,
}

pub(super) struct PassageView {
    pub(super) field: &'static str,
    pub(super) lang: &'static str,
    pub(super) text: Vec<Stretch>,
    pub(super) is_cut_before: bool,
    pub(super) is_cut_after: bool,
}

pub(super) struct RemedyView {
    pub(super) helped: bool,
    pub(super) lang: &'static str,
    pub(super) text: String,
    pub(super) note: Option<&'static str>,
}

/// A word of the query that a case has, and what it adds to its score.
pub(super) struct Share {
    pub(super) text: String,
    pub(super) field: &'static str,
    pub(super) percent: String,
}

pub(super) fn hit_view(
    shell: &Shell<'_>,
    address: &Address,
    hit: &Hit,
    lang: Lang,
    vocabulary: &Vocabulary,
) -> HitView {
    let case = &hit.case;
    let ui = shell.lang;
    let origin = origin(case, ui, vocabulary);
    let title = case.title.in_lang_or_other(lang);
    let (title_lang, title) = title.unwrap_or((lang, &case.id));
    let tags = OF_A_HIT.into_iter().filter_map(|dimension| {
        let tags = tags(case, dimension, ui, vocabulary);
        let labels: Vec<&str> = tags.into_iter().map(|(_, label)| label).collect();
        let name = facet_name(Facet::Tag(dimension), ui);
        (!labels.is_empty()).then(|| (name, clean(&labels.join(", "))))
    });
    HitView {
        href: CaseAddress::found(&case.id, lang, address).to_string(),
        title: marked(title, &hit.title_marks),
        title_lang: title_lang.as_str(),
        title_note: (title_lang != lang).then(|| shell.words.only_in(title_lang)),
        origin: [&origin.org, &origin.date]
            .into_iter()
            .flatten()
            .map(|part| clean(part))
            .collect(),
        severity: case.severity.clone().zip(origin.severity),
        tags: tags.collect(),
        passages: hit.passages.iter().map(|p| passage_view(p, ui)).collect(),
        remedies: remedy_views(shell, &case.remediation, lang),
        why: hit
            .explained
            .as_ref()
            .map_or(Vec::new(), |e| shares(shell, e)),
        id: case.id.clone(),
    }
}

pub(super) fn remedy_views(shell: &Shell<'_>, remediation: &[Text], lang: Lang) -> Vec<RemedyView> {
    let remedies = remedies(remediation, lang).map(|remedy| RemedyView {
        helped: remedy.helped,
        lang: remedy.lang.as_str(),
        text: clean(remedy.text),
        note: (remedy.lang != lang).then(|| shell.words.only_in(remedy.lang)),
    });
    remedies.collect()
}

fn passage_view(passage: &Passage, ui: Lang) -> PassageView {
    PassageView {
        field: field_name(passage.field, ui),
        lang: passage.lang.as_str(),
        text: marked(&passage.text, &passage.marks),
        is_cut_before: passage.is_cut_before,
        is_cut_after: passage.is_cut_after,
    }
}

/// What tells most first.
fn shares(shell: &Shell<'_>, explained: &Explained) -> Vec<Share> {
    let mut slots: Vec<_> = explained.slots.iter().collect();
    slots.sort_by(|a, b| b.score.total_cmp(&a.score));
    let percent = |part: f32| format!("{:.0} %", 100.0 * explained.share(part));
    let words = slots.into_iter().take(WORDS).map(|slot| Share {
        text: clean(&slot.text),
        field: field_name(slot.field, shell.lang),
        percent: percent(slot.score),
    });
    let adjacency = (explained.adjacency > 0.0).then(|| Share {
        text: shell.words.next_to_each_other.to_owned(),
        field: "",
        percent: percent(explained.adjacency),
    });
    words.chain(adjacency).collect()
}
