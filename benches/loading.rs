//! JSON to validated cases, on all cores, without indexing them.

use criterion::{Criterion, Throughput};
use incidex::case::{self, Input, Vocabulary};

use crate::SEED;
use incidex_benches::case_file::write_cases;
use incidex_benches::synthetic::Corpus;

const CASES: usize = 1000;

pub fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("loading");
    group.throughput(Throughput::Elements(CASES as u64));
    group.bench_function(format!("English and Korean, {CASES} cases"), |bencher| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cases.jsonl");
        write_cases(&Corpus::load().unwrap(), CASES, SEED, &path).unwrap();
        let inputs = [Input::Path(path)];
        bencher.iter(|| {
            let vocabulary = Vocabulary::builtin();
            let report = case::load(&inputs, None, &mut std::io::empty(), vocabulary, &|_| {});
            assert_eq!((report.cases, report.faults.len()), (CASES, 0));
        });
    });
    group.finish();
}
