//! Values of settings that serde or clap does not read by itself.

use crate::finding::Code;
use crate::record::rules::RuleSet;
use clap::ValueEnum;
use globset::{Glob, GlobBuilder};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Rules and komi of some games.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Games {
    /// Patterns of which one must fit.
    #[serde(rename = "match")]
    pub patterns: Patterns,
    /// Their rules.
    pub rules: Option<RuleSet>,
    /// Their komi.
    pub komi: Option<f64>,
    /// Whether the record is set aside.
    #[serde(rename = "override", default)]
    pub overrides: bool,
}

/// Findings that are left out.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Ignored {
    /// Their code.
    pub code: Code,
    /// Why.
    pub reason: String,
    /// Patterns of which one must fit; nothing for all games.
    #[serde(rename = "match")]
    pub patterns: Option<Patterns>,
}

/// From which severity on findings make the audit fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// Findings never do.
    Never,
    /// Errors do.
    #[default]
    Error,
    /// Warnings and errors do.
    Warning,
}

/// Reads a rule set by its name.
///
/// # Errors
/// Where there is none of this name.
pub fn rules(name: &str) -> Result<RuleSet, String> {
    RuleSet::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = RuleSet::ALL.iter().map(|rules| rules.name()).collect();
        format!("one of {}", names.join(", "))
    })
}

/// Patterns of which one must fit.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(try_from = "OneOrMore<String>", into = "Vec<String>")]
pub struct Patterns(pub Vec<Glob>);

impl TryFrom<OneOrMore<String>> for Patterns {
    type Error = String;

    fn try_from(texts: OneOrMore<String>) -> Result<Patterns, String> {
        let pattern = |text: String| {
            let mut glob = GlobBuilder::new(&text);
            let glob = glob.literal_separator(true).backslash_escape(true).build();
            glob.map_err(|error| format!("{text:?} is no pattern: {}", error.kind()))
        };
        Vec::from(texts)
            .into_iter()
            .map(pattern)
            .collect::<Result<_, _>>()
            .map(Patterns)
    }
}

impl From<Patterns> for Vec<String> {
    fn from(patterns: Patterns) -> Vec<String> {
        patterns
            .0
            .iter()
            .map(|glob| glob.glob().to_owned())
            .collect()
    }
}

/// One, or an array of them.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "invalid value, expected a text or an array of texts"
)]
pub enum OneOrMore<T> {
    /// One.
    One(T),
    /// An array.
    More(Vec<T>),
}

impl<T> From<OneOrMore<T>> for Vec<T> {
    fn from(texts: OneOrMore<T>) -> Vec<T> {
        match texts {
            OneOrMore::One(text) => vec![text],
            OneOrMore::More(texts) => texts,
        }
    }
}

/// Reads one value, or an array of them.
///
/// # Errors
/// Where it is neither.
pub fn one_or_more<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    OneOrMore::deserialize(deserializer).map(|it| Some(it.into()))
}

/// Reads a number of bytes: `1000`, `64K`, `16M`, `1G` (of 1024).
///
/// # Errors
/// Where it is none.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    let number = number.parse().ok();
    let bytes = number.and_then(|number: u64| number.checked_mul(unit));
    bytes.ok_or_else(|| format!("{text:?} is no number of bytes such as 1000 or \"64M\""))
}

/// Reads a number of bytes with a unit or without.
///
/// # Errors
/// Where it is none.
pub fn bytes_in_file<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "invalid value, expected a number of bytes, or a text such as \"64M\""
    )]
    enum Size {
        Number(u64),
        Text(String),
    }
    match Size::deserialize(deserializer)? {
        Size::Number(bytes) => Ok(Some(bytes)),
        Size::Text(text) => bytes(&text).map(Some).map_err(D::Error::custom),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, size) in [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("64K", Some(65_536)),
            ("2m", Some(2_097_152)),
            ("1G", Some(1_073_741_824)),
            ("", None),
            ("K", None),
            ("-1", None),
            ("1.5M", None),
            ("99999999999G", None),
        ] {
            assert_eq!(bytes(text).ok(), size, "{text}");
        }
    }
}
