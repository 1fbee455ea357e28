//! Unknown codes get the nearest known ones.

use std::collections::HashMap;
use std::sync::Arc;

use super::problem::{Doubt, Warning};
use super::vocabulary::Vocabulary;

const SUGGESTIONS: usize = 3;

/// Completes the warnings about unknown codes. Likeness is costly and the same few codes
/// recur in thousands of cases, so each is looked up once, when all are known.
pub(super) fn suggest(warnings: &mut [Warning], vocabulary: &Vocabulary) {
    let mut known: HashMap<(&str, &str), Arc<[String]>> = HashMap::new();
    for warning in warnings {
        if let Doubt::UnknownCode {
            field,
            code,
            nearest,
        } = &mut warning.what
        {
            let suggestion = known.entry((*field, code)).or_insert_with(|| {
                let terms = vocabulary.terms_of_key(field);
                let codes = terms.map(|terms| terms.nearest(code, SUGGESTIONS));
                codes
                    .unwrap_or_default()
                    .into_iter()
                    .map(str::to_owned)
                    .collect()
            });
            *nearest = Arc::clone(suggestion);
        }
    }
}
