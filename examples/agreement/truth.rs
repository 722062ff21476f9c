//! What the tables of known truths hold.

use sgf_audit::go::{Point, PointSet};

/// Points as SGF writes them, with spaces between.
pub fn points(text: &str) -> PointSet {
    let letter = |c: u8| c.wrapping_sub(b'a');
    text.split_whitespace()
        .filter(|p| p.len() == 2)
        .map(|p| Point::new(letter(p.as_bytes()[0]), letter(p.as_bytes()[1])))
        .collect()
}
