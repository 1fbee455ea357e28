//! What the next generation of an index starts from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::generations::Generations;
use super::reader::{Reader, Stored, kept_groups, kept_terms};
use super::sources::Sources;
use super::stamp::Stamp;
use super::writer::Update;
use super::{GLOSSARY_FILE, GROUPS_FILE, TERMS_FILE, VOCABULARY_FILE};
use crate::analysis::{Analyzer, Dictionary, Glossary};
use crate::case::{Input, Vocabulary};
use crate::error::Error;

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
}

impl Base {
    pub(super) fn open(generations: &Generations, update: &Update<'_>) -> Result<Self, Error> {
        let current = match generations.current() {
            // A pointer that cannot be read points to nothing.
            Err(_) if update.rebuild => None,
            current => current?,
        };
        let found = match &current {
            Some(_) if !update.rebuild => Found::open(generations, update)?,
            _ => Found::Nothing,
        };
        let mut base = Self::empty(generations, current.as_deref(), update)?;
        match found {
            Found::Nothing => {}
            Found::Sound(reader) => base.take_over(*reader)?,
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
            (None, Some(folder)) => Dictionary::with(kept_terms(folder)?),
            (None, None) => Dictionary::builtin(),
        };
        let groups = match (update.groups, current) {
            (Some(groups), _) => groups.to_owned(),
            (None, Some(folder)) => kept_groups(folder)?,
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
        })
    }

    fn take_over(&mut self, reader: Reader) -> Result<(), Error> {
        let old = reader.stamp();
        self.outdated = old.outdated_by(&self.stamp);
        self.keeps_segments = self.outdated.is_none();
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
        let error = match Reader::open_for_update(generations) {
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
                can_be_rebuilt: true,
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
