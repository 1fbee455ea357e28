//! For those who run the server.

use axum::Router;
use axum::routing::get;

use super::app::App;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/healthz", get(healthz))
}

/// The process answers.
async fn healthz() -> &'static str {
    "ok\n"
}
