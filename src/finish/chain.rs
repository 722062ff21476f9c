//! A chain on a board that is nearly done, and whether it can still be taken.

use crate::go::{Color, PointSet};

/// What makes a chain one that is not taken any more. Where a region has too many positions, its
/// chains are looked at by the next line.
const LEVELS: [Firm; 5] = [
    Firm::new(3, 8, 1),
    Firm::new(2, 5, 1),
    Firm::new(2, 4, 0),
    Firm::new(2, 3, 0),
    Firm::new(1, 2, 0),
];
/// A chain that was taken before is safe with more liberties than this.
const WEAK: usize = 7;

#[derive(Clone, Copy)]
struct Firm {
    /// Liberties inside its own territory.
    inside: usize,
    /// Liberties altogether.
    liberties: usize,
    /// How far from its liberties its territory belongs to the region.
    depth: usize,
}

impl Firm {
    const fn new(inside: usize, liberties: usize, depth: usize) -> Firm {
        Firm {
            inside,
            liberties,
            depth,
        }
    }
}

/// A chain on the board under way.
pub(super) struct ZoneChain {
    pub color: Color,
    pub stones: PointSet,
    /// The points beside it.
    pub around: PointSet,
    pub liberties: PointSet,
    pub dead: bool,
    /// Whether it belongs to a region, and is no wall.
    pub inside: bool,
    /// Liberties inside its own territory.
    pub inner: usize,
    /// Pieces of its own territory that it touches.
    pub eyes: usize,
    /// It was taken in an earlier try.
    pub weak: bool,
    /// Nothing can take it.
    pub settled: bool,
    /// The line of [`LEVELS`] by which it is looked at.
    pub level: usize,
}

impl ZoneChain {
    /// Whether it is not taken any more.
    pub fn is_firm(&self) -> bool {
        let liberties = self.liberties.len();
        match LEVELS.get(self.level) {
            _ if self.settled => true,
            Some(_) if self.weak => liberties > WEAK,
            Some(firm) => {
                self.inner >= firm.inside && liberties > 2
                    || self.eyes >= 2
                    || liberties > firm.liberties
            }
            None => true,
        }
    }

    /// How far its territory belongs to a region.
    pub fn depth(&self) -> usize {
        LEVELS[self.level.min(LEVELS.len() - 1)].depth
    }

    /// How hard it is to take, where it may be taken for safer than before.
    pub fn strength(&self) -> Option<(usize, usize)> {
        let may_be_firm = !self.dead && !self.weak && !self.is_firm();
        may_be_firm.then(|| (self.inner, self.liberties.len()))
    }
}
