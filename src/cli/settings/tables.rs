//! The tables of settings: one structure that serde reads from a file and clap from the arguments.

use super::values::{
    FailOn, GameTerms, Ignored, Pattern, bytes, bytes_in_file, fail_on, one_or_more, percent,
};
use crate::Limits as ReadLimits;
use crate::Options;
use crate::finding::{Code, Severity};
use crate::options::{Certainty, Severities, Term, Terms};
use crate::record::komi;
use crate::record::rules::RuleSet;
use crate::visible::acts;
use clap::{Args, ValueHint};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Threads that may be asked for. More would only wait for each other, and a system that has no
/// room for one more may end the program instead of saying so.
const MOST_THREADS: f64 = 1024.0;

/// The tables of which a file has several: arrays of TOML.
pub const ARRAYS: [&str; 2] = ["games", "ignore"];

/// Who may say what stands in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaySay {
    /// Any file, also one that was found beside the games: what is assumed of them, and which findings matter.
    AnyFile,
    /// The user: by an argument, or in a file that an argument names.
    User,
}

/// A key of a table, and what it is set to.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The table.
    pub table: &'static str,
    /// The key.
    pub key: String,
    /// The option that says the same, without its dashes.
    pub option: Option<String>,
    /// It and its value as TOML writes them, or what holds where none is given.
    pub line: Option<String>,
    /// Whether it is given.
    pub given: bool,
}

macro_rules! tables {
    ($($(#[doc = $about:literal])+ $table:ident: $Table:ident, $may_say:ident, $heading:expr, {$(
        $(#[$meta:meta])+
        $key:ident: $type:ty = $default:expr;
    )+})+) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, Debug, Default, Args, Deserialize)]
            #[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
            #[command(next_help_heading = $heading)]
            pub struct $Table {
                $($(#[$meta])+ pub $key: Option<$type>,)+
            }
        )+

        /// What may be said of an audit by the command line and by a file.
        #[derive(Clone, Debug, Default, Args, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings {
            $($(#[doc = $about])+ #[command(flatten)] pub $table: $Table,)+
            /// Severities by finding code.
            #[arg(skip)]
            pub severity: BTreeMap<Code, Severity>,
            /// Rules and komi of some games.
            #[arg(skip)]
            pub games: Vec<GameTerms>,
            /// Findings that are left out.
            #[arg(skip)]
            pub ignore: Vec<Ignored>,
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

            /// Every key of every table but those of codes and patterns, in order.
            pub fn shown(&self) -> Vec<Shown> {
                let command = Settings::augment_args(clap::Command::new(""));
                let option = |field: &str| {
                    let mut all = command.get_arguments();
                    all.find(|option| option.get_id() == field)?.get_long().map(str::to_owned)
                };
                vec![$($({
                    let (key, value) = (stringify!($key).replace('_', "-"), &self.$table.$key);
                    Shown {
                        table: stringify!($table),
                        line: value.as_ref().or($default.as_ref()).map(|value| toml(&key, value)),
                        option: option(stringify!($key)),
                        given: value.is_some(),
                        key,
                    }
                },)+)+]
            }

            /// Who may say what stands in a table of this name.
            pub fn may_say(table: &str) -> MaySay {
                match table {
                    $(stringify!($table) => MaySay::$may_say,)+
                    "severity" | "games" | "ignore" => MaySay::AnyFile,
                    _ => MaySay::User,
                }
            }
        }
    };
}

tables! {
    /// Rules and komi of records that do not state them.
    defaults: Defaults, AnyFile, Some("Where a record is silent"), {
        /// The rules of records that name none [default: japanese]
        #[arg(long, value_name = "RULES")]
        rules: RuleSet = Some(Terms::default().rules.value());

        /// The komi of records of even games that state none [default: where the result of a 19x19 game has half a
        /// point the one usual in its year, else 0]
        #[arg(long, value_name = "N", allow_negative_numbers = true)]
        komi: f64 = None;
    }

    /// What is read.
    input: Input, User, Some("Input"), {
        /// Read all files in folders and archives, not only .sgf
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        all_files: bool = Some(false);

        /// Follow symbolic links in folders
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        follow: bool = Some(false);
    }

    /// Limits on what is read; each is named in the finding where it is hit.
    limits: Limits, User, Some("Limits"), {
        /// Bytes of a file or archive entry (K, M and G may follow)
        #[arg(long = "max-entry-bytes", value_name = "BYTES", value_parser = bytes)]
        #[serde(deserialize_with = "bytes_in_file")]
        entry_bytes: u64 = Some(ReadLimits::default().entry_bytes);

        /// Times its compressed size that something may expand to
        #[arg(long = "max-expansion", value_name = "N")]
        expansion: u64 = Some(ReadLimits::default().expansion);

        /// Nodes of a game tree
        #[arg(long = "max-nodes", value_name = "N")]
        nodes: usize = Some(ReadLimits::default().nodes);

        /// Variations inside each other
        #[arg(long = "max-depth", value_name = "N")]
        depth: usize = Some(ReadLimits::default().depth);

        /// Games of a file
        #[arg(long = "max-games", value_name = "N")]
        games: usize = Some(ReadLimits::default().games);
    }

    /// What is written.
    output: Output, User, None::<&'static str>, {
        /// Write a report; the extension says which format. May be given several times; - is standard
        /// output (CSV unless --format says otherwise)
        #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
        #[serde(deserialize_with = "one_or_more")]
        out: Vec<PathBuf> = None;

        /// Write the corpus in numbers, by folder, rules, komi, size, year and ending, to a .csv or
        /// .json file
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        statistics: PathBuf = None;

        /// Write a copy of each flagged game with territory, dead stones, sekis and the verdict in an
        /// added last node; DIR must be new or empty
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        annotate: PathBuf = None;

        /// Text in CSV exactly as recorded, even where a spreadsheet would take it for a formula
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        raw_cells: bool = Some(false);
    }

    /// What makes the exit code 1.
    fail: Fail, AnyFile, Some("Pass or fail"), {
        /// Findings from this severity on make the exit code 1 [default: error]
        #[arg(long = "fail-on", value_name = "SEVERITY")]
        #[serde(deserialize_with = "fail_on")]
        on: FailOn = Some(FailOn::default());

        /// More games than this that differ make the exit code 1
        #[arg(long, value_name = "N")]
        max_differs: u64 = None;

        /// Fewer games that agree, among those that agree or differ, make the exit code 1
        #[arg(long, value_name = "PERCENT", value_parser = percent)]
        min_agree: f64 = None;

        /// Findings that this file lists do not make the audit fail; those that are gone are said
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        baseline: PathBuf = None;
    }

    /// What is said of a record.
    verdicts: Verdicts, AnyFile, Some("Verdicts"), {
        /// A verdict whose chance of being right is smaller than this, from 0 to 1, is `undecidable`
        /// [default: 0.5]
        #[arg(long, value_name = "CHANCE")]
        certainty: f64 = Some(Certainty::default().chance());
    }

    /// How much is spent on a game.
    effort: Effort, User, Some("Effort"), {
        /// Search much longer for what can be proved, 75 to 220 ms a game
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        prove: bool = Some(false);
    }

    /// How the audit runs; nothing here changes a report.
    run: Run, User, Some("The run"), {
        /// Threads to use, 1024 at most (default: as many as the machine has)
        #[arg(long, short = 'j', value_name = "N")]
        threads: usize = None;

        /// Keep results in this folder; what has not changed is not audited again
        #[arg(long, conflicts_with = "annotate", value_name = "DIR", value_hint = ValueHint::DirPath)]
        cache: PathBuf = None;
    }

    /// How much it matters that the board has another result than the record.
    differences: Differences, AnyFile, None::<&'static str>, {
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

/// Whether a number of threads is one that can be had.
///
/// # Errors
/// What is wrong.
pub fn check_threads(threads: Option<usize>) -> Result<(), String> {
    let threads = threads.map(|threads| threads as f64);
    within("threads", threads, 1.0..=MOST_THREADS)
}

/// The number of threads that was asked for, or as many as the machine has.
pub fn threads(asked: Option<usize>) -> NonZeroUsize {
    asked
        .and_then(NonZeroUsize::new)
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

/// Whether a komi is one that a record could state: KM is read in quarters of a point, and no
/// larger.
fn check_komi(komi: Option<f64>) -> Result<(), String> {
    within("komi", komi, -komi::MOST..=komi::MOST)?;
    match komi {
        Some(komi) if (komi * 4.0).fract() != 0.0 => {
            Err(format!("`komi` takes quarters of a point, not {komi}"))
        }
        _ => Ok(()),
    }
}

fn within(key: &str, value: Option<f64>, range: RangeInclusive<f64>) -> Result<(), String> {
    let (low, high) = (range.start(), range.end());
    match value {
        Some(value) if !value.is_finite() => Err(format!("`{key}` takes a number, not {value}")),
        Some(value) if !range.contains(&value) => Err(format!(
            "`{key}` takes a number from {low} to {high}, not {value}"
        )),
        _ => Ok(()),
    }
}

/// A key and its value as TOML writes them: as JSON does, for texts, numbers and arrays of them, but
/// that what acts on a terminal is escaped.
pub fn toml(key: &str, value: &impl Serialize) -> String {
    let json = match serde_json::to_string(value) {
        Ok(json) => json,
        Err(why) => return format!("# {key} cannot be written: {why}"),
    };
    let escaped = json.chars().map(|c| match u32::from(c) {
        code @ ..=0xffff if acts(c) => format!("\\u{code:04x}"),
        code if acts(c) => format!("\\U{code:08x}"),
        _ => c.to_string(),
    });
    format!("{key} = {}", escaped.collect::<String>())
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

impl Settings {
    /// Looks at what the types leave open.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), String> {
        check_komi(self.defaults.komi)?;
        within(
            "small-below",
            self.differences.small_below,
            f64::MIN..=f64::MAX,
        )?;
        within("min-agree", self.fail.min_agree, 0.0..=100.0)?;
        within("certainty", self.verdicts.certainty, 0.0..=1.0)?;
        check_threads(self.run.threads)?;
        let paths = [
            ("statistics", &self.output.statistics),
            ("annotate", &self.output.annotate),
            ("baseline", &self.fail.baseline),
            ("cache", &self.run.cache),
        ];
        let paths = paths
            .into_iter()
            .filter_map(|(key, path)| Some((key, path.as_ref()?)));
        let mut paths = paths.chain(self.output.out.iter().flatten().map(|path| ("out", path)));
        if let Some((key, _)) = paths.find(|(_, path)| path.as_os_str().is_empty()) {
            return Err(format!("`{key}` takes a path, not an empty text"));
        }
        let defect = |code: &Code| *code == Code::InternalError;
        if self.severity.keys().any(defect) || self.ignore.iter().any(|it| defect(&it.code)) {
            return Err("a defect of the program is always an error".to_owned());
        }
        for GameTerms {
            patterns,
            rules,
            komi,
            ..
        } in &self.games
        {
            check_komi(*komi)?;
            let lacks = match patterns {
                Some(patterns) if patterns.is_empty() => "a pattern in `match`",
                _ if rules.is_none() && komi.is_none() => "`rules` or `komi`",
                _ => continue,
            };
            return Err(format!("this [[games]] lacks {lacks}"));
        }
        for ignored in &self.ignore {
            let lacks = match &ignored.patterns {
                Some(patterns) if patterns.is_empty() => "a pattern in `match`",
                _ if ignored.reason.trim().is_empty() => "a `reason`",
                _ => continue,
            };
            return Err(format!("this [[ignore]] lacks {lacks}"));
        }
        Ok(())
    }

    /// The patterns of games.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        let games = self.games.iter().map(|games| &games.patterns);
        let ignored = self.ignore.iter().map(|ignored| &ignored.patterns);
        games.chain(ignored).flatten().flatten()
    }

    /// Every path but the `-` of standard output.
    pub fn paths_mut(&mut self) -> impl Iterator<Item = &mut PathBuf> {
        let out = self.output.out.iter_mut().flatten();
        let others = [
            &mut self.output.statistics,
            &mut self.output.annotate,
            &mut self.fail.baseline,
            &mut self.run.cache,
        ];
        out.filter(|path| path.as_os_str() != "-")
            .chain(others.into_iter().flatten())
    }

    /// What an audit is told of all games.
    pub fn options(&self) -> Options {
        fn set<T: Copy>(usual: &mut T, said: Option<T>) {
            *usual = said.unwrap_or(*usual);
        }
        let mut options = Options::default();
        let (limits, said) = (&mut options.limits, &self.limits);
        set(&mut limits.entry_bytes, said.entry_bytes);
        set(&mut limits.expansion, said.expansion);
        set(&mut limits.nodes, said.nodes);
        set(&mut limits.depth, said.depth);
        set(&mut limits.games, said.games);
        let (severities, said) = (&mut options.severities, &self.differences);
        set(&mut severities.winner, said.winner);
        set(&mut severities.proved, said.proved);
        set(&mut severities.large_difference, said.large);
        set(&mut severities.small_difference, said.small);
        set(&mut severities.agreed_by_players, said.agreed_by_players);
        set(&mut severities.small, said.small_below);
        set(
            &mut options.certainty,
            self.verdicts.certainty.and_then(Certainty::new),
        );
        set(&mut options.prove, self.effort.prove);
        set(
            &mut options.terms.rules,
            self.defaults.rules.map(Term::Assumed),
        );
        options.terms.komi = self.defaults.komi.map(Term::Assumed);
        options.codes.severities = self.severity.clone();
        let everywhere = self
            .ignore
            .iter()
            .filter(|ignored| ignored.patterns.is_none());
        options.codes.ignored = everywhere.map(|ignored| ignored.code).collect();
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_toml_writes_it_reads() {
        for text in ["\"a\\\n", "a\u{7f}b\u{85}", "\u{1b}\u{202e}\u{e0041}"] {
            let line = toml("reason", &text);
            let read: toml::Table = toml::from_str(&line).expect("TOML");
            assert_eq!(read["reason"].as_str(), Some(text));
            assert!(!line.contains(acts), "{line:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_toml_cannot_write_is_a_comment() {
        use std::os::unix::ffi::OsStringExt;
        let path = PathBuf::from(std::ffi::OsString::from_vec(vec![0xff]));
        assert!(toml("cache", &path).starts_with("# cache cannot be written: "));
    }
}
