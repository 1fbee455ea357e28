//! Cuts a text into runs of one script, so that no language ever has to be guessed.
//!
//! A cut falls at every space, at punctuation that joins nothing, and wherever Hangul meets
//! another script: `nf_conntrack가` is `nf_conntrack` and `가`. What stands on one side of a cut
//! never changes how the other side is analysed.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

/// What a run is made of, which decides who analyses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunKind {
    /// Letters and digits, with the characters that join them: a word, a number, an identifier.
    Word,
    /// Hangul, syllables or jamo.
    Hangul,
    /// One character that is a word by itself: an ideograph, a kana, an emoji.
    Symbol,
}

/// A run: its kind and its bytes in the normalised text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) kind: RunKind,
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Joiner,
    Hangul,
    Symbol,
    Gap,
}

/// The runs of `text`, in order. They do not overlap and none is empty.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = Run> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(c) = text[at..].chars().next() {
            let start = at;
            let kind = match class(c) {
                Class::Letter => RunKind::Word,
                Class::Hangul => RunKind::Hangul,
                Class::Symbol => RunKind::Symbol,
                Class::Joiner if starts_address(text, at) => RunKind::Word,
                Class::Joiner | Class::Gap => {
                    at += c.len_utf8();
                    continue;
                }
            };
            at += match kind {
                RunKind::Word => word_len(&text[at..]),
                RunKind::Hangul => prefix_len(&text[at..], |c| class(c) == Class::Hangul),
                RunKind::Symbol => c.len_utf8(),
            };
            return Some(Run {
                kind,
                range: start..at,
            });
        }
        None
    })
}

/// Bytes of `text` up to the first character that fails `belongs`.
fn prefix_len(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// Length of the word at the start of `text`: letters, and joiners that have a letter on both
/// sides. An IPv6 address is a word with its colons.
fn word_len(text: &str) -> usize {
    if let Some(len) = ipv6_len(text) {
        return len;
    }
    let end = text
        .char_indices()
        .find(|&(at, c)| match class(c) {
            Class::Letter => false,
            Class::Joiner => !joins(&text[..at], c, &text[at + 1..]),
            _ => true,
        })
        .map_or(text.len(), |(at, _)| at);
    end + suffix_len(&text[..end], &text[end..]) + unit_len(&text[..end], &text[end..])
}

/// Length of what makes a larger number of digits: the `만` of `10만` and `10만건`. In `502만` it is a
/// particle: nobody counts in status codes.
fn unit_len(word: &str, rest: &str) -> usize {
    const COUNTED: &str = "건명개원번회대곳여이가을를은는의에도로까정초분시일년배";
    const LONGEST: usize = 9;
    let is_number = (1..=LONGEST).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    let is_status = word.len() == 3 && word.starts_with(['4', '5']);
    let mut rest = rest.chars();
    let unit = rest.next().filter(|unit| zeros_of(*unit).is_some());
    let ends_there = rest
        .next()
        .is_none_or(|next| class(next) != Class::Hangul || COUNTED.contains(next));
    match unit {
        Some(unit) if is_number && !is_status && ends_there => unit.len_utf8(),
        _ => 0,
    }
}

/// How many zeros a Korean numeral adds to the digits before it.
pub(crate) fn zeros_of(unit: char) -> Option<usize> {
    match unit {
        '백' => Some(2),
        '천' => Some(3),
        '만' => Some(4),
        '억' => Some(8),
        '조' => Some(12),
        _ => None,
    }
}

/// Length of what makes a letter the name of a language: `C++`, `C#`.
fn suffix_len(word: &str, rest: &str) -> usize {
    let is_letter = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_alphabetic());
    let suffix = ["++", "#"].iter().find(|suffix| {
        rest.strip_prefix(**suffix)
            .is_some_and(|rest| !rest.starts_with(|c| class(c) == Class::Letter))
    });
    match suffix {
        Some(suffix) if is_letter => suffix.len(),
        _ => 0,
    }
}

/// Whether `joiner`, an ASCII character, makes one word of what stands before and after it. A comma
/// joins only groups of three digits, a double colon the parts of a path, a single one nothing.
fn joins(before: &str, joiner: char, after: &str) -> bool {
    let is_letter = |c| class(c) == Class::Letter;
    let is_digit = |c: char| c.is_ascii_digit();
    match joiner {
        ',' => before.ends_with(is_digit) && prefix_len(after, is_digit) == 3,
        ':' if before.ends_with(':') => after.starts_with(is_letter),
        ':' => after
            .strip_prefix(':')
            .is_some_and(|after| after.starts_with(is_letter)),
        _ => after.starts_with(is_letter),
    }
}

/// Length of the IPv6 address at the start of `text`, its zone or prefix length left out.
fn ipv6_len(text: &str) -> Option<usize> {
    const LONGEST: usize = "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255".len();
    let len = text
        .bytes()
        .take(LONGEST + 1)
        .take_while(|b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.'))
        .count();
    let mut address = &text[..len];
    if len > LONGEST || !address.contains(':') {
        return None;
    }
    // A sentence may end right behind the address.
    while let Some(shorter) = address.strip_suffix('.') {
        address = shorter;
    }
    if !address.contains("::") {
        address = address.strip_suffix(':').unwrap_or(address);
    }
    // `502::` is a number with punctuation behind it, unless it says how long it is.
    let is_one_group = address
        .strip_suffix("::")
        .is_some_and(|group| !group.contains(':'));
    if is_one_group && !text[address.len()..].starts_with(['/', '%']) {
        return None;
    }
    let follows_letter = text[len..].starts_with(|c| class(c) == Class::Letter);
    let parses = address.parse::<std::net::Ipv6Addr>().is_ok();
    (parses && !follows_letter).then_some(address.len())
}

/// `::1` is the one kind of word that starts with punctuation. In `std::bad` the colons are a path.
fn starts_address(text: &str, at: usize) -> bool {
    text[at..].starts_with("::")
        && !text[..at].ends_with(|c| class(c) == Class::Letter)
        && ipv6_len(&text[at..]).is_some_and(|len| len > 2)
}

fn class(c: char) -> Class {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => Class::Letter,
        '_' | '-' | '.' | '/' | '\'' | ',' | ':' | '$' => Class::Joiner,
        '\0'..='\x7F' => Class::Gap,
        '\u{AC00}'..='\u{D7A3}' => Class::Hangul,
        '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' => Class::Hangul,
        '\u{A960}'..='\u{A97C}' | '\u{D7B0}'..='\u{D7FB}' => Class::Hangul,
        // Kana, ideographs and emoji are written without spaces between words.
        '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => {
            Class::Symbol
        }
        '\u{2600}'..='\u{27BF}' | '\u{1F000}'..='\u{1FAFF}' | '\u{20000}'..='\u{323AF}' => {
            Class::Symbol
        }
        _ if c.is_alphanumeric() || is_combining_mark(c) => Class::Letter,
        _ => Class::Gap,
    }
}

/// Whether `c` is written in Hangul, as a syllable or as a jamo.
pub fn is_hangul(c: char) -> bool {
    class(c) == Class::Hangul
}
