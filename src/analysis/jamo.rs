//! Hangul syllables and the jamo they consist of, as a keyboard gives them.

use std::ops::RangeInclusive;

const INITIALS: [char; 19] = [
    'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ',
    'ㅌ', 'ㅍ', 'ㅎ',
];
const VOWELS: [char; 21] = [
    'ㅏ', 'ㅐ', 'ㅑ', 'ㅒ', 'ㅓ', 'ㅔ', 'ㅕ', 'ㅖ', 'ㅗ', 'ㅘ', 'ㅙ', 'ㅚ', 'ㅛ', 'ㅜ', 'ㅝ', 'ㅞ',
    'ㅟ', 'ㅠ', 'ㅡ', 'ㅢ', 'ㅣ',
];
const FINALS: [char; 27] = [
    'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ', 'ㅀ', 'ㅁ',
    'ㅂ', 'ㅄ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];
/// Jamo that are typed as two: the whole, then its halves.
const COMPOUNDS: [[char; 3]; 18] = [
    ['ㄳ', 'ㄱ', 'ㅅ'],
    ['ㄵ', 'ㄴ', 'ㅈ'],
    ['ㄶ', 'ㄴ', 'ㅎ'],
    ['ㄺ', 'ㄹ', 'ㄱ'],
    ['ㄻ', 'ㄹ', 'ㅁ'],
    ['ㄼ', 'ㄹ', 'ㅂ'],
    ['ㄽ', 'ㄹ', 'ㅅ'],
    ['ㄾ', 'ㄹ', 'ㅌ'],
    ['ㄿ', 'ㄹ', 'ㅍ'],
    ['ㅀ', 'ㄹ', 'ㅎ'],
    ['ㅄ', 'ㅂ', 'ㅅ'],
    ['ㅘ', 'ㅗ', 'ㅏ'],
    ['ㅙ', 'ㅗ', 'ㅐ'],
    ['ㅚ', 'ㅗ', 'ㅣ'],
    ['ㅝ', 'ㅜ', 'ㅓ'],
    ['ㅞ', 'ㅜ', 'ㅔ'],
    ['ㅟ', 'ㅜ', 'ㅣ'],
    ['ㅢ', 'ㅡ', 'ㅣ'],
];

const FIRST_SYLLABLE: u32 = 0xAC00;
/// A syllable may have no final.
const FINAL_CHOICES: u32 = FINALS.len() as u32 + 1;
/// Syllables that share their initial; they stand next to each other.
const OF_ONE_INITIAL: u32 = VOWELS.len() as u32 * FINAL_CHOICES;

/// A syllable taken apart; its parts may be compounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Syllable {
    /// The consonant it starts with.
    pub initial: char,
    /// Its vowel.
    pub vowel: char,
    /// The consonant it ends in, if any.
    pub last: Option<char>,
}

impl Syllable {
    /// Takes `c` apart, if it is a syllable.
    pub fn of(c: char) -> Option<Self> {
        if !is_syllable(c) {
            return None;
        }
        let index = c as u32 - FIRST_SYLLABLE;
        let last = index % FINAL_CHOICES;
        Some(Self {
            initial: INITIALS[(index / OF_ONE_INITIAL) as usize],
            vowel: VOWELS[(index % OF_ONE_INITIAL / FINAL_CHOICES) as usize],
            last: last.checked_sub(1).map(|last| FINALS[last as usize]),
        })
    }

    /// The syllable as one character, if there is one of these parts.
    pub fn composed(self) -> Option<char> {
        let place = |jamo: &[char], wanted| jamo.iter().position(|&c| c == wanted);
        let initial = place(&INITIALS, self.initial)? as u32;
        let vowel = place(&VOWELS, self.vowel)? as u32;
        let last = match self.last {
            Some(last) => place(&FINALS, last)? as u32 + 1,
            None => 0,
        };
        char::from_u32(FIRST_SYLLABLE + initial * OF_ONE_INITIAL + vowel * FINAL_CHOICES + last)
    }

    /// The parts in order.
    pub fn jamo(self) -> impl Iterator<Item = char> {
        [self.initial, self.vowel].into_iter().chain(self.last)
    }
}

/// Whether `c` is a syllable.
pub fn is_syllable(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// Whether `c` is a consonant that stands alone, a compound one included.
pub fn is_consonant(c: char) -> bool {
    ('ㄱ'..='ㅎ').contains(&c)
}

/// Whether `c` is a vowel that stands alone.
fn is_vowel(c: char) -> bool {
    ('ㅏ'..='ㅣ').contains(&c)
}

/// The jamo that `first` and `second` make together.
fn compound(first: char, second: char) -> Option<char> {
    let found = COMPOUNDS
        .iter()
        .find(|[_, a, b]| (*a, *b) == (first, second));
    found.map(|[whole, ..]| *whole)
}

/// `jamo` as it is typed: a compound as its halves.
pub fn halves(jamo: char) -> impl Iterator<Item = char> {
    let found = COMPOUNDS.iter().find(|[whole, ..]| *whole == jamo);
    let (first, second) = found.map_or((jamo, None), |&[_, a, b]| (a, Some(b)));
    [first].into_iter().chain(second)
}

/// The syllables that start with the same consonant as `syllable`: the first of them, and the
/// character behind the last.
pub fn same_initial(syllable: char) -> Option<(char, char)> {
    let index = (syllable as u32).checked_sub(FIRST_SYLLABLE)?;
    let first = FIRST_SYLLABLE + index / OF_ONE_INITIAL * OF_ONE_INITIAL;
    let block = (
        char::from_u32(first)?,
        char::from_u32(first + OF_ONE_INITIAL)?,
    );
    is_syllable(syllable).then_some(block)
}

/// The syllables that start with `consonant`.
pub fn syllables_of(consonant: char) -> Option<RangeInclusive<char>> {
    let (first, last) = (VOWELS.first()?, VOWELS.last()?);
    let syllable = |vowel: &char, last| {
        let (initial, vowel) = (consonant, *vowel);
        let syllable = Syllable {
            initial,
            vowel,
            last,
        };
        syllable.composed()
    };
    Some(syllable(first, None)?..=syllable(last, FINALS.last().copied())?)
}

/// The syllables that `open`, which has no final, may become by more keys: itself, those with a
/// final, and with the compound vowels that start with its vowel. They stand next to each other.
pub fn grown(open: Syllable) -> Option<RangeInclusive<char>> {
    let starts_so = |vowel: &&char| halves(**vowel).next() == Some(open.vowel);
    let vowel = *VOWELS.iter().rfind(starts_so).unwrap_or(&open.vowel);
    let last = Syllable {
        vowel,
        last: FINALS.last().copied(),
        ..open
    };
    Some(open.composed()?..=last.composed()?)
}

/// The finals that `first` may become by another key.
pub fn grown_finals(first: char) -> impl Iterator<Item = char> {
    let starts_so = move |jamo: &char| *jamo != first && halves(*jamo).next() == Some(first);
    FINALS.into_iter().filter(starts_so)
}

/// What an input method makes of `jamo` typed one after the other.
pub fn composed(jamo: &[char]) -> String {
    let mut hangul = String::new();
    let mut rest = jamo;
    while !rest.is_empty() {
        let (c, keys) = first_character(rest);
        hangul.extend(c);
        rest = &rest[keys..];
    }
    hangul
}

/// The character that `keys` start with, and how many of them make it: a syllable, or a jamo that
/// finds no partner.
fn first_character(keys: &[char]) -> (Option<char>, usize) {
    match keys {
        [initial, vowel, rest @ ..] if is_consonant(*initial) && is_vowel(*vowel) => {
            let (vowel, of_vowel) = vowel_of(*vowel, rest);
            let (last, of_last) = final_of(&rest[of_vowel - 1..]);
            let syllable = Syllable {
                initial: *initial,
                vowel,
                last,
            };
            (syllable.composed(), 1 + of_vowel + of_last)
        }
        [vowel, rest @ ..] if is_vowel(*vowel) => {
            let (vowel, keys) = vowel_of(*vowel, rest);
            (Some(vowel), keys)
        }
        _ => (keys.first().copied(), 1),
    }
}

/// `first` with what follows, where both make one vowel, and how many keys that takes.
fn vowel_of(first: char, rest: &[char]) -> (char, usize) {
    match rest.first().and_then(|&second| compound(first, second)) {
        Some(both) => (both, 2),
        None => (first, 1),
    }
}

/// The final of the syllable behind which `keys` stand. A consonant before a vowel starts the next
/// syllable.
fn final_of(keys: &[char]) -> (Option<char>, usize) {
    let closes = |at: usize| {
        let is_alone = keys.get(at + 1).is_none_or(|&next| !is_vowel(next));
        keys.get(at).copied().filter(|_| is_alone)
    };
    let Some(first) = closes(0).filter(|&first| is_final(first)) else {
        return (None, 0);
    };
    match closes(1).and_then(|second| compound(first, second)) {
        Some(both) => (Some(both), 2),
        None => (Some(first), 1),
    }
}

/// ㄸ, ㅃ and ㅉ close no syllable.
fn is_final(c: char) -> bool {
    is_consonant(c) && !matches!(c, 'ㄸ' | 'ㅃ' | 'ㅉ')
}
