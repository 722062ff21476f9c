//! Bouzy's maps: dilations and erosions, an estimate of territory, moyo and area.
//!
//! Source: B. Bouzy's thesis (1995), as the GNU Go documentation gives it: stones start at +128
//! (Black) and -128 (White), empty points at 0. A dilation adds to a point that is not negative
//! and has no negative neighbour the number of its positive neighbours, and the same for the other
//! sign. An erosion takes from a positive point the number of its neighbours that are not positive,
//! stopping at 0, and the same for the other sign. All points change at once.
//!
//! Guaranteed: the numbers of that definition. Not promised: that they are anybody's territory.

use crate::go::{Board, Color, PointSet, Size};

/// The numbers of dilations and erosions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bouzy {
    /// Dilations, done first.
    pub dilations: u8,
    /// Erosions.
    pub erosions: u8,
}

impl Bouzy {
    /// 5/21: what people call territory.
    pub const TERRITORY: Bouzy = Bouzy {
        dilations: 5,
        erosions: 21,
    };
    /// 5/10: what people call a moyo.
    pub const MOYO: Bouzy = Bouzy {
        dilations: 5,
        erosions: 10,
    };
    /// 4/0: what people call area, or influence.
    pub const AREA: Bouzy = Bouzy {
        dilations: 4,
        erosions: 0,
    };

    /// The map of a board with some stones taken off first: a value for each point in the order of
    /// [`Size::points`], positive for Black.
    pub fn map(self, board: &Board, without: &PointSet) -> Vec<i32> {
        let mut field = Field::new(board.size());
        for point in board.size().points() {
            if let Some(color) = board.get(point).color()
                && !without.contains(point)
            {
                let value = match color {
                    Color::Black => 128,
                    Color::White => -128,
                };
                field.values[point.y() as usize + 1][point.x() as usize + 1] = value;
            }
        }
        for _ in 0..self.dilations {
            field.dilate();
        }
        for _ in 0..self.erosions {
            field.erode();
        }
        board
            .size()
            .points()
            .map(|p| i32::from(field.values[p.y() as usize + 1][p.x() as usize + 1]))
            .collect()
    }
}

/// A row: a blank to the left of the longest board's 25 values and some to the right, a multiple
/// of what the machine adds at once.
const ROW: usize = 32;
/// Rows: a blank one above and below.
const ROWS: usize = 27;

type Grid = [[i16; ROW]; ROWS];

/// Values with a frame of zeros, which is neither Black's nor White's nor counted as a neighbour.
struct Field {
    values: Grid,
    /// The number of neighbours on the board; 0 off the board.
    neighbors: Grid,
    /// All ones on the board, 0 off it.
    on_board: Grid,
    height: usize,
}

impl Field {
    fn new(size: Size) -> Field {
        let (width, height) = (size.width() as usize, size.height() as usize);
        let mut on_board = [[0; ROW]; ROWS];
        let mut neighbors = [[0; ROW]; ROWS];
        for row in &mut on_board[1..=height] {
            row[1..=width].fill(-1);
        }
        for (y, row) in neighbors.iter_mut().enumerate().take(height + 1).skip(1) {
            for (x, count) in row.iter_mut().enumerate().take(width + 1).skip(1) {
                let edges = [x == 1, x == width, y == 1, y == height].map(i16::from);
                *count = 4 - edges.iter().sum::<i16>();
            }
        }
        Field {
            values: [[0; ROW]; ROWS],
            neighbors,
            on_board,
            height,
        }
    }

    fn dilate(&mut self) {
        self.step(|v, black, white, _| {
            let grow = mask(v >= 0 && white == 0) & black;
            let sink = mask(v <= 0 && black == 0) & white;
            v + grow - sink
        });
    }

    fn erode(&mut self) {
        self.step(|v, black, white, all| {
            let less = (v - (all - black)).max(0) & mask(v > 0);
            let more = (v + (all - white)).min(0) & mask(v < 0);
            less + more
        });
    }

    /// Gives every point of the board its new value from its value and the numbers of its
    /// positive, negative and all neighbours.
    #[inline]
    fn step(&mut self, value: impl Fn(i16, i16, i16, i16) -> i16) {
        let sign =
            |row: &[i16; ROW]| (row.map(|v| i16::from(v > 0)), row.map(|v| i16::from(v < 0)));
        let mut above = ([0; ROW], [0; ROW]);
        let mut here = sign(&self.values[1]);
        for y in 1..=self.height {
            let below = sign(&self.values[y + 1]);
            let row = &mut self.values[y];
            let (neighbors, on_board) = (&self.neighbors[y], &self.on_board[y]);
            for x in 1..ROW - 1 {
                let black = above.0[x] + below.0[x] + here.0[x - 1] + here.0[x + 1];
                let white = above.1[x] + below.1[x] + here.1[x - 1] + here.1[x + 1];
                row[x] = value(row[x], black, white, neighbors[x]) & on_board[x];
            }
            above = here;
            here = below;
        }
    }
}

#[inline]
fn mask(condition: bool) -> i16 {
    -i16::from(condition)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Cell, Point};

    /// Two black stones with a point between them, far from every edge.
    fn tobi() -> Board {
        let mut board = Board::new(Size::square(19));
        let stone = |x| (Point::new(x, 9), Cell::Black);
        board.set(&[stone(8), stone(10)]);
        board
    }

    /// The printed rows of GNU Go's documentation without its blanks: the values that are not 0.
    fn printed(dilations: u8, erosions: u8) -> Vec<Vec<i32>> {
        let bouzy = Bouzy {
            dilations,
            erosions,
        };
        let map = bouzy.map(&tobi(), &PointSet::EMPTY);
        map.chunks(19)
            .map(|row| row.iter().copied().filter(|&v| v != 0).collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect()
    }
    #[test]
    fn worked_example_of_the_gnu_go_documentation() {
        // Row by row the values that are not 0.
        let cases: [(u8, u8, &[&[i32]]); 9] = [
            (0, 0, &[&[128, 128]]),
            (1, 0, &[&[1, 1], &[1, 128, 2, 128, 1], &[1, 1]]),
            (
                2,
                0,
                &[
                    &[1, 1],
                    &[2, 2, 3, 2, 2],
                    &[1, 2, 132, 4, 132, 2, 1],
                    &[2, 2, 3, 2, 2],
                    &[1, 1],
                ],
            ),
            (
                3,
                0,
                &[
                    &[1, 1],
                    &[2, 2, 3, 2, 2],
                    &[2, 4, 6, 6, 6, 4, 2],
                    &[1, 2, 6, 136, 8, 136, 6, 2, 1],
                    &[2, 4, 6, 6, 6, 4, 2],
                    &[2, 2, 3, 2, 2],
                    &[1, 1],
                ],
            ),
            (
                3,
                1,
                &[
                    &[2, 2, 2],
                    &[4, 6, 6, 6, 4],
                    &[2, 6, 136, 8, 136, 6, 2],
                    &[4, 6, 6, 6, 4],
                    &[2, 2, 2],
                ],
            ),
            (
                3,
                2,
                &[
                    &[1],
                    &[2, 6, 6, 6, 2],
                    &[6, 136, 8, 136, 6],
                    &[2, 6, 6, 6, 2],
                    &[1],
                ],
            ),
            (3, 3, &[&[5, 6, 5], &[5, 136, 8, 136, 5], &[5, 6, 5]]),
            (3, 4, &[&[3, 5, 3], &[2, 136, 8, 136, 2], &[3, 5, 3]]),
            (3, 5, &[&[1, 4, 1], &[136, 8, 136], &[1, 4, 1]]),
        ];
        for (dilations, erosions, rows) in cases {
            assert_eq!(printed(dilations, erosions), rows, "{dilations}/{erosions}");
        }
        assert_eq!(printed(3, 6), [&[3][..], &[135, 8, 135], &[3]]);
        assert_eq!(printed(3, 7), [[132, 8, 132]]);
    }

    #[test]
    fn an_isolated_stone_gives_no_territory() {
        let mut board = Board::new(Size::square(19));
        board.set(&[(Point::new(9, 9), Cell::White)]);
        let map = Bouzy::TERRITORY.map(&board, &PointSet::EMPTY);
        assert!(
            map.iter()
                .enumerate()
                .all(|(i, &v)| (v == 0) != (i == 9 * 19 + 9))
        );
    }

    /// The definition again, a point at a time.
    fn slow(board: &Board, bouzy: Bouzy) -> Vec<i32> {
        let size = board.size();
        let at = |p: Point| p.y() as usize * size.width() as usize + p.x() as usize;
        let mut values: Vec<i32> = size
            .points()
            .map(|p| board.get(p).color().map_or(0, |c| 128 * c.sign()))
            .collect();
        let steps = u16::from(bouzy.dilations) + u16::from(bouzy.erosions);
        for step in 0..steps {
            let old = values.clone();
            for p in size.points() {
                let around = |test: fn(i32) -> bool| {
                    let on = p
                        .neighbors()
                        .into_iter()
                        .filter(|&n| board.get(n) != Cell::Edge);
                    on.filter(|&n| test(old[at(n)])).count() as i32
                };
                let v = &mut values[at(p)];
                if step < u16::from(bouzy.dilations) {
                    if *v >= 0 && around(|n| n < 0) == 0 {
                        *v += around(|n| n > 0);
                    } else if *v <= 0 && around(|n| n > 0) == 0 {
                        *v -= around(|n| n < 0);
                    }
                } else if *v > 0 {
                    *v = (*v - around(|n| n <= 0)).max(0);
                } else if *v < 0 {
                    *v = (*v + around(|n| n >= 0)).min(0);
                }
            }
        }
        values
    }

    #[test]
    fn rows_at_once_agree_with_points_one_by_one() {
        let mut seed = 1;
        for (width, height) in [(1, 1), (1, 7), (9, 9), (13, 5), (19, 19), (25, 25)] {
            for density in [4, 12] {
                let mut board = Board::new(Size::new(width, height).unwrap());
                let stones: Vec<(Point, Cell)> = board
                    .size()
                    .points()
                    .map(|p| {
                        seed = crate::go::board::splitmix64(seed);
                        let cell = match seed % density {
                            0 => Cell::Black,
                            1 => Cell::White,
                            _ => Cell::Empty,
                        };
                        (p, cell)
                    })
                    .collect();
                board.set(&stones);
                for bouzy in [Bouzy::TERRITORY, Bouzy::MOYO, Bouzy::AREA] {
                    assert_eq!(bouzy.map(&board, &PointSet::EMPTY), slow(&board, bouzy));
                }
            }
        }
    }
}
