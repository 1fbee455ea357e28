//! Benches. One binary, since each links the dictionary.
//!
//! ```text
//! cargo bench -p incidex-benches                  all, in two or three minutes
//! cargo bench -p incidex-benches -- analysis      one group
//! ```
//!
//! A bench that is not asked for costs nothing: its cases are made when it first runs. What a
//! whole process takes, in time and memory, is for `measure/`.

mod analysis;
mod indexing;
mod loading;
mod query;

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

/// The seed of all synthetic cases and queries.
const SEED: u64 = 1;

fn configured() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
}

criterion_group! {
    name = benches;
    config = configured();
    targets = analysis::benches, loading::benches, indexing::benches, query::benches
}
criterion_main!(benches);
