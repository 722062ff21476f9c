//! `audit config`: what is in force, and where it came from.

use super::keys::{KEYS, TABLES};
use super::reference::reference;
use super::value::{Setting, quoted};
use super::{InForce, origin};
use crate::cli::args::Config;
use crate::cli::exit::Exit;
use crate::cli::roots::{of, shown};
use crate::cli::say::tell;
use crate::cli::{Trouble, data};
use sgf_audit::report::visible::visible;
use std::path::PathBuf;

/// Prints what is in force for some paths, as a file that says the same.
pub fn run(args: &Config) -> Result<Exit, Trouble> {
    if args.reference {
        return data(reference().as_bytes());
    }
    let mut paths = args.audit.paths.clone();
    if paths.is_empty() {
        paths.push(PathBuf::from("."));
    }
    let roots = of(&paths)?;
    let in_force = InForce::load(&args.audit, &roots)?;
    // The page begins with the file.
    for told in in_force.told().iter().skip(1) {
        tell(&args.audit.voice, told);
    }
    data(visible_lines(&in_force.page()).as_bytes())
}

/// What acts on a terminal is written out.
fn visible_lines(page: &str) -> String {
    page.lines()
        .map(|line| format!("{}\n", visible(line)))
        .collect()
}

impl InForce {
    /// What is in force, as TOML, with the origin of each value after it.
    fn page(&self) -> String {
        let mut page = match &self.place {
            Some(place) => format!("# In force, with {}.\n", shown(&place.shown)),
            None => "# In force; no audit.toml.\n".to_owned(),
        };
        for table in TABLES {
            page += &format!("\n[{}]\n", table.name);
            for key in KEYS.iter().filter(|key| key.table == table.name) {
                let value = (key.get)(&self.audit).or_else(key.default);
                let line = match value {
                    Some(value) => format!("{} = {value}", key.name),
                    None => format!("# {} is not set", key.name),
                };
                page += &told(&line, &origin(key, self));
            }
        }
        let Some(place) = &self.place else {
            return page;
        };
        let from = |line: usize| format!("{}:{line}", shown(&place.shown));
        let filed = &self.audit.filed;
        if !filed.severities.is_empty() {
            page += "\n[severity]\n";
        }
        for (code, severity, line) in &filed.severities {
            let setting = format!("{} = {}", code.id(), severity.toml());
            page += &told(&setting, &from(*line));
        }
        for games in &filed.games {
            page += "\n";
            page += &told("[[games]]", &from(games.at.line));
            page += &format!("match = {}\n", patterns(&games.patterns));
            if let Some(rules) = games.rules {
                page += &format!("rules = {}\n", rules.toml());
            }
            if let Some(komi) = games.komi {
                page += &format!("komi = {}\n", komi.toml());
            }
            if games.overrides {
                page += "override = true\n";
            }
        }
        for ignored in &filed.ignored {
            page += "\n";
            page += &told("[[ignore]]", &from(ignored.at.line));
            page += &format!("code = {}\n", quoted(ignored.code.id()));
            page += &format!("reason = {}\n", quoted(&ignored.reason));
            if !ignored.patterns.is_empty() {
                page += &format!("match = {}\n", patterns(&ignored.patterns));
            }
        }
        page
    }
}

fn patterns(patterns: &[(String, super::read::At)]) -> String {
    let patterns: Vec<String> = patterns.iter().map(|(text, _)| text.clone()).collect();
    patterns.toml()
}

/// A line with where it came from, the latter under each other.
fn told(line: &str, from: &str) -> String {
    format!("{line:<32} # {from}\n")
}
