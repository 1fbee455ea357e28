//! The arguments of every command.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::HeaderValue;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, Args as ClapArgs, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

use super::eval::EvalArgs;
use super::{Failure, Outcome, complete};
use crate::case::{CaseDate, Dimension, Lang};
use crate::query::{Filters, Related, Request, SuggestRequest};

/// Search past incidents by what you see: a symptom, an error line, a keyword, in English, Korean or both.
#[derive(Debug, Parser)]
#[command(
    name = "incidex",
    version,
    max_term_width = 100,
    propagate_version = true
)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) global: Global,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// Where the index is unless another place is named.
pub(super) const DEFAULT_INDEX: &str = "index";

/// What every command takes.
#[derive(Debug, ClapArgs)]
pub(super) struct Global {
    /// Folder of the index
    #[arg(long, global = true, value_name = "DIR", env = "INCIDEX_INDEX", default_value = DEFAULT_INDEX, value_parser = IndexFolder, value_hint = ValueHint::DirPath)]
    pub(super) index: PathBuf,
}

/// A path, which may not be empty on the command line; an empty variable of the environment counts
/// as unset.
#[derive(Clone)]
struct IndexFolder;

impl TypedValueParser for IndexFolder {
    type Value = PathBuf;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<PathBuf, clap::Error> {
        PathBufValueParser::new().parse_ref(command, argument, value)
    }

    fn parse_ref_(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
        source: ValueSource,
    ) -> Result<PathBuf, clap::Error> {
        match value.is_empty() && source == ValueSource::EnvVariable {
            true => Ok(DEFAULT_INDEX.into()),
            false => self.parse_ref(command, argument, value),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Build the index from cases or bring it up to date
    Index(IndexArgs),
    /// Rank the cases that look like a symptom, an error line or a keyword
    Search(SearchArgs),
    /// Say where a case stands for a query and why, or why it is not found
    Explain(ExplainArgs),
    /// Count what could narrow a search: components, causes, years and more
    Facets(FacetsArgs),
    /// Show one case as a page
    Show(ShowArgs),
    /// List the cases like one, each with its reasons
    Related(RelatedArgs),
    /// Complete what was typed so far: words, identifiers, facet values, ids, titles
    Suggest(SuggestArgs),
    /// Show the tokens that indexing and searching see
    Analyze(AnalyzeArgs),
    /// Validate cases and lists of words without indexing them
    Check(CheckArgs),
    /// Take cases out of the index
    Delete(DeleteArgs),
    /// Check the index itself: every byte, every case, sample queries
    Verify(VerifyArgs),
    /// Serve the search over HTTP
    Serve(ServeArgs),
    /// Measure the relevance of the ranking
    Eval(EvalArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual, of the program or of a command
    Man(ManArgs),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit codes: 0 done, 2 faults in cases or another failure.

With a fault in any case nothing is written, and every fault is listed with file, line and column.
A case that did not change is skipped; one whose file is gone from an indexed folder is removed. The
cases of a path that is not there, and of a folder that has no case any more, stay: it may only be
away. To give them up, name what is left with --rebuild.
An index of another version, or a damaged one, is built again from what it was made from. Until the
new index is complete the one before stays in use, whatever happens.")]
pub(super) struct IndexArgs {
    /// Files or folders of cases (*.json, *.jsonl); - reads standard input [default: what the index
    /// was made from, or seeds/cases where there is no index]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(super) paths: Vec<PathBuf>,
    /// Labels of the facet codes [default: vocabulary.json in or beside PATH, else the built-in one]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) vocabulary: Option<PathBuf>,
    #[command(flatten)]
    pub(super) lists: ListArgs,
    /// Index the sound cases where some have faults; still exits with 2
    #[arg(long)]
    pub(super) keep_going: bool,
    /// With PATH, start from nothing: the index will have just these; without, analyse all again and
    /// keep what has no file
    #[arg(long)]
    pub(super) rebuild: bool,
    /// Keep cases whose file is gone from an indexed folder
    #[arg(long)]
    pub(super) keep_missing: bool,
    /// Wait for another process that writes the index, instead of failing
    #[arg(long)]
    pub(super) wait: bool,
    /// Go on: index again whenever a file changes, until SIGTERM or Ctrl+C
    #[arg(long)]
    pub(super) watch: bool,
}

/// Words that a user adds to ours.
#[derive(Debug, ClapArgs)]
pub(super) struct ListArgs {
    /// Korean terms beside the built-in ones, one a line; an index keeps them until another file is
    /// named
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) dictionary: Option<PathBuf>,
    /// Terms that mean the same beside the built-in ones, one group a line with " = " between terms;
    /// an index keeps them until another file is named
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) glossary: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Query: plain words; nothing is a syntax error.
  \"a phrase\"            only cases with these words in this order
  -word                 without this word, in a typed query of up to six words
  component:haproxy     a filter, where both sides are known; so are year:2022, since:2022-10 and
                        until:2023; a label of several words takes quotes
  -component:haproxy    without the cases of that filter
An id such as IL-0177 shows that case first.

Filters: values of one dimension widen (or), different dimensions narrow (and). A value is a code
or a label in either language, in any case and spacing.

Exit codes: 0 hits, 1 no hits, 2 failure.")]
pub(super) struct SearchArgs {
    /// Words to search for; - reads a log or a stack trace from standard input
    #[arg(value_name = "QUERY", num_args = 0..)]
    pub(super) query: Vec<String>,
    /// Most hits to show, up to 10,000
    #[arg(long, short = 'n', value_name = "N", default_value_t = Request::HITS, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) limit: u32,
    /// Hits to skip, up to 1,000,000
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(super) offset: u32,
    /// Language to show [default: ko where the query has Hangul, else en]
    #[arg(long, value_name = "en|ko")]
    pub(super) lang: Option<Lang>,
    /// Show how each score came about
    #[arg(long, conflicts_with = "trec")]
    pub(super) explain: bool,
    /// Count what could narrow the search, as the command facets does, below the hits
    #[arg(long, conflicts_with = "trec")]
    pub(super) facets: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "trec")]
    pub(super) json: bool,
    /// Print lines of a TREC run
    #[arg(long)]
    pub(super) trec: bool,
    #[command(flatten)]
    pub(super) filters: FilterArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The query and the filters mean the same as those of search.

Exit codes: 0 the case is found, 1 it is not, 2 no such case or another failure.")]
pub(super) struct ExplainArgs {
    /// Id of the case, such as IL-0177
    #[arg(value_name = "ID", add = complete::ids())]
    pub(super) id: String,
    /// Words that were searched for; - reads a log or a stack trace from standard input
    #[arg(value_name = "QUERY", num_args = 1.., required = true)]
    pub(super) query: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) filters: FilterArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
All cases that match are counted, or all cases where there is no query. A query is written as for
search.

Filters: values of one dimension widen (or), different dimensions narrow (and). A value is a code
or a label in either language, in any case and spacing. The counts of a dimension leave its own
filter out, to show what else could be chosen; chosen values are marked with *.

Exit codes: 0 counts, 1 no case matches, 2 failure.")]
pub(super) struct FacetsArgs {
    /// Words to search for; - reads a log or a stack trace from standard input
    #[arg(value_name = "QUERY", num_args = 0..)]
    pub(super) query: Vec<String>,
    /// Most values to show of a dimension, up to 10,000
    #[arg(long, short = 'n', value_name = "N", default_value_t = Request::FACET_VALUES, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) limit: u32,
    /// Language of the labels [default: ko where the query has Hangul, else en]
    #[arg(long, value_name = "en|ko")]
    pub(super) lang: Option<Lang>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) filters: FilterArgs,
}

/// Facet filters.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Filters")]
pub(super) struct FilterArgs {
    /// Organisation
    #[arg(long, value_name = "NAME", action = ArgAction::Append, add = complete::values(Dimension::Org))]
    org: Vec<String>,
    /// Domain, such as kubernetes
    #[arg(long, value_name = "CODE", action = ArgAction::Append, add = complete::values(Dimension::Domain))]
    domain: Vec<String>,
    /// Component, such as haproxy
    #[arg(long, value_name = "CODE", action = ArgAction::Append, add = complete::values(Dimension::Component))]
    component: Vec<String>,
    /// Symptom, such as packet-loss
    #[arg(long, value_name = "CODE", action = ArgAction::Append, add = complete::values(Dimension::Symptom))]
    symptom: Vec<String>,
    /// Root cause, such as config-change
    #[arg(long, visible_alias = "root-cause", alias = "root_cause", value_name = "CODE", action = ArgAction::Append, add = complete::values(Dimension::RootCause))]
    cause: Vec<String>,
    /// Contributing factor, such as retry-storm
    #[arg(long, value_name = "CODE", action = ArgAction::Append, add = complete::values(Dimension::Contributing))]
    contributing: Vec<String>,
    /// Severity: critical, major, minor or unknown
    #[arg(long, value_name = "CODE", action = ArgAction::Append, add = complete::values(Dimension::Severity))]
    severity: Vec<String>,
    /// Year of the date, such as 2022
    #[arg(long, value_name = "YYYY", action = ArgAction::Append, value_parser = CaseDate::year)]
    year: Vec<CaseDate>,
    /// Only cases dated on or after the first day of this: YYYY, YYYY-MM or YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    since: Option<CaseDate>,
    /// Only cases dated on or before the last day of this. A case has one date: of the incident, or
    /// of its publication where only that is known; the filters compare that one, and a date known to
    /// the year or month by its first day
    #[arg(long, value_name = "DATE")]
    until: Option<CaseDate>,
}

impl FilterArgs {
    pub(super) fn filters(&self) -> Filters {
        let mut filters = Filters::default();
        filters.since = self.since;
        filters.until = self.until;
        filters.years = self.year.clone();
        for dimension in Dimension::ALL {
            let values = match dimension {
                Dimension::Org => &self.org,
                Dimension::Domain => &self.domain,
                Dimension::Component => &self.component,
                Dimension::Symptom => &self.symptom,
                Dimension::RootCause => &self.cause,
                Dimension::Contributing => &self.contributing,
                Dimension::Severity => &self.severity,
            };
            for value in values {
                filters.add(dimension, value.clone());
            }
        }
        filters
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
On a terminal the page goes through $PAGER, or less -FRX. An empty PAGER or any NO_PAGER prints it
at once.")]
pub(super) struct ShowArgs {
    /// Id of the case, such as IL-0177
    #[arg(value_name = "ID", add = complete::ids())]
    pub(super) id: String,
    /// Language to show
    #[arg(long, value_enum, ignore_case = true, default_value_t = ShowLang::Both)]
    pub(super) lang: ShowLang,
    /// Print the record as it was read
    #[arg(long)]
    pub(super) json: bool,
    /// Print at once, even on a terminal
    #[arg(long)]
    pub(super) no_pager: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Cases are related by root cause and components, by symptoms, contributing factors and domain, the
rarer the more; by the words of their texts; and by a link in either record.

Exit codes: 0 related cases, 1 no other case is like it, 2 no such case or another failure.")]
pub(super) struct RelatedArgs {
    /// Id of the case, such as IL-0177
    #[arg(value_name = "ID", add = complete::ids())]
    pub(super) id: String,
    /// Most cases to list, up to 100
    #[arg(long, short = 'n', value_name = "N", default_value_t = Related::SHOWN, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) limit: u32,
    /// Language to show
    #[arg(long, value_name = "en|ko", default_value_t = Lang::En)]
    pub(super) lang: Lang,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The last word is completed; the words before it narrow. A Korean syllable may be incomplete, and
initial consonants will do. Without a text the most frequent facet values are printed.

Exit codes: 0 suggestions, 1 nothing goes on like this, 2 failure.")]
pub(super) struct SuggestArgs {
    /// Text typed so far
    #[arg(value_name = "PREFIX", num_args = 0..)]
    pub(super) prefix: Vec<String>,
    /// Most suggestions to print, up to 100
    #[arg(long, short = 'n', value_name = "N", default_value_t = SuggestRequest::SHOWN, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) limit: u32,
    /// Language of titles and labels [default: ko where the text has Hangul, else en]
    #[arg(long, value_name = "en|ko")]
    pub(super) lang: Option<Lang>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// A language or both of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ShowLang {
    En,
    Ko,
    Both,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
One line a token: position, view, kind, bytes, weight of a match, token. The weight is multiplied by
that of the field, which the last line lists.

With --dictionary the tokens with the terms of the file are compared to those with the terms of the
index: lines that go begin with -, new ones with +.

Exit codes: 0 tokens, 1 no tokens, 2 failure.")]
pub(super) struct AnalyzeArgs {
    /// Text to analyse; - reads standard input
    #[arg(value_name = "TEXT", required = true)]
    pub(super) text: Vec<String>,
    /// Korean terms to try, as for index --dictionary
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) dictionary: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit codes: 0 no faults (there may be warnings), 1 faults, 2 a path cannot be read.")]
pub(super) struct CheckArgs {
    /// Files or folders of cases; - reads standard input [default: seeds/cases, unless lists of words
    /// are to be checked]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(super) paths: Vec<PathBuf>,
    /// Labels of the facet codes [default: vocabulary.json in or beside PATH, else the built-in one]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) vocabulary: Option<PathBuf>,
    #[command(flatten)]
    pub(super) lists: ListArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A case whose file is still there comes back when that file is indexed again.

Exit codes: 0 deleted, 2 no such case or another failure; then nothing was deleted.")]
pub(super) struct DeleteArgs {
    /// Ids of the cases, such as IL-0177
    #[arg(value_name = "ID", required = true, add = complete::ids())]
    pub(super) ids: Vec<String>,
    /// Wait for another process that writes the index, instead of failing
    #[arg(long)]
    pub(super) wait: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Reads every file of the index and compares it with what was written; then reads every case, compares
it with what was indexed and looks it up by its id; then searches for some by their titles.

Exit codes: 0 sound, 1 faults, 2 there is no index or it cannot be read.")]
pub(super) struct VerifyArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A newer commit of the index is taken into use without a restart. SIGTERM and Ctrl+C end the server
once it has answered what it was asked. /openapi.json describes the API.

Exit codes: 0 ended when told to, 2 failure.")]
pub(super) struct ServeArgs {
    /// Address and port to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7700")]
    pub(super) addr: SocketAddr,
    /// File with the token that requests must carry, as a bearer token or as the password of a browser
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) token_file: Option<PathBuf>,
    /// Listen where other machines can reach it, and answer everybody
    #[arg(long, conflicts_with = "token_file")]
    pub(super) allow_unauthenticated: bool,
    /// Name that requests may call this server, beside localhost and addresses
    #[arg(long, value_name = "NAME", action = ArgAction::Append)]
    pub(super) allow_host: Vec<String>,
    /// Site whose pages may read answers, such as https://wiki.example.com
    #[arg(long, value_name = "ORIGIN", action = ArgAction::Append, value_parser = super::serve::origin)]
    pub(super) cors: Vec<HeaderValue>,
    /// Format of the log on stderr [default: text on a terminal, else json]
    #[arg(long, value_enum)]
    pub(super) log_format: Option<LogFormat>,
}

/// How a line of the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LogFormat {
    Text,
    Json,
}

#[derive(Debug, ClapArgs)]
pub(super) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    pub(super) fn print(&self) -> Result<Outcome, Failure> {
        complete::print_script(self.shell)
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct ManArgs {
    /// Command whose page to print, such as search or eval run [default: the program itself]
    #[arg(value_name = "COMMAND")]
    pub(super) command: Vec<String>,
}
