//! `incidex related`.

use std::io::Write;

use super::args::{Global, RelatedArgs};
use super::search::open;
use super::{Failure, Outcome, print_json, width};
use crate::present::json::RelatedAnswer;
use crate::present::text::Page;

pub(super) fn run(global: &Global, args: &RelatedArgs) -> Result<Outcome, Failure> {
    let engine = open(global)?;
    let (case, _) = engine.case(&args.id)?;
    let related = engine.related(&case.id, args.limit as usize)?;
    let vocabulary = engine.reader().vocabulary();
    if args.json {
        print_json(&RelatedAnswer::new(
            &case.id, &related, args.lang, vocabulary,
        ))?;
        return Ok(Outcome::Success);
    }
    let mut out = anstream::stdout().lock();
    Page::new(&mut out, width(), vocabulary).related(&related, args.lang)?;
    out.flush()?;
    Ok(Outcome::Success)
}
