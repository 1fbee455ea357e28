//! The arguments of `incidex eval`.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand, ValueHint};

use crate::eval::Measure;

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct EvalArgs {
    #[command(subcommand)]
    pub(super) command: EvalCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum EvalCommand {
    /// Search for every topic and print a TREC run
    Run(RunArgs),
    /// Score a run, or the index itself, against judgements
    Score(ScoreArgs),
    /// Compare runs, indexes or weights topic by topic
    Compare(CompareArgs),
    /// Collect what nobody judged yet among the best results of systems
    Pool(PoolArgs),
    /// Fail where the ranking fell below a baseline
    Gate(GateArgs),
}

#[derive(Debug, ClapArgs)]
pub(super) struct TopicsArg {
    /// Topics: TSV with the header qid, lang, kind, text, or TREC's with tags, of which the title is
    /// searched for
    #[arg(long, value_name = "FILE", default_value = "seeds/topics.tsv", value_hint = ValueHint::FilePath)]
    pub(super) topics: PathBuf,
}

/// What systems are scored on.
#[derive(Debug, ClapArgs)]
pub(super) struct BenchmarkArgs {
    #[command(flatten)]
    pub(super) topics: TopicsArg,
    /// Judgements: TREC qrels, four columns, or a filled-in sheet of eval pool; more files add to the
    /// first
    #[arg(long, value_name = "FILE", default_value = "seeds/qrels.txt", value_hint = ValueHint::FilePath)]
    pub(super) qrels: Vec<PathBuf>,
}

impl BenchmarkArgs {
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let qrels = self.qrels.iter().map(PathBuf::as_path);
        std::iter::once(self.topics.topics.as_path()).chain(qrels)
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct ReportArg {
    /// Write a page of plots and tables too: HTML, complete in one file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) report: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct WeightsArg {
    /// Other weights for the ranking: a JSON object of those that differ, such as {"title": 2}
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) weights: Option<PathBuf>,
}

/// The one system to score: by default the index.
#[derive(Debug, ClapArgs)]
pub(super) struct SystemArgs {
    /// A TREC run to score instead of the index
    #[arg(long, value_name = "FILE", conflicts_with = "weights", value_hint = ValueHint::FilePath)]
    pub(super) run: Option<PathBuf>,
    #[command(flatten)]
    pub(super) weights: WeightsArg,
}

impl SystemArgs {
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.run
            .iter()
            .chain(&self.weights.weights)
            .map(PathBuf::as_path)
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The time that searching took goes to stderr: percentiles over the topics of the search itself,
measured in a second pass, after one that warms up.")]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) topics: TopicsArg,
    /// Hits for each topic
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) depth: u32,
    /// Name of the run, one word
    #[arg(long, default_value = "incidex", value_parser = one_word)]
    pub(super) tag: String,
    #[command(flatten)]
    pub(super) weights: WeightsArg,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
All judged topics count; those without a result score 0. Judged@10 is always shown: where it is low
the other measures say little. \"no hits\" is the share of topics for which nothing was found.

Where the index is searched, the last line has percentiles over the topics of the time that the
search itself took, measured in a second pass, after one that warms up.")]
pub(super) struct ScoreArgs {
    #[command(flatten)]
    pub(super) benchmark: BenchmarkArgs,
    #[command(flatten)]
    pub(super) system: SystemArgs,
    /// Measures, as ir_measures names them
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values = ["nDCG@10", "RR@10", "R@100", "Judged@10"])]
    pub(super) measures: Vec<Measure>,
    /// Print the values of every topic too
    #[arg(long)]
    pub(super) per_topic: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) report: ReportArg,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
delta is the other system less the base; win/tie/loss counts topics. p is that of the paired
two-sided randomisation test (Smucker et al. 2007), the interval a percentile bootstrap (Efron and
Tibshirani 1993) of the mean delta, with 10,000 samples each and a fixed seed. Where more than one
test is made, over slices, measures and systems, Holm's correction (1979) decides. Slices of fewer
than 25 topics are not tested.")]
pub(super) struct CompareArgs {
    /// What the others are compared with: a TREC run, the folder of an index, or a JSON file of
    /// weights to search the index of --index with
    #[arg(value_name = "BASE", value_hint = ValueHint::AnyPath)]
    pub(super) base: PathBuf,
    /// Likewise
    #[arg(value_name = "SYSTEM", required = true, value_hint = ValueHint::AnyPath)]
    pub(super) others: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) benchmark: BenchmarkArgs,
    /// Measures, as ir_measures names them
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values = ["nDCG@10"])]
    pub(super) measure: Vec<Measure>,
    /// Print every topic that differs, not only the ten that differ most
    #[arg(long)]
    pub(super) all: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) report: ReportArg,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The sheet is tab-separated, for a spreadsheet or an editor. A judge fills in the column grade: 0 for
not relevant, 1 or more for relevant, the higher the better; a row left empty stays unjudged. The
order of a topic's documents is random, and neither system nor rank is told. What was filled in
counts with --qrels seeds/qrels.txt --qrels SHEET.")]
pub(super) struct PoolArgs {
    /// TREC runs, folders of indexes, or JSON files of weights
    #[arg(value_name = "SYSTEM", required = true, value_hint = ValueHint::AnyPath)]
    pub(super) systems: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) benchmark: BenchmarkArgs,
    /// Results of each system for each topic
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) depth: u32,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Fails where the mean nDCG@10 of all topics, or of a slice of 25 topics or more, fell by more than
the tolerance.

Exit codes: 0 held, 1 fell, 2 the comparison could not be made.")]
pub(super) struct GateArgs {
    /// What the ranking reached before
    #[arg(long, value_name = "FILE", default_value = "benches/baseline.json", value_hint = ValueHint::FilePath)]
    pub(super) baseline: PathBuf,
    #[command(flatten)]
    pub(super) benchmark: BenchmarkArgs,
    #[command(flatten)]
    pub(super) system: SystemArgs,
    /// How much a mean may fall
    #[arg(long, value_name = "T", default_value_t = 0.002, value_parser = tolerance)]
    pub(super) tolerance: f64,
    /// Write the baseline instead of comparing with it
    #[arg(long)]
    pub(super) write: bool,
}

fn one_word(text: &str) -> Result<String, String> {
    let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
    is_word
        .then(|| text.to_owned())
        .ok_or_else(|| "it is a column of the run; write it as one word".to_owned())
}

fn tolerance(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "write a number from 0 to 1".to_owned())
}
