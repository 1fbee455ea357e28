//! A plain table of figures.

use std::fmt::{self, Display, Write};
use std::time::Duration;

pub struct Table {
    text: String,
    /// Of a column.
    width: usize,
}

impl Default for Table {
    fn default() -> Self {
        Self::of_width(12)
    }
}

impl Table {
    /// A table with columns of so many characters each.
    pub fn of_width(width: usize) -> Self {
        Self {
            text: String::new(),
            width,
        }
    }

    pub fn heading(&mut self, heading: impl Display) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(format_args!("{heading}"));
    }

    /// Names of the columns that [`Self::cells`] fills.
    pub fn columns(&mut self, names: &[&str]) {
        self.cells("", names);
    }

    pub fn cells(&mut self, name: impl Display, cells: &[impl Display]) {
        let name = name.to_string();
        let mut line = format!("  {name:<28}");
        let width = self.width;
        for cell in cells {
            // Padding needs the cell as text.
            let cell = cell.to_string();
            line.push_str(&format!("{cell:>width$}"));
        }
        self.line(format_args!("{line}"));
    }

    pub fn row(&mut self, name: &str, value: impl Display) {
        self.cells(name, &[value]);
    }

    pub fn memory(&mut self, name: &str, bytes: u64) {
        self.row(name, format!("{:.1} MB", bytes as f64 / 1e6));
    }

    fn line(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a string takes any text");
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

pub fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", in_milliseconds(time))
}

pub fn in_milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The smallest time that `percent` of `times` do not exceed; zero of none.
pub fn percentile(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort_unstable();
    let rank = (times.len() * percent).div_ceil(100);
    times
        .get(rank.saturating_sub(1))
        .copied()
        .unwrap_or_default()
}
