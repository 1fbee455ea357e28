//! Checking an index itself: every byte of its files, then every case in it.

use std::path::PathBuf;

use tantivy::{DocAddress, DocId};

use super::document::short_hash;
use super::generations::Generations;
use super::manifest;
use super::reader::{Columns, Reader};
use super::sources::Origin;
use super::stamp::Totals;
use crate::case::Case;
use crate::error::{Error, rebuild};

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
    /// The command that builds the index again.
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
        remedy: rebuild(generations.root(), false),
        ..Verification::default()
    };
    match verify_into(generations, &mut found, progress) {
        Err(error @ (Error::DamagedIndex { .. } | Error::Outdated { .. })) => {
            found.faults.push(error.to_string());
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
    let of_file = |damaged: manifest::Damaged| {
        let file = folder.join(damaged.file);
        format!("{}: {}", file.display(), damaged.what)
    };
    found.bytes = bytes;
    found.faults.extend(damages.into_iter().map(of_file));
    found.remedy = rebuild(generations.root(), Origin::survives(&folder));
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
