//! How much is said to people, and in which colours.

use clap::{Args, ValueEnum};
use std::fmt::Display;
use std::io::{self, Write};

/// How much is said to people, and in which colours.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Messages")]
pub struct Voice {
    /// Say nothing but errors
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more: the whole summary, what was passed over, times
    #[arg(long, short)]
    pub verbose: bool,

    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: ColorWhen,
}

/// When there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Says a line on standard error. Where nobody listens there is nothing to do about it.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "audit: {line}");
}
