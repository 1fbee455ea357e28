//! tantivy as it comes: its default tokenizer, its query parser, BM25 over four fields.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{STORED, STRING, Schema, TEXT, Value};
use tantivy::{Index, Searcher, TantivyDocument};

use crate::cases::Cases;
use crate::own_process;
use crate::peer::{Answers, HITS, Peer, Query, answers, quoted_words};

const TEXTS: [&str; 4] = ["title_en", "text_en", "title_ko", "text_ko"];

/// What the writer may hold in memory, and by how many threads it writes.
const BUDGET: usize = 256 << 20;
const THREADS: usize = 2;

#[derive(Default)]
pub struct Tantivy {
    folder: PathBuf,
    opened: Option<Opened>,
}

impl Tantivy {
    /// Opens an index, answers one query and counts the hits.
    pub fn once(folder: &Path, text: &str) -> Result<usize, Box<dyn Error>> {
        Opened::new(folder)?.search(text)
    }
}

impl Peer for Tantivy {
    fn name(&self) -> &'static str {
        "tantivy"
    }

    fn build(&mut self, cases: &Cases, folder: &Path) -> Result<Option<Duration>, Box<dyn Error>> {
        std::fs::create_dir_all(folder)?;
        self.folder = folder.to_owned();
        let start = Instant::now();
        let mut schema = Schema::builder();
        let id = schema.add_text_field("id", STRING | STORED);
        let texts = TEXTS.map(|name| schema.add_text_field(name, TEXT));
        let index = Index::create_in_dir(folder, schema.build())?;
        let mut writer = index.writer_with_num_threads(THREADS, BUDGET)?;
        for flat in cases.flat()? {
            let flat = flat?;
            let mut document = TantivyDocument::new();
            document.add_text(id, flat.id);
            let values = [flat.title_en, flat.text_en, flat.title_ko, flat.text_ko];
            for (field, value) in texts.into_iter().zip(values) {
                document.add_text(field, value);
            }
            writer.add_document(document)?;
        }
        writer.commit()?;
        writer.wait_merging_threads()?;
        let taken = start.elapsed();
        self.opened = Some(Opened::new(folder)?);
        Ok(Some(taken))
    }

    fn cold(&self, text: &str) -> Command {
        own_process("tantivy", &self.folder, text)
    }

    fn warm(&mut self, class: &[Query]) -> Result<Option<Answers>, Box<dyn Error>> {
        let opened = self.opened.as_ref().ok_or("the index was not built")?;
        answers(class, |text| opened.search(text))
    }
}

struct Opened {
    searcher: Searcher,
    parser: QueryParser,
}

impl Opened {
    fn new(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let index = Index::open_in_dir(folder)?;
        let schema = index.schema();
        let texts = TEXTS.map(|name| schema.get_field(name));
        let texts = texts.into_iter().collect::<tantivy::Result<Vec<_>>>()?;
        Ok(Self {
            searcher: index.reader()?.searcher(),
            parser: QueryParser::for_index(&index, texts),
        })
    }

    fn search(&self, text: &str) -> Result<usize, Box<dyn Error>> {
        let words: Vec<String> = quoted_words(text).collect();
        let query = self.parser.parse_query(&words.join(" OR "))?;
        let top = TopDocs::with_limit(HITS).order_by_score();
        let id = self.searcher.schema().get_field("id")?;
        let mut hits = 0;
        for (_, address) in self.searcher.search(&query, &top)? {
            let document: TantivyDocument = self.searcher.doc(address)?;
            hits += usize::from(document.get_first(id).and_then(|id| id.as_str()).is_some());
        }
        Ok(hits)
    }
}
