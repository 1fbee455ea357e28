//! What the next generation of an index starts from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::generations::Generations;
use super::manifest;
use super::reader::{Reader, Stored, kept_groups, kept_terms};
use super::sources::{Origin, Sources, damaged};
use super::stamp::Stamp;
use super::writer::{Start, Update};
use super::{GLOSSARY_FILE, GROUPS_FILE, TERMS_FILE, VOCABULARY_FILE};
use crate::analysis::{Analyzer, Dictionary, Glossary};
use crate::case::{Input, Vocabulary};
use crate::error::{Error, Remedy};

/// See the [module](self).
pub(super) struct Base {
    /// The generation in use, where it can be read.
    pub(super) reader: Option<Reader>,
    /// Its cases.
    pub(super) stored: FxHashMap<String, Stored>,
    /// Whether its segments are taken over. Where analyzer or vocabulary changed, only its records
    /// are still good.
    pub(super) keeps_segments: bool,
    pub(super) dictionary: Arc<Dictionary>,
    /// The user's groups of the glossary.
    groups: String,
    /// Whether it has the glossary of the stamp already.
    pub(super) keeps_glossary: bool,
    pub(super) stamp: Stamp,
    /// The folder of the index, in which no case is looked for.
    pub(super) index: PathBuf,
    /// What to read: the inputs of the update and, where nothing of the generation in use can be
    /// read, all that it was made from.
    pub(super) inputs: Vec<Input>,
    /// Why all cases of the generation in use are indexed again, if they are.
    pub(super) outdated: Option<String>,
    /// How many cases the generation in use has, where none of them can be read.
    pub(super) unread: Option<u64>,
    /// The ids of all cases of the generation in use, where none of it is to be kept.
    pub(super) given_up: Vec<String>,
}

impl Base {
    pub(super) fn open(generations: &Generations, update: &Update<'_>) -> Result<Self, Error> {
        let current = match generations.current() {
            // A pointer that cannot be read points to nothing.
            Err(_) if update.start == Start::Nothing => None,
            current => current?,
        };
        let found = match (&current, update.start) {
            (None, _) => Found::Nothing,
            // What is given up is told as far as it can be read.
            (_, Start::Nothing) => Found::open(generations, update).unwrap_or(Found::Nothing),
            _ => Found::open(generations, update)?,
        };
        let mut base = Self::empty(generations, current.as_deref(), update)?;
        if !matches!(found, Found::Sound(_)) {
            let origin = current.as_deref().and_then(Origin::read);
            base.unread = origin.and_then(|origin| origin.cases());
        }
        match found {
            Found::Nothing => {}
            Found::Sound(reader) if update.start == Start::Nothing => {
                base.given_up = reader.ids()?;
            }
            Found::Sound(reader) => {
                let is_as_written = |name: &&str| {
                    current
                        .as_deref()
                        .is_some_and(|folder| manifest::is_sound(folder, name))
                };
                base.take_over(*reader, update.start)?;
                base.keeps_glossary &= replaced(update).iter().all(is_as_written);
            }
            Found::Unusable { .. } if update.start == Start::Nothing => {}
            Found::Unusable { why, sources } => {
                base.outdated = Some(why);
                base.inputs.extend(sources.inputs());
                base.stamp.sources = sources;
            }
        }
        Ok(base)
    }

    /// Without a case, but with the lists of the user: starting anew leaves them as they are.
    fn empty(
        generations: &Generations,
        current: Option<&Path>,
        update: &Update<'_>,
    ) -> Result<Self, Error> {
        let dictionary = match (update.terms, current) {
            (Some(terms), _) => Dictionary::with(terms.clone()),
            (None, Some(folder)) => {
                check_list(folder, TERMS_FILE)?;
                Dictionary::with(kept_terms(folder)?)
            }
            (None, None) => Dictionary::builtin(),
        };
        let groups = match (update.groups, current) {
            (Some(groups), _) => groups.to_owned(),
            (None, Some(folder)) => {
                check_list(folder, GROUPS_FILE)?;
                kept_groups(folder)?
            }
            (None, None) => String::new(),
        };
        let vocabulary = update.vocabulary.fingerprint();
        Ok(Self {
            stamp: Stamp::new(vocabulary, &dictionary, Glossary::fingerprint(&groups)),
            dictionary,
            groups,
            reader: None,
            stored: FxHashMap::default(),
            keeps_segments: false,
            keeps_glossary: false,
            index: generations.root().to_owned(),
            inputs: update.inputs.to_vec(),
            outdated: None,
            unread: None,
            given_up: Vec::new(),
        })
    }

    /// Whether there was a generation, and nothing of it can be read.
    pub(super) fn is_lost(&self) -> bool {
        self.outdated.is_some() && self.reader.is_none()
    }

    fn take_over(&mut self, reader: Reader, start: Start) -> Result<(), Error> {
        let old = reader.stamp();
        self.outdated = old.outdated_by(&self.stamp);
        self.keeps_segments = self.outdated.is_none() && start == Start::Index;
        self.keeps_glossary = self.keeps_segments && old.glossary == self.stamp.glossary;
        self.stamp.sources.clone_from(&old.sources);
        if self.keeps_segments {
            self.stamp.totals = old.totals;
        }
        self.stored = reader.stored()?;
        self.reader = Some(reader);
        Ok(())
    }

    /// The lists that are kept with the index, ready to be used.
    pub(super) fn write_lists(&self, folder: &Path, vocabulary: &Vocabulary) -> Result<(), Error> {
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

/// The lists that an update brings along, so that those of the generation in use are not needed.
fn replaced(update: &Update<'_>) -> Vec<&'static str> {
    let mut names = vec![VOCABULARY_FILE, GLOSSARY_FILE];
    names.extend(update.terms.map(|_| TERMS_FILE));
    names.extend(update.groups.map(|_| GROUPS_FILE));
    names
}

/// A list of the user that is not as it was written would be lost for good.
fn check_list(folder: &Path, name: &str) -> Result<(), Error> {
    let path = folder.join(name);
    match manifest::damage_of(folder, name).map_err(|e| Error::io("read", &path, e))? {
        None => Ok(()),
        Some(found) => Err(damaged(folder, path, found.what)),
    }
}

/// What the generation in use was found to be.
enum Found {
    Nothing,
    Sound(Box<Reader>),
    /// Of another format or damaged, but it says what to build it from.
    Unusable {
        why: String,
        sources: Sources,
    },
}

impl Found {
    /// Only damage and another format lead to building anew: whatever else keeps an index from
    /// being read may pass. Cases that have no file any more cannot be kept then.
    fn open(generations: &Generations, update: &Update<'_>) -> Result<Self, Error> {
        let error = match Reader::open_for_update(generations, &replaced(update)) {
            Ok(reader) => return Ok(Self::Sound(Box::new(reader))),
            Err(error) => error,
        };
        let why = match &error {
            Error::Outdated {
                what,
                can_be_rebuilt: true,
                ..
            } => what.clone(),
            Error::DamagedIndex {
                path,
                what,
                remedy: Remedy::Rebuild,
                ..
            } => format!("damaged in {}: {what}", path.display()),
            _ => return Err(error),
        };
        match Sources::of(generations) {
            Some(sources) if !update.keep_missing => Ok(Self::Unusable { why, sources }),
            _ => Err(error),
        }
    }
}
