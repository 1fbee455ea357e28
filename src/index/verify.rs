//! Checking an index itself: every byte of its files, then every case in it.

use std::path::PathBuf;

use tantivy::{DocAddress, DocId};

use super::document::short_hash;
use super::generations::Generations;
use super::manifest;
use super::reader::{Columns, Reader};
use super::sources::remedy;
use super::stamp::Totals;
use crate::case::Case;
use crate::error::{Error, Remedy};

/// What an index was found to be.
#[derive(Debug, Default)]
pub struct Verification {
    /// The folder of the generation in use, or of the index where none can be told.
    pub folder: PathBuf,
    /// Bytes that were compared with those that were written.
    pub bytes: u64,
    /// Cases that were read.
    pub cases: u64,
    /// What is wrong, a sentence each.
    pub faults: Vec<String>,
    /// What to do about it.
    pub remedy: String,
}

/// Verifies the index in use. Where files are damaged, what is in them is not looked at. `progress`
/// is called after each case.
///
/// # Errors
///
/// Where there is no index, or the file system refuses.
pub fn verify(generations: &Generations, progress: &dyn Fn()) -> Result<Verification, Error> {
    let mut found = Verification {
        folder: generations.root().to_owned(),
        ..Verification::default()
    };
    let root = generations.root();
    match verify_into(generations, &mut found, progress) {
        Err(error @ Error::DamagedIndex { remedy, .. }) => {
            found.faults.push(error.to_string());
            found.remedy = remedy.advice(root);
        }
        Err(error @ Error::Outdated { can_be_rebuilt, .. }) => {
            found.faults.push(error.to_string());
            let remedy = match can_be_rebuilt {
                true => Remedy::Rebuild,
                false => Remedy::RebuildFrom,
            };
            found.remedy = remedy.advice(root);
        }
        done => done?,
    }
    Ok(found)
}

fn verify_into(
    generations: &Generations,
    found: &mut Verification,
    progress: &dyn Fn(),
) -> Result<(), Error> {
    let Some(folder) = generations.current()? else {
        return Err(Error::NoIndex {
            path: generations.root().to_owned(),
        });
    };
    let files = manifest::verify(&folder);
    // A writer may have published the next generation and removed this one.
    if generations.current()?.as_ref() != Some(&folder) {
        return verify_into(generations, found, progress);
    }
    let (damages, bytes) = files.map_err(|e| Error::io("read", &folder, e))?;
    let remedies = damages
        .iter()
        .map(|it| remedy(&folder, &folder.join(&it.file)));
    // A list that is damaged is told when the rest is mended.
    let is_list = |remedy: &Remedy| matches!(remedy, Remedy::List(_));
    let needed = remedies.min_by_key(is_list);
    let needed = needed.unwrap_or_else(|| remedy(&folder, &folder));
    let of_file = |damaged: manifest::Damaged| {
        let file = folder.join(damaged.file);
        format!("{}: {}", file.display(), damaged.what)
    };
    found.bytes = bytes;
    found.faults.extend(damages.into_iter().map(of_file));
    found.remedy = needed.advice(generations.root());
    found.folder.clone_from(&folder);
    if found.faults.is_empty() {
        verify_cases(&Reader::open(generations)?, found, progress)?;
    }
    Ok(())
}

/// Each case must parse, be the one that was read, and be found by its id; all together must be as
/// many as the stamp says, and as long.
fn verify_cases(
    reader: &Reader,
    found: &mut Verification,
    progress: &dyn Fn(),
) -> Result<(), Error> {
    let mut totals = Totals::default();
    for (ord, segment) in reader.searcher().segment_readers().iter().enumerate() {
        let columns = reader.columns(segment)?;
        for doc in segment.doc_ids_alive() {
            totals.add(&columns.extents(doc));
            let address = DocAddress::new(ord as u32, doc);
            found.faults.extend(fault_of(reader, &columns, address)?);
            progress();
        }
    }
    found.cases = totals.cases;
    let stamp = reader.stamp().totals;
    if totals != stamp {
        found.faults.push(format!(
            "{} cases are stored and the stamp counts {}, or their lengths differ",
            totals.cases, stamp.cases
        ));
    }
    Ok(())
}

fn fault_of(
    reader: &Reader,
    columns: &Columns,
    address: DocAddress,
) -> Result<Option<String>, Error> {
    let doc: DocId = address.doc_id;
    let id = columns.id(doc).map_err(|e| reader.failed(e))?;
    let record = reader.record(address)?;
    let hash = short_hash(blake3::hash(record.as_bytes()).as_bytes());
    let fault = match Case::from_stored(&record) {
        None => "its record cannot be read",
        Some(case) if case.id != id => "its record has another id",
        Some(_) if columns.hash.first(doc) != Some(hash) => {
            "its record is not the one that was read"
        }
        Some(_) if reader.find(&id)? != Some(address) => "it is not found by its id",
        Some(_) => return Ok(None),
    };
    Ok(Some(format!("case {id}: {fault}")))
}
