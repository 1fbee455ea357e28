//! A stream of bytes cut where one value ends and the next begins.

use std::io::{self, Read};
use std::mem;

/// A stream of lines is read in pieces of about this size.
pub(super) const BLOCK_BYTES: u64 = 1 << 20;

/// How values are laid out in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// One value a line.
    Lines,
    /// Values one after the other, wherever they break their lines.
    Free,
}

/// The blocks of a stream: some whole lines each, or all there is where the layout is free.
pub(super) struct Blocks<R> {
    reader: R,
    layout: Layout,
    buffer: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    pub fn new(reader: R, layout: Layout) -> Self {
        Blocks {
            reader,
            layout,
            buffer: Vec::new(),
        }
    }

    /// The next bytes, `None` at the end.
    pub fn next_block(&mut self) -> io::Result<Option<Vec<u8>>> {
        match self.layout {
            Layout::Lines => self.next_lines(),
            Layout::Free => {
                self.reader.read_to_end(&mut self.buffer)?;
                Ok(self.take_rest())
            }
        }
    }

    fn next_lines(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let searched = self.buffer.len().saturating_sub(1);
            let mut piece = self.reader.by_ref().take(BLOCK_BYTES);
            if piece.read_to_end(&mut self.buffer)? == 0 {
                return Ok(self.take_rest());
            }
            if let Some(start) = last_line_start(&self.buffer[searched..]) {
                let rest = self.buffer.split_off(searched + start);
                return Ok(Some(mem::replace(&mut self.buffer, rest)));
            }
        }
    }

    fn take_rest(&mut self) -> Option<Vec<u8>> {
        let rest = mem::take(&mut self.buffer);
        (!rest.is_empty()).then_some(rest)
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
