//! The page of a case.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};

use super::assets::ASSETS;
use super::html::{Html, keeping, see_other, trouble};
use super::speech::{self, Speech};
use crate::case::Lang;
use crate::error::Error;
use crate::present::html::{
    Address, CaseAddress, CasePage, FailedPage, Failure, Shell, Shown, Trouble,
};
use crate::query::{Engine, Related};
use crate::server::app::{App, Current};
use crate::server::problem::Problem;

/// What a request asks for.
#[derive(Clone)]
struct Asked {
    id: String,
    shown: Option<Shown>,
    /// The search that found it.
    from: Option<Address>,
    /// The language that is chosen for pages.
    chosen: Option<Lang>,
}

impl Asked {
    fn read(id: String, query: &str) -> Self {
        let pairs = form_urlencoded::parse(query.as_bytes());
        let mut asked = Self {
            id,
            shown: None,
            from: None,
            chosen: None,
        };
        for (name, value) in pairs {
            match name.as_ref() {
                "lang" => asked.shown = Shown::parse(&value),
                "from" => asked.from = Some(Address::from_query(&value)),
                speech::NAME => asked.chosen = value.parse().ok(),
                _ => {}
            }
        }
        asked
    }

    fn address(&self) -> CaseAddress<'_> {
        CaseAddress {
            id: &self.id,
            shown: self.shown,
            from: self.from.as_ref(),
        }
    }
}

pub(super) async fn shown(
    State(app): State<App>,
    Current(snapshot): Current,
    Speech(lang): Speech,
    id: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
) -> Response {
    // What is no UTF-8 is no id either.
    let id = id.map_or_else(|_| "\u{FFFD}".to_owned(), |Path(id)| id);
    let asked = Asked::read(id, query.as_deref().unwrap_or_default());
    if asked.chosen.is_some() {
        return keeping(asked.chosen, see_other(&asked.address().to_string()));
    }
    let wanted = asked.clone();
    let run = app.run(Arc::clone(&snapshot), move |engine| {
        page(engine, lang, &wanted)
    });
    let page = run.await;
    let page = page.or_else(|problem| failed(lang, &asked, trouble(&problem)));
    page.into_response()
}

fn page(engine: &Engine, lang: Lang, asked: &Asked) -> Result<Html, Problem> {
    let case = match engine.case(&asked.id) {
        Ok((case, _)) => case,
        Err(Error::UnknownCase { id, nearest }) => {
            let (id, nearest) = (&id, &nearest);
            return failed(lang, asked, Trouble::UnknownCase { id, nearest });
        }
        Err(error) => return Err(error.into()),
    };
    let related = engine.related(&case.id, Related::SHOWN as usize)?;
    let address = CaseAddress {
        id: &case.id,
        ..asked.address()
    };
    let shell = Shell::new(lang, &ASSETS);
    let vocabulary = engine.reader().vocabulary();
    Html::of(
        200,
        &CasePage::new(shell, address, &case, &related, vocabulary),
    )
}

fn failed(lang: Lang, asked: &Asked, trouble: Trouble<'_>) -> Result<Html, Problem> {
    let shell = Shell::new(lang, &ASSETS);
    let failure = Failure::new(&shell, &Address::default(), trouble);
    Html::of(
        failure.status,
        &FailedPage::new(shell, asked.address(), &failure),
    )
}
