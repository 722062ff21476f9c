//! Fights: groups whose life the playouts leave open, with all that can decide it.
//!
//! Unclear chains that share a point within reach are one fight. Each is searched with either
//! side first (see [`uct`]).

use super::playout::{Ownership, Playouts};
use super::uct::{self, Stakes};
use crate::analysis::ChainStatus;
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

/// Puts the unclear chains together to fights.
pub(in crate::analysis) fn find(
    board: &Board,
    chains: &[ChainStatus],
    unclear: &[usize],
) -> Vec<Fight> {
    let mut fights: Vec<Fight> = Vec::new();
    for &chain in unclear {
        let mut fight = Fight {
            chains: vec![chain],
            size: chains[chain].stones.len(),
            points: within_reach(board, chains, chain),
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

fn within_reach(board: &Board, chains: &[ChainStatus], chain: usize) -> PointSet {
    let all = board.points();
    let own = chains[chain].stones;
    let beside = own.beside();
    let met = chains
        .iter()
        .filter(|chain| chain.stones.intersects(&beside));
    let held = own | met.map(|chain| chain.stones).collect();
    let first = held.beside() & all;
    let is_empty = |p: &Point| board.get(*p) == Cell::Empty;
    let empty: PointSet = first.iter().filter(is_empty).collect();
    held | first | empty.beside() & all
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
        let stakes = Stakes {
            points: &points,
            even: before.mean(&points, Color::Black) * points.len() as f64,
            scale: 2.0 * self.size as f64 + MORE,
        };
        let rounds = EFFORT / board.size().area();
        ByColor::from_fn(|first| uct::search(playouts, &stakes, first, rounds))
    }
}
