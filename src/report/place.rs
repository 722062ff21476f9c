//! Where a source is, for programs that open files: the file to open and what is inside it.

use crate::endings::{Kind, kind};
use std::borrow::Cow;

/// Endings of what is compressed by itself.
const COMPRESSED: [&str; 3] = [".gz", ".bz2", ".zst"];

/// The file that holds a source, and the member's name where that file is an archive.
pub fn split(source: &str) -> (&str, Option<&str>) {
    source
        .match_indices('!')
        .find(|(at, _)| matches!(kind(&source.as_bytes()[..*at]), Kind::Archive(_)))
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
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&b);
    if path.bytes().all(plain) {
        return Cow::Borrowed(path);
    }
    let mut out = String::with_capacity(path.len() + 16);
    for byte in path.bytes() {
        if plain(byte) {
            out.push(byte as char);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    Cow::Owned(out)
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
}
