//! Words in Latin and kindred scripts, numbers and identifiers: whole and in parts.
//!
//! `net.ipv4.tcp_fin_timeout` gives itself, `tcp_fin_timeout` and each of `net`, `ipv4`, `tcp`,
//! `fin`, `timeout`. A whole is written without its separators, so that `wi-fi` meets `wifi` and
//! `proxy_read_timeout` meets `proxy-read-timeout`. Between two digits a separator stays: `1.5` is
//! not `15`.

use std::net::Ipv6Addr;
use std::ops::Range;

use super::cache::RunTokens;
use super::english;
use super::script::zeros_of;
use super::token::TokenKind;

/// How strongly a boundary separates the parts beside it, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Boundary {
    Case,
    Hyphen,
    Dot,
    Slash,
    End,
}

/// A part and what separates it from the next.
struct Part {
    range: Range<usize>,
    after: Boundary,
}

/// Adds the tokens of `word`, ordered by where they start, wholes before their parts. Each part
/// takes a position.
pub(crate) fn analyze(word: &str, tokens: &mut RunTokens) {
    if let Some(address) = canonical_address(word) {
        tokens.push(&address, TokenKind::Word, 0..word.len(), 0, 1);
        return;
    }
    if let Some(groups) = digit_groups(word) {
        push_number(word, &groups, tokens);
        return;
    }
    if let Some(number) = number_with_unit(word) {
        tokens.push(&number, TokenKind::Word, 0..word.len(), 0, 1);
        return;
    }
    let word = without_possessive(word);
    let parts = parts(word);
    let mut buffer = String::new();
    for part in 0..parts.len() {
        for end in wholes_from(&parts, part) {
            joined(word, &parts[part..end], &mut buffer);
            let range = parts[part].range.start..parts[end - 1].range.end;
            let (index, span) = (part as u32, (end - part) as u32);
            tokens.push(&buffer, TokenKind::Identifier, range.clone(), index, span);
            if let Some(number) = without_version_mark(&buffer) {
                tokens.push(number, TokenKind::Part, range, index, span);
            }
        }
        push_part(word, &parts, part, &mut buffer, tokens);
    }
    // A part of one letter has no token, but it keeps its neighbours apart.
    tokens.positions = parts.len() as u32;
}

/// `42,000` is `42000`. Three digits, a comma and three digits may be two codes as well as one
/// number, so that each group is found too, below the number.
fn push_number(word: &str, groups: &[Range<usize>], tokens: &mut RunTokens) {
    let number = word.replace(',', "");
    let could_be_list = groups.iter().all(|group| group.len() == 3);
    let parts = match could_be_list {
        true => groups.len() as u32,
        false => 1,
    };
    let kind = match could_be_list {
        true => TokenKind::Identifier,
        false => TokenKind::Word,
    };
    tokens.push(&number, kind, 0..word.len(), 0, parts);
    if could_be_list {
        for (index, group) in (0..).zip(groups) {
            tokens.push(
                &word[group.clone()],
                TokenKind::Part,
                group.clone(),
                index,
                1,
            );
        }
    }
}

fn push_part(word: &str, parts: &[Part], part: usize, buffer: &mut String, tokens: &mut RunTokens) {
    let range = parts[part].range.clone();
    let is_alone = parts.len() == 1;
    // The letter of `C-8` says nothing without the digit.
    if !is_alone && word[range.clone()].chars().nth(1).is_none() {
        return;
    }
    lower(&word[range.clone()], buffer);
    let mut push = |text: &str, kind, range| tokens.push(text, kind, range, part as u32, 1);
    let kind = if is_alone {
        TokenKind::Word
    } else {
        TokenKind::Part
    };
    push(buffer, kind, range.clone());
    let stem = english::stem(buffer);
    if stem != *buffer {
        push(&stem, TokenKind::Stem, range.clone());
    }
    if let Some(inner) = number_or_name(buffer) {
        let start = range.start + inner.start;
        let end = range.start + inner.end;
        push(&buffer[inner], TokenKind::Part, start..end);
    }
}

/// The number in `502s` and `3600ms`, the name in `postgres14`. Offsets are the same in the word,
/// since only ASCII is looked at.
fn number_or_name(text: &str) -> Option<Range<usize>> {
    const SHORTEST_NUMBER: usize = 2;
    const SHORTEST_NAME: usize = 3;
    if !text.is_ascii() {
        return None;
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = |from: usize| &text.as_bytes()[from..];
    if digits >= SHORTEST_NUMBER
        && digits < text.len()
        && rest(digits).iter().all(u8::is_ascii_alphabetic)
    {
        return Some(0..digits);
    }
    if letters >= SHORTEST_NAME
        && letters < text.len()
        && rest(letters).iter().all(u8::is_ascii_digit)
    {
        return Some(0..letters);
    }
    None
}

/// An IPv6 address in its one canonical form.
fn canonical_address(word: &str) -> Option<String> {
    word.contains(':')
        .then(|| word.parse::<Ipv6Addr>().ok())
        .flatten()
        .map(|address| address.to_string())
}

/// `100000` for `10만`.
fn number_with_unit(word: &str) -> Option<String> {
    let unit = word.chars().next_back()?;
    let digits = word.strip_suffix(unit)?;
    Some(format!("{digits}{}", "0".repeat(zeros_of(unit)?)))
}

/// The groups of a number that is written with commas: up to three digits, then threes.
fn digit_groups(word: &str) -> Option<Vec<Range<usize>>> {
    if !word.contains(',') {
        return None;
    }
    let mut groups: Vec<Range<usize>> = Vec::new();
    for group in word.split(',') {
        let start = groups.last().map_or(0, |last| last.end + 1);
        let is_digits = group.bytes().all(|b| b.is_ascii_digit());
        let fits = match groups.is_empty() {
            true => (1..=3).contains(&group.len()),
            false => group.len() == 3,
        };
        if !(is_digits && fits) {
            return None;
        }
        groups.push(start..start + group.len());
    }
    Some(groups)
}

/// `1.24` for `v1.24`.
fn without_version_mark(whole: &str) -> Option<&str> {
    let number = whole.strip_prefix('v')?;
    number
        .starts_with(|c: char| c.is_ascii_digit())
        .then_some(number)
}

fn without_possessive(word: &str) -> &str {
    word.strip_suffix("'s")
        .or_else(|| word.strip_suffix("'S"))
        .unwrap_or(word)
}

/// The ends of the wholes of two parts or more that start at part `start`, longest first.
fn wholes_from(parts: &[Part], start: usize) -> impl Iterator<Item = usize> + '_ {
    use Boundary::{Dot, End, Hyphen, Slash};
    let before = match start {
        0 => End,
        _ => parts[start - 1].after,
    };
    let mut last = usize::MAX;
    [End, Slash, Dot, Hyphen]
        .into_iter()
        .filter_map(move |level| {
            if before < level {
                return None;
            }
            let len = parts[start..].iter().position(|part| part.after >= level)? + 1;
            let end = start + len;
            let is_new = len > 1 && end != last;
            last = end;
            is_new.then_some(end)
        })
}

fn joined(word: &str, parts: &[Part], buffer: &mut String) {
    buffer.clear();
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            let previous = parts[i - 1].range.end;
            let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
            if is_digit(word[..previous].chars().next_back())
                && is_digit(word[part.range.start..].chars().next())
            {
                buffer.push_str(&word[previous..part.range.start]);
            }
        }
        push_lower(&word[part.range.clone()], buffer);
    }
}

fn parts(word: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut start = 0;
    for (at, c) in word.char_indices() {
        let Some(boundary) = separator(c) else {
            continue;
        };
        // The apostrophe of `don't` separates nothing worth finding.
        if c == '\'' && is_contraction(&word[at + 1..]) {
            continue;
        }
        split_case(word, start..at, boundary, &mut parts);
        start = at + c.len_utf8();
    }
    split_case(word, start..word.len(), Boundary::End, &mut parts);
    parts
}

fn separator(c: char) -> Option<Boundary> {
    match c {
        '/' | ',' => Some(Boundary::Slash),
        '.' | '$' | ':' => Some(Boundary::Dot),
        '-' | '_' | '\'' => Some(Boundary::Hyphen),
        _ => None,
    }
}

fn is_contraction(rest: &str) -> bool {
    ["t", "d", "m", "ll", "re", "ve"]
        .iter()
        .any(|ending| rest.eq_ignore_ascii_case(ending))
}

/// Splits a camelCase name: before a capital that follows a small letter or a digit, and before
/// the last capital of a row that two small letters follow (`HTTPServer`). `VMs`, `IPv6` and `K8S`
/// are one.
fn split_case(word: &str, range: Range<usize>, after: Boundary, parts: &mut Vec<Part>) {
    if range.is_empty() {
        return;
    }
    let name = &word[range.clone()];
    let mut start = range.start;
    if name.contains(char::is_lowercase) && name.contains(char::is_uppercase) {
        let mut before = None;
        for (at, c) in name.char_indices() {
            if before.is_some_and(|before| opens_name(before, &name[at..])) {
                parts.push(Part {
                    range: start..range.start + at,
                    after: Boundary::Case,
                });
                start = range.start + at;
            }
            before = Some(c);
        }
    }
    parts.push(Part {
        range: start..range.end,
        after,
    });
}

/// Whether a name begins at `rest`, which stands behind `before`.
fn opens_name(before: char, rest: &str) -> bool {
    let mut rest = rest.chars();
    let is_capital = rest.next().is_some_and(char::is_uppercase);
    is_capital
        && (before.is_lowercase()
            || before.is_ascii_digit()
            || (before.is_uppercase()
                && rest.by_ref().take(2).filter(|c| c.is_lowercase()).count() == 2))
}

fn lower(text: &str, buffer: &mut String) {
    buffer.clear();
    push_lower(text, buffer);
}

fn push_lower(text: &str, buffer: &mut String) {
    for c in text.chars() {
        match c {
            '\'' => {}
            // Lower case has two sigmas, upper case one.
            'ς' => buffer.push('σ'),
            _ => buffer.extend(c.to_lowercase()),
        }
    }
}
