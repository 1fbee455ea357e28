//! Systems told apart: by colour, by the shape of marks and by the dashes of lines.

use super::System;

/// Styles in `style.css` and `marks.html`; more systems than that share them.
const STYLES: usize = 6;

/// A system's name beside its mark.
pub(super) struct Entry<'a> {
    pub(super) style: usize,
    pub(super) name: &'a str,
}

/// The style of the system that stands at `place`.
pub(super) fn style(place: usize) -> usize {
    place % STYLES
}

/// None where there is nothing to tell apart.
pub(super) fn legend(systems: &[System]) -> Vec<Entry<'_>> {
    if systems.len() < 2 {
        return Vec::new();
    }
    (0..)
        .map(style)
        .zip(systems)
        .map(|(style, system)| Entry {
            style,
            name: &system.name,
        })
        .collect()
}
