//! How names are shown.

use crate::visible::visible;
use std::fmt::Write;

/// A name as the report shows it: bytes that are not UTF-8 as `\xNN`, characters that would act
/// on a terminal or a reader as their escapes. The same bytes always give the same text. A line feed is `\u{a}` and not
/// `\n`, which may stand in a name where `\` once parted folders: the file is to be found by what is shown.
pub fn shown(name: &[u8]) -> String {
    let mut out = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        let mut valid = chunk.valid();
        while let Some(at) = valid.find(['\t', '\n', '\r']) {
            let (before, rest) = valid.split_at(at);
            out.push_str(&visible(before));
            // Each of them is one byte.
            let (control, rest) = rest.split_at(1);
            out.extend(control.chars().flat_map(char::escape_unicode));
            valid = rest;
        }
        out.push_str(&visible(valid));
        for byte in chunk.invalid() {
            // Writing to a string does not fail.
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_character_is_no_part_of_a_name() {
        for (name, text) in [
            (&b"a/b.sgf"[..], "a/b.sgf"),
            (b"nl\nx\t\r.sgf", r"nl\u{a}x\u{9}\u{d}.sgf"),
            (b"old\\new.sgf", r"old\new.sgf"),
            ("\u{202e}\u{1b}".as_bytes(), r"\u{202e}\u{1b}"),
            (b"\xff\n", r"\xff\u{a}"),
        ] {
            assert_eq!(shown(name), text);
        }
    }
}
