//! Numbers with what they count: `두배로`, `이십분간`, and the `분에` of `5분에`.
//!
//! The dictionary has nouns that are spelt like a counter with its particle (분에, 분간, 두배로),
//! so that the parts are taken by rule: a number, a counter, what qualifies it, a particle.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::data;

/// Numbers that stand before a counter. None of them means something else there.
const NATIVE: [&str; 27] = [
    "다섯", "여섯", "일곱", "여덟", "아홉", "서른", "마흔", "스물", "스무", "수십", "수백", "수천",
    "수만", "몇십", "몇백", "몇천", "한두", "두세", "서너", "열", "쉰", "한", "두", "세", "네",
    "첫", "몇",
];
const SINO: &str = "영공일이삼사오육칠팔구십백천만";

/// Counters that mean nothing else even without a number before them.
const PLAIN: [&str; 8] = ["개월", "퍼센트", "분", "초", "건", "회", "번", "배"];
/// Counters behind a number in Hangul.
const SPELT: [&str; 10] = [
    "시간", "주일", "가지", "차례", "명", "개", "대", "곳", "달", "시",
];
/// Counters that only digits make certain.
const OF_DIGITS: [&str; 12] = [
    "년", "월", "일", "주", "원", "장", "차", "칸", "줄", "층", "호", "위",
];

/// What qualifies the count. It says little by itself.
const QUALIFIERS: [&str; 16] = [
    "정도", "이상", "이내", "이하", "미만", "가량", "동안", "만에", "마다", "넘게", "간", "째",
    "쯤", "씩", "당", "내",
];

/// Words that look like a native number and a counter.
const OTHER_WORDS: [&str; 4] = ["세대", "열대", "한시", "세분"];

static PARTICLES: LazyLock<HashSet<&str>> = LazyLock::new(|| data::words(data::KOREAN_PARTICLES));

/// The number in Hangul that `eojeol` starts with, which may be empty, and what it counts.
pub(super) fn read(eojeol: &str) -> Option<(Range<usize>, Range<usize>)> {
    let number = number_len(eojeol);
    let counter = match number {
        0 => counter_len(eojeol, &PLAIN)?,
        _ => {
            let counted = &eojeol[number..];
            counter_len(counted, &PLAIN).or_else(|| counter_len(counted, &SPELT))?
        }
    };
    let is_other = OTHER_WORDS.contains(&&eojeol[..number + counter]);
    (!is_other).then_some((0..number, number..number + counter))
}

/// The length of the counter that `eojeol` is, if it stands right behind digits.
pub(super) fn len_behind_digits(eojeol: &str) -> Option<usize> {
    let lists: [&[&str]; 3] = [&PLAIN, &SPELT, &OF_DIGITS];
    lists.iter().find_map(|list| counter_len(eojeol, list))
}

/// Two syllables of Sino-Korean numerals are a number; a single one (`사건`, `구분`) may be anything.
fn number_len(eojeol: &str) -> usize {
    let sino = eojeol.find(|c| !SINO.contains(c)).unwrap_or(0);
    if sino > '일'.len_utf8() {
        return sino;
    }
    let native = |rest: &str| {
        NATIVE
            .iter()
            .find(|number| rest.starts_with(**number))
            .map_or(0, |n| n.len())
    };
    let tens = native(eojeol);
    match tens {
        0 => 0,
        _ => tens + native(&eojeol[tens..]),
    }
}

/// The length of the counter of `list` that `text` consists of, with what may follow it.
fn counter_len(text: &str, list: &[&str]) -> Option<usize> {
    let counters = list.iter().filter(|counter| text.starts_with(**counter));
    let mut lengths = counters.map(|counter| counter.len());
    lengths.find(|&len| is_tail(&text[len..]))
}

fn is_tail(rest: &str) -> bool {
    let qualified = |qualifier: &&str| rest.strip_prefix(*qualifier).is_some_and(is_tail);
    rest.is_empty() || PARTICLES.contains(rest) || QUALIFIERS.iter().any(qualified)
}
