//! What is noted while a value is decoded, and where decoding stands.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;

use serde_json::Number;
use serde_json::value::RawValue;

use super::json::{self, Entries, Kind};
use super::problem::{Doubt, Problem};

/// Objects and lists inside each other, the case itself included. As serde_json has it
/// for values it builds, so that any reader of a stored case can parse all of it.
const MAX_DEPTH: usize = 127;

/// A value that can be read from JSON. A value that cannot is noted, not returned.
pub(super) trait Decode: Sized {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self>;
}

/// Offsets are bytes from the start of the text that is decoded.
pub(super) struct Notes<'a> {
    text: &'a str,
    path: Vec<Step<'a>>,
    pub faults: Vec<(usize, Problem)>,
    pub warnings: Vec<(usize, Doubt)>,
    /// What to doubt about the ids of other cases, unless these turn up.
    pub links: Vec<(usize, Doubt)>,
}

pub(super) enum Step<'a> {
    Key(Cow<'a, str>),
    Item(usize),
}

impl<'a> Notes<'a> {
    pub fn new(text: &'a str) -> Self {
        Notes {
            text,
            path: Vec::new(),
            faults: Vec::new(),
            warnings: Vec::new(),
            links: Vec::new(),
        }
    }

    pub fn offset(&self, json: &RawValue) -> usize {
        json::offset_in(self.text, json.get())
    }

    pub fn fault(&mut self, json: &RawValue, problem: Problem) {
        self.faults.push((self.offset(json), problem));
    }

    pub fn wrong_type(&mut self, json: &RawValue, expected: &'static str) {
        let problem = Problem::WrongType {
            field: self.field(),
            expected,
            found: Kind::of(json).name(),
        };
        self.fault(json, problem);
    }

    /// The path of the value in hand: `components[2]`.
    pub fn field(&self) -> String {
        let mut field = String::new();
        for step in &self.path {
            let dot = if field.is_empty() { "" } else { "." };
            // Writing to a string cannot fail.
            let _ = match step {
                Step::Key(key) => write!(field, "{dot}{}", key.escape_debug()),
                Step::Item(index) => write!(field, "[{index}]"),
            };
        }
        field
    }

    /// Runs `read` one step further down.
    pub fn within<T>(&mut self, step: Step<'a>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let value = read(self);
        self.path.pop();
        value
    }

    pub fn string(&mut self, json: &'a RawValue) -> Option<Cow<'a, str>> {
        if Kind::of(json) != Kind::String {
            self.wrong_type(json, Kind::String.name());
            return None;
        }
        json::string(json)
            .map_err(|error| self.syntax(json, &error))
            .ok()
    }

    /// The entries of an object, the first of each key.
    pub fn entries(&mut self, json: &'a RawValue) -> Option<Vec<(Cow<'a, str>, &'a RawValue)>> {
        if Kind::of(json) != Kind::Object {
            self.wrong_type(json, Kind::Object.name());
            return None;
        }
        let Entries(raw) = self.parse(json)?;
        let mut seen = HashSet::with_capacity(raw.len());
        let mut entries = Vec::with_capacity(raw.len());
        for (raw_key, value) in raw {
            let Some(key) = self.string(raw_key) else {
                continue;
            };
            if seen.insert(key.clone()) {
                entries.push((key, value));
            } else {
                self.fault(
                    raw_key,
                    Problem::DuplicateKey {
                        key: key.into_owned(),
                    },
                );
            }
        }
        Some(entries)
    }

    pub fn items(&mut self, json: &'a RawValue) -> Option<Vec<&'a RawValue>> {
        if Kind::of(json) != Kind::List {
            self.wrong_type(json, Kind::List.name());
            return None;
        }
        self.parse(json)
    }

    /// Checks a value nobody reads: what is kept must be sound all the same.
    pub fn inspect(&mut self, json: &'a RawValue) {
        match Kind::of(json) {
            Kind::Object | Kind::List if self.path.len() >= MAX_DEPTH => {
                self.fault(json, Problem::TooDeep { limit: MAX_DEPTH });
            }
            Kind::Object => {
                for (key, value) in self.entries(json).unwrap_or_default() {
                    self.within(Step::Key(key), |notes| notes.inspect(value));
                }
            }
            Kind::List => {
                for (index, item) in self.items(json).unwrap_or_default().into_iter().enumerate() {
                    self.within(Step::Item(index), |notes| notes.inspect(item));
                }
            }
            Kind::String => drop(self.string(json)),
            Kind::Number => drop(self.parse::<Number>(json)),
            Kind::Boolean | Kind::Null => {}
        }
    }

    fn parse<T: serde::Deserialize<'a>>(&mut self, json: &'a RawValue) -> Option<T> {
        serde_json::from_str(json.get())
            .map_err(|error| self.syntax(json, &error))
            .ok()
    }

    fn syntax(&mut self, json: &RawValue, error: &serde_json::Error) {
        let (offset, problem) = json::syntax(json.get(), error);
        self.faults.push((self.offset(json) + offset, problem));
    }
}
