//! What narrows a search: what is chosen, and what else could be.

use super::address::{Address, Target};
use super::shell::Shell;
use super::words::further_values;
use crate::case::{Dimension, Lang, Vocabulary};
use crate::index::Facet;
use crate::present::labels::facet_name;
use crate::query::{FacetCount, FacetCounts, FacetValue};

/// Values that are shown before one asks for more.
const AT_ONCE: usize = 6;

/// A filter that can be removed.
pub(super) struct Chip {
    pub(super) name: &'static str,
    pub(super) label: String,
    pub(super) key: String,
    pub(super) without: Target,
}

pub(super) struct FacetView {
    pub(super) name: &'static str,
    pub(super) dimension: &'static str,
    pub(super) values: Vec<ValueView>,
    pub(super) rest: Vec<ValueView>,
    /// Says how to reach values that are not shown.
    pub(super) further: Option<String>,
}

pub(super) struct ValueView {
    /// The same for the same value on every page.
    pub(super) key: String,
    pub(super) label: String,
    pub(super) count: u64,
    pub(super) is_chosen: bool,
    /// None where the text of the query chooses it.
    pub(super) target: Option<Target>,
}

pub(super) fn chips(shell: &Shell<'_>, address: &Address, vocabulary: &Vocabulary) -> Vec<Chip> {
    let first = address.unpaged();
    let chips = address.filters().map(|(name, value)| {
        let (shown, label) = described(shell, name, value, vocabulary);
        Chip {
            name: shown,
            label,
            key: format!("{name}={value}"),
            without: first.without(name, value).target(),
        }
    });
    chips.collect()
}

/// A filter in words of the page.
fn described(
    shell: &Shell<'_>,
    name: &str,
    value: &str,
    vocabulary: &Vocabulary,
) -> (&'static str, String) {
    let dimension: Option<Dimension> = name.parse().ok();
    match (name, dimension) {
        (_, Some(dimension)) => {
            let label = vocabulary.label(dimension, value, shell.lang);
            (
                facet_name(Facet::Tag(dimension), shell.lang),
                label.to_owned(),
            )
        }
        ("since", _) => (shell.words.since, value.to_owned()),
        ("until", _) => (shell.words.until, value.to_owned()),
        _ => (shell.labels.year, value.to_owned()),
    }
}

pub(super) fn facet_views(
    shell: &Shell<'_>,
    address: &Address,
    counts: &FacetCounts,
    vocabulary: &Vocabulary,
) -> Vec<FacetView> {
    let first = address.unpaged();
    let shown = counts.facets.iter().filter(|counted| {
        // The language of a case narrows nothing: each is searched in both.
        counted.facet != Facet::Language && !counted.values.is_empty()
    });
    shown
        .map(|counted| facet_view(shell.lang, &first, counted, vocabulary))
        .collect()
}

fn facet_view(
    ui: Lang,
    address: &Address,
    counted: &FacetCount,
    vocabulary: &Vocabulary,
) -> FacetView {
    let facet = counted.facet;
    let values = counted.values.iter();
    let mut values: Vec<ValueView> = values
        .map(|value| value_view(ui, address, facet, value, vocabulary))
        .collect();
    // What is chosen can be seen without asking for more.
    let chosen = values.iter().filter(|value| value.is_chosen).count();
    values.sort_by_key(|value| !value.is_chosen);
    let rest = values.split_off(values.len().min(AT_ONCE.max(chosen)));
    FacetView {
        name: facet_name(facet, ui),
        dimension: facet.name(),
        values,
        rest,
        further: (counted.more > 0).then(|| further_values(counted.more, facet.name(), ui)),
    }
}

fn value_view(
    ui: Lang,
    address: &Address,
    facet: Facet,
    value: &FacetValue,
    vocabulary: &Vocabulary,
) -> ValueView {
    let name = facet.name();
    let is_in_address = address
        .filters()
        .any(|(n, v)| n == name && *v == value.code);
    let label = match facet {
        Facet::Tag(dimension) => vocabulary.label(dimension, &value.code, ui),
        _ => &value.label,
    };
    let target = match (value.selected, is_in_address) {
        (true, false) => None,
        (true, true) => Some(address.without(name, &value.code).target()),
        (false, _) => Some(address.clone().with(name, &value.code).target()),
    };
    ValueView {
        key: format!("{name}={}", value.code),
        label: label.to_owned(),
        count: value.count,
        is_chosen: value.selected,
        target,
    }
}
