//! Tags of TREC's topics, and the text behind each.

/// The names that TREC's topics have used. What else stands between `<` and `>` is text.
const NAMES: [&str; 20] = [
    "top",
    "topic",
    "topics",
    "num",
    "number",
    "title",
    "query",
    "desc",
    "description",
    "narr",
    "narrative",
    "question",
    "dom",
    "head",
    "smry",
    "con",
    "fac",
    "def",
    "nat",
    "time",
];

/// A tag, `<topic number="1">` or `</topic>`.
pub(super) struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
    pub(super) closes: bool,
}

/// A tag with what follows it, up to the next one.
pub(super) struct Piece<'a> {
    /// Of the tag.
    pub(super) line: usize,
    pub(super) tag: Tag<'a>,
    pub(super) text: &'a str,
}

impl<'a> Tag<'a> {
    pub(super) fn is_one_of(&self, names: &[&str]) -> bool {
        names
            .iter()
            .any(|name| self.name.eq_ignore_ascii_case(name))
    }

    /// The value of the first of `names` that the tag has; empty where it has none.
    pub(super) fn attribute(&self, names: &[&str]) -> &'a str {
        let value = |name: &&str| {
            let (_, rest) = self.attributes.split_once(&format!(" {name}="))?;
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            rest[1..].split(quote).next()
        };
        names.iter().find_map(value).unwrap_or_default().trim()
    }

    /// The tag that `text` begins with, and what follows it.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let inside = text.strip_prefix('<')?;
        // Not beyond the next tag, however many are never closed.
        let (inside, rest) = inside.split_at(inside.find(['<', '>'])?);
        let rest = rest.strip_prefix('>')?;
        let (closes, inside) = match inside.strip_prefix('/') {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let end = inside.find(char::is_whitespace).unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(end);
        let tag = Self {
            name,
            attributes,
            closes,
        };
        tag.is_one_of(&NAMES).then_some((tag, rest))
    }
}

/// Cuts a file at its tags. What stands before the first one, such as `<?xml …?>`, is left out.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut line = 1;
    let mut rest = text;
    std::iter::from_fn(move || {
        let (skipped, tag, behind) = next_tag(rest)?;
        line += lines(skipped);
        let end = next_tag(behind).map_or(behind.len(), |(text, ..)| text.len());
        let piece = Piece {
            line,
            tag,
            text: &behind[..end],
        };
        let read = rest.len() - behind.len();
        line += lines(&rest[skipped.len()..read]);
        rest = behind;
        Some(piece)
    })
}

/// What stands before the next tag, the tag, and what stands behind it.
fn next_tag(text: &str) -> Option<(&str, Tag<'_>, &str)> {
    text.match_indices('<').find_map(|(start, _)| {
        let (tag, behind) = Tag::read(&text[start..])?;
        Some((&text[..start], tag, behind))
    })
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}
