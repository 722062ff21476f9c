//! A board that is fit to be analysed.

use super::{Board, Color, Point};
use std::fmt;

/// A board on which every chain has a liberty, with the player to move.
#[derive(Clone)]
pub struct Position {
    board: Board,
    to_move: Color,
}

/// Why a board cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The chain through this point has no liberty: no legal sequence of moves leads here.
    NoLiberties(Point),
}

impl Position {
    /// Checks the board.
    ///
    /// # Errors
    /// [`PositionError::NoLiberties`] with the first such chain in grid order.
    pub fn new(board: Board, to_move: Color) -> Result<Position, PositionError> {
        for point in board.size().points() {
            if board.get(point).color().is_some() && !board.has_liberty(point) {
                return Err(PositionError::NoLiberties(point));
            }
        }
        Ok(Position { board, to_move })
    }

    /// The board, with its ko point if the last move made one.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves next.
    pub fn to_move(&self) -> Color {
        self.to_move
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{} to move", self.board, self.to_move.name())
    }
}
