//! Where something stands in an input.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A line and a column, both from 1; columns count characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    pub const START: Position = Position::line_start(1);

    pub const fn line_start(line: usize) -> Position {
        Position { line, column: 1 }
    }
}

/// A file and, unless the file as a whole is meant, a position in it.
/// Standard input is the file `<stdin>`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub file: Arc<Path>,
    pub position: Option<Position>,
}

impl Place {
    pub(super) fn whole(file: &Path) -> Place {
        Place {
            file: file.into(),
            position: None,
        }
    }

    pub(super) fn at(file: &Arc<Path>, position: Position) -> Place {
        Place {
            file: Arc::clone(file),
            position: Some(position),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        match self.position {
            Some(Position { line, column }) => write!(f, ":{line}:{column}"),
            None => Ok(()),
        }
    }
}

/// Something worth saying about a place. Reads `seeds/cases/PX-0001.json:12:5: …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<T> {
    pub place: Place,
    pub what: T,
}

impl<T> Found<T> {
    pub(super) fn at(file: &Arc<Path>, position: Position, what: T) -> Found<T> {
        Found {
            place: Place::at(file, position),
            what,
        }
    }
}

impl<T: fmt::Display> fmt::Display for Found<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Turns byte offsets into positions, in one pass over the text as long as the
/// offsets grow: a file with many faults is not read again for each.
pub(super) struct Cursor<'a> {
    rest: &'a str,
    offset: usize,
    position: Position,
}

impl<'a> Cursor<'a> {
    /// `start` is the position of the first character of `text`.
    pub fn new(text: &'a str, start: Position) -> Self {
        Cursor {
            rest: text,
            offset: 0,
            position: start,
        }
    }

    /// The position of the character that holds byte `offset`. An offset behind the
    /// last one asked for gives that one's position, one past the end gives the end.
    pub fn seek(&mut self, offset: usize) -> Position {
        let distance = self
            .rest
            .floor_char_boundary(offset.saturating_sub(self.offset));
        let (passed, rest) = self.rest.split_at(distance);
        match passed.rfind('\n') {
            Some(last) => {
                self.position.line += passed.bytes().filter(|&byte| byte == b'\n').count();
                self.position.column = 1 + passed[last + 1..].chars().count();
            }
            None => self.position.column += passed.chars().count(),
        }
        self.rest = rest;
        self.offset += distance;
        self.position
    }
}

/// Turns what was found at byte offsets in `text`, which begins at `start`, into what
/// was found at places, in their order.
pub(super) fn locate<T>(
    mut notes: Vec<(usize, T)>,
    text: &str,
    file: &Arc<Path>,
    start: Position,
) -> Vec<Found<T>> {
    notes.sort_by_key(|(offset, _)| *offset);
    let mut cursor = Cursor::new(text, start);
    let found = notes
        .into_iter()
        .map(|(offset, what)| Found::at(file, cursor.seek(offset), what));
    found.collect()
}
