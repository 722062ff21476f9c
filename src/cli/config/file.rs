//! A settings file: where it lies, what it says, and what that means from here.

use crate::cli::args::Cli;
use crate::cli::pipes;
use crate::cli::roots::{from_here, shown};
use crate::cli::settings::{MaySay, Said, Settings, Which, Wrong, at, read};
use crate::cli::stop;
use crate::cli::trouble::Trouble;
use crate::visible::visible;
use clap::CommandFactory;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The name under which a settings file is found.
const NAME: &str = "audit.toml";

/// Bytes of a file, far more than any has.
const MOST: u64 = 1 << 20;

/// Bytes of a baseline that a file may name which was found: all of it is held in memory, as four times as
/// much.
const MOST_BASELINE: u64 = 64 << 20;

/// A settings file.
pub struct SettingsFile {
    /// Its path, for people.
    pub shown: String,
    /// Its folder, in full.
    pub folder: PathBuf,
    how: FileOrigin,
    text: String,
    said: Said,
}

/// A setting of the file that an argument does not go with.
pub struct GivenWay {
    /// Its table.
    pub table: &'static str,
    /// Its key.
    pub key: &'static str,
    /// The argument's option.
    pub option: &'static str,
    /// File and line.
    pub line: String,
}

/// How a settings file came to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileOrigin {
    /// `--config` names it.
    Named,
    /// It lies in a folder that is audited, or above it.
    Found,
}

impl FileOrigin {
    /// Whether what a table says is taken. A file that was found is as foreign as the games beside
    /// it: it may say what is assumed of them and which findings matter.
    fn takes(self, table: &str) -> bool {
        self == FileOrigin::Named || Settings::may_say(table) == MaySay::AnyFile
    }
}

impl SettingsFile {
    /// The file that is named, or that lies in the folder of a root or in the nearest one above.
    ///
    /// # Errors
    /// Where a file cannot be read or understood, or roots lead to different files.
    pub fn open(which: &Which, roots: &[PathBuf]) -> Result<Option<SettingsFile>, Trouble> {
        let (path, how) = match &which.config {
            _ if which.isolated => return Ok(None),
            Some(path) => (path.clone(), FileOrigin::Named),
            None => match find(roots)? {
                Some(path) => (path, FileOrigin::Found),
                None => return Ok(None),
            },
        };
        let cannot = |why: String| Trouble::new(format!("{} cannot be read: {why}", shown(&path)));
        if pipes::is_pipe(&path) {
            let why = "it is a pipe, and what settings say of paths is from the folder of a file";
            return Err(cannot(why.to_owned()));
        }
        let full = match how {
            FileOrigin::Named => {
                fs::canonicalize(&path).map_err(|error| cannot(error.to_string()))?
            }
            FileOrigin::Found => path.clone(),
        };
        let mut bytes = Vec::new();
        // A terminal is waited for.
        stop::waiting(|| File::open(&full)?.take(MOST + 1).read_to_end(&mut bytes))
            .map_err(|error| cannot(error.to_string()))?;
        if bytes.len() as u64 > MOST {
            return Err(cannot("it is larger than 1 MiB".to_owned()));
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut file = SettingsFile {
            shown: shown(&from_here(&path)),
            folder: full.parent().map(Path::to_owned).unwrap_or_default(),
            how,
            text,
            said: Said::default(),
        };
        if let Err(error) = std::str::from_utf8(&bytes) {
            let said = "the file is not UTF-8 from here on".to_owned();
            return Err(file.trouble(&[(error.valid_up_to(), said)]));
        }
        let said = read(&file.text, |table| how.takes(table), has_flag);
        file.said = said.map_err(|wrongs| file.trouble(&wrongs))?;
        file.guard()?;
        file.resolve();
        Ok(Some(file))
    }

    /// What it says that goes with these arguments.
    ///
    /// # Errors
    /// Where one setting does not go with another.
    pub fn said(&self, args: &Settings) -> Result<Settings, Trouble> {
        let mut said = self.said.settings.clone();
        if said.output.annotate.is_some() && said.run.cache.is_some() {
            let why = "`cache` does not go with `annotate`: copies are not kept";
            return Err(self.wrong("run", "cache", why));
        }
        match self.given_way(args) {
            Some(GivenWay {
                key: "annotate", ..
            }) => said.output.annotate = None,
            Some(_) => said.run.cache = None,
            None => {}
        }
        Ok(said)
    }

    /// What of the file gives way to an argument that it does not go with.
    pub fn given_way(&self, args: &Settings) -> Option<GivenWay> {
        let said = &self.said.settings;
        let given_way = |table, key, option| {
            let line = self.line(table, key).unwrap_or_default();
            Some(GivenWay {
                table,
                key,
                option,
                line,
            })
        };
        if said.output.annotate.is_some() && args.run.cache.is_some() {
            given_way("output", "annotate", "--cache")
        } else if said.run.cache.is_some() && args.output.annotate.is_some() {
            given_way("run", "cache", "--annotate")
        } else {
            None
        }
    }

    /// Whether what a table says is taken; of no file, whether it would be of one that is found.
    pub fn takes(file: Option<&SettingsFile>, table: &str) -> bool {
        file.map_or(FileOrigin::Found, |file| file.how).takes(table)
    }

    /// File and line of a key, or of an entry of an array; nothing where it does not say it.
    pub fn line(&self, table: &str, key: &str) -> Option<String> {
        let place = self.said.places.get(&(table.to_owned(), key.to_owned()));
        let place = *place?;
        let line = self.said.ends.partition_point(|&end| end < place) + 1;
        Some(match self.how.takes(table) {
            true => format!("{}:{line}", self.shown),
            false => format!("default ({}:{line} is not taken)", self.shown),
        })
    }

    /// What of the file is not taken, a line each for people.
    pub fn not_taken(&self) -> Vec<String> {
        let left = self.said.places.iter();
        let left = left.filter(|((table, key), _)| !self.how.takes(table) && !key.is_empty());
        let mut left: Vec<_> = left.collect();
        left.sort_by_key(|(_, place)| **place);
        let line = |((table, key), place): (&(String, String), &usize)| {
            let (line, column) = at(&self.text, *place);
            format!(
                "{}:{line}:{column}: \"{key}\" in [{table}] is not taken: a file that was found \
                 beside the games may not say it, one named with --config may.",
                self.shown
            )
        };
        left.into_iter().map(line).collect()
    }

    /// Paths in a file are from its folder.
    fn resolve(&mut self) {
        for path in self.said.settings.paths_mut() {
            *path = from_here(&self.folder.join(&path));
        }
    }

    /// Whether it may name what it does.
    fn guard(&self) -> Result<(), Trouble> {
        let (FileOrigin::Found, Some(path)) = (self.how, &self.said.settings.fail.baseline) else {
            return Ok(());
        };
        let Some(why) = refused(&self.folder, path) else {
            return Ok(());
        };
        let why = format!("\"baseline\" in [fail]: {path:?} {why}");
        Err(self.wrong("fail", "baseline", &why))
    }

    /// That the baseline which it names, and which is at this path from here, is missing.
    pub fn missing_baseline(&self, path: &Path) -> Trouble {
        let path = shown(path);
        let why = format!(
            "\"baseline\" in [fail]: there is no file {path}; --write-baseline {path} makes it"
        );
        self.wrong("fail", "baseline", &why)
    }

    /// Whether a file in this folder may name this baseline, if it is like the one that is in force: found, or
    /// named.
    pub fn may_name(file: Option<&SettingsFile>, folder: &Path, baseline: &Path) -> bool {
        file.is_some_and(|file| file.how == FileOrigin::Named)
            || refused(folder, baseline).is_none()
    }

    fn wrong(&self, table: &str, key: &str, what: &str) -> Trouble {
        let place = self.said.places.get(&(table.to_owned(), key.to_owned()));
        self.trouble(&[(place.copied().unwrap_or_default(), what.to_owned())])
    }

    fn trouble(&self, wrongs: &[Wrong]) -> Trouble {
        let mut said = format!("{} is not understood:", self.shown);
        for (byte, what) in wrongs {
            let (line, column) = at(&self.text, *byte);
            // Messages of the parser may take several lines.
            let what = what.replace('\n', " ");
            said += &format!("\n{}:{line}:{column}: {}", self.shown, visible(&what));
        }
        Trouble::new(said)
    }
}

/// Whether the command line has a flag of this name.
fn has_flag(name: &str) -> bool {
    let command = Cli::command();
    command
        .get_arguments()
        .any(|option| option.get_long() == Some(name))
}

/// Why a file that was found in a folder may not name a baseline. Who audits an archive that came with a
/// file does not have to read it first: it names nothing outside of its folder, and nothing that is no
/// regular file, such as a pipe, which may never end, or that takes more memory than an audit.
fn refused(folder: &Path, baseline: &Path) -> Option<&'static str> {
    let full = folder.join(baseline);
    let below = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    let mut real = full
        .ancestors()
        .filter_map(|there| fs::canonicalize(there).ok());
    let inside = baseline.components().all(below)
        && real.next().is_some_and(|real| real.starts_with(folder));
    match inside {
        true => match fs::metadata(&full) {
            Ok(there) if !there.is_file() => Some("is no regular file"),
            Ok(there) if there.len() > MOST_BASELINE => {
                Some("has more than 64 MiB, which only a file named with --config may name")
            }
            _ => None,
        },
        false => Some(
            "lies outside of the file's own folder, which only a file named with --config may name",
        ),
    }
}

/// The nearest file above the roots.
fn find(roots: &[PathBuf]) -> Result<Option<PathBuf>, Trouble> {
    // A root that is not there has nothing to be configured.
    let roots = roots.iter().filter_map(|root| fs::canonicalize(root).ok());
    let folders: BTreeSet<PathBuf> = roots
        .filter_map(|root| match root.is_dir() {
            true => Some(root),
            false => root.parent().map(Path::to_owned),
        })
        .collect();
    let nearest = |folder: &PathBuf| {
        let mut files = folder.ancestors().map(|folder| folder.join(NAME));
        files.find(|file| file.symlink_metadata().is_ok())
    };
    // Each file, or none, with the first folder that leads to it.
    let mut found = BTreeMap::new();
    for folder in &folders {
        found.entry(nearest(folder)).or_insert(folder);
    }
    let bare = found.remove(&None);
    let files: Vec<PathBuf> = found.into_keys().flatten().collect();
    files.iter().try_for_each(|file| regular(file))?;
    let named = |path: &Path| shown(&from_here(path));
    match (files.as_slice(), bare) {
        ([one, other, ..], _) => Err(Trouble::new(format!(
            "{} and {} are both found: name one with --config, or ignore them with --isolated",
            named(one),
            named(other)
        ))),
        // What lies in one folder says nothing of the games in another, which may be somebody else's.
        ([one], Some(folder)) => Err(Trouble::new(format!(
            "{} is found, but not for {}: name it with --config, or ignore it with --isolated",
            named(one),
            named(folder)
        ))),
        (files, _) => Ok(files.first().cloned()),
    }
}

/// A file that was found is read where it lies in its folder, perhaps by a link: the messages on it
/// quote what it says, and a pipe may never end.
fn regular(file: &Path) -> Result<(), Trouble> {
    let real = fs::canonicalize(file).ok();
    let below = |real: &PathBuf| file.parent().is_some_and(|own| real.starts_with(own));
    let what = match real {
        None => "is a link that leads nowhere",
        Some(real) if !below(&real) => "is a link out of its folder",
        Some(real) if !real.is_file() => "is no regular file",
        Some(_) => return Ok(()),
    };
    Err(Trouble::new(format!(
        "{} {what}: name the settings with --config, or ignore it with --isolated",
        shown(&from_here(file))
    )))
}
