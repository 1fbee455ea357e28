//! Taking single cases out of an index.

use std::path::{Path, PathBuf};

use tantivy::schema::Term;

use super::generations::{Generations, WriterLock};
use super::manifest;
use super::reader::{Reader, Stored};
use super::stamp::Stamp;
use super::writer::{commit, open_writer};
use crate::error::Error;

/// A case that is no longer in the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deleted {
    /// Its id as written in the record.
    pub id: String,
    /// The file that it came from, if it is still there: it comes back when that is indexed again.
    pub file: Option<PathBuf>,
}

/// Takes the cases `ids` out of the index in use, to which the caller has the `lock`. All or nothing.
///
/// # Errors
///
/// Where an id is not that of a case, the index is damaged, or the file system refuses.
pub fn delete(
    generations: &Generations,
    lock: &WriterLock,
    ids: &[String],
) -> Result<Vec<Deleted>, Error> {
    generations.restore(lock)?;
    let reader = Reader::open_for_update(generations, &[])?;
    let mut stored = reader.stored()?;
    let mut cases = Vec::new();
    for id in ids {
        let id = reader.id(reader.case_called(id)?)?;
        // The same case twice goes once.
        cases.extend(stored.remove(&id).map(|stored| (id, stored)));
    }
    let sources = stored.values().map(|stored| Path::new(&stored.source));
    let cases_of = |path: &Path| sources.clone().filter(|it| it.starts_with(path)).count();
    let mut stamp = reader.stamp().clone();
    stamp.sources.forget_gone(cases_of);
    generations.replace(lock, |folder| {
        write(&reader, folder, stamp, &cases)?;
        Ok((cases.iter().map(Deleted::new).collect(), true))
    })
}

impl Deleted {
    fn new((id, stored): &(String, Stored)) -> Self {
        let file = PathBuf::from(&stored.source);
        Self {
            id: id.clone(),
            file: file.is_file().then_some(file),
        }
    }
}

/// The generation of `reader` without `cases`, of which `stamp` still tells.
fn write(
    reader: &Reader,
    folder: &Path,
    mut stamp: Stamp,
    cases: &[(String, Stored)],
) -> Result<(), Error> {
    let index = reader.copy_to(folder)?;
    let failed = |source| Error::index(reader.root(), source);
    let writer = open_writer(&index).map_err(failed)?;
    for (id, stored) in cases {
        writer.delete_term(Term::from_field_text(reader.fields().id, id));
        stamp.totals.remove(&stored.extents);
    }
    commit(folder, writer, &stamp).map_err(failed)?;
    manifest::seal(folder).map_err(|e| Error::io("write to", folder, e))
}
