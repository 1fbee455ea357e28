//! Scales: from a value to its place in a drawing, and where the ticks are.

use super::number::{Length, Round};

/// Maps values between two ends to lengths between two others; what lies beyond goes to the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    pub(super) from: (f64, f64),
    pub(super) to: (f64, f64),
}

/// A line across a plot, and what it stands for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    pub(super) at: Length,
    pub(super) label: String,
}

impl Scale {
    pub(super) fn place(self, value: f64) -> f64 {
        let width = self.from.1 - self.from.0;
        let share = match width > 0.0 {
            true => ((value - self.from.0) / width).clamp(0.0, 1.0),
            false => 0.0,
        };
        self.to.0 + share * (self.to.1 - self.to.0)
    }

    /// Ticks at `values`, labelled with them.
    pub(super) fn ticks(self, values: impl IntoIterator<Item = f64>) -> Vec<Tick> {
        values
            .into_iter()
            .map(|value| Tick {
                at: Length(self.place(value)),
                label: Round(value).to_string(),
            })
            .collect()
    }
}

/// `low`, and from there on in equal steps to `high`.
pub(super) fn steps(low: f64, high: f64, step: f64) -> impl Iterator<Item = f64> {
    (0_u32..)
        .map(move |at| low + f64::from(at) * step)
        .take_while(move |value| *value <= high + step / 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_beyond_the_ends_stay_inside() {
        let scale = Scale {
            from: (0.0, 1.0),
            to: (100.0, 0.0),
        };
        let places = [-1.0, 0.0, 0.25, 2.0].map(|value| scale.place(value));
        assert_eq!(places, [100.0, 100.0, 75.0, 0.0]);
    }

    #[test]
    fn a_scale_without_extent_divides_by_nothing() {
        let scale = Scale {
            from: (3.0, 3.0),
            to: (5.0, 10.0),
        };
        assert_eq!(scale.place(3.0), 5.0);
    }

    #[test]
    fn steps_reach_the_high_end() {
        assert_eq!(steps(0.7, 1.0, 0.1).count(), 4);
    }
}
