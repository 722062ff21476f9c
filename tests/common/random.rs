//! Small problems at random, the same in every run.

use sgf_audit::go::board::splitmix64;
use sgf_audit::go::{Board, Cell, Color, Point, PointSet, Size};

/// Numbers that look random, the same in every run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below another.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        splitmix64(self.0) % n
    }
}

/// A board, an area and a target in it.
pub type Made = (Board, PointSet, PointSet);

/// An area of a few points in a corner, on a side or in the middle, with walls and open points
/// around it at random.
pub fn random_problem(dice: &mut Dice) -> Option<Made> {
    let (width, height) = [
        (2, 2),
        (3, 2),
        (4, 2),
        (3, 3),
        (7, 1),
        (5, 1),
        (4, 2),
        (3, 2),
    ][dice.below(8) as usize];
    let (left, top) = (dice.below(2) as u8, dice.below(2) as u8);
    let size = Size::new(
        left + width + dice.below(2) as u8,
        top + height + dice.below(2) as u8,
    )?;
    let mut board = Board::new(size);
    let mut area = PointSet::EMPTY;
    let mut stones = Vec::new();
    let owner = [Cell::Black, Cell::White][dice.below(2) as usize];
    for point in size.points() {
        let inside = (left..left + width).contains(&point.x())
            && (top..top + height).contains(&point.y())
            && dice.below(16) != 0;
        let cell = if inside {
            area.insert(point);
            [Cell::Empty, Cell::Black, Cell::White][dice.below(3) as usize]
        } else {
            match dice.below(48) {
                0 => Cell::Empty,
                1 => Cell::Black,
                2 => Cell::White,
                _ => owner,
            }
        };
        stones.push((point, cell));
    }
    board.set(&stones);
    let mut target = PointSet::EMPTY;
    let color = match owner {
        Cell::Black => Color::White,
        _ => Color::Black,
    };
    for stone in board.stones(color).filter(|p| area.contains(*p)) {
        if target.is_empty() || dice.below(4) == 0 {
            target.extend(board.chain(stone).filter(|p| area.contains(*p)));
        }
    }
    let free = area
        .iter()
        .filter(|&p| board.get(p).color().is_some())
        .all(|p| {
            let walled = |q: Point| {
                q.neighbors().into_iter().any(|n| {
                    board.get(n) == Cell::Empty || !area.contains(n) && board.get(n) == board.get(p)
                })
            };
            board.chain(p).filter(|q| area.contains(*q)).any(walled)
        });
    (free && !target.is_empty()).then_some((board, area, target))
}
