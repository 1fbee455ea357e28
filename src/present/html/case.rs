//! The page of a case.

use std::fmt;

use askama::Template;

use super::address::{Address, Target};
use super::hit::{RemedyView, remedy_views};
use super::marked::{Stretch, marked};
use super::shell::{Choice, Shell};
use super::told::{Told, told};
use super::words::own_name;
use crate::case::{Case, Lang, Text, Vocabulary};
use crate::index::Facet;
use crate::present::labels::facet_name;
use crate::present::outline::{OF_A_PAGE, Part, Source, origin, parts, tags};
use crate::present::reasons::reasons_text;
use crate::present::text::clean;
use crate::query::Related;

/// The languages in which a case is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// One; a text that is missing stands in the other.
    One(Lang),
    /// Both, beside each other.
    Both,
}

impl Shown {
    /// The first one is preferred.
    pub(super) fn langs(self) -> &'static [Lang] {
        match self {
            Self::One(Lang::En) => &[Lang::En],
            Self::One(Lang::Ko) => &[Lang::Ko],
            Self::Both => &Lang::ALL,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::One(lang) => lang.as_str(),
            Self::Both => "both",
        }
    }

    /// Reads `en`, `ko` or `both`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "both" => Some(Self::Both),
            lang => lang.parse().ok().map(Self::One),
        }
    }
}

/// The address of the page of a case.
#[derive(Debug, Clone, Copy)]
pub struct CaseAddress<'a> {
    /// The id.
    pub id: &'a str,
    /// In which languages; by default that of the page.
    pub shown: Option<Shown>,
    /// The search that found it.
    pub from: Option<&'a Address>,
}

impl<'a> CaseAddress<'a> {
    /// The case `id` as a hit of the search at `address`.
    pub(super) fn found(id: &'a str, lang: Lang, address: &'a Address) -> Self {
        Self {
            id,
            shown: Some(Shown::One(lang)),
            from: Some(address),
        }
    }

    fn shown_as(self, shown: Shown) -> String {
        let shown = Some(shown);
        Self { shown, ..self }.to_string()
    }

    pub(super) fn in_ui(self, lang: Lang) -> String {
        let address = self.to_string();
        let mark = if address.contains('?') { '&' } else { '?' };
        format!("{address}{mark}ui={lang}")
    }
}

impl fmt::Display for CaseAddress<'_> {
    /// Path and query. The way back is left out where it is long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST_FROM: usize = 1024;
        write!(f, "/cases/")?;
        f.write_str(&segment(self.id))?;
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(shown) = self.shown {
            query.append_pair("lang", shown.name());
        }
        let from = self.from.map(Address::query);
        if let Some(from) = from.filter(|from| (1..=LONGEST_FROM).contains(&from.len())) {
            query.append_pair("from", &from);
        }
        match query.finish().as_str() {
            "" => Ok(()),
            query => write!(f, "?{query}"),
        }
    }
}

/// `id` as a part of a path. An id has no space, for which a path has another sign than a query.
fn segment(id: &str) -> String {
    form_urlencoded::byte_serialize(id.as_bytes()).collect()
}

/// The page of a case.
#[derive(Template)]
#[template(path = "page/case.html")]
pub struct CasePage<'a> {
    shell: Shell<'a>,
    title: String,
    /// The way back.
    back: Option<String>,
    languages: Vec<Choice>,
    shown: Vec<Choice>,
    /// Without the way back.
    link: String,
    id: &'a str,
    heading: Vec<Told>,
    origin: Vec<String>,
    severity: Option<(String, String)>,
    tags: Vec<TagRow>,
    parts: Vec<PartView>,
    related: Vec<RelatedView>,
}

/// The values of a dimension, each with the search for it.
pub(super) struct TagRow {
    name: &'static str,
    values: Vec<(String, String)>,
}

pub(super) struct PartView {
    heading: &'static str,
    body: Body,
}

pub(super) enum Body {
    Texts(Vec<Told>),
    Remedies(Vec<Vec<RemedyView>>),
    Items(Vec<Vec<Told>>),
    Pairs(Vec<(&'static str, String)>),
    Sources(Vec<SourceView>),
    Line(String),
}

pub(super) struct SourceView {
    text: String,
    /// None where it is no address of the web.
    href: Option<String>,
    license: Option<String>,
}

pub(super) struct RelatedView {
    id: String,
    href: String,
    title: Vec<Stretch>,
    lang: &'static str,
    origin: String,
    reasons: String,
}

impl<'a> CasePage<'a> {
    /// The page of `case` at `address`.
    pub fn new(
        shell: Shell<'a>,
        address: CaseAddress<'_>,
        case: &'a Case,
        related: &[Related],
        vocabulary: &Vocabulary,
    ) -> Self {
        let ui = shell.lang;
        let shown = address.shown.unwrap_or(Shown::One(ui));
        let origin = origin(case, ui, vocabulary);
        let title = case.title.in_lang_or_other(shown.langs()[0]);
        let title = title.map(|(_, title)| clean(title)).unwrap_or_default();
        let parts = parts(case, shell.labels).into_iter();
        let bare = CaseAddress {
            from: None,
            ..address
        };
        Self {
            title: format!("{} · {title} — incidex", case.id),
            back: address.from.map(Address::to_string),
            languages: shell.languages(|lang| Target::Link(address.in_ui(lang))),
            shown: choices(&shell, address, shown),
            link: bare.to_string(),
            id: &case.id,
            heading: told(&shell, &case.title, shown),
            origin: [&origin.org, &origin.date]
                .into_iter()
                .flatten()
                .map(|part| clean(part))
                .collect(),
            severity: case.severity.clone().zip(origin.severity),
            tags: tag_rows(case, ui, vocabulary),
            parts: parts
                .map(|(heading, part)| PartView {
                    heading,
                    body: body(&shell, part, shown),
                })
                .collect(),
            related: related
                .iter()
                .map(|one| related_view(one, address, shown, ui, vocabulary))
                .collect(),
            shell,
        }
    }
}

fn choices(shell: &Shell<'_>, address: CaseAddress<'_>, shown: Shown) -> Vec<Choice> {
    let choices = [Shown::One(Lang::En), Shown::One(Lang::Ko), Shown::Both];
    let choices = choices.map(|choice| Choice {
        lang: match choice {
            Shown::One(lang) => lang.as_str(),
            Shown::Both => shell.lang.as_str(),
        },
        name: match choice {
            Shown::One(lang) => own_name(lang),
            Shown::Both => shell.words.both,
        },
        is_chosen: choice == shown,
        target: Target::Link(address.shown_as(choice)),
    });
    choices.into()
}

fn tag_rows(case: &Case, ui: Lang, vocabulary: &Vocabulary) -> Vec<TagRow> {
    let rows = OF_A_PAGE.into_iter().map(|dimension| {
        let tags = tags(case, dimension, ui, vocabulary).into_iter();
        let search = |code: &str| Address::default().with(dimension.name(), code).to_string();
        TagRow {
            name: facet_name(Facet::Tag(dimension), ui),
            values: tags
                .map(|(code, label)| (clean(label), search(code)))
                .collect(),
        }
    });
    rows.filter(|row| !row.values.is_empty()).collect()
}

fn body(shell: &Shell<'_>, part: Part<'_>, shown: Shown) -> Body {
    match part {
        Part::Text(text) => Body::Texts(told(shell, text, shown)),
        Part::Remediation(all) => Body::Remedies(remedy_lists(shell, all, shown)),
        Part::Items(items) => {
            let items = items.iter().map(|item| told(shell, item, shown));
            Body::Items(items.filter(|told| !told.is_empty()).collect())
        }
        Part::Pairs(pairs) => {
            let pairs = pairs.into_iter().map(|(name, value)| (name, clean(value)));
            Body::Pairs(pairs.collect())
        }
        Part::Sources(sources) => Body::Sources(sources.iter().map(source_view).collect()),
        Part::Review(state) => {
            let state = state.unwrap_or_else(|| shell.labels.not_reviewed.to_owned());
            Body::Line(clean(&state))
        }
    }
}

/// A list in each language that is shown. Beside the other language nothing stands in for it.
fn remedy_lists(shell: &Shell<'_>, remediation: &[Text], shown: Shown) -> Vec<Vec<RemedyView>> {
    let lists = shown.langs().iter().map(|&lang| {
        let mut remedies = remedy_views(shell, remediation, lang);
        if shown == Shown::Both {
            remedies.retain(|remedy| remedy.lang == lang.as_str());
        }
        remedies
    });
    lists.filter(|list| !list.is_empty()).collect()
}

/// Only addresses of the web become links: what a case calls a URL may be a script.
fn source_view(source: &Source<'_>) -> SourceView {
    let url = source.url.trim();
    let scheme = url
        .split_once("://")
        .map(|(scheme, _)| scheme.to_lowercase());
    let is_web = matches!(scheme.as_deref(), Some("http" | "https"));
    SourceView {
        text: clean(url),
        href: is_web.then(|| url.to_owned()),
        license: source.license.map(clean),
    }
}

fn related_view(
    related: &Related,
    address: CaseAddress<'_>,
    shown: Shown,
    ui: Lang,
    vocabulary: &Vocabulary,
) -> RelatedView {
    let case = &related.case;
    let origin = origin(case, ui, vocabulary);
    let title = case.title.in_lang_or_other(shown.langs()[0]);
    let (lang, title) = title.unwrap_or((ui, &case.id));
    let id = &case.id;
    RelatedView {
        id: id.clone(),
        href: CaseAddress { id, ..address }.to_string(),
        title: marked(title, &[]),
        lang: lang.as_str(),
        origin: clean(&origin.parts().collect::<Vec<_>>().join(" · ")),
        reasons: reasons_text(&related.reasons, ui, vocabulary),
    }
}
