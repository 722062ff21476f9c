//! Which bytes form one character, as far as brackets and backslashes depend on it.

use super::lookahead::{name_at, skip_blank, structure_at};
use std::borrow::Cow;

/// A way in which bytes form characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chars {
    /// No byte of a longer character can be taken for a bracket: ASCII, UTF-8, EUC, single-byte.
    Plain,
    /// GBK, GB18030, Big5: the second byte may be any from 0x40, `[`, `\` and `]` among them.
    DoubleByte,
    /// Shift_JIS: the same with other first bytes.
    ShiftJis,
    /// ISO-2022-JP: after an escape sequence all bytes go in pairs.
    Iso2022,
}

impl Chars {
    /// The number of bytes of the character at `at`, which must lie inside.
    pub(super) fn len(self, bytes: &[u8], at: usize) -> usize {
        let lead = bytes[at];
        let trail = |low: u8, high: u8| {
            let found = bytes
                .get(at + 1)
                .is_some_and(|&b| (low..=high).contains(&b) && b != 0x7f);
            if found && !is_cut_short(bytes, at) {
                2
            } else {
                1
            }
        };
        match self {
            Chars::DoubleByte if (0x81..=0xfe).contains(&lead) => trail(0x40, 0xfe),
            Chars::ShiftJis if matches!(lead, 0x81..=0x9f | 0xe0..=0xfc) => trail(0x40, 0xfc),
            Chars::Iso2022 if lead == ESCAPE => escaped_len(&bytes[at..]),
            _ => 1,
        }
    }

    /// Whether the character at `at` is the first half of one whose second half was cut off, so
    /// that the next byte is a closing bracket and not a second half.
    pub(super) fn is_cut_short(self, bytes: &[u8], at: usize) -> bool {
        let lead = match self {
            Chars::DoubleByte => (0x81..=0xfe).contains(&bytes[at]),
            Chars::ShiftJis => matches!(bytes[at], 0x81..=0x9f | 0xe0..=0xfc),
            Chars::Plain | Chars::Iso2022 => false,
        };
        lead && is_cut_short(bytes, at)
    }

    /// The bytes with one that no set has for each half of a character whose other half was cut off before a
    /// bracket, so that the bracket is not taken for the other half and the character is known to be lost.
    pub(super) fn mended(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        let mut mended = Cow::Borrowed(bytes);
        if self == Chars::DoubleByte || self == Chars::ShiftJis {
            let mut at = 0;
            while at < bytes.len() {
                if self.is_cut_short(bytes, at) {
                    mended.to_mut()[at] = IN_NO_SET;
                }
                at += self.len(bytes, at);
            }
        }
        mended
    }

    /// Whether a value runs on into the next property: a backslash after a byte beyond ASCII keeps its
    /// bracket from closing it. It was the second half of a character of another set.
    pub(super) fn runs_on(self, bytes: &[u8]) -> bool {
        let mut at = 0;
        while at < bytes.len() {
            let after = at
                .checked_sub(1)
                .is_some_and(|before| bytes[before] >= 0x80);
            if bytes[at] == b'\\' && after && is_cut_short(bytes, at) {
                return true;
            }
            at += self.len(bytes, at);
        }
        false
    }
}

/// No character begins with it in the sets of two bytes.
const IN_NO_SET: u8 = 0xff;

/// The byte that begins the escape sequences of ISO-2022.
pub(super) const ESCAPE: u8 = 0x1b;

fn is_cut_short(bytes: &[u8], at: usize) -> bool {
    if bytes.get(at + 1) != Some(&b']') {
        return false;
    }
    let next = skip_blank(bytes, at + 2);
    match bytes.get(next) {
        None => true,
        Some(b'[') => false,
        Some(_) => structure_at(bytes, next) || name_at(bytes, next).is_some(),
    }
}

/// The length of an ISO-2022 escape sequence with the double-byte text that it begins.
fn escaped_len(bytes: &[u8]) -> usize {
    match bytes {
        [ESCAPE, b'$', b'@' | b'B', rest @ ..] => {
            let text = rest
                .iter()
                .position(|&b| b == ESCAPE || b == b'\n' || b == b'\r');
            3 + text.unwrap_or(rest.len())
        }
        [ESCAPE, b'(', _, ..] => 3,
        _ => 1,
    }
}
