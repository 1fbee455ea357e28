//! How far down the first relevant document stands, as counts of topics.

use super::legend::style;
use super::number::Length;
use super::scale::Scale;
use super::{Report, System};
use crate::eval::measures::count;

const LEFT: f64 = 4.0;
const RIGHT: f64 = 396.0;
const TOP: f64 = 22.0;
const BOTTOM: f64 = 216.0;

/// Each up to its rank, from the one before.
const BUCKETS: [(&str, usize); 7] = [
    ("1", 1),
    ("2", 2),
    ("3", 3),
    ("4–5", 5),
    ("6–10", 10),
    ("11–100", 100),
    ("> 100", usize::MAX),
];
const NONE: usize = BUCKETS.len();

pub(super) struct FirstRelevant<'a> {
    pub(super) description: String,
    pub(super) columns: Vec<&'a str>,
    pub(super) buckets: Vec<Bucket<'a>>,
}

pub(super) struct Bucket<'a> {
    pub(super) name: &'static str,
    pub(super) middle: Length,
    pub(super) bars: Vec<Bar<'a>>,
}

pub(super) struct Bar<'a> {
    pub(super) style: usize,
    pub(super) system: &'a str,
    pub(super) topics: usize,
    pub(super) left: Length,
    pub(super) middle: Length,
    pub(super) width: Length,
    pub(super) top: Length,
    pub(super) height: Length,
    /// Where the count is written, above the bar.
    pub(super) label: Length,
}

/// None where no topic was measured.
pub(super) fn first_relevant(report: &Report) -> Option<FirstRelevant<'_>> {
    let systems = &report.systems;
    let counts: Vec<[usize; NONE + 1]> = systems.iter().map(counts).collect();
    let most = counts.iter().flatten().copied().max().unwrap_or(0);
    if most == 0 {
        return None;
    }
    let scale = Scale {
        from: (0.0, count(most)),
        to: (BOTTOM, TOP),
    };
    let shown = shown(&counts);
    let slot = (RIGHT - LEFT) / count(shown.len());
    let buckets = shown.iter().enumerate().map(|(at, (bucket, name))| Bucket {
        name,
        middle: Length(LEFT + slot * (count(at) + 0.5)),
        bars: bars(
            systems,
            &counts,
            *bucket,
            LEFT + slot * count(at),
            slot,
            scale,
        ),
    });
    Some(FirstRelevant {
        description: description(systems, &counts),
        columns: systems.iter().map(|system| &*system.name).collect(),
        buckets: buckets.collect(),
    })
}

/// The buckets with their names, without the deepest where that is empty.
fn shown(counts: &[[usize; NONE + 1]]) -> Vec<(usize, &'static str)> {
    let deepest = NONE - 1;
    let names = BUCKETS.iter().map(|(name, _)| *name).chain(["none"]);
    let is_shown = |bucket| bucket != deepest || counts.iter().any(|counts| counts[deepest] > 0);
    let named = names.enumerate();
    named.filter(|(bucket, _)| is_shown(*bucket)).collect()
}

fn counts(system: &System) -> [usize; NONE + 1] {
    let mut counts = [0; NONE + 1];
    for topic in &system.topics {
        let bucket = topic.first_relevant.and_then(bucket).unwrap_or(NONE);
        counts[bucket] += 1;
    }
    counts
}

fn bucket(rank: usize) -> Option<usize> {
    BUCKETS.iter().position(|(_, last)| rank <= *last)
}

fn bars<'a>(
    systems: &'a [System],
    counts: &[[usize; NONE + 1]],
    bucket: usize,
    left: f64,
    slot: f64,
    scale: Scale,
) -> Vec<Bar<'a>> {
    let width = slot * 0.84 / count(systems.len());
    let bar = |(at, (system, counts)): (usize, (&'a System, &[usize; NONE + 1]))| {
        let topics = counts[bucket];
        let left = left + slot * 0.08 + width * count(at);
        let top = scale.place(count(topics));
        Bar {
            style: style(at),
            system: &system.name,
            topics,
            left: Length(left),
            middle: Length(left + width * 0.47),
            width: Length(width * 0.94),
            top: Length(top),
            height: Length(BOTTOM - top),
            label: Length(top - 5.0),
        }
    };
    systems.iter().zip(counts).enumerate().map(bar).collect()
}

fn description(systems: &[System], counts: &[[usize; NONE + 1]]) -> String {
    let firsts = systems.iter().zip(counts).map(|(system, counts)| {
        let of = system.topics.len();
        format!("{}: {} of {of}", system.name, counts[0])
    });
    let firsts: Vec<String> = firsts.collect();
    format!("Topics whose first hit is relevant: {}.", firsts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_has_its_bucket() {
        let name = |rank| bucket(rank).map(|at| BUCKETS[at].0);
        for (rank, bucket) in [
            (1, "1"),
            (3, "3"),
            (4, "4–5"),
            (5, "4–5"),
            (6, "6–10"),
            (11, "11–100"),
            (100, "11–100"),
            (101, "> 100"),
        ] {
            assert_eq!(name(rank), Some(bucket));
        }
    }
}
