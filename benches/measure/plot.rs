//! The growth of costs as a drawing: a field for each kind, both axes by factors, so that what grows
//! in proportion is a line of the same slope everywhere, and a bend is where another cost takes over.

use std::fmt::{self, Write};

use super::growth::{Growth, Kind, Line, round};

/// Fields side by side.
const COLUMNS: usize = 2;
const FIELD: (f64, f64) = (440.0, 250.0);
/// Room around what is drawn in a field, for title and labels.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 132.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 30.0;
/// Told apart by those who see few colours, on light and on dark.
const COLOURS: [&str; 5] = ["#3b7dd8", "#d9730d", "#2f9e6e", "#b0569f", "#8a8a8a"];
/// Between the names of two lines.
const NAME_HEIGHT: f64 = 13.0;

/// `growth` as SVG.
pub fn svg(growth: &Growth) -> String {
    let rows = Kind::ALL.len().div_ceil(COLUMNS) as f64;
    let (width, height) = (FIELD.0 * COLUMNS as f64, FIELD.1 * rows);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>Costs by the number of cases</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (place, kind) in Kind::ALL.into_iter().enumerate() {
        let left = (place % COLUMNS) as f64 * FIELD.0;
        let top = (place / COLUMNS) as f64 * FIELD.1;
        let field = Field::new(&growth.sizes(), growth.lines(kind));
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
        let _ = field.draw(kind.title(), growth.lines(kind), &mut svg);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The scales of a field.
struct Field {
    cases: Axis,
    costs: Axis,
}

/// From powers of ten to places.
struct Axis {
    /// The power at each end.
    powers: (f64, f64),
    /// The place of each end.
    places: (f64, f64),
}

impl Axis {
    /// Around `values`, with some room.
    fn around(values: impl Iterator<Item = f64>, room: f64, places: (f64, f64)) -> Self {
        let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        // Of nothing, or of nothing but zeros, no logarithm would be a number.
        let (low, high) = match low > 0.0 && low.is_finite() {
            true => (low.log10(), high.log10()),
            false => (0.0, 1.0),
        };
        Self {
            powers: (low - room, high + room),
            places,
        }
    }

    fn place(&self, value: f64) -> f64 {
        let (low, high) = self.powers;
        let share = ((value.log10() - low) / (high - low)).clamp(0.0, 1.0);
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// 1, 2 and 5 times the powers of ten within the axis; the powers alone where that is too many.
    fn ticks(&self) -> Vec<f64> {
        const MANY: f64 = 2.0;
        let (low, high) = self.powers;
        let steps: &[f64] = match high - low > MANY {
            true => &[1.0],
            false => &[1.0, 2.0, 5.0],
        };
        let powers = (low.floor() as i32)..=(high.ceil() as i32);
        let ticks =
            powers.flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
        ticks
            .filter(|tick| (low..=high).contains(&tick.log10()))
            .collect()
    }
}

impl Field {
    fn new(sizes: &[usize], lines: &[Line]) -> Self {
        let costs = lines.iter().flat_map(|line| line.costs.values().copied());
        Self {
            cases: Axis::around(
                sizes.iter().map(|&cases| cases as f64),
                0.0001,
                (LEFT, FIELD.0 - RIGHT),
            ),
            costs: Axis::around(costs, 0.15, (FIELD.1 - BOTTOM, TOP)),
        }
    }

    fn draw(&self, title: &str, lines: &[Line], svg: &mut String) -> fmt::Result {
        writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"18\" font-weight=\"bold\">{title}</text>"
        )?;
        self.draw_grid(svg)?;
        let mut names: Vec<(f64, &str, &str)> = Vec::new();
        for (line, colour) in lines.iter().zip(COLOURS.into_iter().cycle()) {
            self.draw_line(line, colour, svg)?;
            if let Some(last) = line.costs.values().next_back() {
                names.push((self.costs.place(*last), &line.name, colour));
            }
        }
        draw_names(names, svg)
    }

    fn draw_grid(&self, svg: &mut String) -> fmt::Result {
        let (left, right) = self.cases.places;
        let (bottom, top) = self.costs.places;
        for tick in self.costs.ticks() {
            let y = self.costs.place(tick);
            writeln!(
                svg,
                "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#666\">{}</text>",
                left - 6.0,
                y + 4.0,
                label(tick)
            )?;
        }
        for tick in self.cases.ticks() {
            let x = self.cases.place(tick);
            writeln!(
                svg,
                "<path d=\"M{x:.1} {bottom}V{top}\" stroke=\"#ddd\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666\">{}</text>",
                bottom + 16.0,
                label(tick)
            )?;
        }
        Ok(())
    }

    fn draw_line(&self, line: &Line, colour: &str, svg: &mut String) -> fmt::Result {
        let place =
            |cases: usize, cost: f64| (self.cases.place(cases as f64), self.costs.place(cost));
        let points: Vec<String> = line
            .costs
            .iter()
            .map(|(&cases, &cost)| place(cases, cost))
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        )?;
        for (&cases, &cost) in &line.costs {
            let (x, y) = place(cases, cost);
            writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\">\
                 <title>{}, {cases} cases: {}</title></circle>",
                line.name,
                round(cost)
            )?;
        }
        Ok(())
    }
}

/// Each beside the end of its line, or below the name before it.
fn draw_names(mut names: Vec<(f64, &str, &str)>, svg: &mut String) -> fmt::Result {
    names.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
    // Where the last lines end low, all names move up until the lowest one has room.
    let lowest = FIELD.1 - BOTTOM;
    let mut room = lowest - NAME_HEIGHT * names.len().saturating_sub(1) as f64;
    let mut next = f64::NEG_INFINITY;
    for (y, name, colour) in names {
        let y = y.max(next).min(room);
        next = y + NAME_HEIGHT;
        room += NAME_HEIGHT;
        writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            FIELD.0 - RIGHT + 8.0,
            y + 4.0
        )?;
    }
    Ok(())
}

fn label(tick: f64) -> String {
    match tick {
        1e6.. => format!("{}M", tick / 1e6),
        1e3.. => format!("{}k", tick / 1e3),
        // As short as it is exact: 0.1, not 0.10000000000000001.
        _ => format!("{}", tick as f32),
    }
}
