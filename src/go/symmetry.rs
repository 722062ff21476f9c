//! The eight symmetries of the board.

use super::{Board, Cell, Color, Point, PointSet, Size};

/// One of the eight ways to turn and mirror a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first. The last four exchange columns and rows.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// Where all eight take the point of a board of this size, in the order of [`Symmetry::ALL`].
    #[inline]
    pub fn images(point: Point, size: Size) -> [Point; 8] {
        let (x, y) = (point.x(), point.y());
        let (right, below) = (size.width() - 1 - x, size.height() - 1 - y);
        [
            Point::new(x, y),
            Point::new(right, y),
            Point::new(x, below),
            Point::new(right, below),
            Point::new(y, x),
            Point::new(y, right),
            Point::new(below, x),
            Point::new(below, right),
        ]
    }

    /// The size of the board after the symmetry.
    pub fn size(self, size: Size) -> Size {
        if self.0 & 4 == 0 {
            size
        } else {
            Size::new(size.height(), size.width()).expect("sides of a valid size")
        }
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        match self.0 & 4 {
            0 => self,
            exchange => Symmetry(exchange | (self.0 & 1) << 1 | (self.0 & 2) >> 1),
        }
    }

    /// Where the point of a board of this size goes.
    pub fn point(self, point: Point, size: Size) -> Point {
        let (mut x, mut y) = (point.x(), point.y());
        if self.0 & 1 != 0 {
            x = size.width() - 1 - x;
        }
        if self.0 & 2 != 0 {
            y = size.height() - 1 - y;
        }
        if self.0 & 4 != 0 {
            (x, y) = (y, x);
        }
        Point::new(x, y)
    }

    /// The board turned, Black's stones of the given colour there and White's of the other; a ko goes with it.
    pub fn board(self, board: &Board, black: Color) -> Board {
        let size = board.size();
        let mut stones: Vec<(Point, Cell)> = Vec::new();
        for (color, there) in Color::BOTH.into_iter().zip([black, !black]) {
            let seen = board.stones(color).map(|point| self.point(point, size));
            stones.extend(seen.map(|point| (point, Cell::from(there))));
        }
        // How chains are linked follows the order of their stones.
        stones.sort_unstable_by_key(|(point, _)| *point);
        let mut turned = Board::new(self.size(size));
        turned.set(&stones);
        turned.set_ko(board.ko().map(|point| self.point(point, size)));
        turned
    }

    /// Where points of a board of this size go.
    pub fn set(self, points: &PointSet, size: Size) -> PointSet {
        points.iter().map(|point| self.point(point, size)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes() {
        let size = Size::new(5, 3).expect("a size");
        for symmetry in Symmetry::ALL {
            for point in size.points() {
                let there = symmetry.point(point, size);
                let back = symmetry.inverse().point(there, symmetry.size(size));
                assert_eq!(back, point, "{symmetry:?}");
            }
        }
    }
}
