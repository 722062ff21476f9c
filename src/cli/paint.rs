//! Pages on a terminal: inks become colours where there are any.

use super::exit::Exit;
use super::trouble::Trouble;
use super::voice::ColorWhen;
use crate::report::page::{Ink, Page};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// Prints a page for people.
pub fn to_stderr(page: &Page, color: ColorWhen) -> io::Result<()> {
    print(page, AutoStream::new(io::stderr(), choice(color)))
}

/// Prints a page that was asked for as such.
///
/// # Errors
/// Where it cannot be written.
pub fn to_stdout(page: &Page, color: ColorWhen) -> Result<Exit, Trouble> {
    match print(page, AutoStream::new(io::stdout(), choice(color))) {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => Err(Trouble::output(&error)),
    }
}

fn choice(color: ColorWhen) -> ColorChoice {
    match color {
        ColorWhen::Auto => ColorChoice::Auto,
        ColorWhen::Always => ColorChoice::Always,
        ColorWhen::Never => ColorChoice::Never,
    }
}

fn print(page: &Page, mut out: impl Write) -> io::Result<()> {
    let mut text = String::new();
    for line in page.lines() {
        let mut painted = String::new();
        for (ink, span) in line.spans() {
            let style = style(ink);
            painted.push_str(&format!("{style}{span}{style:#}"));
        }
        text.push_str(painted.trim_end());
        text.push('\n');
    }
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn style(ink: Ink) -> Style {
    let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    match ink {
        Ink::Plain => Style::new(),
        Ink::Strong => Style::new().bold(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Good => color(AnsiColor::Green),
        Ink::Warning => color(AnsiColor::Yellow),
        Ink::Bad => color(AnsiColor::Red).bold(),
        Ink::Apart => color(AnsiColor::Cyan),
    }
}
