//! One way to look at a position, however it is turned.
//!
//! Reading tries plays in some order and gives up at a cap, and playouts are drawn at random: both could end
//! otherwise on a board that is turned. So the analysis looks at every position from the same side
//! of eight and with the player to move as Black, and what it finds is turned back. Last moves are
//! played on from that side, too.

use super::{Analysis, ChainStatus, Doubt, Seki};
use crate::go::board::zobrist;
use crate::go::{Board, ByColor, Color, PlayCounts, Point, PointSet, Size, Symmetry};

/// A position seen from one of eight sides, and with the player to move as Black.
#[derive(Clone, Copy)]
pub(crate) struct Canonical {
    symmetry: Symmetry,
    /// The size of the position's board.
    size: Size,
    to_move: Color,
}

impl Canonical {
    /// The same look at the same position, however it is turned: the one whose board has the
    /// smallest hash.
    pub fn of(board: &Board, to_move: Color) -> Canonical {
        let view = |symmetry| Canonical {
            symmetry,
            size: board.size(),
            to_move,
        };
        let mut hashes = [0; 8];
        for color in Color::BOTH {
            let seen = view(Symmetry::ALL[0]).color(color);
            for point in board.stones(color) {
                let images = Symmetry::images(point, board.size());
                for (hash, image) in hashes.iter_mut().zip(images) {
                    *hash ^= zobrist(image, seen);
                }
            }
        }
        let views = Symmetry::ALL.map(view).into_iter().zip(hashes);
        let order = |(view, hash): &(Canonical, u64)| {
            let ko = board.ko().map(|point| view.point(point));
            (view.symmetry.size(view.size), *hash, ko)
        };
        views.min_by_key(order).expect("eight views").0
    }

    /// From there back to the position itself.
    pub fn back(&self) -> Canonical {
        Canonical {
            symmetry: self.symmetry.inverse(),
            size: self.symmetry.size(self.size),
            ..*self
        }
    }

    /// The board as it is seen, Black to move.
    pub fn board(&self, board: &Board) -> Board {
        self.symmetry.board(board, self.color(Color::Black))
    }

    /// The counts as they are seen, those of the player to move as Black's.
    pub fn counts(&self, counts: PlayCounts) -> PlayCounts {
        let numbers = |of: ByColor<u32>| ByColor::from_fn(|color| of[self.color(color)]);
        PlayCounts {
            prisoners: numbers(counts.prisoners),
            passes: numbers(counts.passes),
            first_pass: counts.first_pass.map(|color| self.color(color)),
        }
    }

    /// What was found, on the board of the position itself.
    pub fn turned_back(&self, seen: Analysis) -> Analysis {
        let back = self.back();
        let by_color =
            |sets: ByColor<PointSet>| ByColor::from_fn(|color| back.set(&sets[self.color(color)]));

        let mut chains: Vec<(usize, ChainStatus)> = seen
            .chains
            .iter()
            .map(|chain| chain.seen(self.color(chain.color), |points| back.set(points)))
            .enumerate()
            .collect();
        chains.sort_by_key(|(_, chain)| chain.stones.first());
        let mut place = vec![0; chains.len()];
        for (new, (old, _)) in chains.iter().enumerate() {
            place[*old] = new;
        }
        let seki = |seki: Seki| {
            let mut chains: Vec<usize> = seki.chains.iter().map(|&old| place[old]).collect();
            chains.sort_unstable();
            Seki {
                chains,
                shared: back.set(&seki.shared),
                ..seki
            }
        };
        let doubt = |doubt: Doubt| Doubt {
            points: back.set(&doubt.points),
            ..doubt
        };

        let sign = self.color(Color::Black).sign();
        let values_back = |values: Vec<i32>| {
            let mut turned = vec![0; self.size.area()];
            for (point, value) in seen.size.points().zip(values) {
                turned[self.size.place(back.point(point))] = sign * value;
            }
            turned
        };

        Analysis {
            size: self.size,
            sekis: seen.sekis.into_iter().map(seki).collect(),
            chains: chains.into_iter().map(|(_, chain)| chain).collect(),
            bent_fours: back.set(&seen.bent_fours),
            pass_alive: by_color(seen.pass_alive),
            pass_alive_suicide: by_color(seen.pass_alive_suicide),
            proved: by_color(seen.proved),
            safe: by_color(seen.safe),
            doubts: seen.doubts.into_iter().map(doubt).collect(),
            ownership: values_back(seen.ownership),
            bouzy: values_back(seen.bouzy),
        }
    }

    /// A chain of the position, on the board as it is seen.
    pub fn chain(&self, chain: &ChainStatus) -> ChainStatus {
        chain.seen(self.color(chain.color), |points| self.set(points))
    }

    /// Points as they are seen.
    pub fn set(&self, points: &PointSet) -> PointSet {
        self.symmetry.set(points, self.size)
    }

    /// A point as it is seen.
    pub fn point(&self, point: Point) -> Point {
        self.symmetry.point(point, self.size)
    }

    /// A colour as it is seen; the same both ways.
    pub fn color(&self, color: Color) -> Color {
        match self.to_move {
            Color::Black => color,
            Color::White => !color,
        }
    }
}
