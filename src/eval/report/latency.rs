//! How long the searches took: the share that was done within a time.

use super::legend::style;
use super::line_plot::{Line, LinePlot, Mark, X, Y, points, shares};
use super::number::{Length, Milliseconds};
use super::scale::{Scale, Tick, steps};
use super::{Report, System};
use crate::eval::latency::nearest_rank;
use crate::eval::measures::count;

/// The percentiles that the table names.
const PERCENTILES: [usize; 3] = [50, 95, 99];

pub(super) struct Latency<'a> {
    pub(super) plot: LinePlot<'a>,
    pub(super) rows: Vec<Row<'a>>,
}

pub(super) struct Row<'a> {
    pub(super) system: &'a str,
    pub(super) searches: usize,
    pub(super) percentiles: [Milliseconds; 3],
    pub(super) longest: Milliseconds,
}

/// A system with its times, shortest first and never empty.
struct Timed<'a> {
    style: usize,
    system: &'a System,
    times: Vec<f64>,
    longest: f64,
}

/// None where nobody took the time.
pub(super) fn latency(report: &Report) -> Option<Latency<'_>> {
    let systems = report.systems.iter().enumerate();
    let timed: Vec<Timed> = systems
        .filter_map(|(at, system)| timed(at, system))
        .collect();
    let shortest = timed.iter().map(|timed| timed.times[0]).reduce(f64::min)?;
    let longest = timed.iter().map(|timed| timed.longest).reduce(f64::max)?;
    let bounds = Bounds::around(shortest, longest);
    Some(Latency {
        rows: timed.iter().map(row).collect(),
        plot: LinePlot {
            id: "latency",
            title: "Share of searches done within a time",
            description: description(&timed),
            x_name: "time",
            y_name: "share",
            x_ticks: bounds.ticks(),
            y_ticks: shares().ticks(steps(0.0, 1.0, 0.25)),
            lines: timed.iter().map(|timed| line(timed, bounds)).collect(),
        },
    })
}

fn timed(at: usize, system: &System) -> Option<Timed<'_>> {
    let mut times = system.latencies.clone();
    times.sort_by(f64::total_cmp);
    let longest = *times.last()?;
    Some(Timed {
        style: style(at),
        system,
        times,
        longest,
    })
}

fn row<'a>(timed: &Timed<'a>) -> Row<'a> {
    Row {
        system: &timed.system.name,
        searches: timed.times.len(),
        percentiles: PERCENTILES.map(|percent| Milliseconds(nearest_rank(&timed.times, percent))),
        longest: Milliseconds(timed.longest),
    }
}

fn line<'a>(timed: &Timed<'a>, bounds: Bounds) -> Line<'a> {
    let mark = |percent| {
        let time = nearest_rank(&timed.times, percent);
        Mark {
            x: Length(bounds.place(time)),
            y: Length(shares().place(count(percent) / 100.0)),
            says: format!("p{percent}: {}", Milliseconds(time)),
        }
    };
    Line {
        style: timed.style,
        system: &timed.system.name,
        points: points(staircase(&timed.times, bounds)),
        marks: PERCENTILES.map(mark).into(),
    }
}

/// Goes up at each time by the share that it is.
fn staircase(times: &[f64], bounds: Bounds) -> Vec<(f64, f64)> {
    let mut places = vec![(X.0, Y.0)];
    for (done, time) in times.iter().enumerate() {
        let x = bounds.place(*time);
        let share = |done| shares().place(count(done) / count(times.len()));
        places.extend([(x, share(done)), (x, share(done + 1))]);
    }
    places.push((X.1, Y.1));
    places
}

fn description(timed: &[Timed]) -> String {
    let medians: Vec<String> = timed
        .iter()
        .map(|timed| {
            let half = Milliseconds(nearest_rank(&timed.times, 50));
            format!("{}: {half}", timed.system.name)
        })
        .collect();
    format!("Half of the searches take at most: {}.", medians.join(", "))
}

/// The ends of an axis whose ticks grow by factors.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
}

/// A microsecond; what took less is drawn there.
const SHORTEST: f64 = 0.001;

impl Bounds {
    fn around(shortest: f64, longest: f64) -> Self {
        let (shortest, longest) = (shortest.max(SHORTEST), longest.max(SHORTEST));
        let below = ladder().take_while(|step| *step <= shortest).last();
        let above = ladder().find(|step| *step > longest);
        Self {
            low: below.unwrap_or(SHORTEST),
            high: above.unwrap_or(longest),
        }
    }

    fn place(self, time: f64) -> f64 {
        let scale = Scale {
            from: (self.low.ln(), self.high.ln()),
            to: X,
        };
        scale.place(time.max(SHORTEST).ln())
    }

    /// Every step, or every third where that would be too many.
    fn ticks(self) -> Vec<Tick> {
        const MOST: usize = 7;
        let steps = ladder()
            .skip_while(|step| *step < self.low)
            .take_while(|step| *step <= self.high);
        let every = if steps.clone().count() > MOST { 3 } else { 1 };
        steps
            .step_by(every)
            .map(|step| Tick {
                at: Length(self.place(step)),
                label: tick(step),
            })
            .collect()
    }
}

/// 1, 2, 5, 10 and so on from the shortest time up to some hours.
fn ladder() -> impl Iterator<Item = f64> + Clone {
    (0..11).flat_map(|decade| [1.0, 2.0, 5.0].map(|step| step * SHORTEST * 10_f64.powi(decade)))
}

/// Ticks are round already.
fn tick(time: f64) -> String {
    match time {
        long if long > 999.0 => format!("{:.0} s", long / 1_000.0),
        medium if medium > 0.999 => format!("{medium:.0} ms"),
        short => format!("{:.0} µs", short * 1_000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_stand_around_the_times() {
        let labels = |shortest, longest| -> Vec<String> {
            let ticks = Bounds::around(shortest, longest).ticks();
            ticks.into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(
            labels(0.3, 3.0),
            ["200 µs", "500 µs", "1 ms", "2 ms", "5 ms"]
        );
        assert_eq!(labels(2.0, 2.0), ["2 ms", "5 ms"]);
        assert_eq!(labels(0.0, 0.0), ["1 µs", "2 µs"]);
    }
}
