//! What is said beside the figures.

use std::collections::HashSet;

use super::system::System;
use crate::cli::{Failure, WARNING, say};
use crate::eval::{Latency, Percentiles, Qrels, Scores};

/// Names the topics that figures do not or not fully stand for.
pub(super) fn note_topics(scores: &Scores) {
    note_missing("", &scores.not_in_run);
    for (topics, what) in [
        (&scores.not_judged, "without judgements, not counted"),
        (
            &scores.not_in_topics,
            "judged but not among the topics, not counted",
        ),
    ] {
        note(topics, what);
    }
}

/// Names the topics that a system found nothing for.
pub(super) fn note_missing(system: &str, topics: &[String]) {
    note(topics, &format!("without a result{system}, counted as 0"));
}

fn note(topics: &[String], what: &str) {
    if !topics.is_empty() {
        say(WARNING, "topics", &format!("{what}: {}", topics.join(", ")));
    }
}

/// Names the relevant documents that an index cannot find, since it does not have them.
pub(super) fn note_lacking(system: &System, qrels: &Qrels) -> Result<(), Failure> {
    const NAMED: usize = 5;
    let Some(engine) = system.engine() else {
        return Ok(());
    };
    let ids: HashSet<String> = engine.reader().ids()?.into_iter().collect();
    let relevant = qrels.relevant();
    let lacking: Vec<&str> = relevant
        .into_iter()
        .filter(|docno| !ids.contains(*docno))
        .collect();
    if lacking.is_empty() {
        return Ok(());
    }
    let named = lacking[..lacking.len().min(NAMED)].join(", ");
    let more = if lacking.len() > NAMED { ", …" } else { "" };
    let text = format!(
        "{} that are judged relevant are not in the index and count as not found: {named}{more}; \
         name the index of the judged cases with --index",
        lacking.len()
    );
    say(WARNING, "cases", &text);
    Ok(())
}

/// `search: p50 1.2 ms, p95 3.4 ms, p99 5.6 ms; en …`
pub(super) fn latency_line(latency: &Latency) -> String {
    let mut parts = vec![percentiles(&latency.all)];
    for (lang, of) in &latency.lang {
        parts.push(format!("{lang} {}", percentiles(of)));
    }
    format!("search: {}", parts.join("; "))
}

fn percentiles(of: &Percentiles) -> String {
    format!(
        "p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms",
        of.p50, of.p95, of.p99
    )
}
