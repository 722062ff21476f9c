//! The two colours, and what a point of the board can hold.

use std::ops::Not;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Margins count for this side: a positive margin is Black's.
    Black,
    /// A negative margin is White's.
    White,
}

impl Color {
    /// Black, then White.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// `+1` for Black and `-1` for White: the sign of a margin.
    pub fn sign(self) -> i32 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }

    /// `0` for Black and `1` for White.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// `B` or `W`, as in SGF.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// `Black` or `White`, for sentences.
    pub fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// What a place of the grid holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// A point of the board without a stone.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Not a point of the board.
    Edge = 3,
}

impl Cell {
    /// The colour of the stone here, if there is one.
    pub fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Edge => None,
        }
    }

    /// Whether a stone of this colour is here.
    pub fn is(self, color: Color) -> bool {
        self == Cell::from(color)
    }

    /// `X` black, `O` white, `.` empty, a blank off the board.
    pub fn letter(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Edge => ' ',
        }
    }
}

impl From<Color> for Cell {
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}
