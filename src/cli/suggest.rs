//! `incidex suggest`.

use super::args::{Global, SuggestArgs};
use super::search::open;
use super::{Failure, Outcome, WARNING, print_json, say, width};
use crate::present::json::SuggestAnswer;
use crate::present::suggestions;
use crate::query::SuggestRequest;

pub(super) fn run(global: &Global, args: &SuggestArgs) -> Result<Outcome, Failure> {
    let request = SuggestRequest {
        prefix: args.prefix.join(" "),
        limit: args.limit as usize,
        lang: args.lang,
    };
    let found = open(global)?.suggest(&request)?;
    if args.json {
        print_json(&SuggestAnswer::new(&request.prefix, &found))?;
    } else {
        suggestions::print(&mut anstream::stdout().lock(), &found, width())?;
    }
    if found.is_empty() {
        say(
            WARNING,
            "nothing",
            "no case has a word, a label, a title or an id that goes on like this",
        );
        return Ok(Outcome::Nothing);
    }
    Ok(Outcome::Success)
}
