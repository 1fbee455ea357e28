//! The first measure of every topic, worst first, as bars.

use super::number::{Length, Value};
use super::scale::{Scale, Tick, steps};
use super::{About, Topic};
use crate::eval::measures::count;

pub(super) const HEIGHT: f64 = 200.0;
const TOP: f64 = 16.0;
/// Few bars are not drawn as walls.
const WIDEST_PERCENT: f64 = 4.0;
/// A bar of nothing still shows that there is a topic.
const LEAST_HEIGHT: f64 = 2.0;

pub(super) struct ValueBars<'a> {
    pub(super) measure: &'a str,
    pub(super) description: String,
    pub(super) height: Length,
    pub(super) ticks: Vec<Tick>,
    /// Of a bar with the gap behind it, in percent of the plot.
    pub(super) slot: f64,
    pub(super) width: f64,
    pub(super) bars: Vec<Bar<'a>>,
}

pub(super) struct Bar<'a> {
    pub(super) about: &'a About,
    pub(super) value: Value,
    pub(super) left: f64,
    pub(super) top: Length,
    pub(super) height: Length,
}

/// None where there is no topic.
pub(super) fn value_bars<'a>(measure: &'a str, worst_first: &[&'a Topic]) -> Option<ValueBars<'a>> {
    let scale = Scale {
        from: (0.0, 1.0),
        to: (HEIGHT, TOP),
    };
    let slot = slot(worst_first.len())?;
    let bars = worst_first.iter().enumerate().map(|(at, topic)| {
        let value = first_value(topic);
        let top = scale.place(value).min(HEIGHT - LEAST_HEIGHT);
        Bar {
            about: &topic.about,
            value: Value(value),
            left: percent(slot * count(at)),
            top: Length(top),
            height: Length(HEIGHT - top),
        }
    });
    Some(ValueBars {
        measure,
        description: description(worst_first),
        height: Length(HEIGHT),
        ticks: scale.ticks(steps(0.0, 1.0, 0.5)),
        slot: percent(slot),
        width: percent(slot * 0.8),
        bars: bars.collect(),
    })
}

/// The width of one of `bars` with the gap behind it, in percent of the plot.
pub(super) fn slot(bars: usize) -> Option<f64> {
    (bars > 0).then(|| (100.0 / count(bars)).min(WIDEST_PERCENT))
}

/// To a thousandth, which is finer than any screen is wide.
pub(super) fn percent(share: f64) -> f64 {
    (share * 1_000.0).round() / 1_000.0
}

/// Worst first, and in the order of the file where equal.
pub(super) fn worst_first(topics: &[Topic]) -> Vec<&Topic> {
    let mut sorted: Vec<&Topic> = topics.iter().collect();
    sorted.sort_by(|a, b| first_value(a).total_cmp(&first_value(b)));
    sorted
}

fn first_value(topic: &Topic) -> f64 {
    topic.values.first().copied().unwrap_or(0.0)
}

fn description(worst_first: &[&Topic]) -> String {
    let counted = |is: fn(f64) -> bool| {
        let values = worst_first.iter().copied().map(first_value);
        values.filter(|value| is(*value)).count()
    };
    format!(
        "{} topics, worst first: {} at 0, {} below 0.5, {} at 1.",
        worst_first.len(),
        counted(|value| value <= 0.0),
        counted(|value| value < 0.5),
        counted(|value| value >= 1.0),
    )
}
