//! Building an index and bringing it up to date.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use tantivy::indexer::IndexWriterOptions;
use tantivy::store::Compressor;
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{Index, IndexSettings, IndexWriter};

use super::base::Base;
use super::generations::Generations;
use super::manifest;
use super::merging::Merging;
use super::schema::Fields;
use super::session::Session;
use super::stamp::Stamp;
use super::tokens::{ReadTokens, TOKENIZER};
use crate::analysis::Terms;
use crate::case::{self, Input, Record, Report, Vocabulary};
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
    /// How much of the index that is there is good.
    pub start: Start,
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
            start: Start::Index,
            keep_missing: false,
            wait: false,
        }
    }
}

/// What an update starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The index that is there.
    Index,
    /// The records in it, all of which are analysed again.
    Records,
    /// Nothing: the index will have what is read this time, and forget what it was made from.
    Nothing,
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
    /// The ids of those that were kept although their file is gone, as was asked for, in order.
    pub kept: Vec<String>,
    /// The ids of those that are lost since nothing was started from, in order.
    pub given_up: Vec<String>,
    /// What the index was made from and is empty or not there now, with the number of cases that stay
    /// in the index although.
    pub away: BTreeMap<PathBuf, usize>,
    /// How many cases the index had where none of them could be read, and there are fewer now: which
    /// are gone cannot be told.
    pub unread: Option<u64>,
    /// What the index was made from, see [`Sources::paths`](super::Sources::paths).
    pub sources: Vec<PathBuf>,
    /// Cases in the index now.
    pub cases: u64,
    /// Why all cases were indexed again, if they were, or had to be: how the index was made, or is
    /// damaged.
    pub outdated: Option<String>,
    /// What was read, with its faults and warnings.
    pub report: Report,
    /// Whether nothing was written, since there are faults and `keep_going` was not set or would have
    /// lost the cases that the faulty files once had.
    pub refused: bool,
}

impl Outcome {
    fn changed(&self) -> bool {
        self.added + self.replaced + self.removed.len() + self.given_up.len() > 0
    }
}

/// Brings the index in `generations` up to date with the inputs of `update`. `progress` is called
/// from many threads with each case that was handled.
///
/// All or nothing: the index of before stays in use until the new one is complete. One of another
/// format, or a damaged one, is built again from all that it was made from, if it says so.
///
/// # Errors
///
/// Where another process writes, the index cannot be built again, or the file system refuses.
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
    generations.restore(&lock)?;
    let base = Base::open(generations, update)?;
    generations.replace(&lock, |folder| {
        write(folder, update, &base, stdin, progress)
    })
}

/// Writes the new generation into `folder`; the flag says whether it is to be used.
fn write(
    folder: &Path,
    update: &Update<'_>,
    base: &Base,
    stdin: &mut dyn Read,
    progress: &(dyn Fn(&Record) + Sync),
) -> Result<(Outcome, bool), Error> {
    let failed = |source| Error::index(&base.index, source);
    let fields = Fields::new();
    let index = match &base.reader {
        Some(reader) if base.keeps_segments => reader.copy_to(folder)?,
        _ => create(folder, &fields).map_err(failed)?,
    };
    let mut writer = open_writer(&index).map_err(failed)?;
    let session = Session::new(base, update.vocabulary, &fields, &writer);
    let report = case::load(
        &base.inputs,
        Some(&base.index),
        stdin,
        update.vocabulary,
        &|record| {
            session.add(&record);
            progress(&record);
        },
    );
    let refused = !report.faults.is_empty() && (!update.keep_going || base.is_lost());
    if !refused {
        session.settle_missing(&report, update.keep_missing)?;
    }
    let mut stamp = base.stamp.clone();
    stamp.sources.remember(&base.inputs);
    let sources = &mut stamp.sources;
    let away = session.away(sources, &report);
    sources.forget_gone(|path| session.unread_cases_of(path));
    let given_up = session.given_up();
    let finished = session.finish();
    // What became of a thread of the writer is told to who waits for it.
    let (mut outcome, totals, without_file) =
        finished.map_err(|error| failed(writer.prepare_commit().err().unwrap_or(error)))?;
    outcome.unread = base.unread.filter(|&cases| outcome.cases < cases);
    // They may be what is passed over, and cannot be kept.
    let refused =
        refused || base.is_lost() && outcome.unread.is_some() && !report.passed_over.is_empty();
    outcome.report = report;
    outcome.refused = refused;
    outcome.away = away;
    outcome.given_up = given_up;
    outcome.sources.clone_from(&stamp.sources.paths);
    if !refused || base.is_lost() {
        outcome.outdated.clone_from(&base.outdated);
    }
    stamp.sources.without_file = Some(without_file);
    let is_new = stamp.sources != base.stamp.sources || !base.keeps_glossary;
    if refused || !(outcome.changed() || is_new) {
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

fn create(folder: &Path, fields: &Fields) -> tantivy::Result<Index> {
    let settings = IndexSettings {
        // Records are packed already.
        docstore_compression: Compressor::None,
        ..IndexSettings::default()
    };
    Index::builder()
        .schema(fields.schema.clone())
        .settings(settings)
        .create_in_dir(folder)
}

pub(super) fn open_writer(index: &Index) -> tantivy::Result<IndexWriter> {
    let options = IndexWriterOptions::builder()
        .num_worker_threads(WRITER_THREADS)
        .memory_budget_per_thread(MEMORY_PER_THREAD)
        .num_merge_threads(2)
        .build();
    let tokenizer = TextAnalyzer::from(ReadTokens);
    index.tokenizers().register(TOKENIZER, tokenizer);
    let writer: IndexWriter = index.writer_with_options(options)?;
    writer.set_merge_policy(Box::new(Merging::default()));
    Ok(writer)
}

pub(super) fn commit(folder: &Path, mut writer: IndexWriter, stamp: &Stamp) -> tantivy::Result<()> {
    let payload = serde_json::to_string(stamp)
        .map_err(|e| tantivy::TantivyError::InternalError(format!("{}: {e}", folder.display())))?;
    let mut prepared = writer.prepare_commit()?;
    prepared.set_payload(&payload);
    prepared.commit()?;
    writer.wait_merging_threads()
}
