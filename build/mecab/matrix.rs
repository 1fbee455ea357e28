//! `matrix.bin`: what it costs that one word follows another.

use super::{Malformed, take_u16s};

pub struct Matrix<'a> {
    /// How many right ids the word on the left may have.
    pub left_size: u16,
    /// How many left ids the word on the right may have.
    pub right_size: u16,
    costs: &'a [[u8; 2]],
}

impl<'a> Matrix<'a> {
    pub fn parse(mut bytes: &'a [u8]) -> Result<Self, Malformed> {
        let [left_size, right_size] = take_u16s(&mut bytes)?;
        let (costs, odd) = bytes.as_chunks();
        if costs.len() != usize::from(left_size) * usize::from(right_size) || !odd.is_empty() {
            return Err(Malformed("its sizes do not fit its length"));
        }
        Ok(Self {
            left_size,
            right_size,
            costs,
        })
    }

    /// Each cost with the right id of the word on the left and the left id of
    /// the word on the right.
    pub fn costs(&self) -> impl Iterator<Item = (u16, u16, i16)> {
        let ids = (0..self.right_size)
            .flat_map(|left_id| (0..self.left_size).map(move |right_id| (right_id, left_id)));
        ids.zip(self.costs)
            .map(|((right_id, left_id), &cost)| (right_id, left_id, i16::from_le_bytes(cost)))
    }
}
