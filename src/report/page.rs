//! Text for people, with inks that a terminal may turn into colours.
//!
//! A page is pure data: it prints plainly, and the command line gives its inks colours where
//! there are any. Text from outside goes in through [`Line::outside`] alone, which makes it
//! harmless.

use crate::visible::visible;
use std::fmt;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns that a page takes at most.
pub const WIDTH: usize = 80;

/// What a piece of text is, for colour; it must read as well without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Text.
    #[default]
    Plain,
    /// A heading, or something to look at first.
    Strong,
    /// Something to look at last.
    Faint,
    /// As it should be.
    Good,
    /// Worth a look.
    Warning,
    /// Wrong.
    Bad,
    /// Neither good nor bad, but set apart: seki, notes.
    Apart,
}

/// A line as pieces of text, each in one ink.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    spans: Vec<(Ink, String)>,
}

impl Line {
    /// An empty line.
    pub fn new() -> Line {
        Line::default()
    }

    /// The same with text of the program's own after it.
    pub fn and(mut self, ink: Ink, text: impl AsRef<str>) -> Line {
        self.push(ink, text.as_ref());
        self
    }

    /// The same with plain text of the program's own after it.
    pub fn text(self, text: impl AsRef<str>) -> Line {
        self.and(Ink::Plain, text)
    }

    /// The same with text from outside after it, made harmless.
    pub fn outside(self, ink: Ink, text: &str) -> Line {
        self.and(ink, visible(text))
    }

    /// The same with blanks after it up to a column, and at least one.
    pub fn to(mut self, column: usize) -> Line {
        let blanks = column.saturating_sub(self.width()).max(1);
        self.push(Ink::Plain, &" ".repeat(blanks));
        self
    }

    /// The same with another line's pieces after it.
    pub fn with(mut self, other: Line) -> Line {
        for (ink, text) in other.spans {
            self.push(ink, &text);
        }
        self
    }

    /// Adds text, joined to the last piece where the ink is the same.
    pub fn push(&mut self, ink: Ink, text: &str) {
        match self.spans.last_mut() {
            Some((last, before)) if *last == ink => before.push_str(text),
            _ => self.spans.push((ink, text.to_owned())),
        }
    }

    /// The pieces, each in one ink.
    pub fn spans(&self) -> impl Iterator<Item = (Ink, &str)> {
        self.spans.iter().map(|(ink, text)| (*ink, text.as_str()))
    }

    /// The number of columns that the line takes.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|(_, text)| text.width()).sum()
    }
}

impl fmt::Display for Line {
    /// Without colour, and without blanks at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.spans.iter().map(|(_, text)| text.as_str()).collect();
        f.write_str(text.trim_end())
    }
}

/// Lines, one below the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    lines: Vec<Line>,
}

impl Page {
    /// A page without a line.
    pub fn new() -> Page {
        Page::default()
    }

    /// Adds a line.
    pub fn line(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Adds an empty line.
    pub fn gap(&mut self) {
        self.lines.push(Line::new());
    }

    /// Adds an empty line and a heading.
    pub fn heading(&mut self, text: &str) {
        self.gap();
        self.line(Line::new().and(Ink::Strong, text));
    }

    /// Adds a text, broken at blanks so that no line is wider than [`WIDTH`] where that can be had.
    /// Every line but the first begins with as many blanks as `first` is wide. A word that is wider
    /// than a line is cut.
    pub fn wrapped(&mut self, first: Line, text: &str) {
        let indent = first.width();
        let mut line = first;
        let mut empty = true;
        for word in visible(text).split_whitespace() {
            let word = &fitted(word, WIDTH.saturating_sub(indent), Cut::End);
            if !empty && line.width() + 1 + word.width() > WIDTH {
                self.lines.push(line);
                line = Line::new().text(" ".repeat(indent));
                empty = true;
            }
            line.push(Ink::Plain, if empty { "" } else { " " });
            line.push(Ink::Plain, word);
            empty = false;
        }
        self.lines.push(line);
    }

    /// The lines, from the top.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// Which end of a text gives way where it is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The beginning, as of a path, whose end tells more.
    Start,
    /// The end.
    End,
}

/// A text made harmless and, where it is wider than `width` columns, cut with `…`.
pub fn fitted(text: &str, width: usize, cut: Cut) -> String {
    let text = visible(text);
    if text.width() <= width {
        return text.into_owned();
    }
    let take = |characters: &mut dyn Iterator<Item = char>| -> Vec<char> {
        let mut room = width.saturating_sub(1);
        characters
            .take_while(|c| {
                let wide = c.width().unwrap_or(0);
                let fits = wide <= room;
                room = room.saturating_sub(wide);
                fits
            })
            .collect()
    };
    match cut {
        Cut::End => {
            let mut kept = take(&mut text.chars());
            kept.push('…');
            kept.into_iter().collect()
        }
        Cut::Start => {
            let mut kept = take(&mut text.chars().rev());
            kept.push('…');
            kept.into_iter().rev().collect()
        }
    }
}

/// A word of a command line, quoted where a shell would not take it as it stands.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:,@%=".contains(c);
    if !word.is_empty() && word.chars().all(plain) && !word.starts_with('-') {
        return word.to_owned();
    }
    if visible(word) == word {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    // Bash, zsh and ksh read escapes in `$'...'`.
    let mut quoted = String::from("$'");
    for c in word.chars() {
        match c {
            '\'' | '\\' => quoted.extend(['\\', c]),
            c if c == '#' || crate::visible::acts(c) => {
                let mut buffer = [0; 4];
                for byte in c.encode_utf8(&mut buffer).bytes() {
                    quoted.push_str(&format!("\\x{byte:02x}"));
                }
            }
            c => quoted.push(c),
        }
    }
    quoted.push('\'');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_a_terminal() {
        let line = Line::new().outside(Ink::Plain, "秀策").to(6).text("x");
        assert_eq!(line.to_string(), "秀策  x");
        assert_eq!(line.width(), 7);
    }

    #[test]
    fn long_texts_are_cut_at_the_end_that_tells_less() {
        for (text, width, cut, fits) in [
            ("short", 5, Cut::End, "short"),
            ("a/b/c.sgf", 6, Cut::Start, "…c.sgf"),
            ("a/b/c.sgf", 6, Cut::End, "a/b/c…"),
            ("秀策秀策", 6, Cut::End, "秀策…"),
            ("秀策秀策", 6, Cut::Start, "…秀策"),
            ("\u{1b}[2J", 20, Cut::End, r"\u{1b}[2J"),
        ] {
            assert_eq!(fitted(text, width, cut), fits);
        }
    }

    #[test]
    fn text_is_wrapped_under_its_beginning() {
        let (one, two) = ("a".repeat(40), "b".repeat(31));
        let mut page = Page::new();
        page.wrapped(
            Line::new().text("  note  "),
            &format!("{one} {two} c {one}"),
        );
        assert_eq!(
            page.to_string(),
            format!("  note  {one} {two}\n        c {one}\n")
        );
    }

    #[test]
    fn a_shell_takes_the_word_as_one() {
        for (word, quoted) in [
            ("a/b.sgf", "a/b.sgf"),
            ("a b.sgf", "'a b.sgf'"),
            ("games.zip!a.sgf", "'games.zip!a.sgf'"),
            ("it's.sgf", r"'it'\''s.sgf'"),
            ("-rf", "'-rf'"),
            ("", "''"),
            ("a\u{1b}b'", r"$'a\x1bb\''"),
            ("秀策.sgf", "秀策.sgf"),
        ] {
            assert_eq!(shell_word(word), quoted);
        }
    }
}
