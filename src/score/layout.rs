//! How the ground is laid out: regions between living stones, and who surrounds them.

use super::ground::Ground;
use super::input::Statuses;
use super::{eyes, protect};
use crate::go::{Board, Cell, Color, PointSet};

impl Ground {
    /// Lays out the ground.
    pub fn of(board: &Board, statuses: &Statuses) -> Ground {
        let all = Color::BOTH.map(|color| board.stones(color).collect::<PointSet>());
        let stones = all.map(|all| all.difference(&statuses.dead));
        let dead = all.map(|all| all.intersection(&statuses.dead));
        let mut ground = Ground {
            stones,
            dead,
            surrounded: [PointSet::EMPTY; 2],
            seki_eyes: [PointSet::EMPTY; 2],
            false_eyes: [PointSet::EMPTY; 2],
            seki: statuses.seki,
            protective: [PointSet::EMPTY; 2],
            owner: stones,
            dame: PointSet::EMPTY,
        };
        let regions = regions(board, &stones);
        for region in &regions {
            match region.owner() {
                Some(color) => ground.give(region, color),
                None => ground.dame.extend(
                    region
                        .points
                        .iter()
                        .filter(|&p| board.get(p) == Cell::Empty),
                ),
            }
        }
        for color in Color::BOTH {
            let c = color.index();
            let seen = eyes::look(board, color, &stones, &ground.surrounded[c], statuses);
            ground.false_eyes[c] = seen.false_eyes;
            ground.seki = ground.seki.union(&seen.seki);
        }
        // Ground that living stones outside of the seki surround as well is theirs.
        for region in &regions {
            if let Some(color) = region.owner()
                && region.border[color.index()].is_subset(&ground.seki)
            {
                let c = color.index();
                ground.seki_eyes[c] = ground.seki_eyes[c].union(&region.points);
            }
        }
        ground.protective = protect::points(board, &ground);
        ground
    }

    fn give(&mut self, region: &Region, color: Color) {
        let c = color.index();
        self.surrounded[c] = self.surrounded[c].union(&region.points);
        self.owner[c] = self.owner[c].union(&region.points);
    }
}

/// Connected points without living stones, and the living stones next to them.
pub(crate) struct Region {
    pub points: PointSet,
    pub border: [PointSet; 2],
}

impl Region {
    /// The colour that alone borders on it.
    pub fn owner(&self) -> Option<Color> {
        match self.border.map(|border| !border.is_empty()) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

/// The regions that the living stones leave, in grid order.
pub(crate) fn regions(board: &Board, stones: &[PointSet; 2]) -> Vec<Region> {
    let all = board.points();
    let free = all.difference(&stones[0]).difference(&stones[1]);
    let region = |points: PointSet| {
        let around = points.beside();
        Region {
            border: stones.map(|own| own.intersection(&around)),
            points,
        }
    };
    free.pieces().into_iter().map(region).collect()
}
