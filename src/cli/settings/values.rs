//! Values of settings that serde or clap does not read by itself.

use crate::finding::{Code, Severity};
use crate::options::Term;
use crate::record::rules::RuleSet;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use globset::{Glob, GlobBuilder};
use serde::de::{DeserializeOwned, Error, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use std::num::ParseFloatError;
use toml::Value;

/// Rules and komi of some games.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct GameTerms {
    /// Patterns of which one must fit.
    #[serde(rename = "match", deserialize_with = "one_or_more")]
    pub patterns: Option<Vec<Pattern>>,
    /// Their rules.
    pub rules: Option<RuleSet>,
    /// Their komi.
    pub komi: Option<f64>,
    /// Whether the record is set aside.
    #[serde(rename = "override", default)]
    pub overrides: bool,
}

impl GameTerms {
    /// One of the two as a term of these games.
    pub fn term<T>(&self, value: T) -> Term<T> {
        match self.overrides {
            true => Term::Imposed(value),
            false => Term::Assumed(value),
        }
    }
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
    #[serde(rename = "match", default, deserialize_with = "one_or_more")]
    pub patterns: Option<Vec<Pattern>>,
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

impl FailOn {
    /// From which severity on a finding is grave: where none fails, an error all the same.
    pub fn severity(self) -> Severity {
        match self {
            FailOn::Never | FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
        }
    }
}

/// Reads it from a text; by itself it would be read from a table as well.
///
/// # Errors
/// Where it is no text, or an unknown one.
pub fn fail_on<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<FailOn>, D::Error> {
    let text = String::deserialize(deserializer)?;
    FailOn::deserialize(text.into_deserializer()).map(Some)
}

impl ValueEnum for RuleSet {
    fn value_variants<'a>() -> &'a [RuleSet] {
        RuleSet::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(self.name().into())
    }
}

/// Reads a number of percent, with the sign or without.
///
/// # Errors
/// Where it is none.
pub fn percent(text: &str) -> Result<f64, ParseFloatError> {
    text.strip_suffix('%').unwrap_or(text).parse()
}

/// Bytes of a pattern: as many as a path has at most.
const MOST_BYTES: usize = 4096;

/// Opening braces of a pattern.
const MOST_BRACES: usize = 100;

/// Wildcards in all patterns of a file. What they are compiled to takes about a kilobyte for each.
pub const MOST_WILDCARDS: usize = 10_000;

/// A pattern of the paths of games.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern(pub Glob);

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Pattern, String> {
        if text.len() > MOST_BYTES {
            return Err(format!(
                "a pattern has {MOST_BYTES} bytes at most, not {}",
                text.len()
            ));
        }
        // Globset goes into braces by recursion. Whether they are closed is its business: as many
        // as are opened may be open at once.
        let braces = text.matches('{').count();
        if braces > MOST_BRACES {
            return Err(format!(
                "a pattern has {MOST_BRACES} braces at most, not {braces}"
            ));
        }
        let mut glob = GlobBuilder::new(&text);
        let glob = glob.literal_separator(true).backslash_escape(true).build();
        glob.map(Pattern)
            .map_err(|error| format!("{text:?} is no pattern: {}", error.kind()))
    }
}

impl Pattern {
    /// How many wildcards it may have: escaped ones count too.
    pub fn wildcards(&self) -> usize {
        self.0.glob().matches(['*', '?', '[', '{']).count()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> String {
        pattern.0.glob().to_owned()
    }
}

/// Reads one value, or an array of them.
///
/// # Errors
/// Where it is neither.
pub fn one_or_more<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let all = match Value::deserialize(deserializer)? {
        Value::Array(all) => all,
        one => vec![one],
    };
    let all = all.into_iter().map(Value::try_into::<T>);
    let all: Result<_, toml::de::Error> = all.collect();
    all.map(Some)
        .map_err(|error| D::Error::custom(error.message()))
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
    /// Not the parser's own value, which has no numbers from 2^63 on.
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "expected a number of bytes such as 1000 or \"64M\""
    )]
    enum Bytes {
        Number(u64),
        Text(String),
    }
    match Bytes::deserialize(deserializer)? {
        Bytes::Number(number) => Ok(Some(number)),
        Bytes::Text(text) => bytes(&text).map(Some).map_err(D::Error::custom),
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

    /// What globset would recurse into is refused before.
    #[test]
    fn patterns_have_a_size() {
        let nested = |depth: usize| format!("{}a{}", "{".repeat(depth), "}".repeat(depth));
        for (pattern, is_one) in [
            ("a".repeat(MOST_BYTES), true),
            ("a".repeat(MOST_BYTES + 1), false),
            ("{a,b}".repeat(MOST_BRACES), true),
            (nested(MOST_BRACES), true),
            (nested(MOST_BRACES + 1), false),
            ("{[}]".repeat(MOST_BRACES + 1), false),
            (nested(1_000_000), false),
        ] {
            let pattern = Pattern::try_from(pattern);
            assert_eq!(pattern.is_ok(), is_one, "{pattern:?}");
            let mut set = globset::GlobSetBuilder::new();
            assert!(pattern.is_err() || set.add(pattern.unwrap().0).build().is_ok());
        }
    }
}
