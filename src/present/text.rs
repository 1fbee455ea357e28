//! Pages for a terminal or a pipe. Colour codes are written always; the stream takes them out
//! where they do not belong.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::labels::{Labels, facet_name, field_name, labels};
use crate::case::{Case, Dimension, Lang, Text, UNKNOWN, Vocabulary, was_in_vain};
use crate::query::{
    Explained, FacetCount, FacetCounts, Hit, Passage, Related, Response, TotalRelation,
};

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
            let or_more = match response.total_relation {
                TotalRelation::Equal => "",
                TotalRelation::AtLeast => " or more",
            };
            let total = response.total;
            let last = offset + shown;
            let took = response.took_us as f64 / 1000.0;
            writeln!(
                self.out,
                "\n{DIM}{first} to {last} of {total}{or_more} cases in {took:.1} ms{DIM:#}",
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
        writeln!(
            self.out,
            "{BOLD}{}{BOLD:#}",
            facet_name(counted.facet, lang)
        )?;
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

    fn hit(&mut self, hit: &Hit, rank: usize, lang: Lang) -> io::Result<()> {
        let case = &hit.case;
        let label = labels(lang);
        writeln!(
            self.out,
            "{rank}. {ID}{}{ID:#}  {}",
            case.id,
            self.origin(case, lang)
        )?;
        if let Some((_, title)) = case.title.in_lang_or_other(lang) {
            self.paragraph("   ", &marked(title, &hit.title_marks, BOLD))?;
        }
        let mut facets = Vec::new();
        for (name, dimension) in [
            (label.cause, Dimension::RootCause),
            (label.components, Dimension::Component),
            (label.symptoms, Dimension::Symptom),
        ] {
            facets.extend(
                self.facet_labels(case, dimension, lang)
                    .map(|l| format!("{name}: {l}")),
            );
        }
        self.paragraph("   ", &format!("{DIM}{}{DIM:#}", facets.join(" · ")))?;
        for passage in &hit.passages {
            self.passage(passage, lang)?;
        }
        self.remediations(case, lang, "   ")?;
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

    /// All remediations in their order; those that were in vain say so.
    fn remediations(&mut self, case: &Case, lang: Lang, indent: &str) -> io::Result<()> {
        let label = labels(lang);
        for remediation in &case.remediation {
            let Some((own, text)) = remediation.in_lang_or_other(lang) else {
                continue;
            };
            let line = match was_in_vain(remediation) {
                true => format!("{BAD}{}:{BAD:#} {}", label.in_vain, clean(text)),
                false => format!("{GOOD}{}:{GOOD:#} {}", label.ended_by, clean(text)),
            };
            let note = other_language(own, lang);
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
        self.facets(case, lang, label)?;
        self.section(label.summary, &case.summary, lang)?;
        self.section(label.what_people_saw, &case.symptoms_text, lang)?;
        self.section(label.trigger, &case.trigger, lang)?;
        self.section(label.detection, &case.detection, lang)?;
        if !case.remediation.is_empty() {
            self.heading(label.remediation)?;
            self.remediations(case, lang, "  ")?;
        }
        if !case.action_items.is_empty() {
            self.heading(label.action_items)?;
            for item in &case.action_items {
                self.item(item, lang)?;
            }
        }
        self.section(label.lessons, &case.lessons, lang)?;
        self.pairs(
            label.timeline,
            &[
                (label.detected_after, &case.timeline.detected_after),
                (label.resolved_after, &case.timeline.resolved_after),
            ],
        )?;
        self.pairs(
            label.impact,
            &[
                (label.scope, &case.impact.scope),
                (label.users, &case.impact.users),
                (label.region, &case.impact.region),
            ],
        )?;
        self.sources(case, label)?;
        self.review(case, label)?;
        self.related_section(related, lang)
    }

    fn facets(&mut self, case: &Case, lang: Lang, label: &Labels) -> io::Result<()> {
        for (name, dimension) in [
            (label.domain, Dimension::Domain),
            (label.severity, Dimension::Severity),
            (label.cause, Dimension::RootCause),
            (label.contributing, Dimension::Contributing),
            (label.components, Dimension::Component),
            (label.symptoms, Dimension::Symptom),
        ] {
            if let Some(labels) = self.facet_labels(case, dimension, lang) {
                self.paragraph("", &format!("{DIM}{name}:{DIM:#} {labels}"))?;
            }
        }
        Ok(())
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

    fn pairs(&mut self, heading: &str, pairs: &[(&str, &Option<String>)]) -> io::Result<()> {
        let known: Vec<String> = pairs
            .iter()
            .filter_map(|(name, value)| Some(format!("{name}: {}", clean(value.as_ref()?))))
            .collect();
        if known.is_empty() {
            return Ok(());
        }
        self.heading(heading)?;
        known.iter().try_for_each(|line| self.paragraph("  ", line))
    }

    fn sources(&mut self, case: &Case, label: &Labels) -> io::Result<()> {
        let links: Vec<_> = case
            .sources
            .iter()
            .filter(|link| link.url.is_some())
            .collect();
        if links.is_empty() && case.url.is_none() {
            return Ok(());
        }
        self.heading(label.sources)?;
        if let Some(url) = &case.url {
            writeln!(self.out, "  {}", clean(url))?;
        }
        for link in links {
            let url = clean(link.url.as_deref().unwrap_or_default());
            let license = link
                .license
                .as_deref()
                .map(|name| format!("  {}: {}", label.license, clean(name)));
            writeln!(
                self.out,
                "  {url}{DIM}{}{DIM:#}",
                license.unwrap_or_default()
            )?;
        }
        Ok(())
    }

    fn review(&mut self, case: &Case, label: &Labels) -> io::Result<()> {
        self.heading(label.review)?;
        let state = match &case.review.reviewed_at {
            Some(when) => format!(
                "{when} {}",
                case.review.reviewed_by.as_deref().unwrap_or_default()
            ),
            None => label.not_reviewed.to_owned(),
        };
        self.paragraph("  ", &clean(state.trim()))
    }

    pub(super) fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "\n{BOLD}{text}{BOLD:#}")
    }

    /// Organisation, date with its kind, severity.
    pub(super) fn origin(&self, case: &Case, lang: Lang) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(case.org.clone());
        if let Some(date) = case.date {
            let kind = case.date_kind.as_deref().map(|kind| {
                let label = self.vocabulary.date_kinds().label(kind, lang);
                format!(" ({})", label.to_lowercase())
            });
            parts.push(format!("{date}{}", kind.unwrap_or_default()));
        }
        parts.extend(
            case.severity
                .as_deref()
                .filter(|severity| *severity != UNKNOWN)
                .map(|code| {
                    self.vocabulary
                        .label(Dimension::Severity, code, lang)
                        .to_lowercase()
                }),
        );
        clean(&parts.join(" · "))
    }

    fn facet_labels(&self, case: &Case, dimension: Dimension, lang: Lang) -> Option<String> {
        let codes = dimension.values_of(case);
        let labels: Vec<&str> = codes
            .iter()
            .filter(|code| *code != UNKNOWN)
            .map(|code| self.vocabulary.label(dimension, code, lang))
            .collect();
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
            c if c.is_control() => char::REPLACEMENT_CHARACTER,
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
            c if c.is_control() => char::REPLACEMENT_CHARACTER,
            c => c,
        });
        if marks.next_if(|(_, end)| *end == i + 1).is_some() {
            out.push_str(&format!("{MARK:#}{style}"));
        }
    }
    out.push_str(&format!("{style:#}"));
    out
}
