//! Stage 2: bytes to text.
//!
//! Byte-order marks and UTF-16 concern a source as a whole. Everything else concerns one game,
//! for each game of a collection may have its own CA.

use super::charset::{self, Charset, Context, Reason};
use super::lookahead::is_blank;
use super::wrapping::Wrapping;
use crate::finding::{Code, Finding, Location};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// A source in bytes of which each stands for ASCII or a part of a character.
pub(super) struct Unwrapped {
    /// The bytes without byte-order mark; UTF-8 where the source was UTF-16.
    pub bytes: Vec<u8>,
    /// What the source says of its own character set.
    pub mark: Mark,
    /// What was taken off.
    pub wrapping: Wrapping,
}

/// What a source says of its character set, before any CA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing.
    None,
    /// It begins with the byte-order mark of UTF-8.
    Utf8,
    /// It was UTF-16, with or without a byte-order mark.
    Utf16,
}

/// The byte-order mark of UTF-8.
pub(super) const UTF8_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// Whether a source that begins like this is UTF-16.
pub(super) fn is_utf16(bytes: &[u8]) -> bool {
    utf16(bytes).is_some()
}

/// Takes the byte-order mark off, and turns UTF-16 into UTF-8.
pub(super) fn unwrap(mut bytes: Vec<u8>) -> Unwrapped {
    if bytes.starts_with(UTF8_MARK) {
        bytes.drain(..UTF8_MARK.len());
        return Unwrapped {
            bytes,
            mark: Mark::Utf8,
            wrapping: Wrapping::Utf8Mark,
        };
    }
    let Some(encoding) = utf16(&bytes) else {
        return Unwrapped {
            bytes,
            mark: Mark::None,
            wrapping: Wrapping::None,
        };
    };
    let marked = matches!(bytes[..2], [0xff, 0xfe] | [0xfe, 0xff]);
    let (text, _) = encoding.decode_with_bom_removal(&bytes);
    Unwrapped {
        bytes: text.into_owned().into_bytes(),
        mark: Mark::Utf16,
        wrapping: match encoding == UTF_16LE {
            true => Wrapping::Utf16Little { marked },
            false => Wrapping::Utf16Big { marked },
        },
    }
}

fn utf16(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    match bytes {
        [0xff, 0xfe, ..] => return Some(UTF_16LE),
        [0xfe, 0xff, ..] => return Some(UTF_16BE),
        _ => {}
    }
    // Without a mark: a game begins so, or the ASCII of a record leaves every other byte zero.
    if begins_game(bytes, |pair| pair) {
        return Some(UTF_16BE);
    }
    if begins_game(bytes, |[low, high]| [high, low]) {
        return Some(UTF_16LE);
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
        (true, false) => Some(UTF_16BE),
        (false, true) => Some(UTF_16LE),
        _ => None,
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
    pub mark: Mark,
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
            (Mark::Utf16, _) => "UTF-16",
            (_, None) => "ASCII",
            (_, Some(encoding)) => encoding.name(),
        }
    }

    /// What there is to say about it; `ca` is where CA stands, or the game where there is none.
    pub(super) fn findings(&self, ca: Location) -> Vec<Finding> {
        let name = self.name();
        let stated = self.stated.unwrap_or_default().trim();
        let read = match (self.mark, self.charset.reason) {
            (Mark::Utf16, _) => Some((Code::Utf16, "the file is UTF-16 (decoded)".to_owned())),
            (_, Reason::Stated) => None,
            (_, Reason::Unstated) => Some((
                Code::CharsetAssumed,
                format!("no CA, and the text is not plain ASCII; read as {name} (assumed)"),
            )),
            (_, Reason::Contradicted) => Some((
                Code::CharsetWrong,
                format!("CA[{stated}], but the text is {name}; read as {name}"),
            )),
            (_, Reason::Unknown) => Some((
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
    mark: Mark,
    game: &[u8],
    stated: Option<&str>,
    context: &Context,
) -> Charset {
    let utf8 = Charset {
        encoding: Some(UTF_8),
        reason: Reason::Stated,
    };
    match mark {
        Mark::Utf16 => utf8,
        Mark::Utf8 if charset::is_plain(game) => Charset::ASCII,
        Mark::Utf8 if std::str::from_utf8(game).is_ok() => match stated.and_then(charset::by_label)
        {
            Some(named) if named != UTF_8 => Charset {
                reason: Reason::Contradicted,
                ..utf8
            },
            _ => utf8,
        },
        _ => charset::choose(game, stated, context),
    }
}
