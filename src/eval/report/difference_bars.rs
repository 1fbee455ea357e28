//! What each topic gained or lost between two systems, as bars, losses first.

use super::number::{Difference, Length, Value};
use super::scale::{Scale, Tick};
use super::value_bars::{HEIGHT, percent, slot};
use super::{About, Comparison, Pair};
use crate::eval::measures::count;

const TOP: f64 = 16.0;
const BOTTOM: f64 = HEIGHT - 4.0;

pub(super) struct DifferenceBars<'a> {
    pub(super) height: Length,
    pub(super) ticks: Vec<Tick>,
    pub(super) slot: f64,
    pub(super) width: f64,
    pub(super) bars: Vec<Bar<'a>>,
}

pub(super) struct Bar<'a> {
    pub(super) about: &'a About,
    pub(super) base: Value,
    pub(super) other: Value,
    pub(super) difference: Difference,
    /// `win`, `tie` or `loss`.
    pub(super) outcome: &'static str,
    pub(super) left: f64,
    pub(super) top: Length,
    pub(super) height: Length,
}

/// None where there is no topic.
pub(super) fn difference_bars(comparison: &Comparison) -> Option<DifferenceBars<'_>> {
    let slot = slot(comparison.pairs.len())?;
    let most = most(&comparison.pairs);
    let scale = Scale {
        from: (-most, most),
        to: (BOTTOM, TOP),
    };
    let losses_first = losses_first(&comparison.pairs);
    let bars = losses_first.iter().enumerate();
    Some(DifferenceBars {
        height: Length(HEIGHT),
        ticks: scale.ticks([-most, 0.0, most]),
        slot: percent(slot),
        width: percent(slot * 0.8),
        bars: bars
            .map(|(at, pair)| bar(pair, slot * count(at), scale))
            .collect(),
    })
}

fn bar(pair: &Pair, left: f64, scale: Scale) -> Bar<'_> {
    let (zero, end) = (scale.place(0.0), scale.place(pair.difference()));
    Bar {
        about: &pair.about,
        base: Value(pair.base),
        other: Value(pair.other),
        difference: Difference(pair.difference()),
        outcome: pair.outcome(),
        left: percent(left),
        top: Length(zero.min(end)),
        height: Length((zero - end).abs()),
    }
}

fn losses_first(pairs: &[Pair]) -> Vec<&Pair> {
    let mut sorted: Vec<&Pair> = pairs.iter().collect();
    sorted.sort_by(|a, b| a.difference().total_cmp(&b.difference()));
    sorted
}

/// The largest difference, up to the next fifth.
fn most(pairs: &[Pair]) -> f64 {
    let largest = pairs
        .iter()
        .map(|pair| pair.difference().abs())
        .fold(0.0, f64::max);
    (largest * 5.0).ceil().max(1.0) / 5.0
}
