//! Lines over two axes, one line for each system.

use super::number::Length;
use super::scale::{Scale, Tick};

pub(super) const X: (f64, f64) = (34.0, 386.0);
pub(super) const Y: (f64, f64) = (216.0, 26.0);

pub(super) struct LinePlot<'a> {
    /// Unique on the page; names the parts that belong together.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) description: String,
    pub(super) x_name: &'static str,
    pub(super) y_name: &'static str,
    pub(super) x_ticks: Vec<Tick>,
    pub(super) y_ticks: Vec<Tick>,
    pub(super) lines: Vec<Line<'a>>,
}

pub(super) struct Line<'a> {
    pub(super) style: usize,
    pub(super) system: &'a str,
    /// As SVG takes them.
    pub(super) points: String,
    pub(super) marks: Vec<Mark>,
}

/// A point that says what it stands for.
pub(super) struct Mark {
    pub(super) x: Length,
    pub(super) y: Length,
    pub(super) says: String,
}

/// The points of a line, each after a space.
pub(super) fn points(places: impl IntoIterator<Item = (f64, f64)>) -> String {
    let places: Vec<String> = places
        .into_iter()
        .map(|(x, y)| format!("{},{}", Length(x), Length(y)))
        .collect();
    places.join(" ")
}

/// The upright axis from 0 to 1 of these plots.
pub(super) fn shares() -> Scale {
    Scale {
        from: (0.0, 1.0),
        to: Y,
    }
}
