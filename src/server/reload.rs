//! Following the index on disk.

use std::time::Duration;

use tokio::task;
use tokio::time::sleep;

use super::app::App;
use crate::error::Error;
use crate::index::Generations;
use crate::query::Engine;

/// How often the folder of the index is looked at.
const PAUSE: Duration = Duration::from_secs(1);

/// Takes each newer commit of the index into use, once it is open and warm. While it cannot be
/// opened, the one before stays, and the log says once what is wrong.
pub(super) async fn follow(app: App, generations: Generations) {
    let mut said = None;
    loop {
        sleep(PAUSE).await;
        match newer(&app, &generations).await {
            Ok(None) => said = None,
            Ok(Some(engine)) => {
                let cases = engine.reader().stamp().totals.cases;
                app.replace(engine);
                app.metrics().count_reload();
                tracing::info!(cases, "a newer index is in use");
                said = None;
            }
            Err(fault) if said.as_ref() != Some(&fault) => {
                tracing::error!(
                    error = fault,
                    "the newer index is of no use; the old one stays"
                );
                said = Some(fault);
            }
            Err(_) => {}
        }
    }
}

/// The index on disk, open, if it is another one than the one in use; else why it cannot be opened.
async fn newer(app: &App, generations: &Generations) -> Result<Option<Engine>, String> {
    let generations = generations.clone();
    let snapshot = app.snapshot();
    let look = move || -> Result<Option<Engine>, Error> {
        if generations.is_in_use(snapshot.engine.reader().commit()) {
            return Ok(None);
        }
        let engine = Engine::open(&generations)?;
        engine.warm()?;
        Ok(Some(engine))
    };
    match task::spawn_blocking(look).await {
        Ok(opened) => opened.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}
