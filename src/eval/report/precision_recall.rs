//! How precise an answer stays the more of it is read: the eleven-point curve.

use super::legend::style;
use super::line_plot::{Line, LinePlot, Mark, X, points, shares};
use super::number::{Length, Round, Value};
use super::scale::{Scale, steps};
use super::{Report, System};

pub(super) struct PrecisionRecall<'a> {
    pub(super) plot: LinePlot<'a>,
    pub(super) columns: Vec<&'a str>,
    pub(super) rows: Vec<Row>,
}

/// A level of recall, and the precision of each column there.
pub(super) struct Row {
    pub(super) recall: Round,
    pub(super) precisions: Vec<Value>,
}

/// None where no system was measured so.
pub(super) fn precision_recall(report: &Report) -> Option<PrecisionRecall<'_>> {
    let curves: Vec<(usize, &System, &[f64; 11])> = report
        .systems
        .iter()
        .enumerate()
        .filter_map(|(at, system)| Some((at, system, system.precision_at_recall.as_ref()?)))
        .collect();
    if curves.is_empty() {
        return None;
    }
    Some(PrecisionRecall {
        columns: curves.iter().map(|(_, system, _)| &*system.name).collect(),
        rows: rows(&curves),
        plot: LinePlot {
            id: "precision-recall",
            title: "Precision at recall, interpolated",
            description: description(&curves),
            x_name: "recall",
            y_name: "precision",
            x_ticks: recalls().ticks(steps(0.0, 1.0, 0.2)),
            y_ticks: shares().ticks(steps(0.0, 1.0, 0.2)),
            lines: curves.iter().map(line).collect(),
        },
    })
}

fn recalls() -> Scale {
    Scale {
        from: (0.0, 1.0),
        to: X,
    }
}

fn line<'a>(&(at, system, curve): &(usize, &'a System, &'a [f64; 11])) -> Line<'a> {
    let places = || {
        let levels = steps(0.0, 1.0, 0.1).zip(curve);
        levels.map(|(recall, precision)| (recall, *precision))
    };
    let placed = |recall, precision| (recalls().place(recall), shares().place(precision));
    let mark = |(recall, precision)| {
        let (x, y) = placed(recall, precision);
        Mark {
            x: Length(x),
            y: Length(y),
            says: format!("recall {}: {}", Round(recall), Value(precision)),
        }
    };
    Line {
        style: style(at),
        system: &system.name,
        points: points(places().map(|(recall, precision)| placed(recall, precision))),
        marks: places().map(mark).collect(),
    }
}

fn rows(curves: &[(usize, &System, &[f64; 11])]) -> Vec<Row> {
    let levels = steps(0.0, 1.0, 0.1).enumerate();
    let row = |(level, recall): (usize, f64)| Row {
        recall: Round(recall),
        precisions: curves
            .iter()
            .map(|(.., curve)| Value(curve[level]))
            .collect(),
    };
    levels.map(row).collect()
}

fn description(curves: &[(usize, &System, &[f64; 11])]) -> String {
    let halves: Vec<String> = curves
        .iter()
        .map(|(_, system, curve)| format!("{} {}", system.name, Value(curve[5])))
        .collect();
    format!("Mean precision at recall 0.5: {}.", halves.join(", "))
}
