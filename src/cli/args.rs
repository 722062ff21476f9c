//! The arguments.

use super::referee::RefereeArgs;
use super::settings::{Defaults, Settings, Verdicts, Which};
pub use super::voice::{ColorWhen, Voice};
use crate::analysis::influence::Bouzy;
use crate::report::Format;
use crate::report::look::Layer;
use crate::report::page::shell_word;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueHint};
use std::path::{Path, PathBuf};

// Headings of the help, over options that belong together.
const PASS: &str = "Pass or fail";
const INPUT: &str = "Input";
const RUN: &str = "The run";

const EXITS: &str = "\
Exit codes: 0 nothing at or above --fail-on; 1 something is, or no row is a game, and the last
line says why; 2 the audit could not run (arguments, an unreadable root, an output that cannot be
written, nothing in what was named); 130 interrupted; 141 whoever read standard output left.

The summary goes to standard error: 2> log.txt keeps it, and --summary FILE as Markdown.

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
    /// Say what the results of records should be: a diff, or corrected copies
    Fix(Box<Fix>),
    /// Read a life-and-death problem: both sides first, with the line of play
    Solve(Solve),
    /// Say what a finding code, a cause, a column or a word of the report means
    Explain(Explain),
    /// List every finding code
    Codes(CodesArgs),
    /// List every cause of an agreement by convention, a difference or a silence
    Causes(CodesArgs),
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

    /// The file that holds the program, where that is not the one that runs: a module that an
    /// interpreter has loaded.
    #[arg(skip)]
    pub program: Option<PathBuf>,

    /// What a configuration file may say as well, as the command line says it.
    #[command(flatten)]
    pub settings: Settings,

    /// Format of the reports, whatever their names: csv, jsonl, html, sarif, junit, github, parquet
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub format: Option<Format>,

    /// Notes too as GitHub annotations, not errors and warnings alone
    #[arg(long)]
    pub github_notes: bool,

    /// Append the summary to this file as Markdown, for a CI server that shows it, such as
    /// "$GITHUB_STEP_SUMMARY"
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub summary: Option<PathBuf>,

    /// Let outputs replace files that are no reports of this program, and links
    #[arg(long)]
    pub force: bool,

    /// Write all findings at warning or above to FILE, as known from now on
    #[arg(long, conflicts_with = "changed_since", value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = PASS)]
    pub write_baseline: Option<PathBuf>,

    /// Audit only what differs in git from this revision, new files included; links are not followed
    #[arg(long, value_name = "REV", help_heading = INPUT)]
    pub changed_since: Option<String>,

    /// Who is asked for a second opinion.
    #[command(flatten)]
    pub referee: RefereeArgs,

    /// Go on with reports that an interrupted run has left unfinished
    #[arg(long, conflicts_with = "annotate", help_heading = RUN)]
    pub resume: bool,

    /// Keep nothing for --resume, which takes room beside the first report: some 3 kB a game of 9x9, 6 kB of 19x19
    #[arg(long, conflicts_with = "resume", help_heading = RUN)]
    pub no_resume: bool,

    /// Which configuration file is read.
    #[command(flatten)]
    pub which: Which,

    /// What is said to people.
    #[command(flatten)]
    pub voice: Voice,
}

/// What an audit may say of how a game is judged, for those who look at one of its games.
#[derive(Clone, Debug, Args)]
pub struct Judging {
    /// What a silent record is taken to say.
    #[command(flatten)]
    pub defaults: Defaults,
    /// How sure a verdict must be.
    #[command(flatten)]
    pub verdicts: Verdicts,
}

impl Judging {
    /// As settings.
    pub fn settings(&self) -> Settings {
        let Judging { defaults, verdicts } = self.clone();
        Settings {
            defaults,
            verdicts,
            ..Settings::default()
        }
    }
}

/// The options of an audit with which `audit show` judges its games in the same way: those of [`Judging`] and the
/// configuration file, as text, each with a blank before it.
pub fn show_options(given: &Settings, which: &Which) -> String {
    let mut words = String::new();
    let mut say = |option: &str, value: Option<String>| {
        if let Some(value) = value {
            words += &format!(" {option} {}", shell_word(&value));
        }
    };
    say(
        "--rules",
        given.defaults.rules.map(|rules| rules.name().to_owned()),
    );
    say("--komi", given.defaults.komi.map(|komi| komi.to_string()));
    say(
        "--certainty",
        given.verdicts.certainty.map(|chance| chance.to_string()),
    );
    let config = which.config.as_ref();
    say(
        "--config",
        config.map(|path| path.to_string_lossy().into_owned()),
    );
    if which.isolated {
        words += " --isolated";
    }
    words
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
    /// pass_alive, pass_alive_suicide, bouzy; and ownership, numbers, which is drawn only where it is named
    #[arg(long, value_name = "LAYER", value_parser = layer, value_delimiter = ',')]
    pub layer: Vec<Layer>,

    /// The map of the layer bouzy, dilations/erosions: 5/21 is territory, 5/10 a moyo, 4/0 influence
    #[arg(long, value_name = "MAP", value_parser = influence)]
    pub influence: Option<Bouzy>,

    /// Draw the last moves with which the audit played the board on, numbered, where it did
    #[arg(long)]
    pub finish: bool,

    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: ColorWhen,

    /// How the game is judged.
    #[command(flatten)]
    pub judging: Judging,

    /// Which configuration file is read.
    #[command(flatten)]
    pub which: Which,
}

/// `audit fix`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("how").required(true))]
pub struct Fix {
    /// Folders, archives and files, as for an audit
    #[arg(required = true, value_name = "PATHS", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// Print a unified diff for patch -d FOLDER -p1, or patch -p1 where several paths are named;
    /// nothing is written
    #[arg(long, group = "how")]
    pub dry_run: bool,

    /// Write corrected copies into this folder, which must be new or empty; the files themselves
    /// are never touched
    #[arg(long, short, value_name = "DIR", group = "how", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// Correct by margins that are estimates too, not by what is sure alone
    #[arg(long)]
    pub estimates: bool,

    /// Leave what has a smaller chance of being right, from 0 to 1, as it is [default: 0.5]
    #[arg(long, value_name = "CHANCE")]
    pub certainty: Option<f64>,

    /// Threads (default: as many as the machine has)
    #[arg(long, short = 'j', value_name = "N")]
    pub threads: Option<usize>,

    /// Say nothing but errors
    #[arg(long, short)]
    pub quiet: bool,

    /// Which configuration file is read.
    #[command(flatten)]
    pub which: Which,
}

/// `audit solve`.
#[derive(Debug, Args)]
pub struct Solve {
    /// Folders, archives and files of problems; a position is that before the first move
    #[arg(required = true, value_name = "PATHS", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// Only this game of each file, counted from 0
    #[arg(long, short, value_name = "N")]
    pub game: Option<usize>,

    /// Write a row a problem to a .csv or .jsonl file; - is standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,

    /// A stone of the group in question, such as C2, or ch as in a record (default: the group that is shut in)
    #[arg(long, value_name = "VERTEX")]
    pub target: Option<String>,

    /// Positions to look at before giving up, for each problem
    #[arg(long, value_name = "N", default_value_t = 12_000_000)]
    pub nodes: u64,

    /// Threads (default: as many as the machine has)
    #[arg(long, short = 'j', value_name = "N")]
    pub threads: Option<usize>,

    /// Write the rows of --out, and say nothing but errors
    #[arg(long, short, requires = "out")]
    pub quiet: bool,
}

/// `audit explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The code, cause, column, or word of the report, such as no-game or undecidable; several words are
    /// taken as one name (none found)
    #[arg(required = true, value_name = "WORD")]
    pub words: Vec<String>,

    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: ColorWhen,
}

/// `audit codes` and `audit causes`.
#[derive(Debug, Args)]
pub struct CodesArgs {
    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: ColorWhen,
}

/// `audit config`.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// What would be audited
    #[arg(default_value = ".", value_name = "PATHS", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// What the command line says.
    #[command(flatten)]
    pub settings: Settings,

    /// Which configuration file is read.
    #[command(flatten)]
    pub which: Which,

    /// Print the page on all settings instead
    #[arg(long, help_heading = "Configuration")]
    pub reference: bool,
}

impl Audit {
    /// The format of a report; `None` where neither --format nor its name says it.
    pub fn format_of(&self, path: &Path) -> Option<Format> {
        let of_stdout = || (path.as_os_str() == "-").then_some(Format::Csv);
        let named = || Format::from_path(path);
        self.format.or_else(named).or_else(of_stdout)
    }

    /// What was asked for and has no part in this run, a line each for people.
    pub fn left_out(&self, settings: &Settings) -> Vec<String> {
        let output = &settings.output;
        let reports: Vec<&PathBuf> = output.out.iter().flatten().collect();
        let is_one = |format| {
            let mut formats = reports.iter().map(|path| self.format_of(path));
            formats.any(|one| one == Some(format))
        };
        let of_reports = [
            (
                self.format.is_some(),
                "--format",
                !reports.is_empty(),
                "report (--out FILE)",
            ),
            (
                self.github_notes,
                "--github-notes",
                is_one(Format::Github),
                "report of GitHub annotations",
            ),
            (
                output.raw_cells == Some(true),
                "--raw-cells",
                is_one(Format::Csv),
                "report as CSV",
            ),
        ];
        let idle = of_reports
            .iter()
            .filter(|(is_given, _, is_used, _)| *is_given && !is_used);
        let line = |(_, option, _, what): &(bool, &str, bool, &str)| {
            format!("{option} changes nothing: there is no {what}.")
        };
        idle.map(line).collect()
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
        .ok_or_else(|| {
            "dilations/erosions, each from 0 to 255, such as 5/21, 5/10 or 4/0".to_owned()
        })
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
