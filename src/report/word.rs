//! The words of the report: how each typed value of a row is written, and read back.
//!
//! Rows hold enums. A format writes their words; nothing else looks at them.

use crate::analysis::solver::book::{Gain, Wish};
use crate::analysis::{Evidence, Life, SekiEvidence};
use crate::finding::{Code, Finding, Location, Severity, Stage};
use crate::go::{Color, Counting, Ending};
use crate::judge::{Cause, Confidence, Verdict};
use crate::record::komi::KomiSource;
use crate::record::outcome::RecordedKind;
use crate::record::rules::{RuleSet, RulesSource};
use crate::report::row_words::{Agreement, Finish, Side};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;

/// A value that the report writes as one word.
pub trait Word: Copy + Sized + 'static {
    /// Every value, in the order in which reports list them.
    const VALUES: &'static [Self];

    /// The word.
    fn word(self) -> &'static str;

    /// What it means.
    fn says(self) -> &'static str;

    /// The value with this word.
    fn from_word(word: &str) -> Option<Self> {
        let mut values = Self::VALUES.iter().copied();
        values.find(|value| value.word() == word)
    }
}

/// The words of types that have `ALL` and `says`, by the method that gives the word.
macro_rules! words {
    ($($word:ident: $($type:ident),+;)+) => { $($(
        impl Word for $type {
            const VALUES: &'static [$type] = $type::ALL;

            fn word(self) -> &'static str {
                $type::$word(self)
            }

            fn says(self) -> &'static str {
                $type::says(self)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let word = Cow::<str>::deserialize(deserializer)?;
                <$type>::from_word(&word).ok_or_else(|| {
                    let known = <$type>::VALUES.iter().map(|value| value.word());
                    let known = known.collect::<Vec<_>>().join("`, `");
                    // As serde says it of its own.
                    D::Error::custom(format!("unknown variant `{word}`, expected one of `{known}`"))
                })
            }
        }
    )+)+

        #[test]
        fn words_are_single_and_read_back() {
            let others = [$($(tests::read_back_as_others::<$type>(),)+)+].concat();
            // Five sources of a komi have three words.
            assert_eq!(others, ["KomiSource::Unusual", "KomiSource::Imposed"]);
        }
    };
}

words! {
    name: Verdict, Confidence, Severity, Stage, RuleSet, RulesSource, KomiSource, RecordedKind, Ending, Counting,
        Life, Evidence, SekiEvidence, Finish, Agreement, Side, Gain, Wish;
    slug: Cause;
    id: Code;
    in_small_letters: Color;
}

/// A colour's name is for sentences. Reports need not say what it means.
impl Color {
    const ALL: &'static [Color] = &Color::BOTH;

    fn in_small_letters(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    fn says(self) -> &'static str {
        self.name()
    }
}

/// A finding as JSON has it.
#[derive(serde::Serialize, serde::Deserialize)]
struct JsonFinding<'a> {
    code: Code,
    severity: Severity,
    message: Cow<'a, str>,
    line: Option<u32>,
    column: Option<u32>,
    turn: Option<u32>,
    vertex: Option<Cow<'a, str>>,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let said = JsonFinding {
            code: self.code,
            severity: self.severity,
            message: Cow::Borrowed(&self.message),
            line: self.line(),
            column: self.column(),
            turn: self.turn,
            vertex: self.vertex.as_deref().map(Cow::Borrowed),
        };
        said.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Finding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Finding, D::Error> {
        let said = JsonFinding::deserialize(deserializer)?;
        let location = said.line.zip(said.column);
        Ok(Finding {
            code: said.code,
            severity: said.severity,
            message: said.message.into_owned(),
            location: location.map(|(line, column)| Location { line, column }),
            turn: said.turn,
            vertex: said.vertex.map(Cow::into_owned),
            // Stated where the games of a run are compared, which comes after its rows are stored.
            identity: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{any, fmt};

    /// The values that share their word with one before them. Every word is a single one.
    pub fn read_back_as_others<T: Word + PartialEq + fmt::Debug>() -> Vec<String> {
        let path = any::type_name::<T>();
        let name = path.rsplit("::").next().unwrap_or_default();
        for value in T::VALUES {
            let word = value.word();
            let is_single = !word.is_empty() && !word.contains(char::is_whitespace);
            assert!(is_single, "{name}::{value:?}");
        }
        let others = T::VALUES.iter();
        let others = others.filter(|value| T::from_word(value.word()).as_ref() != Some(*value));
        others.map(|value| format!("{name}::{value:?}")).collect()
    }

    #[test]
    fn a_verdict_is_read_as_written() {
        assert_eq!(Verdict::from_word("not-scored"), Some(Verdict::NotScored));
        assert_eq!(Verdict::from_word("Agrees"), None);
    }
}
