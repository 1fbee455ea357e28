//! How each part of a case is read from JSON.

use serde_json::value::RawValue;
use unicode_normalization::UnicodeNormalization;

use super::date::CaseDate;
use super::fields::object;
use super::id::parse_id;
use super::json::Kind;
use super::notes::{Decode, Notes, Step};
use super::problem::Problem;
use super::record::{Impact, Link, Review, Timeline};
use super::text::{Lang, Text};

/// The id of a case, or a reference to one.
#[derive(Default)]
pub(super) struct Id(pub String);

/// An id that a case names, and where it does.
pub(super) struct Reference {
    pub id: String,
    pub offset: usize,
}

/// A code, a label, the name of an organisation: what cases are counted and filtered by. See
/// [`name`]; `unknown` is a name as any other.
pub(super) struct Name {
    pub text: String,
    pub offset: usize,
}

/// An entry of `remediation` or `action_items`: `{"text": {…}}`, or the text alone.
pub(super) struct Measure(pub Text);

impl Decode for String {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        let text = notes.string(json)?;
        has_content(&text).then(|| text.into_owned())
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        let items = notes.items(json)?.into_iter().enumerate();
        Some(
            items
                .filter_map(|(index, item)| {
                    notes.within(Step::Item(index), |notes| T::decode(item, notes))
                })
                .collect(),
        )
    }
}

impl Decode for Text {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        match Kind::of(json) {
            Kind::String => notes
                .string(json)
                .map(|text| monolingual(text.into_owned())),
            Kind::Object => object(json, notes, |fields| Text {
                en: fields.take("en"),
                ko: fields.take("ko"),
            }),
            _ => {
                notes.wrong_type(json, r#"{"en": …, "ko": …} or a string"#);
                None
            }
        }
    }
}

impl Decode for Measure {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        let text = match Kind::of(json) {
            Kind::Object => object(json, notes, |fields| {
                fields.take("text").unwrap_or_else(|| Text {
                    en: fields.take("en"),
                    ko: fields.take("ko"),
                })
            }),
            _ => Text::decode(json, notes),
        };
        text.filter(|text| !text.is_empty()).map(Measure)
    }
}

impl Decode for Name {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        let text = name(&notes.string(json)?);
        (!text.is_empty()).then(|| Name {
            text,
            offset: notes.offset(json),
        })
    }
}

impl Decode for Id {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        let text = notes.string(json)?;
        match parse_id(&text) {
            Ok(id) => Some(Id(id)),
            Err(invalid) => {
                let field = notes.field();
                notes.fault(json, Problem::Id { field, invalid });
                None
            }
        }
    }
}

impl Decode for Reference {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        let Id(id) = Id::decode(json, notes)?;
        let offset = notes.offset(json);
        Some(Reference { id, offset })
    }
}

impl Decode for CaseDate {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        match String::decode(json, notes)?.parse() {
            Ok(date) => Some(date),
            Err(invalid) => {
                let field = notes.field();
                notes.fault(json, Problem::Date { field, invalid });
                None
            }
        }
    }
}

impl Decode for Impact {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        object(json, notes, |fields| Impact {
            scope: fields.take("scope"),
            users: fields.take("users"),
            region: fields.take("region"),
        })
    }
}

impl Decode for Timeline {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        object(json, notes, |fields| Timeline {
            detected_after: fields.take("detected_after"),
            resolved_after: fields.take("resolved_after"),
        })
    }
}

impl Decode for Review {
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        object(json, notes, |fields| Review {
            written_by: fields.take("written_by"),
            reviewed_at: fields.take("reviewed_at"),
            reviewed_by: fields.take("reviewed_by"),
        })
    }
}

impl Decode for Link {
    /// A string is the address alone.
    fn decode<'a>(json: &'a RawValue, notes: &mut Notes<'a>) -> Option<Self> {
        if Kind::of(json) == Kind::String {
            return String::decode(json, notes).map(|url| Link {
                url: Some(url),
                ..Link::default()
            });
        }
        object(json, notes, |fields| Link {
            url: fields.take("url"),
            kind: fields.take("kind"),
            license: fields.take("license"),
            archived: fields.take("archived"),
        })
    }
}

/// The name that `text` means: trimmed and in NFC, so that one word has one count, and on one line
/// without anything that would steer a terminal, since messages and tables show it.
pub(super) fn name(text: &str) -> String {
    let plain = text.replace(char::is_control, " ");
    plain.trim().nfc().collect()
}

fn monolingual(text: String) -> Text {
    if has_content(&text) {
        Text::new(Lang::of(&text), text)
    } else {
        Text::default()
    }
}

/// Authors write `unknown` where they could have written nothing.
fn has_content(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && !text.eq_ignore_ascii_case("unknown")
}
