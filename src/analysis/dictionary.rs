//! The Korean dictionary: mecab-ko-dic, which the binary carries within itself, with the words of
//! operations talk that it lacks and those that a user adds.
//!
//! `build.rs` makes ko-dic. Nothing of it is copied or unpacked at start: words and costs are read
//! where the operating system has mapped the binary, so that a process only pays for the pages it
//! looks at. Our own words are embedded too; those of a user are few and join them when the first
//! Korean word is analysed.

use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use lindera::mode::Mode;
use lindera::segmenter::Segmenter;
use lindera_dictionary::builder::DictionaryBuilder;
use lindera_dictionary::dictionary::{Dictionary as KoDic, UserDictionary};
use rustc_hash::{FxHashMap, FxHashSet};
use unicode_normalization::UnicodeNormalization;

use super::added_words::{Lists, rows};
use super::data;
use super::entries::entries;
use super::jamo::is_syllable;
use super::list::{ListFault, ListProblem, fault, fingerprint};

/// Nouns that a user adds to the dictionary.
///
/// One term a line. A term that is written with and without spaces stands with them: `로드 밸런서`
/// makes `로드밸런서` a compound of `로드` and `밸런서`, and these words. `#` starts a comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// Each term as its parts.
    terms: Vec<Vec<String>>,
    source: String,
}

impl Terms {
    /// Longer than any word that people use.
    const LONGEST: usize = 30;

    /// Reads the text of `file`.
    ///
    /// # Errors
    ///
    /// Every line that cannot be used.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Vec<ListFault>> {
        let mut terms = Vec::new();
        let mut faults = Vec::new();
        let mut lines: FxHashMap<String, usize> = FxHashMap::default();
        for (line, entry) in entries(text) {
            match Self::term(entry, line, &mut lines) {
                Ok(parts) => terms.push(parts),
                Err(problem) => faults.push(fault(file, line, problem)),
            }
        }
        match faults.is_empty() {
            true => Ok(Self {
                terms,
                source: text.to_owned(),
            }),
            false => Err(faults),
        }
    }

    fn term(
        entry: &str,
        line: usize,
        lines: &mut FxHashMap<String, usize>,
    ) -> Result<Vec<String>, ListProblem> {
        let term: String = entry.nfc().collect();
        let parts: Vec<String> = term.split_whitespace().map(str::to_owned).collect();
        let syllables: usize = parts.iter().map(|part| part.chars().count()).sum();
        if !parts.concat().chars().all(is_syllable) {
            return Err(ListProblem::NotHangul { term });
        }
        if syllables < 2 {
            return Err(ListProblem::TooShort { term });
        }
        if syllables > Self::LONGEST {
            return Err(ListProblem::TooLong {
                limit: Self::LONGEST,
            });
        }
        match lines.insert(parts.concat(), line) {
            Some(earlier) => Err(ListProblem::Duplicate { term, earlier }),
            None => Ok(parts),
        }
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The text that they were read from.
    pub fn source(&self) -> &str {
        &self.source
    }
}

/// ko-dic with our terms and those of a user. Share it between threads.
#[derive(Default)]
pub struct Dictionary {
    user: Terms,
    /// Made for the first Korean word.
    segmenter: OnceLock<Segmenter>,
    /// The added compounds without their spaces, made when they are asked for.
    joined: OnceLock<FxHashSet<String>>,
}

static BUILTIN: LazyLock<Arc<Dictionary>> = LazyLock::new(Arc::default);

impl Dictionary {
    /// The dictionary without terms of a user.
    pub fn builtin() -> Arc<Self> {
        Arc::clone(&BUILTIN)
    }

    /// The dictionary with the terms of a user.
    pub fn with(user: Terms) -> Arc<Self> {
        match user.terms.is_empty() {
            true => Self::builtin(),
            false => Arc::new(Self {
                user,
                ..Self::default()
            }),
        }
    }

    /// BLAKE3 of all lists of words that tokens depend on, in hexadecimal.
    pub fn fingerprint(&self) -> String {
        let own = data::OF_TOKENS.into_iter();
        fingerprint(own.chain([self.user.source()]))
    }

    /// Whether `word` is one of the added compounds, written without spaces.
    pub fn has_compound(&self, word: &str) -> bool {
        let joined = || self.compounds().map(|(joined, _)| joined).collect();
        self.joined.get_or_init(joined).contains(word)
    }

    /// The added compounds: written without spaces, and their parts.
    pub fn compounds(&self) -> impl Iterator<Item = (String, Vec<String>)> {
        let ours = entries(data::KOREAN_TERMS).map(|(_, term)| {
            let parts = term.split(' ').map(str::to_owned);
            parts.collect::<Vec<_>>()
        });
        ours.chain(self.user.terms.iter().cloned())
            .filter(|parts| parts.len() > 1)
            .map(|parts| (parts.concat(), parts))
    }

    /// The terms of the user.
    pub fn terms(&self) -> &Terms {
        &self.user
    }

    /// The segmenter, which the first call makes in a few milliseconds.
    pub(super) fn segmenter(&self) -> &Segmenter {
        self.segmenter.get_or_init(|| {
            let dictionary = ko_dic();
            // Every row is made by us, from words that were checked.
            let added = added_words(&dictionary, &self.user);
            Segmenter::new(Mode::Normal, dictionary, added)
        })
    }
}

/// A segmenter for ko-dic alone, in about a millisecond.
pub fn segmenter() -> Segmenter {
    Segmenter::new(Mode::Normal, ko_dic(), None)
}

/// # Panics
///
/// Never in practice: the build script has loaded the same bytes with the same version of lindera.
fn ko_dic() -> KoDic {
    embedded::load().expect("the build script has loaded this dictionary")
}

/// The added words as lindera takes them. Without them, should lindera refuse a row, text is
/// analysed as ko-dic alone does; a test sees to it that it does not.
fn added_words(ko_dic: &KoDic, user: &Terms) -> Option<UserDictionary> {
    if user.is_empty() {
        return UserDictionary::load(ADDED_WORDS).ok();
    }
    let rows = rows(
        &user.terms,
        &Lists {
            terms: data::KOREAN_TERMS,
            spellings: data::KOREAN_SPELLINGS,
            forms: data::KOREAN_FORMS,
        },
    );
    DictionaryBuilder::new((*ko_dic.metadata).clone())
        .build_user_dict_from_reader(rows.as_bytes())
        .ok()
}

/// Our own words, which the build script has put into a lattice.
const ADDED_WORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/added-words.bin"));

/// lindera's macro finds the files by `LINDERA_WORKDIR`, which the build script sets.
mod embedded {
    lindera_dictionary::embedded_dictionary!("", KoDicLoader);
}
