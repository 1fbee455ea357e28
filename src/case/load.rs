//! Cases streamed from their inputs, on all cores, in bounded memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read;
use std::mem;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::decode::{Decoded, decode};
use super::input::{Input, files};
use super::place::{Found, Place};
use super::problem::{Doubt, Fault, Problem, Warning};
use super::read::{Document, read};
use super::record::Record;
use super::split::split;
use super::suggest::suggest;
use super::vocabulary::Vocabulary;

/// Documents are gathered until they have this many bytes and then decoded at once.
const BATCH_BYTES: usize = 8 << 20;
/// At most this many decoded cases wait to be visited, which counts where one document
/// holds many: a list of cases is held in memory as text, but not as cases.
const BATCH_CASES: usize = 2048;

/// What came of loading, sorted by file, line and column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The cases that were visited.
    pub cases: usize,
    /// The text that was read.
    pub bytes: u64,
    pub faults: Vec<Fault>,
    pub warnings: Vec<Warning>,
    /// Warnings about ids that a case names and none of these cases has. They mean something
    /// only to who reads all cases that there are.
    pub unknown_links: Vec<Warning>,
    /// Links and pipes in the folders that were read, which are not followed there: by their own
    /// names, below the canonical path of the folder.
    pub passed_over: Vec<PathBuf>,
}

/// Reads all cases of `inputs` and calls `visit` with each that has no fault.
///
/// Inputs are files and folders of JSON and JSONL, see [`Input`]; [`Input::Stdin`] is
/// read from `stdin`. In the folder `leave_out` no case is looked for. `visit` is called
/// on rayon's threads, in no order, while more is being read: whoever builds something
/// all or nothing throws it away if the report has faults.
///
/// Of cases with the same id only the first is visited, in the order of inputs, files
/// and lines; each later one is a fault that names the first. This costs a table of ids
/// and places, and it needs no answer from the visitor: cases are decoded in parallel a
/// batch at a time, but their ids are claimed one after the other before any case of the
/// batch is visited. A case that has other faults claims its id as well, so that mending
/// one fault does not bring forth another.
pub fn load(
    inputs: &[Input],
    leave_out: Option<&Path>,
    stdin: &mut dyn Read,
    vocabulary: &Vocabulary,
    visit: &(dyn Fn(Record) + Sync),
) -> Report {
    let mut loading = Loading {
        vocabulary,
        visit,
        batch: Vec::new(),
        batch_bytes: 0,
        claimed: HashMap::new(),
        report: Report::default(),
    };
    for file in files(inputs, leave_out, &mut loading.report) {
        read(&file, stdin, &mut |document| loading.add(document));
    }
    loading.finish()
}

struct Loading<'a> {
    vocabulary: &'a Vocabulary,
    visit: &'a (dyn Fn(Record) + Sync),
    batch: Vec<Document>,
    batch_bytes: usize,
    /// Ids met so far, and where.
    claimed: HashMap<String, Place>,
    report: Report,
}

impl Loading<'_> {
    fn add(&mut self, document: Result<Document, Fault>) {
        match document {
            Ok(document) => {
                self.batch_bytes += document.text.len();
                self.batch.push(document);
                if self.batch_bytes >= BATCH_BYTES {
                    self.flush();
                }
            }
            Err(fault) => self.report.faults.push(fault),
        }
    }

    fn flush(&mut self) {
        self.report.bytes += mem::take(&mut self.batch_bytes) as u64;
        let documents = mem::take(&mut self.batch);
        let (values, faults): (Vec<_>, Vec<_>) = documents.par_iter().map(split).unzip();
        self.report.faults.extend(faults.into_iter().flatten());
        let values: Vec<_> = values.into_iter().flatten().collect();
        for values in values.chunks(BATCH_CASES) {
            let decoded: Vec<_> = values
                .par_iter()
                .map(|value| decode(value, self.vocabulary))
                .collect();
            let records: Vec<_> = decoded
                .into_iter()
                .filter_map(|decoded| self.accept(decoded))
                .collect();
            self.report.cases += records.len();
            records.into_par_iter().for_each(self.visit);
        }
    }

    /// Files what was found; gives back the record if it is to be visited.
    fn accept(&mut self, decoded: Decoded) -> Option<Record> {
        self.report.faults.extend(decoded.faults);
        self.report.warnings.extend(decoded.warnings);
        self.report.unknown_links.extend(decoded.links);
        let claim = decoded.id.map_or(Ok(()), |id| self.claim(id));
        match claim {
            Ok(()) => decoded.record,
            Err(fault) => {
                self.report.faults.push(fault);
                None
            }
        }
    }

    fn claim(&mut self, id: Found<String>) -> Result<(), Fault> {
        let Found { place, what: id } = id;
        match self.claimed.entry(id) {
            Entry::Vacant(entry) => {
                entry.insert(place);
                Ok(())
            }
            Entry::Occupied(entry) => {
                let (id, first) = (entry.key().clone(), entry.get().clone());
                Err(Found {
                    place,
                    what: Problem::DuplicateId { id, first },
                })
            }
        }
    }

    fn finish(mut self) -> Report {
        self.flush();
        self.report.faults.sort_by(|a, b| a.place.cmp(&b.place));
        suggest(&mut self.report.warnings, self.vocabulary);
        self.report.warnings.sort_by(|a, b| a.place.cmp(&b.place));
        let claimed = &self.claimed;
        let is_unknown = |warning: &Warning| match &warning.what {
            Doubt::UnknownCase { id, .. } => !claimed.contains_key(id),
            _ => true,
        };
        self.report.unknown_links.retain(is_unknown);
        self.report
    }
}
