//! Pages for a terminal or a pipe. Colour codes are written always; the stream takes them out
//! where they do not belong.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::cases;
use super::labels::{Labels, facet_name, field_name, labels};
use super::outline::{OF_A_HIT, OF_A_PAGE, Part, Source, origin, parts, remedies, tags};
use crate::case::{Case, Dimension, Lang, Text, Vocabulary};
use crate::index::Facet;
use crate::query::{Explained, FacetCount, FacetCounts, Hit, Passage, Related, Response};
use crate::quoted::steers;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const ID: Style = AnsiColor::Cyan.on_default().bold();
const MARK: Style = AnsiColor::Yellow.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();

/// Where text goes and how wide it may get.
pub struct Page<'w> {
    pub(super) out: &'w mut dyn Write,
    /// Columns; none where lines are not to be wrapped.
    width: Option<usize>,
    pub(super) vocabulary: &'w Vocabulary,
}

impl<'w> Page<'w> {
    /// A page on `out` that is `width` columns wide, or as wide as its lines.
    pub fn new(out: &'w mut dyn Write, width: Option<usize>, vocabulary: &'w Vocabulary) -> Self {
        Self {
            out,
            width,
            vocabulary,
        }
    }

    /// All hits of a search.
    ///
    /// # Errors
    ///
    /// Where `out` cannot be written to.
    pub fn hits(&mut self, response: &Response, offset: usize) -> io::Result<()> {
        for (i, hit) in response.hits.iter().enumerate() {
            if i > 0 {
                writeln!(self.out)?;
            }
            self.hit(hit, offset + i + 1, response.lang)?;
        }
        let shown = response.hits.len();
        if shown > 0 {
            let total = cases(response.total, response.total_relation);
            let last = offset + shown;
            let took = response.took_us as f64 / 1000.0;
            writeln!(
                self.out,
                "\n{DIM}{first} to {last} of {total} in {took:.1} ms{DIM:#}",
                first = offset + 1,
            )?;
        }
        Ok(())
    }

    /// What could narrow a search: the values of each facet, those chosen marked with a star.
    ///
    /// # Errors
    ///
    /// Where `out` cannot be written to.
    pub fn counts(&mut self, counts: &FacetCounts) -> io::Result<()> {
        let shown = counts
            .facets
            .iter()
            .filter(|facet| !facet.values.is_empty());
        for (i, facet) in shown.enumerate() {
            if i > 0 {
                writeln!(self.out)?;
            }
            self.count(facet, counts.lang)?;
        }
        Ok(())
    }

    fn count(&mut self, counted: &FacetCount, lang: Lang) -> io::Result<()> {
        const DIGITS: usize = 6;
        let is_chosen = counted.values.iter().any(|value| value.selected);
        let hint = match is_chosen {
            true => format!("  {DIM}{}{DIM:#}", labels(lang).counted_without),
            false => String::new(),
        };
        let name = facet_name(counted.facet, lang);
        self.paragraph("", &format!("{BOLD}{name}{BOLD:#}{hint}"))?;
        for value in &counted.values {
            let (mark, style) = match value.selected {
                true => ('*', MARK),
                false => (' ', Style::new()),
            };
            let line = format!("{style}{}{style:#}", clean(&value.label));
            self.paragraph(&format!("{mark}{:DIGITS$}  ", value.count), &line)?;
        }
        match counted.more {
            0 => Ok(()),
            more => writeln!(
                self.out,
                " {:>DIGITS$}  {DIM}{}{DIM:#}",
                "…",
                more_values(more, lang)
            ),
        }
    }

    /// What a case in a list begins with.
    pub(super) fn first_line(&mut self, rank: usize, case: &Case, lang: Lang) -> io::Result<()> {
        let origin = self.origin(case, lang);
        let line = format!("{ID}{}{ID:#}  {origin}", case.id);
        self.paragraph(&format!("{rank}. "), &line)
    }

    fn hit(&mut self, hit: &Hit, rank: usize, lang: Lang) -> io::Result<()> {
        let case = &hit.case;
        self.first_line(rank, case, lang)?;
        if let Some((_, title)) = case.title.in_lang_or_other(lang) {
            self.paragraph("   ", &marked(title, &hit.title_marks, BOLD))?;
        }
        let facets = OF_A_HIT.into_iter().filter_map(|dimension| {
            let labels = self.facet_labels(case, dimension, lang)?;
            let name = facet_name(Facet::Tag(dimension), lang);
            Some(format!("{name}: {labels}"))
        });
        let facets: Vec<String> = facets.collect();
        self.paragraph("   ", &format!("{DIM}{}{DIM:#}", facets.join(" · ")))?;
        for passage in &hit.passages {
            self.passage(passage, lang)?;
        }
        self.remediations(&case.remediation, lang, "   ")?;
        match &hit.explained {
            Some(explained) => self.explained(explained, hit.score),
            None => Ok(()),
        }
    }

    fn passage(&mut self, passage: &Passage, lang: Lang) -> io::Result<()> {
        let before = if passage.is_cut_before { "… " } else { "" };
        let after = if passage.is_cut_after { " …" } else { "" };
        let text = marked(&passage.text, &passage.marks, Style::new());
        let field = field_name(passage.field, lang);
        self.paragraph("   ", &format!("{DIM}{field}{DIM:#} {before}{text}{after}"))
    }

    /// Those that were in vain say so.
    fn remediations(&mut self, remediation: &[Text], lang: Lang, indent: &str) -> io::Result<()> {
        let label = labels(lang);
        for remedy in remedies(remediation, lang) {
            let text = clean(remedy.text);
            let line = match remedy.helped {
                true => format!("{GOOD}{}:{GOOD:#} {text}", label.ended_by),
                false => format!("{BAD}{}:{BAD:#} {text}", label.in_vain),
            };
            let note = other_language(remedy.lang, lang);
            self.paragraph(indent, &format!("{line}{note}"))?;
        }
        Ok(())
    }

    pub(super) fn explained(&mut self, explained: &Explained, score: f32) -> io::Result<()> {
        let share = |part: f32| 100.0 * explained.share(part);
        let likeness = match explained.likeness > 0.0 {
            true => format!(" + {:.3} for being like the best match", explained.likeness),
            false => String::new(),
        };
        writeln!(
            self.out,
            "   {DIM}score {score:.3} = {sum:.3} × coverage {coverage:.3}{likeness}{DIM:#}",
            sum = explained.sum(),
            coverage = explained.coverage,
        )?;
        for slot in &explained.slots {
            let view = if slot.is_bigram_view {
                " (bigrams)"
            } else {
                ""
            };
            writeln!(
                self.out,
                "   {DIM}{share:5.1}%  {score:6.3}  {text}{view}  in {field} ({lang}) × {field_weight}, weight {weight:.2}, idf {idf:.2}{DIM:#}",
                share = share(slot.score),
                score = slot.score,
                text = clean(&slot.text),
                field = slot.field.name(),
                lang = slot.lang,
                field_weight = slot.field_weight,
                weight = slot.weight,
                idf = slot.idf,
            )?;
        }
        if explained.adjacency > 0.0 {
            let part = explained.adjacency;
            writeln!(
                self.out,
                "   {DIM}{:5.1}%  {part:6.3}  words next to each other{DIM:#}",
                share(part)
            )?;
        }
        Ok(())
    }

    /// A case as a page in one language, with the cases that are related to it; texts that are missing
    /// in that language stand in the other, and say so.
    ///
    /// # Errors
    ///
    /// Where `out` cannot be written to.
    pub fn case(&mut self, case: &Case, related: &[Related], lang: Lang) -> io::Result<()> {
        let label = labels(lang);
        writeln!(
            self.out,
            "{ID}{}{ID:#}  {}",
            case.id,
            self.origin(case, lang)
        )?;
        if let Some((own, title)) = case.title.in_lang_or_other(lang) {
            let note = other_language(own, lang);
            self.paragraph("", &format!("{BOLD}{}{BOLD:#}{note}", clean(title)))?;
        }
        writeln!(self.out)?;
        for dimension in OF_A_PAGE {
            if let Some(labels) = self.facet_labels(case, dimension, lang) {
                let name = facet_name(Facet::Tag(dimension), lang);
                self.paragraph("", &format!("{DIM}{name}:{DIM:#} {labels}"))?;
            }
        }
        for (heading, part) in parts(case, label) {
            self.part(heading, &part, lang)?;
        }
        self.related_section(related, lang)
    }

    fn part(&mut self, heading: &str, part: &Part<'_>, lang: Lang) -> io::Result<()> {
        if let Part::Text(text) = part {
            return self.section(heading, text, lang);
        }
        self.heading(heading)?;
        match part {
            Part::Text(_) => Ok(()),
            Part::Remediation(remediation) => self.remediations(remediation, lang, "  "),
            Part::Items(items) => items.iter().try_for_each(|item| self.item(item, lang)),
            Part::Pairs(pairs) => pairs.iter().try_for_each(|(name, value)| {
                self.paragraph("  ", &format!("{name}: {}", clean(value)))
            }),
            Part::Sources(sources) => sources
                .iter()
                .try_for_each(|source| self.source(source, labels(lang))),
            Part::Review(state) => {
                let state = state.as_deref().unwrap_or(labels(lang).not_reviewed);
                self.paragraph("  ", &clean(state))
            }
        }
    }

    fn section(&mut self, heading: &str, text: &Text, lang: Lang) -> io::Result<()> {
        let Some((own, text)) = text.in_lang_or_other(lang) else {
            return Ok(());
        };
        self.heading(&format!("{heading}{}", other_language(own, lang)))?;
        for paragraph in text.split('\n').filter(|line| !line.trim().is_empty()) {
            self.paragraph("  ", &clean(paragraph))?;
        }
        Ok(())
    }

    fn item(&mut self, text: &Text, lang: Lang) -> io::Result<()> {
        match text.in_lang_or_other(lang) {
            Some((own, text)) => self.paragraph(
                "  - ",
                &format!("{}{}", clean(text), other_language(own, lang)),
            ),
            None => Ok(()),
        }
    }

    fn source(&mut self, source: &Source<'_>, label: &Labels) -> io::Result<()> {
        let url = clean(source.url);
        let license = source
            .license
            .map(|name| format!("{DIM}  {}: {}{DIM:#}", label.license, clean(name)));
        writeln!(self.out, "  {url}{}", license.unwrap_or_default())
    }

    pub(super) fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "\n{BOLD}{text}{BOLD:#}")
    }

    /// Organisation, date with its kind, severity.
    pub(super) fn origin(&self, case: &Case, lang: Lang) -> String {
        let origin = origin(case, lang, self.vocabulary);
        clean(&origin.parts().collect::<Vec<_>>().join(" · "))
    }

    fn facet_labels(&self, case: &Case, dimension: Dimension, lang: Lang) -> Option<String> {
        let tags = tags(case, dimension, lang, self.vocabulary);
        let labels: Vec<&str> = tags.into_iter().map(|(_, label)| label).collect();
        (!labels.is_empty()).then(|| clean(&labels.join(", ")))
    }

    /// Writes `text`, wrapped and with every line behind `indent`. A bullet stands on the first
    /// line only.
    pub(super) fn paragraph(&mut self, indent: &str, text: &str) -> io::Result<()> {
        let Some(width) = self.width else {
            return writeln!(self.out, "{indent}{text}");
        };
        let hanging = " ".repeat(indent.width());
        let options = textwrap::Options::new(width)
            .initial_indent(indent)
            .subsequent_indent(&hanging);
        writeln!(self.out, "{}", textwrap::fill(text, options))
    }
}

/// Says that a text stands in for one that is missing.
fn other_language(own: Lang, wanted: Lang) -> String {
    if own == wanted {
        return String::new();
    }
    format!(" {DIM}({}){DIM:#}", labels(wanted).only_in_the_other)
}

/// `text` without what would move a cursor or change a colour: records are data, not programs for
/// a terminal.
pub(super) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' => ' ',
            c if steers(c) => char::REPLACEMENT_CHARACTER,
            c => c,
        })
        .collect()
}

fn more_values(more: usize, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{more} more"),
        Lang::Ko => format!("그 밖에 {more}개"),
    }
}

/// `text` with its marks in [`MARK`] and the rest in `style`.
fn marked(text: &str, marks: &[(usize, usize)], style: Style) -> String {
    let mut out = format!("{style}");
    let mut marks = marks.iter().peekable();
    for (i, c) in text.chars().enumerate() {
        if marks.peek().is_some_and(|(start, _)| *start == i) {
            out.push_str(&format!("{style:#}{MARK}"));
        }
        out.push(match c {
            '\n' => ' ',
            c if steers(c) => char::REPLACEMENT_CHARACTER,
            c => c,
        });
        if marks.next_if(|(_, end)| *end == i + 1).is_some() {
            out.push_str(&format!("{MARK:#}{style}"));
        }
    }
    out.push_str(&format!("{style:#}"));
    out
}
