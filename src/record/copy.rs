//! Copies of a game with a node added at the end of its main line, everything else byte for byte
//! as it was, also its character set.

use super::chars::Chars;
use super::decode;
use super::lexer::{Lexer, Token, ValueEnd};
use super::source::Source;
use encoding_rs::Encoding;
use std::borrow::Cow;
use std::fmt::Write;

impl Source {
    /// A copy of a game with a node, from its semicolon on, added at the end of the main line. Characters of the node
    /// beyond ASCII, which stand in its values, are written in the game's character set as far as they can be read
    /// there, else as `\u{..}`. The copy has all of the source where this is its only game, and the game alone
    /// where there are several. `None` where there is no game, no end of a main line to add to (it
    /// breaks off inside a value), or what was read cannot be written again as it was.
    pub(crate) fn with_node(&self, index: usize, node: &str) -> Option<Vec<u8>> {
        let (_, charset) = self.span(index)?;
        if let Some(encoding) = charset.encoding.filter(|_| !node.is_ascii()) {
            let text = writable(node, Some(encoding));
            let copy = self.with_bytes(index, &encoding.encode(&text).0)?;
            if self.opened_as_this(&copy).reads(&text, encoding) {
                return Some(copy);
            }
        }
        self.with_bytes(index, writable(node, None).as_bytes())
    }

    /// A copy of a game with the bytes of a node.
    fn with_bytes(&self, index: usize, node: &[u8]) -> Option<Vec<u8>> {
        let (game, charset) = self.span(index)?;
        let end = game.start + main_line_end(&self.bytes()[game.clone()], charset.chars())?;
        let around = if self.rows() == 1 {
            0..self.bytes().len()
        } else {
            game
        };
        let before = &self.bytes()[around.start..end];
        let after = &self.bytes()[end..around.end];
        self.wrapping().around([before, node, after].concat())
    }

    /// Whether its first game is read in this character set, and has this text.
    fn reads(&self, text: &str, encoding: &'static Encoding) -> bool {
        self.span(0).is_some_and(|(game, charset)| {
            let (read, _) = decode::decode(&self.bytes()[game], charset);
            charset.encoding == Some(encoding) && read.contains(text)
        })
    }
}

/// The text with `\u{..}` for what cannot be written in a character set, `None` for ASCII: characters that it does not
/// have, and those with a byte in it that readers who know nothing of it take for a backslash, a bracket or a control.
fn writable(text: &str, encoding: Option<&'static Encoding>) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() || encoding.is_some_and(|encoding| is_in(c, encoding)) {
            out.push(c);
        } else {
            // Writing to a string does not fail. The backslash has one before it, as in any value.
            let _ = write!(out, "\\\\u{{{:x}}}", u32::from(c));
        }
    }
    out
}

/// Whether a character beyond ASCII can be written and read in a character set.
fn is_in(c: char, encoding: &'static Encoding) -> bool {
    let mut buffer = [0; 4];
    let text = &*c.encode_utf8(&mut buffer);
    let (bytes, _, is_lossy) = encoding.encode(text);
    let is_structure = |byte: &u8| matches!(byte, b'\\' | b']') || byte.is_ascii_control();
    let is_read = || encoding.decode_without_bom_handling(&bytes) == (Cow::Borrowed(text), false);
    !is_lossy && !bytes.iter().any(is_structure) && is_read()
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
        let source = Source::open(bytes.to_vec(), &Limits::default());
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
    /// The bytes that a node with this text comes to in a game, and what they are read as.
    fn added(game: &[u8], text: &str) -> (Vec<u8>, String) {
        let source = Source::open(game.to_vec(), &Limits::default());
        let copy = source
            .with_node(0, &format!("\n;AUDIT[1]C[{text}]"))
            .unwrap();
        let length = game.len() - 1..copy.len() - 1;
        let again = Source::open(copy.clone(), &Limits::default());
        let (span, charset) = again.span(0).unwrap();
        assert_eq!(charset, source.span(0).unwrap().1);
        let (read, _) = decode::decode(&again.bytes()[span], charset);
        let (_, comment) = read.rsplit_once("C[").unwrap();
        let bytes = &copy[length];
        let from = bytes.windows(2).rposition(|pair| pair == b"C[").unwrap() + 2;
        (
            bytes[from..bytes.len() - 1].to_vec(),
            comment.strip_suffix("])").unwrap().to_owned(),
        )
    }

    #[test]
    fn text_is_written_in_the_character_set_of_the_game() {
        let in_set = |label: &str, name: &str| {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let text = format!("(;CA[{label}]SZ[9]PB[{name}]PW[{name}];B[aa])");
            encoding.encode(&text).0.into_owned()
        };
        for (label, name, text, expected) in [
            ("EUC-KR", "이창호 조훈현", "백 3집반승 →", "백 3집반승 →"),
            ("EUC-KR", "이창호 조훈현", "é 白", r"\\u{e9} 白"),
            ("GBK", "聂卫平 马晓春", "白胜 1/4 子", "白胜 1/4 子"),
            ("GBK", "聂卫平 马晓春", "峕", r"\\u{5cd5}"),
            ("Big5", "吳清源 林海峰", "黑勝", "黑勝"),
            // The second byte of 功 is a backslash.
            ("Big5", "吳清源 林海峰", "成功", r"成\\u{529f}"),
            ("Shift_JIS", "本因坊秀策です", "白番三目勝", "白番三目勝"),
            // The second byte of 表 is a backslash, that of ゾ is a bracket.
            (
                "Shift_JIS",
                "本因坊秀策です",
                "表ゾソ目",
                r"\\u{8868}\\u{30be}\\u{30bd}目",
            ),
            ("ISO-2022-JP", "本因坊秀策", "白", r"\\u{767d}"),
            ("UTF-8", "本因坊秀策", "白😀é", "白😀é"),
            ("UTF-8", "Shusaku", "白", r"\\u{767d}"),
        ] {
            let (bytes, read) = added(&in_set(label, name), text);
            assert_eq!(read, expected, "{label}");
            assert!(!bytes.contains(&b']'), "{label}: {text}");
        }
    }
}
