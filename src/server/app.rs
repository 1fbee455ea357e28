//! What all requests share: the index in use, and the bounds of the work on it.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio::sync::Semaphore;
use tokio::task;
use tokio::time::timeout;

use super::problem::Problem;
use crate::query::Engine;

/// Longest time that a request may take, waiting included.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Requests that may wait for their turn; more are turned away at once.
const WAITING: usize = 256;

/// The index as requests see it.
pub struct Snapshot {
    /// Searches it.
    pub engine: Engine,
}

/// What all requests share; clones share too.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    index: ArcSwap<Snapshot>,
    /// Work that may run at the same time.
    running: Arc<Semaphore>,
    /// Work that may run or wait.
    admitted: Arc<Semaphore>,
}

impl App {
    /// Serves from `engine`.
    pub fn new(engine: Engine) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Shared {
            index: ArcSwap::from_pointee(Snapshot { engine }),
            running: Arc::new(Semaphore::new(cores)),
            admitted: Arc::new(Semaphore::new(cores + WAITING)),
        }))
    }

    /// The index in use.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.0.index.load_full()
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
            let work = move || {
                // Held until the work is done, even where nobody waits for it any more.
                let _running = running;
                work(&snapshot.engine)
            };
            let joined = task::spawn_blocking(work).await;
            joined.unwrap_or_else(|_| Err(Problem::internal()))
        };
        let in_time = timeout(TIME_LIMIT, done).await;
        in_time.unwrap_or_else(|_| Err(Problem::overloaded()))
    }
}

/// The index in use when the request came in.
pub struct Current(pub Arc<Snapshot>);

impl FromRequestParts<App> for Current {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(Self(app.snapshot()))
    }
}
