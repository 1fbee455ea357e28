//! Two systems side by side: in words, by slice and by topic.

use super::difference_bars::{DifferenceBars, difference_bars};
use super::difference_plot::{DifferencePlot, difference_plot};
use super::number::{Difference, Value};
use super::{About, Comparison, Pair, SliceDifference};
use crate::eval::Test;
use crate::eval::statistics::TIE;

/// Rows of the table that stand open; the others can be opened.
const OPEN: usize = 20;

pub(super) struct ComparisonView<'a> {
    pub(super) of: &'a Comparison,
    /// What the p over all topics says; none where no test was made.
    pub(super) chance: Option<Chance>,
    pub(super) plot: Option<DifferencePlot<'a>>,
    pub(super) slices: Vec<SliceRow<'a>>,
    pub(super) bars: Option<DifferenceBars<'a>>,
    pub(super) largest: Vec<PairRow<'a>>,
    pub(super) others: Vec<PairRow<'a>>,
}

pub(super) struct Chance {
    pub(super) times: String,
    pub(super) p: Value,
    pub(super) p_holm: Value,
}

pub(super) struct SliceRow<'a> {
    pub(super) of: &'a SliceDifference,
    pub(super) difference: Difference,
    pub(super) test: Option<TestCells>,
}

pub(super) struct TestCells {
    pub(super) interval: (Difference, Difference),
    pub(super) p: Value,
    pub(super) p_holm: Value,
}

pub(super) struct PairRow<'a> {
    pub(super) about: &'a About,
    pub(super) base: Value,
    pub(super) other: Value,
    pub(super) difference: Difference,
    pub(super) outcome: &'static str,
}

pub(super) fn comparison_view(comparison: &Comparison) -> ComparisonView<'_> {
    let mut rows = pair_rows(&comparison.pairs);
    let others = rows.split_off(rows.len().min(OPEN));
    let overall = comparison.slices.first();
    ComparisonView {
        of: comparison,
        chance: overall.and_then(|slice| slice.test).map(chance),
        plot: difference_plot(comparison),
        slices: comparison.slices.iter().map(slice_row).collect(),
        bars: difference_bars(comparison),
        largest: rows,
        others,
    }
}

fn slice_row(slice: &SliceDifference) -> SliceRow<'_> {
    SliceRow {
        of: slice,
        difference: Difference(slice.difference),
        test: slice.test.map(|test| TestCells {
            interval: (Difference(test.interval.from), Difference(test.interval.to)),
            p: Value(test.p),
            p_holm: Value(test.p_holm),
        }),
    }
}

/// Largest differences first; ties last, in the order given.
fn pair_rows(pairs: &[Pair]) -> Vec<PairRow<'_>> {
    let mut sorted: Vec<&Pair> = pairs.iter().collect();
    sorted.sort_by(|a, b| b.difference().abs().total_cmp(&a.difference().abs()));
    sorted.into_iter().map(pair_row).collect()
}

fn pair_row(pair: &Pair) -> PairRow<'_> {
    PairRow {
        about: &pair.about,
        base: Value(pair.base),
        other: Value(pair.other),
        difference: Difference(pair.difference()),
        outcome: pair.outcome(),
    }
}

fn chance(test: Test) -> Chance {
    Chance {
        times: times(test.p),
        p: Value(test.p),
        p_holm: Value(test.p_holm),
    }
}

/// What a `p` says, for those who do not read it every day.
fn times(p: f64) -> String {
    match p {
        p if p < 0.001 => "fewer than 1 of 1000 times".to_owned(),
        p if p < 0.0995 => format!("about {:.0} of 1000 times", p * 1_000.0),
        p => format!("about {:.0} of 100 times", p * 100.0),
    }
}

impl Pair {
    pub(super) fn difference(&self) -> f64 {
        self.other - self.base
    }

    /// `win`, `tie` or `loss` of the system, also the class of its bar.
    pub(super) fn outcome(&self) -> &'static str {
        match self.difference() {
            gain if gain > TIE => "win",
            loss if loss < -TIE => "loss",
            _ => "tie",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_p_is_told_in_times() {
        for (p, told) in [
            (0.0001, "fewer than 1 of 1000 times"),
            (0.0312, "about 31 of 1000 times"),
            (0.5, "about 50 of 100 times"),
            (1.0, "about 100 of 100 times"),
        ] {
            assert_eq!(times(p), told);
        }
    }

    #[test]
    fn rounding_is_a_tie() {
        let pair = Pair {
            base: 0.1 + 0.2,
            other: 0.3,
            ..Pair::default()
        };
        assert_eq!(pair.outcome(), "tie");
    }
}
