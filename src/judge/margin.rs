//! Margins as numbers.

use crate::go::Color;

/// Whether two margins are the same. They are halves and quarters: exact in binary, but for what
/// was computed on the way.
pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// Whether a margin is a whole number of points.
pub(super) fn is_whole(margin: f64) -> bool {
    same(margin, margin.round())
}

/// Who has won by a margin.
pub(super) fn winner(margin: f64) -> Option<Color> {
    match margin {
        m if m > 0.0 => Some(Color::Black),
        m if m < 0.0 => Some(Color::White),
        _ => None,
    }
}
