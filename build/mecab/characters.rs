//! `char.bin`: the categories that unknown words are made up by.
//!
//! A count, the names of the categories, then one number for each character up
//! to U+FFFE. MeCab keeps the rules of a category in the characters that have
//! it as their first one: from the lowest bit, 18 bits of categories, the number
//! of the first one (8), length (4), group (1), invoke (1).

use super::{Malformed, take, take_u32s, text};

const NAME_LENGTH: usize = 32;

pub struct Characters {
    pub categories: Vec<Category>,
    /// Characters that only belong to the first category are in no range.
    pub ranges: Vec<Range>,
}

/// How unknown words are made of the characters of one category.
#[derive(Debug, PartialEq, Eq)]
pub struct Category {
    pub name: String,
    /// Also where the dictionary has a word.
    pub invoke: bool,
    /// From all characters of the category in a row.
    pub group: bool,
    /// From one character, two, and so on up to this many.
    pub length: u32,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Range {
    pub first: char,
    pub last: char,
    /// Indices of categories, the one whose rules apply first.
    pub categories: Vec<usize>,
}

impl Characters {
    pub fn parse(mut bytes: &[u8]) -> Result<Self, Malformed> {
        let [count] = take_u32s(&mut bytes)?;
        let names = (0..count)
            .map(|_| Ok(text(&take::<NAME_LENGTH>(&mut bytes)?)?.to_owned()))
            .collect::<Result<Vec<_>, Malformed>>()?;
        let (infos, odd) = bytes.as_chunks();
        if infos.len() != usize::from(u16::MAX) || !odd.is_empty() {
            return Err(Malformed("it does not have 65,535 characters"));
        }
        let infos: Vec<_> = infos.iter().copied().map(Info::new).collect();
        Ok(Self {
            ranges: ranges(&infos, names.len())?,
            categories: categories(names, &infos)?,
        })
    }
}

/// The number of one character.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Info(u32);

impl Info {
    fn new(bytes: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(bytes))
    }

    fn first_category(self) -> usize {
        (self.0 >> 18 & 0xFF) as usize
    }

    fn categories(self) -> Vec<usize> {
        let first = self.first_category();
        let others = (0..18).filter(|&index| index != first && self.0 >> index & 1 == 1);
        [first].into_iter().chain(others).collect()
    }

    fn category(self, name: String) -> Category {
        Category {
            name,
            invoke: self.0 >> 31 & 1 == 1,
            group: self.0 >> 30 & 1 == 1,
            length: self.0 >> 26 & 0xF,
        }
    }
}

fn categories(names: Vec<String>, infos: &[Info]) -> Result<Vec<Category>, Malformed> {
    let category = |(index, name)| {
        let info = infos.iter().find(|info| info.first_category() == index);
        let info = info.ok_or(Malformed("it has a category without characters"))?;
        Ok(info.category(name))
    };
    names.into_iter().enumerate().map(category).collect()
}

fn ranges(infos: &[Info], category_count: usize) -> Result<Vec<Range>, Malformed> {
    let mut ranges = Vec::new();
    for (info, first, last) in runs(infos) {
        let categories = info.categories();
        if categories.iter().any(|&index| index >= category_count) {
            return Err(Malformed("it has a character without a category"));
        }
        if categories != [0] {
            ranges.push(Range {
                first,
                last,
                categories,
            });
        }
    }
    Ok(ranges)
}

/// The first and the last of neighbours that are alike.
fn runs(infos: &[Info]) -> Vec<(Info, char, char)> {
    let mut runs = Vec::new();
    for (code, &info) in (0..).zip(infos) {
        // Surrogates are not characters, and no text has them.
        let Some(character) = char::from_u32(code) else {
            continue;
        };
        match runs.last_mut() {
            Some((like, _, last)) if *like == info => *last = character,
            _ => runs.push((info, character, character)),
        }
    }
    runs
}
