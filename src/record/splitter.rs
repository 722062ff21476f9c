//! Where the games of a source open and end, with their character sets: the two tell each other, since a byte of a
//! character may look like a bracket.

use super::chars::{Chars, ESCAPE};
use super::charset::{Charset, CharsetReason, Context};
use super::decode::{self, CharsetMarks};
use super::joint::Joint;
use super::lookahead::is_blank;
use super::scan::{self, GameExtent, Strictness};
use encoding_rs::Encoding;

/// Finds where games open.
pub(super) struct Openings<'a> {
    bytes: &'a [u8],
    strict: Strictness,
    /// A line of the source has begun before the bytes.
    in_line: bool,
    /// Where the next one with a parenthesis opens, or where to look for it; `None` after the last.
    next: Option<usize>,
}

impl<'a> Openings<'a> {
    /// Those of some bytes, where `in_line` says that a line of the source has begun before them.
    pub fn new(bytes: &'a [u8], strict: Strictness, in_line: bool) -> Openings<'a> {
        Openings {
            bytes,
            strict,
            in_line,
            next: Some(0),
        }
    }

    /// Where the first game from `at` on opens; later calls ask for later places.
    pub fn next(&mut self, at: usize) -> Option<usize> {
        if let Some(next) = self.next {
            let at = at.max(next);
            self.next = scan::next_game(self.bytes, at, self.strict, self.in_line);
        }
        let end = self.next.unwrap_or(self.bytes.len());
        let bare = match self.strict {
            Strictness::AnyTree => scan::bare_game(self.bytes, at, end),
            Strictness::WithProperty => None,
        };
        bare.or(self.next)
    }
}

/// Finds the ends of games, with the character set where the bytes do not tell by themselves.
pub(super) struct Splitter<'a> {
    bytes: &'a [u8],
    marks: &'a CharsetMarks,
    /// All of the source is UTF-8 without escape sequences: no byte of a character can be taken
    /// for a bracket.
    simple: bool,
    context: Context<'a>,
    /// How the last game was read.
    pub chars: Chars,
    /// Bytes that may still be read twice; keeps the time linear.
    patience: usize,
}

impl<'a> Splitter<'a> {
    /// One for bytes that begin at a joint.
    pub fn new(bytes: &'a [u8], marks: &'a CharsetMarks, joint: &Joint) -> Splitter<'a> {
        let utf8 = Encoding::utf8_valid_up_to(bytes) == bytes.len();
        let simple = marks.are_wide() || utf8 && !bytes.contains(&ESCAPE);
        Splitter {
            bytes,
            marks,
            simple,
            context: match joint.look {
                Some(look) => Context::known(look),
                None => Context::of(bytes),
            },
            chars: if simple { Chars::Plain } else { joint.chars },
            patience: bytes.len().saturating_mul(8),
        }
    }

    /// The character set of the bytes from `start` to `end`.
    pub fn charset(&self, start: usize, end: usize) -> Option<Charset> {
        if self.simple {
            return None;
        }
        let game = &self.bytes[start..end];
        let stated = stated_charset(game);
        let mark = self.marks.at(start);
        Some(decode::charset_of(mark, game, stated, &self.context))
    }

    /// The end of the game that opens at `start`, and its character set. Of the readings that are
    /// thinkable, the one in which the brackets fit best; the first of equals.
    pub fn bounds(&mut self, start: usize) -> (usize, Option<Charset>) {
        let first = scan::extent(self.bytes, start, self.chars);
        let Some(chosen) = self.charset(start, first.end) else {
            return (first.end, None);
        };
        if chosen.chars() == self.chars && first.trouble == 0 {
            return (first.end, Some(chosen));
        }
        let mut best: Option<(GameExtent, Charset)> = None;
        for nth in 0..READINGS {
            let charset = self.reading(nth, start, first.end, chosen);
            let extent = match charset.chars() == self.chars {
                true => first,
                false if first.end - start > self.patience => continue,
                false => scan::extent(self.bytes, start, charset.chars()),
            };
            self.patience = self.patience.saturating_sub(extent.end - start);
            if best.is_none_or(|(best, _)| extent.trouble < best.trouble) {
                best = Some((extent, charset));
            }
            if extent.trouble == 0 {
                break;
            }
        }
        let (extent, charset) = best.unwrap_or((first, chosen));
        self.chars = charset.chars();
        // The first reading may have taken too much or too little for the game.
        let again = self
            .charset(start, extent.end)
            .filter(|again| charset == chosen && again.chars() == charset.chars());
        (extent.end, again.or(Some(charset)))
    }

    /// What CA and the bytes say; then what the bytes say alone; then bytes that each stand for
    /// themselves.
    fn reading(&self, nth: usize, start: usize, end: usize, chosen: Charset) -> Charset {
        let reason = match chosen.reason {
            CharsetReason::Stated => CharsetReason::Contradicted,
            reason => reason,
        };
        let encoding = match nth {
            0 => return chosen,
            1 => {
                let game = &self.bytes[start..end];
                let mark = self.marks.at(start);
                decode::charset_of(mark, game, None, &self.context).encoding
            }
            _ => Some(encoding_rs::WINDOWS_1252),
        };
        Charset { encoding, reason }
    }
}

/// The readings of a game that are thinkable.
const READINGS: usize = 3;

/// The text of CA, where the game has one near its beginning.
pub(super) fn stated_charset(game: &[u8]) -> Option<&str> {
    let head = &game[..game.len().min(8192)];
    let mut at = 0;
    while let Some(found) = head[at..].windows(3).position(|w| w == b"CA[") {
        let name = at + found;
        let before = head[..name].iter().rfind(|&&b| !is_blank(b));
        if before.is_none_or(|&b| matches!(b, b']' | b';' | b'(')) {
            let value = &head[name + 3..];
            let end = value.iter().take(64).position(|&b| b == b']')?;
            return std::str::from_utf8(&value[..end]).ok();
        }
        at = name + 3;
    }
    None
}
