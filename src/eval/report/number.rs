//! How numbers are written on the page.

use std::fmt;

/// A measure: four digits, as `trec_eval` prints them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Value(pub(super) f64);

/// A difference of two measures: always with its sign, and with a true minus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Difference(pub(super) f64);

/// A place or an extent in a drawing; a tenth is finer than any screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Length(pub(super) f64);

/// A time with its unit, to three digits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Milliseconds(pub(super) f64);

/// The label of a tick: as few digits as tell it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Round(pub(super) f64);

impl Difference {
    /// What is printed as zero has no sign.
    fn is_zero(self) -> bool {
        self.0.abs() < 0.000_05
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4}", self.0)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            _ if self.is_zero() => "",
            below if below < 0.0 => "−",
            _ => "+",
        };
        write!(f, "{sign}{:.4}", self.0.abs())
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0 makes -0 a plain one.
        let tenths = (self.0 * 10.0).round() / 10.0 + 0.0;
        write!(f, "{tenths}")
    }
}

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            long if long >= 9_995.0 => write!(f, "{:.1} s", long / 1_000.0),
            long if long >= 99.95 => write!(f, "{long:.0} ms"),
            medium if medium >= 9.995 => write!(f, "{medium:.1} ms"),
            short if short >= 0.0995 => write!(f, "{short:.2} ms"),
            shorter => write!(f, "{:.0} µs", shorter * 1_000.0),
        }
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 10_000.0).round() / 10_000.0 + 0.0;
        match rounded < 0.0 {
            true => write!(f, "−{}", -rounded),
            false => write!(f, "{rounded}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_sign_unless_they_are_nothing() {
        for (difference, printed) in [
            (0.25, "+0.2500"),
            (-0.25, "−0.2500"),
            (-0.000_04, "0.0000"),
            (-0.0, "0.0000"),
        ] {
            assert_eq!(Difference(difference).to_string(), printed);
        }
    }

    #[test]
    fn lengths_are_short() {
        for (length, printed) in [(12.0, "12"), (1.26, "1.3"), (-0.01, "0"), (-1.5, "-1.5")] {
            assert_eq!(Length(length).to_string(), printed);
        }
    }

    #[test]
    fn times_have_three_digits() {
        for (time, printed) in [
            (0.0421, "42 µs"),
            (0.5, "0.50 ms"),
            (1.234, "1.23 ms"),
            (56.78, "56.8 ms"),
            (123.4, "123 ms"),
            (12_345.0, "12.3 s"),
        ] {
            assert_eq!(Milliseconds(time).to_string(), printed);
        }
    }
}
