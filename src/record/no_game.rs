//! What stands in a source between games, or in place of them.

use super::lookahead::{is_blank, skip_blank};
use super::place::{Walker, Width};
use crate::beginnings::{KnownFormat, instead};
use crate::finding::{Code, Finding};

/// What stands between two games, where it is more than white space.
pub(super) fn junk(bytes: &[u8], from: usize, to: usize, walker: &mut Walker) -> Option<Finding> {
    let start = skip_blank(bytes, from).min(to);
    if start == to {
        return None;
    }
    let place = walker.go(start, Width::Utf8);
    let text = &bytes[start..to];
    let has_turn = text
        .windows(3)
        .any(|w| matches!(w, [b';', b'B' | b'W', b'[']));
    let is_stray = |&b: &u8| is_blank(b) || matches!(b, b'(' | b')');
    let (code, message) = if has_turn {
        (
            Code::NodesOutsideGame,
            "nodes outside of any game, as after a parenthesis too many (ignored)",
        )
    } else if text.iter().all(is_stray) {
        let message = "parentheses that belong to no game (ignored)";
        (Code::StrayParenthesis, message)
    } else {
        let message = "text outside of the games that is no SGF (ignored)";
        (Code::JunkAroundGames, message)
    };
    Some(Finding::new(code, message).at(place))
}

/// What a source without a game is.
pub(super) fn what_else(bytes: &[u8]) -> Finding {
    if let Some(finding) = instead(bytes, "game") {
        return finding;
    }
    let (code, message) = if skip_blank(bytes, 0) == bytes.len() {
        (Code::EmptySource, "the file is empty")
    } else if let Some(message) = packed_by(bytes) {
        (Code::NoGame, message)
    } else if let Some(format) = format_of_server(bytes) {
        (Code::OtherFormat, format)
    } else if bytes.iter().take(4096).any(|&b| b == 0) {
        (Code::NoGame, "binary data, no game in it")
    } else {
        (Code::NoGame, "no game in it: nothing begins with `(;`")
    };
    Finding::new(code, message)
}

/// What is said of a source that is an archive or compressed, by the bytes that it begins with.
pub(super) fn packed_by(bytes: &[u8]) -> Option<&'static str> {
    match KnownFormat::of(bytes)? {
        KnownFormat::Gzip => Some(
            "compressed by gzip: unpack it first, or have it read as a file whose name ends in .sgf.gz",
        ),
        KnownFormat::Bzip2 => Some(
            "compressed by bzip2: unpack it first, or have it read as a file whose name ends in .sgf.bz2",
        ),
        KnownFormat::Zstd => Some(
            "compressed by zstd: unpack it first, or have it read as a file whose name ends in .sgf.zst",
        ),
        KnownFormat::Zip => Some(
            "a zip archive: unpack it first, or have it read as a file whose name ends in .zip",
        ),
        KnownFormat::SevenZip => Some("a 7z archive, which is not read"),
        KnownFormat::Rar => Some("a rar archive, which is not read"),
        // Text may have the signature of a tar archive where that stands, far behind its beginning.
        KnownFormat::Tar | KnownFormat::Xz | KnownFormat::Sgf => None,
    }
}

/// What is said of a source in the format of a Go server, which is known by how it begins.
fn format_of_server(bytes: &[u8]) -> Option<&'static str> {
    let text = &bytes[skip_blank(bytes, 0)..];
    if text.starts_with(b"\\HS") {
        return Some(
            "a record in the format of Tygem (.gib), which is not read: convert it to SGF first",
        );
    }
    let has_player = || text.windows(9).take(4096).any(|part| part == b"\nPlayerB=");
    if text.starts_with(b"[Header]") && has_player() {
        return Some(
            "a record in the format of PandaNet (.ugf, .ugi), which is not read: convert it to SGF first",
        );
    }
    // A dozen lines about the game, and the moves: `PMABB` is the first.
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut lines = text.split(is_end).filter(|line| !line.is_empty()).take(30);
    let is_first_move = |line: &[u8]| line.starts_with(b"PMABB") || line.starts_with(b"PMABW");
    lines.any(is_first_move).then_some(
        "a record in the format of WBaduk (.ngf), which is not read: convert it to SGF first",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_in_the_formats_of_servers_are_told() {
        let ngf = |title: &str, first: &str| {
            format!(
                "{title}\r\n19\r\nw 3D*\r\nb 3D\r\nwww.cyberoro.com\r\n0\r\n0\r\n6\r\n\
                 20110812 [09:31]\r\n480\r\nBlack wins\r\n111\r\n{first}QEEQ\r\nPMACWEEEE\r\n"
            )
        };
        let none = "no game in it: nothing begins";
        for (text, says) in [
            ("\\HS\r\n\\[GAMEBLACKNAME=b (3D)\\]\r\n", "Tygem (.gib)"),
            (
                "[Header]\r\nLang=JPN\r\nPlayerB=b,3d,,\r\n",
                "PandaNet (.ugf, .ugi)",
            ),
            ("[Header]\r\nKey=value\r\n", none),
            (&ngf("Rating game", "PMABB"), "WBaduk (.ngf)"),
            (&ngf("", "PMABW"), "WBaduk (.ngf)"),
            (
                &ngf("GIFriends", "PMABB").replace('\n', ""),
                "WBaduk (.ngf)",
            ),
            (&ngf("Rating game", "PMACB"), none),
            ("19\n19\n", none),
        ] {
            let finding = what_else(text.as_bytes());
            let is_told = says != none;
            assert_eq!(finding.code == Code::OtherFormat, is_told, "{text}");
            assert!(finding.message.contains(says), "{}", finding.message);
        }
    }
}
