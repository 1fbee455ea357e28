//! Reading an index. A reader sees one generation for as long as it lives.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use rustc_hash::FxHashMap;
use tantivy::columnar::{Column, StrColumn};
use tantivy::directory::MmapDirectory;
use tantivy::postings::TermInfo;
use tantivy::query::{FuzzyTermQuery, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Term};
use tantivy::store::StoreReader;
use tantivy::termdict::TermDictionary;
use tantivy::{DocAddress, DocId, Index, ReloadPolicy, Searcher, SegmentReader};

use super::case_set::CaseSet;
use super::directory::ReadDirectory;
use super::facets::values;
use super::generations::Generations;
use super::manifest::{self, Damaged};
use super::packed::unpack;
use super::schema::Fields;
use super::sources::{Origin, damaged, unreadable};
use super::stamp::Stamp;
use super::zone::{Extents, ZONES};
use super::{GLOSSARY_FILE, GROUPS_FILE, TERMS_FILE, VOCABULARY_FILE, id_key};
use crate::analysis::{Dictionary, Glossary, Terms};
use crate::case::{Dimension, Vocabulary};
use crate::error::Error;
use crate::nearest::nearest_of;
use crate::quoted::is_unseen;

/// An open index.
pub struct Reader {
    root: PathBuf,
    folder: PathBuf,
    searcher: Searcher,
    fields: Fields,
    stamp: Stamp,
    commit: String,
    sealed: Option<SystemTime>,
    /// The files that are mapped, and how long each is, in bytes.
    segments: Vec<(PathBuf, u64)>,
    vocabulary: Arc<Vocabulary>,
    dictionary: Arc<Dictionary>,
    /// As it is kept, since a writer may remove the files of this generation.
    glossary_json: String,
    /// Decoded for the first query.
    glossary: OnceLock<Glossary>,
}

/// What the index knows of a case without reading its record.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) hash: u64,
    pub(crate) source: String,
    pub(crate) extents: Extents,
}

impl Reader {
    /// Opens the index in use.
    ///
    /// # Errors
    ///
    /// Where there is none, where it is of another version, or where it is damaged.
    pub fn open(generations: &Generations) -> Result<Self, Error> {
        let reader = Self::open_current(generations, &|folder| manifest::check(folder), &[])?;
        match reader.stamp.mismatch(&reader.dictionary) {
            None => Ok(reader),
            Some(what) => Err(Error::Outdated {
                path: reader.root,
                what,
                can_be_rebuilt: reader.stamp.sources.are_known(),
            }),
        }
    }

    /// Opens the index in use for a writer: even if it was analysed by another version, since its
    /// records are good, but only with every byte as it was written. The lists `replaced` need not
    /// be: for the reader it is as if there were none.
    pub(crate) fn open_for_update(
        generations: &Generations,
        replaced: &[&str],
    ) -> Result<Self, Error> {
        let check = |folder: &Path| manifest::check_bytes(folder, replaced);
        Self::open_current(generations, &check, replaced)
    }

    fn open_current(
        generations: &Generations,
        check: &dyn Fn(&Path) -> io::Result<Option<Damaged>>,
        replaced: &[&str],
    ) -> Result<Self, Error> {
        loop {
            let Some(folder) = generations.current()? else {
                return Err(Error::NoIndex {
                    path: generations.root().to_owned(),
                });
            };
            let opened = is_of_our_format(generations.root(), &folder)
                .and_then(|()| match check(&folder) {
                    Ok(None) => Ok(()),
                    Ok(Some(found)) => Err(damaged(&folder, folder.join(found.file), found.what)),
                    Err(source) => Err(Error::io("read", &folder, source)),
                })
                .and_then(|()| Self::open_generation(generations.root(), &folder, replaced));
            // A writer may have published the next generation and removed this one in between.
            if opened.is_err() && generations.current()?.as_ref() != Some(&folder) {
                continue;
            }
            return opened;
        }
    }

    fn open_generation(root: &Path, folder: &Path, replaced: &[&str]) -> Result<Self, Error> {
        let damaged = |what: String| damaged(folder, folder.to_owned(), what);
        let failed = |source| unreadable(folder, &source);
        let directory = MmapDirectory::open(folder).map_err(|e| failed(e.into()))?;
        let index = Index::open(ReadDirectory(directory)).map_err(failed)?;
        let metas = index.load_metas().map_err(failed)?;
        let payload = metas
            .payload
            .ok_or_else(|| damaged("it carries no stamp".to_owned()))?;
        let stamp: Stamp =
            serde_json::from_str(&payload).map_err(|e| damaged(format!("its stamp: {e}")))?;
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()
            .map_err(failed)?;
        let reader = Self {
            root: root.to_owned(),
            folder: folder.to_owned(),
            searcher: reader.searcher(),
            fields: Fields::new(),
            vocabulary: match replaced.contains(&VOCABULARY_FILE) {
                true => Arc::clone(Vocabulary::builtin()),
                false => read_vocabulary(folder, &stamp)?,
            },
            dictionary: match replaced.contains(&TERMS_FILE) {
                true => Dictionary::builtin(),
                false => Dictionary::with(kept_terms(folder)?),
            },
            glossary_json: match replaced.contains(&GLOSSARY_FILE) {
                true => String::new(),
                false => kept_list(folder, GLOSSARY_FILE)?,
            },
            glossary: OnceLock::new(),
            commit: manifest::fingerprint(folder).map_err(|e| Error::io("read", folder, e))?,
            sealed: manifest::sealed(folder),
            segments: manifest::segments(folder).map_err(|e| Error::io("read", folder, e))?,
            stamp,
        };
        if index.schema() != reader.fields.schema {
            return Err(damaged("its layout is not that of its format".to_owned()));
        }
        Ok(reader)
    }

    /// The folder of the index.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What the index says about itself.
    pub fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// Tells this commit of the index from every other: 64 hexadecimal digits.
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// When this commit was written, where the file system knows.
    pub fn sealed(&self) -> Option<SystemTime> {
        self.sealed
    }

    /// Whether all that is mapped is still there. What somebody cuts off a file in its place cannot be
    /// read any more, and the system ends a process that tries; a file that a writer removed can.
    ///
    /// # Errors
    ///
    /// Names the file that was cut short.
    pub(crate) fn check_lengths(&self) -> Result<(), Error> {
        for (path, length) in &self.segments {
            let found = fs::metadata(path).map_or(*length, |found| found.len());
            if found < *length {
                let what = format!("it has {found} bytes instead of {length}");
                return Err(damaged(&self.folder, path.clone(), what));
            }
        }
        Ok(())
    }

    /// The Korean dictionary that the cases were indexed with.
    pub fn dictionary(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// The glossary, ours with the groups of the user.
    ///
    /// # Errors
    ///
    /// Where it cannot be decoded.
    pub fn glossary(&self) -> Result<&Glossary, Error> {
        if let Some(glossary) = self.glossary.get() {
            return Ok(glossary);
        }
        let glossary = serde_json::from_str(&self.glossary_json)
            .map_err(|e| damaged(&self.folder, self.folder.join(GLOSSARY_FILE), e.to_string()))?;
        Ok(self.glossary.get_or_init(|| glossary))
    }

    /// The vocabulary that the cases were indexed with.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    pub(crate) fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    /// Number of cases, deleted ones not yet merged away included: what document frequencies are
    /// relative to.
    pub(crate) fn total_docs(&self) -> u64 {
        let segments = self.searcher.segment_readers();
        segments
            .iter()
            .map(|segment| u64::from(segment.max_doc()))
            .sum()
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// The error about this index that says `what` is wrong with it.
    pub(crate) fn damaged(&self, what: &str) -> Error {
        damaged(&self.folder, self.folder.clone(), what.to_owned())
    }

    /// Turns a failure of the index library into an error that names this index.
    pub(crate) fn failed(&self, source: tantivy::TantivyError) -> Error {
        unreadable(&self.folder, &source)
    }

    /// Where the case `id` is; width and case do not matter, unless ids differ in nothing else.
    ///
    /// # Errors
    ///
    /// Where the index cannot be read.
    pub fn find(&self, id: &str) -> Result<Option<DocAddress>, Error> {
        let id: String = id.chars().filter(|&c| !is_unseen(c)).collect();
        let id = id.as_str();
        let found = self.cases_with(Term::from_field_text(self.fields.id_key, &id_key(id)))?;
        if found.len() > 1 {
            for &address in &found {
                if self.id(address)? == id {
                    return Ok(Some(address));
                }
            }
        }
        Ok(found.first().copied())
    }

    /// As [`Self::find`], where there must be such a case.
    ///
    /// # Errors
    ///
    /// Where there is none; the error names ids that are written alike.
    pub(crate) fn case_called(&self, id: &str) -> Result<DocAddress, Error> {
        match self.find(id)? {
            Some(address) => Ok(address),
            None => Err(Error::UnknownCase {
                id: id.to_owned(),
                nearest: nearest_of(&self.ids()?, id),
            }),
        }
    }

    /// The cases that name the case `id` as related or as the one they repeat.
    pub(crate) fn cases_that_name(&self, id: &str) -> Result<Vec<DocAddress>, Error> {
        self.cases_with(Term::from_field_text(self.fields.link, &id_key(id)))
    }

    /// Where the postings of `term` are in each segment, and the number of cases that have it,
    /// deleted ones not yet merged away included.
    pub(crate) fn term_infos(&self, term: &Term) -> tantivy::Result<(Vec<Option<TermInfo>>, u64)> {
        let mut infos = Vec::new();
        let mut cases = 0;
        for segment in self.searcher.segment_readers() {
            let info = segment.inverted_index(term.field())?.get_term_info(term)?;
            cases += info.as_ref().map_or(0, |info| u64::from(info.doc_freq));
            infos.push(info);
        }
        Ok((infos, cases))
    }

    fn cases_with(&self, term: Term) -> Result<Vec<DocAddress>, Error> {
        let query = TermQuery::new(term, IndexRecordOption::Basic);
        let mut found = Vec::new();
        let weight = query
            .weight(tantivy::query::EnableScoring::disabled_from_searcher(
                &self.searcher,
            ))
            .map_err(|e| self.failed(e))?;
        for (ord, segment) in self.searcher.segment_readers().iter().enumerate() {
            weight
                .for_each_no_score(segment, &mut |docs| {
                    let alive = docs.iter().filter(|&&doc| is_alive(segment, doc));
                    found.extend(alive.map(|&doc| DocAddress::new(ord as u32, doc)));
                })
                .map_err(|e| self.failed(e))?;
        }
        Ok(found)
    }

    /// The `most` of `cases` whose records have the smallest hashes: the same ones in whatever order
    /// the cases were stored.
    pub(crate) fn sample(&self, cases: &CaseSet, most: usize) -> Result<Vec<DocAddress>, Error> {
        let segments = self.searcher.segment_readers().iter();
        let columns = segments.map(|segment| self.columns(segment));
        let columns: Vec<Columns> = columns.collect::<Result<_, _>>()?;
        let hash = |case: &DocAddress| {
            let hash = &columns[case.segment_ord as usize].hash;
            hash.first(case.doc_id).unwrap_or_default()
        };
        let mut sample: Vec<(u64, DocAddress)> =
            cases.iter().map(|case| (hash(&case), case)).collect();
        if sample.len() > most {
            sample.select_nth_unstable(most);
            sample.truncate(most);
        }
        sample.sort_unstable();
        Ok(sample.into_iter().map(|(_, case)| case).collect())
    }

    /// The id of a case as written.
    pub(crate) fn id(&self, address: DocAddress) -> Result<String, Error> {
        let segment = self.searcher.segment_reader(address.segment_ord);
        let id = self.columns(segment)?.id(address.doc_id);
        id.map_err(|e| self.failed(e))
    }

    /// The record at `address`, as it was read.
    ///
    /// # Errors
    ///
    /// Where the index cannot be read.
    pub fn record(&self, address: DocAddress) -> Result<String, Error> {
        let segment = self.searcher.segment_reader(address.segment_ord);
        let store = segment.get_store_reader(0);
        let store = store.map_err(|e| self.failed(e.into()))?;
        self.record_in(&store, address.doc_id)
    }

    /// The index library believes any length that a damaged store tells, and asks for that much
    /// memory. A record is all that is stored of a case, so its length is known.
    fn record_in(&self, store: &StoreReader, doc: DocId) -> Result<String, Error> {
        let bytes = store.get_document_bytes(doc).map_err(|e| self.failed(e))?;
        let packed = only_value(&bytes).ok_or_else(|| self.damaged("a case has no record"))?;
        unpack(packed).map_err(|e| self.damaged(&format!("a record cannot be unpacked: {e}")))
    }

    /// Calls `visit` with each id, the record and the file it came from.
    pub(super) fn for_each_record(
        &self,
        visit: &mut dyn FnMut(&str, &str, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for segment in self.searcher.segment_readers() {
            let columns = self.columns(segment)?;
            let store = segment
                .get_store_reader(1)
                .map_err(|e| self.failed(e.into()))?;
            for doc in segment.doc_ids_alive() {
                let record = self.record_in(&store, doc)?;
                let id = columns.id(doc).map_err(|e| self.failed(e))?;
                let source = columns.source(doc).map_err(|e| self.failed(e))?;
                visit(&id, &record, &source)?;
            }
        }
        Ok(())
    }

    /// All cases by id.
    pub(crate) fn stored(&self) -> Result<FxHashMap<String, Stored>, Error> {
        let mut stored = FxHashMap::default();
        for segment in self.searcher.segment_readers() {
            let columns = self.columns(segment)?;
            for doc in segment.doc_ids_alive() {
                let entry = Stored {
                    hash: columns.hash.first(doc).unwrap_or_default(),
                    source: columns.source(doc).map_err(|e| self.failed(e))?,
                    extents: columns.extents(doc),
                };
                stored.insert(columns.id(doc).map_err(|e| self.failed(e))?, entry);
            }
        }
        Ok(stored)
    }

    pub(crate) fn columns(&self, segment: &SegmentReader) -> Result<Columns, Error> {
        Columns::open(segment, &self.fields).map_err(|e| self.failed(e))
    }

    /// The number of cases that have the rarest of `words`.
    pub(crate) fn fewest_cases(&self, words: &[String]) -> Result<u64, Error> {
        let cases = words.iter().map(|word| {
            let term = Term::from_field_text(self.fields.text, word);
            self.searcher.doc_freq(&term).map_err(|e| self.failed(e))
        });
        let cases: Vec<u64> = cases.collect::<Result<_, _>>()?;
        Ok(cases.into_iter().min().unwrap_or(0))
    }

    /// Calls `visit` with each term of the texts from the start of `range` up to its end, and the
    /// number of cases that have it: once for each segment, in which terms come in order.
    pub(crate) fn for_each_term(
        &self,
        range: Range<&str>,
        visit: &mut dyn FnMut(&str, u64),
    ) -> Result<(), Error> {
        self.for_each_dictionary(&mut |terms| {
            let mut stream = terms.range().ge(range.start).lt(range.end).into_stream()?;
            while let Some((term, info)) = stream.next() {
                visit_term(term, info, visit);
            }
            Ok(())
        })
    }

    /// As [`Self::for_each_term`], for terms that at most `slips` slips of the finger make of
    /// `word`, two at most. Only those parts of the dictionary are read that may hold such terms.
    pub(crate) fn for_each_term_like(
        &self,
        word: &str,
        slips: u8,
        range: Range<&str>,
        visit: &mut dyn FnMut(&str, u64),
    ) -> Result<(), Error> {
        const SWAPPING_IS_ONE_SLIP: bool = true;
        let word = Term::from_field_text(self.fields.text, word);
        let like = FuzzyTermQuery::new(word, slips, SWAPPING_IS_ONE_SLIP);
        self.for_each_dictionary(&mut |terms| {
            let like = terms.search(like.automaton()?);
            let mut stream = like.ge(range.start).lt(range.end).into_stream()?;
            while let Some((term, info)) = stream.next() {
                visit_term(term, info, visit);
            }
            Ok(())
        })
    }

    /// Calls `read` with the terms of the texts of each segment.
    fn for_each_dictionary(
        &self,
        read: &mut dyn FnMut(&TermDictionary) -> tantivy::Result<()>,
    ) -> Result<(), Error> {
        let mut segments = self.searcher.segment_readers().iter();
        segments
            .try_for_each(|segment| read(segment.inverted_index(self.fields.text)?.terms()))
            .map_err(|e| self.failed(e))
    }

    /// The codes of `dimension` that occur in the cases, in order.
    ///
    /// # Errors
    ///
    /// Where the index cannot be read.
    pub fn facet_codes(&self, dimension: Dimension) -> Result<Vec<String>, Error> {
        Ok(values(self, dimension.into())?.into_keys().collect())
    }

    /// The ids of all cases, in no particular order.
    ///
    /// # Errors
    ///
    /// Where the index cannot be read.
    pub fn ids(&self) -> Result<Vec<String>, Error> {
        let mut ids = Vec::new();
        for segment in self.searcher.segment_readers() {
            let columns = self.columns(segment)?;
            for doc in segment.doc_ids_alive() {
                ids.push(columns.id(doc).map_err(|e| self.failed(e))?);
            }
        }
        Ok(ids)
    }

    /// At most `most` ids that begin with `beginning`, whatever their case and width, in order.
    ///
    /// # Errors
    ///
    /// Where the index cannot be read.
    pub fn ids_beginning(&self, beginning: &str, most: usize) -> Result<Vec<String>, Error> {
        let beginning = id_key(beginning);
        let mut keys = BTreeSet::new();
        let mut read = || -> tantivy::Result<()> {
            for segment in self.searcher.segment_readers() {
                let inverted = segment.inverted_index(self.fields.id_key)?;
                let mut stream = inverted.terms().range().ge(&beginning).into_stream()?;
                for _ in 0..most {
                    if !stream.advance() || !stream.key().starts_with(beginning.as_bytes()) {
                        break;
                    }
                    keys.insert(String::from_utf8_lossy(stream.key()).into_owned());
                }
            }
            Ok(())
        };
        read().map_err(|e| self.failed(e))?;
        let mut ids = Vec::new();
        for key in keys.iter().take(most) {
            if let Some(address) = self.find(key)? {
                ids.push(self.id(address)?);
            }
        }
        Ok(ids)
    }

    /// One hash of all cases, whatever order they are stored in: BLAKE3, in hexadecimal, of the
    /// sorted hashes that the index keeps of each.
    ///
    /// # Errors
    ///
    /// Where the index cannot be read.
    pub fn corpus_hash(&self) -> Result<String, Error> {
        let mut hashes = Vec::new();
        for segment in self.searcher.segment_readers() {
            let columns = self.columns(segment)?;
            let alive = segment.doc_ids_alive();
            hashes.extend(alive.filter_map(|doc| columns.hash.first(doc)));
        }
        hashes.sort_unstable();
        let bytes: Vec<u8> = hashes.into_iter().flat_map(u64::to_le_bytes).collect();
        Ok(blake3::hash(&bytes).to_hex().to_string())
    }

    /// A copy of this generation in `folder` that can be written. Segments are linked, since they
    /// never change; where the file system has no links they are copied.
    pub(crate) fn copy_to(&self, folder: &Path) -> Result<Index, Error> {
        let copy = || -> io::Result<()> {
            for entry in fs::read_dir(&self.folder)? {
                let entry = entry?;
                let target = folder.join(entry.file_name());
                if is_lock(&entry.path()) {
                    continue;
                }
                if is_segment(&entry.path()) && fs::hard_link(entry.path(), &target).is_ok() {
                    continue;
                }
                fs::copy(entry.path(), &target)?;
            }
            Ok(())
        };
        copy().map_err(|e| Error::io("copy the index to", folder, e))?;
        Index::open_in_dir(folder).map_err(|e| Error::index(&self.root, e))
    }
}

/// A generation that does not say of what format it is is damaged, which is found later.
fn is_of_our_format(root: &Path, folder: &Path) -> Result<(), Error> {
    if let Some(origin) = Origin::read(folder)
        && let Some(what) = origin.mismatch()
    {
        return Err(Error::Outdated {
            path: root.to_owned(),
            what,
            can_be_rebuilt: origin.sources.are_complete(),
        });
    }
    Ok(())
}

/// The bytes in a stored document that has nothing else: the number of its values as a VInt, the
/// field of the one, its type, the length as a VInt, and as many bytes. None where that is not so.
fn only_value(document: &[u8]) -> Option<&[u8]> {
    const ONE: u8 = 0x81;
    const FIELD_AND_TYPE: usize = 5;
    let value = document.strip_prefix(&[ONE])?.get(FIELD_AND_TYPE..)?;
    // The last byte of a VInt has the highest bit.
    let last = value.iter().take(5).position(|byte| byte & 0x80 != 0)?;
    let (length, bytes) = value.split_at(last + 1);
    let length = length
        .iter()
        .rev()
        .fold(0_u64, |sum, byte| sum << 7 | u64::from(byte & 0x7F));
    (length == bytes.len() as u64).then_some(bytes)
}

/// All terms of the texts are UTF-8.
fn visit_term(term: &[u8], info: &TermInfo, visit: &mut dyn FnMut(&str, u64)) {
    if let Ok(term) = std::str::from_utf8(term) {
        visit(term, u64::from(info.doc_freq));
    }
}

/// Lists and stamps are replaced by the next writer and must not be shared with it.
pub(super) fn is_segment(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension != "json" && extension != "txt")
}

pub(super) fn is_lock(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "lock")
}

pub(crate) fn is_alive(segment: &SegmentReader, doc: DocId) -> bool {
    segment
        .alive_bitset()
        .is_none_or(|alive| alive.is_alive(doc))
}

/// The vocabulary is part of the generation. The one built in, which is the rule, is not parsed
/// again.
fn read_vocabulary(folder: &Path, stamp: &Stamp) -> Result<Arc<Vocabulary>, Error> {
    if stamp.vocabulary == Vocabulary::builtin().fingerprint() {
        return Ok(Arc::clone(Vocabulary::builtin()));
    }
    let path = folder.join(VOCABULARY_FILE);
    let text = fs::read_to_string(&path).map_err(|e| Error::io("read", &path, e))?;
    match Vocabulary::from_json(&path, &text) {
        Ok(vocabulary) => Ok(Arc::new(vocabulary)),
        Err(faults) => Err(damaged(folder, path, first(&faults))),
    }
}

/// The groups that a user added to the glossary, as written.
pub(super) fn kept_groups(folder: &Path) -> Result<String, Error> {
    kept_list(folder, GROUPS_FILE)
}

/// The terms that a user added to the dictionary.
pub(super) fn kept_terms(folder: &Path) -> Result<Terms, Error> {
    let path = folder.join(TERMS_FILE);
    let text = kept_list(folder, TERMS_FILE)?;
    Terms::parse(&path, &text).map_err(|faults| damaged(folder, path, first(&faults)))
}

/// A list that an index of an earlier version does not have is empty.
fn kept_list(folder: &Path, name: &str) -> Result<String, Error> {
    let path = folder.join(name);
    match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(damaged(folder, path, "it is not UTF-8".to_owned()))
        }
        read => read.map_err(|e| Error::io("read", &path, e)),
    }
}

fn first(faults: &[impl ToString]) -> String {
    faults.first().map(ToString::to_string).unwrap_or_default()
}

/// The columns of one segment.
pub(crate) struct Columns {
    extents: Column<u64>,
    date: Column<i64>,
    pub(super) hash: Column<u64>,
    id: Option<StrColumn>,
    source: Option<StrColumn>,
}

impl Columns {
    fn open(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let columns = segment.fast_fields();
        let name = |field| fields.schema.get_field_name(field);
        Ok(Self {
            extents: columns.u64(name(fields.extents))?,
            date: columns.i64(name(fields.date))?,
            hash: columns.u64(name(fields.hash))?,
            id: columns.str(name(fields.id))?,
            source: columns.str(name(fields.source))?,
        })
    }

    /// The ends of the zones of `doc`.
    pub(crate) fn extents(&self, doc: DocId) -> Extents {
        let mut ends = [0; ZONES];
        for (end, value) in ends.iter_mut().zip(self.extents.values_for_doc(doc)) {
            *end = value as u32;
        }
        Extents::new(ends)
    }

    /// Days since 1970-01-01; the smallest number where there is no date.
    pub(crate) fn date(&self, doc: DocId) -> i64 {
        self.date.first(doc).unwrap_or(i64::MIN)
    }

    pub(super) fn id(&self, doc: DocId) -> tantivy::Result<String> {
        first_str(self.id.as_ref(), doc)
    }

    fn source(&self, doc: DocId) -> tantivy::Result<String> {
        first_str(self.source.as_ref(), doc)
    }
}

fn first_str(column: Option<&StrColumn>, doc: DocId) -> tantivy::Result<String> {
    let mut text = String::new();
    if let Some(column) = column
        && let Some(ord) = column.term_ords(doc).next()
    {
        column.ord_to_str(ord, &mut text)?;
    }
    Ok(text)
}
