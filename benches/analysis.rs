//! Text to tokens, over the texts of the 133 real cases.
//!
//! Cold is an analyzer that has seen no text: every eojeol goes through the lattice once. Warm is
//! one that has seen all of it, as when many cases are indexed. The dictionary is mapped in both.

use std::sync::Mutex;

use criterion::{BatchSize, Criterion, Throughput};
use incidex::analysis::Analyzer;
use incidex::case::{self, Input, Lang, Vocabulary};
use incidex::index::sections;
use incidex_benches::seeds;

pub fn benches(criterion: &mut Criterion) {
    let texts = Texts::load();
    let mut group = criterion.benchmark_group("analysis");
    for (name, texts) in [
        ("English", texts.of(&[Lang::En])),
        ("Korean", texts.of(&[Lang::Ko])),
        ("mixed", texts.of(&Lang::ALL)),
    ] {
        let mut warm = Analyzer::default();
        let tokens = count_tokens(&mut warm, &texts);
        assert!(tokens > texts.len(), "{name}: {tokens} tokens");
        let bytes: usize = texts.iter().map(|text| text.len()).sum();
        group.throughput(Throughput::Bytes(bytes as u64));
        group.bench_function(format!("{name}, {} kB, cold", bytes / 1000), |bencher| {
            bencher.iter_batched(
                Analyzer::default,
                |mut cold| {
                    assert_eq!(count_tokens(&mut cold, &texts), tokens);
                    cold
                },
                BatchSize::PerIteration,
            );
        });
        group.bench_function(format!("{name}, {} kB, warm", bytes / 1000), |bencher| {
            bencher.iter(|| assert_eq!(count_tokens(&mut warm, &texts), tokens));
        });
    }
    group.finish();
}

fn count_tokens(analyzer: &mut Analyzer, texts: &[&str]) -> usize {
    let mut count = 0;
    for text in texts {
        analyzer.analyze(text, &mut |_| count += 1);
    }
    count
}

/// All texts that are indexed, in the order of cases and sections.
struct Texts(Vec<(Lang, String)>);

impl Texts {
    fn load() -> Self {
        let folder = seeds();
        let vocabulary = Vocabulary::builtin();
        let cases = Mutex::new(Vec::new());
        let report = case::load(
            &[Input::Path(folder)],
            None,
            &mut std::io::empty(),
            vocabulary,
            &|record| cases.lock().unwrap().push(record.case),
        );
        assert_eq!(report.faults, []);
        let mut cases = cases.into_inner().unwrap();
        // They come from several threads.
        cases.sort_by(|a, b| a.id.cmp(&b.id));
        let texts = cases.iter().flat_map(|case| sections(case, vocabulary));
        Self(
            texts
                .map(|section| (section.zone.lang, section.text.into_owned()))
                .collect(),
        )
    }

    fn of(&self, langs: &[Lang]) -> Vec<&str> {
        let texts = self.0.iter();
        texts
            .filter(|(lang, _)| langs.contains(lang))
            .map(|(_, text)| text.as_str())
            .collect()
    }
}
