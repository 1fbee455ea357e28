//! One run of the writer: what becomes of each case that is read, and of each that is stored.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use tantivy::IndexWriter;
use tantivy::schema::Term;

use super::base::Base;
use super::document::{DocumentBuilder, short_hash};
use super::reader::Stored;
use super::schema::Fields;
use super::sources::Sources;
use super::stamp::Totals;
use super::writer::Outcome;
use crate::case::{Case, Fault, Input, Problem, Record, Report, Vocabulary};
use crate::error::Error;

/// See the [module](self). Shared by all threads that load cases.
pub(super) struct Session<'a> {
    builder: DocumentBuilder<'a>,
    writer: &'a IndexWriter,
    fields: &'a Fields,
    base: &'a Base,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    totals: Totals,
    seen: HashSet<String>,
    /// Cases among those read that come from no file.
    without_file: u64,
    outcome: Outcome,
    failure: Option<tantivy::TantivyError>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        base: &'a Base,
        vocabulary: &'a Vocabulary,
        fields: &'a Fields,
        writer: &'a IndexWriter,
    ) -> Self {
        Self {
            builder: DocumentBuilder::new(fields, vocabulary, Arc::clone(&base.dictionary)),
            writer,
            fields,
            base,
            state: Mutex::new(State {
                totals: base.stamp.totals,
                ..State::default()
            }),
        }
    }

    /// Takes in a case that was read.
    pub(super) fn add(&self, record: &Record) {
        let id = &record.case.id;
        let stored = self.base.stored.get(id);
        let source = source_of(record);
        let is_same = stored.is_some_and(|stored| {
            stored.hash == short_hash(&record.hash) && stored.source == source
        });
        if !(is_same && self.base.keeps_segments) {
            let old = stored.filter(|_| self.base.keeps_segments);
            self.put(&record.case, &record.json, &source, old);
        }
        let mut state = self.state();
        state.seen.insert(id.clone());
        state.without_file += u64::from(source.is_empty());
        match stored {
            Some(_) if is_same => state.outcome.unchanged += 1,
            Some(_) => state.outcome.replaced += 1,
            None => state.outcome.added += 1,
        }
    }

    /// Adds a case in the place of the one that is there, if there is one.
    fn put(&self, case: &Case, json: &str, source: &str, old: Option<&Stored>) {
        if let Err(error) = self.try_put(case, json, source, old) {
            self.state().failure = Some(error);
        }
    }

    fn try_put(
        &self,
        case: &Case,
        json: &str,
        source: &str,
        old: Option<&Stored>,
    ) -> tantivy::Result<()> {
        let (document, extents) = self.builder.build(case, json, source)?;
        if old.is_some() {
            self.writer
                .delete_term(Term::from_field_text(self.fields.id, &case.id));
        }
        self.writer.add_document(document)?;
        let mut state = self.state();
        if let Some(old) = old {
            state.totals.remove(&old.extents);
        }
        state.totals.add(&extents);
        Ok(())
    }

    /// Decides on the cases that were not read this time, once all have been read: those that are
    /// missing go, unless they are to be kept, all others stay.
    pub(super) fn settle_missing(&self, report: &Report, keep: bool) -> Result<(), Error> {
        let missing = self.missing(report);
        let mut ids: Vec<String> = missing.iter().map(|&id| id.to_owned()).collect();
        ids.sort_unstable();
        let gone = match keep {
            true => HashSet::new(),
            false => missing,
        };
        {
            let mut state = self.state();
            match keep {
                true => state.outcome.kept = ids,
                false => state.outcome.removed = ids,
            }
            state.without_file += self.without_file(&state.seen, &gone);
        }
        match self.base.keeps_segments {
            true => {
                self.remove(&gone);
                Ok(())
            }
            false => self.carry_over(&gone),
        }
    }

    fn remove(&self, gone: &HashSet<&str>) {
        let mut state = self.state();
        for &id in gone {
            self.writer
                .delete_term(Term::from_field_text(self.fields.id, id));
            state.totals.remove(&self.base.stored[id].extents);
        }
    }

    /// Writes anew the cases that were not read again from their files and are not `gone`.
    fn carry_over(&self, gone: &HashSet<&str>) -> Result<(), Error> {
        let Some(reader) = &self.base.reader else {
            return Ok(());
        };
        reader.for_each_record(&mut |id, json, source| {
            if self.state().seen.contains(id) || gone.contains(id) {
                return Ok(());
            }
            let Some(case) = Case::from_stored(json) else {
                return Err(reader.damaged(&format!("the record of case {id} cannot be read")));
            };
            self.put(&case, json, source, None);
            self.state().outcome.unchanged += 1;
            Ok(())
        })
    }

    /// Cases that came from one of the folders that were read and were not met there this time. A
    /// case whose file is faulty now, cannot be read or is a link is not missing, nor are all those
    /// of a folder in which no case is left: it may be a disk that is not mounted.
    fn missing(&self, report: &Report) -> HashSet<&str> {
        let folders: Vec<PathBuf> = self.base.inputs.iter().filter_map(folder).collect();
        let of_fault = |fault: &Fault| {
            let covers_folder =
                matches!(fault.what, Problem::Unreadable { .. } | Problem::NoCaseFile);
            Some((fault.place.file.canonicalize().ok()?, covers_folder))
        };
        let passed_over = report.passed_over.iter().map(|path| (path.clone(), true));
        let faulty = report.faults.iter().filter_map(of_fault);
        let faulty: Vec<(PathBuf, bool)> = faulty.chain(passed_over).collect();
        let is_faulty = |source: &Path| {
            faulty.iter().any(|(path, covers_folder)| {
                source == path || (*covers_folder && source.starts_with(path))
            })
        };
        let state = self.state();
        self.base
            .stored
            .iter()
            .filter(|(id, stored)| {
                let source = Path::new(&stored.source);
                !state.seen.contains(*id)
                    && folders.iter().any(|folder| source.starts_with(folder))
                    && !is_faulty(source)
            })
            .map(|(id, _)| id.as_str())
            .collect()
    }

    /// What the index was made from and is empty or not there now, with the number of cases that it
    /// has of each.
    pub(super) fn away(&self, sources: &Sources, report: &Report) -> BTreeMap<PathBuf, usize> {
        let gone = sources.paths.iter().filter(|path| !path.exists()).cloned();
        let faults = report.faults.iter();
        let empty = faults
            .filter(|fault| matches!(fault.what, Problem::NoCaseFile))
            .filter_map(|fault| fault.place.file.canonicalize().ok());
        let with_cases = gone.chain(empty).map(|path| {
            let cases = self.unread_cases_of(&path);
            (path, cases)
        });
        with_cases.filter(|(_, cases)| *cases > 0).collect()
    }

    /// Number of stored cases that came from `path` and were not read this time.
    pub(super) fn unread_cases_of(&self, path: &Path) -> usize {
        let state = self.state();
        let stored = self.base.stored.iter();
        stored
            .filter(|(id, stored)| {
                Path::new(&stored.source).starts_with(path) && !state.seen.contains(*id)
            })
            .count()
    }

    /// Which of the cases that are given up were not read again, in order.
    pub(super) fn given_up(&self) -> Vec<String> {
        let state = self.state();
        let ids = self.base.given_up.iter();
        let mut ids: Vec<String> = ids
            .filter(|id| !state.seen.contains(*id))
            .cloned()
            .collect();
        ids.sort_unstable();
        ids
    }

    /// Number of stored cases that were neither read nor are `gone`, and come from no file or from
    /// one that is not there any more, or is a link now.
    fn without_file(&self, seen: &HashSet<String>, gone: &HashSet<&str>) -> u64 {
        let mut files: FxHashMap<&str, bool> = FxHashMap::default();
        let stay = self
            .base
            .stored
            .iter()
            .filter(|(id, _)| !seen.contains(*id) && !gone.contains(id.as_str()));
        stay.map(|(_, stored)| {
            let source = stored.source.as_str();
            let is_there = *files
                .entry(source)
                .or_insert_with(|| is_file(Path::new(source)));
            u64::from(!is_there)
        })
        .sum()
    }

    /// What was done, the sums over all cases, and the number of those that no file has.
    pub(super) fn finish(self) -> tantivy::Result<(Outcome, Totals, u64)> {
        let state = self.state.into_inner();
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = state.failure {
            return Err(failure);
        }
        state.outcome.cases = state.totals.cases;
        Ok((state.outcome, state.totals, state.without_file))
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A thread that panicked while it counted leaves counts, not broken structures.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn folder(input: &Input) -> Option<PathBuf> {
    match input {
        Input::Path(path) if path.is_dir() => path.canonicalize().ok(),
        _ => None,
    }
}

/// Whether a folder that is read leads to the file `path`, which was canonical.
fn is_file(path: &Path) -> bool {
    path.is_file() && path.canonicalize().is_ok_and(|it| it == path)
}

/// The file of a record as it is kept in the index; empty for what can be read but once.
fn source_of(record: &Record) -> String {
    match record.place.file.canonicalize() {
        Ok(path) if path.is_file() => path.to_string_lossy().into_owned(),
        _ => String::new(),
    }
}
