//! `sys.dic` and `unk.dic`: words, or categories of unknown words, with what
//! the dictionary knows about them.
//!
//! A header, a double array that leads from a surface to its tokens, the
//! tokens, and the text of their features.

use super::{Malformed, take, take_slice, take_u16s, take_u32s, text};

const MAGIC: u32 = 0xEF71_8F77;
const VERSION: u32 = 102;
const CHARSET_LENGTH: usize = 32;
const UNIT_LENGTH: usize = 8;
const TOKEN_LENGTH: usize = 16;

pub struct Lexicon<'a> {
    units: &'a [[u8; UNIT_LENGTH]],
    tokens: &'a [[u8; TOKEN_LENGTH]],
    features: &'a [u8],
}

/// A cell of the double array. It belongs to the node that `check` names, and
/// its `base` is a child of that node, or the complement of the node's value.
struct Unit {
    base: i32,
    check: u32,
}

impl Unit {
    fn new(&[b0, b1, b2, b3, c0, c1, c2, c3]: &[u8; UNIT_LENGTH]) -> Self {
        Self {
            base: i32::from_le_bytes([b0, b1, b2, b3]),
            check: u32::from_le_bytes([c0, c1, c2, c3]),
        }
    }
}

#[derive(Debug)]
pub struct Entry<'a> {
    pub surface: String,
    pub left_id: u16,
    pub right_id: u16,
    pub cost: i16,
    /// Comma-separated, as in the source of the dictionary.
    pub features: &'a str,
}

impl<'a> Lexicon<'a> {
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut rest = bytes;
        let [magic, version] = take_u32s(&mut rest)?;
        if (magic ^ MAGIC) as usize != bytes.len() {
            return Err(Malformed("its magic number does not fit its length"));
        }
        if version != VERSION {
            return Err(Malformed("its version is not 102"));
        }
        let [_kind, _entries, _left_size, _right_size] = take_u32s(&mut rest)?;
        let [units, tokens, features, _reserved] = take_u32s(&mut rest)?;
        take::<CHARSET_LENGTH>(&mut rest)?;
        Ok(Self {
            units: take_slice(&mut rest, units)?.as_chunks().0,
            tokens: take_slice(&mut rest, tokens)?.as_chunks().0,
            features: take_slice(&mut rest, features)?,
        })
    }

    /// All entries, by surface in the order of its bytes.
    pub fn entries(&self) -> Result<Vec<Entry<'a>>, Malformed> {
        let mut entries = Vec::with_capacity(self.tokens.len());
        for (surface, value) in self.surfaces()? {
            let surface = text(&surface)?;
            for token in self.tokens_of(value)? {
                entries.push(self.entry(surface, token)?);
            }
        }
        if entries.len() != self.tokens.len() {
            return Err(Malformed("its double array does not lead to every token"));
        }
        Ok(entries)
    }

    /// Walks the whole double array.
    fn surfaces(&self) -> Result<Vec<(Vec<u8>, u32)>, Malformed> {
        let bytes_after = self.bytes_after();
        let mut surfaces = Vec::new();
        let mut pending = vec![(Vec::new(), self.root()?)];
        let mut seen = 0;
        while let Some((prefix, node)) = pending.pop() {
            let bytes = bytes_after.get(node as usize).into_iter().flatten();
            for &byte in bytes.rev() {
                if let Some(child) = self.child(node, byte) {
                    pending.push(([prefix.as_slice(), &[byte]].concat(), child));
                    seen += 1;
                }
            }
            // No two nodes share a unit, so more nodes than units are a loop.
            if seen > self.units.len() {
                return Err(Malformed("its double array is not a tree"));
            }
            if let Some(value) = self.value(node) {
                surfaces.push((prefix, value));
            }
        }
        Ok(surfaces)
    }

    /// The bytes that may follow each node, in their order. One pass over the
    /// units finds them sooner than trying every byte at every node.
    fn bytes_after(&self) -> Vec<Vec<u8>> {
        let mut bytes_after = vec![Vec::new(); self.units.len()];
        for (index, unit) in self.units.iter().map(Unit::new).enumerate() {
            let node = unit.check as usize;
            let distance = index.checked_sub(node).and_then(|d| d.checked_sub(1));
            if let Some(Ok(byte)) = distance.map(u8::try_from) {
                bytes_after[node].push(byte);
            }
        }
        bytes_after
    }

    /// A node is known by the number that its children's units are found from.
    fn root(&self) -> Result<u32, Malformed> {
        let root = self.unit(0).and_then(|unit| unit.base.try_into().ok());
        root.ok_or(Malformed("its double array has no root"))
    }

    fn child(&self, node: u32, byte: u8) -> Option<u32> {
        let unit = self.unit(node as usize + usize::from(byte) + 1)?;
        (unit.check == node).then_some(unit.base)?.try_into().ok()
    }

    fn value(&self, node: u32) -> Option<u32> {
        let unit = self.unit(node as usize)?;
        (unit.check == node).then_some(!unit.base)?.try_into().ok()
    }

    fn unit(&self, index: usize) -> Option<Unit> {
        self.units.get(index).map(Unit::new)
    }

    /// A value holds where the tokens begin, and in its last byte how many.
    fn tokens_of(&self, value: u32) -> Result<&'a [[u8; TOKEN_LENGTH]], Malformed> {
        let (first, count) = ((value >> 8) as usize, (value & 0xFF) as usize);
        self.tokens
            .get(first..first + count)
            .ok_or(Malformed("its double array points beyond the tokens"))
    }

    fn entry(&self, surface: &str, mut token: &[u8]) -> Result<Entry<'a>, Malformed> {
        let token = &mut token;
        let [left_id, right_id, _part_of_speech_id] = take_u16s(token)?;
        let cost = i16::from_le_bytes(take(token)?);
        let [features, _compound] = take_u32s(token)?;
        let features = self
            .features
            .get(features as usize..)
            .ok_or(Malformed("a token points beyond the features"))?;
        Ok(Entry {
            surface: surface.to_owned(),
            left_id,
            right_id,
            cost,
            features: text(features)?,
        })
    }
}
