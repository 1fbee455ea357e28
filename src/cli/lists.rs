//! Reading the lists of words that a user adds to ours.

use std::path::Path;

use super::{ERROR, Failure, say};
use crate::analysis::{ListFault, Terms};
use crate::error::Error;

/// The terms in `file`; nothing where they have faults, which have been listed.
pub(super) fn read_terms(file: &Path) -> Result<Option<Terms>, Failure> {
    let text = read(file)?;
    Ok(listed(Terms::parse(file, &text)))
}

fn read(file: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(file).map_err(|e| Error::io("read", file, e))?;
    String::from_utf8(bytes).map_err(|_| {
        let file = file.display();
        Failure::Message(format!("{file} is not UTF-8; save it as UTF-8"))
    })
}

fn listed<T>(parsed: Result<T, Vec<ListFault>>) -> Option<T> {
    match parsed {
        Ok(list) => Some(list),
        Err(faults) => {
            for fault in faults {
                say(ERROR, "fault", &fault.to_string());
            }
            None
        }
    }
}
