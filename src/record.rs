//! Stages 2 and 3: bytes to game records.
//!
//! ```text
//! bytes -> decode::unwrap     byte-order mark, UTF-16, UTF-32
//!       -> scan               where each game begins and ends, line and column
//!       -> charset, decode    one game's character set and text
//!       -> outline            its main line as spans; what is out of order
//!       -> parse, value       properties to values by way of sgf-parse
//! ```
//!
//! [`Source::open`] looks at a source once; [`Source::game`] reads any of its games, from
//! any thread. `result`, `komi` and `rules` read the properties that decide a score. Nothing here
//! fails: each gives a value and findings.

mod chars;
mod charset;
mod copy;
pub mod correct;
mod date;
mod decode;
pub mod game;
pub mod handicap;
mod joint;
pub mod komi;
mod last_ko;
mod lexer;
mod lookahead;
mod merged;
mod moves_missing;
mod name;
mod no_game;
mod number;
pub mod outcome;
mod outline;
mod parse;
mod place;
pub mod readings;
pub mod result;
pub mod rules;
mod scan;
mod seams;
mod solution;
mod source;
mod splitter;
mod utf32;
mod value;
mod wrapping;

pub use game::{Action, GameRecord, Node};
pub use joint::{Joint, NoJoint};
pub use outline::ADDED_NODE;
pub use source::{Part, Source};
