//! Completions for what somebody has typed so far.
//!
//! The last word is the one that is being completed; those before it narrow. `facets` completes
//! labels and codes, `filters` those behind `component:`, `words` the words of the cases, which `written` shows as people write them;
//! `titles` gives cases. `context` knows which cases have the words before the last one. All is read
//! from what searching needs anyway.

mod context;
mod facets;
mod filters;
mod titles;
mod words;
mod written;

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use utoipa::ToSchema;

pub(crate) use facets::FacetNames;
pub(crate) use words::Remembered;

use super::engine::Engine;
use crate::analysis::{Analyzer, Typed, beginnings, folded, is_hangul};
use crate::case::Lang;
use crate::error::Error;
use crate::index::Facet;
use crate::query::parse::parse;
use crate::quoted::is_unseen;
use context::Context;
use filters::FilterBeginning;
use words::Word;

/// What somebody has typed so far.
#[derive(Debug, Clone, Default)]
pub struct SuggestRequest {
    /// Any text will do. An empty one gets the most frequent facet values.
    pub prefix: String,
    /// Most suggestions to return.
    pub limit: usize,
    /// The language of titles and labels; by default that in which they continue the text, else
    /// Korean where the text has Hangul, else English.
    pub lang: Option<Lang>,
}

impl SuggestRequest {
    /// Suggestions that are shown unless another number is asked for.
    pub const SHOWN: u32 = 10;
}

/// What may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// To be put in place of what was typed: a word, a label, an id, a title, or a whole query.
    pub text: String,
    /// What it is; of a whole query, what its last word is.
    pub kind: SuggestionKind,
    /// Of a facet value.
    pub facet: Option<Facet>,
    /// Of a facet value.
    pub code: Option<String>,
    /// The number of cases that have it; of a whole query, that have all of its words and none that
    /// it excludes. 0 where no case has all of them. Cases that were removed may count until the
    /// index has merged them away.
    pub cases: u64,
    /// The case that a title or an id belongs to.
    pub id: Option<String>,
}

/// What a suggestion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SuggestionKind {
    /// The title of a case.
    Title,
    /// A word with separators or with parts, such as `nf_conntrack`.
    Identifier,
    /// Any other word.
    Term,
    /// A value of a facet, by its label.
    Facet,
    /// The id of a case.
    Id,
}

impl Suggestion {
    fn new(kind: SuggestionKind, text: String, cases: u64) -> Self {
        Self {
            text,
            kind,
            facet: None,
            code: None,
            cases,
            id: None,
        }
    }

    fn of_case(kind: SuggestionKind, text: String, id: String) -> Self {
        let id = Some(id);
        Self {
            id,
            ..Self::new(kind, text, 1)
        }
    }
}

/// How well a suggestion continues what was typed, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It begins as what was typed.
    Exact,
    /// It does once a syllable is complete, or a word of it does.
    Near,
}

impl Typed {
    /// How `word`, which is folded, continues what was typed, if it does.
    fn fit(&self, word: &str) -> Option<Fit> {
        if word.starts_with(&self.text) {
            return Some(Fit::Exact);
        }
        let mut beginnings = self.beginnings.iter();
        beginnings
            .any(|beginning| beginning.begins(word))
            .then_some(Fit::Near)
    }
}

/// A suggestion before it is ranked.
enum Candidate<'p> {
    /// A label or an id.
    Name(Fit, Suggestion),
    /// A word behind those before it. How it is written is looked up once it is to be shown.
    Word(&'p str, Word),
}

impl Candidate<'_> {
    fn cases(&self) -> u64 {
        match self {
            Self::Name(_, name) => name.cases,
            Self::Word(_, word) => word.cases,
        }
    }

    fn order(&self) -> impl Ord + use<> {
        let (fit, cases, text) = match self {
            Self::Name(fit, name) => (*fit, name.cases, folded(&name.text)),
            Self::Word(_, word) => (word.fit, word.weight, word.term.clone()),
        };
        (fit, Reverse(cases), text)
    }
}

/// What was typed, taken apart.
struct Asked<'p> {
    text: &'p str,
    /// What stands before the last word, the space included.
    head: &'p str,
    last: Typed,
    /// All of it, as if it were one word.
    whole: Typed,
    /// Where the phrase starts, a dash included, that the last word is in.
    phrase: Option<usize>,
    /// The last word, where it is a filter in the making.
    filter: Option<FilterBeginning<'p>>,
    lang: Lang,
    /// Whether labels are shown in `lang` even where another one continues the text.
    is_lang_chosen: bool,
}

/// Bytes of the longest text that somebody may be typing.
const LONGEST_PREFIX: usize = 1000;
/// Cases that a word may have to be offered in a phrase.
const RARE: u64 = 500;
/// Of so many suggestions one is a title, if there is any.
const ONE_TITLE_IN: usize = 4;

impl Engine {
    /// Completes what somebody has typed so far: exact beginnings first, then by the number of
    /// cases, then in alphabetical order; titles last.
    ///
    /// # Errors
    ///
    /// Where the index cannot be read. No text is an error.
    pub fn suggest(&self, request: &SuggestRequest) -> Result<Vec<Suggestion>, Error> {
        let prefix = cleaned(&request.prefix);
        if request.limit == 0 || prefix.len() > LONGEST_PREFIX {
            return Ok(Vec::new());
        }
        let asked = Asked::new(&prefix, request.lang);
        if asked.whole.text.is_empty() {
            return Ok(self.facet_names()?.most_frequent(asked.lang, request.limit));
        }
        let analyzer = &mut self.analyzer();
        if let Some(filter) = &asked.filter {
            let context = Context::new(self.reader(), analyzer, filter.before, filter.widened())?;
            return self.filters(&asked, filter, &context, request.limit);
        }
        let before = &asked.head[..asked.phrase.unwrap_or(asked.head.len())];
        let context = Context::new(self.reader(), analyzer, before, None)?;
        let words = self.words_starting(&asked.last)?;
        let titles = self.titles(analyzer, &asked, &context, &words, request.limit)?;
        let reserved = titles.len().min(request.limit / ONE_TITLE_IN);
        let same = self.synonyms(analyzer, &prefix)?;
        let candidates = self.candidates(&asked, &same, &context, words, request.limit)?;
        let mut found = self.shown(
            analyzer,
            &asked,
            &context,
            candidates,
            request.limit - reserved,
        )?;
        for title in titles {
            let is_new = found.iter().all(|found| found.text != title.text);
            if is_new && found.len() < request.limit {
                found.push(title);
            }
        }
        Ok(found)
    }

    /// What means the same as `text`, by the glossary, [`folded`].
    fn synonyms(&self, analyzer: &mut Analyzer, text: &str) -> Result<Vec<String>, Error> {
        let tokens = analyzer.tokens(text);
        let found = self.reader().glossary()?.find(&tokens);
        let whole = found.iter().filter(|term| term.range == (0..text.len()));
        let others = whole.flat_map(|term| &term.others);
        Ok(others.map(|term| folded(term.text())).collect())
    }

    /// All but the titles, best first. `same` means the same as what was typed.
    fn candidates<'p>(
        &self,
        asked: &Asked<'p>,
        same: &[String],
        context: &Context<'_>,
        words: Vec<Word>,
        limit: usize,
    ) -> Result<Vec<Candidate<'p>>, Error> {
        let mut found = match context.is_exclusion {
            _ if asked.phrase.is_some() => Vec::new(),
            true => self.excluding(asked, &asked.last, context)?,
            false => self.facet_names()?.matching(asked, same),
        };
        for id in self.reader().ids_beginning(asked.text, limit)? {
            let id = Suggestion::of_case(SuggestionKind::Id, id.clone(), id);
            found.push(Candidate::Name(Fit::Exact, id));
        }
        let mut words = words::narrowed(context, words)?;
        let behind = words::one_form_each(&mut words).map(|word| (asked.head, word));
        let is_one_word =
            !(asked.head.is_empty() || context.is_exclusion || asked.phrase.is_some());
        let mut whole = match is_one_word {
            true => self.words_starting(&asked.whole)?,
            false => Vec::new(),
        };
        let whole = words::one_form_each(&mut whole).map(|word| ("", word));
        // A word that is a label or an id too stays as that.
        let names = found.iter().filter_map(|found| match found {
            Candidate::Name(_, name) => Some(folded(&name.text)),
            Candidate::Word(..) => None,
        });
        let mut seen: FxHashSet<String> = names.collect();
        for (head, word) in behind.chain(whole) {
            if seen.insert(folded(head) + &word.term) {
                found.push(Candidate::Word(head, word));
            }
        }
        found.sort_by_cached_key(Candidate::order);
        Ok(found)
    }

    /// A query that ends with a word, as it is offered, with the number of cases that it leaves: of
    /// `cases`, unless an operator stands before the word.
    fn word(
        &self,
        analyzer: &mut Analyzer,
        asked: &Asked<'_>,
        context: &Context<'_>,
        text: String,
        cases: u64,
    ) -> Result<Option<(String, u64)>, Error> {
        let (text, operand) = match asked.phrase {
            // Where a frequent word stands in phrases takes too long to see at each key.
            Some(_) if cases > RARE => return Ok(None),
            Some(start) => (format!("{text}\""), start),
            None if context.is_exclusion => (text, asked.head.len() - 1),
            None => return Ok(Some((text, cases))),
        };
        let last = parse(&text[operand..], &|_, _| None);
        let is_operator = last.text.is_empty() || !last.phrases.is_empty();
        let cases = context.cases_left(analyzer, &last)?;
        // A phrase that no case has is nothing to leave out.
        let changes = last.excluded_phrases.is_empty() || cases < context.cases.len() as u64;
        Ok((is_operator && cases > 0 && changes).then_some((text, cases)))
    }

    /// The first `limit` of `candidates`, as people write them.
    fn shown(
        &self,
        analyzer: &mut Analyzer,
        asked: &Asked<'_>,
        context: &Context<'_>,
        candidates: Vec<Candidate<'_>>,
        limit: usize,
    ) -> Result<Vec<Suggestion>, Error> {
        let mut shown = Vec::new();
        for candidate in candidates {
            if shown.len() == limit {
                break;
            }
            shown.extend(match candidate {
                Candidate::Name(_, name) => Some(name),
                Candidate::Word(head, word) => {
                    let Some((written, kind)) = self.written(analyzer, &word.term)? else {
                        continue;
                    };
                    let text = format!("{head}{written}");
                    self.word(analyzer, asked, context, text, word.cases)?
                        .map(|(text, cases)| Suggestion::new(kind, text, cases))
                }
            });
        }
        Ok(shown)
    }
}

impl<'p> Asked<'p> {
    fn new(prefix: &'p str, chosen: Option<Lang>) -> Self {
        let (head, last) = prefix.split_at(start_of_last_word(prefix));
        Self {
            text: prefix,
            head,
            last: beginnings(last),
            whole: beginnings(prefix),
            phrase: open_phrase(head),
            filter: FilterBeginning::of(prefix),
            lang: chosen.unwrap_or_else(|| Lang::of(prefix)),
            is_lang_chosen: chosen.is_some(),
        }
    }
}

/// Where a phrase starts that does not end in `head`, a dash included.
fn open_phrase(head: &str) -> Option<usize> {
    let quotes = head.matches('"').count();
    let quote = head.rfind('"').filter(|_| quotes % 2 == 1)?;
    let before = &head[..quote];
    let start = before.strip_suffix('-').unwrap_or(before).len();
    let starts_a_word = start == 0 || before[..start].ends_with([' ', '"']);
    starts_a_word.then_some(start)
}

/// `prefix` on one line, without what nobody types.
fn cleaned(prefix: &str) -> String {
    let seen = |c: &char| c.is_whitespace() || !is_unseen(*c);
    let prefix: String = prefix.nfc().filter(seen).collect();
    prefix.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A word starts behind a space, and where Hangul follows other letters or the other way round:
/// `HAProxy리`. Quotes and dashes before it belong to the query, not to the word.
fn start_of_last_word(prefix: &str) -> usize {
    let mut chars = prefix.char_indices();
    let space = chars.rfind(|(_, c)| c.is_whitespace());
    let behind_space = space.map_or(0, |(at, c)| at + c.len_utf8());
    let word = &prefix[behind_space..];
    let mut start = word.find(char::is_alphanumeric).unwrap_or(0);
    let pairs = word.char_indices().zip(word.char_indices().skip(1));
    for ((_, a), (at, b)) in pairs {
        let are_letters = a.is_alphanumeric() && b.is_alphanumeric();
        if are_letters && is_hangul(a) != is_hangul(b) {
            start = at;
        }
    }
    behind_space + start
}
