//! Pasted logs and stack traces.
//!
//! What varies from one run to the next (times, addresses, hashes, counters) is masked, a line that
//! repeats counts once, and each line is as telling as what it records: a failure, or routine.

use std::collections::HashSet;
use std::ops::Range;

use super::log_line::{Records, is_stack_frame, masked, time_ends};

/// A pasted text, ready for analysis.
pub(crate) struct Pasted {
    /// The text that is left.
    pub(crate) text: String,
    /// The lines of `text`, in order.
    pub(crate) lines: Vec<Line>,
}

/// A line of a pasted text.
pub(crate) struct Line {
    /// Bytes of the text.
    pub(crate) range: Range<usize>,
    pub(crate) records: Records,
}

/// The line of `lines` that the byte `at` stands in.
pub(crate) fn line_at(lines: &[Line], at: usize) -> Option<&Line> {
    let behind = lines.partition_point(|line| line.range.start <= at);
    lines.get(behind.checked_sub(1)?)
}

/// Frames of a stack that are read. The names in those nearest to the fault may tell something;
/// the rest is the same framework every time.
const STACK_FRAMES: usize = 5;

/// Where nginx goes on to say whom it served, in every line alike.
const REQUEST: &str = ", client: ";

/// Reads `text` as a log if it is one: several lines, or one that begins with the time of day.
pub(crate) fn read(text: &str) -> Option<Pasted> {
    let text = text.trim();
    (text.contains('\n') || time_ends(text) > 0).then(|| prepare(text))
}

fn prepare(text: &str) -> Pasted {
    let mut pasted = Pasted {
        text: String::with_capacity(text.len()),
        lines: Vec::new(),
    };
    let mut seen: HashSet<String> = HashSet::new();
    let mut frames = 0;
    for line in text.lines() {
        frames += usize::from(is_stack_frame(line));
        if is_stack_frame(line) && frames > STACK_FRAMES {
            continue;
        }
        let (said, request) = line.split_at(line.find(REQUEST).unwrap_or(line.len()));
        for (piece, records) in [(said, Records::of(said)), (request, Records::Routine)] {
            let masked = masked(piece);
            if masked.contains(char::is_alphanumeric) && seen.insert(pattern(&masked, records)) {
                pasted.add(&masked, records);
            }
        }
    }
    if pasted.text.is_empty() {
        // Nothing but addresses and numbers: then they are what is looked for.
        pasted.add(text, Records::Something);
    }
    pasted
}

/// What makes a line the same as another. Routine repeats but for its numbers.
fn pattern(line: &str, records: Records) -> String {
    match records {
        Records::Routine => line.replace(|c: char| c.is_ascii_digit(), ""),
        _ => line.to_owned(),
    }
}

impl Pasted {
    fn add(&mut self, line: &str, records: Records) {
        let start = self.text.len();
        self.text.push_str(line);
        self.lines.push(Line {
            range: start..self.text.len(),
            records,
        });
        self.text.push('\n');
    }
}
