//! One line of a log: what it records, and what of it stays the same from one run to the next.

use std::borrow::Cow;

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

impl Records {
    pub(super) fn of(line: &str) -> Self {
        if is_stack_frame(line) {
            return Self::Routine;
        }
        if let Some(status) = answered_with(line) {
            return match status {
                b'5' => Self::Failure,
                b'4' => Self::Something,
                _ => Self::Routine,
            };
        }
        let lower = line.to_lowercase();
        let is_said = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        match (level(line), is_said(&FAILURES)) {
            (Some(Level::Error), _) | (Some(Level::Warning) | None, true) => Self::Failure,
            (Some(Level::Info), true) | (Some(Level::Warning), false) => Self::Something,
            (Some(Level::Info), false) => Self::Routine,
            (None, false) if is_said(&ROUTINE) => Self::Routine,
            (None, false) => Self::Something,
        }
    }
}

/// Words with which programs say that or why something failed.
const FAILURES: [&str; 62] = [
    "aborted",
    "assertion",
    "backtrace",
    "blocked for more than",
    "bug:",
    "can't ",
    "cannot ",
    "caused by",
    "core dumped",
    "corrupt",
    "could not",
    "crash",
    "deadline exceeded",
    "deadlock",
    "denied",
    "error",
    "evicted",
    "exception",
    "exceeded",
    "exhausted",
    "exit code",
    "exited",
    "expired",
    "fail",
    "fatal",
    "hung",
    "interrupted",
    "invalid",
    "killed",
    "link is down",
    "lockup",
    "lost",
    "no route",
    "no server available",
    "no space left",
    "not enough",
    "out of memory",
    "oom",
    "overflow",
    "overloaded",
    "panic",
    "reason:",
    "refused",
    "rejected",
    "reset by peer",
    "segfault",
    "segmentation fault",
    "stuck",
    "table full",
    "timed out",
    "timeout",
    "too many",
    "traceback",
    "unable to",
    "unavailable",
    "unreachable",
    "terminated",
    "no such host",
    "오류",
    "에러",
    "예외",
    "실패",
];

/// Words with which programs that give no level say that all is well.
const ROUTINE: [&str; 10] = [
    "accepted publickey",
    "checkpoint",
    "connection authorized",
    "cron[",
    "health check passed",
    "kube-probe",
    "session closed",
    "session opened",
    "started session",
    "succeeded",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
    Info,
}

/// The level that a logger gave a line: behind a key anywhere; near the beginning in capitals or in
/// brackets; or as the first letter of the time (`E1130`, klog).
fn level(line: &str) -> Option<Level> {
    const NEAR: usize = 10;
    let mut words = line
        .split([' ', '\t', ',', '{', '}', '|'])
        .filter(|word| !word.is_empty())
        .enumerate()
        .peekable();
    while let Some((place, word)) = words.next() {
        let found = match word.split_once(['=', ':']) {
            // `"level": "error"`
            Some((key, "")) if is_level_key(key) => {
                words.peek().and_then(|(_, value)| named_level(value))
            }
            Some((key, value)) if is_level_key(key) => named_level(value),
            _ if place < NEAR && is_marked(word) => named_level(word),
            _ if place == 0 => klog_level(word),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn is_level_key(key: &str) -> bool {
    let key = key.trim_matches(|c: char| !c.is_alphanumeric());
    matches!(
        key.to_ascii_lowercase().as_str(),
        "level" | "severity" | "lvl" | "loglevel" | "log.level" | "levelname" | "type" | "s"
    )
}

/// Whether a word stands as loggers write levels: `ERROR`, `[error]`, `[오류]`.
fn is_marked(word: &str) -> bool {
    let letters = word.trim_matches(|c: char| !c.is_alphabetic());
    let name = letters.split('/').next().unwrap_or(letters);
    word.starts_with(['[', '<']) || name.len() > 1 && name.bytes().all(|b| b.is_ascii_uppercase())
}

/// The level that a word names, or a number as bunyan and pino write it.
fn named_level(word: &str) -> Option<Level> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let name = word.split('/').next().unwrap_or(word);
    match name.to_lowercase().as_str() {
        "error" | "err" | "fatal" | "critical" | "crit" | "severe" | "panic" | "alert"
        | "emerg" | "emergency" | "e" | "f" | "50" | "60" | "오류" | "에러" | "치명" => {
            Some(Level::Error)
        }
        "warn" | "warning" | "w" | "40" | "경고" => Some(Level::Warning),
        "info" | "debug" | "trace" | "notice" | "note" | "verbose" | "fine" | "log" | "system"
        | "normal" | "i" | "d" | "10" | "20" | "30" | "정보" | "디버그" => Some(Level::Info),
        _ => None,
    }
}

fn klog_level(word: &str) -> Option<Level> {
    let (letter, day) = word.split_at_checked(1)?;
    let is_day = day.len() == 4 && day.bytes().all(|b| b.is_ascii_digit());
    named_level(letter).filter(|_| is_day)
}

/// The first digit of the status in an access log: `"GET / HTTP/1.1" 200`.
fn answered_with(line: &str) -> Option<u8> {
    let (_, behind) = line.split_once(" HTTP/")?;
    let (_, behind) = behind.split_once("\" ")?;
    let status = behind.split_whitespace().next()?.as_bytes();
    let is_status = status.len() == 3 && status.iter().all(u8::is_ascii_digit);
    is_status.then_some(status[0])
}

/// `at com.example.Pool.take(Pool.java:345)`, `  File "pool.py", line 345, in take`.
pub(super) fn is_stack_frame(line: &str) -> bool {
    let line = line.trim_start();
    (line.starts_with("at ") && line.contains(['(', '/'])) || line.starts_with("File \"")
}

/// How many words the time takes that a line begins with: `Nov 30 09:14:07 UTC` has four.
pub(super) fn time_ends(line: &str) -> usize {
    const LONGEST: usize = 3;
    const ZONES: [&str; 9] = [
        "UTC", "GMT", "KST", "JST", "CET", "EST", "EDT", "PST", "PDT",
    ];
    let mut words = line.split_whitespace();
    match words.by_ref().take(LONGEST).position(has_time_of_day) {
        Some(place) => place + 1 + usize::from(words.next().is_some_and(|w| ZONES.contains(&w))),
        None => 0,
    }
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

/// What is left of a line without its time, its level, what the logger wrote in brackets behind
/// that, and all that varies.
pub(super) fn masked(line: &str) -> String {
    let line = &without_keys(line);
    let mut kept = Vec::new();
    let mut is_behind_level = false;
    for word in line.split_whitespace().skip(time_ends(line)) {
        let is_level = is_marked(word) && named_level(word).is_some();
        let is_header = is_level || is_behind_level && is_bracketed(word);
        is_behind_level = is_level;
        if !is_header && !varies(word) {
            kept.push(without_line_number(word));
        }
    }
    without_counts(&kept.join(" "))
}

/// An object of JSON without its keys, save those that make a code of a number.
fn without_keys(line: &str) -> Cow<'_, str> {
    if !line.trim_start().starts_with('{') {
        return Cow::Borrowed(line);
    }
    let mut kept = String::with_capacity(line.len());
    let mut pieces = line.split('"').peekable();
    while let Some(piece) = pieces.next() {
        let is_key = pieces
            .peek()
            .is_some_and(|next| next.trim_start().starts_with(':'));
        if !is_key || makes_codes(piece) {
            kept.push_str(piece);
        }
        kept.push('"');
    }
    Cow::Owned(kept)
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

/// `text` without the numbers that count or measure something: all that stand by themselves, save
/// statuses of HTTP and those behind a word that makes a code of them (`exit code 137`).
fn without_counts(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut word = "";
    for piece in text.split_inclusive(|c: char| !is_of_word(c)) {
        let own = piece.trim_end_matches(|c: char| !is_of_word(c));
        let is_number = !own.is_empty() && own.bytes().all(|b| b.is_ascii_digit());
        if !is_number {
            kept.push_str(piece);
            word = if own.is_empty() { word } else { own };
        } else if is_http_status(own) || makes_codes(word) {
            kept.push_str(piece);
        } else {
            kept.push_str(&piece[own.len()..]);
        }
    }
    kept
}

/// What keeps a number from standing by itself: `1.24`, `v2`, `tcp_timeout_5`.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-')
}

fn is_http_status(number: &str) -> bool {
    number.len() == 3 && number.starts_with(['4', '5'])
}

fn makes_codes(word: &str) -> bool {
    const CODES: [&str; 8] = [
        "errno", "error", "code", "status", "exit", "signal", "port", "http",
    ];
    let word = word.to_lowercase();
    CODES.iter().any(|code| word.contains(code))
}

/// Whether `word` is something that changes from one run to the next.
fn varies(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    let digits = core.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 {
        return false;
    }
    let is_made_of = |allowed: fn(char) -> bool| core.chars().all(allowed);
    let is_time_or_address = is_made_of(|c| c.is_ascii_digit() || "-:.,/TZ+#".contains(c))
        && (core.contains([':', '#']) || core.matches(['-', '.', '/']).count() >= 2);
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
