//! A text in two languages, either of which may be missing.

use std::fmt;
use std::str::FromStr;

use crate::quoted::Quoted;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    En,
    Ko,
}

impl Lang {
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Ko];

    /// The language a text without a label is taken for: Korean where it has any
    /// Hangul, since Korean operations prose is full of Latin words and English
    /// prose has no Hangul.
    pub fn of(text: &str) -> Lang {
        if text.chars().any(is_hangul) {
            Lang::Ko
        } else {
            Lang::En
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ko => "ko",
        }
    }

    pub fn other(self) -> Lang {
        match self {
            Lang::En => Lang::Ko,
            Lang::Ko => Lang::En,
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Write `en` or `ko`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} is no language of a case; write en or ko", Quoted(given))]
pub struct UnknownLang {
    pub given: String,
}

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Lang::ALL
            .into_iter()
            .find(|lang| text.eq_ignore_ascii_case(lang.as_str()))
            .ok_or_else(|| UnknownLang {
                given: text.to_owned(),
            })
    }
}

/// What a field says in each language. The two are not translations of each other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    pub en: Option<String>,
    pub ko: Option<String>,
}

impl Text {
    pub fn new(lang: Lang, text: String) -> Text {
        match lang {
            Lang::En => Text {
                en: Some(text),
                ko: None,
            },
            Lang::Ko => Text {
                en: None,
                ko: Some(text),
            },
        }
    }

    pub fn get(&self, lang: Lang) -> Option<&str> {
        match lang {
            Lang::En => self.en.as_deref(),
            Lang::Ko => self.ko.as_deref(),
        }
    }

    /// The text in `lang`, else in the other language; says which one it is.
    pub fn in_lang_or_other(&self, lang: Lang) -> Option<(Lang, &str)> {
        [lang, lang.other()]
            .into_iter()
            .find_map(|lang| Some((lang, self.get(lang)?)))
    }

    pub fn is_empty(&self) -> bool {
        self.en.is_none() && self.ko.is_none()
    }
}

/// Syllables, and jamo of every kind: conjoining (NFD text), compatibility, halfwidth.
fn is_hangul(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11FF}'
        | '\u{3130}'..='\u{318F}'
        | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}'
        | '\u{FFA0}'..='\u{FFDC}')
}
