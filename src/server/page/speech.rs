//! The language of a page: the one that was chosen, else the one that the browser prefers.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::case::Lang;

/// The parameter that chooses a language, and the cookie that keeps it.
pub(super) const NAME: &str = "ui";

/// The language to answer in.
pub(super) struct Speech(pub(super) Lang);

impl<S: Sync> FromRequestParts<S> for Speech {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let chosen = chosen(&parts.headers);
        Ok(Self(chosen.unwrap_or_else(|| preferred(&parts.headers))))
    }
}

/// The cookie that keeps `lang`.
pub(super) fn cookie(lang: Lang) -> Option<HeaderValue> {
    const YEAR_SECONDS: u32 = 365 * 24 * 60 * 60;
    let cookie = format!("{NAME}={lang}; Path=/; Max-Age={YEAR_SECONDS}; SameSite=Lax; HttpOnly");
    HeaderValue::from_str(&cookie).ok()
}

fn chosen(headers: &HeaderMap) -> Option<Lang> {
    let mut cookies = values(headers, COOKIE).flat_map(|list| list.split(';'));
    cookies.find_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == NAME).then(|| value.parse().ok())?
    })
}

/// The first of those with the highest weight; English where there is neither.
fn preferred(headers: &HeaderMap) -> Lang {
    let ranges = values(headers, ACCEPT_LANGUAGE).flat_map(|list| list.split(','));
    let mut best = (Lang::En, 0.0);
    for (lang, weight) in ranges.filter_map(weighed) {
        if weight > best.1 {
            best = (lang, weight);
        }
    }
    best.0
}

/// `ko-KR;q=0.8` is Korean, at 0.8.
fn weighed(range: &str) -> Option<(Lang, f32)> {
    let (tag, weight) = range.split_once(";q=").unwrap_or((range, "1"));
    let primary = tag.split('-').next()?.trim();
    Some((primary.parse().ok()?, weight.trim().parse().ok()?))
}

fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter();
    values.filter_map(|value| value.to_str().ok())
}
