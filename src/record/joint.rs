//! Where a further part of a source begins, as a value that can be written down.

use super::chars::Chars;
use super::charset::{Context, Look};
use super::decode::{CharsetMark, UTF8_MARK, unwrap};
use super::scan::Strictness;
use crate::finding::Location;
use encoding_rs::Encoding;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The beginning of a source.
pub(super) const START: Location = Location { line: 1, column: 1 };

/// Where a further part of a source begins, and what is known of the source by then. The default
/// is the beginning of a source. As a text, it goes with the part to wherever that is audited.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Games before it.
    pub(super) games: usize,
    pub(super) place: Location,
    pub(super) mark: CharsetMark,
    pub(super) strict: Option<Strictness>,
    pub(super) chars: Chars,
    /// What the source looks like; `None` where that is to be found out of its bytes.
    pub(super) look: Option<Look>,
}

impl Joint {
    /// Of a source that begins with these bytes: a MiB of them, or all.
    pub fn of(beginning: &[u8]) -> Joint {
        // Pieces in UTF-16 and UTF-32 look like what they say.
        let text = match beginning.contains(&0) {
            true => Cow::Owned(unwrap(beginning.to_vec()).bytes),
            false => Cow::Borrowed(beginning.strip_prefix(UTF8_MARK).unwrap_or(beginning)),
        };
        Joint {
            look: Some(Context::of(&text).look()),
            ..Joint::default()
        }
    }

    /// Of a text that somebody else has decoded: it is read as it stands, whatever character set it names. Where it is
    /// plain ASCII it is read as bytes are, since escapes may stand in it for other text.
    pub fn of_text(text: &str) -> Joint {
        match text.is_ascii() {
            true => Joint::default(),
            false => Joint {
                mark: CharsetMark::Text,
                look: Some(None),
                ..Joint::default()
            },
        }
    }

    /// The number of games before it.
    pub fn games(&self) -> usize {
        self.games
    }
}

impl Default for Joint {
    fn default() -> Joint {
        Joint {
            games: 0,
            place: START,
            mark: CharsetMark::None,
            strict: None,
            chars: Chars::Plain,
            look: None,
        }
    }
}

const MARKS: [CharsetMark; 5] = [
    CharsetMark::None,
    CharsetMark::Utf8,
    CharsetMark::Utf16,
    CharsetMark::Utf32,
    CharsetMark::Text,
];
const STRICTNESS: [Option<Strictness>; 3] = [
    None,
    Some(Strictness::AnyTree),
    Some(Strictness::WithProperty),
];
const CHARS: [Chars; 4] = [
    Chars::Plain,
    Chars::DoubleByte,
    Chars::ShiftJis,
    Chars::Iso2022,
];

/// What stands for a source that looks like no character set, and for one that was not looked at.
const NO_SET: &str = "-";
const NO_LOOK: &str = "?";

/// Six words and the name of a character set, separated by blanks.
impl fmt::Display for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { line, column } = self.place;
        let look = match self.look {
            Some(look) => look.map_or(NO_SET, Encoding::name),
            None => NO_LOOK,
        };
        let (mark, strict, chars) = (
            place(&MARKS, self.mark),
            place(&STRICTNESS, self.strict),
            place(&CHARS, self.chars),
        );
        let games = self.games;
        write!(f, "{games} {line} {column} {mark} {strict} {chars} {look}")
    }
}

/// The text is no joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoJoint;

impl fmt::Display for NoJoint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("this is no joint of a source's parts")
    }
}

impl std::error::Error for NoJoint {}

impl FromStr for Joint {
    type Err = NoJoint;

    fn from_str(text: &str) -> Result<Joint, NoJoint> {
        let words: Vec<&str> = text.split(' ').collect();
        let [games, line, column, mark, strict, chars, look] = words[..] else {
            return Err(NoJoint);
        };
        Ok(Joint {
            games: number(games)?,
            place: Location {
                line: number(line)?,
                column: number(column)?,
            },
            mark: at(&MARKS, mark)?,
            strict: at(&STRICTNESS, strict)?,
            chars: at(&CHARS, chars)?,
            look: match look {
                NO_LOOK => None,
                NO_SET => Some(None),
                name => Some(Some(Encoding::for_label(name.as_bytes()).ok_or(NoJoint)?)),
            },
        })
    }
}

fn number<T: FromStr>(word: &str) -> Result<T, NoJoint> {
    word.parse().map_err(|_| NoJoint)
}

/// A value's place among all of its kind.
fn place<T: PartialEq>(all: &[T], value: T) -> usize {
    all.iter().position(|each| *each == value).unwrap_or(0)
}

fn at<T: Copy>(all: &[T], word: &str) -> Result<T, NoJoint> {
    all.get(number::<usize>(word)?).copied().ok_or(NoJoint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joint_comes_back_from_its_text() {
        for mark in MARKS {
            for strict in STRICTNESS {
                for chars in CHARS {
                    for look in [None, Some(None), Some(Some(encoding_rs::BIG5))] {
                        let joint = Joint {
                            games: 77,
                            place: Location { line: 5, column: 9 },
                            mark,
                            strict,
                            chars,
                            look,
                        };
                        assert_eq!(joint.to_string().parse(), Ok(joint));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_joint_is_refused() {
        let good = Joint::default().to_string();
        assert!(good.parse::<Joint>().is_ok());
        for text in [
            "",
            "0 1 1 0 0 0",
            "x 1 1 0 0 0 -",
            "0 1 1 5 0 0 -",
            "0 1 1 0 0 9 -",
            "0 1 1 0 0 0 no-such-set",
            "-1 1 1 0 0 0 -",
        ] {
            assert_eq!(text.parse::<Joint>(), Err(NoJoint), "{text}");
        }
    }
}
