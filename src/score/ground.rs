//! Whose is what on a board of which the dead stones are known.

use super::leniency::{Counted, Leniency};
use crate::go::{Color, PointSet};

/// Whose is what, point by point. Points are those of the board with the dead stones on it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Living stones, by colour.
    pub stones: [PointSet; 2],
    /// Dead stones, by colour.
    pub dead: [PointSet; 2],
    /// Empty points and points of dead stones that border on living stones of one colour alone.
    pub surrounded: [PointSet; 2],
    /// Of these, the eyes of groups alive in seki.
    pub seki_eyes: [PointSet; 2],
    /// Points without which stones fall apart: they give no eye. They count all the same, unless
    /// they must be filled.
    pub false_eyes: [PointSet; 2],
    /// Stones alive in seki, as told or for want of two eyes.
    pub seki: PointSet,
    /// Of the surrounded points, those that must still be filled once the dame are: stones would be lost.
    pub protective: [PointSet; 2],
    /// Who owns a point by area: living stones and surrounded points.
    pub owner: [PointSet; 2],
    /// Empty points that nobody surrounds, those shared in seki among them.
    pub dame: PointSet,
}

impl Ground {
    /// The dame that somebody could take: not those that groups in seki share.
    pub fn free_dame(&self) -> PointSet {
        self.dame.difference(&self.seki.beside())
    }

    /// Whether dead stones stand where nobody surrounds them: whoever takes them first has what they stand on.
    pub fn has_dead_on_dame(&self) -> bool {
        let dead = self.dead[0].union(&self.dead[1]);
        !dead.is_subset(&self.all_surrounded())
    }

    /// What either side surrounds.
    pub fn all_surrounded(&self) -> PointSet {
        self.surrounded[0].union(&self.surrounded[1])
    }

    /// The points that a count by territory gives to a colour.
    pub fn territory(&self, color: Color, leniency: Leniency) -> PointSet {
        let c = color.index();
        let out = |points: &PointSet, counted| match counted {
            Counted::Yes => PointSet::EMPTY,
            Counted::No => *points,
        };
        self.surrounded[c]
            .difference(&out(&self.seki_eyes[c], leniency.seki_eyes))
            .difference(&out(&self.protective[c], leniency.protective))
    }
}
