//! Related cases as text: the list of a command and the section of a page.

use std::io;

use super::labels::labels;
use super::reasons::reasons_text;
use super::text::{DIM, ID, Page, clean};
use crate::case::Lang;
use crate::query::Related;

impl Page<'_> {
    /// Cases that are related to another one, with score and reasons.
    ///
    /// # Errors
    ///
    /// Where the page cannot be written.
    pub fn related(&mut self, related: &[Related], lang: Lang) -> io::Result<()> {
        for (
            i,
            Related {
                case,
                score,
                reasons,
            },
        ) in related.iter().enumerate()
        {
            if i > 0 {
                writeln!(self.out)?;
            }
            self.first_line(i + 1, case, lang)?;
            if let Some((_, title)) = case.title.in_lang_or_other(lang) {
                self.paragraph("   ", &clean(title))?;
            }
            let reasons = reasons_text(reasons, lang, self.vocabulary);
            self.paragraph("   ", &format!("{DIM}{score:.2}{DIM:#}  {reasons}"))?;
        }
        Ok(())
    }

    /// The same as a section of the page of a case.
    pub(super) fn related_section(&mut self, related: &[Related], lang: Lang) -> io::Result<()> {
        if related.is_empty() {
            return Ok(());
        }
        self.heading(labels(lang).related)?;
        for Related { case, reasons, .. } in related {
            let title = case.title.in_lang_or_other(lang);
            let title = title.map(|(_, title)| clean(title)).unwrap_or_default();
            self.paragraph("  ", &format!("{ID}{}{ID:#}  {title}", case.id))?;
            let reasons = reasons_text(reasons, lang, self.vocabulary);
            self.paragraph("    ", &format!("{DIM}{reasons}{DIM:#}"))?;
        }
        Ok(())
    }
}
