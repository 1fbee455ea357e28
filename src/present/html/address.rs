//! The address of a search: all that a page of results depends on.

use std::fmt;

use crate::case::{Dimension, Lang};
use crate::index::Facet;

/// What is searched for, and how it is narrowed and shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    /// The query.
    pub text: String,
    /// Names and values of all other parameters.
    parameters: Vec<(String, String)>,
}

/// Where a link leads: a text that is too long for an address is sent again instead.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    Link(String),
    /// The parameters beside the text.
    Form(String),
}

/// What says where a page begins and how long it is.
const PAGING: [&str; 2] = ["offset", "limit"];

impl Address {
    /// Longest address that chats and proxies can be trusted with, in bytes.
    pub const LONGEST: usize = 4096;

    /// Names of parameters that may be given, names of dimensions apart.
    const OTHERS: [&'static str; 6] = ["year", "since", "until", "lang", "limit", "offset"];

    /// Most parameters that are read.
    const MOST: usize = 200;

    /// Reads names and values. Names that mean nothing are left out: chats and trackers add theirs.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut address = Self::default();
        for (name, value) in pairs {
            if value.is_empty() {
                continue;
            }
            let dimension: Option<Dimension> = name.parse().ok();
            if name == "q" {
                address.text = value.replace("\r\n", "\n");
            } else if address.parameters.len() == Self::MOST {
                // Nobody chooses as many.
            } else if let Some(dimension) = dimension {
                address = address.with(dimension.name(), &value);
            } else if Self::OTHERS.contains(&name.as_str()) {
                address = address.with(&name, &value);
            }
        }
        address
    }

    /// Reads the query of a URL.
    pub fn from_query(query: &str) -> Self {
        Self::from_pairs(form_urlencoded::parse(query.as_bytes()).into_owned())
    }

    /// The query of the URL.
    pub fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if !self.text.is_empty() {
            query.append_pair("q", &self.text);
        }
        query.extend_pairs(&self.parameters).finish()
    }

    /// The query of the URL without the text.
    pub(super) fn parameters_query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(&self.parameters).finish()
    }

    /// Names and values of what is not the text.
    pub(super) fn parameters(&self) -> &[(String, String)] {
        &self.parameters
    }

    /// What narrows the search: names and values.
    pub(super) fn filters(&self) -> impl Iterator<Item = &(String, String)> {
        let is_filter =
            |(name, _): &&(String, String)| name != "lang" && !PAGING.contains(&name.as_str());
        self.parameters.iter().filter(is_filter)
    }

    /// Whether it can stand in the bar of a browser and in a chat.
    pub fn is_shareable(&self) -> bool {
        self.to_string().len() <= Self::LONGEST
    }

    pub(super) fn target(&self) -> Target {
        match self.is_shareable() {
            true => Target::Link(self.to_string()),
            false => Target::Form(self.parameters_query()),
        }
    }

    /// The same page in words of `lang`.
    pub(super) fn in_ui(&self, lang: Lang) -> Target {
        let query = self.query();
        let mark = if query.is_empty() { "" } else { "&" };
        match self.is_shareable() {
            true => Target::Link(format!("/?{query}{mark}ui={lang}")),
            false => Target::Form(lang.to_string()),
        }
    }

    /// The value of a parameter that is given once.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut parameters = self.parameters.iter();
        let parameter = parameters.find(|(own, _)| own == name);
        parameter.map(|(_, value)| value.as_str())
    }

    /// With `value` beside the other values of `name`.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        let parameter = (name.to_owned(), value.to_owned());
        if !self.parameters.contains(&parameter) {
            self.parameters.push(parameter);
        }
        self
    }

    /// Without `value` of `name`.
    pub(super) fn without(&self, name: &str, value: &str) -> Self {
        self.retain(|own, own_value| own != name || own_value != value)
    }

    /// Without any value of `name`.
    pub(super) fn without_any(&self, name: &str) -> Self {
        self.retain(|own, _| own != name)
    }

    /// The first page.
    pub(super) fn unpaged(&self) -> Self {
        self.retain(|name, _| !PAGING.contains(&name))
    }

    /// Without anything that narrows the search.
    pub(super) fn unfiltered(&self) -> Self {
        self.retain(|name, _| name == "lang")
    }

    /// The text alone replaced; the way of showing it is kept.
    pub(super) fn with_text(&self, text: &str) -> Self {
        Self {
            text: text.to_owned(),
            parameters: self.unpaged().parameters,
        }
    }

    /// With texts of cases in `lang`.
    pub(super) fn in_lang(&self, lang: Lang) -> Self {
        self.without_any("lang").with("lang", lang.as_str())
    }

    /// With other values of `facet`: codes where there were labels.
    pub fn choose(&mut self, facet: Facet, codes: &[String]) {
        let place = self
            .parameters
            .iter()
            .position(|(name, _)| name == facet.name());
        let rest = self.without_any(facet.name());
        let at = place.unwrap_or(rest.parameters.len());
        *self = rest;
        for (i, code) in codes.iter().enumerate() {
            let parameter = (facet.name().to_owned(), code.clone());
            self.parameters.insert(at + i, parameter);
        }
    }

    fn retain(&self, is_kept: impl Fn(&str, &str) -> bool) -> Self {
        let parameters = self.parameters.iter();
        let kept = parameters.filter(|(name, value)| is_kept(name, value));
        Self {
            text: self.text.clone(),
            parameters: kept.cloned().collect(),
        }
    }
}

impl fmt::Display for Address {
    /// Path and query.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.query().as_str() {
            "" => f.write_str("/"),
            query => write!(f, "/?{query}"),
        }
    }
}
