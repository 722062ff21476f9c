//! Points that must still be filled after the dame: protective moves (teire).
//!
//! Once the opponent holds the last dame, a chain whose only liberty is a point of its own
//! territory stands in atari there, and the point must be filled; what it then joins may stand
//! in atari in its turn. Only this is looked for, again and again until nothing changes; a
//! protection that takes reading to see (a cut, a snapback) is not.

use super::ground::Ground;
use crate::go::{Board, ByColor, Color, Point, PointSet};

/// The points that each colour must fill. Groups alive in seki fill nothing: neither side plays there.
pub(super) fn points(board: &Board, ground: &Ground) -> ByColor<PointSet> {
    ByColor::from_fn(|color| fill(board, ground, color))
}

fn fill(board: &Board, ground: &Ground, color: Color) -> PointSet {
    let room = ground.surrounded[color] - ground.seki_eyes[color];
    // What cannot be filled by the opponent stays a liberty: the dame of a seki.
    let shared = ground.dame & ground.seki.beside();
    let mut filled = PointSet::EMPTY;
    loop {
        let own = ground.stones[color] | filled;
        let mut found = PointSet::EMPTY;
        for chain in own.pieces() {
            let around = chain.beside();
            let inner = (ground.surrounded[color] - own) & around;
            let kept = around & shared | inner;
            let outer = around & ground.dame;
            let can_connect = outer.iter().any(|dame| {
                dame.neighbors()
                    .into_iter()
                    .any(|n| own.contains(n) && !chain.contains(n))
            });
            let attacked = !outer.is_empty() || around.intersects(&ground.stones[!color]);
            if kept.len() == 1 && attacked && !can_connect {
                found |= kept & room;
            }
        }
        if found.is_empty() {
            return filled;
        }
        for point in found.iter() {
            filled.insert(point);
            filled |= cost_of_capture(board, ground, color, point);
        }
    }
}

/// To fill the point of a dead stone its chain must be taken first, by a play on each of its
/// liberties: as many points are lost beside it, those of the chain itself first.
fn cost_of_capture(board: &Board, ground: &Ground, color: Color, point: Point) -> PointSet {
    if !board.get(point).is(!color) {
        return PointSet::EMPTY;
    }
    let room = &ground.surrounded[color];
    let liberties = board.liberties(point) & *room;
    let rest = board.chain(point).filter(|&stone| stone != point);
    rest.chain(liberties.iter()).take(liberties.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;
    use crate::score::Statuses;

    /// The points that Black must fill, on a board whose stones at these points are dead.
    fn filled(text: &str, dead: &[(u8, u8)]) -> Vec<String> {
        let board = diagram::parse(text).unwrap();
        let size = board.size();
        let statuses = Statuses {
            dead: dead.iter().map(|&(x, y)| Point::new(x, y)).collect(),
            ..Statuses::default()
        };
        let black = points(&board, &Ground::of(&board, &statuses))[Color::Black];
        let mut names: Vec<String> = black.iter().map(|point| point.vertex(size)).collect();
        names.sort();
        names
    }

    #[test]
    fn a_stone_with_one_liberty_in_its_own_territory_is_connected() {
        let board = "
            . X . X O . .
            . X X X O . .
            X O O O O . .
            O . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(filled(board, &[]), ["A6"]);
    }

    #[test]
    fn a_stone_with_two_liberties_there_needs_nothing() {
        let board = "
            . . X . X O .
            . . X X X O .
            . X O O O O .
            X O . . . . .
            O . . . . . .
            . . . . . . .
            . . . . . . .";
        // B5 has A5 and B6; A4 has A5 alone.
        assert_eq!(filled(board, &[]), ["A5"]);
    }

    #[test]
    fn a_stone_that_a_dame_connects_needs_nothing() {
        let board = "
            . X . X O . .
            . X X X O . .
            X . O O O . .
            O O . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(filled(board, &[]).is_empty());
    }

    /// Where a dead stone stands on the point it must be taken first, from as many points as it has liberties.
    #[test]
    fn to_fill_the_point_of_a_dead_stone_costs_its_liberties() {
        let one = "
            . . X . X O .
            O X X X X O .
            X O O O O O .
            O . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(filled(one, &[(0, 1)]), ["A6", "A7"]);
        let two = "
            O . X . X O .
            O X X X X O .
            X O O O O O .
            O . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        // A7 is taken off with A6, and filled after it: B7 stays a point.
        assert_eq!(filled(two, &[(0, 0), (0, 1)]), ["A6", "A7"]);
    }
}
