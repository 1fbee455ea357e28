//! Inputs read into documents: pieces of text that can be worked on separately.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use super::blocks::{BLOCK_BYTES, Blocks, Layout};
use super::input::{Input, unreadable};
use super::place::{Found, Position};
use super::problem::{Fault, Problem};
use super::utf8;

const STDIN: &str = "<stdin>";

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
    let file: Arc<Path> = path.into();
    let mut head = Vec::new();
    reader.take(BLOCK_BYTES).read_to_end(&mut head)?;
    let head = utf8::without_mark(&head);
    if utf8::is_utf16(head) {
        emit(Err(Found::at(&file, Position::START, Problem::Utf16)));
        return Ok(());
    }
    let layout = layout(path, head);
    let mut blocks = Blocks::new(head.chain(reader), layout);
    let mut first_line = 1;
    let mut blank = true;
    while let Some(block) = blocks.next_block()? {
        blank &= block.trim_ascii().is_empty();
        let lines = block.iter().filter(|&&byte| byte == b'\n').count();
        let text = text(block, layout, first_line, &mut |position, problem| {
            emit(Err(Found::at(&file, position, problem)));
        });
        let file = Arc::clone(&file);
        emit(Ok(Document {
            file,
            layout,
            first_line,
            text,
        }));
        first_line += lines;
    }
    if blank {
        emit(Err(Found::at(&file, Position::START, Problem::Empty)));
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

/// The text of a block, which begins on `first_line`. Lines that are not UTF-8 are
/// reported and left blank; where the layout is free, the block is one line.
fn text(
    block: Vec<u8>,
    layout: Layout,
    first_line: usize,
    fault: &mut dyn FnMut(Position, Problem),
) -> String {
    let bytes = match String::from_utf8(block) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    let lines = bytes.split_inclusive(|&byte| byte == b'\n' && layout == Layout::Lines);
    for (line, number) in lines.zip(first_line..) {
        match utf8::text(line, Position::line_start(number)) {
            Ok(line) => text.push_str(line),
            Err((position, problem)) => {
                fault(position, problem);
                text.push('\n');
            }
        }
    }
    text
}
