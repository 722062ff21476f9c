//! What is in force: the command line before a file, a file before the defaults. A file is
//! `audit.toml` in the folder that is audited or above it, or the one that `--config` names.

use super::choices::Choices;
use super::file::{GivenWay, SettingsFile};
use crate::cli::lines;
use crate::cli::roots::from_there;
use crate::cli::settings::{Settings, Which, toml};
use crate::cli::trouble::Trouble;
use crate::visible::visible;
use std::path::{Path, PathBuf};

/// What is in force.
pub struct InForce {
    /// The settings of both.
    pub settings: Settings,
    /// What the audit is told, source by source.
    pub choices: Choices,
    /// The settings of the command line alone.
    args: Settings,
    file: Option<SettingsFile>,
}

impl InForce {
    /// What is in force for these arguments and roots.
    ///
    /// # Errors
    /// Where an argument is out of its range, or a file cannot be read or understood, or says what
    /// does not go with the arguments.
    pub fn load(args: Settings, which: &Which, roots: &[PathBuf]) -> Result<InForce, Trouble> {
        args.check().map_err(Trouble::new)?;
        let file = SettingsFile::open(which, roots)?;
        let settings = match &file {
            Some(file) => args.clone().or(file.said(&args)?),
            None => args.clone(),
        };
        let folder = file.as_ref().map(|file| file.folder.as_path());
        let choices = Choices::new(&args, &settings, folder, roots);
        Ok(InForce {
            choices: choices.map_err(|why| match &file {
                Some(file) => Trouble::new(format!("{}: {why}", file.shown)),
                None => why,
            })?,
            settings,
            args,
            file,
        })
    }

    /// Makes no annotated copies, which are not kept for a run to go on with. Whether the file asks for them; where the
    /// command line does it was refused.
    pub fn drop_copies(&mut self) -> bool {
        self.settings.output.annotate.take().is_some()
    }

    /// What the command line says.
    pub fn given(&self) -> &Settings {
        &self.args
    }

    /// Which file is in force, for people.
    pub fn file(&self) -> Option<&str> {
        self.file.as_ref().map(|file| file.shown.as_str())
    }

    /// What of the file was not taken, a line each for people.
    pub fn not_taken(&self) -> Vec<String> {
        let Some(file) = &self.file else {
            return Vec::new();
        };
        let mut lines = file.not_taken();
        lines.extend(file.given_way(&self.args).map(|it| {
            let GivenWay {
                line, key, option, ..
            } = it;
            format!("{line}: \"{key}\" is not taken: it does not go with {option}.")
        }));
        lines
    }

    /// A line for each pattern that fits no game, the first of them.
    pub fn unmatched(&self) -> Vec<String> {
        let file = self.file().unwrap_or_default();
        let line = |pattern| format!("{file}: match = {pattern:?} fits no game.");
        let lines = self.choices.unmatched().into_iter().map(line).collect();
        lines::first(lines, |more| format!("{file}: {}.", lines::more(more)))
    }

    /// Refuses a baseline that the file names and that is not there: the message says where it does.
    ///
    /// # Errors
    /// Where it is missing.
    pub fn check_baseline(&self, path: &Path) -> Result<(), Trouble> {
        let of_file = self.file.as_ref();
        match of_file.filter(|_| self.args.fail.baseline.is_none()) {
            Some(file) if matches!(path.try_exists(), Ok(false)) => {
                Err(file.missing_baseline(path))
            }
            _ => Ok(()),
        }
    }

    /// What a code's findings were left out for.
    pub fn reason(&self, code: &str) -> Option<String> {
        let ignored = self.settings.ignore.iter();
        let reasons: Vec<&str> = ignored
            .filter(|ignored| ignored.code.id() == code)
            .map(|ignored| ignored.reason.as_str())
            .collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    /// What is in force, as a file that says the same in the folder of the one that was read, with the origin
    /// of each value after it. What acts on a terminal is written out.
    pub fn page(&self) -> String {
        let mut page = match self.file() {
            Some(file) => format!("# In force, with {file}.\n"),
            None => "# In force; no audit.toml.\n".to_owned(),
        };
        let (settings, names_baseline) = self.saved();
        let taken = |table: &str, key: &str| {
            SettingsFile::takes(self.file.as_ref(), table) && (key != "baseline" || names_baseline)
        };
        let mut table = "";
        let all = settings.shown();
        for (it, by_flag) in all.into_iter().zip(self.args.shown()) {
            if table != it.table {
                table = it.table;
                page += &format!("\n[{table}]\n");
            }
            let line = match it.line {
                Some(line) if taken(table, &it.key) => line,
                // Such a line would be refused in a file that lies where this one does.
                Some(line) => format!("# {line}"),
                None => format!("# {} is not set", it.key),
            };
            let from = match by_flag.given {
                true => "command line".to_owned(),
                false => self.origin(table, &it.key),
            };
            page += &told(&line, &from);
        }
        if !self.settings.severity.is_empty() {
            page += "\n[severity]\n";
        }
        for (code, severity) in &self.settings.severity {
            let code = code.id();
            page += &told(&toml(code, severity), &self.origin("severity", code));
        }
        for (number, games) in self.settings.games.iter().enumerate() {
            page += &told("\n[[games]]", &self.origin("games", &number.to_string()));
            page += &line(games.patterns.as_ref().map(|it| toml("match", it)));
            page += &line(games.rules.map(|it| toml("rules", &it)));
            page += &line(games.komi.map(|it| toml("komi", &it)));
            page += &line(Some(toml("override", &games.overrides)));
        }
        for (number, ignored) in self.settings.ignore.iter().enumerate() {
            page += &told("\n[[ignore]]", &self.origin("ignore", &number.to_string()));
            page += &line(Some(toml("code", &ignored.code)));
            page += &line(Some(toml("reason", &ignored.reason)));
            page += &line(ignored.patterns.as_ref().map(|it| toml("match", it)));
        }
        let lines = page.lines();
        lines.map(|line| format!("{}\n", visible(line))).collect()
    }

    /// The settings as a file in the folder of the one that was read says them, or in the current folder
    /// where none was; and whether it may name the baseline.
    fn saved(&self) -> (Settings, bool) {
        let file = self.file.as_ref();
        let here = || std::env::current_dir().and_then(std::fs::canonicalize);
        let folder = match file {
            Some(file) => file.folder.clone(),
            None => here().unwrap_or_default(),
        };
        let mut settings = self.settings.clone();
        for path in settings.paths_mut() {
            *path = from_there(path, &folder);
        }
        let baseline = settings.fail.baseline.as_deref();
        let may = |path| SettingsFile::may_name(file, &folder, path);
        let names_baseline = baseline.is_none_or(may);
        (settings, names_baseline)
    }

    fn origin(&self, table: &str, key: &str) -> String {
        let file = self.file.as_ref();
        let given_way = file.and_then(|file| file.given_way(&self.args));
        if let Some(it) = given_way.filter(|it| (it.table, it.key) == (table, key)) {
            return format!("default ({} does not go with {})", it.line, it.option);
        }
        let line = file.and_then(|file| file.line(table, key));
        line.unwrap_or_else(|| "default".to_owned())
    }
}

/// A key of an entry, where it is given.
fn line(line: Option<String>) -> String {
    line.map_or(String::new(), |line| line + "\n")
}

/// A line with where it came from, the latter under each other.
fn told(line: &str, from: &str) -> String {
    format!("{line:<32} # {from}\n")
}
