//! Titles that have all the words typed: of cases that a search would show.

use super::context::Context;
use super::words::Word;
use super::{Asked, Suggestion, SuggestionKind};
use crate::analysis::{Analyzer, TokenKind};
use crate::case::{Case, Lang};
use crate::error::Error;
use crate::query::candidates::candidates;
use crate::query::engine::Engine;
use crate::query::plan::plan;
use crate::query::slot::{Form, Node, Role, slot, slots_of};

/// Words that the last one may become.
const WORDS: usize = 2;
/// Cases that are scored. A search looks at more, to be right about their order.
const SCORED: usize = 50;
/// Cases that are read.
const READ: usize = 4;

impl Engine {
    /// At most `most` titles with all the words, best first. A syllable or two letters say nothing.
    pub(super) fn titles(
        &self,
        analyzer: &mut Analyzer,
        asked: &Asked<'_>,
        context: &Context<'_>,
        words: &[Word],
        most: usize,
    ) -> Result<Vec<Suggestion>, Error> {
        const SHORTEST_BYTES: usize = 3;
        let is_short = asked.last.text.chars().nth(1).is_none();
        if words.is_empty()
            || context.is_exclusion
            || asked.phrase.is_some()
            || is_short
            || asked.last.text.len() < SHORTEST_BYTES
        {
            return Ok(Vec::new());
        }
        let mut slots = slots_of(&context.text, &analyzer.tokens(&context.text));
        let forms = words.iter().take(WORDS);
        let forms = forms.map(|word| Form::same(word.term.clone())).collect();
        let end = asked.head.len()..asked.text.len();
        slots.push(slot(asked.text, end, Role::Content, Node::Leaf(forms), 1));
        let plan = plan(self.reader(), self.weights(), slots, &[])?;
        let mut titles = Vec::new();
        let allowed = context.has_conditions.then_some(&context.cases);
        let found = candidates(self.reader(), &plan, allowed, SCORED)?;
        let mut best = self.scored(&plan, found.cases)?;
        self.sort(&mut best)?;
        for ranked in best.iter().take(READ) {
            let (case, _) = self.stored(ranked.address)?;
            titles.extend(title(analyzer, asked, context, case));
            if titles.len() == most {
                break;
            }
        }
        Ok(titles)
    }
}

/// The title in the language asked for, else in the other, if it has all the words.
fn title(
    analyzer: &mut Analyzer,
    asked: &Asked<'_>,
    context: &Context<'_>,
    case: Case,
) -> Option<Suggestion> {
    let langs = [asked.lang].into_iter().chain(Lang::ALL);
    let mut titles = langs.filter_map(|lang| case.title.get(lang));
    let title = titles.find(|title| {
        let tokens = analyzer.tokens(title);
        let mut words = tokens
            .iter()
            .filter(|token| token.kind != TokenKind::Bigram);
        let mut before = context.words.iter();
        words.any(|token| asked.last.fit(&token.text).is_some())
            && before.all(|word| tokens.iter().any(|token| word.contains(&token.term())))
    })?;
    Some(Suggestion::of_case(
        SuggestionKind::Title,
        title.to_owned(),
        case.id,
    ))
}
