//! How one case fares with a query: its rank and the parts of its score, or what keeps it from being
//! found.

use tantivy::DocAddress;

use super::conditions::Conditions;
use super::engine::{
    Engine, Explained, Found, Ranked, Request, TotalRelation, Understood, explained,
};
use super::filter::Filters;
use super::parse::Parsed;
use super::plan::Plan;
use super::score::Scored;
use super::slot::Role;
use super::typed_filter::TypedFilters;
use super::warning::{Warning, WarningKind};
use super::weights::CANDIDATES;
use crate::analysis::Analyzer;
use crate::case::Case;
use crate::error::Error;

/// What a query makes of one case.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The case.
    pub case: Case,
    /// Its place among the hits, from 1; none where it is not found.
    pub rank: Option<usize>,
    /// Number of cases that match.
    pub total: usize,
    /// Whether there may be more.
    pub total_relation: TotalRelation,
    /// Its score, or that which its words alone would have.
    pub score: f32,
    /// The parts of the score.
    pub explained: Explained,
    /// Words of the query that other cases have and this one lacks, as typed.
    pub missing: Vec<String>,
    /// Words of the query that no case has, as typed.
    pub unknown: Vec<String>,
    /// Why it is not found.
    pub left_out: Vec<Obstacle>,
    /// The case one place above.
    pub above: Option<Above>,
    /// How the query was read, and what was ignored.
    pub warnings: Vec<Warning>,
}

/// What keeps a case from being found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// It does not have what the filter of this name asks for.
    Filter(&'static str),
    /// It has this word, which is excluded.
    Exclusion(String),
    /// It has what this filter names, which is excluded.
    ExcludedFilter(String),
    /// It does not have this phrase.
    Phrase(String),
    /// It has no word of the query.
    NoWord,
    /// So many cases look more promising that it is not scored.
    NoCandidate,
}

impl Obstacle {
    /// The name in output.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Filter(_) => "filter",
            Self::Exclusion(_) => "exclusion",
            Self::ExcludedFilter(_) => "excluded_filter",
            Self::Phrase(_) => "phrase",
            Self::NoWord => "no_word",
            Self::NoCandidate => "no_candidate",
        }
    }

    /// The filter, the word or the phrase.
    pub fn value(&self) -> Option<&str> {
        match self {
            Self::Filter(name) => Some(name),
            Self::Exclusion(text) | Self::ExcludedFilter(text) | Self::Phrase(text) => Some(text),
            Self::NoWord | Self::NoCandidate => None,
        }
    }
}

/// The case that stands one place above another.
#[derive(Debug, Clone)]
pub struct Above {
    /// Its id.
    pub id: String,
    /// Its score.
    pub score: f32,
    /// The parts of its score.
    pub explained: Explained,
    /// The words that count more for it, those that make the most difference first.
    pub leads: Vec<Lead>,
}

/// A word that counts more for one case than for another.
#[derive(Debug, Clone, PartialEq)]
pub struct Lead {
    /// As typed.
    pub text: String,
    /// What it adds to the score of the case above.
    pub theirs: f32,
    /// What it adds to the score of the case asked about.
    pub own: f32,
}

impl Engine {
    /// Says how the case `id` fares with `request`, whose limit and offset do not matter.
    ///
    /// # Errors
    ///
    /// Where there is no such case, and as [`Engine::search`].
    pub fn explain(&self, id: &str, request: &Request) -> Result<Explanation, Error> {
        let address = self.reader().case_called(id)?;
        let (case, _) = self.stored(address)?;
        let request = Request {
            limit: CANDIDATES,
            offset: 0,
            ..request.clone()
        };
        let mut analyzer = self.analyzer();
        let found = self.find(&request, &mut analyzer)?;
        let place = found.ranked.iter().position(|one| one.address == address);
        let scored = match place {
            Some(place) => found.ranked[place].scored.clone(),
            None => self.words_of(address, &found.understood.plan)?,
        };
        let left_out = match place {
            Some(_) => Vec::new(),
            None => self.obstacles(address, &request, &mut analyzer, &found, &scored)?,
        };
        let above = place.and_then(|place| found.ranked.get(place.checked_sub(1)?));
        let plan = &found.understood.plan;
        let above = above.map(|above| self.above(above, &scored, plan));
        Ok(Explanation {
            above: above.transpose()?,
            case,
            rank: place.map(|place| place + 1),
            total: found.total,
            total_relation: found.total_relation,
            score: scored.total,
            explained: explained(self.weights(), plan, &scored),
            missing: missing(plan, &scored),
            unknown: plan.unknown.iter().map(|u| u.text.clone()).collect(),
            left_out,
            warnings: found.understood.warnings,
        })
    }

    /// What the words of the plan are worth in a case, whatever the conditions.
    fn words_of(&self, address: DocAddress, plan: &Plan) -> Result<Scored, Error> {
        let scored = self.scored(plan, vec![address])?;
        Ok(scored
            .into_iter()
            .map(|one| one.scored)
            .next()
            .unwrap_or_default())
    }

    fn obstacles(
        &self,
        address: DocAddress,
        request: &Request,
        analyzer: &mut Analyzer,
        found: &Found<'_>,
        scored: &Scored,
    ) -> Result<Vec<Obstacle>, Error> {
        let mut obstacles = Vec::new();
        let Understood {
            parsed, warnings, ..
        } = &found.understood;
        let is_relaxed = warnings
            .iter()
            .any(|w| w.kind == WarningKind::PhraseRelaxed);
        for (obstacle, parsed, filters) in conditions(parsed, &request.filters) {
            if is_relaxed && matches!(obstacle, Obstacle::Phrase(_)) {
                continue;
            }
            let condition = Conditions::new(self.reader(), analyzer, &parsed, &filters)?;
            let allowed = condition.allowed()?;
            if allowed.is_some_and(|allowed| !allowed.contains(address)) {
                obstacles.push(obstacle);
            }
        }
        if found.understood.plan.slots.is_empty() {
            // There was no word to have.
        } else if scored.shares.is_empty() {
            obstacles.push(Obstacle::NoWord);
        } else if obstacles.is_empty() {
            obstacles.push(Obstacle::NoCandidate);
        }
        Ok(obstacles)
    }

    fn above(&self, above: &Ranked, own: &Scored, plan: &Plan) -> Result<Above, Error> {
        let mut leads: Vec<Lead> = above
            .scored
            .shares
            .iter()
            // Another view of words that are listed too.
            .filter(|share| plan.slots[share.slot].role != Role::Support)
            .map(|share| Lead {
                text: plan.slots[share.slot].text.clone(),
                theirs: share.score,
                own: own
                    .shares
                    .iter()
                    .find(|s| s.slot == share.slot)
                    .map_or(0.0, |s| s.score),
            })
            .filter(|lead| lead.theirs > lead.own)
            .collect();
        let lead_of = |lead: &Lead| lead.theirs - lead.own;
        leads.sort_by(|a, b| lead_of(b).total_cmp(&lead_of(a)));
        Ok(Above {
            id: self.reader().id(above.address)?,
            score: above.scored.total,
            explained: explained(self.weights(), plan, &above.scored),
            leads,
        })
    }
}

/// Each condition of a query by itself, with what it is as an obstacle.
fn conditions(parsed: &Parsed, filters: &Filters) -> Vec<(Obstacle, Parsed, Filters)> {
    let mut all = filters.clone();
    all.extend(parsed.filters.required.clone());
    let filters = all.parts().into_iter();
    let filters = filters.map(|(name, only)| (Obstacle::Filter(name), Parsed::default(), only));
    let excluded = parsed.filters.excluded.clone();
    let excluded = excluded.values().into_iter().map(|(name, excluded)| {
        let only = Parsed {
            filters: TypedFilters {
                excluded,
                ..TypedFilters::default()
            },
            ..Parsed::default()
        };
        (Obstacle::ExcludedFilter(name), only, Filters::default())
    });
    let exclusions = parsed.exclusions.iter().map(|word| {
        let only = Parsed {
            exclusions: vec![word.clone()],
            ..Parsed::default()
        };
        (Obstacle::Exclusion(word.clone()), only, Filters::default())
    });
    let phrases = parsed.phrases.iter().map(|phrase| {
        let only = Parsed {
            phrases: vec![phrase.clone()],
            ..Parsed::default()
        };
        (Obstacle::Phrase(phrase.clone()), only, Filters::default())
    });
    filters
        .chain(excluded)
        .chain(exclusions)
        .chain(phrases)
        .collect()
}

/// Words that the case lacks, each once. Words that say little are not missed.
fn missing(plan: &Plan, scored: &Scored) -> Vec<String> {
    let is_there = |slot: usize| scored.shares.iter().any(|share| share.slot == slot);
    let mut missing: Vec<String> = Vec::new();
    for (i, slot) in plan.slots.iter().enumerate() {
        let is_missed = matches!(slot.role, Role::Content | Role::Corrected) && !is_there(i);
        if is_missed && !missing.contains(&slot.text) {
            missing.push(slot.text.clone());
        }
    }
    missing
}
