//! Every measure of every system in every slice, as a table.

use super::number::Value;
use super::{Report, Slice, System};

/// A slice, with a row for each system.
pub(super) struct SliceRows<'a> {
    pub(super) name: &'a str,
    pub(super) topics: usize,
    pub(super) systems: Vec<SystemRow<'a>>,
}

pub(super) struct SystemRow<'a> {
    pub(super) name: &'a str,
    pub(super) means: Vec<Value>,
    pub(super) zero_results: Value,
}

/// The slices are those of the first system.
pub(super) fn slice_table(report: &Report) -> Vec<SliceRows<'_>> {
    let slices = report.systems.first().map(|system| &system.slices);
    let rows = slices.into_iter().flatten().enumerate();
    rows.map(|(at, slice)| SliceRows {
        name: &slice.name,
        topics: slice.topics,
        systems: system_rows(at, &report.systems),
    })
    .collect()
}

fn system_rows(slice: usize, systems: &[System]) -> Vec<SystemRow<'_>> {
    let rows = systems
        .iter()
        .filter_map(|system| Some(system_row(&system.name, system.slices.get(slice)?)));
    rows.collect()
}

fn system_row<'a>(name: &'a str, slice: &Slice) -> SystemRow<'a> {
    SystemRow {
        name,
        means: slice.means.iter().copied().map(Value).collect(),
        zero_results: Value(slice.zero_results),
    }
}
