//! `audit config`: what is in force, and where it came from.

use super::in_force::InForce;
use crate::cli::settings::{Setting, quoted};
use crate::visible::visible;

/// What is in force, as TOML, with the origin of each value after it. What acts on a terminal is
/// written out.
pub fn page(in_force: &InForce) -> String {
    let mut page = match in_force.file() {
        Some(file) => format!("# In force, with {file}.\n"),
        None => "# In force; no audit.toml.\n".to_owned(),
    };
    let settings = &in_force.settings;
    let mut table = "";
    for setting in settings.shown() {
        if table != setting.table {
            table = setting.table;
            page += &format!("\n[{table}]\n");
        }
        let line = match setting.value.as_ref().or(setting.default.as_ref()) {
            Some(value) => format!("{} = {value}", setting.key),
            None => format!("# {} is not set", setting.key),
        };
        page += &told(&line, &in_force.origin(&setting));
    }
    if !settings.severity.is_empty() {
        page += "\n[severity]\n";
    }
    for (code, severity) in &settings.severity {
        let line = format!("{} = {}", code.0.id(), severity.toml());
        page += &told(&line, &in_force.line(severity.origin.byte()));
    }
    for games in &settings.games {
        page += &told("\n[[games]]", &in_force.line(games.span().start));
        let games = games.get_ref();
        page += &format!("match = {}\n", games.patterns.toml());
        page += &line("rules", games.rules.as_deref());
        page += &line("komi", games.komi.as_deref());
        page += &line("override", games.overrides.as_deref());
    }
    for ignored in &settings.ignore {
        page += &told("\n[[ignore]]", &in_force.line(ignored.span().start));
        let ignored = ignored.get_ref();
        page += &format!("code = {}\n", quoted(ignored.code.0.id()));
        page += &format!("reason = {}\n", ignored.reason.toml());
        page += &line("match", ignored.patterns.as_deref());
    }
    let lines = page.lines();
    lines.map(|line| format!("{}\n", visible(line))).collect()
}

/// A key of an entry, where it is given.
fn line(key: &str, value: Option<&impl Setting>) -> String {
    value.map_or(String::new(), |value| format!("{key} = {}\n", value.toml()))
}

/// A line with where it came from, the latter under each other.
fn told(line: &str, from: &str) -> String {
    format!("{line:<32} # {from}\n")
}
