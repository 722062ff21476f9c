//! Where a source is, for programs that open files: the file to open and what is inside it.

use crate::endings::{FileKind, kind};
use crate::visible::acts;
use std::borrow::Cow;

/// Endings of what is compressed by itself.
const COMPRESSED: [&str; 3] = [".gz", ".bz2", ".zst"];

/// The file that holds a source, and the member's name where that file is an archive.
pub fn split(source: &str) -> (&str, Option<&str>) {
    source
        .match_indices('!')
        .find(|(at, _)| matches!(kind(&source.as_bytes()[..*at]), FileKind::Archive(_)))
        .map_or((source, None), |(at, _)| {
            (&source[..at], Some(&source[at + 1..]))
        })
}

/// Whether lines of the source are lines of the file that holds it: not where the file is an
/// archive, or compressed.
pub fn has_lines(source: &str) -> bool {
    let (file, member) = split(source);
    member.is_none() && uncompressed(file) == file
}

/// A name as it is when what it names is not compressed any more.
pub fn uncompressed(name: &str) -> &str {
    let without = |ending: &&str| without_ending(name, ending);
    COMPRESSED.iter().find_map(without).unwrap_or(name)
}

/// A name without an ending, which it may have in any case.
pub fn without_ending<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let (stem, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    end.eq_ignore_ascii_case(ending).then_some(stem)
}

/// A path as the path of a URI: bytes that are not unreserved there are written `%41`.
pub fn uri(path: &str) -> Cow<'_, str> {
    match path.bytes().all(is_plain) {
        true => Cow::Borrowed(path),
        false => Cow::Owned(uri_of(path.as_bytes())),
    }
}

/// The path of a file as the path of a URI. Characters that act, which stand as `\u{1b}` in the names of a report, are
/// these characters again, and bytes that are not UTF-8, which stand as `\xNN`, are these bytes. Not promised: that a file whose
/// own name has these letters is found.
pub fn file_uri(path: &str) -> Cow<'_, str> {
    let text = unescaped(path);
    let bytes = unescaped_bytes(text.as_bytes());
    match std::str::from_utf8(&bytes) {
        // Then none was written out: what looks like it is the name itself.
        Ok(_) => match text {
            Cow::Borrowed(text) => uri(text),
            Cow::Owned(text) => Cow::Owned(uri_of(text.as_bytes())),
        },
        Err(_) => Cow::Owned(uri_of(&bytes)),
    }
}

/// A name in which each `\u{1b}` that stands for a character that is never shown is that character.
fn unescaped(name: &str) -> Cow<'_, str> {
    const BEGIN: &str = "\\u{";
    if !name.contains(BEGIN) {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(BEGIN) {
        let digits = &rest[at + BEGIN.len()..];
        let escaped = digits.split_once('}').and_then(|(digits, after)| {
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            // Only what such a name has, spelled as it has it.
            let is_so = (acts(c) || c == '#')
                && c.escape_unicode()
                    .eq(rest[at..].chars().take(digits.len() + 4));
            is_so.then_some((c, after))
        });
        out.push_str(&rest[..at]);
        match escaped {
            Some((c, after)) => {
                out.push(c);
                rest = after;
            }
            None => {
                out.push_str(BEGIN);
                rest = digits;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn uri_of(path: &[u8]) -> String {
    let mut out = String::with_capacity(path.len() + 16);
    for &byte in path {
        match is_plain(byte) {
            true => out.push(byte as char),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte)
}

/// A name in which each `\xNN` that stands for a byte beyond ASCII is that byte.
fn unescaped_bytes(mut name: &[u8]) -> Vec<u8> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(name.len());
    while let [first, rest @ ..] = name {
        let escaped = match name {
            [b'\\', b'x', high @ b'8'..=b'f', low, rest @ ..] => digit(*high)
                .zip(digit(*low))
                .map(|(high, low)| (high << 4 | low, rest)),
            _ => None,
        };
        let (byte, rest) = escaped.unwrap_or((*first, rest));
        bytes.push(byte);
        name = rest;
    }
    bytes
}

/// The path of what lies at `below` in a root, `.` left out.
pub fn joined(root: &str, below: &str) -> String {
    let named = root
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".");
    let absolute = if root.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = named.chain([below]).collect();
    format!("{absolute}{}", parts.join("/"))
}

/// What a game is called by what its source is called: its number follows where that is not 0.
pub fn name_of(path: &str, game: u64) -> String {
    match game {
        0 => path.to_owned(),
        game => format!("{path} (game {game})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_to_open_is_told_from_what_is_inside() {
        for (source, file, member, lines) in [
            ("a/b.sgf", "a/b.sgf", None, true),
            ("a/b.sgf.gz", "a/b.sgf.gz", None, false),
            ("a/B.ZIP!c/d.sgf", "a/B.ZIP", Some("c/d.sgf"), false),
            ("b.tar.gz!c!d.sgf", "b.tar.gz", Some("c!d.sgf"), false),
            ("hey!/b.sgf", "hey!/b.sgf", None, true),
            ("hey!/b.zip!a", "hey!/b.zip", Some("a"), false),
        ] {
            assert_eq!(split(source), (file, member));
            assert_eq!(has_lines(source), lines, "{source}");
        }
    }

    #[test]
    fn a_source_is_found_from_its_root() {
        for (root, below, path) in [
            ("games", "a/b.sgf", "games/a/b.sgf"),
            ("./games//2019/", "b.sgf", "games/2019/b.sgf"),
            (".", "b.sgf", "b.sgf"),
            ("", "b.sgf", "b.sgf"),
            ("..", "b.sgf", "../b.sgf"),
            ("/", "b.sgf", "/b.sgf"),
            ("/data/x", "b.zip!c.sgf", "/data/x/b.zip!c.sgf"),
        ] {
            assert_eq!(joined(root, below), path);
        }
    }

    #[test]
    fn a_path_is_written_as_a_uri() {
        assert_eq!(uri("a/b-1_~.sgf"), "a/b-1_~.sgf");
        assert_eq!(uri("a b#%?.sgf"), "a%20b%23%25%3F.sgf");
        assert_eq!(uri("棋"), "%E6%A3%8B");
    }

    #[test]
    fn a_file_is_found_by_the_bytes_of_its_name() {
        for (name, uri) in [
            (r"a/\x8d\xe0 b.sgf", "a/%8D%E0%20b.sgf"),
            (r"棋\xe6\xa3.sgf", "%E6%A3%8B%E6%A3.sgf"),
            // A report would show these bytes as text, and the others as no bytes at all.
            (r"\xe6\xa3\x8b.sgf", "%5Cxe6%5Cxa3%5Cx8b.sgf"),
            (r"\x41\xE0\x8.sgf", "%5Cx41%5CxE0%5Cx8.sgf"),
            ("a b.sgf", "a%20b.sgf"),
            (r"nl\u{a}\u{9}x.sgf", "nl%0A%09x.sgf"),
            (r"\u{202e}\u{23}#[\xff", "%E2%80%AE%23%23%5B%FF"),
            // What no name has.
            (r"old\new.sgf", "old%5Cnew.sgf"),
            (r"\u{61}\u{0a}\u{", "%5Cu%7B61%7D%5Cu%7B0a%7D%5Cu%7B"),
        ] {
            assert_eq!(file_uri(name), uri, "{name}");
        }
    }
}
