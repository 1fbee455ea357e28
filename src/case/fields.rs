//! An object taken apart key by key.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::json::Kind;
use super::notes::{Decode, Notes, Step};
use super::problem::Problem;

/// The fields of an object that have not been read yet.
pub(super) struct Fields<'a, 'n> {
    object: &'a RawValue,
    rest: Vec<(Cow<'a, str>, &'a RawValue)>,
    pub notes: &'n mut Notes<'a>,
}

/// Reads an object with `build`; keys it leaves are checked and otherwise ignored.
pub(super) fn object<'a, T>(
    json: &'a RawValue,
    notes: &mut Notes<'a>,
    build: impl FnOnce(&mut Fields<'a, '_>) -> T,
) -> Option<T> {
    let rest = notes.entries(json)?;
    let mut fields = Fields {
        object: json,
        rest,
        notes,
    };
    let value = build(&mut fields);
    for (key, value) in fields.rest {
        notes.within(Step::Key(key), |notes| notes.inspect(value));
    }
    Some(value)
}

impl<'a> Fields<'a, '_> {
    /// The value of `key`; `null` is the same as no value.
    pub fn take<T: Decode>(&mut self, key: &'static str) -> Option<T> {
        let json = self
            .take_json(key)
            .filter(|json| Kind::of(json) != Kind::Null)?;
        self.notes.within(Step::Key(Cow::Borrowed(key)), |notes| {
            T::decode(json, notes)
        })
    }

    /// As [`take`](Fields::take), but no value is the fault `missing`.
    pub fn require<T: Decode>(&mut self, key: &'static str, missing: Problem) -> Option<T> {
        if self
            .find(key)
            .is_none_or(|json| Kind::of(json) == Kind::Null)
        {
            self.notes.fault(self.locate(key), missing);
        }
        self.take(key)
    }

    /// The value of `key` where there is one, else the object itself.
    pub fn locate(&self, key: &str) -> &'a RawValue {
        self.find(key).unwrap_or(self.object)
    }

    /// Makes a fault of every key that nothing has read.
    pub fn reject_rest(&mut self, problem: impl Fn(&str) -> Problem) {
        for (key, json) in &self.rest {
            self.notes.fault(json, problem(key));
        }
    }

    fn find(&self, key: &str) -> Option<&'a RawValue> {
        self.rest
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, json)| *json)
    }

    fn take_json(&mut self, key: &str) -> Option<&'a RawValue> {
        let index = self.rest.iter().position(|(name, _)| name == key)?;
        Some(self.rest.swap_remove(index).1)
    }
}
