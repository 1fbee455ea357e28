//! Reads what MeCab's dictionary compiler writes.
//!
//! All numbers are little-endian. Nothing here trusts its input: whatever the
//! bytes, the answer is a value or [`Malformed`], never a panic or a loop.

mod characters;
mod lexicon;
mod matrix;

use std::fmt;

pub use characters::{Category, Characters};
pub use lexicon::{Entry, Lexicon};
pub use matrix::Matrix;

/// The compiled files of a dictionary that say how text is analysed.
pub const FILES: [&str; 4] = ["sys.dic", "unk.dic", "matrix.bin", "char.bin"];

#[derive(Debug, PartialEq, Eq)]
pub struct Malformed(&'static str);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Malformed {}

const CUT_SHORT: Malformed = Malformed("it is cut short");

/// Cuts `N` bytes off the front.
fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], Malformed> {
    let (front, rest) = bytes.split_first_chunk().ok_or(CUT_SHORT)?;
    *bytes = rest;
    Ok(*front)
}

/// Cuts `length` bytes off the front.
fn take_slice<'a>(bytes: &mut &'a [u8], length: u32) -> Result<&'a [u8], Malformed> {
    let split = bytes.split_at_checked(length as usize);
    let (front, rest) = split.ok_or(CUT_SHORT)?;
    *bytes = rest;
    Ok(front)
}

fn take_u16s<const N: usize>(bytes: &mut &[u8]) -> Result<[u16; N], Malformed> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = u16::from_le_bytes(take(bytes)?);
    }
    Ok(numbers)
}

fn take_u32s<const N: usize>(bytes: &mut &[u8]) -> Result<[u32; N], Malformed> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = u32::from_le_bytes(take(bytes)?);
    }
    Ok(numbers)
}

/// The text before the first NUL.
fn text(bytes: &[u8]) -> Result<&str, Malformed> {
    let end = bytes.iter().position(|&byte| byte == 0);
    let text = &bytes[..end.unwrap_or(bytes.len())];
    str::from_utf8(text).map_err(|_| Malformed("it has text that is not UTF-8"))
}
