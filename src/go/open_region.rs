//! What stones leave open of a board.

use super::{Board, Color, PointSet};

/// Connected points that hold none of some stones, and those of them next to it.
pub(crate) struct OpenRegion {
    pub points: PointSet,
    /// The stones next to it, by colour.
    pub border: [PointSet; 2],
}

impl OpenRegion {
    /// The regions that these stones, by colour, leave of the board, in grid order.
    pub fn all(board: &Board, stones: &[PointSet; 2]) -> Vec<OpenRegion> {
        let free = board.points().difference(&stones[0]).difference(&stones[1]);
        let region = |points: PointSet| {
            let around = points.beside();
            OpenRegion {
                border: stones.map(|own| own.intersection(&around)),
                points,
            }
        };
        free.pieces().into_iter().map(region).collect()
    }

    /// The colour that alone borders on it.
    pub fn owner(&self) -> Option<Color> {
        match self.border.map(|border| !border.is_empty()) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}
