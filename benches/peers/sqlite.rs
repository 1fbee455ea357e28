//! SQLite's full-text search, version 5: BM25 over four columns, any word may match.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, params};

use crate::cases::Cases;
use crate::own_process;
use crate::peer::{Answers, HITS, Peer, Query, answers, quoted_words};

/// What a column is cut into.
#[derive(Clone, Copy)]
pub enum Tokenizer {
    /// Words, by Unicode.
    Words,
    /// Any three characters in a row.
    Trigrams,
}

/// The shortest word that trigrams find.
const GRAM: usize = 3;

pub struct Sqlite {
    tokenizer: Tokenizer,
    database: PathBuf,
    connection: Option<Connection>,
}

impl Sqlite {
    pub fn new(tokenizer: Tokenizer) -> Self {
        Self {
            tokenizer,
            database: PathBuf::new(),
            connection: None,
        }
    }

    /// Opens a database, answers one query and counts the hits.
    pub fn once(database: &Path, text: &str) -> Result<usize, Box<dyn Error>> {
        search(&open(database)?, text)
    }
}

impl Peer for Sqlite {
    fn name(&self) -> &'static str {
        match self.tokenizer {
            Tokenizer::Words => "FTS5 words",
            Tokenizer::Trigrams => "FTS5 trigram",
        }
    }

    fn build(&mut self, cases: &Cases, folder: &Path) -> Result<Option<Duration>, Box<dyn Error>> {
        std::fs::create_dir_all(folder)?;
        self.database = folder.join("cases.db");
        let start = Instant::now();
        let mut connection = Connection::open(&self.database)?;
        connection.pragma_update(None, "journal_mode", "off")?;
        connection.pragma_update(None, "synchronous", "off")?;
        let tokenizer = match self.tokenizer {
            Tokenizer::Words => "unicode61",
            Tokenizer::Trigrams => "trigram",
        };
        connection.execute_batch(&format!(
            "create table cases (id text);
             create virtual table texts using fts5(title_en, text_en, title_ko, text_ko,
                 content='', tokenize='{tokenizer}');"
        ))?;
        let transaction = connection.transaction()?;
        for flat in cases.flat()? {
            let flat = flat?;
            transaction
                .prepare_cached("insert into cases (id) values (?)")?
                .execute([&flat.id])?;
            transaction
                .prepare_cached(
                    "insert into texts (rowid, title_en, text_en, title_ko, text_ko)
                     values (?, ?, ?, ?, ?)",
                )?
                .execute(params![
                    transaction.last_insert_rowid(),
                    flat.title_en,
                    flat.text_en,
                    flat.title_ko,
                    flat.text_ko
                ])?;
        }
        transaction.commit()?;
        let taken = start.elapsed();
        self.connection = Some(open(&self.database)?);
        Ok(Some(taken))
    }

    fn cold(&self, text: &str) -> Command {
        own_process("sqlite", &self.database, text)
    }

    fn warm(&mut self, class: &[Query]) -> Result<Option<Answers>, Box<dyn Error>> {
        let connection = self.connection.as_ref().ok_or("the index was not built")?;
        answers(class, |text| search(connection, text))
    }
}

fn open(database: &Path) -> Result<Connection, Box<dyn Error>> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    // All of it mapped, as our own index is.
    connection.pragma_update(None, "mmap_size", 8_000_000_000_i64)?;
    Ok(connection)
}

fn search(connection: &Connection, text: &str) -> Result<usize, Box<dyn Error>> {
    let words: Vec<String> = quoted_words(text)
        .filter(|word| word.chars().count() >= GRAM + 2)
        .collect();
    if words.is_empty() {
        return Ok(0);
    }
    let mut statement = connection.prepare_cached(
        "select cases.id from texts join cases on cases.rowid = texts.rowid
         where texts match ? order by rank limit ?",
    )?;
    let mut rows = statement.query(params![words.join(" OR "), HITS as i64])?;
    let mut hits = 0;
    while let Some(row) = rows.next()? {
        hits += usize::from(!row.get::<_, String>(0)?.is_empty());
    }
    Ok(hits)
}
