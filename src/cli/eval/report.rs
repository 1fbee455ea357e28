//! `--report`: the page beside what is printed.

use super::args::ReportArg;
use super::page_file::PageFile;
use crate::cli::Failure;
use crate::eval::report::{Measured, Report, render};

/// Where the page goes, if one was asked for.
pub(super) struct ReportFile(Option<PageFile>);

impl ReportFile {
    /// Finds out whether the page can be written before anything is searched.
    pub(super) fn open(arg: &ReportArg) -> Result<Self, Failure> {
        let path = arg.report.as_deref();
        path.map(PageFile::open).transpose().map(Self)
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
