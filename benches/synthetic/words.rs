//! The Latin words of a sentence in either language, and what they are.

/// What a word is, as far as its letters tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `502`, `1.2.3`, `10:30`
    Number,
    /// `nf_conntrack`, `hard-stop-after`, `HikariCP`, `v1.2`
    Identifier,
    /// `Azure`, also any word at the start of a sentence.
    Name,
    /// `latency`, `long-lived`, `DNS`
    Plain,
}

/// Runs of ASCII letters and digits with joiners inside, and where they start.
pub fn latin_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(|c: char| c.is_ascii_alphanumeric())?;
        let run = &text[start..];
        let end = run.find(|c: char| !c.is_ascii_alphanumeric() && !is_joiner(c));
        let run = &run[..end.unwrap_or(run.len())];
        from = start + run.len();
        Some((start, run.trim_end_matches(is_joiner)))
    })
}

/// The identifiers of a sentence.
pub fn identifiers(sentence: &str) -> impl Iterator<Item = &str> {
    latin_words(sentence)
        .map(|(_, word)| word)
        .filter(|word| kind(word) == Kind::Identifier)
}

pub fn kind(word: &str) -> Kind {
    let has = |is: fn(&char) -> bool| word.chars().any(|c| is(&c));
    let lower = has(char::is_ascii_lowercase);
    if !lower && !has(char::is_ascii_uppercase) {
        Kind::Number
    } else if has(char::is_ascii_digit)
        || word.contains(['_', '.', '/', ':'])
        || word.matches('-').count() > 1
        || is_camel_case(word)
    {
        Kind::Identifier
    } else if lower && word.starts_with(|c: char| c.is_ascii_uppercase()) {
        Kind::Name
    } else {
        Kind::Plain
    }
}

/// Cuts a word at joiners, between letters and digits, and before a capital:
/// `max-idle10` into `max`, `-`, `idle`, `10`.
pub fn parts(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.bytes().next()?;
        let mut previous = first;
        let end = rest.bytes().position(|byte| {
            let cut = is_cut(previous, byte);
            previous = byte;
            cut
        });
        let part;
        (part, rest) = rest.split_at(end.unwrap_or(rest.len()));
        Some(part)
    })
}

fn is_joiner(c: char) -> bool {
    matches!(c, '_' | '-' | '.' | '/' | ':')
}

fn is_camel_case(word: &str) -> bool {
    word.as_bytes()
        .windows(2)
        .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

fn is_cut(previous: u8, next: u8) -> bool {
    if previous.is_ascii_alphabetic() && next.is_ascii_alphabetic() {
        previous.is_ascii_lowercase() && next.is_ascii_uppercase()
    } else {
        previous.is_ascii_digit() != next.is_ascii_digit()
            || previous.is_ascii_alphabetic() != next.is_ascii_alphabetic()
    }
}
