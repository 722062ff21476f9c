//! The pieces of SGF: parentheses, semicolons, property names and values, whatever stands between.
//!
//! Works on bytes, so that the games of a source can be told apart before their character sets
//! are known for certain: [`Chars`] says which bytes belong together. Nothing is ever refused;
//! where a bracket is missing or too many, the value ends where the text most plausibly means it
//! to end, and says so. Every byte is looked at a bounded number of times.

use super::chars::{Chars, ESCAPE};
use super::lookahead::{game_name_at, is_blank, name_at, skip_blank, structure_at, word_end};
use super::name::Name;

/// What may come next in SGF; positions are byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `;`.
    Node,
    /// A property's name, before a `[`.
    Name {
        /// Where it ends.
        end: usize,
    },
    /// What stands between `[` and `]`.
    Value(RawValue),
    /// Letters that no value follows.
    Bare {
        /// Where they end.
        end: usize,
    },
    /// Anything else.
    Junk,
    /// A `]` that closes nothing.
    StrayBracket,
}

/// A property's value, without its brackets and not unescaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawValue {
    /// Where it begins, after the bracket.
    pub start: usize,
    /// Where it ends, before the bracket.
    pub end: usize,
    /// How it ends.
    pub ending: ValueEnd,
}

/// How a value ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueEnd {
    /// By its bracket.
    Closed,
    /// By its bracket, but there is one inside that should have been escaped.
    Unescaped,
    /// Its bracket is missing; what follows begins another property, node or game.
    Missing,
    /// The text ends inside it.
    EndOfText,
}

/// Reads tokens one after the other.
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    chars: Chars,
    name: Name,
}

impl<'a> Lexer<'a> {
    /// From a place of the bytes on.
    pub(super) fn new(bytes: &'a [u8], at: usize, chars: Chars) -> Lexer<'a> {
        Lexer {
            bytes,
            at,
            chars,
            name: Name::OTHER,
        }
    }

    /// Where the next token is looked for.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The name that was read last.
    pub(super) fn name(&self) -> Name {
        self.name
    }

    /// The next token and where it begins.
    pub(super) fn next(&mut self) -> Option<(Token, usize)> {
        self.at = skip_blank(self.bytes, self.at);
        let start = self.at;
        let &first = self.bytes.get(start)?;
        let token = match first {
            b'(' | b')' | b';' => {
                self.at += 1;
                self.name = Name::OTHER;
                match first {
                    b'(' => Token::Open,
                    b')' => Token::Close,
                    _ => Token::Node,
                }
            }
            b'[' => {
                let value = self.value(start + 1);
                self.at = match value.ending {
                    ValueEnd::Closed | ValueEnd::Unescaped => value.end + 1,
                    ValueEnd::Missing | ValueEnd::EndOfText => value.end,
                };
                Token::Value(value)
            }
            b']' => {
                self.at += 1;
                Token::StrayBracket
            }
            b if b.is_ascii_alphabetic() => match name_at(self.bytes, start) {
                Some(end) => {
                    self.at = end;
                    self.name = Name::read(&self.bytes[start..end]);
                    Token::Name { end }
                }
                None => {
                    self.at = word_end(self.bytes, start);
                    let end = self.at;
                    Token::Bare { end }
                }
            },
            _ => {
                while let Some(&b) = self.bytes.get(self.at) {
                    if b.is_ascii_alphabetic() || matches!(b, b'(' | b')' | b';' | b'[' | b']') {
                        break;
                    }
                    self.at += self.len_outside(self.at);
                }
                Token::Junk
            }
        };
        Some((token, start))
    }

    fn value(&self, start: usize) -> RawValue {
        let bytes = self.bytes;
        let points = self.name.has_points();
        let mut inner = 0;
        let mut unescaped = false;
        // Where the value ends if its bracket is missing before the next property: no bracket behind it is escaped.
        let mut missing = None;
        let mut i = start;
        let end_at = |end, ending| RawValue { start, end, ending };
        while let Some(&b) = bytes.get(i) {
            match b {
                b'\\' => {
                    missing = None;
                    i += 1;
                    if i < bytes.len() {
                        i += self.chars.len(bytes, i);
                    }
                    continue;
                }
                b'[' => {
                    if inner == 0 && !self.name.has_lines() {
                        missing = before_name(&bytes[start..i]);
                    }
                    inner += 1;
                }
                b']' => {
                    if inner > 0
                        && let Some(end) = before_swallowed_turn(&bytes[start..i]).or(missing)
                    {
                        return end_at(start + end, ValueEnd::Missing);
                    }
                    if self.closes(i, inner > 0) {
                        let ending = if unescaped {
                            ValueEnd::Unescaped
                        } else {
                            ValueEnd::Closed
                        };
                        return end_at(i, ending);
                    }
                    unescaped = true;
                    inner = inner.max(1);
                }
                b'\n' | b'\r' | b'(' if self.breaks_off(i) => return end_at(i, ValueEnd::Missing),
                b'\n' | b'\r' => {
                    // What follows is the same for all that is blank here.
                    i = skip_blank(bytes, i + 1);
                    continue;
                }
                b';' | b'(' | b')' if points && structure_at(bytes, i) => {
                    return end_at(i, ValueEnd::Missing);
                }
                ESCAPE | 0x80.. => {
                    i += self.chars.len(bytes, i);
                    continue;
                }
                _ => {}
            }
            i += 1;
        }
        end_at(bytes.len(), ValueEnd::EndOfText)
    }

    /// The length of a character outside of values. What shifts to Japanese there is a fault, and may be shut nowhere:
    /// it does not take the games behind it.
    fn len_outside(&self, at: usize) -> usize {
        match self.chars {
            Chars::Iso2022 => 1,
            chars => chars.len(self.bytes, at),
        }
    }

    /// Whether the bracket at `i` ends the value; `inner` where an unescaped `[` stands before it.
    fn closes(&self, i: usize, inner: bool) -> bool {
        let bytes = self.bytes;
        let next = skip_blank(bytes, i + 1);
        let Some(&b) = bytes.get(next) else {
            return true;
        };
        match b {
            b'[' => return true,
            b']' if !inner => return true,
            b';' | b'(' | b')' if !inner || structure_at(bytes, next) => return true,
            _ if b.is_ascii_alphabetic() && name_at(bytes, next).is_some() => return true,
            _ => {}
        }
        // No SGF follows. The bracket is part of the text where another one, soon, closes better.
        let mut k = i + 1;
        let limit = bytes.len().min(i + 400);
        while k < limit {
            match bytes[k] {
                b'\\' => k += 1,
                b']' => {
                    let next = skip_blank(bytes, k + 1);
                    if structure_at(bytes, next) || name_at(bytes, next).is_some() {
                        return false;
                    }
                    if !inner {
                        return true;
                    }
                }
                b'[' if !inner => return true,
                b';' | b'(' if structure_at(bytes, k) => return true,
                ESCAPE | 0x80.. => {
                    k += self.len_outside(k);
                    continue;
                }
                _ => {}
            }
            k += 1;
        }
        true
    }

    /// Whether at this line end or parenthesis the value's bracket is missing: a game begins, or, on the next
    /// line after a property that has one line only, another property.
    fn breaks_off(&self, i: usize) -> bool {
        let bytes = self.bytes;
        let next = skip_blank(bytes, i);
        let name = match bytes.get(next) {
            Some(b'(') => {
                let node = skip_blank(bytes, next + 1);
                if bytes.get(node) != Some(&b';') {
                    return false;
                }
                let start = skip_blank(bytes, node + 1);
                game_name_at(bytes, start)
            }
            Some(b) if b.is_ascii_uppercase() && !self.name.has_lines() => {
                name_at(bytes, next).filter(|end| end - next <= 2)
            }
            _ => None,
        };
        // In text that is rightly escaped the first bracket after this could not be a bare one.
        name.is_some_and(|end| {
            let mut k = skip_blank(bytes, end) + 1;
            let limit = bytes.len().min(k + 400);
            while k < limit {
                match bytes[k] {
                    b']' => return true,
                    b'\\' if bytes.get(k + 1) == Some(&b']') => return false,
                    b'\\' => k += 1,
                    _ => {}
                }
                k += 1;
            }
            false
        })
    }
}

/// `Lee RE[`: the end of the text before the name of a property that is used, with a blank before it.
fn before_name(text: &[u8]) -> Option<usize> {
    let (before, name) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let is_name = name.iter().all(u8::is_ascii_uppercase) && Name::read(name).is_used();
    let is_apart = before.last().is_some_and(|&b| is_blank(b));
    (is_name && is_apart).then(|| before.trim_ascii_end().len())
}

/// Where a value ends whose bracket is missing, so that it seems to go on to the end of the next
/// turn: `text;B[qd`.
fn before_swallowed_turn(value: &[u8]) -> Option<usize> {
    let name = match value {
        [name @ .., b'['] => name,
        [name @ .., b'[', b'a'..=b'z', b'a'..=b'z'] => name,
        _ => return None,
    };
    let name = name.trim_ascii_end();
    let before = name.strip_suffix(b"B").or(name.strip_suffix(b"W"))?;
    let end = before.trim_ascii_end().strip_suffix(b";")?.len();
    // An escaped semicolon or bracket belongs to the text.
    (value[..end].last() != Some(&b'\\')).then_some(end)
}
