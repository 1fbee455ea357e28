//! Prints synthetic cases, or queries about them.
//!
//! ```text
//! cargo run --release -p incidex-benches --bin generate-cases -- 10000 > cases.jsonl
//! cargo run --release -p incidex-benches --bin generate-cases -- 400 --queries > queries.tsv
//! ```

use std::io::{self, BufWriter, Write};

use clap::Parser;
use incidex_benches::synthetic::Corpus;

/// Prints synthetic cases made of seeds/cases, one JSON object a line
#[derive(Parser)]
struct Arguments {
    /// How many
    n: usize,

    /// The same seed gives the same output
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Print queries instead, as the peers read them: qid, class and text between tabs
    #[arg(long)]
    queries: bool,
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let corpus = Corpus::load()?;
    let out = BufWriter::new(io::stdout().lock());
    if arguments.queries {
        write_queries(&corpus, &arguments, out)
    } else {
        write_cases(&corpus, &arguments, out)
    }
}

fn write_cases(corpus: &Corpus, arguments: &Arguments, mut out: impl Write) -> io::Result<()> {
    for case in corpus.cases(arguments.n, arguments.seed) {
        serde_json::to_writer(&mut out, &case)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

fn write_queries(corpus: &Corpus, arguments: &Arguments, mut out: impl Write) -> io::Result<()> {
    for (number, (class, text)) in (1..).zip(corpus.queries(arguments.n, arguments.seed)) {
        writeln!(out, "Q{number:05}\t{class}\t{text}")?;
    }
    out.flush()
}
