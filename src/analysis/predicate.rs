//! Korean predicates: which verb or adjective an eojeol is a form of.
//!
//! The lattice weighs words against each other and reads `쓰러집니다` as `쓰` and `지`. Here a listed
//! stem and its endings account for every syllable, or there is no reading.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::data;
use super::entries::entries;
use super::inflection::{Form, bases};

/// A form of a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) stem: &'static str,
    /// The byte that its ending starts at.
    pub(super) end: usize,
    /// What turns its meaning round (`않`), and the byte it starts at.
    pub(super) negation: Option<(&'static str, usize)>,
}

static PREDICATES: LazyLock<Stems> =
    LazyLock::new(|| Stems::new(entries(data::KOREAN_PREDICATES).map(|(_, line)| line)));

/// Verbs that follow another in `-아` or `-고` and say how it went on. None that makes a verb of its own
/// with the other is here: 돌려주다 is not 돌리다.
static AUXILIARIES: LazyLock<Stems> = LazyLock::new(|| {
    let stems = "버리 있 지 두 놓 대 싶 말";
    Stems::new(stems.split(' '))
});

/// Verbs that turn the one before them, in `-지`, round.
static NEGATIONS: LazyLock<Stems> =
    LazyLock::new(|| Stems::new("않 못하 안되 안하 못되".split(' ')));

/// Verbs that make a predicate of a noun.
static LIGHT_VERBS: LazyLock<Stems> =
    LazyLock::new(|| Stems::new("하 되 시키 당하 받 시켜지".split(' ')));

static ENDINGS: LazyLock<FxHashSet<(Form, &str)>> = LazyLock::new(|| {
    let lines = entries(data::KOREAN_ENDINGS).filter_map(|(_, line)| line.split_once(' '));
    let forms = lines.filter_map(|(name, endings)| Some((Form::named(name)?, endings)));
    let pairs = forms.flat_map(|(form, endings)| endings.split(' ').map(move |e| (form, e)));
    pairs.collect()
});

/// The predicate that all of `eojeol` is a form of.
pub(super) fn read(eojeol: &str) -> Option<Reading> {
    PREDICATES.read(eojeol)
}

/// The byte of `eojeol` behind which it is a form of `하다`, `되다` or the like.
pub(super) fn light_verb_at(eojeol: &str) -> impl Iterator<Item = usize> {
    let starts = eojeol.char_indices().map(|(at, _)| at).skip(2);
    starts.filter(|&at| LIGHT_VERBS.read(&eojeol[at..]).is_some())
}

#[derive(Clone, Copy)]
struct Base {
    form: Form,
    stem: &'static str,
    is_noun_besides: bool,
}

/// Stems by what they become before an ending.
struct Stems {
    bases: FxHashMap<String, Vec<Base>>,
    longest: usize,
}

impl Stems {
    fn new(lines: impl Iterator<Item = &'static str>) -> Self {
        let mut stems = Self {
            bases: FxHashMap::default(),
            longest: 0,
        };
        for line in lines {
            let (stem, mark) = line.split_once(' ').unwrap_or((line, ""));
            let irregular = mark.chars().next().filter(|_| mark != "noun");
            for (form, text) in bases(stem, irregular) {
                stems.longest = stems.longest.max(text.len());
                stems.bases.entry(text).or_default().push(Base {
                    form,
                    stem,
                    is_noun_besides: mark == "noun",
                });
            }
        }
        stems
    }

    /// The longest stem counts: `끊기고` is `끊기` and `고`.
    fn read(&self, text: &str) -> Option<Reading> {
        let ends = (1..=text.len().min(self.longest)).rev();
        ends.filter(|&end| text.is_char_boundary(end))
            .find_map(|end| {
                let bases = self.bases.get(&text[..end])?.iter();
                bases
                    .filter(|base| base.may_end(&text[end..]))
                    .find_map(|base| {
                        let negation = negation(base.form, &text[end..])?;
                        Some(Reading {
                            stem: base.stem,
                            end,
                            negation: negation.map(|(stem, at)| (stem, end + at)),
                        })
                    })
            })
    }
}

impl Base {
    fn may_end(self, rest: &str) -> bool {
        !self.is_noun_besides || (self.form == Form::Past && !rest.is_empty())
    }
}

/// Whether `rest` can follow `form`, and the negation in it.
fn negation(form: Form, rest: &str) -> Option<Option<(&'static str, usize)>> {
    let ending = if rest.is_empty() { "-" } else { rest };
    if ENDINGS.contains(&(form, ending)) {
        return Some(None);
    }
    match form {
        Form::Vowel => auxiliary(rest, 0),
        Form::Hard => behind_hard(rest),
        _ => None,
    }
}

fn auxiliary(rest: &str, from: usize) -> Option<Option<(&'static str, usize)>> {
    let reading = AUXILIARIES.read(&rest[from..])?;
    Some(reading.negation.map(|(stem, at)| (stem, from + at)))
}

/// `쓰러지고있음`, `쓰러지지않음`.
fn behind_hard(rest: &str) -> Option<Option<(&'static str, usize)>> {
    const LINKS: [&str; 7] = ["지", "질", "지는", "지도", "지를", "지가", "진"];
    let negation = LINKS.iter().find_map(|link| {
        let verb = NEGATIONS.read(rest.strip_prefix(link)?)?;
        Some((verb.stem, link.len()))
    });
    if negation.is_some() {
        return Some(negation);
    }
    let is_linked = rest.starts_with('고');
    is_linked.then(|| auxiliary(rest, '고'.len_utf8()))?
}
