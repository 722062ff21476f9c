//! Lines and columns.

use super::chars::{Chars, ESCAPE};
use crate::finding::Location;

/// How characters are counted in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// UTF-8: a character for each byte that continues none.
    Utf8,
    /// A character for each byte.
    Byte,
    /// As [`Chars`] groups them.
    Grouped(Chars),
}

/// Walks through bytes and knows line and column of where it stands.
pub(super) struct Walker<'a> {
    bytes: &'a [u8],
    at: usize,
    place: Location,
}

impl<'a> Walker<'a> {
    /// Begins at the first byte, which stands at `place`.
    pub(super) fn new(bytes: &'a [u8], place: Location) -> Walker<'a> {
        Walker {
            bytes,
            at: 0,
            place,
        }
    }

    /// Goes on to this byte, never back, and says where it stands. `\n`, `\r\n` and a lone `\r`
    /// each end a line.
    pub(super) fn go(&mut self, to: usize, width: Width) -> Location {
        let to = to.min(self.bytes.len());
        while self.at < to {
            let b = self.bytes[self.at];
            let mut len = 1;
            match b {
                b'\n' => self.next_line(),
                b'\r' if self.bytes.get(self.at + 1) == Some(&b'\n') => {}
                b'\r' => self.next_line(),
                0x20..0x80 => self.place.column = self.place.column.saturating_add(1),
                _ => {
                    let columns = match width {
                        Width::Utf8 => u32::from(b & 0xc0 != 0x80),
                        Width::Byte => 1,
                        Width::Grouped(Chars::Iso2022) if b == ESCAPE => {
                            len = Chars::Iso2022.len(self.bytes, self.at).min(to - self.at);
                            (len.saturating_sub(3) / 2) as u32
                        }
                        Width::Grouped(chars) => {
                            len = chars.len(self.bytes, self.at);
                            1
                        }
                    };
                    self.place.column = self.place.column.saturating_add(columns);
                }
            }
            self.at += len;
        }
        self.place
    }

    fn next_line(&mut self) {
        self.place.line = self.place.line.saturating_add(1);
        self.place.column = 1;
    }
}
