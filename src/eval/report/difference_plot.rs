//! The mean difference in every slice with its interval: a row for each slice.

use super::number::{Difference, Length};
use super::scale::{Scale, Tick};
use super::slice_plot::{LEFT, RIGHT};
use super::{Comparison, SliceDifference};
use crate::eval::measures::count;

const ROW: f64 = 24.0;
/// Narrower than this an axis would make nothing look like much.
const LEAST: f64 = 0.02;

pub(super) struct DifferencePlot<'a> {
    pub(super) height: Length,
    /// Where the rows end and the labels of the ticks begin.
    pub(super) bottom: Length,
    pub(super) ticks: Vec<Tick>,
    pub(super) rows: Vec<Row<'a>>,
}

pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) topics: usize,
    pub(super) y: Length,
    pub(super) x: Length,
    pub(super) difference: Difference,
    /// The ends of the interval, where there is one.
    pub(super) interval: Option<(Length, Length)>,
}

/// None where there is no slice.
pub(super) fn difference_plot(comparison: &Comparison) -> Option<DifferencePlot<'_>> {
    let slices = &comparison.slices;
    if slices.is_empty() {
        return None;
    }
    let most = slices.iter().map(reach).fold(LEAST, f64::max);
    let most = (most * 50.0).ceil() / 50.0;
    let scale = Scale {
        from: (-most, most),
        to: (LEFT, RIGHT - 4.0),
    };
    let bottom = ROW * count(slices.len()) + 8.0;
    let rows = slices.iter().enumerate();
    Some(DifferencePlot {
        height: Length(bottom + 20.0),
        bottom: Length(bottom),
        ticks: scale.ticks([-most, 0.0, most]),
        rows: rows.map(|(at, slice)| row(at, slice, scale)).collect(),
    })
}

fn row(at: usize, slice: &SliceDifference, scale: Scale) -> Row<'_> {
    let place = |difference| Length(scale.place(difference));
    Row {
        name: &slice.name,
        topics: slice.topics,
        y: Length(ROW * (count(at) + 0.5) + 4.0),
        x: place(slice.difference),
        difference: Difference(slice.difference),
        interval: slice
            .test
            .map(|test| (place(test.interval.from), place(test.interval.to))),
    }
}

/// How far from zero a row goes.
fn reach(slice: &SliceDifference) -> f64 {
    let interval = slice.test.map(|test| test.interval);
    let ends = interval.map_or(0.0, |ends| ends.from.abs().max(ends.to.abs()));
    slice.difference.abs().max(ends)
}
