//! The one search function of all front ends.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use rustc_hash::FxHashMap;
use tantivy::DocAddress;

use super::candidates::{Candidates, candidates};
use super::conditions::Conditions;
use super::facets::FacetCounts;
use super::filter::{Filters, Resolver};
use super::highlight::{Highlighter, Passage, Wanted};
use super::initials::initials;
use super::likeness::{Features, KIND, Likeness};
use super::notes::{
    note_empty, note_filters, note_ignored, note_synonyms, note_too_short, relax_phrases,
};
use super::parse::{Parsed, parse};
use super::pasted;
use super::plan::{Plan, plan};
use super::related::Kinship;
use super::score::{Scored, Scorer};
use super::slot::{Role, slots};
use super::suggest::{FacetNames, Remembered};
use super::typing::help;
use super::warning::{Warning, WarningKind};
use super::weights::{CANDIDATES, Weights};
use crate::analysis::{Analyzer, Pool, Pooled};
use crate::case::{Case, Lang};
use crate::error::Error;
use crate::index::{CaseSet, Columns, Facets, Field, Generations, Members, Reader, sections};
use crate::quoted::shortened;

/// A search.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// What the user typed or pasted. Any text will do.
    pub text: String,
    /// What cases must have.
    pub filters: Filters,
    /// Most hits to return.
    pub limit: usize,
    /// Hits to skip.
    pub offset: usize,
    /// The language to show; by default Korean where the text has Hangul, else English.
    pub lang: Option<Lang>,
    /// Whether hits should say how their score came about.
    pub explain: bool,
    /// Most values to count of each facet, see [`Engine::facets`]; by default nothing is counted.
    pub facets: Option<usize>,
}

impl Request {
    /// Hits that a page has unless another number is asked for.
    pub const HITS: u32 = 5;
    /// Values of a facet that are counted unless another number is asked for.
    pub const FACET_VALUES: u32 = 10;
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Response {
    /// Number of cases that match.
    pub total: usize,
    /// Whether there may be more.
    pub total_relation: TotalRelation,
    /// Best first.
    pub hits: Vec<Hit>,
    /// How the query was read, and what was ignored.
    pub warnings: Vec<Warning>,
    /// The language that was chosen for display.
    pub lang: Lang,
    /// What could narrow the search, where it was asked for.
    pub facets: Option<FacetCounts>,
    /// Time taken, in microseconds.
    pub took_us: u64,
}

/// How [`Response::total`] relates to the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TotalRelation {
    /// It is exact.
    Equal,
    /// There are at least that many.
    AtLeast,
}

/// A case that was found.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The case.
    pub case: Case,
    /// How well it matches; comparable within one response only.
    pub score: f32,
    /// Marks in the title shown, as in [`Passage::marks`].
    pub title_marks: Vec<(usize, usize)>,
    /// The best passages of the fields that matched.
    pub passages: Vec<Passage>,
    /// How the score came about, where it was asked for.
    pub explained: Option<Explained>,
}

/// The parts of a score: `(sum of slots + adjacency) * coverage + likeness`.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// One entry for each thing of the query that the case has.
    pub slots: Vec<ExplainedSlot>,
    /// What words next to each other in order add.
    pub adjacency: f32,
    /// Factor for the share of the query that is covered.
    pub coverage: f32,
    /// What being like the hit whose words match best adds.
    pub likeness: f32,
}

impl Explained {
    /// What the words add up to, before it is multiplied by the coverage.
    pub fn sum(&self) -> f32 {
        self.slots.iter().map(|slot| slot.score).sum::<f32>() + self.adjacency
    }

    /// The share of `part` in the sum, 0 to 1.
    pub fn share(&self, part: f32) -> f32 {
        part / self.sum().max(f32::MIN_POSITIVE)
    }
}

/// What one thing of the query adds to a score.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplainedSlot {
    /// As typed.
    pub text: String,
    /// Whether this is the bigram view of words that are listed too.
    pub is_bigram_view: bool,
    /// The field in which it counted most, and its language.
    pub field: Field,
    /// See `field`.
    pub lang: Lang,
    /// Weight of that field.
    pub field_weight: f32,
    /// Weight of the slot.
    pub weight: f32,
    /// Rarity in the cases.
    pub idf: f32,
    /// What it adds, the fields beside the best one included.
    pub score: f32,
}

/// Passages that a hit shows.
const PASSAGES: usize = 3;

/// An open index with all that searching needs. Share it between threads.
pub struct Engine {
    reader: Reader,
    analyzers: Pool,
    weights: Weights,
    /// Made for the first query that describes an incident.
    likeness: OnceLock<Likeness>,
    /// Made when related cases are first asked for.
    pub(super) kinship: OnceLock<Kinship>,
    /// Of [`KIND`]. Read when cases are first compared.
    facets: OnceLock<Arc<Facets>>,
    /// Read when facets are first counted.
    members: OnceLock<Members>,
    /// Made for the first completion.
    facet_names: OnceLock<FacetNames>,
    /// Of what many words begin with.
    pub(super) words: Remembered,
}

/// A case with its score, before its record is read.
pub(super) struct Ranked {
    pub(super) address: DocAddress,
    /// Days since 1970-01-01; the smallest number where there is no date.
    date: i64,
    pub(super) scored: Scored,
}

impl Ranked {
    /// Ties go to the newer case.
    fn best_first(&self, other: &Self) -> Ordering {
        let by_score = other.scored.total.total_cmp(&self.scored.total);
        by_score.then(other.date.cmp(&self.date))
    }
}

impl Engine {
    /// Opens the index in use.
    ///
    /// # Errors
    ///
    /// See [`Reader::open`].
    pub fn open(generations: &Generations) -> Result<Self, Error> {
        let reader = Reader::open(generations)?;
        Ok(Self {
            analyzers: Pool::new(Arc::clone(reader.dictionary())),
            reader,
            weights: Weights::default(),
            likeness: OnceLock::new(),
            kinship: OnceLock::new(),
            facets: OnceLock::new(),
            members: OnceLock::new(),
            facet_names: OnceLock::new(),
            words: Remembered::default(),
        })
    }

    /// Ranks with other weights.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Self {
        Self { weights, ..self }
    }

    /// Reads ahead what the first queries would have to wait for.
    ///
    /// # Errors
    ///
    /// Where the index cannot be read.
    pub fn warm(&self) -> Result<(), Error> {
        self.reader.glossary()?;
        self.likeness()?;
        self.kinship()?;
        self.members()?;
        self.facet_names()?;
        Ok(())
    }

    /// The weights that it ranks with.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The index.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The case `id` and its record as it was read; width and case of the id do not matter.
    ///
    /// # Errors
    ///
    /// Where there is no such case; the error names ids that are written alike.
    pub fn case(&self, id: &str) -> Result<(Case, String), Error> {
        self.stored(self.reader.case_called(id)?)
    }

    pub(super) fn stored(&self, address: DocAddress) -> Result<(Case, String), Error> {
        let record = self.reader.record(address)?;
        match Case::from_stored(&record) {
            Some(case) => Ok((case, record)),
            None => Err(self.reader.damaged("a stored case cannot be read")),
        }
    }

    /// Searches.
    ///
    /// # Errors
    ///
    /// Where a filter names an unknown value or the index cannot be read. No text is an error.
    pub fn search(&self, request: &Request) -> Result<Response, Error> {
        let started = Instant::now();
        let mut analyzer = self.analyzer();
        let mut found = self.find(request, &mut analyzer)?;
        let count = |values| self.count(request, &mut found.understood, values);
        let facets = request.facets.map(count).transpose()?;
        let lang = request.lang.unwrap_or_else(|| Lang::of(&request.text));
        let plan = &found.understood.plan;
        let highlighter = Highlighter::new(plan, &self.weights);
        let page = found.ranked.drain(..).skip(request.offset);
        let hits = page
            .take(request.limit)
            .map(|ranked| {
                self.hit(
                    ranked,
                    plan,
                    &highlighter,
                    &mut analyzer,
                    lang,
                    request.explain,
                )
            })
            .collect::<Result<Vec<Hit>, Error>>()?;
        Ok(Response {
            total: found.total,
            total_relation: found.total_relation,
            hits,
            warnings: found.understood.warnings,
            lang,
            facets,
            took_us: started.elapsed().as_micros() as u64,
        })
    }

    /// Ids and scores alone, best first: what a benchmark of the ranking needs.
    ///
    /// # Errors
    ///
    /// As [`Self::search`].
    pub fn rank(&self, request: &Request) -> Result<Vec<(String, f32)>, Error> {
        let found = self.find(request, &mut self.analyzer())?;
        found
            .ranked
            .into_iter()
            .skip(request.offset)
            .take(request.limit)
            .map(|ranked| Ok((self.reader.id(ranked.address)?, ranked.scored.total)))
            .collect()
    }

    pub(super) fn analyzer(&self) -> Pooled<'_> {
        self.analyzers.take()
    }

    pub(super) fn find(
        &self,
        request: &Request,
        analyzer: &mut Analyzer,
    ) -> Result<Found<'_>, Error> {
        let mut understood = self.understand(request, analyzer)?;
        let mut allowed = understood.conditions.allowed()?;
        let depth = request.offset.saturating_add(request.limit);
        let mut found = self.ranked(&understood.plan, allowed.as_ref(), depth)?;
        if found.ranked.is_empty() && understood.relax() {
            allowed = understood.conditions.allowed()?;
            found = self.ranked(&understood.plan, allowed.as_ref(), depth)?;
        }
        if understood.is_empty() && allowed.is_none() {
            note_empty(&mut understood.warnings);
        }
        self.put_named_cases_first(
            &understood.parsed,
            allowed.as_ref(),
            &mut found,
            &mut understood.warnings,
        )?;
        Ok(Found {
            ranked: found.ranked,
            total: found.total,
            total_relation: found.total_relation,
            understood,
        })
    }

    /// From what was typed to what to look for.
    pub(super) fn understand(
        &self,
        request: &Request,
        analyzer: &mut Analyzer,
    ) -> Result<Understood<'_>, Error> {
        let typed = without_colours(&request.text);
        let resolver = Resolver::new(&self.reader);
        let parsed = parse(&typed, &|dimension, value| {
            resolver.resolve(dimension, value)
        });
        let mut warnings = parsed.warnings.clone();
        let mut filters = request.filters.clone();
        filters.extend(parsed.filters.required.clone());
        note_filters(&self.reader, &parsed.filters, &filters, &mut warnings)?;
        let pasted = pasted::read(&parsed.text);
        let (text, lines) = match &pasted {
            Some(pasted) => (pasted.text.as_str(), pasted.lines.as_slice()),
            None => (parsed.text.as_str(), [].as_slice()),
        };
        let glossary = self.reader.glossary()?;
        let slots = match initials(&self.reader, analyzer, text)? {
            Some(initials) => {
                note_too_short(&initials, &mut warnings);
                initials.slots
            }
            None => slots(analyzer, text, lines, glossary),
        };
        let plan_for = |slots| plan(&self.reader, &self.weights, slots, lines);
        let mut plan = plan_for(slots)?;
        let help = help(
            &self.reader,
            analyzer,
            glossary,
            &typed,
            &parsed,
            &plan.unknown,
        )?;
        warnings.extend(help.warnings);
        if let Some(slots) = help.slots {
            plan = plan_for(slots)?;
        }
        note_ignored(&plan, &mut warnings);
        note_synonyms(&plan, &mut warnings);

        let conditions = Conditions::new(&self.reader, analyzer, &parsed, &filters)?;
        Ok(Understood {
            parsed,
            plan,
            conditions,
            filters,
            warnings,
        })
    }

    /// Scores the candidates of `plan`. A plan without anything to look for takes all allowed
    /// cases, newest first, if there is a filter, and none otherwise.
    fn ranked(
        &self,
        plan: &Plan,
        allowed: Option<&CaseSet>,
        depth: usize,
    ) -> Result<RankedCases, Error> {
        let all = self.reader.total_docs() as usize;
        let limit = depth.clamp(1, all.max(1)).next_multiple_of(CANDIDATES);
        let Candidates { cases, is_complete } = match allowed {
            _ if !plan.slots.is_empty() => candidates(&self.reader, plan, allowed, limit)?,
            Some(allowed) => Candidates {
                cases: allowed.iter().collect(),
                is_complete: true,
            },
            None => Candidates::default(),
        };
        // Without anything to look for all scores are 0, and only the date orders.
        let block = match plan.slots.is_empty() {
            true => cases.len().max(1),
            false => CANDIDATES,
        };
        let mut model: Option<Model> = None;
        let mut ranked = Vec::with_capacity(cases.len());
        for cases in cases.chunks(block) {
            let mut scored = self.scored(plan, cases.to_vec())?;
            // A case may have a word of a phrase and not the phrase.
            scored.retain(|case| plan.slots.is_empty() || case.scored.total > 0.0);
            self.sort(&mut scored)?;
            if model.is_none() {
                model = self.model(plan, scored.first())?;
            }
            if let Some(model) = &model {
                self.add_likeness(&mut scored, model)?;
                self.sort(&mut scored)?;
            }
            ranked.append(&mut scored);
        }
        Ok(RankedCases {
            total: ranked.len(),
            total_relation: if is_complete || plan.slots.is_empty() {
                TotalRelation::Equal
            } else {
                TotalRelation::AtLeast
            },
            ranked,
        })
    }

    /// Puts the best first. Ties go to the newer case, then to the smaller id.
    pub(super) fn sort(&self, ranked: &mut [Ranked]) -> Result<(), Error> {
        ranked.sort_by(Ranked::best_first);
        for tied in ranked.chunk_by_mut(|a, b| a.best_first(b) == Ordering::Equal) {
            if tied.len() > 1 {
                let ids = tied.iter().map(|case| self.reader.id(case.address));
                let ids: Vec<String> = ids.collect::<Result<_, _>>()?;
                let ids: FxHashMap<DocAddress, String> =
                    tied.iter().map(|case| case.address).zip(ids).collect();
                tied.sort_by(|a, b| ids[&a.address].cmp(&ids[&b.address]));
            }
        }
        Ok(())
    }

    /// The best of the first cases, which are the most promising ones, as a model for all.
    fn model(&self, plan: &Plan, best: Option<&Ranked>) -> Result<Option<Model>, Error> {
        let share = self.weights.likeness * plan.describes();
        // Most lookups need no facets.
        let Some(best) = best.filter(|best| share * best.scored.total > 0.0) else {
            return Ok(None);
        };
        Ok(Some(Model {
            features: self.likeness()?.features(best.address),
            worth: share * best.scored.total,
        }))
    }

    fn add_likeness(&self, scored: &mut [Ranked], model: &Model) -> Result<(), Error> {
        let likeness = self.likeness()?;
        for Ranked {
            address, scored, ..
        } in scored
        {
            let features = likeness.features(*address);
            scored.likeness = model.worth * likeness.cosine(&model.features, &features);
            scored.total += scored.likeness;
        }
        Ok(())
    }

    fn likeness(&self) -> Result<&Likeness, Error> {
        let facets = self.case_facets()?;
        let new = || Likeness::new(facets, &KIND, self.reader.total_docs());
        Ok(self.likeness.get_or_init(new))
    }

    pub(super) fn case_facets(&self) -> Result<&Arc<Facets>, Error> {
        if let Some(facets) = self.facets.get() {
            return Ok(facets);
        }
        let read = Arc::new(Facets::read(&self.reader, &KIND)?);
        Ok(self.facets.get_or_init(|| read))
    }

    pub(super) fn members(&self) -> Result<&Members, Error> {
        if let Some(members) = self.members.get() {
            return Ok(members);
        }
        let read = Members::read(&self.reader)?;
        Ok(self.members.get_or_init(|| read))
    }

    pub(super) fn facet_names(&self) -> Result<&FacetNames, Error> {
        if let Some(names) = self.facet_names.get() {
            return Ok(names);
        }
        let read = FacetNames::read(&self.reader)?;
        Ok(self.facet_names.get_or_init(|| read))
    }

    /// Each of `cases` with the score of its words alone.
    pub(super) fn scored(
        &self,
        plan: &Plan,
        mut cases: Vec<DocAddress>,
    ) -> Result<Vec<Ranked>, Error> {
        cases.sort_unstable();
        let mut ranked = Vec::with_capacity(cases.len());
        for in_segment in cases.chunk_by(|a, b| a.segment_ord == b.segment_ord) {
            let ord = in_segment[0].segment_ord;
            let segment = self.reader.searcher().segment_reader(ord);
            let columns: Columns = self.reader.columns(segment)?;
            let mut scorer = Scorer::new(
                &self.reader,
                &self.weights,
                plan,
                segment,
                ord as usize,
                &columns,
            )?;
            for &address in in_segment {
                ranked.push(Ranked {
                    address,
                    scored: scorer.score(address.doc_id),
                    date: columns.date(address.doc_id),
                });
            }
        }
        Ok(ranked)
    }

    fn hit(
        &self,
        ranked: Ranked,
        plan: &Plan,
        highlighter: &Highlighter,
        analyzer: &mut Analyzer,
        lang: Lang,
        explain: bool,
    ) -> Result<Hit, Error> {
        let (case, _) = self.stored(ranked.address)?;
        let all = sections(&case, self.reader.vocabulary());
        // Only texts of the zones that matched can have anything to mark.
        let matched: Vec<_> = all
            .into_iter()
            .filter(|section| !is_shown_anyway(section.zone.field))
            .filter(|section| ranked.scored.zones.contains(section.zone))
            .collect();
        let wanted = wanted(plan, &ranked.scored);
        let passages = highlighter.passages(analyzer, &matched, lang, &wanted, PASSAGES);
        let title_marks = case
            .title
            .in_lang_or_other(lang)
            .map(|(_, title)| highlighter.title_marks(analyzer, title))
            .unwrap_or_default();
        Ok(Hit {
            score: ranked.scored.total,
            explained: explain.then(|| explained(&self.weights, plan, &ranked.scored)),
            title_marks,
            passages,
            case,
        })
    }

    /// Says so where `name` is written as the ids of cases are.
    fn note_unknown_case(&self, name: &str, warnings: &mut Vec<Warning>) -> Result<(), Error> {
        let Some(series) = series_of(name) else {
            return Ok(());
        };
        if !self.reader.ids_beginning(series, 1)?.is_empty() {
            let name = shortened(name);
            let warning = Warning::new(WarningKind::NoSuchCase, format!("there is no case {name}"));
            warnings.push(warning.about([name]));
        }
        Ok(())
    }

    /// A query that names a case means that case: it comes first, whatever its score.
    fn put_named_cases_first(
        &self,
        parsed: &Parsed,
        allowed: Option<&CaseSet>,
        found: &mut RankedCases,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), Error> {
        const NAMES: usize = 8;
        let mut first = 0;
        for word in parsed.text.split_whitespace().take(NAMES) {
            let name = word.trim_matches(|c: char| !c.is_alphanumeric());
            if name.is_empty() {
                continue;
            }
            let Some(address) = self.reader.find(name)? else {
                self.note_unknown_case(name, warnings)?;
                continue;
            };
            if allowed.is_some_and(|allowed| !allowed.contains(address)) {
                continue;
            }
            let place = found.ranked.iter().position(|r| r.address == address);
            if let Some(place) = place.filter(|&place| place >= first) {
                let named = found.ranked.remove(place);
                found.ranked.insert(first, named);
                first += 1;
            }
        }
        Ok(())
    }
}

/// `IL-` of `IL-9999`: what ids have in common before their number.
fn series_of(name: &str) -> Option<&str> {
    let series = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered = series.len() < name.len() && series.len() > 1 && series.ends_with('-');
    is_numbered.then_some(series)
}

/// A request, read against the index.
pub(super) struct Understood<'r> {
    pub(super) parsed: Parsed,
    pub(super) plan: Plan,
    pub(super) conditions: Conditions<'r>,
    /// Those of the request and of its text.
    pub(super) filters: Filters,
    pub(super) warnings: Vec<Warning>,
}

impl Understood<'_> {
    /// Whether there is no word to look for.
    pub(super) fn is_empty(&self) -> bool {
        self.plan.slots.is_empty() && self.plan.unknown.is_empty()
    }

    /// No longer asks for phrases as a whole; whether there were any.
    pub(super) fn relax(&mut self) -> bool {
        let has_phrases = self.conditions.has_phrases();
        if has_phrases {
            self.conditions.drop_phrases();
            relax_phrases(&mut self.warnings);
        }
        has_phrases
    }
}

/// The hit that others are compared to, and what being just like it is worth.
struct Model {
    features: Features,
    worth: f32,
}

/// Ranked cases with how many there are.
struct RankedCases {
    ranked: Vec<Ranked>,
    total: usize,
    total_relation: TotalRelation,
}

pub(super) struct Found<'r> {
    pub(super) ranked: Vec<Ranked>,
    pub(super) total: usize,
    pub(super) total_relation: TotalRelation,
    pub(super) understood: Understood<'r>,
}

/// A terminal's colours, in a log that was copied with them, are no words.
fn without_colours(text: &str) -> Cow<'_, str> {
    match text.contains('\u{1B}') {
        true => Cow::Owned(anstream::adapter::strip_str(text).to_string()),
        false => Cow::Borrowed(text),
    }
}

/// The title and the facets are shown whether they matched or not.
fn is_shown_anyway(field: Field) -> bool {
    matches!(field, Field::Title | Field::Facets)
}

fn wanted(plan: &Plan, scored: &Scored) -> Wanted {
    let is_bigram = |slot: usize| plan.slots[slot].role == Role::Support;
    let is_by_bigrams = scored.shares.iter().all(|share| is_bigram(share.slot));
    let shares = scored.shares.iter().filter(|share| {
        !is_shown_anyway(share.zone.field)
            && is_bigram(share.slot) == is_by_bigrams
            && plan.slots[share.slot].role != Role::StopWord
    });
    Wanted {
        slots: shares.map(|share| share.slot).collect(),
        is_by_bigrams,
    }
}

pub(super) fn explained(weights: &Weights, plan: &Plan, scored: &Scored) -> Explained {
    let slots = scored.shares.iter().map(|share| {
        let slot = &plan.slots[share.slot];
        ExplainedSlot {
            text: slot.text.clone(),
            is_bigram_view: slot.role == Role::Support,
            field: share.zone.field,
            lang: share.zone.lang,
            field_weight: weights.field(share.zone.field),
            weight: slot.weight,
            idf: slot.node.idf(),
            score: share.score,
        }
    });
    Explained {
        slots: slots.collect(),
        adjacency: scored.adjacency,
        coverage: scored.coverage,
        likeness: scored.likeness,
    }
}
