//! The fields of the tantivy index. Nothing else names them.

use tantivy::schema::{
    Field, IndexRecordOption, NumericOptions, STORED, STRING, Schema, TextFieldIndexing,
    TextOptions,
};

use super::tokens::TOKENIZER;

/// Changes whenever an index of the old layout can no longer be read.
pub const FORMAT_VERSION: u32 = 5;

/// The schema with its fields by name.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    pub(crate) schema: Schema,
    /// The id in lower case, for looking a case up.
    pub(crate) id_key: Field,
    /// The id as written, unique.
    pub(crate) id: Field,
    /// All terms of all zones with their positions.
    pub(crate) text: Field,
    /// The ends of the zones, [`ZONES`](super::zone::ZONES) values a case.
    pub(crate) extents: Field,
    /// `facet:code` for every value of a [`Facet`](super::facet::Facet).
    pub(crate) facet: Field,
    /// Ids of the cases that this one names, in the form of `id_key`.
    pub(crate) link: Field,
    /// The first day that the date may mean, in days since 1970-01-01.
    pub(crate) date: Field,
    /// The path of the file that the case came from.
    pub(crate) source: Field,
    /// The first eight bytes of the hash of the record.
    pub(crate) hash: Field,
    /// The record as it was read, [packed](super::packed).
    pub(crate) record: Field,
}

impl Fields {
    pub(crate) fn new() -> Self {
        let mut builder = Schema::builder();
        let column = NumericOptions::default().set_fast();
        let name = TextOptions::default().set_fast("raw");
        let text = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer(TOKENIZER)
                .set_index_option(IndexRecordOption::WithFreqsAndPositions),
        );
        Self {
            id_key: builder.add_text_field("id_key", STRING),
            id: builder.add_text_field("id", STRING.set_fast("raw")),
            text: builder.add_text_field("text", text),
            extents: builder.add_u64_field("extents", column.clone()),
            facet: builder.add_text_field("facet", STRING.set_fast("raw")),
            link: builder.add_text_field("link", STRING),
            date: builder.add_i64_field("date", column.clone()),
            source: builder.add_text_field("source", name),
            hash: builder.add_u64_field("hash", column),
            record: builder.add_bytes_field("record", STORED),
            schema: builder.build(),
        }
    }
}
