//! Writes a decompiled MeCab dictionary as text and has lindera build its own
//! form from it.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use lindera_dictionary::builder::DictionaryBuilder;
use lindera_dictionary::dictionary::Dictionary;
use lindera_dictionary::dictionary::metadata::Metadata;
use lindera_dictionary::dictionary::schema::Schema;

use super::Fault;
use super::archive::{Archive, Members};
use super::mecab::{Category, Characters, Entry, Lexicon, Malformed, Matrix};

/// Columns of an entry; the first four are the same in every MeCab dictionary.
const FIELDS: [&str; 7] = [
    "surface",
    "left_context_id",
    "right_context_id",
    "cost",
    "part_of_speech_tag",
    "type",
    "expression",
];

/// The features of a mecab-ko-dic 2 entry.
const FEATURES: usize = 8;
/// Those among them that the last of [`FIELDS`] name. The others are not asked
/// for and would be a quarter of the program.
const KEPT: [usize; 3] = [0, 4, 7];

const USER_FIELDS: [&str; 3] = ["surface", "part_of_speech_tag", "reading"];

/// The left and right id of `NNG` in left-id.def and right-id.def.
const COMMON_NOUN: (u16, u16) = (1784, 3535);

/// Builds lindera's files in `target` from MeCab's; the text between the two
/// goes to `source`.
pub fn convert(archive: &Archive, source: &Path, target: &Path) -> Result<(), Fault> {
    let entry_count = decompile(&archive.unpack()?, source)?;
    DictionaryBuilder::new(metadata()).build_dictionary(source, target)?;
    verify(entry_count, source, target)
}

/// Writes the files that MeCab's compiler was given, and says how many entries
/// there are.
fn decompile(members: &Members, folder: &Path) -> Result<usize, Fault> {
    let words = decode(members, "sys.dic", |bytes| Lexicon::parse(bytes)?.entries())?;
    let unknown = decode(members, "unk.dic", |bytes| Lexicon::parse(bytes)?.entries())?;
    let matrix = decode(members, "matrix.bin", Matrix::parse)?;
    let characters = decode(members, "char.bin", Characters::parse)?;

    fs::create_dir(folder).map_err(Fault::at("create", folder))?;
    write_text(&folder.join("words.csv"), |out| write_entries(&words, out))?;
    write_text(&folder.join("unk.def"), |out| write_entries(&unknown, out))?;
    write_text(&folder.join("matrix.def"), |out| write_matrix(&matrix, out))?;
    write_text(&folder.join("char.def"), |out| {
        write_characters(&characters, out)
    })?;
    Ok(words.len())
}

fn decode<'a, T>(
    members: &'a Members,
    member: &'static str,
    parse: impl FnOnce(&'a [u8]) -> Result<T, Malformed>,
) -> Result<T, Fault> {
    let bytes = members.get(member).ok_or(Fault::NoMember { member })?;
    parse(bytes).map_err(|source| Fault::Undecodable { member, source })
}

fn write_text(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Fault> {
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(Fault::at("write", path))
}

/// The features are a piece of a CSV line already, in which nothing is quoted.
fn write_entries(entries: &[Entry], out: &mut impl Write) -> io::Result<()> {
    for entry in entries {
        let Entry {
            left_id,
            right_id,
            cost,
            features,
            ..
        } = entry;
        let surface = quoted(&entry.surface);
        let features: Vec<&str> = features.split(',').collect();
        let kept = kept(&features).ok_or_else(|| {
            let problem = format!("{surface} has other features than {FEATURES}: {features:?}");
            io::Error::new(io::ErrorKind::InvalidData, problem)
        })?;
        writeln!(out, "{surface},{left_id},{right_id},{cost},{kept}")?;
    }
    Ok(())
}

fn kept(features: &[&str]) -> Option<String> {
    let features: &[&str; FEATURES] = features.try_into().ok()?;
    Some(KEPT.map(|place| features[place]).join(","))
}

fn write_matrix(matrix: &Matrix, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} {}", matrix.left_size, matrix.right_size)?;
    for (before, after, cost) in matrix.costs() {
        writeln!(out, "{before} {after} {cost}")?;
    }
    Ok(())
}

fn write_characters(characters: &Characters, out: &mut impl Write) -> io::Result<()> {
    for category in &characters.categories {
        let Category { name, length, .. } = category;
        let (invoke, group) = (u8::from(category.invoke), u8::from(category.group));
        writeln!(out, "{name} {invoke} {group} {length}")?;
    }
    for range in &characters.ranges {
        let (first, last) = (u32::from(range.first), u32::from(range.last));
        write!(out, "0x{first:04X}..0x{last:04X}")?;
        for &category in &range.categories {
            write!(out, " {}", characters.categories[category].name)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Quotes where CSV has to; lindera does not read unk.def as CSV.
fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\"")).into()
    } else {
        field.into()
    }
}

/// Differs from lindera's own metadata for this dictionary in three things.
///
/// A user's word without ids is a common noun, which particles and `하다` may
/// follow, and not a beginning of a sentence. There are no rules for a space
/// before a word: incidex segments one space-free run at a time, so that they
/// could not apply, and the table for them costs 80 ms and 50 MB at every start.
/// Context ids are not renumbered by frequency: lindera's count is of another
/// release with other ids, and no gain could be measured.
pub fn metadata() -> Metadata {
    Metadata {
        name: "ko-dic".to_owned(),
        default_left_context_id: COMMON_NOUN.0,
        default_right_context_id: COMMON_NOUN.1,
        dictionary_schema: schema(&FIELDS),
        user_dictionary_schema: schema(&USER_FIELDS),
        ..Metadata::default()
    }
}

fn schema(fields: &[&str]) -> Schema {
    Schema::new(fields.iter().map(|&field| field.to_owned()).collect())
}

/// Loads what was built, as incidex will, and sees that nothing is missing.
fn verify(expected: usize, source: &Path, target: &Path) -> Result<(), Fault> {
    let built = Dictionary::load_from_path(target)?;
    // The index has one u32 an entry.
    let read = built.prefix_dictionary.words_idx_data.len() / size_of::<u32>();
    if read == expected {
        return Ok(());
    }
    Err(Fault::EntriesLost {
        path: source.to_owned(),
        read,
        expected,
    })
}
