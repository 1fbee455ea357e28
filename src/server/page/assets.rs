//! The files that pages load.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::present::html::Assets;
use crate::server::problem::no_such_page;

struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

const STYLE: Asset = Asset {
    name: "page.css",
    kind: "text/css; charset=utf-8",
    text: include_str!("assets/page.css"),
};

const SCRIPT: Asset = Asset {
    name: "page.js",
    kind: "text/javascript; charset=utf-8",
    text: include_str!("assets/page.js"),
};

const ICON: Asset = Asset {
    name: "icon.svg",
    kind: "image/svg+xml",
    text: include_str!("assets/icon.svg"),
};

/// Where the files are; another version of a file has another address.
pub(super) static ASSETS: LazyLock<Assets> = LazyLock::new(|| Assets {
    style: STYLE.address(),
    script: SCRIPT.address(),
    icon: ICON.address(),
});

impl Asset {
    fn address(&self) -> String {
        let hash = blake3::hash(self.text.as_bytes()).to_hex();
        format!("/assets/{}?v={:.16}", self.name, hash)
    }
}

pub(super) async fn asset(Path(name): Path<String>) -> Response {
    const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
    let asset = [STYLE, SCRIPT, ICON].into_iter().find(|a| a.name == name);
    let Some(asset) = asset else {
        return no_such_page().await.into_response();
    };
    let kind = HeaderValue::from_static(asset.kind);
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, FOREVER)], asset.text).into_response()
}
