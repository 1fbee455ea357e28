//! Queries on an open index, one thread: ranking alone, whole answers with their passages, those with
//! the counts of all facets, related cases, and completions.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use incidex::index::Generations;
use incidex::query::{Engine, Request, SuggestRequest};
use tempfile::{TempDir, tempdir};

use crate::SEED;
use crate::indexing::build;
use incidex_benches::case_file::write_cases;
use incidex_benches::synthetic::Corpus;

const SIZES: [usize; 2] = [1000, 10_000];
/// Of each class; a sample runs them all.
const QUERIES: usize = 20;
/// As many hits as a page shows.
const HITS: usize = 10;
/// As many values of a facet as are shown.
const VALUES: usize = 10;

pub fn benches(criterion: &mut Criterion) {
    let corpus = Corpus::load().unwrap();
    let classes = queries(&corpus);
    let completions = PREFIXES.map(completion);
    let mut group = criterion.benchmark_group("query");
    group.measurement_time(Duration::from_secs(2));
    for size in SIZES {
        let index = LazyCell::new(|| Index::build(&corpus, size));
        for (class, requests) in &classes {
            let name = |what| format!("{what}, {class}, {size} cases");
            bench(&mut group, name("rank"), requests, |request| {
                index.engine.rank(request).unwrap().len()
            });
            bench(&mut group, name("search"), requests, |request| {
                index.engine.search(request).unwrap().hits.len()
            });
            let counted: Vec<Request> = requests.iter().map(with_facets).collect();
            bench(
                &mut group,
                name("search with facets"),
                &counted,
                |request| {
                    let found = index.engine.search(request).unwrap();
                    assert_eq!(found.facets.unwrap().total == 0, found.hits.is_empty());
                    found.hits.len()
                },
            );
        }
        let name = format!("related, {size} cases");
        bench(&mut group, name, &some_ids(), |id| {
            index.engine.related(id, HITS).unwrap().len()
        });
        let name = format!("suggest, {size} cases");
        bench(&mut group, name, &completions, |request| {
            index.engine.suggest(request).unwrap().len()
        });
    }
    group.finish();
}

/// Runs all `requests`, which give the same number of hits each time.
fn bench<R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: String,
    requests: &[R],
    hits: impl Fn(&R) -> usize,
) {
    group.throughput(Throughput::Elements(requests.len() as u64));
    let all_hits = || requests.iter().map(&hits).sum::<usize>();
    group.bench_function(name, |bencher| {
        // This maps the dictionary, too.
        let expected = all_hits();
        assert!(expected > requests.len(), "{expected} hits");
        bencher.iter(|| assert_eq!(all_hits(), expected));
    });
}

fn with_facets(request: &Request) -> Request {
    Request {
        facets: Some(VALUES),
        ..request.clone()
    }
}

/// Of [`QUERIES`] cases that are in each index.
fn some_ids() -> Vec<String> {
    let number = |n| n * SIZES[0] / QUERIES;
    (1..=QUERIES)
        .map(|n| format!("GEN-{:06}", number(n)))
        .collect()
}

/// What somebody has typed so far: a letter or many, of each kind of thing that is completed, Korean
/// in each state of composition.
const PREFIXES: [&str; 12] = [
    "c",
    "conn",
    "nf_co",
    "haproxy re",
    "connection ti",
    "GEN-0",
    "ㅇ",
    "커넥ㅅ",
    "커넧",
    "ㅋㄴㅅ",
    "타임아",
    "커넥션 ㄱ",
];

fn completion(prefix: &str) -> SuggestRequest {
    SuggestRequest {
        prefix: prefix.to_owned(),
        limit: HITS,
        lang: None,
    }
}

/// [`QUERIES`] of each class.
fn queries(corpus: &Corpus) -> BTreeMap<&'static str, Vec<Request>> {
    const CLASSES: usize = 4;
    let mut classes: BTreeMap<_, Vec<Request>> = BTreeMap::new();
    for (class, text) in corpus.queries(QUERIES * CLASSES, SEED) {
        classes.entry(class).or_default().push(Request {
            text,
            limit: HITS,
            ..Request::default()
        });
    }
    assert!(classes.values().all(|class| class.len() == QUERIES));
    classes
}

struct Index {
    engine: Engine,
    /// Goes when the index does.
    _folder: TempDir,
}

impl Index {
    fn build(corpus: &Corpus, size: usize) -> Self {
        let folder = tempdir().unwrap();
        let cases = folder.path().join("cases.jsonl");
        let index = folder.path().join("index");
        write_cases(corpus, size, SEED, &cases).unwrap();
        assert_eq!(build(&cases, &index).cases, size as u64);
        Self {
            engine: Engine::open(&Generations::new(index)).unwrap(),
            _folder: folder,
        }
    }
}
