//! What is said where there is nothing to show, and what to do.

use askama::Template;

use super::address::{Address, Target};
use super::case::CaseAddress;
use super::shell::{Choice, Shell};
use super::words::{no_such_case, no_such_value};
use crate::case::{Dimension, Lang};
use crate::index::Facet;
use crate::present::labels::facet_name;

/// Why there is nothing to show.
pub struct Failure {
    /// The status of the answer.
    pub status: u16,
    pub(super) what: String,
    /// Details, in English whatever the page is in.
    pub(super) detail: Option<String>,
    pub(super) hint: Option<&'static str>,
    /// Texts and addresses of what may have been meant.
    pub(super) nearest: Vec<(String, String)>,
    /// A text and an address that lead on in any case.
    pub(super) way_out: Option<(&'static str, String)>,
}

/// What went wrong.
pub enum Trouble<'a> {
    /// A parameter has no value that makes sense.
    Parameter {
        /// What it is and what to write.
        detail: String,
    },
    /// A filter names a value that nothing has.
    UnknownValue {
        /// The name of the dimension.
        dimension: &'static str,
        /// What was asked for.
        value: &'a str,
        /// Values that are written alike.
        nearest: &'a [String],
    },
    /// There is no such case.
    UnknownCase {
        /// What was asked for.
        id: &'a str,
        /// Ids that are written alike.
        nearest: &'a [String],
    },
    /// The text is longer than is read.
    TooLong,
    /// There is too much to do.
    Busy,
    /// It is not the fault of the request.
    Broken,
}

impl Failure {
    /// `trouble` with the page at `address`, in the words of `shell`.
    pub fn new(shell: &Shell<'_>, address: &Address, trouble: Trouble<'_>) -> Self {
        let words = shell.words;
        match trouble {
            Trouble::Parameter { detail } => Self {
                detail: Some(detail),
                way_out: Some((
                    words.remove_all,
                    address
                        .unfiltered()
                        .unpaged()
                        .without_any("lang")
                        .to_string(),
                )),
                ..Self::plain(400, words.not_understood.to_owned())
            },
            Trouble::UnknownValue {
                dimension,
                value,
                nearest,
            } => unknown_value(shell, address, dimension, value, nearest),
            Trouble::UnknownCase { id, nearest } => Self {
                hint: Some(words.no_case),
                nearest: case_links(nearest),
                way_out: Some((words.search, Address::default().with_text(id).to_string())),
                ..Self::plain(404, no_such_case(id, shell.lang))
            },
            Trouble::TooLong => Self::plain(413, words.too_long.to_owned()),
            Trouble::Busy => Self::plain(503, words.busy.to_owned()),
            Trouble::Broken => Self::plain(500, words.failed.to_owned()),
        }
    }

    fn plain(status: u16, what: String) -> Self {
        Self {
            status,
            what,
            detail: None,
            hint: None,
            nearest: Vec::new(),
            way_out: None,
        }
    }
}

fn unknown_value(
    shell: &Shell<'_>,
    address: &Address,
    name: &'static str,
    value: &str,
    nearest: &[String],
) -> Failure {
    let first = address.unpaged();
    let without = first.without(name, value);
    let nearest = nearest.iter().map(|near| {
        let instead = without.clone().with(name, near);
        (near.clone(), instead.to_string())
    });
    let dimension: Option<Dimension> = name.parse().ok();
    let shown = dimension.map_or(name, |d| facet_name(Facet::Tag(d), shell.lang));
    Failure {
        nearest: nearest.collect(),
        way_out: Some((shell.words.without_filters, without.to_string())),
        ..Failure::plain(400, no_such_value(shown, value, shell.lang))
    }
}

fn case_links(ids: &[String]) -> Vec<(String, String)> {
    let links = ids.iter().map(|id| {
        let address = CaseAddress {
            id,
            shown: None,
            from: None,
        };
        (id.clone(), address.to_string())
    });
    links.collect()
}

/// A page that says only that.
#[derive(Template)]
#[template(path = "page/failed.html")]
pub struct FailedPage<'a> {
    shell: Shell<'a>,
    title: &'a str,
    languages: Vec<Choice>,
    failure: &'a Failure,
}

impl<'a> FailedPage<'a> {
    /// What is shown in place of a page at `address`.
    pub fn new(shell: Shell<'a>, address: CaseAddress<'_>, failure: &'a Failure) -> Self {
        Self {
            title: &failure.what,
            languages: shell.languages(|lang| Target::Link(address.in_ui(lang))),
            failure,
            shell,
        }
    }
}

impl Failure {
    /// The language in which details are said.
    pub(super) fn detail_lang(&self) -> &'static str {
        Lang::En.as_str()
    }
}
