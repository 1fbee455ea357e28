//! The HTTP API and what is served beside it.
//!
//! # The way of a request
//!
//! ```text
//! connections ─▶ journal ─▶ headers ─▶ access ─▶ bounds ─▶ router ─▶ handler ─▶ App::run
//! bounded        id, log,   security   host,     length    api, ops  parameters  engine, off the
//!                metrics               token               page                  async threads
//! ```
//!
//! `api` answers what the commands with `--json` answer, through the same functions; `page` answers
//! people with a browser, `ops` those who run the server. `params` reads queries, `posted` reads those
//! that come as a body, `problem` says what is wrong with them. `app` holds the index and bounds the
//! work, `reload` follows the index on disk, `fresh` spares an answer that the client has. `openapi`
//! describes the API.
//!
//! # Invariants
//!
//! * A request sees one [`Snapshot`] of the index from start to end.
//! * Everything that reads the index or takes time runs in [`App::run`], off the async threads.
//! * A failed answer is a [`Problem`], whatever failed; a page says the same in its own words.
//! * Nothing writes, and no part of a request becomes a path of a file.
//! * No text of a query is logged or counted.

mod access;
mod api;
mod app;
mod bounds;
mod connections;
mod fresh;
mod headers;
mod journal;
mod metrics;
mod openapi;
mod ops;
mod page;
mod params;
mod posted;
mod problem;
mod reload;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderValue, Method};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use tokio::net::TcpListener;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::cors::CorsLayer;

pub use access::{Access, Token, WeakToken};
pub use app::{App, Snapshot};
pub use params::SearchParams;
pub use problem::Problem;

use crate::index::Generations;
use crate::query::Engine;

/// How to serve.
#[derive(Debug)]
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// Who may ask.
    pub access: Access,
    /// Other sites whose pages may read answers, such as `https://wiki.example.com`.
    pub origins: Vec<HeaderValue>,
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Free the address, or name another one.
    #[error("cannot listen on {addr}: {}", refusal(source))]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// The reason.
        source: io::Error,
    },
    /// The operating system gave no threads or no signals.
    #[error("cannot start the server: {0}")]
    Start(io::Error),
}

fn refusal(source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::AddrInUse => {
            "the port is in use; end the program that has it, or name another with --addr"
                .to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "not permitted; name a port above 1023 with --addr".to_owned()
        }
        io::ErrorKind::AddrNotAvailable => {
            "this machine does not have that address; name another with --addr".to_owned()
        }
        _ => source.to_string(),
    }
}

/// All that is served.
pub fn router(app: App, access: Access, origins: Vec<HeaderValue>) -> Router {
    let served = Router::new()
        .merge(api::routes(&app))
        .merge(ops::routes())
        .merge(page::routes())
        .fallback(problem::no_such_page)
        .method_not_allowed_fallback(problem::no_such_method)
        // The last layer sees a request first.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn(bounds::check))
        .layer(from_fn_with_state(Arc::new(access), access::check));
    let served = match origins.is_empty() {
        true => served,
        false => served.layer(cors(origins)),
    };
    served
        .layer(map_response(headers::add))
        .layer(from_fn_with_state(app.clone(), journal::record))
        .with_state(app)
}

/// Lets pages of `origins` read answers.
fn cors(origins: Vec<HeaderValue>) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE])
}

/// Serves `engine`, and each newer commit of its index, until the process is told to end; then
/// finishes what it has begun.
///
/// # Errors
///
/// Where the address cannot be listened on.
pub fn run(config: Config, generations: Generations, engine: Engine) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::Start)?;
    runtime.block_on(serve(config, generations, engine))
}

async fn serve(config: Config, generations: Generations, engine: Engine) -> Result<(), Failure> {
    let failed = |source| Failure::Listen {
        addr: config.addr,
        source,
    };
    let told_to_end = told_to_end().map_err(Failure::Start)?;
    let listener = TcpListener::bind(config.addr).await.map_err(failed)?;
    let addr = listener.local_addr().map_err(failed)?;
    let app = App::new(engine);
    tokio::spawn(reload::follow(app.clone(), generations));
    tracing::info!(url = format!("http://{addr}"), "listening");
    let router = router(app, config.access, config.origins);
    connections::serve(listener, router, told_to_end).await;
    tracing::info!("ended");
    Ok(())
}

/// Ends when the process is told to end, by SIGTERM or SIGINT.
#[cfg(unix)]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Ends when the process is told to end, by Ctrl+C.
#[cfg(not(unix))]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
