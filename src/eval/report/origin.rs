//! Where the figures come from, as rows of a name and a value.

use crate::eval::Provenance;
use crate::eval::provenance::{IndexStamp, Statistics, System};

/// What all systems have in common.
pub(super) fn rows(provenance: &Provenance, topics: usize) -> Vec<(String, String)> {
    let mut rows = vec![
        ("incidex".to_owned(), provenance.incidex.clone()),
        (
            "topics".to_owned(),
            format!("{topics}, BLAKE3 {}", provenance.topics),
        ),
        (
            "judgements".to_owned(),
            format!("BLAKE3 {}", provenance.qrels),
        ),
    ];
    if let Some(depth) = provenance.parameters.depth {
        rows.push(("hits for each topic".to_owned(), format!("at most {depth}")));
    }
    if let Some(statistics) = &provenance.parameters.statistics {
        rows.push(("statistics".to_owned(), statistics_row(statistics)));
    }
    rows
}

/// Each system by its name: the run, or the index and its weights.
pub(super) fn system_rows(provenance: &Provenance) -> Vec<(String, String)> {
    provenance.systems.iter().flat_map(rows_of).collect()
}

fn rows_of(system: &System) -> Vec<(String, String)> {
    let run = system
        .run
        .as_ref()
        .map(|hash| format!("run, BLAKE3 {hash}"));
    let index = system.index.as_ref().map(index_row);
    let about = run.into_iter().chain(index);
    let mut rows: Vec<_> = about.map(|about| (system.name.clone(), about)).collect();
    if let Some(weights) = &system.weights {
        let weights: Vec<String> = weights
            .iter()
            .map(|(name, weight)| format!("{name} {weight}"))
            .collect();
        rows.push((format!("weights of {}", system.name), weights.join(", ")));
    }
    rows
}

fn index_row(stamp: &IndexStamp) -> String {
    format!(
        "{} cases, BLAKE3 {}; indexed by incidex {}, format {}, analyzer {}, vocabulary {}, \
         dictionary {}, glossary {}",
        stamp.cases,
        stamp.corpus,
        stamp.incidex,
        stamp.format,
        stamp.analyzer,
        stamp.vocabulary,
        stamp.dictionary,
        stamp.glossary,
    )
}

fn statistics_row(statistics: &Statistics) -> String {
    format!(
        "{} permutations, {} resamples, seed {}, Holm’s correction over {} tests",
        statistics.permutations, statistics.bootstrap_resamples, statistics.seed, statistics.tests,
    )
}
