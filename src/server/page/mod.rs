//! The pages for people: the search, the cases, and the files that they load.
//!
//! `search` and `case` answer with HTML from [`crate::present::html`]; `speech` says in which language,
//! `html` with which headers. `assets` are in the program.

mod assets;
mod case;
mod html;
mod search;
mod speech;

use axum::Router;
use axum::routing::get;

use super::app::App;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/", get(search::shown).post(search::posted))
        .route("/cases/{id}", get(case::shown))
        .route("/assets/{name}", get(assets::asset))
}
