//! The arguments.

use super::baseline::KnownArgs;
use super::config::{ConfigArgs, Filed, TermArgs, for_config};
pub use super::exit::FailOn;
use super::exit::Gates;
use super::referee::RefereeArgs;
use super::units::{self, Bytes, Percent};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use sgf_audit::Limits;
use sgf_audit::analysis::influence::Bouzy;
use sgf_audit::report::Format;
use sgf_audit::report::look::Layer;
use std::num::NonZeroUsize;
use std::path::PathBuf;

// Headings of the help, over options that belong together.
const PASS: &str = "Pass or fail";
const INPUT: &str = "Input";
const RUN: &str = "The run";

const EXITS: &str = "\
Exit codes: 0 nothing at or above --fail-on; 1 something is; 2 the audit could not run
(arguments, an unreadable root, an output that cannot be written); 130 interrupted.

A path that is also the name of a command is reached as ./show.";

/// The referee for archives of Go games: replays SGF records, decides life and death on the final
/// board, scores it and compares with the recorded result.
#[derive(Debug, Parser)]
#[command(
    name = "audit",
    version,
    after_help = EXITS,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// What is audited, and how.
    #[command(flatten)]
    pub audit: Audit,
    /// Something else than an audit.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the program does besides auditing.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw the final board of a game with its layers
    Show(Show),
    /// Read a life-and-death problem: both sides first, with the line of play
    Solve(Solve),
    /// Say what a finding code means
    Explain(Explain),
    /// List every finding code
    Codes(Codes),
    /// Print the settings in force, and where each came from
    Config(Box<Config>),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// An audit.
#[derive(Clone, Debug, Args)]
pub struct Audit {
    /// Folders, archives (zip, tar, tar.gz, tar.bz2, tar.zst) and files; - reads a list of paths
    /// from standard input, one a line or separated by NUL
    #[arg(required = true, value_name = "PATHS", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// Write a report; the extension says which format. May be given several times; - is standard
    /// output (CSV unless --format says otherwise)
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<Vec<PathBuf>>,

    /// Format of the reports, whatever their names: csv, jsonl, html, sarif, junit, github, parquet
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub format: Option<Format>,

    /// Write the corpus in numbers, by folder, rules, komi, size, year and ending, to a .csv or
    /// .json file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub statistics: Option<PathBuf>,

    /// Write a copy of each flagged game with territory, dead stones, sekis and the verdict in an
    /// added last node; DIR must be new or empty
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub annotate: Option<PathBuf>,

    /// Text in CSV exactly as recorded, even where a spreadsheet would take it for a formula
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub raw_cells: Option<bool>,

    /// Append the summary to this file as Markdown, for a CI server that shows it, such as
    /// "$GITHUB_STEP_SUMMARY"
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub summary: Option<PathBuf>,

    /// Findings from this severity on make the exit code 1 [default: error]
    #[arg(long, value_name = "SEVERITY", value_enum, help_heading = PASS)]
    pub fail_on: Option<FailOn>,

    /// More games than this that differ make the exit code 1
    #[arg(long, value_name = "N", help_heading = PASS)]
    pub max_differs: Option<u64>,

    /// Fewer games that agree, among those that agree or differ, make the exit code 1
    #[arg(long, value_name = "PERCENT", help_heading = PASS)]
    pub min_agree: Option<Percent>,

    /// Which findings are known.
    #[command(flatten, next_help_heading = PASS)]
    pub known: KnownArgs,

    /// Read all files in folders and archives, not only .sgf
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", help_heading = INPUT)]
    pub all_files: Option<bool>,

    /// Follow symbolic links in folders
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", help_heading = INPUT)]
    pub follow: Option<bool>,

    /// Audit only what git says has changed since this revision, new files included
    #[arg(long, value_name = "REV", help_heading = INPUT)]
    pub changed_since: Option<String>,

    /// What is assumed where a record is silent.
    #[command(flatten)]
    pub terms: TermArgs,

    /// Who is asked for a second opinion.
    #[command(flatten)]
    pub referee: RefereeArgs,

    /// Keep results in this folder; what has not changed is not audited again
    #[arg(long, conflicts_with = "annotate", value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = RUN)]
    pub cache: Option<PathBuf>,

    /// Go on with reports that an interrupted run has left unfinished
    #[arg(long, conflicts_with = "annotate", help_heading = RUN)]
    pub resume: bool,

    /// Threads to use, 1024 at most (default: as many as the machine has)
    #[arg(long, short = 'j', value_name = "N", value_parser = units::threads, help_heading = RUN)]
    pub threads: Option<NonZeroUsize>,

    /// Which configuration file is read.
    #[command(flatten)]
    pub config: ConfigArgs,

    /// What a configuration file says that no flag does.
    #[arg(skip)]
    pub filed: Filed,

    /// What is read at most.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// What is said to people.
    #[command(flatten)]
    pub voice: Voice,
}

/// Limits on what is read; each is named in the finding where it is hit.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Bytes of a file or archive entry (K, M and G may follow)
    #[arg(long, value_name = "BYTES")]
    pub max_entry_bytes: Option<Bytes>,

    /// Times its compressed size that something may expand to
    #[arg(long, value_name = "N")]
    pub max_expansion: Option<u64>,

    /// Nodes of a game tree
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<usize>,

    /// Variations inside each other
    #[arg(long, value_name = "N")]
    pub max_depth: Option<usize>,

    /// Games of a file
    #[arg(long, value_name = "N")]
    pub max_games: Option<usize>,
}

/// How much is said to people, and in which colours.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Messages")]
pub struct Voice {
    /// Say nothing but errors
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more: the whole summary, what was passed over, times
    #[arg(long, short)]
    pub verbose: bool,

    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: Color,
}

/// When there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// `audit show`.
#[derive(Debug, Args)]
pub struct Show {
    /// The file; FOLDER/ARCHIVE.zip!MEMBER.sgf for a member of an archive
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Which game of the file, counted from 0
    #[arg(long, short, default_value_t = 0)]
    pub game: usize,

    /// Draw only this layer; may be given several times: board, life, owner, territory,
    /// pass_alive, pass_alive_suicide, bouzy
    #[arg(long, value_name = "LAYER", value_parser = layer, value_delimiter = ',')]
    pub layer: Vec<Layer>,

    /// The map of the layer bouzy, dilations/erosions: 5/21 is territory, 5/10 a moyo, 4/0 influence
    #[arg(long, value_name = "MAP", value_parser = influence)]
    pub influence: Option<Bouzy>,

    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: Color,
}

/// `audit solve`.
#[derive(Debug, Args)]
pub struct Solve {
    /// The file; the position is that before its first move
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Which game of the file, counted from 0
    #[arg(long, short, default_value_t = 0)]
    pub game: usize,

    /// A stone of the group to read, such as C2 (default: the largest enclosed group)
    #[arg(long, value_name = "VERTEX")]
    pub target: Option<String>,

    /// Positions to look at before giving up, for each side that plays first
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    pub nodes: u64,
}

/// `audit explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The code, such as no-game
    pub code: String,

    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: Color,
}

/// `audit codes`.
#[derive(Debug, Args)]
pub struct Codes {
    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: Color,
}

/// `audit config`.
#[derive(Clone, Debug, Args)]
#[command(mut_args(for_config))]
pub struct Config {
    /// The arguments of an audit.
    #[command(flatten)]
    pub audit: Audit,

    /// Print the page on all settings instead
    #[arg(long, help_heading = "Configuration")]
    pub reference: bool,
}

impl Audit {
    /// What makes the audit fail.
    pub fn gates(&self) -> Gates {
        Gates {
            fail_on: self.fail_on.unwrap_or_default(),
            max_differs: self.max_differs,
            min_agree: self.min_agree.map(|percent| percent.0),
        }
    }
}

impl LimitArgs {
    /// Puts the limits in force that are given.
    pub fn apply(&self, limits: &mut Limits) {
        fn set<T: Copy>(limit: &mut T, given: Option<T>) {
            *limit = given.unwrap_or(*limit);
        }
        set(
            &mut limits.entry_bytes,
            self.max_entry_bytes.map(|bytes| bytes.0),
        );
        set(&mut limits.expansion, self.max_expansion);
        set(&mut limits.nodes, self.max_nodes);
        set(&mut limits.depth, self.max_depth);
        set(&mut limits.games, self.max_games);
    }
}

fn format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("one of {}", names.join(", "))
    })
}

fn layer(name: &str) -> Result<Layer, String> {
    Layer::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Layer::ALL.iter().map(|layer| layer.name()).collect();
        format!("one of {}", names.join(", "))
    })
}

/// The numbers of dilations and erosions: `5/21`.
fn influence(text: &str) -> Result<Bouzy, String> {
    text.split_once('/')
        .and_then(|(dilations, erosions)| {
            Some(Bouzy {
                dilations: dilations.parse().ok()?,
                erosions: erosions.parse().ok()?,
            })
        })
        .ok_or_else(|| "dilations/erosions, such as 5/21, 5/10 or 4/0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }
}
