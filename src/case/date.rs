//! A date that may be known to the year or the month only.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;

use crate::quoted::Quoted;

/// How much of a date its author gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    Year,
    Month,
    Day,
}

/// A date shown exactly as it was given: `2018`, `2018-10` or `2018-10-21`.
/// Ordered by its first day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CaseDate {
    first_day: Date,
    precision: Precision,
}

impl CaseDate {
    /// Reads a year and nothing else.
    ///
    /// # Errors
    ///
    /// Where `text` is anything but a year.
    pub fn year(text: &str) -> Result<CaseDate, InvalidYear> {
        parse(text.trim())
            .filter(|date| date.precision == Precision::Year)
            .ok_or(InvalidYear)
    }

    pub fn first_day(self) -> Date {
        self.first_day
    }

    /// The last day the date may mean: `2018` ends on 2018-12-31.
    pub fn last_day(self) -> Date {
        match self.precision {
            Precision::Year => self.first_day.last_of_year(),
            Precision::Month => self.first_day.last_of_month(),
            Precision::Day => self.first_day,
        }
    }

    pub fn precision(self) -> Precision {
        self.precision
    }
}

impl fmt::Display for CaseDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = self.first_day;
        match self.precision {
            Precision::Year => write!(f, "{:04}", day.year()),
            Precision::Month => write!(f, "{:04}-{:02}", day.year(), day.month()),
            Precision::Day => write!(f, "{day}"),
        }
    }
}

/// Write four digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("write a year such as 2022")]
pub struct InvalidYear;

/// Write the date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} is no {}", Quoted(given), what_is_asked(given))]
pub struct InvalidDate {
    pub given: String,
}

fn what_is_asked(given: &str) -> &'static str {
    let parts = given.trim().rsplit_once('-');
    let is_day = parts.is_some_and(|(month, day)| {
        let month = parse(month).filter(|month| month.precision == Precision::Month);
        month.is_some() && number(day, 2).is_some()
    });
    match is_day {
        true => "day of that month",
        false => "date; write YYYY, YYYY-MM or YYYY-MM-DD",
    }
}

impl FromStr for CaseDate {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text.trim()).ok_or_else(|| InvalidDate {
            given: text.to_owned(),
        })
    }
}

fn parse(text: &str) -> Option<CaseDate> {
    let mut parts = text.splitn(3, '-');
    let year = number(parts.next()?, 4)?;
    let month = parts.next().map(|part| number(part, 2));
    let day = parts.next().map(|part| number(part, 2));
    let (month, day, precision) = match (month, day) {
        (None, _) => (1, 1, Precision::Year),
        (Some(month), None) => (month?, 1, Precision::Month),
        (Some(month), Some(day)) => (month?, day?, Precision::Day),
    };
    let first_day = Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    Some(CaseDate {
        first_day,
        precision,
    })
}

/// Exactly `digits` ASCII digits; `parse` alone would take `+1` and `1`.
fn number(part: &str, digits: usize) -> Option<i16> {
    let well_formed = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
    well_formed.then(|| part.parse().ok()).flatten()
}
