//! Synthetic cases and queries: as many as a bench needs, like the real ones.
//!
//! A synthetic case has the facets and the shape of one real case, its base:
//! the same fields, and in each as many paragraphs and sentences. The
//! sentences come from the base and a few of its kin, real cases that share
//! its root cause or a component, so that text and facets belong together.
//! Names, identifiers and numbers change from case to case, which lets the
//! vocabulary grow with the number of cases as it does in real collections.
//!
//! Same seed, same output, as long as `seeds/cases` and the version of
//! `fastrand` in `Cargo.lock` stay. A case depends on its number and the seed,
//! and on the number of cases only through the ids in `related`.

mod coined;
mod names;
mod particles;
mod queries;
mod real_case;
mod sentences;
mod words;

use std::{fs, io};

use crate::seeds;
use fastrand::Rng;
use serde_json::{Map, Value};

use names::Names;
use real_case::{LANGS, RealCase};

pub use queries::CLASSES;
pub use real_case::{TEXT_FIELDS, for_each_text};
use sentences::{paragraphs, sentences};

/// From how many kin a case takes sentences, besides its base.
const KIN: usize = 3;

/// A case as JSON, in the schema of `seeds/cases`.
pub type Record = Map<String, Value>;

/// The real cases that synthetic ones are made of.
pub struct Corpus {
    cases: Vec<RealCase>,
}

impl Corpus {
    /// Reads `seeds/cases`.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or is not a JSON object.
    pub fn load() -> io::Result<Self> {
        let folder = seeds();
        let mut paths = fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<_>>>()?;
        // The order of a folder differs between machines.
        paths.sort();
        let cases = paths
            .iter()
            .map(|path| Ok(RealCase::new(serde_json::from_slice(&fs::read(path)?)?)))
            .collect::<io::Result<_>>()?;
        Ok(Self { cases })
    }

    /// `n` cases with the ids `GEN-000001` and up; none without real cases.
    pub fn cases(&self, n: usize, seed: u64) -> impl Iterator<Item = Record> {
        let mut rng = Rng::with_seed(seed);
        (1..=n).map_while(move |number| self.case(number, n, &mut rng.fork()))
    }

    fn case(&self, number: usize, of: usize, rng: &mut Rng) -> Option<Record> {
        let base = rng.choice(&self.cases)?;
        let sources = self.sources(base, rng);
        let names = Names::new(rng.u64(..));
        let mut record = base.record.clone();
        for (field, lang) in TEXT_FIELDS.into_iter().flat_map(|f| LANGS.map(|l| (f, l))) {
            let mut pool: Vec<&String> = sources
                .iter()
                .flat_map(|case| case.sentences(field, lang))
                .collect();
            rng.shuffle(&mut pool);
            let mut fresh = pool
                .into_iter()
                .map(|sentence| names.replace(sentence, lang));
            for_each_text(&mut record, field, lang, |text| {
                *text = refill(text, &mut fresh);
            });
        }
        record.insert("id".to_owned(), id(number).into());
        record.insert("date".to_owned(), date(rng).into());
        relate(&mut record, number, of, rng);
        Some(record)
    }

    /// The cases to take sentences from.
    fn sources<'a>(&'a self, base: &'a RealCase, rng: &mut Rng) -> Vec<&'a RealCase> {
        let kin = self.cases.iter().filter(|case| case.is_kin_of(base));
        let mut sources = rng.choose_multiple(kin, KIN);
        sources.push(base);
        sources
    }
}

/// As many paragraphs and sentences as `text` has, of other sentences.
fn refill(text: &str, fresh: &mut impl Iterator<Item = String>) -> String {
    let paragraphs: Vec<String> = paragraphs(text)
        .map(|paragraph| {
            let count = sentences(paragraph).count();
            fresh.take(count).collect::<Vec<_>>().join(" ")
        })
        .collect();
    paragraphs.join("\n\n")
}

fn id(number: usize) -> String {
    format!("GEN-{number:06}")
}

/// A day between 2010 and 2026 that every month has.
fn date(rng: &mut Rng) -> String {
    format!(
        "{}-{:02}-{:02}",
        rng.u16(2010..=2026),
        rng.u8(1..=12),
        rng.u8(1..=28)
    )
}

/// Points to as many other cases as the base does.
fn relate(record: &mut Record, number: usize, of: usize, rng: &mut Rng) {
    let Some(Value::Array(related)) = record.get_mut("related") else {
        return;
    };
    for other in related.iter_mut() {
        *other = id(rng.usize(1..=of)).into();
    }
    related.retain(|other| *other != id(number));
}
