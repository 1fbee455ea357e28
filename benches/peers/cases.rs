//! The same cases in the forms that the peers read.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use incidex_benches::synthetic::{Corpus, Record, TEXT_FIELDS, for_each_text};
use serde::{Deserialize, Serialize};

/// A case without its structure: what peers search.
#[derive(Default, Deserialize, Serialize)]
pub struct Flat {
    pub id: String,
    pub title_en: String,
    pub text_en: String,
    pub title_ko: String,
    pub text_ko: String,
}

impl Flat {
    fn new(mut record: Record) -> Self {
        let mut text = |lang| {
            let mut title = String::new();
            let mut rest = String::new();
            for field in TEXT_FIELDS {
                let into = if field == "title" {
                    &mut title
                } else {
                    &mut rest
                };
                for_each_text(&mut record, field, lang, |text| {
                    into.push_str(text);
                    into.push('\n');
                });
            }
            (title, rest)
        };
        let (title_en, text_en) = text("en");
        let (title_ko, text_ko) = text("ko");
        Self {
            id: record["id"].as_str().unwrap_or_default().to_owned(),
            title_en,
            text_en,
            title_ko,
            text_ko,
        }
    }
}

/// The same cases thrice.
pub struct Cases {
    pub count: usize,
    /// One case a line, as incidex reads them.
    pub jsonl: PathBuf,
    /// How many bytes that file has.
    pub bytes: u64,
    /// One [`Flat`] a line.
    pub flat: PathBuf,
    /// One case a file.
    pub files: PathBuf,
}

impl Cases {
    pub fn write(
        corpus: &Corpus,
        count: usize,
        seed: u64,
        into: &Path,
    ) -> Result<Self, Box<dyn Error>> {
        let mut cases = Self {
            count,
            jsonl: into.join("cases.jsonl"),
            bytes: 0,
            flat: into.join("flat.jsonl"),
            files: into.join("files"),
        };
        fs::create_dir_all(&cases.files)?;
        let mut jsonl = BufWriter::new(File::create(&cases.jsonl)?);
        let mut flat = BufWriter::new(File::create(&cases.flat)?);
        for (number, record) in corpus.cases(count, seed).enumerate() {
            let line = serde_json::to_vec(&record)?;
            fs::write(cases.files.join(format!("{number}.json")), &line)?;
            cases.bytes += line.len() as u64 + 1;
            jsonl.write_all(&line)?;
            jsonl.write_all(b"\n")?;
            serde_json::to_writer(&mut flat, &Flat::new(record))?;
            flat.write_all(b"\n")?;
        }
        jsonl.flush()?;
        flat.flush()?;
        Ok(cases)
    }

    pub fn flat(
        &self,
    ) -> Result<impl Iterator<Item = Result<Flat, Box<dyn Error>>>, Box<dyn Error>> {
        let lines = BufReader::new(File::open(&self.flat)?).lines();
        Ok(lines.map(|line| Ok(serde_json::from_str(&line?)?)))
    }
}
