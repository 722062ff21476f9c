//! The tables of settings: one structure that serde reads from a file and clap from the arguments.

use super::value::{
    Bytes, FailOn, Given, Origin, Percent, Setting, Threads, choice, flag, named, number, path,
    quoted,
};
use crate::Limits as ReadLimits;
use crate::finding::{Code, Severity};
use crate::options::{Certainty, Severities, Terms};
use crate::record::rules::RuleSet;
use clap::Args;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use toml::Spanned;

/// Whose word is enough for a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// That of a file found beside the games, which is as foreign as they are.
    Data,
    /// Only that of the user: the command line, or a file named with `--config`.
    User,
}

/// A setting as people see it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its table.
    pub table: &'static str,
    /// Its name there.
    pub key: String,
    /// Whose word is enough.
    pub word: Word,
    /// What is in force, as TOML writes it.
    pub value: Option<String>,
    /// What is in force where nothing is said.
    pub default: Option<String>,
    /// Who gave the value.
    pub origin: Option<Origin>,
}

impl Shown {
    /// What clap calls it.
    pub fn id(&self) -> String {
        self.key.replace('-', "_")
    }

    /// The byte of the file that gives it.
    pub fn byte(&self) -> usize {
        self.origin.map_or(0, Origin::byte)
    }
}

macro_rules! tables {
    ($($(#[doc = $about:literal])+ $table:ident: $Table:ident, $word:ident, $heading:expr, {$(
        $(#[$meta:meta])+
        $key:ident: $type:ty = $default:expr;
    )+})+) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, Debug, Default, Args, Deserialize)]
            #[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
            #[command(next_help_heading = $heading)]
            pub struct $Table {
                $($(#[$meta])+ pub $key: Option<Given<$type>>,)+
            }
        )+

        /// What may be said of an audit by the command line and by a file.
        #[derive(Clone, Debug, Default, Args, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings {
            $($(#[doc = $about])+ #[command(flatten)] pub $table: $Table,)+
            /// Severities by finding code.
            #[arg(skip)]
            pub severity: BTreeMap<CodeName, Given<Severity>>,
            /// Rules and komi of some games.
            #[arg(skip)]
            pub games: Vec<Spanned<Games>>,
            /// Findings that are left out.
            #[arg(skip)]
            pub ignore: Vec<Spanned<Ignored>>,
        }

        impl Settings {
            /// These, and where they say nothing the others.
            pub fn or(mut self, other: Settings) -> Settings {
                $($(self.$table.$key = self.$table.$key.or(other.$table.$key);)+)+
                for (code, severity) in other.severity {
                    self.severity.entry(code).or_insert(severity);
                }
                self.games.extend(other.games);
                self.ignore.extend(other.ignore);
                self
            }

            /// Every setting of every table but those of codes and patterns, in order.
            pub fn shown(&self) -> Vec<Shown> {
                let mut all = Vec::new();
                $($({
                    let default: Option<$type> = $default;
                    let given = self.$table.$key.as_ref();
                    all.push(Shown {
                        table: stringify!($table),
                        key: stringify!($key).replace('_', "-"),
                        word: Word::$word,
                        value: given.map(|given| given.toml()),
                        default: default.map(|default| default.toml()),
                        origin: given.map(|given| given.origin),
                    });
                })+)+
                all
            }

            /// Takes out all that only the user may say.
            pub fn keep_word_of_data(&mut self) {
                $($(if Word::$word == Word::User {
                    self.$table.$key = None;
                })+)+
            }
        }
    };
}

tables! {
    /// Rules and komi of records that do not state them.
    defaults: Defaults, Data, Some("Where a record is silent"), {
        /// The rules of records that name none: japanese, korean, chinese, aga, nz, ing, tromp-taylor,
        /// stone [default: japanese]
        #[arg(long, value_name = "RULES", value_parser = named::<RuleSet>)]
        rules: RuleSet = Some(Terms::default().rules);

        /// The komi of records of even games that state none [default: where the result has half a
        /// point the one usual in its year, else 0]
        #[arg(long, value_name = "N", value_parser = number::<f64>, allow_negative_numbers = true)]
        komi: f64 = None;
    }

    /// What is read.
    input: Input, User, Some("Input"), {
        /// Read all files in folders and archives, not only .sgf
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = flag::<bool>)]
        all_files: bool = Some(false);

        /// Follow symbolic links in folders
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = flag::<bool>)]
        follow: bool = Some(false);
    }

    /// Limits on what is read; each is named in the finding where it is hit.
    limits: Limits, User, Some("Limits"), {
        /// Bytes of a file or archive entry (K, M and G may follow)
        #[arg(long = "max-entry-bytes", value_name = "BYTES", value_parser = flag::<Bytes>)]
        entry_bytes: Bytes = Some(Bytes(ReadLimits::default().entry_bytes));

        /// Times its compressed size that something may expand to
        #[arg(long = "max-expansion", value_name = "N", value_parser = flag::<u64>)]
        expansion: u64 = Some(ReadLimits::default().expansion);

        /// Nodes of a game tree
        #[arg(long = "max-nodes", value_name = "N", value_parser = flag::<usize>)]
        nodes: usize = Some(ReadLimits::default().nodes);

        /// Variations inside each other
        #[arg(long = "max-depth", value_name = "N", value_parser = flag::<usize>)]
        depth: usize = Some(ReadLimits::default().depth);

        /// Games of a file
        #[arg(long = "max-games", value_name = "N", value_parser = flag::<usize>)]
        games: usize = Some(ReadLimits::default().games);
    }

    /// What is written.
    output: Output, User, None::<&'static str>, {
        /// Reports; the extension of each says which format.
        #[arg(skip)]
        out: Vec<PathBuf> = None;

        /// Write the corpus in numbers, by folder, rules, komi, size, year and ending, to a .csv or
        /// .json file
        #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, value_parser = path())]
        statistics: PathBuf = None;

        /// Write a copy of each flagged game with territory, dead stones, sekis and the verdict in an
        /// added last node; DIR must be new or empty
        #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, value_parser = path())]
        annotate: PathBuf = None;

        /// Text in CSV exactly as recorded, even where a spreadsheet would take it for a formula
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = flag::<bool>)]
        raw_cells: bool = Some(false);
    }

    /// What makes the exit code 1.
    fail: Fail, Data, Some("Pass or fail"), {
        /// Findings from this severity on make the exit code 1 [default: error]
        #[arg(long = "fail-on", value_name = "SEVERITY", value_parser = choice::<FailOn>())]
        on: FailOn = Some(FailOn::default());

        /// More games than this that differ make the exit code 1
        #[arg(long, value_name = "N", value_parser = flag::<u64>)]
        max_differs: u64 = None;

        /// Fewer games that agree, among those that agree or differ, make the exit code 1
        #[arg(long, value_name = "PERCENT", value_parser = flag::<Percent>)]
        min_agree: Percent = None;

        /// Findings that this file lists do not make the audit fail; those that are gone are said
        #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, value_parser = path())]
        baseline: PathBuf = None;
    }

    /// What is said of a record.
    verdicts: Verdicts, Data, Some("Verdicts"), {
        /// A verdict whose chance of being right is smaller than this, from 0 to 1, is `undecidable`
        /// [default: 0.5]
        #[arg(long, value_name = "CHANCE", value_parser = number::<Certainty>)]
        certainty: Certainty = Some(Certainty::default());
    }

    /// How much is spent on a game.
    effort: Effort, User, Some("Effort"), {
        /// Search much longer for what can be proved, some 50 ms a game
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = flag::<bool>)]
        prove: bool = Some(false);
    }

    /// How the audit runs; nothing here changes a report.
    run: Run, User, Some("The run"), {
        /// Threads to use, 1024 at most (default: as many as the machine has)
        #[arg(long, short = 'j', value_name = "N", value_parser = number::<Threads>)]
        threads: Threads = None;

        /// Keep results in this folder; what has not changed is not audited again
        #[arg(long, conflicts_with = "annotate", value_name = "DIR", value_hint = clap::ValueHint::DirPath, value_parser = path())]
        cache: PathBuf = None;
    }

    /// How much it matters that the board has another result than the record.
    differences: Differences, Data, None::<&'static str>, {
        /// The board has another winner.
        #[arg(skip)]
        winner: Severity = Some(Severities::default().winner);

        /// The record cannot be right, by proof or because every status was read.
        #[arg(skip)]
        proved: Severity = Some(Severities::default().proved);

        /// An estimated margin is off by `small-below` points or more.
        #[arg(skip)]
        large: Severity = Some(Severities::default().large_difference);

        /// An estimated margin is off by less.
        #[arg(skip)]
        small: Severity = Some(Severities::default().small_difference);

        /// The players' own marks give the record.
        #[arg(skip)]
        agreed_by_players: Severity = Some(Severities::default().agreed_by_players);

        /// Points from which a difference is not small.
        #[arg(skip)]
        small_below: f64 = Some(Severities::default().small);
    }
}

/// Flags of an audit that no setting stands for.
pub const ONLY_FLAGS: &[&str] = &[
    "format",
    "github-notes",
    "summary",
    "force",
    "write-baseline",
    "changed-since",
    "referee",
    "referee-all",
    "referee-timeout",
    "resume",
    "config",
    "isolated",
    "quiet",
    "verbose",
    "color",
];

/// A finding code as a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct CodeName(pub Code);

impl TryFrom<String> for CodeName {
    type Error = String;

    fn try_from(id: String) -> Result<CodeName, String> {
        match Code::from_id(&id) {
            Some(Code::InternalError) => {
                Err("a defect of the program is always an error".to_owned())
            }
            Some(code) => Ok(CodeName(code)),
            None => {
                let near = crate::report::explain::nearest(&id);
                let meant = near.map(|near| format!(". Did you mean {}?", quoted(near.id())));
                let meant = meant.unwrap_or_default();
                Err(format!("there is no finding code {}{meant}", quoted(&id)))
            }
        }
    }
}

/// Rules and komi of some games.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an entry, which begins with [[games]]"
)]
pub struct Games {
    /// Patterns of which one must fit.
    #[serde(rename = "match")]
    pub patterns: Given<Vec<String>>,
    /// Their rules.
    pub rules: Option<Given<RuleSet>>,
    /// Their komi.
    pub komi: Option<Given<f64>>,
    /// Whether the record is set aside.
    #[serde(rename = "override")]
    pub overrides: Option<Given<bool>>,
}

/// Findings that are left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an entry, which begins with [[ignore]]"
)]
pub struct Ignored {
    /// Their code.
    pub code: CodeName,
    /// Why.
    pub reason: Given<String>,
    /// Patterns of which one must fit; nothing for all games.
    #[serde(rename = "match")]
    pub patterns: Option<Given<Vec<String>>>,
}

/// Which file is read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Configuration")]
pub struct Which {
    /// Settings from this file (default: the nearest audit.toml in the folder that is audited or
    /// above it)
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub config: Option<PathBuf>,

    /// Settings from no file
    #[arg(long)]
    pub isolated: bool,
}

impl Limits {
    /// The limits in force.
    pub fn in_force(&self) -> ReadLimits {
        let mut limits = ReadLimits::default();
        fn set<T, U: Clone>(limit: &mut T, given: &Option<Given<U>>, of: fn(U) -> T) {
            if let Some(given) = given {
                *limit = of(given.value.clone());
            }
        }
        set(&mut limits.entry_bytes, &self.entry_bytes, |bytes| bytes.0);
        set(&mut limits.expansion, &self.expansion, |n| n);
        set(&mut limits.nodes, &self.nodes, |n| n);
        set(&mut limits.depth, &self.depth, |n| n);
        set(&mut limits.games, &self.games, |n| n);
        limits
    }
}

impl Verdicts {
    /// How sure a verdict must be.
    pub fn in_force(&self) -> Certainty {
        let given = self.certainty.as_ref();
        given.map_or_else(Certainty::default, |it| it.value)
    }
}

impl Differences {
    /// The severities in force.
    pub fn in_force(&self) -> Severities {
        let usual = Severities::default();
        let or =
            |given: &Option<Given<Severity>>, usual| given.as_ref().map_or(usual, |it| it.value);
        Severities {
            winner: or(&self.winner, usual.winner),
            proved: or(&self.proved, usual.proved),
            large_difference: or(&self.large, usual.large_difference),
            small_difference: or(&self.small, usual.small_difference),
            agreed_by_players: or(&self.agreed_by_players, usual.agreed_by_players),
            small: self.small_below.as_ref().map_or(usual.small, |it| it.value),
        }
    }
}
