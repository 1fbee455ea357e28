//! Long pasted input: logs and stack traces.
//!
//! What varies from one run to the next (times, addresses, hashes, counters) is masked, a line that
//! repeats counts once, and lines that name a cause are marked as telling.

use std::collections::HashSet;
use std::ops::Range;

/// Pasted text, ready for analysis.
pub(crate) struct Pasted {
    /// The text that is left.
    pub(crate) text: String,
    /// Lines of `text` that name a cause.
    pub(crate) cause_lines: Vec<Range<usize>>,
}

/// Openings of lines in which a program says why it failed.
const CAUSES: [&str; 6] = [
    "caused by",
    "error:",
    "fatal:",
    "panic:",
    "fatal error",
    "reason:",
];

/// Prepares `text`, which has several lines.
pub(crate) fn prepare(text: &str) -> Pasted {
    let mut pasted = Pasted {
        text: String::with_capacity(text.len()),
        cause_lines: Vec::new(),
    };
    let mut seen: HashSet<String> = HashSet::new();
    let mut frames = 0;
    for line in text.lines() {
        let masked = masked(line);
        if masked.is_empty() || !seen.insert(masked.clone()) {
            continue;
        }
        if is_stack_frame(&masked) {
            frames += 1;
            if frames > STACK_FRAMES {
                continue;
            }
        }
        let start = pasted.text.len();
        pasted.text.push_str(&masked);
        let lower = masked.to_lowercase();
        if CAUSES.iter().any(|cause| lower.contains(cause)) {
            pasted.cause_lines.push(start..pasted.text.len());
        }
        pasted.text.push('\n');
    }
    if pasted.text.is_empty() {
        // Nothing but addresses and numbers: then they are what is looked for.
        pasted.text = text.to_owned();
    }
    pasted
}

/// Frames of a stack that are read. The names in those nearest to the fault may tell something;
/// the rest is the same framework every time.
const STACK_FRAMES: usize = 5;

/// `at com.example.Pool.take(Pool.java:345)`, `  File "pool.py", line 345, in take`.
fn is_stack_frame(line: &str) -> bool {
    (line.starts_with("at ") && line.contains(['(', '/'])) || line.starts_with("File \"")
}

fn masked(line: &str) -> String {
    let kept: Vec<&str> = line
        .split_whitespace()
        .filter(|word| !varies(word))
        .map(without_line_number)
        .collect();
    kept.join(" ")
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
    let is_time_or_address = is_made_of(|c| c.is_ascii_digit() || "-:.,/TZ+".contains(c))
        && (core.contains(':') || core.matches(['-', '.', '/']).count() >= 2);
    let is_long_number = digits > 4 && is_made_of(|c| c.is_ascii_digit() || "._,".contains(c));
    let hex = core.strip_prefix("0x").unwrap_or(core);
    let is_hash = hex.len() >= 8 && hex.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    is_time_or_address || is_long_number || is_hash || is_pod_name(core)
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
