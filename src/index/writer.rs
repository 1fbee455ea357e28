//! Building an index and bringing it up to date.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::schema::Term;
use tantivy::store::{Compressor, ZstdCompressor};
use tantivy::{Index, IndexSettings, IndexWriter, TantivyDocument};

use super::document::DocumentBuilder;
use super::generations::Generations;
use super::manifest;
use super::reader::{Reader, Stored, kept_groups, kept_terms};
use super::schema::Fields;
use super::stamp::{Stamp, Totals};
use super::zone::Extents;
use super::{GLOSSARY_FILE, GROUPS_FILE, TERMS_FILE, VOCABULARY_FILE};
use crate::analysis::{Analyzer, Dictionary, Glossary, Terms};
use crate::case::{self, Case, Fault, Input, Problem, Record, Report, Vocabulary};
use crate::error::Error;

/// Threads that turn documents into segments; rayon's threads read and analyse beside them.
const WRITER_THREADS: usize = 2;
/// Memory that a writer thread fills before it writes a segment.
const MEMORY_PER_THREAD: usize = 128 << 20;

/// What to index.
#[derive(Debug)]
pub struct Update<'a> {
    /// Files and folders.
    pub inputs: &'a [Input],
    /// Labels of the facets.
    pub vocabulary: &'a Vocabulary,
    /// Terms to add to the Korean dictionary; without any, those of the index that is there.
    pub terms: Option<&'a Terms>,
    /// Groups to add to the glossary, as written; without any, those of the index that is there.
    pub groups: Option<&'a str>,
    /// Index what is sound where some cases have faults.
    pub keep_going: bool,
    /// Start from nothing instead of from the index that is there.
    pub rebuild: bool,
    /// Keep cases whose file is gone.
    pub keep_missing: bool,
    /// Wait for another process that writes the index.
    pub wait: bool,
}

impl<'a> Update<'a> {
    /// Brings what is there up to date with `inputs`; nothing is written if any case has a fault.
    pub fn new(inputs: &'a [Input], vocabulary: &'a Vocabulary) -> Self {
        Self {
            inputs,
            vocabulary,
            terms: None,
            groups: None,
            keep_going: false,
            rebuild: false,
            keep_missing: false,
            wait: false,
        }
    }
}

/// What an update did.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Cases that were not there before.
    pub added: usize,
    /// Cases whose record had changed.
    pub replaced: usize,
    /// Cases that were as before.
    pub unchanged: usize,
    /// The ids of the cases whose file is gone from an indexed folder, in order.
    pub removed: Vec<String>,
    /// Cases in the index now.
    pub cases: u64,
    /// What was read, with its faults and warnings. Where there are faults and `keep_going` was
    /// not set, nothing was written.
    pub report: Report,
}

/// Brings the index in `generations` up to date with the inputs of `update`. `progress` is called
/// from many threads with each case that was handled.
///
/// All or nothing: the index of before stays in use until the new one is complete.
///
/// # Errors
///
/// Where another process writes, the index is of another format, or the file system refuses.
/// Faults in cases are no errors; they are in the outcome.
pub fn update(
    generations: &Generations,
    update: &Update<'_>,
    stdin: &mut dyn Read,
    progress: &(dyn Fn(&Record) + Sync),
) -> Result<Outcome, Error> {
    let lock = match update.wait {
        true => generations.wait_for_lock()?,
        false => generations.lock()?,
    };
    let base = Base::open(generations, update)?;
    generations.replace(&lock, |folder| write(folder, update, base, stdin, progress))
}

/// What the new generation starts from.
struct Base {
    /// The generation in use.
    reader: Option<Reader>,
    /// Its cases.
    stored: FxHashMap<String, Stored>,
    /// Whether its segments are taken over. Where analyzer or vocabulary changed, only its records
    /// are still good.
    keeps_segments: bool,
    dictionary: Arc<Dictionary>,
    /// The user's groups of the glossary.
    groups: String,
    /// Whether it has the glossary of the stamp already.
    keeps_glossary: bool,
    stamp: Stamp,
}

impl Base {
    fn open(generations: &Generations, update: &Update<'_>) -> Result<Self, Error> {
        let current = match generations.current() {
            // A pointer that cannot be read points to nothing.
            Err(_) if update.rebuild => None,
            current => current?,
        };
        let reader = match &current {
            Some(_) if !update.rebuild => Some(Reader::open_for_update(generations)?),
            _ => None,
        };
        // Starting anew leaves the lists of the user as they are.
        let dictionary = match (update.terms, &current) {
            (Some(terms), _) => Dictionary::with(terms.clone()),
            (None, Some(folder)) => Dictionary::with(kept_terms(folder)?),
            (None, None) => Dictionary::builtin(),
        };
        let groups = match (update.groups, &current) {
            (Some(groups), _) => groups.to_owned(),
            (None, Some(folder)) => kept_groups(folder)?,
            (None, None) => String::new(),
        };
        let vocabulary = update.vocabulary.fingerprint();
        let mut stamp = Stamp::new(vocabulary, &dictionary, Glossary::fingerprint(&groups));
        let mut base = Self {
            stored: FxHashMap::default(),
            keeps_segments: false,
            keeps_glossary: false,
            dictionary,
            groups,
            stamp: stamp.clone(),
            reader: None,
        };
        if let Some(reader) = reader {
            let old = reader.stamp();
            base.keeps_segments = old.analyzer == stamp.analyzer
                && old.dictionary == stamp.dictionary
                && old.vocabulary == stamp.vocabulary;
            base.keeps_glossary = base.keeps_segments && old.glossary == stamp.glossary;
            stamp.folders.clone_from(&old.folders);
            if base.keeps_segments {
                stamp.totals = old.totals;
            }
            base.stored = reader.stored()?;
            base.stamp = stamp;
            base.reader = Some(reader);
        }
        Ok(base)
    }

    /// The lists that are kept with the index, ready to be used.
    fn write_lists(&self, folder: &Path, vocabulary: &Vocabulary) -> Result<(), Error> {
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|e| Error::io("write", &path, e))
        };
        let mut analyzer = Analyzer::new(Arc::clone(&self.dictionary));
        let glossary = Glossary::with(&self.groups, &mut analyzer);
        let glossary = serde_json::to_string(&glossary)
            .map_err(|e| Error::io("write", &folder.join(GLOSSARY_FILE), e.into()))?;
        write(VOCABULARY_FILE, vocabulary.source())?;
        write(TERMS_FILE, self.dictionary.terms().source())?;
        write(GROUPS_FILE, &self.groups)?;
        write(GLOSSARY_FILE, &glossary)
    }
}

/// Writes the new generation into `folder`; the flag says whether it is to be used.
fn write(
    folder: &Path,
    update: &Update<'_>,
    base: Base,
    stdin: &mut dyn Read,
    progress: &(dyn Fn(&Record) + Sync),
) -> Result<(Outcome, bool), Error> {
    let fields = Fields::new();
    let index = match &base.reader {
        Some(reader) if base.keeps_segments => reader.copy_to(folder)?,
        _ => create(folder, &fields)?,
    };
    let failed = |source| Error::index(folder, source);
    let writer = open_writer(&index).map_err(failed)?;
    let session = Session {
        builder: DocumentBuilder::new(&fields, update.vocabulary, Arc::clone(&base.dictionary)),
        writer: &writer,
        fields: &fields,
        base: &base,
        state: Mutex::new(State {
            totals: base.stamp.totals,
            ..State::default()
        }),
    };

    let report = case::load(update.inputs, stdin, update.vocabulary, &|record| {
        session.add(&record);
        progress(&record);
    });
    let refused = !report.faults.is_empty() && !update.keep_going;
    if !refused {
        let missing = match update.keep_missing {
            true => HashSet::new(),
            false => session.missing(update.inputs, &report.faults),
        };
        if base.keeps_segments {
            session.remove(&missing);
        } else {
            session.carry_over(&missing)?;
        }
    }
    let State {
        totals,
        mut outcome,
        failure,
        ..
    } = session
        .state
        .into_inner()
        .unwrap_or_else(|e| e.into_inner());
    outcome.report = report;
    outcome.removed.sort_unstable();
    outcome.cases = totals.cases;
    if let Some(source) = failure {
        return Err(failed(source));
    }
    let changed = outcome.added + outcome.replaced + outcome.removed.len() > 0;
    let mut stamp = base.stamp.clone();
    let folders_grew = remember_folders(&mut stamp.folders, update.inputs);
    if refused || !(changed || folders_grew || !base.keeps_glossary) {
        return Ok((outcome, false));
    }
    stamp.totals = totals;
    commit(folder, writer, &stamp).map_err(failed)?;
    if !base.keeps_glossary {
        base.write_lists(folder, update.vocabulary)?;
    }
    manifest::seal(folder).map_err(|e| Error::io("write to", folder, e))?;
    Ok((outcome, true))
}

fn create(folder: &Path, fields: &Fields) -> Result<Index, Error> {
    let settings = IndexSettings {
        docstore_compression: Compressor::Zstd(ZstdCompressor::default()),
        ..IndexSettings::default()
    };
    Index::builder()
        .schema(fields.schema.clone())
        .settings(settings)
        .create_in_dir(folder)
        .map_err(|e| Error::index(folder, e))
}

pub(super) fn open_writer(index: &Index) -> tantivy::Result<IndexWriter> {
    let options = IndexWriterOptions::builder()
        .num_worker_threads(WRITER_THREADS)
        .memory_budget_per_thread(MEMORY_PER_THREAD)
        .num_merge_threads(2)
        .build();
    let writer: IndexWriter = index.writer_with_options(options)?;
    writer.set_merge_policy(Box::new(merge_policy()));
    Ok(writer)
}

/// tantivy's own policy, but for this: four segments of about the same size are one soon, since each
/// term of a query is looked up in every segment; and one of which a tenth is deleted is merged away,
/// since deleted cases still count for how rare a term is.
fn merge_policy() -> LogMergePolicy {
    const ALIKE: usize = 4;
    const DELETED: f32 = 0.1;
    let mut policy = LogMergePolicy::default();
    policy.set_min_num_segments(ALIKE);
    policy.set_del_docs_ratio_before_merge(DELETED);
    policy
}

pub(super) fn commit(folder: &Path, mut writer: IndexWriter, stamp: &Stamp) -> tantivy::Result<()> {
    let payload = serde_json::to_string(stamp)
        .map_err(|e| tantivy::TantivyError::InternalError(format!("{}: {e}", folder.display())))?;
    let mut prepared = writer.prepare_commit()?;
    prepared.set_payload(&payload);
    prepared.commit()?;
    writer.wait_merging_threads()
}

/// Adds the folders among `inputs` to those whose files are followed; whether any was new.
fn remember_folders(folders: &mut Vec<PathBuf>, inputs: &[Input]) -> bool {
    let before = folders.len();
    for folder in indexed_folders(inputs) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders.len() > before
}

fn indexed_folders(inputs: &[Input]) -> impl Iterator<Item = PathBuf> + '_ {
    inputs.iter().filter_map(|input| match input {
        Input::Path(path) if path.is_dir() => path.canonicalize().ok(),
        _ => None,
    })
}

/// One run of the writer, shared by all threads that load cases.
struct Session<'a> {
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
    outcome: Outcome,
    failure: Option<tantivy::TantivyError>,
}

impl Session<'_> {
    fn add(&self, record: &Record) {
        let id = &record.case.id;
        let stored = self.base.stored.get(id);
        let source = source_of(record);
        let is_same = stored.is_some_and(|stored| {
            stored.hash == short_hash(&record.hash) && stored.source == source
        });
        if !(is_same && self.base.keeps_segments) {
            let (document, extents) = self.builder.build(&record.case, &record.json, &source);
            self.put(
                document,
                &extents,
                stored.filter(|_| self.base.keeps_segments),
                id,
            );
        }
        let mut state = self.state();
        state.seen.insert(id.clone());
        match stored {
            Some(_) if is_same => state.outcome.unchanged += 1,
            Some(_) => state.outcome.replaced += 1,
            None => state.outcome.added += 1,
        }
    }

    /// Adds a document in the place of the one that is there, if there is one.
    fn put(&self, document: TantivyDocument, extents: &Extents, old: Option<&Stored>, id: &str) {
        if old.is_some() {
            self.writer
                .delete_term(Term::from_field_text(self.fields.id, id));
        }
        let added = self.writer.add_document(document);
        let mut state = self.state();
        if let Some(old) = old {
            state.totals.remove(&old.extents);
        }
        state.totals.add(extents);
        if let Err(error) = added {
            state.failure = Some(error);
        }
    }

    /// Writes anew the cases that were not read again from their files and are not `missing`.
    fn carry_over(&self, missing: &HashSet<&str>) -> Result<(), Error> {
        let removed = missing.iter().map(|&id| id.to_owned());
        self.state().outcome.removed.extend(removed);
        let Some(reader) = &self.base.reader else {
            return Ok(());
        };
        reader.for_each_record(&mut |json, source| {
            let Some(case) = Case::from_stored(json) else {
                return;
            };
            let is_done = self.state().seen.contains(&case.id);
            if !is_done && !missing.contains(case.id.as_str()) {
                let (document, extents) = self.builder.build(&case, json, source);
                self.put(document, &extents, None, &case.id);
                self.state().outcome.unchanged += 1;
            }
        })
    }

    fn remove(&self, missing: &HashSet<&str>) {
        let mut state = self.state();
        for &id in missing {
            self.writer
                .delete_term(Term::from_field_text(self.fields.id, id));
            state.totals.remove(&self.base.stored[id].extents);
            state.outcome.removed.push(id.to_owned());
        }
    }

    /// Cases that came from one of the folders among `inputs` and were not met there this time. A
    /// case whose file is faulty now, or cannot be read, is not missing.
    fn missing(&self, inputs: &[Input], faults: &[Fault]) -> HashSet<&str> {
        let folders: Vec<PathBuf> = indexed_folders(inputs).collect();
        let faulty: Vec<(PathBuf, bool)> = faults
            .iter()
            .filter_map(|fault| {
                let covers_folder = matches!(fault.what, Problem::Unreadable { .. });
                Some((fault.place.file.canonicalize().ok()?, covers_folder))
            })
            .collect();
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

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A thread that panicked while it counted leaves counts, not broken structures.
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// The file of a record as it is kept in the index; empty for standard input.
fn source_of(record: &Record) -> String {
    let path = record.place.file.canonicalize().unwrap_or_default();
    path.to_string_lossy().into_owned()
}

/// The part of a record's hash that the index keeps.
pub(crate) fn short_hash(hash: &[u8; 32]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *hash;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}
