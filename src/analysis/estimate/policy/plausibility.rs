//! Whether a play in a playout is plausible.
//!
//! It is not plausible to fill an eye of one's own, nor to put a chain of one's own into atari; except
//! to give it up inside the opponent's eye space where that can kill (a throw-in, or a shape that
//! leaves one eye once taken).

use crate::go::{Board, Cell, Color, Point, PointSet};

/// The most stones that are given up: no larger shape kills.
const MOST_GIVEN_UP: usize = 6;

/// How plausible a play is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Plausibility {
    /// A play like others.
    Good,
    /// It gives up stones where that can kill.
    GiveUp,
    /// Not now.
    Bad,
    /// Not until a stone beside the point is taken, a chain beside it comes into atari there, or
    /// a stone is played at its corner.
    Never,
}

/// How plausible a play on an empty point is.
pub(super) fn plausibility(board: &Board, point: Point, color: Color) -> Plausibility {
    let neighbors = point.neighbors();
    // How many of each kind stand around, a byte for each.
    let around: u32 = neighbors
        .iter()
        .map(|&n| 1 << (8 * board.get(n) as u32))
        .sum();
    let count = |cell: Cell| around >> (8 * cell as u32) & 0xff;
    if count(Cell::Empty) >= 2 {
        return Plausibility::Good;
    }
    let is_enclosed_by = |color: Color| count(Cell::from(color)) + count(Cell::Edge) == 4;
    if is_enclosed_by(color) && is_eye(board, point, color)
        || is_enclosed_by(!color) && board.is_suicide(point, color)
    {
        return Plausibility::Never;
    }
    match board.liberties_after(point, color) {
        2 => Plausibility::Good,
        _ if board.captures(point, color) => match board.ko() == Some(point) {
            true => Plausibility::Bad,
            false => Plausibility::Good,
        },
        1 => of_giving_up(board, point, color),
        _ => Plausibility::Bad,
    }
}

/// A play that takes nothing and leaves its chain one liberty: plausible only where it gives its
/// own up to kill.
fn of_giving_up(board: &Board, point: Point, color: Color) -> Plausibility {
    let mut shape = [point; MOST_GIVEN_UP];
    let mut stones = 1;
    for n in point.neighbors() {
        if !board.get(n).is(color) || shape[..stones].contains(&n) {
            continue;
        }
        if stones + board.chain_len(n) > MOST_GIVEN_UP {
            return Plausibility::Bad;
        }
        for stone in board.chain(n) {
            shape[stones] = stone;
            stones += 1;
        }
    }
    let shape = &shape[..stones];
    let kills = stones == 1
        || (stones == 2 || is_killing_shape(shape))
            && is_enclosed(board, shape, color)
            && !has_eye_beside(board, shape, !color);
    if kills {
        Plausibility::GiveUp
    } else {
        Plausibility::Bad
    }
}

/// Whether no other chain of `color` touches the shape's liberties: the stones are given up
/// inside the opponent's eye space, and are not part of the wall around it.
fn is_enclosed(board: &Board, shape: &[Point], color: Color) -> bool {
    for l in shape.iter().flat_map(|s| s.neighbors()) {
        if board.get(l) != Cell::Empty || shape.contains(&l) {
            continue;
        }
        for m in l.neighbors() {
            if board.get(m).is(color) && !shape.contains(&m) {
                return false;
            }
        }
    }
    true
}

/// Whether a chain of `color` that touches the shape has a point to itself elsewhere: then
/// what is played inside its other eye cannot kill it.
fn has_eye_beside(board: &Board, shape: &[Point], color: Color) -> bool {
    let own = |m: Point| board.get(m).is(color) || board.get(m) == Cell::Edge;
    let is_eye = |l: Point| board.get(l) == Cell::Empty && l.neighbors().into_iter().all(own);
    let mut seen = PointSet::EMPTY;
    for n in shape.iter().flat_map(|s| s.neighbors()) {
        if !board.get(n).is(color) || !seen.insert(board.head(n)) {
            continue;
        }
        for l in board.chain(n).flat_map(Point::neighbors) {
            if is_eye(l) {
                return true;
            }
        }
    }
    false
}

/// Whether a point with its player's stones on all four sides is an eye that the diagonals do
/// not break.
fn is_eye(board: &Board, point: Point, color: Color) -> bool {
    let mut hostile = 0;
    let mut edge = 0;
    for d in point.diagonals() {
        match board.get(d) {
            Cell::Edge => edge = 1,
            cell if cell.is(!color) => hostile += 1,
            _ => {}
        }
    }
    hostile + edge < 2
}

/// Whether a solid shape, once taken, leaves an eye space that one play reduces to one eye:
/// three in a row or bent, the square and the pyramid four, the cross and the bulky five, the
/// flower six.
fn is_killing_shape(shape: &[Point]) -> bool {
    let (mut sum, mut max) = (0, 0);
    for p in shape {
        let beside = p.neighbors();
        let degree = beside.iter().filter(|n| shape.contains(n)).count();
        sum += degree;
        max = max.max(degree);
    }
    match shape.len() {
        3 => true,
        4 => max == 3 || sum == 8,
        5 => max == 4 || (max == 3 && sum == 10),
        6 => max == 4 && sum == 14,
        _ => false,
    }
}
