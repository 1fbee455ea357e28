//! `incidex analyze`.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use super::args::{AnalyzeArgs, Global};
use super::lists::Lists;
use super::{Failure, Outcome, print_json, read_stdin};
use crate::analysis::{Analyzer, Dictionary, Token, View};
use crate::error::Error;
use crate::index::{Field, Generations, Reader};
use crate::query::Weights;

/// What `--json` prints.
#[derive(serde::Serialize)]
struct AnalyzeAnswer<'t> {
    tokens: Vec<Row<'t>>,
    /// Tokens that the dictionary on trial takes away.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Vec<Row<'t>>>,
    /// What a match in each field is worth.
    field_weights: BTreeMap<&'static str, f32>,
}

/// A token as it is printed; offsets are bytes.
#[derive(serde::Serialize)]
struct Row<'t> {
    #[serde(flatten)]
    token: &'t Token,
    view: View,
    weight: f32,
    /// Whether the dictionary on trial makes this token; absent where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<bool>,
}

impl<'t> Row<'t> {
    fn new(token: &'t Token, added: Option<bool>) -> Self {
        Self {
            token,
            view: token.kind.view(),
            weight: Weights::default().token(token.kind),
            added,
        }
    }
}

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
    let rows: Vec<Row<'_>> = tokens
        .iter()
        .map(|token| Row::new(token, is_new(token)))
        .collect();
    let removed: Option<Vec<Row<'_>>> = before.as_ref().map(|before| {
        let gone = before.iter().filter(|token| !has(&tokens, token));
        gone.map(|token| Row::new(token, None)).collect()
    });
    if args.json {
        print_json(&AnalyzeAnswer {
            tokens: rows,
            removed,
            field_weights: Field::ALL
                .map(|field| (field.name(), Weights::default().field(field)))
                .into(),
        })?;
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

fn print_table(text: &str, rows: &[Row<'_>], removed: Option<&[Row<'_>]>) -> Result<(), Failure> {
    let mut lines: Vec<(&str, &Row<'_>)> = Vec::new();
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
        Row {
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
