//! Inputs read into documents: pieces of text that can be worked on separately.

use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use super::input::{Input, unreadable};
use super::place::{Found, Place, Position};
use super::problem::{Fault, Problem};
use super::utf8;

/// A file of lines is read in pieces of about this size.
const BLOCK_BYTES: usize = 1 << 20;
const STDIN: &str = "<stdin>";

/// How values are laid out in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// One value a line.
    Lines,
    /// Values one after the other, wherever they break their lines.
    Free,
}

/// A text that begins and ends between two values.
pub(super) struct Document {
    pub file: Arc<Path>,
    pub layout: Layout,
    /// The line of the file on which `text` begins.
    pub first_line: usize,
    pub text: String,
}

/// Reads `input` and hands its documents, and what cannot be read of it, to `emit` in
/// the order of the text. A file of lines is never in memory as a whole.
pub(super) fn read(
    input: &Input,
    stdin: &mut dyn Read,
    emit: &mut dyn FnMut(Result<Document, Fault>),
) {
    let (path, outcome) = match input {
        Input::Stdin => (Path::new(STDIN), read_from(stdin, Path::new(STDIN), emit)),
        Input::Path(path) => {
            let outcome = File::open(path).and_then(|mut file| read_from(&mut file, path, emit));
            (path.as_path(), outcome)
        }
    };
    if let Err(error) = outcome {
        emit(Err(unreadable(path, &error)));
    }
}

fn read_from(
    reader: &mut dyn Read,
    path: &Path,
    emit: &mut dyn FnMut(Result<Document, Fault>),
) -> io::Result<()> {
    let mut head = Vec::new();
    reader.take(BLOCK_BYTES as u64).read_to_end(&mut head)?;
    let head = utf8::without_mark(&head);
    let file: Arc<Path> = path.into();
    if utf8::is_utf16(head) {
        emit(Err(Found {
            place: Place::at(&file, Position::START),
            what: Problem::Utf16,
        }));
        return Ok(());
    }
    let layout = layout(path, head);
    let mut blocks = Blocks {
        reader: head.chain(reader),
        layout,
        buffer: Vec::new(),
    };
    let mut first_line = 1;
    let mut blank = true;
    while let Some(block) = blocks.next_block()? {
        blank &= block.trim_ascii().is_empty();
        let lines = block.iter().filter(|&&byte| byte == b'\n').count();
        let text = decoded(block, layout, |position, problem| {
            let line = first_line + position.line - 1;
            let place = Place::at(&file, Position { line, ..position });
            emit(Err(Found {
                place,
                what: problem,
            }));
        });
        emit(Ok(Document {
            file: Arc::clone(&file),
            layout,
            first_line,
            text,
        }));
        first_line += lines;
    }
    if blank {
        emit(Err(Found {
            place: Place::at(&file, Position::START),
            what: Problem::Empty,
        }));
    }
    Ok(())
}

/// `.json` is taken to be of free layout even where it looks like lines, since a
/// pretty-printed value may follow. Anything else, such as a pipe, is judged by its
/// first line, so that a long stream of lines need not be held in memory.
fn layout(path: &Path, head: &[u8]) -> Layout {
    match path
        .extension()
        .map(|extension| extension.as_encoded_bytes())
    {
        Some(b"jsonl") => Layout::Lines,
        Some(b"json") => Layout::Free,
        _ if begins_with_whole_line(head) => Layout::Lines,
        _ => Layout::Free,
    }
}

fn begins_with_whole_line(head: &[u8]) -> bool {
    let line = head
        .trim_ascii_start()
        .split(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    line.starts_with(b"{") && line.trim_ascii_end().ends_with(b"}")
}

struct Blocks<R> {
    reader: R,
    layout: Layout,
    buffer: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    /// The next whole lines, or all there is where the layout is free.
    fn next_block(&mut self) -> io::Result<Option<Vec<u8>>> {
        let limit = match self.layout {
            Layout::Lines => BLOCK_BYTES as u64,
            Layout::Free => u64::MAX,
        };
        loop {
            let searched = self.buffer.len().saturating_sub(1);
            if self
                .reader
                .by_ref()
                .take(limit)
                .read_to_end(&mut self.buffer)?
                == 0
            {
                let rest = mem::take(&mut self.buffer);
                return Ok(if rest.is_empty() { None } else { Some(rest) });
            }
            if self.layout == Layout::Free {
                continue;
            }
            if let Some(cut) = last_line_start(&self.buffer[searched..]) {
                let rest = self.buffer.split_off(searched + cut);
                return Ok(Some(mem::replace(&mut self.buffer, rest)));
            }
        }
    }
}

/// Prefers a line that opens an object, so that a value wrongly broken over several
/// lines stays in one piece and is one fault.
fn last_line_start(bytes: &[u8]) -> Option<usize> {
    let opening = bytes.windows(2).rposition(|pair| pair == b"\n{");
    opening
        .or_else(|| bytes.iter().rposition(|&byte| byte == b'\n'))
        .map(|index| index + 1)
}

/// The text of a block. Lines that are not UTF-8 are reported and left blank; where
/// the layout is free, the block is one line.
fn decoded(block: Vec<u8>, layout: Layout, mut fault: impl FnMut(Position, Problem)) -> String {
    let bytes = match String::from_utf8(block) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    let lines = bytes.split_inclusive(|&byte| byte == b'\n' && layout == Layout::Lines);
    for (line, start) in lines.zip((1..).map(|line| Position { line, column: 1 })) {
        match utf8::text(line, start) {
            Ok(line) => text.push_str(line),
            Err((position, problem)) => {
                fault(position, problem);
                text.push('\n');
            }
        }
    }
    text
}
