//! A measure in every slice: a row for each slice, a mark for each system.

use super::legend::style;
use super::number::{Length, Value};
use super::scale::{Scale, Tick, steps};
use super::{Report, System};
use crate::eval::measures::count;

pub(super) const LEFT: f64 = 168.0;
pub(super) const RIGHT: f64 = 340.0;
/// Between the marks of two systems in one row, so that equal values can be seen.
const APART: f64 = 6.0;

pub(super) struct SlicePlot<'a> {
    pub(super) measure: &'a str,
    pub(super) description: String,
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
    pub(super) marks: Vec<Mark<'a>>,
    /// Written out where there is one system only.
    pub(super) value: Option<Value>,
}

pub(super) struct Mark<'a> {
    pub(super) style: usize,
    pub(super) system: &'a str,
    pub(super) value: Value,
    pub(super) x: Length,
    pub(super) y: Length,
}

/// One for each measure; the slices are those of the first system.
pub(super) fn slice_plots(report: &Report) -> Vec<SlicePlot<'_>> {
    let named = report.measures.iter().enumerate();
    named
        .map(|(measure, name)| slice_plot(name, measure, &report.systems))
        .collect()
}

fn slice_plot<'a>(name: &'a str, measure: usize, systems: &'a [System]) -> SlicePlot<'a> {
    let (lowest, highest) = ends(measure, systems).unwrap_or((0.0, 1.0));
    let axis = axis(lowest, highest);
    let scale = Scale {
        from: (axis.low / 10.0, axis.high / 10.0),
        to: (LEFT, RIGHT),
    };
    let row_height = 18.0 + APART * count(systems.len().max(1));
    let slices = systems.first().map_or(&[][..], |system| &system.slices);
    let rows = slices.iter().enumerate().map(|(at, slice)| {
        let y = row_height * (count(at) + 0.5) + 4.0;
        let marks = marks(at, measure, systems, scale, y);
        Row {
            name: &slice.name,
            topics: slice.topics,
            y: Length(y),
            value: only(&marks),
            marks,
        }
    });
    let bottom = row_height * count(slices.len()) + 8.0;
    SlicePlot {
        measure: name,
        description: description(name, measure, systems),
        height: Length(bottom + 20.0),
        bottom: Length(bottom),
        ticks: scale.ticks(steps(axis.low, axis.high, axis.step).map(|tenths| tenths / 10.0)),
        rows: rows.collect(),
    }
}

fn marks<'a>(
    slice: usize,
    measure: usize,
    systems: &'a [System],
    scale: Scale,
    middle: f64,
) -> Vec<Mark<'a>> {
    let top = middle - APART * (count(systems.len()) - 1.0) / 2.0;
    let mark = |(place, system): (usize, &'a System)| {
        let value = mean(system, slice, measure)?;
        Some(Mark {
            style: style(place),
            system: &system.name,
            value: Value(value),
            x: Length(scale.place(value)),
            y: Length(top + APART * count(place)),
        })
    };
    systems.iter().enumerate().filter_map(mark).collect()
}

fn only(marks: &[Mark<'_>]) -> Option<Value> {
    match marks {
        [mark] => Some(mark.value),
        _ => None,
    }
}

fn mean(system: &System, slice: usize, measure: usize) -> Option<f64> {
    system.slices.get(slice)?.means.get(measure).copied()
}

/// Where an axis begins and ends, and how far its ticks are apart, in tenths.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

/// Marks need no zero to start from, unlike bars: the axis reaches to the next tenths around all
/// values, or to the next fifths where these are far apart.
fn axis(lowest: f64, highest: f64) -> Axis {
    let (low, high) = ((lowest * 10.0).floor(), (highest * 10.0).ceil());
    let low = low.clamp(0.0, 8.0);
    let high = high.clamp(low + 2.0, 10.0);
    match high - low {
        narrow if narrow < 2.5 => Axis {
            low,
            high,
            step: 0.5,
        },
        medium if medium < 5.5 => Axis {
            low,
            high,
            step: 1.0,
        },
        _ => Axis {
            low: (low / 2.0).floor() * 2.0,
            high: (high / 2.0).ceil() * 2.0,
            step: 2.0,
        },
    }
}

/// The least and the greatest mean that the plot shows.
fn ends(measure: usize, systems: &[System]) -> Option<(f64, f64)> {
    let means = || {
        let slices = systems.iter().flat_map(|system| &system.slices);
        let counted = slices.filter(|slice| slice.topics > 0);
        counted.filter_map(|slice| slice.means.get(measure).copied())
    };
    Some((means().reduce(f64::min)?, means().reduce(f64::max)?))
}

fn description(name: &str, measure: usize, systems: &[System]) -> String {
    let overall = systems.iter().filter_map(|system| {
        let value = Value(mean(system, 0, measure)?);
        Some(format!("{} {value}", system.name))
    });
    let overall: Vec<String> = overall.collect();
    format!("{name} over all topics: {}.", overall.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_reaches_around_all_values() {
        for (lowest, highest, low, high, step) in [
            (0.83, 0.97, 8.0, 10.0, 0.5),
            (0.56, 0.97, 5.0, 10.0, 1.0),
            (0.12, 0.17, 1.0, 3.0, 0.5),
            (0.12, 0.97, 0.0, 10.0, 2.0),
            (1.0, 1.0, 8.0, 10.0, 0.5),
            (0.0, 0.0, 0.0, 2.0, 0.5),
        ] {
            assert_eq!(axis(lowest, highest), Axis { low, high, step });
        }
    }
}
