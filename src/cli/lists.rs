//! Reading the lists of words that a user adds to ours.

use std::path::Path;
use std::sync::Arc;

use super::{ERROR, Failure, say};
use crate::analysis::{Analyzer, Dictionary, Glossary, ListFault, Terms};
use crate::error::Error;

/// The terms in `file`; nothing where they have faults, which have been listed.
pub(super) fn read_terms(file: &Path) -> Result<Option<Terms>, Failure> {
    let text = read(file)?;
    Ok(match Terms::parse(file, &text) {
        Ok(terms) => Some(terms),
        Err(faults) => {
            list(&faults);
            None
        }
    })
}

/// The groups in `file`, as written; nothing where they have faults, which have been listed.
/// Analysed with `dictionary`, which has a say in what can be found.
pub(super) fn read_groups(
    file: &Path,
    dictionary: &Arc<Dictionary>,
) -> Result<Option<String>, Failure> {
    let text = read(file)?;
    let mut analyzer = Analyzer::new(Arc::clone(dictionary));
    let (_, faults) = Glossary::parse(file, &text, &mut analyzer);
    list(&faults);
    Ok(faults.is_empty().then_some(text))
}

fn list(faults: &[ListFault]) {
    for fault in faults {
        say(ERROR, "fault", &fault.to_string());
    }
}

fn read(file: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(file).map_err(|e| Error::io("read", file, e))?;
    String::from_utf8(bytes).map_err(|_| {
        let file = file.display();
        Failure::Message(format!("{file} is not UTF-8; save it as UTF-8"))
    })
}
