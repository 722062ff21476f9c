//! What is in force: the command line before a file, a file before the defaults. A file is
//! `audit.toml` in the folder that is audited or above it, or the one that `--config` names.

use super::choices::Choices;
use super::place::{self, How, SettingsFile};
use crate::Options;
use crate::cli::roots::shown;
use crate::cli::settings::{At, Given, Origin, Settings, Shown, Text, Which, Word, Wrong, quoted};
use crate::cli::trouble::Trouble;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

/// Bytes of a file, far more than any has.
const MOST: u64 = 1 << 20;

/// What is in force.
pub struct InForce {
    /// The settings.
    pub settings: Settings,
    /// What the audit is told, source by source.
    pub choices: Choices,
    /// The file.
    file: Option<(SettingsFile, Text)>,
    /// What the file says and may not, since it was found.
    not_taken: Vec<Shown>,
}

impl InForce {
    /// What is in force for these arguments and roots.
    ///
    /// # Errors
    /// Where a file cannot be read or understood, or says what does not go with the arguments.
    pub fn load(args: Settings, which: &Which, roots: &[PathBuf]) -> Result<InForce, Trouble> {
        let place = match which {
            Which { isolated: true, .. } => None,
            Which {
                config: Some(path), ..
            } => Some(place::named(path)?),
            Which { config: None, .. } => place::find(roots)?,
        };
        let Some(place) = place else {
            let choices = Choices::new(options(&args), &args, None, roots);
            return Ok(InForce {
                choices: choices.map_err(|(_, wrong)| Trouble::new(wrong))?,
                settings: args,
                file: None,
                not_taken: Vec::new(),
            });
        };
        let text = Text::new(&bytes(&place)?);
        let wrong = |wrongs: &[Wrong]| not_understood(&place, &text, wrongs);
        let (mut said, wrongs) = text.settings();
        if !wrongs.is_empty() {
            return Err(wrong(&wrongs));
        }
        let mut not_taken = Vec::new();
        if place.how == How::Found {
            not_taken = said.shown();
            not_taken.retain(|it| it.word == Word::User && it.value.is_some());
            not_taken.sort_by_key(|it| it.byte());
            said.keep_word_of_data();
        }
        resolve(&mut said, &place).map_err(|it| wrong(&[it]))?;
        make_way(&args, &mut said).map_err(|it| wrong(&[it]))?;
        let settings = args.or(said);
        let choices = Choices::new(options(&settings), &settings, Some(&place), roots);
        Ok(InForce {
            choices: choices.map_err(|it| wrong(&[it]))?,
            settings,
            file: Some((place, text)),
            not_taken,
        })
    }

    /// Which file is in force, for people.
    pub fn file(&self) -> Option<String> {
        let (place, _) = self.file.as_ref()?;
        Some(shown(&place.shown))
    }

    /// The file and line of a byte of it.
    pub fn line(&self, byte: usize) -> String {
        let line = self.file.as_ref().map_or(0, |(_, text)| text.at(byte).line);
        format!("{}:{line}", self.file().unwrap_or_default())
    }

    /// What of the file was not taken, a line each for people.
    pub fn not_taken(&self) -> Vec<String> {
        let Some((place, text)) = &self.file else {
            return Vec::new();
        };
        let line = |it: &Shown| {
            let At { line, column } = text.at(it.byte());
            format!(
                "{}:{line}:{column}: {} in [{}] is not taken: a file that was found beside the games \
                 may not say it, one named with --config may.",
                shown(&place.shown),
                quoted(&it.key),
                it.table
            )
        };
        self.not_taken.iter().map(line).collect()
    }

    /// Where a setting comes from, for people.
    pub fn origin(&self, setting: &Shown) -> String {
        match setting.origin {
            Some(Origin::File(byte)) => self.line(byte),
            Some(Origin::CommandLine) => "command line".to_owned(),
            None => {
                let mut left = self.not_taken.iter();
                let left = left.find(|it| (it.table, &it.key) == (setting.table, &setting.key));
                let left = left.map(|it| format!(" ({} is not taken)", self.line(it.byte())));
                format!("default{}", left.unwrap_or_default())
            }
        }
    }

    /// A line for each pattern that fits no game.
    pub fn unmatched(&self) -> Vec<String> {
        let file = self.file().unwrap_or_default();
        let line = |pattern| format!("{file}: match = {pattern:?} fits no game.");
        self.choices.unmatched().into_iter().map(line).collect()
    }

    /// What a code's findings were left out for.
    pub fn reason(&self, code: &str) -> Option<String> {
        let ignored = self.settings.ignore.iter().map(|ignored| ignored.get_ref());
        let reasons: Vec<&str> = ignored
            .filter(|ignored| ignored.code.0.id() == code)
            .map(|ignored| ignored.reason.as_str())
            .collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}

fn bytes(place: &SettingsFile) -> Result<Vec<u8>, Trouble> {
    let trouble =
        |why: String| Trouble::new(format!("{} cannot be read: {why}", shown(&place.shown)));
    let file = File::open(&place.shown).map_err(|error| trouble(error.to_string()))?;
    let mut bytes = Vec::new();
    file.take(MOST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| trouble(error.to_string()))?;
    match bytes.len() as u64 > MOST {
        true => Err(trouble("it is larger than 1 MB".to_owned())),
        false => Ok(bytes),
    }
}

/// Paths in a file are from its folder.
fn resolve(said: &mut Settings, place: &SettingsFile) -> Result<(), Wrong> {
    let one = |path: &mut PathBuf, origin: Origin, what: &str| {
        *path = place
            .resolve(path)
            .map_err(|why| (origin.byte(), format!("{what}: {why}")))?;
        Ok(())
    };
    if let Some(Given { value, origin }) = &mut said.output.out {
        let files = value.iter_mut().filter(|path| path.as_os_str() != "-");
        for path in files {
            one(path, *origin, "\"out\" in [output]")?;
        }
    }
    for (given, what) in [
        (&mut said.output.statistics, "\"statistics\" in [output]"),
        (&mut said.output.annotate, "\"annotate\" in [output]"),
        (&mut said.fail.baseline, "\"baseline\" in [fail]"),
        (&mut said.run.cache, "\"cache\" in [run]"),
    ] {
        if let Some(Given { value, origin }) = given {
            one(value, *origin, what)?;
        }
    }
    Ok(())
}

/// Takes out what a file says that does not go with the arguments.
fn make_way(args: &Settings, said: &mut Settings) -> Result<(), Wrong> {
    if let (Some(_), Some(cache)) = (&said.output.annotate, &said.run.cache) {
        let why = "`cache` does not go with `annotate`: copies are not kept";
        return Err((cache.origin.byte(), why.to_owned()));
    }
    if args.run.cache.is_some() {
        said.output.annotate = None;
    }
    if args.output.annotate.is_some() {
        said.run.cache = None;
    }
    Ok(())
}

fn not_understood(place: &SettingsFile, text: &Text, wrongs: &[Wrong]) -> Trouble {
    let file = shown(&place.shown);
    let mut said = format!("{file} is not understood:");
    for (byte, what) in wrongs {
        let At { line, column } = text.at(*byte);
        // Messages of the parser may take several lines.
        let what = what.replace('\n', " ");
        said += &format!("\n{file}:{line}:{column}: {what}");
    }
    Trouble::new(said)
}

/// What holds for all sources.
fn options(settings: &Settings) -> Options {
    let mut options = Options {
        limits: settings.limits.in_force(),
        severities: settings.differences.in_force(),
        certainty: settings.verdicts.in_force(),
        prove: settings.effort.prove.as_ref().is_some_and(|it| it.value),
        ..Options::default()
    };
    if let Some(rules) = &settings.defaults.rules {
        options.terms.rules = rules.value;
    }
    options.terms.komi = settings.defaults.komi.as_ref().map(|komi| komi.value);
    let severities = settings.severity.iter();
    options.codes.severities = severities
        .map(|(code, given)| (code.0, given.value))
        .collect();
    let ignored = settings.ignore.iter().map(|ignored| ignored.get_ref());
    let everywhere = ignored.filter(|ignored| ignored.patterns.is_none());
    options.codes.ignored = everywhere.map(|ignored| ignored.code.0).collect();
    options
}
