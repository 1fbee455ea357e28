//! The page: everything that the templates need, in the order in which they show it.

use askama::Template;

use super::comparison::{ComparisonView, comparison_view};
use super::first_relevant::{FirstRelevant, first_relevant};
use super::latency::{Latency, latency};
use super::legend::{Entry, legend};
use super::precision_recall::{PrecisionRecall, precision_recall};
use super::slice_plot::{SlicePlot, slice_plots};
use super::slice_table::{SliceRows, slice_table};
use super::topic_table::{TopicTable, topic_tables};
use super::{About, Report};

#[derive(Template)]
#[template(path = "report/page.html")]
pub(super) struct Page<'a> {
    report: &'a Report,
    legend: Vec<Entry<'a>>,
    comparisons: Vec<ComparisonView<'a>>,
    slice_plots: Vec<SlicePlot<'a>>,
    slices: Vec<SliceRows<'a>>,
    precision_recall: Option<PrecisionRecall<'a>>,
    first_relevant: Option<FirstRelevant<'a>>,
    latency: Option<Latency<'a>>,
    topics: Vec<TopicTable<'a>>,
}

impl<'a> Page<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self {
            report,
            legend: legend(&report.systems),
            comparisons: report.comparisons.iter().map(comparison_view).collect(),
            slice_plots: slice_plots(report),
            slices: slice_table(report),
            precision_recall: precision_recall(report),
            first_relevant: first_relevant(report),
            latency: latency(report),
            topics: topic_tables(report),
        }
    }
}

impl About {
    /// The start of the text, as much as fits where a mouse points.
    fn hint(&self) -> String {
        const CHARACTERS: usize = 140;
        match self.text.char_indices().nth(CHARACTERS) {
            Some((end, _)) => format!("{}…", &self.text[..end]),
            None => self.text.clone(),
        }
    }

    /// For the `lang` of the text: its language, where it has one that everybody knows.
    fn language(&self) -> Option<&str> {
        let is_code = self.lang.len() == 2 && self.lang.bytes().all(|b| b.is_ascii_lowercase());
        is_code.then_some(&self.lang)
    }
}
