//! What stands around the text of a source.

use super::utf32::Utf32;

/// What stood around the bytes of a source before they were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrapping {
    /// Nothing.
    None,
    /// The byte-order mark of UTF-8.
    Utf8Mark,
    /// UTF-16, the lower byte first (`0xff 0xfe` where there is a mark).
    Utf16Little {
        /// Whether it begins with a byte-order mark.
        marked: bool,
    },
    /// UTF-16, the higher byte first.
    Utf16Big {
        /// Whether it begins with a byte-order mark.
        marked: bool,
    },
    /// UTF-32.
    Utf32(Utf32),
    /// Several, one after the other.
    Several,
}

impl Wrapping {
    /// The bytes as they stand in the source; `None` where not all of them could be read, or several wrappings were.
    pub(super) fn around(self, bytes: Vec<u8>) -> Option<Vec<u8>> {
        match self {
            Wrapping::None => return Some(bytes),
            Wrapping::Several => return None,
            Wrapping::Utf8Mark => return Some([&[0xef, 0xbb, 0xbf], &bytes[..]].concat()),
            Wrapping::Utf16Little { .. } | Wrapping::Utf16Big { .. } | Wrapping::Utf32(_) => {}
        }
        let text = String::from_utf8(bytes).ok()?;
        if text.contains(char::REPLACEMENT_CHARACTER) {
            return None;
        }
        let (marked, of): (bool, fn(u16) -> [u8; 2]) = match self {
            Wrapping::Utf16Little { marked } => (marked, u16::to_le_bytes),
            Wrapping::Utf16Big { marked } => (marked, u16::to_be_bytes),
            Wrapping::Utf32(form) => return Some(form.encode(&text)),
            Wrapping::None | Wrapping::Several | Wrapping::Utf8Mark => return None,
        };
        let mark = marked.then_some(0xfeff);
        Some(
            mark.into_iter()
                .chain(text.encode_utf16())
                .flat_map(of)
                .collect(),
        )
    }
}
