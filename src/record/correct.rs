//! Copies of a source with other results, everything else byte for byte as it was, also its
//! character set.

use super::chars::Chars;
use super::lexer::{Lexer, Token, ValueEnd};
use super::name;
use super::source::Source;
use std::ops::Range;

/// The private property that keeps the result that stood there before.
pub const OLD_RESULT: &str = "OLDRE";

impl Source {
    /// A copy of the source in which the results of some games, by their index, are others, in
    /// ASCII. The old one stands behind the new one in [`OLD_RESULT`], which a node that was corrected before keeps as it
    /// is. `None` where one of the games has no result whose end is certain, or what was read cannot be written again
    /// as it was.
    pub(crate) fn with_results(&self, results: &[(usize, String)]) -> Option<Vec<u8>> {
        let bytes = self.bytes();
        let mut copy = Vec::with_capacity(bytes.len() + 32 * results.len());
        let mut copied = 0;
        for (index, result) in results {
            let (game, charset) = self.span(*index)?;
            let old = result_in(&bytes[game.clone()], charset.chars()).ok()?;
            copy.extend_from_slice(&bytes[copied..game.start + old.place.start]);
            copy.extend_from_slice(result.as_bytes());
            copied = match old.has_older {
                true => game.start + old.place.end,
                false => {
                    copy.extend_from_slice(format!("]{OLD_RESULT}[").as_bytes());
                    game.start + old.place.start
                }
            };
        }
        copy.extend_from_slice(&bytes[copied..]);
        self.wrapping().around(copy)
    }

    /// Why the result of a game, by its index, cannot be replaced where it stands; `None` where it can.
    pub(crate) fn irreplaceable(&self, index: usize) -> Option<Irreplaceable> {
        let (game, charset) = self.span(index)?;
        result_in(&self.bytes()[game], charset.chars()).err()
    }
}

/// Why a recorded result cannot be replaced where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Irreplaceable {
    /// No `RE` states it.
    Missing,
    /// Another `RE` says more.
    Repeated,
    /// Its end is not certain.
    Unclosed,
}

/// The recorded result that is corrected.
struct OldResult {
    /// Where its text stands, without the brackets.
    place: Range<usize>,
    /// Its node has an [`OLD_RESULT`].
    has_older: bool,
}

/// The first value of an `RE` that is not blank: the one that is read. Where another `RE` says more, other readers may
/// take that one.
fn result_in(bytes: &[u8], chars: Chars) -> Result<OldResult, Irreplaceable> {
    let mut lexer = Lexer::new(bytes, 0, chars);
    let mut first: Option<Range<usize>> = None;
    let mut comes_again = false;
    // Of the node that is read: whether the result stands in it, and an older one.
    let (mut is_first_here, mut is_older_here) = (false, false);
    let mut has_older = false;
    while let Some((token, at)) = lexer.next() {
        match token {
            Token::Node => (is_first_here, is_older_here) = (false, false),
            Token::Name { end } => {
                comes_again = first.is_some();
                is_older_here |= bytes[at..end] == *OLD_RESULT.as_bytes();
                has_older |= is_first_here && is_older_here;
            }
            Token::Value(value)
                if lexer.name() == name::RE
                    && !bytes[value.start..value.end].trim_ascii().is_empty() =>
            {
                if comes_again {
                    return Err(Irreplaceable::Repeated);
                }
                if value.ending != ValueEnd::Closed {
                    return Err(Irreplaceable::Unclosed);
                }
                if first.is_none() {
                    first = Some(value.start..value.end);
                    (is_first_here, has_older) = (true, is_older_here);
                }
            }
            _ => {}
        }
    }
    match first {
        Some(place) => Ok(OldResult { place, has_older }),
        None => Err(Irreplaceable::Missing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn corrected(bytes: &[u8], results: &[(usize, &str)]) -> Option<Vec<u8>> {
        let results: Vec<_> = results.iter().map(|&(n, re)| (n, re.to_owned())).collect();
        Source::open(bytes.to_vec(), &Limits::default()).with_results(&results)
    }

    #[test]
    fn only_the_result_changes() {
        for (text, expected) in [
            (
                "(;GM[1]RE[B+10]SZ[9];B[aa])\n",
                "(;GM[1]RE[W+3.5]OLDRE[B+10]SZ[9];B[aa])\n",
            ),
            (
                "(;SZ[9]RE[ ]KM[0]RE[B+10];B[aa])",
                "(;SZ[9]RE[ ]KM[0]RE[W+3.5]OLDRE[B+10];B[aa])",
            ),
            (
                " junk\r\n(;SZ[9]C[RE[x\\]]RE [ W+1 ] ;B[aa])",
                " junk\r\n(;SZ[9]C[RE[x\\]]RE [W+3.5]OLDRE[ W+1 ] ;B[aa])",
            ),
            (
                "(;SZ[9]RE[W+1]OLDRE[B+10];B[aa])",
                "(;SZ[9]RE[W+3.5]OLDRE[B+10];B[aa])",
            ),
            (
                "(;OLDRE[B+10]RE[W+1]SZ[9];B[aa])",
                "(;OLDRE[B+10]RE[W+3.5]SZ[9];B[aa])",
            ),
            // What stands elsewhere is nothing that this result was.
            (
                "(;OLDRE[B+10];SZ[9]RE[W+1];B[aa]OLDRE[W+2])",
                "(;OLDRE[B+10];SZ[9]RE[W+3.5]OLDRE[W+1];B[aa]OLDRE[W+2])",
            ),
        ] {
            let copy = corrected(text.as_bytes(), &[(0, "W+3.5")]).unwrap();
            assert_eq!(String::from_utf8(copy).unwrap(), expected);
        }
        for (text, why) in [
            ("(;SZ[9];B[aa])", Irreplaceable::Missing),
            ("(;SZ[9]RE[B+1;B[aa]", Irreplaceable::Unclosed),
            ("(;SZ[9]RE[B+1]RE[B+2];B[aa])", Irreplaceable::Repeated),
        ] {
            assert_eq!(corrected(text.as_bytes(), &[(0, "W+3.5")]), None);
            let source = Source::open(text.into(), &Limits::default());
            assert_eq!(source.irreplaceable(0), Some(why), "{text}");
        }
    }

    #[test]
    fn games_of_one_source_are_corrected_at_once() {
        let text = b"(;SZ[9]RE[B+1];B[aa])(;SZ[9]RE[B+2];B[aa])\n(;SZ[9]RE[B+3];B[aa])";
        let copy = corrected(text, &[(0, "W+1"), (2, "W+3")]).unwrap();
        assert_eq!(
            String::from_utf8(copy).unwrap(),
            "(;SZ[9]RE[W+1]OLDRE[B+1];B[aa])(;SZ[9]RE[B+2];B[aa])\n(;SZ[9]RE[W+3]OLDRE[B+3];B[aa])"
        );
    }

    #[test]
    fn the_character_set_stays() {
        // The second byte of the character is a bracket in ASCII.
        let gbk = b"(;CA[GBK]SZ[9]PB[\x81\x5d]RE[B+1];B[aa])";
        let expected = b"(;CA[GBK]SZ[9]PB[\x81\x5d]RE[W+1]OLDRE[B+1];B[aa])";
        assert_eq!(
            corrected(gbk, &[(0, "W+1")]).as_deref(),
            Some(&expected[..])
        );
        let utf16 = |text: &str| -> Vec<u8> {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            units.flat_map(u16::to_be_bytes).collect()
        };
        assert_eq!(
            corrected(&utf16("(;SZ[9]PB[本因坊]RE[白2目];B[aa])"), &[(0, "W+1")]),
            Some(utf16("(;SZ[9]PB[本因坊]RE[W+1]OLDRE[白2目];B[aa])"))
        );
        for mark in ["", "\u{feff}"] {
            for of in [u32::to_le_bytes, u32::to_be_bytes] {
                let utf32 = |text: &str| -> Vec<u8> {
                    let chars = mark.chars().chain(text.chars());
                    chars.map(u32::from).flat_map(of).collect()
                };
                assert_eq!(
                    corrected(&utf32("(;SZ[9]PB[本因坊]RE[B+1];B[aa])"), &[(0, "W+1")]),
                    Some(utf32("(;SZ[9]PB[本因坊]RE[W+1]OLDRE[B+1];B[aa])"))
                );
            }
        }
    }
}
