//! `incidex serve`.

use std::io::{self, IsTerminal};

use axum::http::HeaderValue;

use super::args::{Global, LogFormat, ServeArgs};
use super::search::open;
use super::{Failure, Outcome, read_text};
use crate::index::Generations;
use crate::server::{self, Access, Config, Token};

pub(super) fn run(global: &Global, args: &ServeArgs) -> Result<Outcome, Failure> {
    let config = config(args)?;
    let engine = open(global)?;
    engine.warm()?;
    start_log(args.log_format);
    server::run(config, Generations::new(&global.index), engine)?;
    Ok(Outcome::Success)
}

fn config(args: &ServeArgs) -> Result<Config, Failure> {
    let token = match &args.token_file {
        Some(file) => {
            let token = Token::new(&read_text(file)?);
            let file = file.display();
            Some(token.map_err(|weak| Failure::Message(format!("{file}: {weak}")))?)
        }
        None => None,
    };
    let is_open = token.is_none() && !args.allow_unauthenticated;
    if is_open && !args.addr.ip().is_loopback() {
        return Err(Failure::Message(format!(
            "{} can be reached from other machines; name a token with --token-file, or let \
             everybody in with --allow-unauthenticated",
            args.addr
        )));
    }
    Ok(Config {
        addr: args.addr,
        access: Access {
            hosts: args.allow_host.clone(),
            token,
        },
        origins: args.cors.clone(),
    })
}

/// An origin as browsers write it.
pub(super) fn origin(text: &str) -> Result<HeaderValue, String> {
    let wrong = || "write scheme, name and port, such as https://wiki.example.com".to_owned();
    let name = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    match name {
        Some(name) if !name.is_empty() && !name.contains(['/', '*', ' ']) => {
            HeaderValue::from_str(text).map_err(|_| wrong())
        }
        _ => Err(wrong()),
    }
}

/// Sends the log to stderr: as text to people, as JSON to programs.
fn start_log(format: Option<LogFormat>) {
    let is_terminal = io::stderr().is_terminal();
    let format = format.unwrap_or(match is_terminal {
        true => LogFormat::Text,
        false => LogFormat::Json,
    });
    let colours = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    let log = tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(colours)
        .with_target(false)
        // It would say so on stderr, of all places, and panic.
        .log_internal_errors(false);
    // There is one log in a process, and this is it.
    let _ = match format {
        LogFormat::Text => tracing::subscriber::set_global_default(log.finish()),
        LogFormat::Json => tracing::subscriber::set_global_default(
            log.json()
                .flatten_event(true)
                .with_span_list(false)
                .finish(),
        ),
    };
}
