//! What stones leave open of a board.

use super::{Board, ByColor, Color, PointSet};

/// Connected points that hold none of some stones, and those of them next to it.
pub(crate) struct OpenRegion {
    pub points: PointSet,
    /// The stones next to it.
    pub border: ByColor<PointSet>,
}

impl OpenRegion {
    /// The regions that these stones leave of the board, in grid order.
    pub fn all(board: &Board, stones: &ByColor<PointSet>) -> Vec<OpenRegion> {
        let free = board.points() - stones.either();
        let region = |points: PointSet| {
            let around = points.beside();
            OpenRegion {
                border: stones.map(|own| own & around),
                points,
            }
        };
        free.pieces().into_iter().map(region).collect()
    }

    /// The points that each colour alone surrounds.
    pub fn surrounded(regions: &[OpenRegion]) -> ByColor<PointSet> {
        ByColor::from_fn(|color| {
            let its = regions.iter().filter(|r| r.owner() == Some(color));
            its.map(|region| region.points).collect()
        })
    }

    /// The colour that alone borders on it.
    pub fn owner(&self) -> Option<Color> {
        self.border.map(|border| !border.is_empty()).only()
    }
}
