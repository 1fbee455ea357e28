//! What a query makes of one case, as text.

use std::io;

use super::cases;
use super::text::{DIM, ID, Page, clean};
use crate::query::{Above, Explanation, Obstacle};

/// Words by which the case above is ahead that are listed.
const LEADS: usize = 5;

impl Page<'_> {
    /// Rank, score and its parts, or what keeps the case from being found.
    ///
    /// # Errors
    ///
    /// Where the page cannot be written.
    pub fn explanation(&mut self, explanation: &Explanation) -> io::Result<()> {
        let standing = match explanation.rank {
            Some(rank) => {
                let total = cases(explanation.total, explanation.total_relation);
                format!("is number {rank} of {total}")
            }
            None => "is not found".to_owned(),
        };
        writeln!(self.out, "{ID}{}{ID:#} {standing}", explanation.case.id)?;
        for obstacle in &explanation.left_out {
            self.paragraph("   ", &clean(&obstacle_text(obstacle)))?;
        }
        for (what, words) in [
            ("it lacks", &explanation.missing),
            ("no case has", &explanation.unknown),
        ] {
            if !words.is_empty() {
                self.paragraph("   ", &format!("{what}: {}", clean(&words.join(", "))))?;
            }
        }
        if !explanation.explained.slots.is_empty() {
            self.explained(&explanation.explained, explanation.score)?;
        }
        match &explanation.above {
            Some(above) => self.above(above, explanation.explained.likeness),
            None => Ok(()),
        }
    }

    fn above(&mut self, above: &Above, likeness: f32) -> io::Result<()> {
        writeln!(self.out, "\n{ID}{}{ID:#} stands just above", above.id)?;
        for lead in above.leads.iter().take(LEADS) {
            let text = clean(&lead.text);
            writeln!(
                self.out,
                "   {DIM}{:6.3} against {:6.3}  {text}{DIM:#}",
                lead.theirs, lead.own
            )?;
        }
        let theirs = above.explained.likeness;
        if theirs > likeness {
            writeln!(
                self.out,
                "   {DIM}{theirs:6.3} against {likeness:6.3}  for being like the best match{DIM:#}"
            )?;
        }
        self.explained(&above.explained, above.score)
    }
}

fn obstacle_text(obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::Filter(name) => format!("the filter {name} leaves it out"),
        Obstacle::Exclusion(word) => format!("it has the word {word:?}, which is excluded"),
        Obstacle::ExcludedFilter(filter) => format!("it has {filter}, which is excluded"),
        Obstacle::Phrase(phrase) => format!("it does not have the phrase {phrase:?}"),
        Obstacle::NoWord => "it has no word of the query".to_owned(),
        Obstacle::NoCandidate => {
            "its words match, but too many other cases look more promising for it to be scored"
                .to_owned()
        }
    }
}
