//! Whose is what on a board of which the dead stones are known.

use super::leniency::{Counted, Leniency};
use crate::go::{ByColor, Color, PointSet};

/// Whose is what, point by point. Points are those of the board with the dead stones on it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Living stones.
    pub stones: ByColor<PointSet>,
    /// Dead stones.
    pub dead: ByColor<PointSet>,
    /// Empty points and points of dead stones that border on living stones of one colour alone.
    pub surrounded: ByColor<PointSet>,
    /// Of these, the eyes of groups alive in seki.
    pub seki_eyes: ByColor<PointSet>,
    /// Points without which stones fall apart: they give no eye. They count all the same, unless
    /// they must be filled.
    pub false_eyes: ByColor<PointSet>,
    /// Stones alive in seki, as told or for want of two eyes.
    pub seki: PointSet,
    /// Of the surrounded points, those that must still be filled once the dame are: stones would be lost.
    pub protective: ByColor<PointSet>,
    /// Who owns a point by area: living stones and surrounded points.
    pub owner: ByColor<PointSet>,
    /// Empty points that nobody surrounds, those shared in seki among them.
    pub dame: PointSet,
}

impl Ground {
    /// The dame that somebody could take: not those that groups in seki share.
    pub fn free_dame(&self) -> PointSet {
        self.dame - self.seki.beside()
    }

    /// Whether dead stones stand where nobody surrounds them: whoever takes them first has what they stand on.
    pub fn has_dead_on_dame(&self) -> bool {
        !self.dead.either().is_subset(&self.all_surrounded())
    }

    /// What either side surrounds.
    pub fn all_surrounded(&self) -> PointSet {
        self.surrounded.either()
    }

    /// The points that a count by territory gives to a colour.
    pub fn territory(&self, color: Color, leniency: Leniency) -> PointSet {
        let out = |points: &PointSet, counted| match counted {
            Counted::Yes => PointSet::EMPTY,
            Counted::No => *points,
        };
        self.surrounded[color]
            - out(&self.seki_eyes[color], leniency.seki_eyes)
            - out(&self.protective[color], leniency.protective)
    }
}
