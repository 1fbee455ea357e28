//! `incidex related`.

use std::io::Write;

use super::args::{Global, RelatedArgs};
use super::search::open;
use super::{Failure, Outcome, print_json, tell, width};
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
    } else {
        let mut out = anstream::stdout().lock();
        Page::new(&mut out, width(), vocabulary).related(&related, args.lang)?;
        out.flush()?;
    }
    if related.is_empty() {
        tell(&format!("no other case is like {}", case.id));
        return Ok(Outcome::Nothing);
    }
    Ok(Outcome::Success)
}
