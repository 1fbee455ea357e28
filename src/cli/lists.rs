//! Reading the lists of words that a user adds to ours.

use std::path::Path;

use super::{ERROR, Failure, read_text, say};
use crate::analysis::{Analyzer, Dictionary, Glossary, ListFault, Terms};

/// The lists that were named; those with faults are missing.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) terms: Option<Terms>,
    /// Groups of the glossary, as written.
    pub(super) groups: Option<String>,
    /// How many of them are sound.
    pub(super) groups_read: usize,
    pub(super) faults: Vec<ListFault>,
}

impl Lists {
    pub(super) fn read(
        dictionary: Option<&Path>,
        glossary: Option<&Path>,
    ) -> Result<Self, Failure> {
        let mut lists = Self::default();
        if let Some(file) = dictionary {
            match Terms::parse(file, &read_text(file)?) {
                Ok(terms) => lists.terms = Some(terms),
                Err(faults) => lists.faults.extend(faults),
            }
        }
        if let Some(file) = glossary {
            let text = read_text(file)?;
            let terms = lists.terms.clone().unwrap_or_default();
            let mut analyzer = Analyzer::new(Dictionary::with(terms));
            let (glossary, faults) = Glossary::parse(file, &text, &mut analyzer);
            lists.groups_read = glossary.len();
            lists.faults.extend(faults);
            lists.groups = Some(text);
        }
        Ok(lists)
    }

    /// Lists on stderr what is wrong with them; whether anything is.
    pub(super) fn report(&self) -> bool {
        for fault in &self.faults {
            say(ERROR, "fault", &fault.to_string());
        }
        !self.faults.is_empty()
    }
}
