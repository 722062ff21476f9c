//! Fights: groups whose life the playouts leave open, with all that can decide it.
//!
//! Unclear chains that share a point within reach are one fight. Each is searched with either
//! side first (see [`uct`]).

use super::playout::{Ownership, Playouts};
use super::uct::{self, Stakes};
use crate::go::{Board, ByColor, Cell, Color, Point, PointSet};

/// Plays that a search may make altogether, as points of the board times playouts: some 100
/// playouts on 19x19 and 500 on 9x9, with either side first.
const EFFORT: usize = 40_000;
/// How many points more than twice its stones a fight is about.
const MORE: f64 = 4.0;

/// A fight.
pub(in crate::analysis) struct Fight {
    /// The unclear chains, by their numbers.
    pub chains: Vec<usize>,
    /// How many stones they have.
    size: usize,
    /// Their stones, the chains beside them, and the points within two steps of these.
    points: PointSet,
}

/// Puts the unclear chains together to fights. `stones` are those of every chain.
pub(in crate::analysis) fn find(
    board: &Board,
    stones: &[Vec<Point>],
    unclear: &[usize],
) -> Vec<Fight> {
    let mut fights: Vec<Fight> = Vec::new();
    for &chain in unclear {
        let mut fight = Fight {
            chains: vec![chain],
            size: stones[chain].len(),
            points: within_reach(board, stones, chain),
        };
        fights.retain(|other| {
            let is_apart = !other.points.intersects(&fight.points);
            if !is_apart {
                fight.points |= other.points;
                fight.chains.extend(&other.chains);
                fight.size += other.size;
            }
            is_apart
        });
        fights.push(fight);
    }
    fights
}

fn within_reach(board: &Board, stones: &[Vec<Point>], chain: usize) -> PointSet {
    let around = |points: &PointSet| -> PointSet {
        let beside = points.iter().flat_map(Point::neighbors);
        beside.filter(|&n| board.get(n) != Cell::Edge).collect()
    };
    let own: PointSet = stones[chain].iter().copied().collect();
    let beside = around(&own);
    let chains = stones
        .iter()
        .filter(|stones| stones.iter().any(|&stone| beside.contains(stone)));
    let held = chains.flatten().copied().chain(own.iter()).collect();
    let first = around(&held);
    let empty = first.iter().filter(|&p| board.get(p) == Cell::Empty);
    held | first | around(&empty.collect())
}

impl Fight {
    /// How playouts end after a search with Black first, and with White first.
    pub fn search(
        &self,
        board: &Board,
        playouts: &Playouts,
        before: &Ownership,
        closed: &PointSet,
    ) -> ByColor<Ownership> {
        let points = self.points - *closed;
        let all: Vec<Point> = points.iter().collect();
        let stakes = Stakes {
            points: &points,
            even: before.mean(&all, Color::Black) * all.len() as f64,
            scale: 2.0 * self.size as f64 + MORE,
        };
        let rounds = EFFORT / board.size().area();
        ByColor::from_fn(|first| uct::search(playouts, &stakes, first, rounds))
    }
}
