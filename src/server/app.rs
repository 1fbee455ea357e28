//! What all requests share: the index in use, and the bounds of the work on it.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio::sync::Semaphore;
use tokio::task;
use tokio::time::timeout;
use tracing::Span;

use super::metrics::Metrics;
use super::problem::Problem;
use crate::query::{Engine, Request, Response};

/// Longest time that a request may take, waiting included.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Requests that may wait for their turn; more are turned away at once.
const WAITING: usize = 256;

/// The index as a request sees it, from start to end.
pub struct Snapshot {
    /// Searches it.
    pub engine: Engine,
    /// Names what this program answers from this index, as the header `ETag` has it.
    pub etag: String,
}

impl Snapshot {
    fn new(engine: Engine) -> Self {
        let commit = engine.reader().commit();
        let version = env!("CARGO_PKG_VERSION");
        // Weak: answers that mean the same differ in the time taken.
        let etag = format!("W/\"{version}-{:.16}\"", commit);
        Self { engine, etag }
    }
}

/// What all requests share; clones share too.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    index: ArcSwap<Snapshot>,
    metrics: Metrics,
    /// Work that may run at the same time.
    running: Arc<Semaphore>,
    /// Work that may run or wait.
    admitted: Semaphore,
}

impl App {
    /// Serves from `engine`.
    pub fn new(engine: Engine) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Shared {
            index: ArcSwap::from_pointee(Snapshot::new(engine)),
            metrics: Metrics::new(),
            running: Arc::new(Semaphore::new(cores)),
            admitted: Semaphore::new(cores + WAITING),
        }))
    }

    /// The index in use.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.0.index.load_full()
    }

    /// Serves from `engine` from now on. Requests that have begun end with the index they began with.
    pub fn replace(&self, engine: Engine) {
        self.0.index.store(Arc::new(Snapshot::new(engine)));
    }

    pub(super) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Searches, and counts that for the metrics.
    ///
    /// # Errors
    ///
    /// As [`Engine::search`].
    pub fn search(&self, engine: &Engine, request: &Request) -> Result<Response, Problem> {
        let response = engine.search(request)?;
        let took = Duration::from_micros(response.took_us);
        self.0.metrics.count_search(took, response.total);
        Ok(response)
    }

    /// Runs `work` off the async threads, as much of it at a time as there are cores.
    ///
    /// # Errors
    ///
    /// What `work` says is wrong; 503 where too much is waiting or the time is over.
    pub async fn run<T: Send + 'static>(
        &self,
        snapshot: Arc<Snapshot>,
        work: impl FnOnce(&Engine) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let shared = &self.0;
        let Ok(_admitted) = shared.admitted.try_acquire() else {
            return Err(Problem::overloaded());
        };
        let done = async {
            let running = Arc::clone(&shared.running).acquire_owned().await;
            let span = Span::current();
            let work = move || {
                // Held until the work is done, even where nobody waits for it any more.
                let _running = running;
                span.in_scope(|| {
                    snapshot.engine.reader().check_lengths()?;
                    work(&snapshot.engine)
                })
            };
            let joined = task::spawn_blocking(work).await;
            joined.unwrap_or_else(|error| {
                tracing::error!(error = error.to_string(), "a request failed");
                Err(Problem::internal())
            })
        };
        let in_time = timeout(TIME_LIMIT, done).await;
        in_time.unwrap_or_else(|_| Err(Problem::overloaded()))
    }
}

/// The index that this request is answered from.
pub struct Current(pub Arc<Snapshot>);

impl FromRequestParts<App> for Current {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let pinned = parts.extensions.get::<Arc<Snapshot>>();
        Ok(Self(pinned.cloned().unwrap_or_else(|| app.snapshot())))
    }
}
