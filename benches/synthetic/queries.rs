//! Queries as users type them, about the synthetic cases.

use fastrand::Rng;

use super::Corpus;
use super::names::Names;
use super::words::identifiers;

/// The kinds of queries, in the order in which they take turns: two of symptoms, of an identifier,
/// and of an identifier and Korean words.
pub const CLASSES: [&str; 4] = ["symptom-en", "symptom-ko", "identifier", "mixed"];

/// What a query of a class is made from, and how.
type Class<'a> = (
    &'static str,
    Vec<&'a str>,
    fn(&str, &mut Rng) -> Option<String>,
);

impl Corpus {
    /// `n` queries with their classes, which take turns as in [`CLASSES`].
    ///
    /// Names are drawn like those of cases, so that most words of a query
    /// occur in some case and a few in none.
    pub fn queries(&self, n: usize, seed: u64) -> impl Iterator<Item = (&'static str, String)> {
        let mut rng = Rng::with_seed(seed);
        let classes = self.classes();
        (0..n).map_while(move |number| {
            let (class, sentences, query) = &classes[number % classes.len()];
            let sentence = rng.choice(sentences)?;
            Some((*class, query(sentence, &mut rng)?))
        })
    }

    fn classes(&self) -> [Class<'_>; 4] {
        let korean = self.sentences("symptoms_text", "ko");
        let named: Vec<&str> = korean
            .iter()
            .copied()
            .filter(|text| identifiers(text).next().is_some())
            .collect();
        [
            (
                "symptom-en",
                self.sentences("symptoms_text", "en"),
                |text, rng| Some(symptom(text, "en", rng)),
            ),
            ("symptom-ko", korean, |text, rng| {
                Some(symptom(text, "ko", rng))
            }),
            ("identifier", named.clone(), identifier),
            ("mixed", named, mixed),
        ]
    }

    fn sentences(&self, field: &'static str, lang: &'static str) -> Vec<&str> {
        let cases = self.cases.iter();
        cases
            .flat_map(|case| case.sentences(field, lang))
            .map(String::as_str)
            .collect()
    }
}

fn symptom(sentence: &str, lang: &str, rng: &mut Rng) -> String {
    let count = rng.usize(5..=8);
    words(&renamed(sentence, lang, rng), count, rng)
}

fn identifier(sentence: &str, rng: &mut Rng) -> Option<String> {
    let sentence = renamed(sentence, "ko", rng);
    any_identifier(&sentence, rng).map(str::to_owned)
}

fn mixed(sentence: &str, rng: &mut Rng) -> Option<String> {
    let sentence = renamed(sentence, "ko", rng);
    let identifier = any_identifier(&sentence, rng)?;
    let count = rng.usize(2..=4);
    Some(format!("{identifier} {}", words(&sentence, count, rng)))
}

fn any_identifier<'a>(sentence: &'a str, rng: &mut Rng) -> Option<&'a str> {
    rng.choice(identifiers(sentence).collect::<Vec<_>>())
}

/// With the names of some case.
fn renamed(sentence: &str, lang: &str, rng: &mut Rng) -> String {
    Names::new(rng.u64(..)).replace(sentence, lang)
}

/// Some words in a row without the punctuation around them, which nobody types.
fn words(sentence: &str, count: usize, rng: &mut Rng) -> String {
    let words: Vec<&str> = sentence
        .split_whitespace()
        .map(|word| word.trim_matches(['.', ',', ';', ':', '(', ')', '"']))
        .collect();
    let start = rng.usize(..=words.len().saturating_sub(count));
    words[start..]
        .iter()
        .take(count)
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}
