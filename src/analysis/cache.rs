//! What a run of text was taken apart into, remembered: operations text repeats its words.
//!
//! A run is analysed without a look at its neighbours, so that remembering it is exact.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::token::TokenKind;

/// A token of a run; `range` is in bytes of the run, `index` counts its positions from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RunToken {
    /// Bytes of its text in [`RunTokens::texts`].
    text: Range<u32>,
    pub(crate) kind: TokenKind,
    pub(crate) range: Range<u32>,
    pub(crate) index: u32,
    pub(crate) span: u32,
}

/// The tokens of a run in the order of their indexes, and how many positions they take.
#[derive(Debug, Default)]
pub(crate) struct RunTokens {
    texts: String,
    tokens: Vec<RunToken>,
    pub(crate) positions: u32,
}

impl RunTokens {
    pub(crate) fn push(
        &mut self,
        text: &str,
        kind: TokenKind,
        range: Range<usize>,
        index: u32,
        span: u32,
    ) {
        let start = self.texts.len() as u32;
        self.texts.push_str(text);
        self.tokens.push(RunToken {
            text: start..self.texts.len() as u32,
            kind,
            range: range.start as u32..range.end as u32,
            index,
            span,
        });
        self.positions = self.positions.max(index + span);
    }

    /// The tokens with their texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &RunToken)> {
        self.tokens.iter().map(|token| {
            let Range { start, end } = token.text;
            (&self.texts[start as usize..end as usize], token)
        })
    }

    fn shrink(&mut self) {
        self.texts.shrink_to_fit();
        self.tokens.shrink_to_fit();
    }
}

/// The tokens of runs that were met before.
#[derive(Default)]
pub(crate) struct Cache {
    places: FxHashMap<Box<str>, u32>,
    entries: Vec<RunTokens>,
    /// Those of a run that is too long to be met again.
    uncached: RunTokens,
}

impl Cache {
    /// A hundred thousand words take about 25 MB.
    const ENTRIES: usize = 100_000;
    /// Longer runs are not words and would only fill the cache.
    const KEY_BYTES: usize = 64;

    /// The tokens of `run`, which `analyze` finds if it was not met before. A run tells its kind by
    /// its first character, so that it is key enough.
    pub(crate) fn get_or_insert(
        &mut self,
        run: &str,
        analyze: impl FnOnce(&mut RunTokens),
    ) -> &RunTokens {
        if let Some(&place) = self.places.get(run) {
            return &self.entries[place as usize];
        }
        let mut tokens = RunTokens::default();
        analyze(&mut tokens);
        if run.len() > Self::KEY_BYTES {
            self.uncached = tokens;
            return &self.uncached;
        }
        if self.entries.len() >= Self::ENTRIES {
            self.places.clear();
            self.entries.clear();
        }
        tokens.shrink();
        let place = self.entries.len();
        self.places.insert(run.into(), place as u32);
        self.entries.push(tokens);
        &self.entries[place]
    }
}
