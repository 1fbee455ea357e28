//! Words that ko-dic lacks, as rows of a dictionary's source. The build script includes this file,
//! so that our own words need not be read at every start.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::entries::entries;

/// The lists of our own words.
pub(super) struct Lists<'t> {
    /// Nouns, compounds with spaces between their parts.
    pub(super) terms: &'t str,
    /// A variant, and behind a space the standard form, with spaces between its parts.
    pub(super) spellings: &'t str,
    /// A noun made of a verb, and behind a space the stem of the verb.
    pub(super) forms: &'t str,
}

/// The rows of all lists, those of a user first: the first of several entries for one word counts.
/// A row is a surface, context ids, a cost, and what is kept of the features of ko-dic.
pub(super) fn rows(users: &[Vec<String>], ours: &Lists<'_>) -> String {
    let mut rows = Rows::default();
    for term in users {
        rows.add_term(&term.iter().map(String::as_str).collect::<Vec<_>>());
    }
    for (_, term) in entries(ours.terms) {
        rows.add_term(&term.split(' ').collect::<Vec<_>>());
    }
    for (variant, standard) in pairs(ours.spellings) {
        rows.add_spelling(variant, standard);
    }
    for (form, stem) in pairs(ours.forms) {
        rows.add_form(form, stem);
    }
    rows.csv
}

fn pairs(list: &str) -> impl Iterator<Item = (&str, &str)> {
    entries(list).filter_map(|(_, line)| line.split_once(' '))
}

#[derive(Default)]
struct Rows {
    csv: String,
    seen: HashSet<String>,
}

impl Rows {
    /// The context ids of a common noun.
    const LEFT_ID: u16 = 1784;
    const RIGHT_ID: u16 = 3535;

    fn add_term(&mut self, parts: &[&str]) {
        if let [word] = parts {
            return self.add(word, "NNG", "*", "*");
        }
        self.add_compound(&parts.concat(), parts);
        for part in parts.iter().filter(|part| part.chars().nth(1).is_some()) {
            self.add(part, "NNG", "*", "*");
        }
    }

    /// A word that is written in several ways is one, with the parts that stand apart in `standard`.
    fn add_spelling(&mut self, variant: &str, standard: &str) {
        self.add_compound(variant, &standard.split(' ').collect::<Vec<_>>());
    }

    fn add_compound(&mut self, surface: &str, parts: &[&str]) {
        let nouns: Vec<String> = parts.iter().map(|part| format!("{part}/NNG/*")).collect();
        self.add(surface, "NNG", "Compound", &nouns.join("+"));
    }

    fn add_form(&mut self, form: &str, stem: &str) {
        self.add(form, "VV+ETN", "Inflect", &format!("{stem}/VV/*+음/ETN/*"));
    }

    fn add(&mut self, surface: &str, tag: &str, kind: &str, expression: &str) {
        if !self.seen.insert(surface.to_owned()) {
            return;
        }
        let cost = cost(surface);
        let (left, right) = (Self::LEFT_ID, Self::RIGHT_ID);
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.csv,
            "{surface},{left},{right},{cost},{tag},{kind},{expression}"
        );
    }
}

/// What a word costs in the lattice: low enough that it is taken where its syllables occur, the
/// more so the longer it is, but not where that would tear a known word apart.
fn cost(surface: &str) -> i16 {
    let syllables = surface.chars().count().min(10) as i16;
    -1000 * syllables
}
