//! From the results of an evaluation to what the page shows of them.

use std::collections::BTreeMap;

use super::{About, Comparison, Pair, Report, Slice, SliceDifference, System, Topic, origin};
use crate::eval::{
    self, Latency, Provenance, Scored, Scores, SliceComparison, TopicComparison, TopicScores,
    Verdict,
};

/// Results that belong together: of the same topics and judgements, by the same measures.
pub struct Measured<'a> {
    pub title: String,
    pub provenance: &'a Provenance,
    pub topics: &'a [eval::Topic],
    /// The base first.
    pub systems: &'a [Scored],
    pub comparisons: &'a [eval::Comparison],
    /// By the name of the system.
    pub latency: BTreeMap<&'a str, &'a Latency>,
}

/// Topics by their id.
type Topics<'a> = BTreeMap<&'a str, &'a eval::Topic>;

impl From<&Measured<'_>> for Report {
    fn from(measured: &Measured) -> Self {
        let topics: Topics = measured
            .topics
            .iter()
            .map(|topic| (topic.id.as_str(), topic))
            .collect();
        let first = measured.systems.first();
        let comparisons = measured.comparisons.iter();
        let systems = measured.systems.iter().map(|scored| {
            let latency = measured.latency.get(scored.name.as_str()).copied();
            system(scored, latency, &topics)
        });
        Self {
            title: measured.title.clone(),
            provenance: origin::rows(measured.provenance, measured.topics.len()),
            systems_provenance: origin::system_rows(measured.provenance),
            notes: notes(measured.systems),
            measures: first.map_or_else(Vec::new, |scored| names(&scored.scores)),
            systems: systems.collect(),
            comparisons: comparisons.map(|of| comparison(of, &topics)).collect(),
        }
    }
}

fn names(scores: &Scores) -> Vec<String> {
    scores.measures.iter().map(ToString::to_string).collect()
}

fn system(scored: &Scored, latency: Option<&Latency>, topics: &Topics) -> System {
    let scores = &scored.scores;
    let all = scores.slices.first().filter(|slice| slice.topics > 0);
    System {
        name: scored.name.clone(),
        slices: scores.slices.iter().map(slice).collect(),
        topics: scores.topics.iter().map(|of| topic(of, topics)).collect(),
        precision_at_recall: all.map(|slice| slice.interpolated_precision),
        latencies: latency.map_or_else(Vec::new, |taken| taken.topics.values().copied().collect()),
    }
}

fn slice(slice: &eval::Slice) -> Slice {
    Slice {
        name: slice.slice.to_string(),
        topics: slice.topics,
        means: slice.means.clone(),
        zero_results: slice.zero_results,
    }
}

fn topic(scores: &TopicScores, topics: &Topics) -> Topic {
    Topic {
        about: about(&scores.qid, topics),
        values: scores.values.clone(),
        first_relevant: scores.first_relevant,
    }
}

fn about(qid: &str, topics: &Topics) -> About {
    let label = |label: &Option<String>| label.clone().unwrap_or_default();
    let known = topics.get(qid).map(|topic| About {
        id: topic.id.clone(),
        lang: label(&topic.lang),
        kind: label(&topic.kind),
        text: topic.text.clone(),
    });
    known.unwrap_or_else(|| About {
        id: qid.to_owned(),
        ..About::default()
    })
}

fn comparison(of: &eval::Comparison, topics: &Topics) -> Comparison {
    let overall = of.slices.first().map(|slice| slice.verdict);
    Comparison {
        measure: of.measure.to_string(),
        base: of.base.clone(),
        other: of.other.clone(),
        claim: overall.map_or_else(String::new, |verdict| claim(of, verdict)),
        slices: of.slices.iter().map(slice_difference).collect(),
        pairs: of.topics.iter().map(|topic| pair(topic, topics)).collect(),
    }
}

fn claim(of: &eval::Comparison, verdict: Verdict) -> String {
    let (base, other) = (&of.base, &of.other);
    match verdict {
        Verdict::Better => format!("{other} is better than {base}; the difference is significant."),
        Verdict::Worse => format!("{other} is worse than {base}; the difference is significant."),
        Verdict::NotSignificant => {
            "The difference is not significant: chance alone could have made it.".to_owned()
        }
        Verdict::TooFewTopics => format!(
            "Nothing can be claimed: fewer than {} topics are too few to say.",
            eval::ENOUGH_TOPICS
        ),
    }
}

fn slice_difference(slice: &SliceComparison) -> SliceDifference {
    SliceDifference {
        name: slice.slice.to_string(),
        topics: slice.topics,
        difference: slice.delta,
        outcomes: [slice.wins, slice.ties, slice.losses],
        test: slice.test,
        verdict: slice.verdict.to_string(),
    }
}

fn pair(topic: &TopicComparison, topics: &Topics) -> Pair {
    Pair {
        about: about(&topic.qid, topics),
        base: topic.base,
        other: topic.other,
    }
}

/// Names the topics that figures do not or not fully stand for.
fn notes(systems: &[Scored]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |topics: &[String], what: &str| {
        if !topics.is_empty() {
            notes.push(format!("Topics {what}: {}", topics.join(", ")));
        }
    };
    for system in systems {
        let what = format!("without a result in {}, counted as 0", system.name);
        note(&system.scores.not_in_run, &what);
    }
    if let Some(Scored { scores, .. }) = systems.first() {
        note(&scores.not_judged, "without judgements, not counted");
        note(
            &scores.not_in_topics,
            "judged but not among the topics, not counted",
        );
    }
    notes
}
