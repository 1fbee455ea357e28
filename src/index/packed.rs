//! Records as the index keeps them: each compressed by itself, so that showing a case unpacks no
//! other, with what cases have in common known beforehand, so that each takes no more room than
//! among many.

use std::cell::RefCell;
use std::io;
use std::sync::LazyLock;

use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::{DecoderDictionary, EncoderDictionary};

use crate::case::MAX_CASE_BYTES;

/// What cases have in common: keys, labels, turns of phrase in both languages. Where it changes,
/// [`FORMAT_VERSION`](super::schema::FORMAT_VERSION) must, since nothing that was packed with
/// another one can be unpacked. `zstd --train --maxdict=112640` has made it of `seeds/cases/PX-*`,
/// each as it is and on one line.
const COMMON: &[u8] = include_bytes!("records.zdict");

/// Higher levels take twice as long for a fiftieth less.
const LEVEL: i32 = 6;

thread_local! {
    /// Made once a thread: that takes as long as packing some cases.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

/// # Errors
///
/// Where there is not enough memory.
pub(super) fn pack(record: &str) -> io::Result<Vec<u8>> {
    static PREPARED: LazyLock<EncoderDictionary<'static>> =
        LazyLock::new(|| EncoderDictionary::copy(COMMON, LEVEL));
    COMPRESSOR.with_borrow_mut(|compressor| {
        let compressor = match compressor {
            Some(compressor) => compressor,
            None => compressor.insert(Compressor::with_prepared_dictionary(&PREPARED)?),
        };
        compressor.compress(record.as_bytes())
    })
}

/// # Errors
///
/// Where `packed` is not what [`pack`] has made of a record.
pub(super) fn unpack(packed: &[u8]) -> io::Result<String> {
    static PREPARED: LazyLock<DecoderDictionary<'static>> =
        LazyLock::new(|| DecoderDictionary::copy(COMMON));
    let mut decompressor = Decompressor::with_prepared_dictionary(&PREPARED)?;
    let record = decompressor.decompress(packed, MAX_CASE_BYTES)?;
    String::from_utf8(record).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cases_have_in_common_changes_with_the_format_only() {
        let made = blake3::hash(COMMON).to_hex();
        let known = (
            5,
            "a169008bbc1ea02b1947b59ea21278d55e1d5f15af71fe9fe86dec3ee2e6cb74",
        );
        assert_eq!((super::super::schema::FORMAT_VERSION, made.as_str()), known);
    }

    #[test]
    fn a_record_comes_back_as_it_was() {
        let long = "로그 log ".repeat(MAX_CASE_BYTES / 12);
        for record in [
            "",
            "{}",
            "{\"title\": {\"ko\": \"디스크가 가득 찼다\"}}",
            &long,
        ] {
            assert_eq!(
                unpack(&pack(record).expect("packed")).expect("unpacked"),
                record
            );
        }
    }

    #[test]
    fn a_damaged_record_is_an_error_or_another_text() {
        let packed = pack(&"a disk was full ".repeat(9)).expect("packed");
        for at in 1..packed.len() {
            assert!(unpack(&packed[..at]).is_err());
            for bit in 0..8 {
                let mut damaged = packed.clone();
                damaged[at] ^= 1 << bit;
                let _ = unpack(&damaged);
            }
        }
    }

    #[test]
    fn a_record_that_is_longer_than_any_case_is_refused() {
        let packed = pack(&" ".repeat(MAX_CASE_BYTES + 1)).expect("packed");
        assert!(unpack(&packed).is_err());
    }
}
