//! JSON one level at a time, each value a slice of the text it stands in.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::problem::Problem;

/// The keys and values of an object in their order, repeated keys included.
pub(super) struct Entries<'a>(pub Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

/// What a JSON string says, without a copy unless it has escapes.
pub(super) fn string(json: &RawValue) -> serde_json::Result<Cow<'_, str>> {
    #[derive(Deserialize)]
    struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);

    serde_json::from_str(json.get()).map(|Borrowed(text)| text)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    List,
    String,
    Number,
    Boolean,
    Null,
}

impl Kind {
    /// The first byte tells, since the value has been found to be JSON.
    pub fn of(json: &RawValue) -> Kind {
        match json.get().as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::List,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'n') => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// As a message names it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Object => "an object",
            Kind::List => "a list",
            Kind::String => "a string",
            Kind::Number => "a number",
            Kind::Boolean => "a boolean",
            Kind::Null => "null",
        }
    }
}

/// Where `inner`, a slice of `outer`, begins in it.
pub(super) fn offset_in(outer: &str, inner: &str) -> usize {
    inner.as_ptr().addr().saturating_sub(outer.as_ptr().addr())
}

/// The byte of `text` at which `error` arose, and what to say.
pub(super) fn syntax(text: &str, error: &serde_json::Error) -> (usize, Problem) {
    let reason = error.to_string();
    // The position is told in the terms of the whole file instead.
    let reason = reason
        .split(" at line ")
        .next()
        .unwrap_or_default()
        .to_owned();
    let end = text.trim_ascii_end().len();
    let offset = match error.classify() {
        Category::Eof => end,
        _ => offset_of(text, error.line(), error.column()).min(end),
    };
    (offset, Problem::Syntax { reason })
}

/// serde_json counts columns in bytes and from 1; it gives column 0 to a line break,
/// which it counts to the line that follows.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    (before + column).saturating_sub(1)
}
