//! The topics of one system as a table, worst first.

use super::number::Value;
use super::value_bars::{ValueBars, value_bars, worst_first};
use super::{About, Report, System, Topic};

/// Rows of the table that stand open; the others can be opened.
const OPEN: usize = 30;

/// A system's topics as a plot and a table.
pub(super) struct TopicTable<'a> {
    pub(super) system: &'a str,
    pub(super) bars: Option<ValueBars<'a>>,
    pub(super) worst: Vec<TopicRow<'a>>,
    pub(super) others: Vec<TopicRow<'a>>,
}

pub(super) struct TopicRow<'a> {
    pub(super) about: &'a About,
    pub(super) values: Vec<Value>,
    pub(super) first_relevant: Option<usize>,
}

/// One for each system.
pub(super) fn topic_tables(report: &Report) -> Vec<TopicTable<'_>> {
    let measure = report.measures.first().map_or("", String::as_str);
    let tables = report.systems.iter();
    tables.map(|system| topic_table(measure, system)).collect()
}

fn topic_table<'a>(measure: &'a str, system: &'a System) -> TopicTable<'a> {
    let topics = worst_first(&system.topics);
    let mut worst: Vec<TopicRow> = topics.iter().copied().map(topic_row).collect();
    let others = worst.split_off(worst.len().min(OPEN));
    TopicTable {
        system: &system.name,
        bars: value_bars(measure, &topics),
        worst,
        others,
    }
}

fn topic_row(topic: &Topic) -> TopicRow<'_> {
    TopicRow {
        about: &topic.about,
        values: topic.values.iter().copied().map(Value).collect(),
        first_relevant: topic.first_relevant,
    }
}
