//! Cases like a given one, each with the reasons.
//!
//! Facets say whether the same thing broke in the same way, links what the authors knew, and the most
//! telling words of the case find what only reads alike. The words are searched for and scored as
//! those of any query.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use tantivy::DocAddress;

use super::candidates::{candidates, sharing};
use super::engine::{Engine, Ranked};
use super::likeness::{Features, KIND, Likeness};
use super::plan::{Plan, plan};
use super::score::Scored;
use super::telling::telling_words;
use super::weights::{CANDIDATES, related as weight};
use crate::case::{Case, Dimension, UNKNOWN};
use crate::error::Error;
use crate::index::{Facets, facet_term, id_key};

/// A case that is like another one.
#[derive(Debug, Clone)]
pub struct Related {
    /// The case.
    pub case: Case,
    /// How much the two have in common: at most 1, and 1 more for a link between them.
    pub score: f32,
    /// What they have in common, what tells most first.
    pub reasons: Vec<Reason>,
}

impl Related {
    /// Related cases that are shown unless another number is asked for.
    pub const SHOWN: u32 = 5;
}

/// Why a case is related.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// This one repeats the case asked about, which has that id.
    RecurrenceOf(String),
    /// The case asked about, which has that id, repeats this one.
    RecurredAs(String),
    /// One of the two records names the other.
    Linked,
    /// Both have this root cause.
    SameCause(String),
    /// Both have these codes of the dimension.
    Shared(Dimension, Vec<String>),
    /// The texts are alike, in these words.
    SimilarText(Vec<String>),
}

/// Words that a reason shows.
const WORDS: usize = 3;

/// Compares what broke and how it went.
pub(super) struct Kinship {
    broken: Likeness,
    course: Likeness,
}

impl Kinship {
    /// By `facets`, those of [`KIND`], in an index of so many `cases`.
    fn new(facets: &Arc<Facets>, cases: u64) -> Self {
        use Dimension::{Component, Contributing, Domain, RootCause, Symptom};
        Self {
            broken: Likeness::new(facets, &[RootCause, Component], cases),
            course: Likeness::new(facets, &[Symptom, Contributing, Domain], cases),
        }
    }

    fn traits(&self, case: DocAddress) -> Traits {
        Traits {
            broken: self.broken.features(case),
            course: self.course.features(case),
        }
    }

    fn score(&self, a: &Traits, b: &Traits) -> f32 {
        weight::BROKEN * self.broken.cosine(&a.broken, &b.broken)
            + weight::COURSE * self.course.cosine(&a.course, &b.course)
    }
}

struct Traits {
    broken: Features,
    course: Features,
}

impl Engine {
    /// The cases most like the case `id`, best first.
    ///
    /// # Errors
    ///
    /// Where there is no such case, or the index cannot be read.
    pub fn related(&self, id: &str, limit: usize) -> Result<Vec<Related>, Error> {
        let address = self.reader().case_called(id)?;
        let (case, _) = self.stored(address)?;
        let slots = telling_words(self.reader(), self.weights(), &mut self.analyzer(), &case)?;
        let plan = plan(self.reader(), self.weights(), slots, &[])?;
        let linked = self.linked(&case, address)?;
        let mut ranked = self.alike(&case, address, &plan, &linked)?;
        self.sort(&mut ranked)?;
        ranked.truncate(limit);
        ranked
            .into_iter()
            .map(|ranked| {
                let (other, _) = self.stored(ranked.address)?;
                Ok(Related {
                    reasons: reasons(&case, &other, &plan, &ranked.scored),
                    score: ranked.scored.total,
                    case: other,
                })
            })
            .collect()
    }

    /// The cases that `case` names and those that name it.
    fn linked(&self, case: &Case, own: DocAddress) -> Result<FxHashSet<DocAddress>, Error> {
        let mut linked = FxHashSet::default();
        for id in case.links() {
            linked.extend(self.reader().find(id)?);
        }
        linked.extend(self.reader().cases_that_name(&case.id)?);
        linked.remove(&own);
        Ok(linked)
    }

    /// All cases that may be like `case`, scored.
    fn alike(
        &self,
        case: &Case,
        own: DocAddress,
        plan: &Plan,
        linked: &FxHashSet<DocAddress>,
    ) -> Result<Vec<Ranked>, Error> {
        let mut cases = linked.clone();
        cases.extend(candidates(self.reader(), plan, None, CANDIDATES)?.cases);
        cases.extend(sharing(self.reader(), &facets(case), CANDIDATES)?);
        cases.insert(own);
        let mut ranked = self.scored(plan, cases.into_iter().collect())?;
        let own_text = ranked.iter().find(|ranked| ranked.address == own);
        let most = own_text.map_or(0.0, |own| own.scored.total);
        ranked.retain(|ranked| ranked.address != own);
        let kinship = self.kinship()?;
        let traits = kinship.traits(own);
        for Ranked {
            address, scored, ..
        } in &mut ranked
        {
            let text = (scored.total / most.max(f32::MIN_POSITIVE)).min(1.0);
            scored.total = weight::TEXT * text
                + kinship.score(&traits, &kinship.traits(*address))
                + weight::LINK * f32::from(u8::from(linked.contains(address)));
        }
        ranked.retain(|ranked| ranked.scored.total > 0.0);
        Ok(ranked)
    }

    pub(super) fn kinship(&self) -> Result<&Kinship, Error> {
        let facets = self.case_facets()?;
        let new = || Kinship::new(facets, self.reader().total_docs());
        Ok(self.kinship.get_or_init(new))
    }
}

/// The terms of the facets that tell how an incident went.
fn facets(case: &Case) -> Vec<String> {
    let terms = KIND.iter().flat_map(|&dimension| {
        let codes = dimension.values_of(case).iter();
        codes
            .filter(|code| *code != UNKNOWN)
            .map(move |code| facet_term(dimension, code))
    });
    terms.collect()
}

/// What `other` has in common with `case`. What tells less is named only where nothing better is.
fn reasons(case: &Case, other: &Case, plan: &Plan, scored: &Scored) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = link(case, other).into_iter().collect();
    let causes = shared(case, other, Dimension::RootCause);
    reasons.extend(causes.into_iter().map(Reason::SameCause));
    reasons.extend(shared_reason(case, other, Dimension::Component));
    if reasons.is_empty() {
        let words = words(plan, scored);
        let text = (!words.is_empty()).then_some(Reason::SimilarText(words));
        let reason = shared_reason(case, other, Dimension::Symptom)
            .or_else(|| shared_reason(case, other, Dimension::Contributing))
            .or(text)
            .or_else(|| shared_reason(case, other, Dimension::Domain));
        reasons.extend(reason);
    }
    reasons
}

fn shared_reason(case: &Case, other: &Case, dimension: Dimension) -> Option<Reason> {
    let codes = shared(case, other, dimension);
    (!codes.is_empty()).then_some(Reason::Shared(dimension, codes))
}

fn link(case: &Case, other: &Case) -> Option<Reason> {
    let is = |id: &String, case: &Case| id_key(id) == id_key(&case.id);
    let names = |one: &Case, another: &Case| one.related.iter().any(|id| is(id, another));
    if other.recurrence_of.iter().any(|id| is(id, case)) {
        return Some(Reason::RecurrenceOf(case.id.clone()));
    }
    if case.recurrence_of.iter().any(|id| is(id, other)) {
        return Some(Reason::RecurredAs(case.id.clone()));
    }
    (names(case, other) || names(other, case)).then_some(Reason::Linked)
}

fn shared(case: &Case, other: &Case, dimension: Dimension) -> Vec<String> {
    let theirs = dimension.values_of(other);
    let own = dimension.values_of(case).iter();
    own.filter(|code| *code != UNKNOWN && theirs.contains(code))
        .cloned()
        .collect()
}

/// The words that add most to the likeness of the texts.
fn words(plan: &Plan, scored: &Scored) -> Vec<String> {
    let mut shares: Vec<_> = scored.shares.iter().collect();
    shares.sort_by(|a, b| b.score.total_cmp(&a.score));
    let words = shares.into_iter().take(WORDS);
    words
        .map(|share| plan.slots[share.slot].text.clone())
        .collect()
}
