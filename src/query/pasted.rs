//! Pasted logs and stack traces.
//!
//! What varies from one run to the next (times, addresses, hashes, counters) is masked, a line that
//! repeats counts once, and each line is as telling as what it records: a failure, or routine.

use std::collections::HashSet;
use std::ops::Range;

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

/// What a line records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Records {
    /// Something failed, or why it did.
    Failure,
    /// The line does not say.
    Something,
    /// All went as usual, or where in a program it went.
    Routine,
}

/// Openings of lines in which a program says that or why it failed.
const FAILURES: [&str; 9] = [
    "caused by",
    "error:",
    "fatal:",
    "panic:",
    "fatal error",
    "reason:",
    "exception:",
    "exception in",
    "failed to",
];

/// Reads `text` as a log if it is one: several lines, or one that begins with the time of day.
pub(crate) fn read(text: &str) -> Option<Pasted> {
    let text = text.trim();
    (text.contains('\n') || time_ends(text) > 0).then(|| prepare(text))
}

/// How many words the time takes that a line begins with: `Nov 30 09:14:07` has three.
fn time_ends(line: &str) -> usize {
    const LONGEST: usize = 3;
    let place = line
        .split_whitespace()
        .take(LONGEST)
        .position(has_time_of_day);
    place.map_or(0, |place| place + 1)
}

/// `09:14:07`, with or without a date and a fraction.
fn has_time_of_day(word: &str) -> bool {
    let is_time = |window: &[u8]| {
        let mut places = (0..).zip(window);
        places.all(|(place, byte)| match place % 3 {
            2 => *byte == b':',
            _ => byte.is_ascii_digit(),
        })
    };
    word.as_bytes().windows("09:14:07".len()).any(is_time)
}

fn prepare(text: &str) -> Pasted {
    let mut pasted = Pasted {
        text: String::with_capacity(text.len()),
        lines: Vec::new(),
    };
    let mut seen: HashSet<String> = HashSet::new();
    let mut frames = 0;
    for line in text.lines() {
        let level = Level::of(line);
        let masked = masked(line, level);
        let is_frame = is_stack_frame(&masked);
        frames += usize::from(is_frame);
        if masked.is_empty() || frames > STACK_FRAMES && is_frame {
            continue;
        }
        let records = match level {
            _ if is_frame => Records::Routine,
            _ if is_failure(&masked) => Records::Failure,
            Some(level) => level.records,
            None if is_served(line) => Records::Routine,
            None => Records::Something,
        };
        // Routine repeats but for its numbers.
        let pattern = match records {
            Records::Routine => masked.replace(|c: char| c.is_ascii_digit(), ""),
            _ => masked.clone(),
        };
        if seen.insert(pattern) {
            pasted.add(&masked, records);
        }
    }
    if pasted.text.is_empty() {
        // Nothing but addresses and numbers: then they are what is looked for.
        pasted.add(text, Records::Something);
    }
    pasted
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

/// The level that a logger gave a line.
#[derive(Clone, Copy)]
struct Level {
    records: Records,
    /// The word that names it, by its place.
    place: usize,
}

impl Level {
    /// Loggers write the level near the beginning, in capitals, in brackets or behind `level=`, or
    /// as the first letter of the time (`E1130`, klog).
    fn of(line: &str) -> Option<Self> {
        const NEAR: usize = 6;
        let words = line.split_whitespace().take(NEAR).enumerate();
        words.into_iter().find_map(|(place, word)| {
            let records = level(word).or_else(|| klog_level(word).filter(|_| place == 0))?;
            Some(Self { records, place })
        })
    }
}

fn level(word: &str) -> Option<Records> {
    let (_, value) = word
        .rsplit_once("level=")
        .or_else(|| word.rsplit_once("\"level\":"))
        .unwrap_or(("", word));
    let is_marked = value.len() < word.len() || value.starts_with(['[', '<']);
    let name = value.trim_matches(|c: char| !c.is_ascii_alphabetic());
    let is_level = is_marked || name.bytes().all(|b| b.is_ascii_uppercase());
    match name.to_ascii_lowercase().as_str() {
        _ if !is_level => None,
        "error" | "err" | "fatal" | "critical" | "crit" | "severe" | "panic" | "alert"
        | "emerg" => Some(Records::Failure),
        "warn" | "warning" => Some(Records::Something),
        "info" | "debug" | "trace" | "notice" | "verbose" | "fine" => Some(Records::Routine),
        _ => None,
    }
}

fn klog_level(word: &str) -> Option<Records> {
    let mut letters = word.chars();
    let records = match letters.next()? {
        'E' | 'F' => Records::Failure,
        'W' => Records::Something,
        'I' => Records::Routine,
        _ => return None,
    };
    let day = letters.as_str();
    (day.len() == 4 && day.bytes().all(|b| b.is_ascii_digit())).then_some(records)
}

fn is_failure(line: &str) -> bool {
    let lower = line.to_lowercase();
    FAILURES.iter().any(|failure| lower.contains(failure))
}

/// An access log's line of a request that was answered: `"GET / HTTP/1.1" 200`.
fn is_served(line: &str) -> bool {
    let status = line
        .split_once("HTTP/")
        .and_then(|(_, behind)| behind.split_whitespace().nth(1));
    status.is_some_and(|status| status.len() == 3 && status.starts_with(['1', '2', '3']))
}

/// Frames of a stack that are read. The names in those nearest to the fault may tell something;
/// the rest is the same framework every time.
const STACK_FRAMES: usize = 5;

/// `at com.example.Pool.take(Pool.java:345)`, `  File "pool.py", line 345, in take`.
fn is_stack_frame(line: &str) -> bool {
    (line.starts_with("at ") && line.contains(['(', '/'])) || line.starts_with("File \"")
}

/// What is left of a line without its time, what varies, its level, and what the logger wrote in brackets
/// behind that, such as a thread.
fn masked(line: &str, level: Option<Level>) -> String {
    let words = line.split_whitespace().enumerate().skip(time_ends(line));
    let is_header = |(place, word): &(usize, &str)| {
        level.is_some_and(|level| {
            *place == level.place || *place == level.place + 1 && is_bracketed(word)
        })
    };
    let kept: Vec<&str> = words
        .filter(|word| !is_header(word))
        .map(|(_, word)| word)
        .filter(|word| !varies(word))
        .map(without_line_number)
        .collect();
    kept.join(" ")
}

fn is_bracketed(word: &str) -> bool {
    word.starts_with('[') && word.trim_end_matches(':').ends_with(']')
}

/// `Pool.take(Pool.java` for `Pool.take(Pool.java:345)`.
fn without_line_number(word: &str) -> &str {
    let Some((before, number)) = word.rsplit_once(':') else {
        return word;
    };
    let is_number = number
        .trim_end_matches(')')
        .bytes()
        .all(|b| b.is_ascii_digit());
    match number.ends_with(')') && is_number {
        true => before,
        false => word,
    }
}

/// Whether `word` is something that changes from one run to the next. Numbers of up to four digits
/// stay: they are ports, codes and limits.
fn varies(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    let digits = core.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 {
        return false;
    }
    let is_made_of = |allowed: fn(char) -> bool| core.chars().all(allowed);
    let is_time_or_address = is_time(core);
    let is_long_number = digits > 4 && is_made_of(|c| c.is_ascii_digit() || "._,".contains(c));
    let hex = core.strip_prefix("0x").unwrap_or(core);
    let is_hash = hex.len() >= 8 && hex.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    is_time_or_address || is_long_number || is_hash || is_pod_name(core)
}

/// A time, a date or an address of numbers.
fn is_time(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    core.contains(|c: char| c.is_ascii_digit())
        && core
            .chars()
            .all(|c| c.is_ascii_digit() || "-:.,/TZ+".contains(c))
        && (core.contains(':') || core.matches(['-', '.', '/']).count() >= 2)
}

/// `checkout-7d9f8c6b5-x2x1z`: a name, the hash of its template, five random characters.
fn is_pod_name(word: &str) -> bool {
    let mut pieces = word.rsplit('-');
    let (Some(suffix), Some(template)) = (pieces.next(), pieces.next()) else {
        return false;
    };
    let is_random = |piece: &str| {
        piece
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            && piece.bytes().any(|b| b.is_ascii_digit())
    };
    suffix.len() == 5
        && (8..=10).contains(&template.len())
        && is_random(template)
        && pieces.next().is_some()
}
