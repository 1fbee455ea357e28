//! TREC's topics: tags around each topic and its parts.
//!
//! Two styles are about. In the classic one a part ends where the next tag begins
//! (`<num> Number: 301`, `<title> …`, `<desc> …`); later ones close their tags, and call the topic
//! `<topic number="1">` and its title `<query>`. Both are read alike: a part ends at the next tag
//! that is one of TREC's, opening or closing. Any other tag is text: queries hold `<nil>`.
//!
//! What is searched for is the title, or the query, or the whole text of a topic without parts.
//! Descriptions and narratives are for judges.

use std::path::Path;

use super::tag::{Tag, pieces};
use super::{Fault, Placed, Problem, Topic, check_id};

const TOPIC: [&str; 2] = ["top", "topic"];
const NUMBER: [&str; 2] = ["num", "number"];
const TITLE: [&str; 2] = ["title", "query"];

pub(super) fn parse(file: &Path, text: &str) -> Result<Vec<Placed>, Fault> {
    let mut topics = Vec::new();
    let mut open: Option<(usize, Parts)> = None;
    for piece in pieces(text) {
        let starts = piece.tag.is_one_of(&TOPIC) && !piece.tag.closes;
        let ends = piece.tag.is_one_of(&TOPIC) && piece.tag.closes;
        match open.take() {
            Some((line, _)) if starts => return Err(Fault::at(file, line)(Problem::OpenTopic)),
            Some((line, parts)) if ends => {
                let topic = parts.topic().map_err(Fault::at(file, line))?;
                topics.push((line, topic));
            }
            Some((line, mut parts)) => {
                parts.add(&piece.tag, piece.text);
                open = Some((line, parts));
            }
            None if starts => open = Some((piece.line, Parts::new(&piece.tag, piece.text))),
            None => {}
        }
        if open.is_none() && !piece.text.trim().is_empty() {
            return Err(Fault::at(file, piece.line)(Problem::OutsideTopic {
                found: piece
                    .text
                    .trim()
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            }));
        }
    }
    match open {
        Some((line, _)) => Err(Fault::at(file, line)(Problem::OpenTopic)),
        None if topics.is_empty() => Err(Fault::at(file, 1)(Problem::NoTopic)),
        None => Ok(topics),
    }
}

/// What a topic says of itself. Empty where it does not.
struct Parts {
    number: String,
    title: String,
    /// Outside of all parts.
    text: String,
}

impl Parts {
    fn new(topic: &Tag, text: &str) -> Self {
        Self {
            number: topic.attribute(&["number", "num", "id"]).to_owned(),
            title: String::new(),
            text: unescaped(text),
        }
    }

    fn add(&mut self, tag: &Tag, text: &str) {
        if tag.closes {
            return;
        }
        if tag.is_one_of(&NUMBER) && self.number.is_empty() {
            self.number = without_label(unescaped(text), "Number:");
        } else if tag.is_one_of(&TITLE) && self.title.is_empty() {
            self.title = without_label(unescaped(text), "Topic:");
        }
    }

    fn topic(self) -> Result<Topic, Problem> {
        let text = if self.title.is_empty() {
            self.text
        } else {
            self.title
        };
        for (column, value) in [("number", &self.number), ("title", &text)] {
            if value.is_empty() {
                return Err(Problem::EmptyColumn { column });
            }
        }
        check_id(&self.number)?;
        Ok(Topic {
            id: self.number,
            lang: None,
            kind: None,
            text,
        })
    }
}

/// The classic style repeats in words what the tag says.
fn without_label(text: String, label: &str) -> String {
    match text.strip_prefix(label) {
        Some(rest) => rest.trim_start().to_owned(),
        None => text,
    }
}

/// On one line, with the five characters that SGML and XML escape. `&amp;` comes last, so that
/// `&amp;lt;` is `&lt;`.
fn unescaped(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .join(" ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&")
}
