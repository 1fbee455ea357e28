//! The tokens of a text as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::analysis::{Token, View};
use crate::index::Field;
use crate::query::Weights;

/// The tokens that indexing and searching see.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalyzeAnswer<'t> {
    tokens: Vec<TokenAnswer<'t>>,
    /// Tokens that the dictionary on trial takes away.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Vec<TokenAnswer<'t>>>,
    /// What a match in each field is worth.
    field_weights: BTreeMap<&'static str, f32>,
}

/// A token; offsets are bytes.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenAnswer<'t> {
    /// What the analyzer made.
    #[serde(flatten)]
    pub token: &'t Token,
    /// Where it is searched for.
    pub view: View,
    /// What a match is worth, times the weight of the field.
    pub weight: f32,
    /// Whether the dictionary on trial makes this token; absent where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<bool>,
}

impl<'t> AnalyzeAnswer<'t> {
    /// The answer with `tokens`, and with those `removed` where a dictionary is on trial.
    pub fn new(tokens: Vec<TokenAnswer<'t>>, removed: Option<Vec<TokenAnswer<'t>>>) -> Self {
        let weights = Weights::default();
        Self {
            tokens,
            removed,
            field_weights: Field::ALL
                .map(|field| (field.name(), weights.field(field)))
                .into(),
        }
    }
}

impl<'t> TokenAnswer<'t> {
    /// `token` as it is shown.
    pub fn new(token: &'t Token, added: Option<bool>) -> Self {
        Self {
            token,
            view: token.kind.view(),
            weight: Weights::default().token(token.kind),
            added,
        }
    }
}
