//! An endless list of coined words, drawn with the odds of Zipf's law.

use std::iter;

use fastrand::Rng;

/// Mandelbrot's shift: the first words are about equally frequent.
const SHIFT: f64 = 1000.0;

/// Consonants in Latin and as the index of the initial jamo in Unicode.
const CONSONANTS: [(char, u32); 12] = [
    ('g', 0),
    ('n', 2),
    ('d', 3),
    ('r', 5),
    ('m', 6),
    ('b', 7),
    ('s', 9),
    ('j', 12),
    ('k', 15),
    ('t', 16),
    ('p', 17),
    ('h', 18),
];

/// Vowels in Latin and as the index of the medial jamo in Unicode.
const VOWELS: [(char, u32); 5] = [('a', 0), ('e', 5), ('o', 8), ('u', 13), ('i', 20)];

/// A word that can be written in either script.
pub struct Coined {
    syllables: Vec<((char, u32), (char, u32))>,
}

impl Coined {
    pub fn draw(rng: &mut Rng) -> Self {
        let mut rng = Rng::with_seed(rank(rng));
        let syllables = rng.usize(3..=4);
        let mut syllable = || (CONSONANTS[rng.usize(..12)], VOWELS[rng.usize(..5)]);
        Self {
            syllables: iter::repeat_with(&mut syllable).take(syllables).collect(),
        }
    }

    /// `karomi`
    pub fn latin(&self) -> String {
        self.syllables
            .iter()
            .flat_map(|&((initial, _), (medial, _))| [initial, medial])
            .collect()
    }

    /// `카로미`, the same sounds.
    pub fn hangul(&self) -> String {
        // Unicode §3.12: syllable = 0xAC00 + (initial * 21 + medial) * 28
        self.syllables
            .iter()
            .filter_map(|&((_, initial), (_, medial))| {
                char::from_u32(0xAC00 + (initial * 21 + medial) * 28)
            })
            .collect()
    }
}

/// A rank from 0, with odds that fall like `1 / (rank + SHIFT)²`: the inverse
/// of that distribution, taken as continuous. The number of distinct ranks
/// among many drawn grows like the square root of how many.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounds down"
)]
fn rank(rng: &mut Rng) -> u64 {
    (SHIFT / (1.0 - rng.f64()) - SHIFT) as u64
}
