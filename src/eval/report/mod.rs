//! The report: one HTML page that shows in plots and tables what was measured.
//!
//! ```text
//! Measured ─▶ Report ─▶ Page ─▶ src/templates/report/ ─▶ HTML
//!                       texts, figures, the place of every mark
//! ```
//!
//! # Invariants
//!
//! * The page is complete in itself: no script, no address, nothing to load.
//! * The same report gives the same bytes. There is no clock in it.
//! * Every text from a file passes through the escaping of the templates; no template turns it off.
//! * What a plot shows, a table says.
//! * No numbers of topics, systems or measures are too few: plots of nothing are left out.

mod comparison;
mod difference_bars;
mod difference_plot;
mod first_relevant;
mod gather;
mod latency;
mod legend;
mod line_plot;
mod number;
mod origin;
mod page;
mod precision_recall;
mod scale;
mod slice_plot;
mod slice_table;
mod topic_table;
mod value_bars;

use askama::Template;

use super::{Curve, Test};
use page::Page;

pub use gather::Measured;

/// All that the page shows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    pub title: String,
    /// What the figures come from: version, hashes, parameters; as name and value.
    pub provenance: Vec<(String, String)>,
    /// The same of each system, which takes more words.
    pub systems_provenance: Vec<(String, String)>,
    /// What a reader must know before believing the figures, one sentence each.
    pub notes: Vec<String>,
    /// Names of the measures. Plots of topics show the first.
    pub measures: Vec<String>,
    /// The base first.
    pub systems: Vec<System>,
    pub comparisons: Vec<Comparison>,
}

/// A system that was measured: an index, or a run from elsewhere.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct System {
    pub name: String,
    /// The slices, in the order to show.
    pub slices: Vec<Slice>,
    /// The topics, in the order of their file.
    pub topics: Vec<Topic>,
    /// The mean over the topics; none where there are none.
    pub precision_at_recall: Option<Curve>,
    /// Milliseconds for each search, in any order; empty where nobody took the time.
    pub latencies: Vec<f64>,
}

/// The means over some of the topics.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Slice {
    /// Such as `all` or `lang ko`.
    pub name: String,
    pub topics: usize,
    /// In the order of [`Report::measures`].
    pub means: Vec<f64>,
    /// The share of topics for which nothing was found.
    pub zero_results: f64,
}

/// What one system made of one topic.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Topic {
    pub about: About,
    /// In the order of [`Report::measures`].
    pub values: Vec<f64>,
    /// Counted from 1; none where no relevant document was found.
    pub first_relevant: Option<usize>,
}

/// A topic as it stands in its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    pub id: String,
    pub lang: String,
    pub kind: String,
    pub text: String,
}

/// Two systems on the same topics by one measure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Comparison {
    pub measure: String,
    pub base: String,
    pub other: String,
    /// What can be said over all topics, as a sentence.
    pub claim: String,
    /// In the order to show, that of all topics first.
    pub slices: Vec<SliceDifference>,
    /// One for each topic, in any order.
    pub pairs: Vec<Pair>,
}

/// The difference over some of the topics.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SliceDifference {
    pub name: String,
    pub topics: usize,
    /// The mean of the other system less the base.
    pub difference: f64,
    /// Topics won, tied and lost by the other system.
    pub outcomes: [usize; 3],
    /// None where there are too few topics.
    pub test: Option<Test>,
    /// What can be said, in a word or two.
    pub verdict: String,
}

/// The values of one topic in a [`Comparison`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pair {
    pub about: About,
    pub base: f64,
    pub other: f64,
}

/// Writes the page.
///
/// # Errors
///
/// None that is known; the templates could fail only where memory cannot be written.
pub fn render(report: &Report) -> Result<String, askama::Error> {
    Page::new(report).render()
}
