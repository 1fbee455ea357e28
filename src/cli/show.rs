//! `incidex show`.

use std::io::Write;

use super::args::{Global, ShowArgs, ShowLang};
use super::search::open;
use super::{Failure, Outcome, width};
use crate::case::Lang;
use crate::present::text::Page;

pub(super) fn run(global: &Global, args: &ShowArgs) -> Result<Outcome, Failure> {
    let engine = open(global)?;
    let (case, record) = engine.case(&args.id)?;
    if args.json {
        // Not through the stream that takes out colours: the record is printed as it is.
        writeln!(std::io::stdout().lock(), "{record}")?;
        return Ok(Outcome::Success);
    }
    let mut out = anstream::stdout().lock();
    let langs: &[Lang] = match args.lang {
        ShowLang::En => &[Lang::En],
        ShowLang::Ko => &[Lang::Ko],
        ShowLang::Both => &Lang::ALL,
    };
    for (i, &lang) in langs.iter().enumerate() {
        if i > 0 {
            writeln!(out, "\n")?;
        }
        Page::new(&mut out, width(), engine.reader().vocabulary()).case(&case, lang)?;
    }
    out.flush()?;
    Ok(Outcome::Success)
}
