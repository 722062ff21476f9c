//! How the ground is laid out: regions between living stones, and who surrounds them.

use super::ground::Ground;
use super::input::Statuses;
use super::protect;
use crate::analysis::eyes::{self, Living};
use crate::go::{Board, ByColor, Cell, Color, OpenRegion, PointSet};

impl Ground {
    /// Lays out the ground.
    pub fn of(board: &Board, statuses: &Statuses) -> Ground {
        let stones = board.standing(&statuses.dead);
        let dead =
            ByColor::from_fn(|color| board.stones(color).collect::<PointSet>() - stones[color]);
        let regions = OpenRegion::all(board, &stones);
        let surrounded = OpenRegion::surrounded(&regions);
        let between: PointSet = regions
            .iter()
            .filter(|region| region.owner().is_none())
            .map(|region| region.points)
            .collect();
        let mut ground = Ground {
            stones,
            dead,
            surrounded,
            seki_eyes: ByColor::default(),
            false_eyes: ByColor::default(),
            seki: statuses.seki,
            protective: ByColor::default(),
            owner: ByColor::from_fn(|color| stones[color] | surrounded[color]),
            dame: between
                .iter()
                .filter(|&p| board.get(p) == Cell::Empty)
                .collect(),
        };
        let living = Living {
            board,
            stones,
            surrounded,
            seki: &statuses.seki,
            safe: &statuses.safe,
        };
        for color in Color::BOTH {
            let seen = eyes::look(&living, color);
            ground.false_eyes[color] = seen.false_eyes;
            ground.seki |= seen.poor_stones();
        }
        // Ground that living stones outside of the seki surround as well is theirs.
        for region in &regions {
            if let Some(color) = region.owner()
                && region.border[color].is_subset(&ground.seki)
            {
                ground.seki_eyes[color] |= region.points;
            }
        }
        ground.protective = protect::points(board, &ground);
        ground
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Point, Size, Symmetry};

    /// Points of such statuses, and the board, seen from a side.
    fn seen(board: &Board, statuses: &Statuses, side: Symmetry) -> Ground {
        let size = board.size();
        let seen = side.board(board, Color::Black);
        let statuses = Statuses {
            dead: side.set(&statuses.dead, size),
            ..Statuses::default()
        };
        let ground = Ground::of(&seen, &statuses);
        let back = |set: &PointSet| side.inverse().set(set, seen.size());
        Ground {
            stones: ground.stones.each_ref().map(back),
            dead: ground.dead.each_ref().map(back),
            surrounded: ground.surrounded.each_ref().map(back),
            seki_eyes: ground.seki_eyes.each_ref().map(back),
            false_eyes: ground.false_eyes.each_ref().map(back),
            seki: back(&ground.seki),
            protective: ground.protective.each_ref().map(back),
            owner: ground.owner.each_ref().map(back),
            dame: back(&ground.dame),
        }
    }

    /// Boards at random, full of groups that live in seki or have one eye, some of their chains dead.
    #[test]
    fn the_ground_is_the_same_from_every_side() {
        let size = Size::square(5);
        let mut seed = 1_u64;
        let mut below = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % most
        };
        let mut looked_at = 0;
        while looked_at < 1_000 {
            let cells: Vec<(Point, Cell)> = size
                .points()
                .filter_map(|point| match below(8) {
                    0..=2 => Some((point, Cell::Black)),
                    3..=5 => Some((point, Cell::White)),
                    _ => None,
                })
                .collect();
            let mut board = Board::new(size);
            board.set(&cells);
            if cells
                .iter()
                .any(|&(point, _)| board.liberty_count(point) == 0)
            {
                continue;
            }
            looked_at += 1;
            let heads = cells.iter().map(|&(point, _)| board.head(point));
            let heads: PointSet = heads.filter(|_| below(6) == 0).collect();
            let statuses = Statuses {
                dead: heads.iter().flat_map(|head| board.chain(head)).collect(),
                ..Statuses::default()
            };
            let views = Symmetry::ALL.map(|side| format!("{:?}", seen(&board, &statuses, side)));
            assert!(views.iter().all(|view| *view == views[0]), "{cells:?}");
        }
    }
}
