//! One JSON value read as a case.

use serde_json::value::RawValue;

use super::assemble::assemble;
use super::fields::object;
use super::notes::Notes;
use super::place::{Cursor, Found, Place, locate};
use super::problem::{Fault, Problem, Warning};
use super::record::{Case, Record};
use super::schema::Id;
use super::split::Value;
use super::vocabulary::Vocabulary;

/// Longest text of a case. Its tokens take some seventy times the memory of its text while it is indexed.
pub(crate) const MAX_CASE_BYTES: usize = 8 << 20;

/// What became of a value. The id is known even if the case is faulty, so that a
/// second case with that id is found whatever else is wrong with the first.
pub(super) struct Decoded {
    pub id: Option<Found<String>>,
    pub record: Option<Record>,
    pub faults: Vec<Fault>,
    pub warnings: Vec<Warning>,
    /// Warnings about the cases it names, for those that none of the inputs has.
    pub links: Vec<Warning>,
}

impl Decoded {
    fn too_long(value: &Value<'_>) -> Self {
        let problem = Problem::TooLong {
            bytes: value.json.get().len(),
            limit: MAX_CASE_BYTES,
        };
        Self {
            id: None,
            record: None,
            faults: vec![Found::at(value.file, value.position, problem)],
            warnings: Vec::new(),
            links: Vec::new(),
        }
    }
}

pub(super) fn decode(value: &Value<'_>, vocabulary: &Vocabulary) -> Decoded {
    let json = value.json.get();
    if json.len() > MAX_CASE_BYTES {
        return Decoded::too_long(value);
    }
    let mut notes = Notes::new(json);
    let mut id = None;
    let case = object(value.json, &mut notes, |fields| {
        let offset = fields.notes.offset(fields.locate("id"));
        let Id(given) = fields.require("id", Problem::NoId).unwrap_or_default();
        id = (!given.is_empty()).then(|| (offset, given.clone()));
        assemble(given, fields, vocabulary)
    });
    let position = |offset| Cursor::new(json, value.position).seek(offset);
    let sound = notes.faults.is_empty();
    Decoded {
        id: id.map(|(offset, id)| Found::at(value.file, position(offset), id)),
        record: case.filter(|_| sound).map(|case| Record {
            case,
            json: json.to_owned(),
            hash: blake3::hash(json.as_bytes()).into(),
            place: Place::at(value.file, value.position),
        }),
        faults: locate(notes.faults, json, value.file, value.position),
        warnings: locate(notes.warnings, json, value.file, value.position),
        links: locate(notes.links, json, value.file, value.position),
    }
}

impl Case {
    /// The case of a record that was sound when it was stored; `None` if it no longer is.
    pub fn from_stored(json: &str) -> Option<Case> {
        let value: &RawValue = serde_json::from_str(json).ok()?;
        let mut notes = Notes::new(json);
        let any_code = Vocabulary::default();
        object(value, &mut notes, |fields| {
            let Id(id) = fields.require("id", Problem::NoId).unwrap_or_default();
            assemble(id, fields, &any_code)
        })
    }
}
