//! `incidex show`.

use std::io::Write;

use super::args::{Global, ShowArgs, ShowLang};
use super::search::open;
use super::{Failure, Outcome, pager, width};
use crate::case::Lang;
use crate::present::text::Page;
use crate::query::Related;

pub(super) fn run(global: &Global, args: &ShowArgs) -> Result<Outcome, Failure> {
    let engine = open(global)?;
    let (case, record) = engine.case(&args.id)?;
    if args.json {
        // Not through the stream that takes out colours: the record is printed as it is.
        writeln!(std::io::stdout().lock(), "{record}")?;
        return Ok(Outcome::Success);
    }
    let langs: &[Lang] = match args.lang {
        ShowLang::En => &[Lang::En],
        ShowLang::Ko => &[Lang::Ko],
        ShowLang::Both => &Lang::ALL,
    };
    let related = engine.related(&case.id, Related::SHOWN as usize)?;
    let mut page = Vec::new();
    for (i, &lang) in langs.iter().enumerate() {
        if i > 0 {
            writeln!(page, "\n")?;
        }
        Page::new(&mut page, width(), engine.reader().vocabulary()).case(&case, &related, lang)?;
    }
    pager::print(&page, !args.no_pager)?;
    Ok(Outcome::Success)
}
