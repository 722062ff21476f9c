//! Copies of a game with a node added at the end of its main line, everything else byte for byte
//! as it was, also its character set.

use super::chars::Chars;
use super::lexer::{Lexer, Token, ValueEnd};
use super::source::SourceText;

impl SourceText {
    /// A copy of a game with a node, from its semicolon on and in ASCII, added at the end of the
    /// main line. The copy has all of the source where this is its only game, and the game alone
    /// where there are several. `None` where there is no game, no end of a main line to add to (it
    /// breaks off inside a value), or what was read cannot be written again as it was.
    pub fn with_node(&self, index: usize, node: &str) -> Option<Vec<u8>> {
        let (game, charset) = self.span(index)?;
        let end = game.start + main_line_end(&self.bytes()[game.clone()], charset.chars())?;
        let around = if self.rows() == 1 {
            0..self.bytes().len()
        } else {
            game
        };
        let before = &self.bytes()[around.start..end];
        let after = &self.bytes()[end..around.end];
        self.wrapping()
            .around([before, node.as_bytes(), after].concat())
    }
}

/// Where the main line of a game ends: before the parenthesis that closes the first variation, or
/// where the game ends without one.
fn main_line_end(bytes: &[u8], chars: Chars) -> Option<usize> {
    let mut lexer = Lexer::new(bytes, 0, chars);
    let mut nodes = 0usize;
    // No node yet since the last parenthesis opened.
    let mut fresh = false;
    while let Some((token, at)) = lexer.next() {
        match token {
            Token::Open => fresh = true,
            Token::Close if fresh && nodes > 0 => fresh = false,
            Token::Close => return (nodes > 0).then_some(at),
            Token::Node => {
                fresh = false;
                nodes += 1;
            }
            Token::Name { .. } => {
                nodes += usize::from(fresh || nodes == 0);
                fresh = false;
            }
            Token::Value(value) if value.ending == ValueEnd::EndOfText => return None,
            _ => {}
        }
    }
    (nodes > 0).then_some(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    const NODE: &str = "\n;AUDIT[1]";

    fn copies(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
        let source = SourceText::open(bytes.to_vec(), &Limits::default());
        (0..source.rows())
            .map(|game| source.with_node(game, NODE))
            .collect()
    }

    /// Each text with `|` where the node belongs; without one there is no copy.
    #[test]
    fn the_node_comes_last_on_the_main_line() {
        for text in [
            "(;GM[1]SZ[9];B[aa];W[bb]|)",
            " junk (;SZ[9];B[aa]|) \n",
            "(;SZ[9];B[aa](;W[bb]|)(;W[cc];B[dd]))",
            "(;SZ[9](;B[aa](;W[bb]|))(;B[cc]))",
            "(;SZ[9];B[aa]()(;W[bb]|))",
            "(;SZ[9];C[\\])\\\\];B[aa]|)",
            "(;SZ[9];B[aa]|",
            "(;SZ[9](B[aa]|))",
            ";SZ[9];B[aa]|",
            "(;SZ[9];B[aa];C[no end",
            "nothing",
        ] {
            let plain = text.replace('|', "");
            let expected = text
                .contains('|')
                .then(|| text.replace('|', NODE).into_bytes());
            assert_eq!(copies(plain.as_bytes()), [expected], "{text}");
        }
    }

    #[test]
    fn of_several_games_each_is_copied_alone() {
        let expected = ["(;SZ[9];B[aa]|)", "(;SZ[5];B[bb]|)"]
            .map(|game| Some(game.replace('|', NODE).into_bytes()));
        assert_eq!(copies(b"(;SZ[9];B[aa])\n(;SZ[5];B[bb])\n"), expected);
    }

    #[test]
    fn the_character_set_stays() {
        // The second byte of the character is a bracket in ASCII.
        let gbk = b"(;CA[GBK]SZ[9]PB[\x81\x5d];B[aa])";
        let expected = [&gbk[..gbk.len() - 1], NODE.as_bytes(), b")"].concat();
        assert_eq!(copies(gbk), [Some(expected)]);
        let utf16 = |text: &str| -> Vec<u8> {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            units.flat_map(u16::to_be_bytes).collect()
        };
        let game = "(;SZ[9]PB[本因坊😀];B[aa]";
        assert_eq!(
            copies(&utf16(&format!("{game})"))),
            [Some(utf16(&format!("{game}{NODE})")))]
        );
        let marked = [&b"\xef\xbb\xbf"[..], game.as_bytes()].concat();
        let closed = [&marked[..], b")"].concat();
        let expected = [&marked[..], NODE.as_bytes(), b")"].concat();
        assert_eq!(copies(&closed), [Some(expected)]);
    }
}
