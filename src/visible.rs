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

/// The text with every character that [`acts`] written out as an escape.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
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
    Cow::Owned(out)
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
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    /// The characters of a JavaScript class such as `[\u0000-\u001f\u00ad]`, by ranges.
    fn class(written: &str) -> Vec<std::ops::RangeInclusive<u32>> {
        let mut ranges = Vec::new();
        let mut rest = written;
        let mut is_end = false;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('-') {
                (rest, is_end) = (after, true);
                continue;
            }
            let escape = rest.strip_prefix("\\u").expect("an escape");
            let (digits, after) = match escape.strip_prefix('{') {
                Some(braced) => braced.split_once('}').expect("a closing brace"),
                None => escape.split_at(4),
            };
            let code = u32::from_str_radix(digits, 16).expect("hexadecimal digits");
            match is_end {
                true => {
                    let start = ranges
                        .pop()
                        .map(|range: std::ops::RangeInclusive<u32>| *range.start());
                    ranges.push(start.expect("a range has a start")..=code);
                }
                false => ranges.push(code..=code),
            }
            (rest, is_end) = (after, false);
        }
        ranges
    }

    #[test]
    fn the_page_shows_the_same_characters() {
        let page = include_str!("report/html/data.js");
        let (_, line) = page
            .split_once("const acts = /")
            .expect("the page's pattern");
        let (pattern, _) = line.split_once("/gu;").expect("its end");
        let classes: Vec<_> = pattern
            .split('|')
            .map(|class| class.trim_start_matches('[').trim_end_matches(']'))
            .flat_map(class)
            .collect();
        for c in '\0'..=char::MAX {
            let on_page = classes.iter().any(|range| range.contains(&u32::from(c)));
            assert_eq!(on_page, acts(c), "U+{:04X}", u32::from(c));
        }
    }
}
