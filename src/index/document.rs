//! From a case to the document that tantivy stores: analysis, layout of the zones, columns.

use std::io;
use std::sync::Arc;

use tantivy::TantivyDocument;

use super::facet::terms_of;
use super::packed::pack;
use super::schema::Fields;
use super::tokens::WrittenTokens;
use super::zone::{Extents, ZONES, sections};
use crate::analysis::{Dictionary, Pool, initials};
use crate::case::{Case, Vocabulary};
use crate::index::id_key;

/// Makes documents. Shared by all threads.
pub(crate) struct DocumentBuilder<'a> {
    fields: &'a Fields,
    vocabulary: &'a Vocabulary,
    analyzers: Pool,
}

impl<'a> DocumentBuilder<'a> {
    pub(crate) fn new(
        fields: &'a Fields,
        vocabulary: &'a Vocabulary,
        dictionary: Arc<Dictionary>,
    ) -> Self {
        Self {
            fields,
            vocabulary,
            analyzers: Pool::new(dictionary),
        }
    }

    /// The document for `case`, whose record is `json` and comes from the file `source`.
    ///
    /// # Errors
    ///
    /// Where there is not enough memory.
    pub(crate) fn build(
        &self,
        case: &Case,
        json: &str,
        source: &str,
    ) -> io::Result<(TantivyDocument, Extents)> {
        let (tokens, extents) = self.lay_out(case);
        let fields = self.fields;
        let mut document = TantivyDocument::new();
        document.add_text(fields.id, &case.id);
        document.add_text(fields.id_key, id_key(&case.id));
        document.add_text(fields.text, tokens.into_text());
        for &end in extents.ends() {
            document.add_u64(fields.extents, u64::from(end));
        }
        for term in terms_of(case, &extents) {
            document.add_text(fields.facet, term);
        }
        for id in case.links() {
            document.add_text(fields.link, id_key(id));
        }
        if let Some(date) = case.date {
            document.add_i64(fields.date, days(date.first_day()));
        }
        document.add_text(fields.source, source);
        document.add_u64(
            fields.hash,
            short_hash(blake3::hash(json.as_bytes()).as_bytes()),
        );
        document.add_bytes(fields.record, &pack(json)?);
        Ok((document, extents))
    }

    fn lay_out(&self, case: &Case) -> (WrittenTokens, Extents) {
        let mut analyzer = self.analyzers.take();
        let mut tokens = WrittenTokens::default();
        let mut ends = [0; ZONES];
        let mut position = 0;
        let mut zone = 0;
        for section in sections(case, self.vocabulary) {
            let next = section.zone.index();
            ends[zone..next].fill(position);
            zone = next;
            let mut found = Vec::new();
            let used = analyzer.analyze(&section.text, &mut |token| {
                let view = token.kind.view();
                let place = match view.has_places() {
                    true => position + token.position,
                    false => zone as u32,
                };
                tokens.push(place, view, token.text);
                if section.zone.field.has_initials() {
                    found.push(token.into());
                }
            });
            for token in initials(&section.text, &found) {
                tokens.push(position + token.position, token.kind.view(), &token.text);
            }
            position += used + Extents::GAP;
        }
        ends[zone..].fill(position);
        (tokens, Extents::new(ends))
    }
}

/// Days since 1970-01-01.
pub(crate) fn days(date: jiff::civil::Date) -> i64 {
    let epoch = jiff::civil::date(1970, 1, 1);
    // Both are civil dates, so the difference in days exists and is exact.
    epoch
        .until(date)
        .map_or(0, |span| i64::from(span.get_days()))
}

/// The part of a record's hash that the index keeps.
pub(crate) fn short_hash(hash: &[u8; 32]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *hash;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}
