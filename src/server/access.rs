//! Who may ask: under which name the server is called, and with which token.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, HOST, WWW_AUTHENTICATE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use subtle::ConstantTimeEq;

use super::ops::PROBES;
use super::problem::Problem;

/// Who may ask.
#[derive(Debug, Default)]
pub struct Access {
    /// Names of this server beside `localhost` and addresses.
    pub hosts: Vec<String>,
    /// What every request must carry, probes of health apart.
    pub token: Option<Token>,
}

/// A secret that clients show.
pub struct Token(blake3::Hash);

/// Write a longer one into the file, such as what `openssl rand -hex 32` prints.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a token has {} characters or more, such as: openssl rand -hex 32",
    Token::SHORTEST
)]
pub struct WeakToken;

impl Token {
    const SHORTEST: usize = 16;

    /// `text` without the white space around it.
    ///
    /// # Errors
    ///
    /// Where it is so short that it may be guessed.
    pub fn new(text: &str) -> Result<Self, WeakToken> {
        let text = text.trim();
        match text.chars().count() {
            ..Self::SHORTEST => Err(WeakToken),
            _ => Ok(Self(blake3::hash(text.as_bytes()))),
        }
    }

    /// In a time that does not depend on either: hashes are of one length.
    fn is(&self, shown: &[u8]) -> bool {
        let shown = blake3::hash(shown);
        self.0.as_bytes().ct_eq(shown.as_bytes()).into()
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

pub(super) async fn check(
    State(access): State<Arc<Access>>,
    request: Request,
    next: Next,
) -> Response {
    if !access.is_called_right(&request) {
        return Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server is not known by that name",
            "call it localhost or by its address, or start it with --allow-host NAME",
        )
        .into_response();
    }
    let is_probe = PROBES.contains(&request.uri().path());
    match access.token.as_ref().filter(|_| !is_probe) {
        Some(token) if !shows(request.headers(), token) => unauthorized(),
        _ => next.run(request).await,
    }
}

impl Access {
    /// Against DNS rebinding: a page of another site can make a browser call this server under a
    /// name of that site, never under `localhost` or an address.
    fn is_called_right(&self, request: &Request) -> bool {
        let headers = request.headers().get_all(HOST).into_iter();
        let named = headers.map(|host| Authority::try_from(host.as_bytes()).ok());
        let target = request.uri().authority().cloned().map(Some);
        let mut names = named.chain(target).peekable();
        names.peek().is_some()
            && names.all(|name| name.is_some_and(|name| self.is_known(name.host())))
    }

    fn is_known(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.');
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let is_ours = |name: &String| name.eq_ignore_ascii_case(host);
        host.eq_ignore_ascii_case("localhost")
            || bare.parse::<IpAddr>().is_ok()
            || self.hosts.iter().any(is_ours)
    }
}

/// Whether the request carries `token`: as a bearer token or, for browsers, as a password.
fn shows(headers: &HeaderMap, token: &Token) -> bool {
    let shown = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
    let Some((scheme, rest)) = shown.and_then(|shown| {
        let space = shown.iter().position(|&byte| byte == b' ')?;
        Some((&shown[..space], shown[space..].trim_ascii()))
    }) else {
        return false;
    };
    if scheme.eq_ignore_ascii_case(b"bearer") {
        return token.is(rest);
    }
    let password = BASE64_STANDARD.decode(rest).ok().and_then(|pair| {
        let colon = pair.iter().position(|&byte| byte == b':')?;
        Some(pair[colon + 1..].to_vec())
    });
    scheme.eq_ignore_ascii_case(b"basic") && password.is_some_and(|password| token.is(&password))
}

fn unauthorized() -> Response {
    let problem = Problem::new(
        StatusCode::UNAUTHORIZED,
        "this server answers only those who have its token",
        "send the header Authorization: Bearer TOKEN; in a browser the token is the password",
    );
    let mut response = problem.into_response();
    for challenge in ["Bearer realm=\"incidex\"", "Basic realm=\"incidex\""] {
        let challenge = HeaderValue::from_static(challenge);
        response.headers_mut().append(WWW_AUTHENTICATE, challenge);
    }
    response
}
