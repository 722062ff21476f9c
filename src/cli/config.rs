//! Configuration: what is in force, and where each value came from.
//!
//! The command line goes before a file, a file before the defaults. A file is `audit.toml` in the
//! folder that is audited or above it, or the one that `--config` names.

mod choices;
mod flags;
mod keys;
mod place;
mod print;
mod read;
mod reference;
mod value;

pub use choices::Choices;
pub use flags::{ConfigArgs, Filed, TermArgs, for_config};
pub use print::run;

use super::Trouble;
use super::args::Audit;
use super::roots::shown;
use choices::Fixed;
use keys::{Key, Word, Wrong};
use place::{How, Place};
use read::{At, Document, Wrongs};
use sgf_audit::Options;
use sgf_audit::finding::Code;
use sgf_audit::options::Severities;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

/// What is in force.
pub struct InForce {
    /// The arguments, with the file's settings where they give none.
    pub audit: Audit,
    /// What the audit is told, source by source.
    pub choices: Choices,
    /// The file.
    place: Option<Place>,
    /// The lines of the file's settings that are in force, by their tables and names.
    lines: BTreeMap<(&'static str, &'static str), usize>,
    /// What the file says and may not, since it was found.
    not_taken: Vec<(At, &'static Key)>,
}

impl InForce {
    /// What is in force for these arguments and roots.
    ///
    /// # Errors
    /// Where a file cannot be read or understood, or says what does not go with the arguments.
    pub fn load(args: &Audit, roots: &[PathBuf]) -> Result<InForce, Trouble> {
        let place = match &args.config {
            ConfigArgs { isolated: true, .. } => None,
            ConfigArgs {
                config: Some(path), ..
            } => Some(place::named(path)?),
            ConfigArgs { config: None, .. } => place::find(roots)?,
        };
        let mut audit = args.clone();
        let mut lines = BTreeMap::new();
        let mut not_taken = Vec::new();
        if let Some(place) = &place {
            let (mut document, mut wrongs) = read::read(&bytes(place)?);
            if place.how == How::Found {
                wrongs.extend(withhold(&mut document, &mut not_taken, &audit, place));
            }
            wrongs.extend(put(document, &mut audit, &mut lines, place));
            wrongs.sort();
            if !wrongs.is_empty() {
                return Err(not_understood(place, &wrongs));
            }
            displace(args, &mut audit, &mut lines)
                .map_err(|wrong| not_understood(place, &[wrong]))?;
        }
        let fixed = Fixed {
            rules: args.terms.rules.is_some(),
            komi: args.terms.komi.is_some(),
        };
        let common = common(&audit);
        let choices =
            Choices::new(common, fixed, &audit.filed, place.as_ref(), roots).map_err(|wrong| {
                match &place {
                    Some(place) => not_understood(place, &[wrong]),
                    None => Trouble::new(wrong.1),
                }
            })?;
        Ok(InForce {
            audit,
            choices,
            place,
            lines,
            not_taken,
        })
    }

    /// Which file is in force, and what of it is not, for people.
    pub fn told(&self) -> Vec<String> {
        let Some(place) = &self.place else {
            return Vec::new();
        };
        let file = shown(&place.shown);
        let mut told = vec![format!("Settings from {file}.")];
        for (At { line, column }, key) in &self.not_taken {
            told.push(format!(
                "{file}:{line}:{column}: {} in [{}] is not taken: a file that was found beside the \
                 games may not say it, one named with --config may.",
                value::quoted(key.name),
                key.table
            ));
        }
        told
    }

    /// What a code's findings were left out for.
    pub fn reason(&self, code: &str) -> Option<String> {
        let code = Code::from_id(code)?;
        let reasons: Vec<&str> = self
            .audit
            .filed
            .ignored
            .iter()
            .filter(|ignored| ignored.code == code)
            .map(|ignored| ignored.reason.as_str())
            .collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}

/// Bytes of a file, far more than any has.
const MOST: u64 = 1 << 20;

fn bytes(place: &Place) -> Result<Vec<u8>, Trouble> {
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

/// Puts a file's settings where the arguments give none. Returns what is wrong with them.
fn put(
    document: Document,
    audit: &mut Audit,
    lines: &mut BTreeMap<(&'static str, &'static str), usize>,
    place: &Place,
) -> Wrongs {
    let mut wrongs = Vec::new();
    for (key, value, at) in document.settings {
        // Whatever the arguments give, the file must be sound.
        let mut other = audit.clone();
        let given = (key.get)(audit).is_some();
        let target = if given { &mut other } else { &mut *audit };
        match (key.set)(target, &value, place) {
            Ok(()) if given => {}
            Ok(()) => {
                lines.insert((key.table, key.name), at.line);
            }
            Err(wrong) => wrongs.push((at, said(key, &value, wrong))),
        }
    }
    audit.filed.severities = document
        .severities
        .into_iter()
        .map(|(code, severity, at)| (code, severity, at.line))
        .collect();
    audit.filed.severities.sort();
    audit.filed.games = document.games;
    audit.filed.ignored = document.ignored;
    wrongs
}

/// Takes out what a file that was found may not say. It must be sound all the same: returns what is
/// wrong with it.
fn withhold(
    document: &mut Document,
    not_taken: &mut Vec<(At, &'static Key)>,
    audit: &Audit,
    place: &Place,
) -> Wrongs {
    let mut wrongs = Vec::new();
    // Where its paths lead does not matter.
    let place = Place {
        how: How::Named,
        ..place.clone()
    };
    document.settings.retain(|(key, value, at)| {
        if key.word() == Word::Data {
            return true;
        }
        match (key.set)(&mut audit.clone(), value, &place) {
            Ok(()) => not_taken.push((*at, key)),
            Err(wrong) => wrongs.push((*at, said(key, value, wrong))),
        }
        false
    });
    not_taken.sort_by_key(|(at, _)| *at);
    wrongs
}

fn said(key: &Key, value: &value::Value, wrong: Wrong) -> String {
    let what = format!("{} in [{}]", value::quoted(key.name), key.table);
    match wrong {
        Wrong::Value => read::not_taken(&what, key.takes, &(key.names)(), value),
        Wrong::Must(why) => format!("{what}: {why}"),
    }
}

/// Takes out what a file says that does not go with the arguments.
fn displace(
    args: &Audit,
    audit: &mut Audit,
    lines: &mut BTreeMap<(&'static str, &'static str), usize>,
) -> Result<(), (At, String)> {
    let annotated = lines.get(&("output", "annotate")).copied();
    let cached = lines.get(&("run", "cache")).copied();
    if let (Some(_), Some(line)) = (annotated, cached) {
        let said = "`cache` does not go with `annotate`: copies are not kept".to_owned();
        return Err((At { line, column: 1 }, said));
    }
    if annotated.is_some() && (args.cache.is_some() || args.resume) {
        audit.annotate = None;
        lines.remove(&("output", "annotate"));
    }
    if cached.is_some() && args.annotate.is_some() {
        audit.cache = None;
        lines.remove(&("run", "cache"));
    }
    Ok(())
}

fn not_understood(place: &Place, wrongs: &[(At, String)]) -> Trouble {
    let file = shown(&place.shown);
    let mut text = format!("{file} is not understood:");
    for (At { line, column }, what) in wrongs {
        // Messages of the parser may take several lines.
        let what = what.replace('\n', " ");
        text += &format!("\n{file}:{line}:{column}: {what}");
    }
    if wrongs.len() >= read::MOST_WRONGS {
        text += "\nThe rest was not looked at.";
    }
    Trouble::new(text)
}

/// What holds for all sources.
fn common(audit: &Audit) -> Options {
    let mut options = Options::default();
    audit.limits.apply(&mut options.limits);
    if let Some(rules) = audit.terms.rules {
        options.terms.rules = rules;
    }
    options.terms.komi = audit.terms.komi;
    let told = &audit.filed.differences;
    let usual = Severities::default();
    options.severities = Severities {
        winner: told.winner.unwrap_or(usual.winner),
        proved: told.proved.unwrap_or(usual.proved),
        large_difference: told.large.unwrap_or(usual.large_difference),
        small_difference: told.small.unwrap_or(usual.small_difference),
        agreed_by_players: told.agreed_by_players.unwrap_or(usual.agreed_by_players),
        small: told.small_below.unwrap_or(usual.small),
    };
    options.codes.severities = audit
        .filed
        .severities
        .iter()
        .map(|&(code, severity, _)| (code, severity))
        .collect();
    options.codes.ignored = audit
        .filed
        .ignored
        .iter()
        .filter(|ignored| ignored.patterns.is_empty())
        .map(|ignored| ignored.code)
        .collect();
    options
}

/// Where a setting comes from, for people.
fn origin(key: &Key, in_force: &InForce) -> String {
    match (&in_force.place, in_force.lines.get(&(key.table, key.name))) {
        (Some(place), Some(line)) => format!("{}:{line}", shown(&place.shown)),
        _ if (key.get)(&in_force.audit).is_some() => "command line".to_owned(),
        _ => match in_force
            .not_taken
            .iter()
            .find(|(_, other)| (other.table, other.name) == (key.table, key.name))
        {
            Some((at, _)) => format!("default (line {} is not taken)", at.line),
            None => "default".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::keys::KEYS;

    #[test]
    fn every_setting_is_one_key() {
        for (index, key) in KEYS.iter().enumerate() {
            let same = KEYS
                .iter()
                .position(|other| (other.table, other.name) == (key.table, key.name));
            assert_eq!(same, Some(index), "{}.{}", key.table, key.name);
        }
    }
}
