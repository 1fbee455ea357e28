//! `incidex index --watch`.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::{Event, RecursiveMode, Watcher, recommended_watcher};

use super::index::{report, update};
use super::{ERROR, Failure, Outcome, say, tell};
use crate::case::Input;
use crate::index::{Generations, Update};

/// Changes that come closer together than this are taken together: an editor makes several of one.
const PAUSE: Duration = Duration::from_millis(300);

/// Indexes, and again whenever a file changes. Faults are said and mended by the next change.
pub(super) fn watch(
    generations: &Generations,
    mut request: Update<'_>,
) -> Result<Outcome, Failure> {
    let (sender, changes) = channel();
    let mut watcher = recommended_watcher(move |event| {
        // The receiver lives as long as the program.
        let _ = sender.send(event);
    })
    .map_err(failed)?;
    for input in request.inputs {
        let Input::Path(path) = input else {
            return Err(Failure::Message(
                "standard input cannot be watched; name files or folders".to_owned(),
            ));
        };
        let (path, mode) = watched(path);
        watcher.watch(path, mode).map_err(|error| {
            let path = path.display();
            Failure::Message(format!("cannot watch {path}: {error}"))
        })?;
    }
    index(generations, &request)?;
    // A rebuild was asked for once, and somebody else may write in the meantime.
    request.rebuild = false;
    request.wait = true;
    tell("watching for changes; interrupt to end");
    while next_change(&changes)? {
        if let Err(failure) = index(generations, &request) {
            say(ERROR, "error", &failure.to_string());
        }
    }
    Ok(Outcome::Success)
}

/// An editor may replace a file by another one of the same name, which only its folder tells.
fn watched(path: &Path) -> (&Path, RecursiveMode) {
    match path.parent() {
        Some(folder) if path.is_file() => match folder.as_os_str().is_empty() {
            true => (Path::new("."), RecursiveMode::NonRecursive),
            false => (folder, RecursiveMode::NonRecursive),
        },
        _ => (path, RecursiveMode::Recursive),
    }
}

fn index(generations: &Generations, request: &Update<'_>) -> Result<(), Failure> {
    let outcome = update(generations, request)?;
    report(&outcome, request.keep_going);
    Ok(())
}

/// Waits for a change and for all that follow it at once; false where none can come any more.
fn next_change(changes: &Receiver<notify::Result<Event>>) -> Result<bool, Failure> {
    loop {
        let Ok(event) = changes.recv() else {
            return Ok(false);
        };
        // Reading a file is an event too, and so would each indexing cause the next one.
        if !event.map_err(failed)?.kind.is_access() {
            break;
        }
    }
    while changes.recv_timeout(PAUSE).is_ok() {}
    Ok(true)
}

fn failed(error: notify::Error) -> Failure {
    Failure::Message(format!("cannot watch for changes: {error}"))
}
