//! Tries other values of the weights of the ranking, and prints what each does to the judged topics.
//!
//! ```text
//! incidex index && cargo run --release -p incidex-benches --bin tune -- synonym tie_breaker=0.2,0.4
//! ```
//!
//! Topics with odd numbers are for choosing, those with even numbers for checking the choice.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use incidex::eval::{Measure, Qrels, Run, Topic, score, topics, write_hits};
use incidex::index::Generations;
use incidex::query::{Engine, Request, Weights};
use incidex_benches::exit_code;
use rayon::prelude::*;

/// Tries other values of the weights of the ranking, one at a time
#[derive(Parser)]
struct Arguments {
    /// Weights, each with the values to try; by default five about the present one [default: all]
    #[arg(value_name = "NAME[=VALUE,…]")]
    trials: Vec<String>,

    /// The index to search
    #[arg(long, default_value = "index")]
    index: PathBuf,

    /// Starts from the weights of this file
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Topics and judgements
    #[arg(long, default_value = "seeds")]
    seeds: PathBuf,
}

/// As shares of the present value.
const STEPS: [f32; 5] = [0.5, 0.75, 1.25, 1.5, 2.0];

/// Each is the mean over the topics that all its words are true of.
const COLUMNS: [&str; 6] = ["odd", "even", "odd en", "odd ko", "even en", "even ko"];

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    exit_code(tune(&Arguments::parse()))
}

fn tune(arguments: &Arguments) -> Result<(), Failure> {
    let base = match &arguments.weights {
        Some(file) => Weights::from_json(&fs::read_to_string(file)?)?,
        None => Weights::default(),
    };
    let trials = match arguments.trials.as_slice() {
        [] => Weights::RANGES
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect(),
        chosen => chosen.to_vec(),
    };
    let trials: Vec<Vec<Variant>> = trials
        .iter()
        .map(|trial| variants(&base, trial))
        .collect::<Result<_, _>>()?;

    let judged = Judged::read(&arguments.seeds)?;
    let means = |weights: Weights| judged.means(&arguments.index, weights);
    let now = means(base)?;
    print_row("nDCG@10", &COLUMNS);
    print_row("as it is", &now.map(|mean| format!("{mean:.4}")));
    for variants in trials {
        let rows: Vec<(String, [f64; 6])> = variants
            .into_par_iter()
            .map(|(name, weights)| Ok((name, means(weights)?)))
            .collect::<Result<_, Failure>>()?;
        for (name, means) in rows {
            let deltas: [String; 6] = std::array::from_fn(|i| format!("{:+.4}", means[i] - now[i]));
            print_row(&name, &deltas);
        }
    }
    Ok(())
}

fn print_row(name: &str, cells: &[impl AsRef<str>; 6]) {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| format!("{:>9}", cell.as_ref()))
        .collect();
    println!("{name:<28}{}", cells.concat());
}

/// What was changed, and the weights with it.
type Variant = (String, Weights);

/// `trial` is a name, or a name with values.
fn variants(base: &Weights, trial: &str) -> Result<Vec<Variant>, Failure> {
    let present = serde_json::to_value(base)?;
    let values = match trial.split_once('=') {
        Some((_, values)) => values
            .split(',')
            .map(str::parse)
            .collect::<Result<_, _>>()?,
        None => steps(trial, &present),
    };
    let name = trial.split('=').next().unwrap_or(trial);
    let variant = |value: f32| {
        let mut changed = present.clone();
        changed[name] = value.into();
        let weights = Weights::from_json(&changed.to_string())?;
        Ok((format!("{name} {value}"), weights))
    };
    values.into_iter().map(variant).collect()
}

/// Values about the present one that lie in range.
fn steps(name: &str, present: &serde_json::Value) -> Vec<f32> {
    let range = Weights::RANGES.iter().find(|(known, _)| *known == name);
    let present = present[name].as_f64().unwrap_or_default() as f32;
    let values = STEPS.map(|step| (step * present * 1e3).round() / 1e3);
    let in_range = |value: &f32| range.is_none_or(|(_, range)| range.contains(value));
    values.into_iter().filter(in_range).collect()
}

/// The judged topics.
struct Judged {
    topics: Vec<Topic>,
    qrels: Qrels,
}

impl Judged {
    fn read(seeds: &Path) -> Result<Self, Failure> {
        let (topics_file, qrels_file) = (seeds.join("topics.tsv"), seeds.join("qrels.txt"));
        Ok(Self {
            topics: topics::parse(&topics_file, &fs::read_to_string(&topics_file)?)?,
            qrels: Qrels::parse(&qrels_file, &fs::read_to_string(&qrels_file)?)?,
        })
    }

    /// The mean over the topics of each column.
    fn means(&self, index: &Path, weights: Weights) -> Result<[f64; 6], Failure> {
        let engine = Engine::open(&Generations::new(index))?.with_weights(weights);
        let run = self.run(&engine)?;
        let measures: [Measure; 1] = ["nDCG@10".parse()?];
        let scores = score(&measures, &self.topics, &self.qrels, &run);
        let mean = |column: &str| {
            let values = scores.topics.iter().filter(|topic| {
                let is_odd = topic.qid.ends_with(['1', '3', '5', '7', '9']);
                column.split(' ').all(|word| match word {
                    "odd" => is_odd,
                    "even" => !is_odd,
                    lang => lang == "all" || topic.lang.as_deref() == Some(lang),
                })
            });
            let values: Vec<f64> = values.map(|topic| topic.values[0]).collect();
            values.iter().sum::<f64>() / values.len().max(1) as f64
        };
        Ok(COLUMNS.map(mean))
    }

    fn run(&self, engine: &Engine) -> Result<Run, Failure> {
        let mut lines = Vec::new();
        for topic in &self.topics {
            let ranking = engine.rank(&Request {
                text: topic.text.clone(),
                limit: 100,
                ..Request::default()
            })?;
            let hits = ranking.iter().map(|(id, score)| (id.as_str(), *score));
            write_hits(&mut lines, &topic.id, hits, "tune")?;
        }
        Ok(Run::parse(Path::new("tune"), &String::from_utf8(lines)?)?)
    }
}
