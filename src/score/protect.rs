//! Points that must still be filled after the dame: protective moves (teire).
//!
//! Once the opponent holds the last dame, a chain whose only liberty is a point of its own
//! territory stands in atari there, and the point must be filled; what it then joins may stand
//! in atari in its turn. Only this is looked for, again and again until nothing changes; a
//! protection that takes reading to see (a cut, a snapback) is not.

use super::Ground;
use crate::go::{Board, Cell, Color, Point, PointSet};

/// The points to fill, by colour. Groups alive in seki fill nothing: neither side plays there.
pub(super) fn points(board: &Board, ground: &Ground, seki: &PointSet) -> [PointSet; 2] {
    Color::BOTH.map(|color| fill(board, ground, color, seki))
}

fn fill(board: &Board, ground: &Ground, color: Color, seki: &PointSet) -> PointSet {
    let c = color.index();
    let room = ground.surrounded[c].difference(&ground.seki_eyes[c]);
    // What cannot be filled by the opponent stays a liberty: the dame of a seki.
    let shared = shared_in_seki(board, ground, seki);
    let mut filled = PointSet::EMPTY;
    loop {
        let own = ground.stones[c].union(&filled);
        let mut found = PointSet::EMPTY;
        let mut seen = PointSet::EMPTY;
        for start in own.iter() {
            if seen.contains(start) {
                continue;
            }
            let chain = flood(start, &own);
            seen = seen.union(&chain);
            let mut liberties = PointSet::EMPTY;
            for n in chain.iter().flat_map(Point::neighbors) {
                let inner = room.contains(n) || ground.seki_eyes[c].contains(n);
                if inner && !own.contains(n) || shared.contains(n) {
                    liberties.insert(n);
                }
            }
            // The liberty must itself be reachable for the opponent: otherwise nothing threatens.
            if liberties.len() == 1 && !board_is_all_own(board, ground, color, &chain) {
                found = found.union(&liberties.intersection(&room));
            }
        }
        let found = found.difference(&filled);
        if found.is_empty() {
            return filled;
        }
        filled = filled.union(&found);
    }
}

/// A chain that no stone or dame of the opponent touches cannot be put into atari from outside.
fn board_is_all_own(board: &Board, ground: &Ground, color: Color, chain: &PointSet) -> bool {
    let foe = ground.stones[(!color).index()];
    !chain
        .iter()
        .flat_map(Point::neighbors)
        .any(|n| board.size().contains(n) && (foe.contains(n) || ground.dame.contains(n)))
}

fn shared_in_seki(board: &Board, ground: &Ground, seki: &PointSet) -> PointSet {
    let next_to_seki = |point: &Point| point.neighbors().into_iter().any(|n| seki.contains(n));
    ground
        .dame
        .iter()
        .filter(|point| board.get(*point) == Cell::Empty)
        .filter(next_to_seki)
        .collect()
}

fn flood(start: Point, within: &PointSet) -> PointSet {
    let mut chain = PointSet::EMPTY;
    let mut stack = vec![start];
    chain.insert(start);
    while let Some(point) = stack.pop() {
        for n in point.neighbors() {
            if within.contains(n) && chain.insert(n) {
                stack.push(n);
            }
        }
    }
    chain
}
