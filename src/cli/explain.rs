//! `incidex explain`.

use std::io::Write;

use super::args::{ExplainArgs, Global};
use super::search::{open, query_text};
use super::{Failure, Outcome, WARNING, print_json, say, width};
use crate::present::json::ExplanationAnswer;
use crate::present::text::Page;
use crate::query::Request;

pub(super) fn run(global: &Global, args: &ExplainArgs) -> Result<Outcome, Failure> {
    let request = Request {
        text: query_text(&args.query)?,
        filters: args.filters.filters(),
        ..Request::default()
    };
    let engine = open(global)?;
    let explanation = engine.explain(&args.id, &request)?;
    if args.json {
        print_json(&ExplanationAnswer::new(&request.text, &explanation))?;
    } else {
        for warning in &explanation.warnings {
            say(WARNING, "note", &warning.text);
        }
        let mut out = anstream::stdout().lock();
        let mut page = Page::new(&mut out, width(), engine.reader().vocabulary());
        page.explanation(&explanation)?;
        out.flush()?;
    }
    Ok(match explanation.rank {
        Some(_) => Outcome::Success,
        None => Outcome::Nothing,
    })
}
