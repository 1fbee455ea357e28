//! How costs grow with the number of cases.

use std::collections::BTreeMap;

use incidex_benches::table::Table;

/// What is counted of something, each with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Indexing,
    Size,
    Memory,
    Process,
    Ids,
    IdsOfSlow,
    Page,
    PageOfSlow,
}

impl Kind {
    pub const ALL: [Self; 8] = [
        Self::Indexing,
        Self::Size,
        Self::Memory,
        Self::Process,
        Self::Ids,
        Self::IdsOfSlow,
        Self::Page,
        Self::PageOfSlow,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Indexing => "indexing, ms a case",
            Self::Size => "index size to JSON",
            Self::Memory => "highest memory, MB",
            Self::Process => "a process, median, ms",
            Self::Ids => "open index, ids, p50, ms",
            Self::IdsOfSlow => "open index, ids, p99, ms",
            Self::Page => "open index, page with facets, p50, ms",
            Self::PageOfSlow => "open index, page with facets, p99, ms",
        }
    }
}

/// Costs by what they are of, at each number of cases.
#[derive(Default)]
pub struct Growth {
    costs: BTreeMap<Kind, Vec<Line>>,
}

/// The costs of one thing.
pub struct Line {
    pub name: String,
    /// By the number of cases.
    pub costs: BTreeMap<usize, f64>,
}

impl Growth {
    pub fn add(&mut self, cases: usize, kind: Kind, name: &str, cost: f64) {
        let lines = self.costs.entry(kind).or_default();
        let place = match lines.iter().position(|line| line.name == name) {
            Some(place) => place,
            None => {
                lines.push(Line {
                    name: name.to_owned(),
                    costs: BTreeMap::new(),
                });
                lines.len() - 1
            }
        };
        lines[place].costs.insert(cases, cost);
    }

    pub fn lines(&self, kind: Kind) -> &[Line] {
        self.costs.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// The numbers of cases at which anything was measured, in order.
    pub fn sizes(&self) -> Vec<usize> {
        let lines = self.costs.values().flatten();
        let mut sizes: Vec<usize> = lines.flat_map(|line| line.costs.keys().copied()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// A row for each line. Behind each cost but the first stands the power of the number of cases
    /// that it has grown with since the size before: 0 is not at all, 1 in proportion.
    pub fn table(&self) -> Table {
        let sizes = self.sizes();
        let mut table = Table::of_width(16);
        for kind in Kind::ALL {
            table.heading(kind.title());
            let names: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            table.columns(&names.iter().map(String::as_str).collect::<Vec<_>>());
            for line in self.lines(kind) {
                let cells: Vec<String> = sizes.iter().map(|&cases| line.cell(cases)).collect();
                table.cells(&line.name, &cells);
            }
        }
        table
    }
}

impl Line {
    fn cell(&self, cases: usize) -> String {
        let Some(cost) = self.costs.get(&cases) else {
            return "–".to_owned();
        };
        let power = self.costs.range(..cases).next_back().map(|before| {
            let (&fewer, less) = before;
            (cost / less).ln() / (cases as f64 / fewer as f64).ln()
        });
        match power {
            Some(power) => format!("{} ^{power:.2}", round(*cost)),
            None => format!("{}      ", round(*cost)),
        }
    }
}

/// To three digits.
pub fn round(cost: f64) -> String {
    match cost {
        100.0.. => format!("{cost:.0}"),
        10.0..100.0 => format!("{cost:.1}"),
        _ => format!("{cost:.2}"),
    }
}
