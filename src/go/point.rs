//! Points of a board and its size.
//!
//! All boards lie on one grid of [`STRIDE`] columns, the board in its upper left corner and one
//! column of edge shared between a row's right end and the next row's left. So a point's number
//! does not depend on the board's size, and its neighbours are always `±1` and `±STRIDE`.

use std::fmt;

/// The longest side of a board that can be replayed; SGF letters `a` to `y`.
pub const MAX_SIDE: u8 = 25;
/// The number of grid places from one row to the next.
pub const STRIDE: usize = MAX_SIDE as usize + 1;
/// The number of grid places: a row of edge above and one below the longest board, and a place
/// at either end, so that the corners' diagonal neighbours have a number too.
pub const GRID: usize = STRIDE * (MAX_SIDE as usize + 2) + 1;

/// A place on the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

/// The letters of the columns at the rim of a board, `I` left out.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Point {
    /// The point in column `x` and row `y`, both from 0, row 0 at the top. From [`MAX_SIDE`] on
    /// they count as [`MAX_SIDE`]: a place on the grid that lies on no board.
    pub const fn new(x: u8, y: u8) -> Point {
        const fn on_grid(side: u8) -> u16 {
            (if side < MAX_SIDE { side } else { MAX_SIDE }) as u16
        }
        Point((on_grid(y) + 1) * STRIDE as u16 + on_grid(x) + 1)
    }

    /// The point with this grid number, which must be below [`GRID`].
    pub const fn from_index(index: usize) -> Point {
        Point(index as u16)
    }

    /// The grid number, below [`GRID`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 at the left.
    pub const fn x(self) -> u8 {
        (self.0.wrapping_sub(1) % STRIDE as u16) as u8
    }

    /// The row, from 0 at the top; 255 for the row of edge above the board.
    pub const fn y(self) -> u8 {
        ((self.0.wrapping_sub(1) / STRIDE as u16) as u8).wrapping_sub(1)
    }

    /// Whether these are one point at most, or two beside each other: room for one eye at most.
    pub(crate) fn are_one_place(mut points: impl Iterator<Item = Point>) -> bool {
        match (points.next(), points.next(), points.next()) {
            (Some(p), Some(q), None) => p.neighbors().contains(&q),
            (None, ..) | (Some(_), None, _) => true,
            _ => false,
        }
    }

    /// The four neighbours (up, left, right, down) of a point of a board; some may lie off it.
    #[inline]
    pub const fn neighbors(self) -> [Point; 4] {
        let s = STRIDE as u16;
        [
            Point(self.0 - s),
            Point(self.0 - 1),
            Point(self.0 + 1),
            Point(self.0 + s),
        ]
    }

    /// The four diagonal neighbours of a point of a board; some may lie off it.
    #[inline]
    pub const fn diagonals(self) -> [Point; 4] {
        let s = STRIDE as u16;
        [
            Point(self.0 - s - 1),
            Point(self.0 - s + 1),
            Point(self.0 + s - 1),
            Point(self.0 + s + 1),
        ]
    }

    /// The two SGF letters of the point, `a` and `a` at the upper left.
    pub fn letters(self) -> [char; 2] {
        [self.x(), self.y()].map(|side| b'a'.wrapping_add(side) as char)
    }

    /// The point as two SGF letters, `aa` at the upper left.
    pub fn sgf(self) -> String {
        let mut text = String::with_capacity(2);
        text.extend(self.letters());
        text
    }

    /// The point of two small SGF letters; `None` where they are none. From `z` on it lies on no board.
    pub fn of_sgf(letters: &[u8]) -> Option<Point> {
        let side = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
        match *letters {
            [x, y] => Some(Point::new(side(x)?, side(y)?)),
            _ => None,
        }
    }

    /// The same for a point that a record names off the board. Where the grid ends its letters do:
    /// `zz` and `AA` are one place.
    pub fn sgf_or_beyond(self) -> String {
        let sgf = self.sgf();
        match self.x().max(self.y()) {
            MAX_SIDE => format!("{sgf} or beyond"),
            _ => sgf,
        }
    }

    /// The vertex as players write it, `A1` at the lower left, the letter `I` left out.
    pub fn vertex(self, size: Size) -> String {
        let column = COLUMNS[self.x() as usize % COLUMNS.len()] as char;
        format!("{column}{}", size.height() as i32 - self.y() as i32)
    }

    /// The point of a vertex, in any case; `None` where it is none of this board.
    pub fn of_vertex(vertex: &str, size: Size) -> Option<Point> {
        let letter = vertex.bytes().next()?.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&c| c == letter)? as u8;
        let digits = &vertex[1..];
        let is_number = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
        let row: u8 = digits.parse().ok().filter(|_| is_number)?;
        let point = Point::new(column, size.height().checked_sub(row)?);
        size.contains(point).then_some(point)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

/// The size of a board: width and height, each 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A size, or `None` where a side is 0 or longer than [`MAX_SIDE`].
    pub fn new(width: u8, height: u8) -> Option<Size> {
        let fits = |side| (1..=MAX_SIDE).contains(&side);
        (fits(width) && fits(height)).then_some(Size { width, height })
    }

    /// Whether it is nearer to 19x19 than to 9x9: it has more points than 13x13.
    pub fn is_large(self) -> bool {
        self.area() > 13 * 13
    }

    /// A square board.
    ///
    /// # Panics
    /// Where `side` is 0 or longer than [`MAX_SIDE`]; for sizes known at compile time.
    pub const fn square(side: u8) -> Size {
        assert!(side >= 1 && side <= MAX_SIDE);
        Size {
            width: side,
            height: side,
        }
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the point lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// All points, row by row from the upper left.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| {
            let Point(first) = Point::new(0, y);
            (first..first + u16::from(self.width)).map(Point)
        })
    }

    /// The place of a point among them, from 0.
    #[inline]
    pub const fn place(self, point: Point) -> usize {
        point.y() as usize * self.width as usize + point.x() as usize
    }
}

impl fmt::Display for Size {
    /// `19`, or `13x9` (width x height).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}x{}", self.width, self.height)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_read_as_they_are_written() {
        for size in [Size::square(19), Size::square(25), Size::square(1)] {
            for point in size.points() {
                let word = point.vertex(size);
                assert_eq!(Point::of_vertex(&word, size), Some(point));
                assert_eq!(Point::of_vertex(&word.to_lowercase(), size), Some(point));
            }
        }
        for word in [
            "", "A", "I3", "A0", "A20", "U1", "4D", "pass", "A-1", "A999",
        ] {
            assert_eq!(Point::of_vertex(word, Size::square(19)), None, "{word}");
        }
    }
}
