//! The page with the search box: before a search, and with what it found.

use askama::Template;

use super::address::{Address, Target};
use super::failure::Failure;
use super::hit::{HitView, hit_view};
use super::narrow::{Chip, FacetView, chips, facet_views};
use super::notes::{Note, note};
use super::shell::{Choice, Shell};
use super::words::{cases, own_name};
use crate::case::{Lang, Vocabulary};
use crate::query::{FacetCounts, Request, Response, TotalRelation};

/// What the page shows below the box.
pub enum Found {
    /// Nothing was searched for; what there is.
    Everything(FacetCounts),
    /// The answer.
    Response(Box<Response>),
    /// Why there is none.
    Failure(Failure),
}

/// The page with the search box.
#[derive(Template)]
#[template(path = "page/search.html")]
pub struct SearchPage<'a> {
    shell: Shell<'a>,
    title: String,
    address: &'a Address,
    longest: usize,
    languages: Vec<Choice>,
    chips: Vec<Chip>,
    unfiltered: Target,
    facets: Vec<FacetView>,
    /// How many cases there are to show.
    count: String,
    start: Option<Start>,
    results: Option<Results<'a>>,
    failure: Option<&'a Failure>,
}

/// Before anything is searched for.
pub(super) struct Start {
    examples: Vec<Example>,
}

pub(super) struct Example {
    text: &'static str,
    lang: &'static str,
    href: String,
}

/// A page of hits.
pub(super) struct Results<'a> {
    took: String,
    notes: Vec<Note<'a>>,
    hits: Vec<HitView>,
    /// Rank of the first.
    first: usize,
    case_languages: Vec<Choice>,
    previous: Option<Target>,
    next: Option<Target>,
}

/// One of each kind: a symptom in either language, an identifier.
const EXAMPLES: [(&str, Lang); 3] = [
    ("connections drop after a deploy", Lang::En),
    ("커넥션 풀 고갈", Lang::Ko),
    ("nf_conntrack", Lang::En),
];

/// Deepest offset that is answered.
const DEEPEST: usize = 10_000;

impl<'a> SearchPage<'a> {
    /// The page at `address`, with what was found for `request`.
    pub fn new(
        shell: Shell<'a>,
        address: &'a Address,
        request: &Request,
        found: &'a Found,
        vocabulary: &Vocabulary,
    ) -> Self {
        let (counts, results) = match found {
            Found::Everything(counts) => (Some(counts), None),
            Found::Response(response) => {
                let results = results(&shell, address, request, response, vocabulary);
                (response.facets.as_ref(), Some(results))
            }
            Found::Failure(_) => (None, None),
        };
        let facets = counts.map(|counts| facet_views(&shell, address, counts, vocabulary));
        Self {
            title: title(address),
            longest: Address::LONGEST,
            languages: shell.languages(|lang| address.in_ui(lang)),
            chips: chips(&shell, address, vocabulary),
            unfiltered: address.unfiltered().target(),
            facets: facets.unwrap_or_default(),
            count: count(shell.lang, found),
            start: matches!(found, Found::Everything(_)).then(start),
            results,
            failure: match found {
                Found::Failure(failure) => Some(failure),
                _ => None,
            },
            shell,
            address,
        }
    }
}

fn title(address: &Address) -> String {
    const CHARACTERS: usize = 60;
    let text = address
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let mut shown: String = text.chars().take(CHARACTERS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    match shown.is_empty() {
        true => "incidex".to_owned(),
        false => format!("{shown} — incidex"),
    }
}

fn count(ui: Lang, found: &Found) -> String {
    match found {
        Found::Everything(counts) => cases(counts.total, false, ui),
        Found::Response(response) => {
            let is_least = response.total_relation == TotalRelation::AtLeast;
            cases(response.total, is_least, ui)
        }
        Found::Failure(failure) => failure.what.clone(),
    }
}

fn start() -> Start {
    let examples = EXAMPLES.map(|(text, lang)| Example {
        text,
        lang: lang.as_str(),
        href: Address::default().with_text(text).to_string(),
    });
    Start {
        examples: examples.into(),
    }
}

fn results<'a>(
    shell: &Shell<'_>,
    address: &Address,
    request: &Request,
    response: &'a Response,
    vocabulary: &Vocabulary,
) -> Results<'a> {
    let offset = request.offset;
    let end = offset + response.hits.len();
    let page = |offset: usize| {
        let page = address.without_any("offset");
        match offset {
            0 => page.target(),
            offset => page.with("offset", &offset.to_string()).target(),
        }
    };
    let has_next = response.total > end && end <= DEEPEST && !response.hits.is_empty();
    let hits = response.hits.iter();
    let choice = |lang: Lang| Choice {
        lang: lang.as_str(),
        name: own_name(lang),
        is_chosen: lang == response.lang,
        target: address.in_lang(lang).target(),
    };
    Results {
        took: format!("{:.1} ms", response.took_us as f64 / 1000.0),
        notes: response
            .warnings
            .iter()
            .map(|warning| note(warning, address, shell.lang))
            .collect(),
        hits: hits
            .map(|hit| hit_view(shell, address, hit, response.lang, vocabulary))
            .collect(),
        first: offset + 1,
        case_languages: Lang::ALL.map(choice).into(),
        previous: (offset > 0).then(|| page(offset.saturating_sub(request.limit))),
        next: has_next.then(|| page(end)),
    }
}
