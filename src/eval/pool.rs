//! Pooling: the documents that still have to be judged before several systems can be told apart.
//!
//! What a judge gets tells neither which system found a document nor at which rank, so that no
//! system is favoured.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::statistics::{SEED, below, generator};
use super::{Qrels, Run, Topic};

/// A document that a system put at the top for a topic and that nobody judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unjudged<'a> {
    pub topic: &'a Topic,
    pub docno: &'a str,
}

/// The documents without a judgement among the first `depth` of any of `runs`, topic by topic. The
/// order within a topic is random, and the same for the same documents.
#[must_use]
pub fn pool<'a>(
    topics: &'a [Topic],
    qrels: &Qrels,
    runs: &'a [Run],
    depth: usize,
) -> Vec<Unjudged<'a>> {
    let unjudged = |topic: &'a Topic| {
        let mut docnos: Vec<&str> = top(topic, runs, depth)
            .into_iter()
            .filter(|docno| !is_judged(qrels, topic, docno))
            .collect();
        shuffle(&mut docnos, &topic.id);
        docnos
            .into_iter()
            .map(move |docno| Unjudged { topic, docno })
    };
    topics.iter().flat_map(unjudged).collect()
}

fn top<'a>(topic: &Topic, runs: &'a [Run], depth: usize) -> BTreeSet<&'a str> {
    let rankings = runs.iter().filter_map(|run| run.ranking(&topic.id));
    rankings
        .flat_map(|ranking| ranking.iter().take(depth))
        .map(String::as_str)
        .collect()
}

fn is_judged(qrels: &Qrels, topic: &Topic, docno: &str) -> bool {
    let judgements = qrels.of(&topic.id);
    judgements.is_some_and(|judgements| judgements.contains_key(docno))
}

/// Fisher and Yates, from a start of the topic's own, so that another topic changes nothing.
fn shuffle(docnos: &mut [&str], qid: &str) {
    let [a, b, c, d, e, f, g, h, ..] = *blake3::hash(qid.as_bytes()).as_bytes();
    let mut random = generator(SEED ^ u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    for last in (1..docnos.len()).rev() {
        docnos.swap(last, below(last + 1, &mut random));
    }
}

/// Writes a sheet for a judge: tab-separated, with a column `grade` to fill in, which
/// [`Qrels::parse`] then reads. `title` says what a document is.
///
/// # Errors
///
/// Those of `out`.
pub fn write_sheet<'a>(
    out: &mut impl Write,
    unjudged: impl IntoIterator<Item = (&'a Unjudged<'a>, &'a str)>,
) -> io::Result<()> {
    writeln!(out, "qid\tdocno\tgrade\ttopic\ttitle")?;
    for (Unjudged { topic, docno }, title) in unjudged {
        let (text, title) = (on_one_line(&topic.text), on_one_line(title));
        writeln!(out, "{}\t{docno}\t\t{text}\t{title}", topic.id)?;
    }
    Ok(())
}

/// Tabs and line breaks would end a cell.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
