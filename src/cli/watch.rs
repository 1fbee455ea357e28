//! `incidex index --watch`.

use std::fs::canonicalize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use notify::{Event, RecursiveMode, Watcher, recommended_watcher};

use super::index::{report, update};
use super::{ERROR, Failure, Outcome, say, tell};
use crate::case::Input;
use crate::index::{Generations, Start, Update};

/// Changes that come closer together than this are taken together: an editor makes several of one.
const PAUSE: Duration = Duration::from_millis(300);

/// What may happen while nothing is to be done.
enum Notice {
    File(notify::Result<Event>),
    /// The process is told to end.
    End,
}

/// Indexes, and again whenever a file changes, until told to end. Faults are said and mended by the
/// next change.
pub(super) fn watch(
    generations: &Generations,
    mut request: Update<'_>,
) -> Result<Outcome, Failure> {
    if request.inputs.is_empty() {
        let advice = "there is nothing to watch; name files or folders".to_owned();
        return Err(Failure::Message(advice));
    }
    let (sender, notices) = channel();
    let to_files = sender.clone();
    let mut watcher = recommended_watcher(move |event| {
        // The receiver lives as long as the program.
        let _ = to_files.send(Notice::File(event));
    })
    .map_err(failed)?;
    for input in request.inputs {
        let Input::Path(path) = input else {
            return Err(Failure::Message(
                "standard input cannot be watched; name files or folders".to_owned(),
            ));
        };
        let (folder, mode) = watched(path);
        watcher.watch(&folder, mode).map_err(|error| {
            let path = path.display();
            Failure::Message(format!(
                "cannot watch {path}: {error}; name what is there: incidex index --watch PATH…"
            ))
        })?;
    }
    // Until this is done the process ends as any other does.
    index(generations, &request)?;
    listen_for_end(sender)?;
    let own = canonical(generations.root());
    // A rebuild was asked for once, and somebody else may write in the meantime.
    request.start = Start::Index;
    request.wait = true;
    tell("watching for changes; interrupt to end");
    while next_change(&notices, &own)? {
        if let Err(failure) = index(generations, &request) {
            say(ERROR, "error", &failure.to_string());
        }
    }
    Ok(Outcome::Success)
}

/// An editor may replace a file by another one of the same name, which only its folder tells.
fn watched(path: &Path) -> (PathBuf, RecursiveMode) {
    let path = canonical(path);
    match path.parent() {
        Some(folder) if path.is_file() => (folder.to_owned(), RecursiveMode::NonRecursive),
        _ => (path, RecursiveMode::Recursive),
    }
}

fn canonical(path: &Path) -> PathBuf {
    canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn index(generations: &Generations, request: &Update<'_>) -> Result<(), Failure> {
    let outcome = update(generations, request)?;
    report(generations, &outcome);
    Ok(())
}

/// Lets SIGTERM and Ctrl+C be noticed between two updates instead of in one.
#[cfg(unix)]
fn listen_for_end(sender: Sender<Notice>) -> Result<(), Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for _ in &mut signals {
            let _ = sender.send(Notice::End);
        }
    });
    Ok(())
}

/// Elsewhere the process ends at once, which leaves the last good index as well.
#[cfg(not(unix))]
fn listen_for_end(_sender: Sender<Notice>) -> Result<(), Failure> {
    Ok(())
}

/// Waits for a change outside the index `own`, and for all that follow it at once; false where the
/// process is told to end.
fn next_change(notices: &Receiver<Notice>, own: &Path) -> Result<bool, Failure> {
    loop {
        match notices.recv() {
            Ok(Notice::File(event)) => {
                if is_change(&event.map_err(failed)?, own) {
                    break;
                }
            }
            Ok(Notice::End) | Err(_) => return Ok(false),
        }
    }
    while let Ok(notice) = notices.recv_timeout(PAUSE) {
        if let Notice::End = notice {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reading a file is an event too, and so would each update cause the next one; writing the index
/// where it lies among the cases would as well.
fn is_change(event: &Event, own: &Path) -> bool {
    let is_own = !event.paths.is_empty() && event.paths.iter().all(|path| path.starts_with(own));
    !event.kind.is_access() && !is_own
}

fn failed(error: notify::Error) -> Failure {
    Failure::Message(format!("cannot watch for changes: {error}"))
}
