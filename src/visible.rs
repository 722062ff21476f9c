//! Text from outside made harmless: what a terminal or a reader would act on is shown instead.
//!
//! Names and paths come from files that anybody may have written. Control characters can move a
//! terminal's cursor, colour it or answer for its user; bidirectional overrides make a text read
//! as something else than it is. Both are written as Rust and JavaScript write them: `\n`,
//! `\u{1b}`, `\u{202e}`.

use std::borrow::Cow;

/// Whether a character does something instead of showing something: the C0 and C1 controls, DEL,
/// the line and paragraph separators, the bidirectional controls, invisible format characters
/// (soft hyphen, zero-width space, word joiner, byte-order mark), letters that are blank (fillers of
/// Hangul, the vowel separator of Mongolian) and tag characters.
///
/// Zero-width joiner and non-joiner are left alone, since scripts need them.
#[inline]
pub fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}'
            | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// What GitHub takes for a command wherever it stands in a line of a workflow's log. A command of today begins its line.
const OLD_COMMAND: &str = "##[";

/// The text with every character that [`acts`] written out as an escape, and the first of `##[` in the same way.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) && !text.contains(OLD_COMMAND) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if acts(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out.replace(OLD_COMMAND, r"\u{23}#["))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_written_out() {
        for (text, shown) in [
            ("Shusaku", "Shusaku"),
            ("本因坊 秀策", "本因坊 秀策"),
            ("a\nb\tc\r", r"a\nb\tc\r"),
            ("\u{1b}[31mred\u{7}", r"\u{1b}[31mred\u{7}"),
            ("\u{9b}2J", r"\u{9b}2J"),
            ("gpj\u{202e}fgs.a", r"gpj\u{202e}fgs.a"),
            ("\u{200d}", "\u{200d}"),
            ("nul\0", r"nul\u{0}"),
            ("###[error]", r"#\u{23}#[error]"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn the_page_shows_the_same_characters() {
        let mut ranges: Vec<[u32; 2]> = Vec::new();
        for c in ('\0'..=char::MAX).filter(|&c| acts(c)).map(u32::from) {
            match ranges.last_mut() {
                Some([_, end]) if *end + 1 == c => *end = c,
                _ => ranges.push([c, c]),
            }
        }
        let class: String = ranges
            .iter()
            .map(|[start, end]| format!("\\u{{{start:x}}}-\\u{{{end:x}}}"))
            .collect();
        let page = include_str!("report/html/data.js");
        assert!(
            page.contains(&format!("const acts = /[{class}]/gu;")),
            "{class}"
        );
    }
}
