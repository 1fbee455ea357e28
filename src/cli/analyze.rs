//! `incidex analyze`.

use std::io::Write;

use super::args::AnalyzeArgs;
use super::{Failure, Outcome, print_json, read_stdin};
use crate::analysis::{Analyzer, Token, View};

/// A token as it is printed; offsets are bytes.
#[derive(serde::Serialize)]
struct Row<'t> {
    #[serde(flatten)]
    token: &'t Token,
    view: View,
}

pub(super) fn run(args: &AnalyzeArgs) -> Result<Outcome, Failure> {
    let text = match args.text.as_slice() {
        [only] if only == "-" => read_stdin()?,
        words => words.join(" "),
    };
    let tokens = Analyzer::new().tokens(&text);
    if args.json {
        let rows: Vec<Row<'_>> = tokens
            .iter()
            .map(|token| Row {
                token,
                view: token.kind.view(),
            })
            .collect();
        print_json(&rows)?;
    } else {
        print(&text, &tokens)?;
    }
    Ok(match tokens.is_empty() {
        true => Outcome::Nothing,
        false => Outcome::Success,
    })
}

fn print(text: &str, tokens: &[Token]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    for token in tokens {
        let written = &text[token.start..token.end];
        writeln!(
            out,
            "{:>4}  {:<10}  {:>5}..{:<5}  {}{}",
            token.position,
            format!("{:?}", token.kind).to_lowercase(),
            token.start,
            token.end,
            token.text,
            if written == token.text {
                String::new()
            } else {
                format!("  ← {}", written.escape_debug())
            },
        )?;
    }
    Ok(())
}
