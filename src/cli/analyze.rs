//! `incidex analyze`.

use std::io::Write;
use std::sync::Arc;

use super::args::{AnalyzeArgs, Global};
use super::lists::Lists;
use super::{Failure, Outcome, print_json, read_stdin};
use crate::analysis::{Analyzer, Dictionary, Token};
use crate::error::Error;
use crate::index::{Field, Generations, Reader};
use crate::present::tokens::{AnalyzeAnswer, TokenAnswer};
use crate::query::Weights;

pub(super) fn run(global: &Global, args: &AnalyzeArgs) -> Result<Outcome, Failure> {
    let text = match args.text.as_slice() {
        [only] if only == "-" => read_stdin()?,
        words => words.join(" "),
    };
    let tokens = Analyzer::new(dictionary_in_use(global)?).tokens(&text);
    let Some(file) = &args.dictionary else {
        return print(args, &text, tokens, None);
    };
    let lists = Lists::read(Some(file), None)?;
    if lists.report() {
        return Ok(Outcome::Failure);
    }
    let terms = lists.terms.unwrap_or_default();
    let with_terms = Analyzer::new(Dictionary::with(terms)).tokens(&text);
    print(args, &text, with_terms, Some(tokens))
}

/// That of the index, where there is one.
fn dictionary_in_use(global: &Global) -> Result<Arc<Dictionary>, Failure> {
    match Reader::open(&Generations::new(&global.index)) {
        Ok(reader) => Ok(Arc::clone(reader.dictionary())),
        Err(Error::NoIndex { .. }) => Ok(Dictionary::builtin()),
        Err(error) => Err(error.into()),
    }
}

fn print(
    args: &AnalyzeArgs,
    text: &str,
    tokens: Vec<Token>,
    before: Option<Vec<Token>>,
) -> Result<Outcome, Failure> {
    let is_new = |token: &Token| before.as_ref().map(|before| !has(before, token));
    let rows: Vec<TokenAnswer<'_>> = tokens
        .iter()
        .map(|token| TokenAnswer::new(token, is_new(token)))
        .collect();
    let removed: Option<Vec<TokenAnswer<'_>>> = before.as_ref().map(|before| {
        let gone = before.iter().filter(|token| !has(&tokens, token));
        gone.map(|token| TokenAnswer::new(token, None)).collect()
    });
    if args.json {
        print_json(&AnalyzeAnswer::new(rows, removed))?;
    } else {
        print_table(text, &rows, removed.as_deref())?;
    }
    Ok(match tokens.is_empty() {
        true => Outcome::Nothing,
        false => Outcome::Success,
    })
}

/// Whether `tokens`, which are in order, have one like `token`, at whatever position.
fn has(tokens: &[Token], token: &Token) -> bool {
    let from = tokens.partition_point(|other| other.start < token.start);
    tokens[from..]
        .iter()
        .take_while(|other| other.start == token.start)
        .any(|other| (other.end, other.kind, &other.text) == (token.end, token.kind, &token.text))
}

fn print_table(
    text: &str,
    rows: &[TokenAnswer<'_>],
    removed: Option<&[TokenAnswer<'_>]>,
) -> Result<(), Failure> {
    let mut lines: Vec<(&str, &TokenAnswer<'_>)> = Vec::new();
    let mut gone = removed.unwrap_or_default().iter().peekable();
    for row in rows {
        while let Some(row) = gone.next_if(|gone| gone.token.start <= row.token.start) {
            lines.push(("- ", row));
        }
        let mark = match (removed, row.added) {
            (None, _) => "",
            (_, Some(true)) => "+ ",
            _ => "  ",
        };
        lines.push((mark, row));
    }
    lines.extend(gone.map(|row| ("- ", row)));
    let mut out = anstream::stdout().lock();
    for (
        mark,
        TokenAnswer {
            token,
            view,
            weight,
            ..
        },
    ) in lines
    {
        let written = &text[token.start..token.end];
        let origin = match written == token.text {
            true => String::new(),
            false => format!("  ← {}", written.escape_debug()),
        };
        writeln!(
            out,
            "{mark}{:>4}  {:<6}  {:<10}  {:>5}..{:<5}  {weight:<4}  {}{origin}",
            token.position,
            format!("{view:?}").to_lowercase(),
            format!("{:?}", token.kind).to_lowercase(),
            token.start,
            token.end,
            token.text,
        )?;
    }
    if !rows.is_empty() {
        let weights = Weights::default();
        let fields = Field::ALL.map(|field| format!("{} {}", field.name(), weights.field(field)));
        writeln!(out, "fields: {}", fields.join(", "))?;
    }
    Ok(())
}
