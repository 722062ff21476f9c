//! Values of settings: what a file and the command line may say, and how TOML writes it.

use crate::finding::Severity;
use crate::options::Certainty;
use crate::record::rules::RuleSet;
use clap::ValueEnum;
use clap::builder::{EnumValueParser, PathBufValueParser, TypedValueParser};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::path::PathBuf;
use std::str::FromStr;
use toml::Spanned;

/// A value, and who gave it.
#[derive(Clone, Debug)]
pub struct Given<T> {
    /// The value.
    pub value: T,
    /// Who gave it.
    pub origin: Origin,
}

/// Who gave a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A flag.
    CommandLine,
    /// The file, at this byte.
    File(usize),
}

impl Origin {
    /// The byte of the file; the first where a flag gave the value.
    pub fn byte(self) -> usize {
        match self {
            Origin::CommandLine => 0,
            Origin::File(byte) => byte,
        }
    }
}

impl<T> Deref for Given<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// What a setting takes.
pub trait Setting: Clone + Send + Sync + 'static {
    /// How it stands in a file.
    type Raw: DeserializeOwned;

    /// What it takes, in words.
    fn takes() -> String;

    /// The setting; nothing where the value is another thing than it takes.
    fn of(raw: Self::Raw) -> Option<Self>;

    /// The setting as TOML writes it.
    fn toml(&self) -> String;
}

impl<'de, T: Setting> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given<T>, D::Error> {
        // The parser adds the place; the reader of the file says what stands there.
        let wrong = || D::Error::custom(format!("takes {}", T::takes()));
        let raw = Spanned::<T::Raw>::deserialize(deserializer).map_err(|error| {
            // serde asks here, too, for what an entry must have and has not.
            match error.to_string().starts_with("missing field") {
                true => error,
                false => wrong(),
            }
        })?;
        let origin = Origin::File(raw.span().start);
        let value = T::of(raw.into_inner()).ok_or_else(wrong)?;
        Ok(Given { value, origin })
    }
}

impl<T> Given<T> {
    fn by_flag(value: T) -> Given<T> {
        let origin = Origin::CommandLine;
        Given { value, origin }
    }
}

/// Reads a flag's value by its own rule.
pub fn flag<T: Setting + FromStr>(text: &str) -> Result<Given<T>, String> {
    text.parse().map(Given::by_flag).map_err(|_| T::takes())
}

/// Reads a flag's value as a file would have it, as a text.
pub fn named<T: Setting<Raw = String>>(text: &str) -> Result<Given<T>, String> {
    let read = T::of(text.to_owned()).map(Given::by_flag);
    read.ok_or_else(T::takes)
}

/// Reads a flag's number, which is not every number.
pub fn number<T: Setting<Raw: FromStr>>(text: &str) -> Result<Given<T>, String> {
    let read = text.parse().ok().and_then(T::of).map(Given::by_flag);
    read.ok_or_else(T::takes)
}

/// Reads a flag's path.
pub fn path() -> impl TypedValueParser<Value = Given<PathBuf>> {
    PathBufValueParser::new().map(Given::by_flag)
}

/// Reads a flag's choice, which the help lists.
pub fn choice<T: Setting + ValueEnum>() -> impl TypedValueParser<Value = Given<T>> {
    EnumValueParser::<T>::new().map(Given::by_flag)
}

/// Paths that were given by a flag.
pub fn paths(given: &Option<Vec<PathBuf>>) -> Option<Given<Vec<PathBuf>>> {
    given.clone().map(Given::by_flag)
}

/// For each type of setting: the accepted values, the parser, and its form in TOML.
macro_rules! settings {
    ($($type:ty: $raw:ty, $takes:expr, $of:expr, $toml:expr;)+) => {$(
        impl Setting for $type {
            type Raw = $raw;

            fn takes() -> String {
                $takes.to_string()
            }

            fn of(raw: $raw) -> Option<$type> {
                let of: fn($raw) -> Option<$type> = $of;
                of(raw)
            }

            fn toml(&self) -> String {
                let toml: fn(&$type) -> String = $toml;
                toml(self)
            }
        }
    )+};
}

settings! {
    bool: bool, "`true` or `false`", Some, bool::to_string;
    u64: u64, "a whole number", Some, u64::to_string;
    usize: usize, "a whole number", Some, usize::to_string;
    f64: f64, "a number", |raw| raw.is_finite().then_some(raw), f64::to_string;
    Threads: u64, format!("a whole number from 1 to {}", Threads::MOST), Threads::new, |it| it.0.to_string();
    Percent: f64, "a number from 0 to 100", Percent::new, |it| it.0.to_string();
    Certainty: f64, "a number from 0 to 1", Certainty::new, |it| it.to_string();
    Bytes: Size, "a number of bytes, or a text such as \"64M\"", Size::bytes, |it| it.0.to_string();
    String: String, "a text", Some, |it| quoted(it);
    PathBuf: String, "a path", |raw| (!raw.is_empty()).then(|| raw.into()), |it| quoted(&it.to_string_lossy());
    Vec<String>: OneOrMore, "a text or an array of texts", OneOrMore::all, |all| list(all);
    Vec<PathBuf>: OneOrMore, "a path or an array of paths", OneOrMore::all, |all| list(all);
    RuleSet: String, one_of("a rule set", &RuleSet::ALL.iter().map(|set| set.name()).collect::<Vec<_>>()),
        |raw| RuleSet::from_name(&raw), |it| quoted(it.name());
    Severity: String, one_of("a severity", &SEVERITIES.map(Severity::name)),
        |raw| SEVERITIES.into_iter().find(|it| it.name() == raw), |it| quoted(it.name());
    FailOn: String, one_of("a severity or `never`", &FailOn::ALL.map(FailOn::name)),
        |raw| FailOn::ALL.into_iter().find(|on| on.name() == raw), |it| quoted(it.name());
}

const SEVERITIES: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];

fn one_of(what: &str, names: &[&str]) -> String {
    format!("{what} (one of {})", names.join(", "))
}

/// One as a text, several as an array.
fn list<T: Setting>(all: &[T]) -> String {
    let all: Vec<String> = all.iter().map(Setting::toml).collect();
    match all.as_slice() {
        [one] => one.clone(),
        all => format!("[{}]", all.join(", ")),
    }
}

/// One text, or several.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(String),
    /// An array.
    More(Vec<String>),
}

impl OneOrMore {
    fn all<T: Setting<Raw = String>>(self) -> Option<Vec<T>> {
        match self {
            OneOrMore::One(text) => T::of(text).map(|one| vec![one]),
            OneOrMore::More(texts) => texts.into_iter().map(T::of).collect(),
        }
    }
}

/// A number of threads. More than [`Threads::MOST`] would only wait for each other, and a system
/// that has no room for one more may end the program instead of saying so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub NonZeroUsize);

impl Threads {
    /// As many as may be asked for.
    pub const MOST: usize = 1024;

    fn new(number: u64) -> Option<Threads> {
        let number = usize::try_from(number)
            .ok()
            .filter(|&n| n <= Threads::MOST)?;
        NonZeroUsize::new(number).map(Threads)
    }
}

/// A share in percent, from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percent(pub f64);

impl Percent {
    fn new(number: f64) -> Option<Percent> {
        (0.0..=100.0).contains(&number).then_some(Percent(number))
    }
}

impl FromStr for Percent {
    type Err = ();

    fn from_str(text: &str) -> Result<Percent, ()> {
        let number = text.trim_end_matches('%').parse().ok();
        number.and_then(Percent::new).ok_or(())
    }
}

/// A number of bytes: `1000`, `64K`, `16M`, `1G` (of 1024).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl FromStr for Bytes {
    type Err = ();

    fn from_str(text: &str) -> Result<Bytes, ()> {
        let (number, unit) = match text.char_indices().last() {
            Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
            Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
            Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
            _ => (text, 1),
        };
        let number: u64 = number.parse().map_err(|_| ())?;
        number.checked_mul(unit).map(Bytes).ok_or(())
    }
}

/// A number of bytes in a file, with a unit or without.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Size {
    /// Without.
    Number(u64),
    /// With one.
    Text(String),
}

impl Size {
    fn bytes(self) -> Option<Bytes> {
        match self {
            Size::Number(number) => Some(Bytes(number)),
            Size::Text(text) => text.parse().ok(),
        }
    }
}

/// From which severity on findings make the audit fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
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
    /// All of them.
    pub const ALL: [FailOn; 3] = [FailOn::Never, FailOn::Error, FailOn::Warning];

    /// `never`, `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            FailOn::Never => "never",
            FailOn::Error => "error",
            FailOn::Warning => "warning",
        }
    }
}

/// A text as TOML writes it, on one line.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
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
            assert_eq!(text.parse().ok(), size.map(Bytes), "{text}");
        }
    }

    #[test]
    fn numbers_of_threads() {
        for (text, taken) in [
            ("1", true),
            ("1024", true),
            ("0", false),
            ("1025", false),
            ("1000000", false),
            ("-1", false),
            ("99999999999999999999999", false),
            ("", false),
        ] {
            assert_eq!(number::<Threads>(text).is_ok(), taken, "{text}");
        }
    }
}
