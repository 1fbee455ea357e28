//! How the stem of a Korean verb or adjective changes before an ending, by rule.
//!
//! The lattice knows many inflected forms and guesses at others; what is made here is complete for
//! a stem. [`bases`] gives what an ending can be put on, `predicate` says which endings follow.

use super::jamo::Syllable;

/// What a stem became, named by the ending that it waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// Before ㄱ, ㄷ and ㅈ: the stem itself.
    Hard,
    /// Before ㄴ, where a final ㄹ goes.
    Soft,
    /// Behind a final consonant that stays.
    Closed,
    /// Before ㅁ and ㄹ: `죽으`, `놀`.
    Open,
    /// Before ㄴ and ㅅ, behind `으` or without ㄹ: `죽으`, `노`.
    Polite,
    /// With ㄴ as the final consonant, and so on.
    Nieun,
    Rieul,
    Mieum,
    Bieup,
    /// With `아` or `어`, fused where the language fuses them.
    Vowel,
    /// With `았` or `었`.
    Past,
}

impl Form {
    /// The form that the list of endings calls `name`.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "hard" => Self::Hard,
            "soft" => Self::Soft,
            "closed" => Self::Closed,
            "open" => Self::Open,
            "polite" => Self::Polite,
            "ㄴ" => Self::Nieun,
            "ㄹ" => Self::Rieul,
            "ㅁ" => Self::Mieum,
            "ㅂ" => Self::Bieup,
            "아" => Self::Vowel,
            "았" => Self::Past,
            _ => return None,
        })
    }
}

/// The bases of `stem`, whose last consonant changes before a vowel if it is `irregular`.
pub(super) fn bases(stem: &str, irregular: Option<char>) -> Vec<(Form, String)> {
    let Some(last) = stem.chars().next_back().and_then(Syllable::of) else {
        return Vec::new();
    };
    let mut bases = vec![(Form::Hard, stem.to_owned())];
    // What vowels are put on: `무거우`, `부`, `들`.
    let soft_stem = match irregular {
        Some('ㅂ') => with_final(stem, None) + "우",
        Some('ㅅ') => with_final(stem, None),
        Some('ㄷ') => with_final(stem, Some('ㄹ')),
        _ => stem.to_owned(),
    };
    match (last.last, irregular) {
        (None, _) => add_open(stem, stem, &mut bases),
        (Some('ㄹ'), _) => {
            add_open(stem, &with_final(stem, None), &mut bases);
            // ㄹ stays before ㅁ: `만듦`. `만듬` is only written of verbs in 들.
            bases.retain(|(form, _)| *form != Form::Mieum || stem.ends_with('들'));
            bases.push((Form::Mieum, with_final(stem, Some('ㄻ'))));
        }
        (Some(_), Some('ㅂ')) => {
            add_closed(stem, &mut bases);
            add_open(&soft_stem, &soft_stem, &mut bases);
        }
        (Some(_), _) => {
            add_closed(stem, &mut bases);
            let open = soft_stem.clone() + "으";
            add_open(&open, &open, &mut bases);
        }
    }
    // Before a consonant these keep theirs, and ㅂ is only put on a vowel.
    if last.last.is_some_and(|last| last != 'ㄹ') {
        bases.retain(|(form, base)| match form {
            Form::Bieup => false,
            Form::Soft => base == stem,
            _ => true,
        });
    }
    for vowel in with_vowel(&soft_stem, stem, irregular) {
        if let Some(past) = with_past(&vowel) {
            bases.push((Form::Past, past));
        }
        bases.push((Form::Vowel, vowel));
    }
    bases
}

fn add_closed(stem: &str, bases: &mut Vec<(Form, String)>) {
    bases.push((Form::Closed, stem.to_owned()));
    bases.push((Form::Soft, stem.to_owned()));
}

/// `open` stands before ㅁ and ㄹ, `bare`, which ends in a vowel, takes a final consonant.
fn add_open(open: &str, bare: &str, bases: &mut Vec<(Form, String)>) {
    bases.extend([
        (Form::Open, open.to_owned()),
        (Form::Polite, bare.to_owned()),
        (Form::Soft, bare.to_owned()),
        (Form::Nieun, with_final(bare, Some('ㄴ'))),
        (Form::Rieul, with_final(bare, Some('ㄹ'))),
        (Form::Mieum, with_final(bare, Some('ㅁ'))),
        (Form::Bieup, with_final(bare, Some('ㅂ'))),
    ]);
}

/// `text` with another final consonant in its last syllable.
fn with_final(text: &str, last: Option<char>) -> String {
    let changed = |syllable: Syllable| Syllable { last, ..syllable }.composed();
    with_last(text, changed).unwrap_or_else(|| text.to_owned())
}

fn with_last(text: &str, change: impl Fn(Syllable) -> Option<char>) -> Option<String> {
    let last = text.chars().next_back()?;
    let mut changed = text[..text.len() - last.len_utf8()].to_owned();
    changed.push(change(Syllable::of(last)?)?);
    Some(changed)
}

fn with_past(vowel: &str) -> Option<String> {
    with_last(vowel, |syllable| {
        let last = Some('ㅆ').filter(|_| syllable.last.is_none());
        last.and_then(|_| Syllable { last, ..syllable }.composed())
    })
}

/// `stem` with `아` or `어`, in every way that it is written.
fn with_vowel(soft_stem: &str, stem: &str, irregular: Option<char>) -> Vec<String> {
    let Some(last) = soft_stem.chars().next_back().and_then(Syllable::of) else {
        return Vec::new();
    };
    let before = &soft_stem[..soft_stem.len() - '가'.len_utf8()];
    let is_bright = |c: Option<char>| {
        let vowel = c.and_then(Syllable::of).map(|syllable| syllable.vowel);
        matches!(vowel, Some('ㅏ' | 'ㅗ' | 'ㅑ'))
    };
    let ending = match is_bright(soft_stem.chars().next_back()) {
        true => "아",
        false => "어",
    };
    let apart = || soft_stem.to_owned() + ending;
    let fused = |vowel| with_last(soft_stem, |s| Syllable { vowel, ..s }.composed());
    let both = |vowel| fused(vowel).into_iter().chain([apart()]).collect();
    if last.last.is_some() || irregular == Some('ㅅ') {
        return vec![apart()];
    }
    let dropped = match is_bright(before.chars().next_back()) {
        true => 'ㅏ',
        false => 'ㅓ',
    };
    match last.vowel {
        'ㅡ' if irregular == Some('르') => {
            let rest = with_final(before, Some('ㄹ'));
            let fused = if dropped == 'ㅏ' { '라' } else { '러' };
            vec![format!("{rest}{fused}")]
        }
        'ㅡ' => fused(dropped).into_iter().collect(),
        'ㅏ' if stem.ends_with('하') => vec![format!("{before}해"), format!("{before}하여")],
        'ㅏ' | 'ㅓ' | 'ㅕ' => vec![soft_stem.to_owned()],
        'ㅐ' | 'ㅔ' => vec![soft_stem.to_owned(), apart()],
        'ㅣ' => both('ㅕ'),
        'ㅗ' => both('ㅘ'),
        'ㅜ' => both('ㅝ'),
        'ㅚ' => both('ㅙ'),
        // Heard and often written so: `바껴` for `바뀌어`.
        'ㅟ' => both('ㅕ'),
        _ => vec![apart()],
    }
}
