//! What all pages have around them.

use super::address::Target;
use super::words::{Words, own_name, words};
use crate::case::Lang;
use crate::present::labels::{Labels, labels};

/// Addresses of the files that pages load.
#[derive(Debug)]
pub struct Assets {
    /// The style sheet.
    pub style: String,
    /// The script.
    pub script: String,
    /// The icon.
    pub icon: String,
}

/// The language of a page and its surroundings.
pub struct Shell<'a> {
    pub(super) lang: Lang,
    pub(super) words: &'static Words,
    pub(super) labels: &'static Labels,
    pub(super) assets: &'a Assets,
}

/// A language to choose.
pub(super) struct Choice {
    pub(super) lang: &'static str,
    pub(super) name: &'static str,
    pub(super) is_chosen: bool,
    pub(super) target: Target,
}

impl<'a> Shell<'a> {
    /// A page in `lang`.
    pub fn new(lang: Lang, assets: &'a Assets) -> Self {
        Self {
            lang,
            words: words(lang),
            labels: labels(lang),
            assets,
        }
    }

    /// The languages of the page; `target` is the same page in one of them.
    pub(super) fn languages(&self, target: impl Fn(Lang) -> Target) -> Vec<Choice> {
        let choice = |lang: Lang| Choice {
            lang: lang.as_str(),
            name: own_name(lang),
            is_chosen: lang == self.lang,
            target: target(lang),
        };
        Lang::ALL.map(choice).into()
    }
}
