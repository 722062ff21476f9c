//! UTF-32: four bytes a character, as some editors save a text.

use super::lookahead::is_blank;

/// How a source is written in UTF-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Utf32 {
    order: ByteOrder,
    /// Whether it begins with a byte-order mark.
    is_marked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteOrder {
    Little,
    Big,
}

/// The byte-order mark.
const MARK: char = '\u{feff}';

impl Utf32 {
    /// The form of a source that is UTF-32: it has the byte-order mark, or begins with `(;`, blanks aside.
    pub fn of(bytes: &[u8]) -> Option<Utf32> {
        let form = |order, is_marked| Some(Utf32 { order, is_marked });
        for order in [ByteOrder::Little, ByteOrder::Big] {
            if bytes.starts_with(&order.bytes(MARK)) {
                return form(order, true);
            }
            let is_ascii_blank = |code: &u32| u8::try_from(*code).is_ok_and(is_blank);
            let signs = order.codes(bytes).filter(|code| !is_ascii_blank(code));
            if signs.take(2).eq(['(', ';'].map(u32::from)) {
                return form(order, false);
            }
        }
        None
    }

    /// The text, without its byte-order mark.
    pub fn decode(self, bytes: &[u8]) -> String {
        let codes = self.order.codes(bytes).skip(usize::from(self.is_marked));
        let chars = codes.map(|code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        let cut_off = !bytes.len().is_multiple_of(4);
        chars
            .chain(cut_off.then_some(char::REPLACEMENT_CHARACTER))
            .collect()
    }

    /// A text as it stands in such a source.
    pub fn encode(self, text: &str) -> Vec<u8> {
        let mark = self.is_marked.then_some(MARK);
        let chars = mark.into_iter().chain(text.chars());
        chars.flat_map(|char| self.order.bytes(char)).collect()
    }
}

impl ByteOrder {
    fn bytes(self, char: char) -> [u8; 4] {
        match self {
            ByteOrder::Little => u32::from(char).to_le_bytes(),
            ByteOrder::Big => u32::from(char).to_be_bytes(),
        }
    }

    fn codes(self, bytes: &[u8]) -> impl Iterator<Item = u32> {
        let (units, _) = bytes.as_chunks::<4>();
        units.iter().map(move |&unit| match self {
            ByteOrder::Little => u32::from_le_bytes(unit),
            ByteOrder::Big => u32::from_be_bytes(unit),
        })
    }
}
