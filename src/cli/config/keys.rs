//! The one table of every setting that a file can make.
//!
//! What a file may say, what `audit config` prints, which flag stands for a setting on the command
//! line, and the page docs/configuration.md: all of it comes from here.

use super::place::Place;
use super::value::{Setting, Value};
use crate::cli::args::{Audit, FailOn};
use crate::cli::units::{Bytes, Percent};
use sgf_audit::Limits;
use sgf_audit::finding::Severity;
use sgf_audit::options::{Severities, Terms};
use sgf_audit::record::rules::RuleSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A setting.
pub struct Key {
    /// The table that it stands in.
    pub table: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// The flag that says the same on the command line, without its dashes; empty where none does.
    pub flag: &'static str,
    /// What it takes, in words.
    pub takes: &'static str,
    /// Names of which it takes one, where it does.
    pub names: fn() -> Vec<&'static str>,
    /// What it is for.
    pub says: &'static str,
    /// What is in force where nothing is said, as TOML writes it.
    pub default: fn() -> Option<String>,
    /// What is in force, as TOML writes it; nothing where nothing was said.
    pub get: fn(&Audit) -> Option<String>,
    /// Puts it in force.
    pub set: fn(&mut Audit, &Value, &Place) -> Result<(), Wrong>,
}

impl Key {
    /// Whose word is enough for it.
    pub fn word(&self) -> Word {
        let table = TABLES.iter().find(|table| table.name == self.table);
        table.map_or(Word::User, |table| table.word)
    }
}

/// Why a value cannot be put in force.
pub enum Wrong {
    /// It is not what the setting takes.
    Value,
    /// A file at its place may not say so, and why.
    Must(String),
}

/// Whose word is enough for the settings of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// That of a file found beside the games, which is as foreign as they are.
    Data,
    /// Only that of the user: the command line, or a file named with `--config`.
    User,
}

/// A table of settings.
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Whose word is enough.
    pub word: Word,
    /// What it is for.
    pub says: &'static str,
}

macro_rules! keys {
    ($($table:literal, $word:ident, $about:literal { $(
        $name:literal, $flag:literal, $($field:ident).+: $type:ty = $default:expr, $says:literal;
    )* })*) => {
        /// Every table of settings.
        pub const TABLES: &[Table] = &[$(Table { name: $table, word: Word::$word, says: $about }),*];

        /// Every setting.
        pub const KEYS: &[Key] = &[$($(Key {
            table: $table,
            name: $name,
            flag: $flag,
            takes: <$type as Setting>::TAKES,
            names: <$type as Setting>::names,
            says: $says,
            default: || {
                let default: Option<$type> = $default;
                default.as_ref().map(Setting::toml)
            },
            get: |audit| audit.$($field).+.as_ref().map(Setting::toml),
            set: |audit, value, place| {
                let read = <$type as Setting>::read(value).ok_or(Wrong::Value)?;
                audit.$($field).+ = Some(read.placed(place).map_err(Wrong::Must)?);
                Ok(())
            },
        },)*)*];
    };
}

keys! {
    "defaults", Data, "Rules and komi of records that do not state them." {
        "rules", "rules", terms.rules: RuleSet = Some(Terms::default().rules),
            "The rules of records that name none.";
        "komi", "komi", terms.komi: f64 = None,
            "The komi of records that state none; not for games that state a handicap of two stones \
             or more. Not set, 0 is taken.";
    }
    "input", User, "What is read." {
        "all-files", "all-files", all_files: bool = Some(false),
            "Whether all files in folders and archives are read, not only .sgf.";
        "follow", "follow", follow: bool = Some(false),
            "Whether symbolic links in folders are followed.";
    }
    "limits", User, "How much is read; each limit is named in the finding where it is hit." {
        "entry-bytes", "max-entry-bytes", limits.max_entry_bytes: Bytes = Some(Bytes(Limits::default().entry_bytes)),
            "Bytes of a file or archive entry.";
        "expansion", "max-expansion", limits.max_expansion: u64 = Some(Limits::default().expansion),
            "Times its compressed size that something may expand to.";
        "nodes", "max-nodes", limits.max_nodes: usize = Some(Limits::default().nodes),
            "Nodes of a game tree.";
        "depth", "max-depth", limits.max_depth: usize = Some(Limits::default().depth),
            "Variations inside each other.";
        "games", "max-games", limits.max_games: usize = Some(Limits::default().games),
            "Games of a file.";
    }
    "output", User, "What is written. Given on the command line, reports take the place of these." {
        "out", "out", out: Vec<PathBuf> = None,
            "Reports; the extension of each says which format.";
        "statistics", "statistics", statistics: PathBuf = None,
            "The file, .csv or .json, for the corpus in numbers.";
        "annotate", "annotate", annotate: PathBuf = None,
            "The folder for annotated copies of flagged games.";
        "raw-cells", "raw-cells", raw_cells: bool = Some(false),
            "Whether text stands in CSV exactly as recorded, even where a spreadsheet would take it \
             for a formula.";
    }
    "fail", Data, "What makes the exit code 1." {
        "on", "fail-on", fail_on: FailOn = Some(FailOn::default()),
            "Findings from this severity on.";
        "max-differs", "max-differs", max_differs: u64 = None,
            "More games than this that differ.";
        "min-agree", "min-agree", min_agree: Percent = None,
            "Fewer games than this, in percent of those that agree or differ, that agree.";
        "baseline", "baseline", known.baseline: PathBuf = None,
            "The file of findings that are known: they do not make the audit fail.";
    }
    "run", User, "How the audit runs; nothing here changes a report." {
        "threads", "threads", threads: NonZeroUsize = None,
            "Threads to use. Not set, as many as the machine has.";
        "cache", "cache", cache: PathBuf = None,
            "The folder in which results are kept; what has not changed is not audited again.";
    }
    "differences", Data, "How much it matters that the board has another result than the record." {
        "winner", "", filed.differences.winner: Severity = Some(Severities::default().winner),
            "The board has another winner.";
        "proved", "", filed.differences.proved: Severity = Some(Severities::default().proved),
            "The record cannot be right, by proof or because every status was read.";
        "large", "", filed.differences.large: Severity = Some(Severities::default().large_difference),
            "An estimated margin is off by `small-below` points or more.";
        "small", "", filed.differences.small: Severity = Some(Severities::default().small_difference),
            "An estimated margin is off by less.";
        "agreed-by-players", "", filed.differences.agreed_by_players: Severity = Some(Severities::default().agreed_by_players),
            "The players' own marks give the record.";
        "small-below", "", filed.differences.small_below: f64 = Some(Severities::default().small),
            "Points from which a difference is not small.";
    }
}

/// A key of an entry, in a table of which there may be several.
pub struct EntryKey {
    /// Its name.
    pub name: &'static str,
    /// What it takes, in words.
    pub takes: &'static str,
    /// What it is for.
    pub says: &'static str,
}

/// Keys of `[[games]]`.
pub const GAMES: &[EntryKey] = &[
    EntryKey {
        name: "match",
        takes: Vec::<String>::TAKES,
        says: "Required. Which games: a pattern, or several of which one must fit.",
    },
    EntryKey {
        name: "rules",
        takes: RuleSet::TAKES,
        says: "Their rules, where the record names none.",
    },
    EntryKey {
        name: "komi",
        takes: f64::TAKES,
        says: "Their komi, where the record states none.",
    },
    EntryKey {
        name: "override",
        takes: bool::TAKES,
        says: "`true`: their rules and komi whatever the record says. What is set aside is noted as \
               `rules-overridden` and `komi-overridden`.",
    },
];

/// Keys of `[[ignore]]`.
pub const IGNORE: &[EntryKey] = &[
    EntryKey {
        name: "code",
        takes: "a finding code",
        says: "Required. The code of the findings that are left out.",
    },
    EntryKey {
        name: "reason",
        takes: String::TAKES,
        says: "Required. Why; not empty.",
    },
    EntryKey {
        name: "match",
        takes: Vec::<String>::TAKES,
        says: "Of which games: a pattern, or several of which one must fit. Without it, of all.",
    },
];

/// Tables that are no settings of the table above: `[severity]`, `[[games]]`, `[[ignore]]`.
pub const OTHER_TABLES: &[&str] = &["severity", "games", "ignore"];
