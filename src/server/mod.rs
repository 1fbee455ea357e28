//! The HTTP API and what is served beside it.
//!
//! # The way of a request
//!
//! ```text
//! listener ─▶ layers ─▶ router ─▶ handler ─▶ App::run ─▶ a closure with the engine
//!             who may    api       reads      bounded,     searches and writes JSON
//!             ask what   ops       params     in time
//! ```
//!
//! `api` answers what the commands with `--json` answer, through the same functions; `ops` is for
//! those who run the server. `params` reads queries, `problem` says what is wrong with them. `app`
//! holds the index and bounds the work.
//!
//! # Invariants
//!
//! * A request sees one [`Snapshot`] of the index from start to end.
//! * Everything that reads the index or takes time runs in [`App::run`], off the async threads.
//! * A failed answer is a [`Problem`], whatever failed.
//! * Nothing writes, and no part of a request becomes a path of a file.
//! * No text of a query is logged or counted.

mod api;
mod app;
mod ops;
mod params;
mod problem;

use std::io;
use std::net::SocketAddr;

use axum::Router;
use tokio::net::TcpListener;

pub use app::{App, Snapshot};
pub use params::SearchParams;
pub use problem::Problem;

use crate::query::Engine;

/// How to serve.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
}

/// All that is served.
pub fn router(app: App) -> Router {
    Router::new()
        .merge(api::routes())
        .merge(ops::routes())
        .fallback(problem::no_such_page)
        .method_not_allowed_fallback(problem::no_such_method)
        .with_state(app)
}

/// Serves `engine` until the process is told to end.
///
/// # Errors
///
/// Where the address cannot be listened on.
pub fn run(config: &Config, engine: Engine) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(config.addr).await?;
        axum::serve(listener, router(App::new(engine))).await
    })
}
