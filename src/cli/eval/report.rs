//! `--report`: the page beside what is printed.

use std::path::Path;

use super::args::ReportArg;
use super::whole_file::WholeFile;
use crate::cli::Failure;
use crate::eval::report::{Measured, Report, render};

/// Where the page goes, if one was asked for.
pub(super) struct ReportFile(Option<WholeFile>);

impl ReportFile {
    /// Finds out whether the page can be written before anything is searched. It must be none of
    /// `inputs`.
    pub(super) fn open<'i>(
        arg: &ReportArg,
        inputs: impl Iterator<Item = &'i Path>,
    ) -> Result<Self, Failure> {
        let path = arg.report.as_deref();
        let file = path.map(|path| WholeFile::open(path, inputs)).transpose()?;
        Ok(Self(file))
    }

    pub(super) fn write(self, measured: &Measured) -> Result<(), Failure> {
        let Some(file) = self.0 else {
            return Ok(());
        };
        let page = render(&Report::from(measured))
            .map_err(|e| Failure::Message(format!("cannot make the report: {e}")))?;
        file.write(&page)
    }
}
