//! The area around a group: where a life-and-death problem is played out.
//!
//! A group is enclosed where the opponent's stones and the edge leave it a region of at most 64
//! points. Of the opponent's chains round that region those are walls that have a liberty beyond
//! it; the others can be taken, so they belong to the area. Where no chain has a liberty beyond it
//! (a diagram cut close), those belong to the area that the group itself surrounds. Where two
//! enclosed groups touch, as in a race to capture, the area of each is that of both.
//!
//! Not promised: that the walls are safe on the board; the reader takes them for safe.

use crate::go::{Bits, Board, Cell, Color, Point, PointSet};
use std::cmp::Reverse;

/// The most points that an area can have.
const MOST: usize = <u64 as Bits>::MOST;

/// A group to read, with its area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Enclosure {
    /// Whose group.
    pub defender: Color,
    /// Where is played.
    pub area: PointSet,
    /// The defender's stones in the area.
    pub target: PointSet,
}

/// The enclosed groups of both colours: the largest area first, but areas of more than half the
/// board, which are rather what lies around a group, last.
pub(super) fn enclosures(board: &Board) -> Vec<Enclosure> {
    let mut found: Vec<Enclosure> = Vec::new();
    for defender in Color::BOTH {
        for stone in board.stones(defender) {
            if board.head(stone) != stone {
                continue;
            }
            let area = area_of(board, stone, defender);
            let known = found
                .iter()
                .any(|e| e.area == area && e.defender == defender);
            let room = area.iter().any(|p| board.get(p) == Cell::Empty);
            if room && !known && area.len() <= MOST && area.len() < board.size().area() {
                found.push(Enclosure {
                    defender,
                    target: board
                        .stones(defender)
                        .filter(|&p| area.contains(p))
                        .collect(),
                    area,
                });
            }
        }
    }
    let half = board.size().area() / 2;
    let alone = found.clone();
    for group in &mut found {
        for rival in &alone {
            let races = rival.defender != group.defender && rival.area.len() < half;
            let both = group.area | rival.area;
            if races && rival.target.touches(&group.area) && both.len() <= MOST {
                group.area = both;
            }
        }
    }
    let order = |e: &Enclosure| (e.area.len() > half, Reverse((e.area.len(), e.target.len())));
    found.sort_by_key(order);
    found
}

fn area_of(board: &Board, stone: Point, defender: Color) -> PointSet {
    let attacker = !defender;
    let mut inside = PointSet::EMPTY;
    loop {
        let (area, border) = flood(board, stone, |p| {
            !board.get(p).is(attacker) || inside.contains(p)
        });
        let beyond = |p: Point| !board.liberties(p).is_subset(&area);
        let cut_close = !border.iter().any(beyond);
        let before = inside;
        for point in (border - before).iter() {
            let held = if cut_close {
                let (region, _) = flood(board, point, |p| !board.get(p).is(defender));
                (region - area).iter().all(|p| board.get(p).is(attacker))
                    && region.len() < area.len()
            } else {
                !beyond(point)
            };
            if held {
                inside.extend(board.chain(point));
            }
        }
        if inside == before || area.len() > MOST {
            return area;
        }
    }
}

/// What is connected to a point through points that pass, and the points on the board around it.
fn flood(board: &Board, from: Point, passes: impl Fn(Point) -> bool) -> (PointSet, PointSet) {
    let all = board.points();
    let open: PointSet = all.iter().filter(|&p| passes(p)).collect();
    let mut pieces = open.pieces().into_iter();
    let set = pieces
        .find(|piece| piece.contains(from))
        .unwrap_or_default();
    let border = (set.beside() & all) - set;
    (set, border)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    fn largest(text: &str) -> (Color, usize, usize) {
        let board = diagram::parse(text).unwrap();
        let first = &enclosures(&board)[0];
        (first.defender, first.area.len(), first.target.len())
    }

    #[test]
    fn walls_stay_outside_and_what_stands_inside_belongs_to_the_area() {
        let corner = "
            .O.XO....
            ...XO....
            XXXXO....
            OOOOO....
            .........";
        assert_eq!(largest(corner), (Color::Black, 12, 6));
    }

    #[test]
    fn a_race_holds_both_chains() {
        let race = "
            ..........
            .XXX.XXXX.
            XXOOOOOXX.
            OOXXXXXOO.
            .OO.OOOO..
            ..........";
        // Black's chain has the liberty below, White's the one above: both open to the outside,
        // where they are not closed off.
        let board = diagram::parse(race).unwrap();
        assert!(enclosures(&board).iter().all(|e| e.area.len() < 60));
        let closed = "
            ...XXX....
            .XXX.XXXX.
            XXOOOOOXX.
            OOXXXXXOO.
            .OO.OOOO..
            ..OOO.....";
        let board = diagram::parse(closed).unwrap();
        let white = &enclosures(&board)[0];
        assert_eq!((white.area.len(), white.target.len()), (12, 5));
    }

    #[test]
    fn a_diagram_cut_close_has_walls_too() {
        let close = "
            .OXO
            .XXO
            XXOO
            OOOO";
        assert_eq!(largest(close), (Color::Black, 8, 5));
    }
}
