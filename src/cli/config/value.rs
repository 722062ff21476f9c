//! Values of settings: what stands in a file, what a setting takes, and back.

use super::place::Place;
use crate::cli::args::FailOn;
use crate::cli::units::{Bytes, Percent, threads};
use sgf_audit::finding::Severity;
use sgf_audit::record::rules::RuleSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// A value as it stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A string.
    Text(String),
    /// An integer.
    Whole(i64),
    /// A float.
    Real(f64),
    /// `true` or `false`.
    Switch(bool),
    /// An array.
    List(Vec<Value>),
    /// Anything else, by its name.
    Other(&'static str),
}

impl Value {
    /// The value as a message shows it.
    pub fn shown(&self) -> String {
        match self {
            Value::Text(text) => quoted(text),
            Value::Whole(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Switch(switch) => switch.to_string(),
            Value::List(_) => "an array".to_owned(),
            Value::Other(name) => (*name).to_owned(),
        }
    }
}

/// A string as TOML writes it, on one line.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// What a setting takes.
pub trait Setting: Sized {
    /// What it takes, in words.
    const TAKES: &'static str;

    /// Names of which it takes one, where it does.
    fn names() -> Vec<&'static str> {
        Vec::new()
    }

    /// Reads it; nothing where the value is another thing than it takes.
    fn read(value: &Value) -> Option<Self>;

    /// The same, made to fit where the file lies.
    ///
    /// # Errors
    /// Where a file at that place may not say so.
    fn placed(self, _place: &Place) -> Result<Self, String> {
        Ok(self)
    }

    /// The setting as TOML writes it.
    fn toml(&self) -> String;
}

impl Setting for bool {
    const TAKES: &'static str = "`true` or `false`";

    fn read(value: &Value) -> Option<bool> {
        match value {
            Value::Switch(switch) => Some(*switch),
            _ => None,
        }
    }

    fn toml(&self) -> String {
        self.to_string()
    }
}

impl Setting for u64 {
    const TAKES: &'static str = "a whole number";

    fn read(value: &Value) -> Option<u64> {
        match value {
            Value::Whole(number) => u64::try_from(*number).ok(),
            _ => None,
        }
    }

    fn toml(&self) -> String {
        self.to_string()
    }
}

impl Setting for usize {
    const TAKES: &'static str = u64::TAKES;

    fn read(value: &Value) -> Option<usize> {
        u64::read(value).and_then(|number| usize::try_from(number).ok())
    }

    fn toml(&self) -> String {
        self.to_string()
    }
}

impl Setting for NonZeroUsize {
    const TAKES: &'static str = "a whole number from 1 to 1024";

    fn read(value: &Value) -> Option<NonZeroUsize> {
        u64::read(value).and_then(|number| threads(&number.to_string()).ok())
    }

    fn toml(&self) -> String {
        self.to_string()
    }
}

impl Setting for f64 {
    const TAKES: &'static str = "a number";

    fn read(value: &Value) -> Option<f64> {
        match value {
            Value::Whole(number) => Some(*number as f64),
            Value::Real(number) => number.is_finite().then_some(*number),
            _ => None,
        }
    }

    fn toml(&self) -> String {
        self.to_string()
    }
}

impl Setting for Bytes {
    const TAKES: &'static str = "a number of bytes, or a text such as \"64M\"";

    fn read(value: &Value) -> Option<Bytes> {
        match value {
            Value::Text(text) => text.parse().ok(),
            other => u64::read(other).map(Bytes),
        }
    }

    fn toml(&self) -> String {
        self.0.to_string()
    }
}

impl Setting for Percent {
    const TAKES: &'static str = "a number from 0 to 100";

    fn read(value: &Value) -> Option<Percent> {
        f64::read(value).and_then(|number| number.to_string().parse().ok())
    }

    fn toml(&self) -> String {
        self.0.to_string()
    }
}

impl Setting for String {
    const TAKES: &'static str = "a text";

    fn read(value: &Value) -> Option<String> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn toml(&self) -> String {
        quoted(self)
    }
}

impl Setting for Vec<String> {
    const TAKES: &'static str = "a text or an array of texts";

    fn read(value: &Value) -> Option<Vec<String>> {
        match value {
            Value::Text(text) => Some(vec![text.clone()]),
            Value::List(values) => values.iter().map(String::read).collect(),
            _ => None,
        }
    }

    fn toml(&self) -> String {
        match self.as_slice() {
            [one] => quoted(one),
            all => format!(
                "[{}]",
                all.iter()
                    .map(|text| quoted(text))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        }
    }
}

impl Setting for PathBuf {
    const TAKES: &'static str = "a path, from the folder of the file";

    fn read(value: &Value) -> Option<PathBuf> {
        String::read(value)
            .filter(|text| !text.is_empty())
            .map(PathBuf::from)
    }

    fn placed(self, place: &Place) -> Result<PathBuf, String> {
        place.resolve(&self)
    }

    fn toml(&self) -> String {
        quoted(&self.to_string_lossy())
    }
}

impl Setting for Vec<PathBuf> {
    const TAKES: &'static str = "a path or an array of paths, from the folder of the file";

    fn read(value: &Value) -> Option<Vec<PathBuf>> {
        match value {
            Value::List(values) => values.iter().map(PathBuf::read).collect(),
            one => PathBuf::read(one).map(|path| vec![path]),
        }
    }

    fn placed(self, place: &Place) -> Result<Vec<PathBuf>, String> {
        let resolve = |path: PathBuf| match path == Path::new("-") {
            true => Ok(path),
            false => place.resolve(&path),
        };
        self.into_iter().map(resolve).collect()
    }

    fn toml(&self) -> String {
        let texts: Vec<String> = self
            .iter()
            .map(|path| path.to_string_lossy().into_owned())
            .collect();
        texts.toml()
    }
}

/// A setting that takes one of several names.
macro_rules! named {
    ($type:ty, $takes:literal, $all:expr, $name:expr) => {
        impl Setting for $type {
            const TAKES: &'static str = $takes;

            fn names() -> Vec<&'static str> {
                $all.iter().copied().map($name).collect()
            }

            fn read(value: &Value) -> Option<$type> {
                let Value::Text(text) = value else {
                    return None;
                };
                $all.iter().copied().find(|one| $name(*one) == text)
            }

            fn toml(&self) -> String {
                quoted($name(*self))
            }
        }
    };
}

const SEVERITIES: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];

named!(Severity, "a severity", SEVERITIES, Severity::name);
named!(RuleSet, "a rule set", RuleSet::ALL, RuleSet::name);
named!(FailOn, "a severity or `never`", FailOn::ALL, FailOn::name);
