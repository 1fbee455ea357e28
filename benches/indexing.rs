//! Cases to an index on disk, from reading the JSON to the published generation.

use std::path::Path;

use criterion::{BatchSize, Criterion, SamplingMode, Throughput};
use incidex::analysis::Analyzer;
use incidex::case::{Input, Vocabulary};
use incidex::index::{Generations, Outcome, Update, update};
use tempfile::{TempDir, tempdir};

use crate::SEED;
use incidex_benches::case_file::write_cases;
use incidex_benches::synthetic::Corpus;

const CASES: usize = 1000;

pub fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("indexing");
    group.throughput(Throughput::Elements(CASES as u64));
    group.sampling_mode(SamplingMode::Flat);
    group.bench_function(format!("English and Korean, {CASES} cases"), |bencher| {
        let folder = tempdir().unwrap();
        let cases = folder.path().join("cases.jsonl");
        write_cases(&Corpus::load().unwrap(), CASES, SEED, &cases).unwrap();
        Analyzer::default().tokens("사전");
        bencher.iter_batched(
            || tempdir().unwrap(),
            |index: TempDir| {
                let outcome = build(&cases, index.path());
                assert_eq!((outcome.added, outcome.cases), (CASES, CASES as u64));
                index
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// Builds an index of the file `cases` in the folder `index`.
pub fn build(cases: &Path, index: &Path) -> Outcome {
    update(
        &Generations::new(index),
        &Update::new(&[Input::Path(cases.to_owned())], Vocabulary::builtin()),
        &mut std::io::empty(),
        &|_| {},
    )
    .unwrap()
}
