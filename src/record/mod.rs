//! Stages 2 and 3: bytes to game records.
//!
//! `decode` finds the character set, `scan` looks at the structure (where each game begins and
//! ends, lines and columns, caps), `parse` turns one game's text into a [`GameRecord`] by way of
//! sgf-parse, and `result`, `komi` and `rules` read the properties that decide a score. Nothing
//! here fails: each gives a value and findings.

pub mod game;
pub mod komi;
mod number;
pub mod result;
pub mod rules;

pub use game::{Action, GameRecord, Node};
