//! The one notation for boards: rows of `X` black, `O` white, `.` empty, top row first.
//!
//! Blanks within a row and empty lines around it mean nothing, so that boards can be written
//! as text in tests and documents. Other letters mark layers (see the report's `layers`).

use super::{Board, Cell, Color, Point, Size};
use std::fmt;

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramError {
    /// The rows have different lengths, there are none, or a side is longer than 25.
    Shape,
    /// A letter other than `X`, `O`, `.` (row and column from 0).
    Letter(char, usize, usize),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramError::Shape => write!(f, "rows of unequal length, or not 1 to 25 of them"),
            DiagramError::Letter(c, row, column) => {
                write!(f, "`{c}` in row {row}, column {column}: X, O or . expected")
            }
        }
    }
}

impl std::error::Error for DiagramError {}

/// The letters of a diagram, row by row, and its size.
///
/// # Errors
/// [`DiagramError::Shape`].
pub fn letters(text: &str) -> Result<(Size, Vec<(Point, char)>), DiagramError> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != width) {
        return Err(DiagramError::Shape);
    }
    let side = |n: usize| u8::try_from(n).map_err(|_| DiagramError::Shape);
    let size = Size::new(side(width)?, side(rows.len())?).ok_or(DiagramError::Shape)?;
    Ok((
        size,
        size.points().zip(rows.into_iter().flatten()).collect(),
    ))
}

/// Reads a board.
///
/// # Errors
/// [`DiagramError`] where the text is not rows of `X`, `O` and `.` of one length.
pub fn parse(text: &str) -> Result<Board, DiagramError> {
    let (size, letters) = letters(text)?;
    let mut stones = Vec::new();
    for (point, letter) in letters {
        match letter {
            'X' => stones.push((point, Cell::from(Color::Black))),
            'O' => stones.push((point, Cell::from(Color::White))),
            '.' => {}
            other => {
                return Err(DiagramError::Letter(
                    other,
                    point.y().into(),
                    point.x().into(),
                ));
            }
        }
    }
    let mut board = Board::new(size);
    board.set(&stones);
    Ok(board)
}

/// Writes a layer: one string a row, top row first, one letter a point.
pub fn rows(size: Size, letter: impl Fn(Point) -> char) -> Vec<String> {
    (0..size.height())
        .map(|y| {
            (0..size.width())
                .map(|x| letter(Point::new(x, y)))
                .collect()
        })
        .collect()
}

/// The rows of a board.
pub fn board_rows(board: &Board) -> Vec<String> {
    rows(board.size(), |point| board.get(point).letter())
}

impl fmt::Debug for Board {
    /// The rows of the board (see [`board_rows`]).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in board_rows(self) {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
