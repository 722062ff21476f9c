//! Stage 2: bytes to text.
//!
//! Byte-order marks, UTF-32 and UTF-16 concern a source as a whole, or pieces of it. Everything else concerns one game,
//! for each game of a collection may have its own CA.

use super::charset::{self, Charset, CharsetReason, Context};
use super::lookahead::is_blank;
use super::seams::{AsciiWidth, pieces};
use super::utf32::Utf32;
use super::wrapping::Wrapping;
use crate::finding::{Code, Finding, Location};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// A source in bytes of which each stands for ASCII or a part of a character.
pub(super) struct Unwrapped {
    /// The bytes without byte-order mark; UTF-8 where the source was UTF-16 or UTF-32.
    pub bytes: Vec<u8>,
    /// What it says of its own character set.
    pub marks: CharsetMarks,
    /// What was taken off.
    pub wrapping: Wrapping,
}

/// What the pieces of a source say of their character sets: where each begins, in order. The first begins at 0.
pub(super) struct CharsetMarks(Vec<(usize, CharsetMark)>);

impl CharsetMarks {
    /// All of the source says the same.
    pub fn all(mark: CharsetMark) -> CharsetMarks {
        CharsetMarks(vec![(0, mark)])
    }

    /// What it says at a place.
    pub fn at(&self, place: usize) -> CharsetMark {
        let begun = self.0.partition_point(|&(start, _)| start <= place);
        self.0[begun.max(1) - 1].1
    }

    /// Whether all of it was UTF-16 or UTF-32.
    pub fn are_wide(&self) -> bool {
        self.0.iter().all(|&(_, mark)| mark.is_wide())
    }
}

/// What a source says of its character set, before any CA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharsetMark {
    /// Nothing.
    None,
    /// It begins with the byte-order mark of UTF-8.
    Utf8,
    /// It was decoded before: what CA names is the character set that it had.
    Text,
    /// It was UTF-16, with or without a byte-order mark.
    Utf16,
    /// It was UTF-32, with or without a byte-order mark.
    Utf32,
}

impl CharsetMark {
    /// Whether a character of ASCII took more than a byte.
    fn is_wide(self) -> bool {
        matches!(self, CharsetMark::Utf16 | CharsetMark::Utf32)
    }
}

/// The byte-order mark of UTF-8.
pub(super) const UTF8_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// Where UTF-16 begins in bytes that go on in single bytes, or in a source that begins with them. One that is UTF-32 is
/// so from its beginning.
pub(super) fn wide_in(bytes: &[u8], begins: bool) -> Option<usize> {
    if begins && (Utf32::of(bytes).is_some() || units(bytes) != AsciiWidth::Bytes) {
        return Some(0);
    }
    pieces(bytes, AsciiWidth::Bytes)
        .get(1)
        .map(|&(start, _)| start)
}

/// Takes the byte-order mark off, and turns UTF-16 and UTF-32 into UTF-8.
pub(super) fn unwrap(mut bytes: Vec<u8>) -> Unwrapped {
    if let Some(form) = Utf32::of(&bytes) {
        return Unwrapped {
            bytes: form.decode(&bytes).into_bytes(),
            marks: CharsetMarks::all(CharsetMark::Utf32),
            wrapping: Wrapping::Utf32(form),
        };
    }
    let is_marked = bytes.starts_with(UTF8_MARK);
    if is_marked {
        bytes.drain(..UTF8_MARK.len());
    }
    let (mark, first) = match is_marked {
        true => (CharsetMark::Utf8, AsciiWidth::Bytes),
        false => (CharsetMark::None, units(&bytes)),
    };
    let has_mark = matches!(bytes[..], [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let wrapping = match first {
        AsciiWidth::Bytes if is_marked => Wrapping::Utf8Mark,
        AsciiWidth::Bytes => Wrapping::None,
        AsciiWidth::Little => Wrapping::Utf16Little { marked: has_mark },
        AsciiWidth::Big => Wrapping::Utf16Big { marked: has_mark },
    };
    unwrap_from(bytes, first, mark, wrapping)
}

/// Takes the byte-order mark off a text that was decoded before.
pub(super) fn unwrap_text(mut bytes: Vec<u8>) -> Unwrapped {
    if bytes.starts_with(UTF8_MARK) {
        bytes.drain(..UTF8_MARK.len());
    }
    unwrap_rest(bytes, CharsetMark::Text)
}

/// The same of the rest of a source, which goes on in single bytes.
pub(super) fn unwrap_rest(bytes: Vec<u8>, mark: CharsetMark) -> Unwrapped {
    unwrap_from(bytes, AsciiWidth::Bytes, mark, Wrapping::None)
}

fn unwrap_from(
    bytes: Vec<u8>,
    first: AsciiWidth,
    mark: CharsetMark,
    wrapping: Wrapping,
) -> Unwrapped {
    let pieces = match mark {
        CharsetMark::Text => vec![(0, first)],
        _ => pieces(&bytes, first),
    };
    if first == AsciiWidth::Bytes && pieces.len() == 1 {
        return Unwrapped {
            bytes,
            marks: CharsetMarks::all(mark),
            wrapping,
        };
    }
    let mut text = Vec::with_capacity(bytes.len());
    let mut marks = Vec::with_capacity(pieces.len());
    let ends = pieces.iter().skip(1).map(|&(start, _)| start);
    for (&(start, units), end) in pieces.iter().zip(ends.chain([bytes.len()])) {
        let piece = &bytes[start..end];
        let encoding = match units {
            AsciiWidth::Bytes => None,
            AsciiWidth::Little => Some(UTF_16LE),
            AsciiWidth::Big => Some(UTF_16BE),
        };
        let of_piece = match encoding {
            Some(_) => CharsetMark::Utf16,
            None if start == 0 => mark,
            None => CharsetMark::None,
        };
        marks.push((text.len(), of_piece));
        match encoding {
            None => text.extend_from_slice(piece),
            Some(set) => text.extend_from_slice(set.decode_with_bom_removal(piece).0.as_bytes()),
        }
    }
    Unwrapped {
        bytes: text,
        wrapping: match marks.len() {
            1 => wrapping,
            _ => Wrapping::Several,
        },
        marks: CharsetMarks(marks),
    }
}

/// What the source begins with.
fn units(bytes: &[u8]) -> AsciiWidth {
    match bytes {
        [0xff, 0xfe, ..] => return AsciiWidth::Little,
        [0xfe, 0xff, ..] => return AsciiWidth::Big,
        _ => {}
    }
    // Without a mark: a game begins so, or the ASCII of a record leaves every other byte zero.
    if begins_game(bytes, |pair| pair) {
        return AsciiWidth::Big;
    }
    if begins_game(bytes, |[low, high]| [high, low]) {
        return AsciiWidth::Little;
    }
    let head = &bytes[..bytes.len().min(512)];
    let (mut high_first, mut low_first) = (0, 0);
    for pair in head.chunks_exact(2) {
        high_first += usize::from(pair[0] == 0 && pair[1].is_ascii_graphic());
        low_first += usize::from(pair[1] == 0 && pair[0].is_ascii_graphic());
    }
    let pairs = head.len() / 2;
    let most = |zeros: usize| pairs >= 4 && zeros * 3 >= pairs;
    match (most(high_first), most(low_first)) {
        (true, false) => AsciiWidth::Big,
        (false, true) => AsciiWidth::Little,
        _ => AsciiWidth::Bytes,
    }
}

/// Whether `(;` stands first, blanks aside, in characters of two bytes; `high_first` puts the upper
/// one before the other.
fn begins_game(bytes: &[u8], high_first: impl Fn([u8; 2]) -> [u8; 2]) -> bool {
    let pairs = bytes
        .chunks_exact(2)
        .map(|pair| high_first([pair[0], pair[1]]));
    let is_blank = |pair: &[u8; 2]| pair[0] == 0 && is_blank(pair[1]);
    pairs
        .filter(|pair| !is_blank(pair))
        .take(2)
        .eq([[0, b'('], [0, b';']])
}

/// A game's text, and how many of its characters were lost.
pub(super) fn decode(bytes: &[u8], charset: Charset) -> (Cow<'_, str>, usize) {
    let Some(encoding) = charset.encoding.filter(|&e| e != UTF_8) else {
        let text = String::from_utf8_lossy(bytes);
        let lost = count_lost(&text);
        return (text, lost);
    };
    let (text, _) = charset::text_in(encoding, bytes);
    let lost = count_lost(&text);
    (Cow::Owned(text), lost)
}

fn count_lost(text: &str) -> usize {
    // Nearly all texts are ASCII, where there is nothing to count.
    if text.is_ascii() {
        return 0;
    }
    text.matches(char::REPLACEMENT_CHARACTER).count()
}

/// How a game's text came to be, for the findings on it.
pub(super) struct Decoded<'a> {
    /// What the source said.
    pub mark: CharsetMark,
    /// What was chosen for the game.
    pub charset: Charset,
    /// The text of CA.
    pub stated: Option<&'a str>,
    /// Characters that were lost.
    pub lost: usize,
}

impl Decoded<'_> {
    /// The name of the character set.
    pub(super) fn name(&self) -> &'static str {
        match (self.mark, self.charset.encoding) {
            (CharsetMark::Utf16, _) => "UTF-16",
            (CharsetMark::Utf32, _) => "UTF-32",
            (_, None) => "ASCII",
            (_, Some(encoding)) => encoding.name(),
        }
    }

    /// What there is to say about it; `ca` is where CA stands, or the game where there is none.
    pub(super) fn findings(&self, ca: Location) -> Vec<Finding> {
        let name = self.name();
        let stated = self.stated.unwrap_or_default().trim();
        let read = match (self.mark, self.charset.reason) {
            (mark, _) if mark.is_wide() => Some((Code::Utf16, format!("{name} (decoded)"))),
            (_, CharsetReason::Stated) => None,
            (_, CharsetReason::Unstated) => Some((
                Code::CharsetAssumed,
                format!("no CA, and the text is not plain ASCII; read as {name} (assumed)"),
            )),
            (_, CharsetReason::Contradicted) => Some((
                Code::CharsetWrong,
                format!("CA[{stated}], but the text is {name}; read as {name}"),
            )),
            (_, CharsetReason::Unknown) => Some((
                Code::CharsetUnknown,
                format!(
                    "CA[{stated}] names no character set that is read; read as {name} (assumed)"
                ),
            )),
        };
        let lost = match self.lost {
            0 => None,
            1 => Some("1 character is".to_owned()),
            n => Some(format!("{n} characters are")),
        };
        let lost = lost.map(|lost| format!("{lost} lost in the text (shown as U+FFFD)"));
        let findings = read
            .into_iter()
            .chain(lost.map(|lost| (Code::TextLost, lost)));
        findings
            .map(|(code, message)| Finding::new(code, message).at(ca))
            .collect()
    }
}

/// The character set of a game in a source that carries this mark.
pub(super) fn charset_of(
    mark: CharsetMark,
    game: &[u8],
    stated: Option<&str>,
    context: &Context,
) -> Charset {
    let utf8 = Charset {
        encoding: Some(UTF_8),
        reason: CharsetReason::Stated,
    };
    match mark {
        CharsetMark::Utf16 | CharsetMark::Utf32 => utf8,
        CharsetMark::Utf8 | CharsetMark::Text if charset::is_plain(game) => Charset::ASCII,
        CharsetMark::Text => utf8,
        CharsetMark::Utf8 if std::str::from_utf8(game).is_ok() => {
            match stated.and_then(charset::by_label) {
                Some(named) if named != UTF_8 => Charset {
                    reason: CharsetReason::Contradicted,
                    ..utf8
                },
                _ => utf8,
            }
        }
        _ => charset::choose(game, stated, context),
    }
}
