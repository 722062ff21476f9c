//! Points that must still be filled after the dame: protective moves (teire).
//!
//! Once the opponent holds the last dame, a chain whose only liberty is a point of its own
//! territory stands in atari there, and the point must be filled; what it then joins may stand
//! in atari in its turn. Only this is looked for, again and again until nothing changes; a
//! protection that takes reading to see (a cut, a snapback) is not.

use super::ground::Ground;
use crate::go::{Board, Color, Point, PointSet};

/// The points to fill, by colour. Groups alive in seki fill nothing: neither side plays there.
pub(super) fn points(board: &Board, ground: &Ground) -> [PointSet; 2] {
    Color::BOTH.map(|color| fill(board, ground, color))
}

fn fill(board: &Board, ground: &Ground, color: Color) -> PointSet {
    let c = color.index();
    let room = ground.surrounded[c].difference(&ground.seki_eyes[c]);
    // What cannot be filled by the opponent stays a liberty: the dame of a seki.
    let shared = ground.dame.intersection(&ground.seki.beside());
    let mut filled = PointSet::EMPTY;
    loop {
        let own = ground.stones[c].union(&filled);
        let mut found = PointSet::EMPTY;
        for chain in own.pieces() {
            let around = chain.beside();
            let inner = ground.surrounded[c].difference(&own).intersection(&around);
            let kept = around.intersection(&shared).union(&inner);
            let outer = around.intersection(&ground.dame);
            let can_connect = outer.iter().any(|dame| {
                dame.neighbors()
                    .into_iter()
                    .any(|n| own.contains(n) && !chain.contains(n))
            });
            let attacked = !outer.is_empty() || around.intersects(&ground.stones[(!color).index()]);
            if kept.len() == 1 && attacked && !can_connect {
                found = found.union(&kept.intersection(&room));
            }
        }
        if found.is_empty() {
            return filled;
        }
        for point in found.iter() {
            filled.insert(point);
            filled = filled.union(&cost_of_capture(board, ground, color, point));
        }
    }
}

/// To fill the point of a dead stone its chain must be taken first, by a play on each of its
/// liberties: as many points are lost beside it, those of the chain itself first.
fn cost_of_capture(board: &Board, ground: &Ground, color: Color, point: Point) -> PointSet {
    if !board.get(point).is(!color) {
        return PointSet::EMPTY;
    }
    let room = &ground.surrounded[color.index()];
    let liberties = board.liberties(point).intersection(room);
    let rest = board.chain(point).filter(|&stone| stone != point);
    rest.chain(liberties.iter()).take(liberties.len()).collect()
}
