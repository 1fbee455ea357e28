//! The page with the search box.

use std::sync::Arc;

use axum::extract::{RawQuery, Request, State};
use axum::response::{IntoResponse, Response};

use super::assets::ASSETS;
use super::html::{Html, keeping, see_other, trouble};
use super::speech::{self, Speech};
use crate::case::Lang;
use crate::error::Error;
use crate::present::html::{Address, Failure, Found, SearchPage, Shell, Trouble};
use crate::query::{self, Engine};
use crate::server::app::{App, Current, Snapshot};
use crate::server::params::SearchParams;
use crate::server::posted;
use crate::server::problem::Problem;

/// Hits that a page has unless another number is asked for.
const HITS: usize = 10;

/// Values of a facet that can be chosen.
const FACET_VALUES: usize = 30;

/// The name under which a button of a page sends all other parameters.
const TO: &str = "to";

/// The page at an address.
pub(super) async fn shown(
    State(app): State<App>,
    Current(snapshot): Current,
    Speech(lang): Speech,
    RawQuery(query): RawQuery,
) -> Response {
    let query = query.unwrap_or_default();
    let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
    let (chosen, address) = read(pairs.collect());
    match chosen {
        Some(_) => keeping(chosen, see_other(&address.to_string())),
        None => answer(app, snapshot, lang, address).await,
    }
}

/// The page for what the form sends: its address, where that is not too long.
pub(super) async fn posted(
    State(app): State<App>,
    Current(snapshot): Current,
    Speech(lang): Speech,
    request: Request,
) -> Response {
    let body = match posted::read(request).await {
        Ok(body) => body,
        Err(problem) => return failed(&snapshot, lang, &Address::default(), &problem),
    };
    let pairs = form_urlencoded::parse(&body).into_owned();
    let (chosen, address) = read(pairs.collect());
    let response = match address.is_shareable() {
        true => see_other(&address.to_string()),
        false => answer(app, snapshot, chosen.unwrap_or(lang), address).await,
    };
    keeping(chosen, response)
}

/// The language that is chosen, and what is searched for.
fn read(pairs: Vec<(String, String)>) -> (Option<Lang>, Address) {
    let value = |name: &str| {
        let pair = pairs.iter().rfind(|(own, _)| own == name);
        pair.map(|(_, value)| value.as_str())
    };
    let chosen = value(speech::NAME).and_then(|lang| lang.parse().ok());
    let address = match value(TO) {
        Some(parameters) => {
            let text = value("q").unwrap_or_default().to_owned();
            let parameters = form_urlencoded::parse(parameters.as_bytes()).into_owned();
            let pairs: Vec<_> = parameters.filter(|(name, _)| name != "q").collect();
            Address::from_pairs(pairs.into_iter().chain([("q".to_owned(), text)]))
        }
        None => Address::from_pairs(pairs),
    };
    (chosen, address)
}

async fn answer(app: App, snapshot: Arc<Snapshot>, lang: Lang, address: Address) -> Response {
    let (counting, wanted) = (app.clone(), address.clone());
    let page = app
        .run(Arc::clone(&snapshot), move |engine| {
            page(&counting, engine, lang, wanted)
        })
        .await;
    match page {
        Ok(page) => page.into_response(),
        Err(problem) => failed(&snapshot, lang, &address, &problem),
    }
}

fn failed(snapshot: &Snapshot, lang: Lang, address: &Address, problem: &Problem) -> Response {
    let shell = Shell::new(lang, &ASSETS);
    let failure = Failure::new(&shell, address, trouble(problem));
    let request = query::Request::default();
    let found = Found::Failure(failure);
    write(&snapshot.engine, shell, address, &request, &found).into_response()
}

fn page(app: &App, engine: &Engine, lang: Lang, mut address: Address) -> Result<Html, Problem> {
    let shell = Shell::new(lang, &ASSETS);
    let params = SearchParams::from_query(Some(&address.query()));
    let request = match params.and_then(|params| params.request()) {
        Ok(request) => with_defaults(request, &address, lang),
        Err(problem) => {
            let detail = format!("{}: {}", problem.detail(), problem.hint());
            let failure = Failure::new(&shell, &address, Trouble::Parameter { detail });
            let found = Found::Failure(failure);
            return write(engine, shell, &address, &query::Request::default(), &found);
        }
    };
    let found = match request.filters.selected(engine.reader()) {
        Ok(selected) => {
            for (facet, codes) in selected {
                address.choose(facet, &codes);
            }
            find(app, engine, &request)?
        }
        Err(Error::UnknownValue {
            dimension,
            value,
            nearest,
            ..
        }) => {
            let trouble = Trouble::UnknownValue {
                dimension,
                value: &value,
                nearest: &nearest,
            };
            Found::Failure(Failure::new(&shell, &address, trouble))
        }
        Err(error) => return Err(error.into()),
    };
    write(engine, shell, &address, &request, &found)
}

/// A page has more room than a terminal; before anything is typed, texts are in its language.
fn with_defaults(request: query::Request, address: &Address, lang: Lang) -> query::Request {
    let is_blank = request.text.trim().is_empty();
    query::Request {
        limit: match address.get("limit") {
            Some(_) => request.limit,
            None => HITS,
        },
        lang: request.lang.or(is_blank.then_some(lang)),
        facets: Some(FACET_VALUES),
        explain: true,
        ..request
    }
}

fn find(app: &App, engine: &Engine, request: &query::Request) -> Result<Found, Problem> {
    if request.text.trim().is_empty() && request.filters.is_empty() {
        return Ok(Found::Everything(engine.facets(request, FACET_VALUES)?));
    }
    let response = app.search(engine, request)?;
    Ok(Found::Response(Box::new(response)))
}

fn write(
    engine: &Engine,
    shell: Shell<'_>,
    address: &Address,
    request: &query::Request,
    found: &Found,
) -> Result<Html, Problem> {
    let status = match found {
        Found::Failure(failure) => failure.status,
        _ => 200,
    };
    let vocabulary = engine.reader().vocabulary();
    let page = SearchPage::new(shell, address, request, found, vocabulary);
    Html::of(status, &page)
}
