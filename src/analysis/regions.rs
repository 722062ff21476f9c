//! Chains and regions, numbered: what Benson's algorithm and everything after it works on.
//!
//! A region of Black is a maximal set of connected points without a black stone (Benson 1976);
//! it holds empty points and white stones. One flood fill a colour finds the regions, the chains
//! that border each, and the chains to which each is vital, in both forms of the algorithm.

use crate::go::{Board, Cell, Color, GRID, Point, PointSet, SuicideRule};

const NONE: u16 = u16::MAX;

/// The chains of a board, numbered in grid order of their first stone.
#[derive(Clone)]
pub struct Chains {
    index: [u16; GRID],
    list: Vec<Chain>,
}

/// One chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whose chain.
    pub color: Color,
    /// Its first stone in grid order.
    pub first: Point,
}

impl Chains {
    /// Numbers the chains.
    pub fn new(board: &Board) -> Chains {
        let mut by_head = [NONE; GRID];
        let mut index = [NONE; GRID];
        let mut list: Vec<Chain> = Vec::with_capacity(64);
        for point in board.size().points() {
            let Some(color) = board.get(point).color() else {
                continue;
            };
            let number = &mut by_head[board.head(point).index()];
            if *number == NONE {
                *number = list.len() as u16;
                list.push(Chain {
                    color,
                    first: point,
                });
            }
            index[point.index()] = *number;
        }
        Chains { index, list }
    }

    /// The chains in order of their numbers.
    pub fn list(&self) -> &[Chain] {
        &self.list
    }

    /// The number of the chain at a point; `None` where there is no stone.
    #[inline]
    pub fn at(&self, point: Point) -> Option<usize> {
        let number = self.index[point.index()];
        (number != NONE).then_some(number as usize)
    }
}

/// The regions of one colour, numbered in grid order of their first point.
#[derive(Clone)]
pub struct Regions {
    color: Color,
    index: [u16; GRID],
    points: Vec<Point>,
    borders: Vec<u16>,
    list: Vec<Spans>,
}

#[derive(Clone, Copy)]
struct Spans {
    points: (u16, u16),
    border: (u16, u16),
    /// By form: suicide forbidden, suicide allowed.
    vital: [Few; 2],
}

/// Up to four chains: a point has no more neighbours.
#[derive(Clone, Copy, Default)]
struct Few {
    chains: [u16; 4],
    count: u8,
}

impl Few {
    fn push(&mut self, chain: u16) {
        if !self.as_slice().contains(&chain) {
            self.chains[self.count as usize] = chain;
            self.count += 1;
        }
    }

    fn retain_in(&mut self, other: &Few) {
        let mut kept = Few::default();
        for &chain in self.as_slice() {
            if other.as_slice().contains(&chain) {
                kept.push(chain);
            }
        }
        *self = kept;
    }

    fn as_slice(&self) -> &[u16] {
        &self.chains[..self.count as usize]
    }
}

/// A region, seen through its [`Regions`].
#[derive(Clone, Copy)]
pub struct Region<'a> {
    regions: &'a Regions,
    spans: &'a Spans,
}

impl Regions {
    /// Finds the regions of a colour.
    pub fn new(board: &Board, chains: &Chains, color: Color) -> Regions {
        let mut regions = Regions {
            color,
            index: [NONE; GRID],
            points: Vec::with_capacity(board.size().area()),
            borders: Vec::with_capacity(64),
            list: Vec::with_capacity(32),
        };
        // The last region that noted each chain as its border.
        let mut noted = vec![NONE; chains.list.len()];
        let own = Cell::from(color);
        for point in board.size().points() {
            if board.get(point) != own && regions.index[point.index()] == NONE {
                regions.fill(board, chains, point, &mut noted);
            }
        }
        regions
    }

    fn fill(&mut self, board: &Board, chains: &Chains, from: Point, noted: &mut [u16]) {
        let number = self.list.len() as u16;
        let own = Cell::from(self.color);
        let (first, first_border) = (self.points.len(), self.borders.len());
        let mut vital = [Few::default(); 2];
        let mut started = [false; 2];
        self.index[from.index()] = number;
        self.points.push(from);
        let mut next = first;
        while let Some(&point) = self.points.get(next) {
            next += 1;
            let mut adjacent = Few::default();
            for n in point.neighbors() {
                let cell = board.get(n);
                if cell == own {
                    let chain = chains.index[n.index()];
                    adjacent.push(chain);
                    if noted[chain as usize] != number {
                        noted[chain as usize] = number;
                        self.borders.push(chain);
                    }
                } else if cell != Cell::Edge && self.index[n.index()] == NONE {
                    self.index[n.index()] = number;
                    self.points.push(n);
                }
            }
            let counts = [board.get(point) == Cell::Empty, true];
            for form in 0..2 {
                if !counts[form] {
                    continue;
                }
                if started[form] {
                    vital[form].retain_in(&adjacent);
                } else {
                    started[form] = true;
                    vital[form] = adjacent;
                }
            }
        }
        self.list.push(Spans {
            points: (first as u16, self.points.len() as u16),
            border: (first_border as u16, self.borders.len() as u16),
            vital,
        });
    }

    /// Whose regions.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no region; only on a board without a free point.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The region with this number.
    ///
    /// # Panics
    /// Where there is none.
    pub fn get(&self, number: usize) -> Region<'_> {
        Region {
            regions: self,
            spans: &self.list[number],
        }
    }

    /// The regions in order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Region<'_>> + '_ {
        self.list.iter().map(|spans| Region {
            regions: self,
            spans,
        })
    }

    /// The number of the region at a point; `None` at a stone of the colour.
    #[inline]
    pub fn at(&self, point: Point) -> Option<usize> {
        let number = self.index[point.index()];
        (number != NONE).then_some(number as usize)
    }
}

impl<'a> Region<'a> {
    /// Its points, the first in grid order first, otherwise as they were found.
    pub fn points(&self) -> &'a [Point] {
        let (from, to) = self.spans.points;
        &self.regions.points[from as usize..to as usize]
    }

    /// Its points as a set.
    pub fn set(&self) -> PointSet {
        self.points().iter().copied().collect()
    }

    /// The numbers of the chains that border it, each once.
    pub fn border(&self) -> impl ExactSizeIterator<Item = usize> + 'a {
        let (from, to) = self.spans.border;
        self.regions.borders[from as usize..to as usize]
            .iter()
            .map(|&chain| chain as usize)
    }

    /// The numbers of the chains to which it is vital. Where suicide is forbidden, every empty
    /// point of the region is a liberty of such a chain; where it is allowed, every point of the
    /// region, stones too, is adjacent to it.
    pub fn vital(&self, rule: SuicideRule) -> impl ExactSizeIterator<Item = usize> + 'a {
        let form = match rule {
            SuicideRule::Forbidden => 0,
            SuicideRule::Allowed => 1,
        };
        self.spans.vital[form]
            .as_slice()
            .iter()
            .map(|&chain| chain as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    #[test]
    fn regions_and_their_borders() {
        let board = diagram::parse(
            ".X.O.
             XXXO.
             OO.XX
             ...X.",
        )
        .unwrap();
        let chains = Chains::new(&board);
        assert_eq!(chains.list().len(), 4);
        let black = Regions::new(&board, &chains, Color::Black);
        let sizes: Vec<usize> = black.iter().map(|r| r.points().len()).collect();
        // a4; c4 d4 e4 d3 e3; a2 b2 c2 a1 b1 c1; e1
        assert_eq!(sizes, [1, 5, 6, 1]);
        let corner = Point::new(0, 0);
        let left = chains.at(Point::new(1, 0)).unwrap();
        assert_eq!(black.at(corner), Some(0));
        assert_eq!(black.get(0).border().collect::<Vec<_>>(), [left]);
        assert_eq!(black.get(1).border().count(), 2);
        assert_eq!(black.at(Point::new(1, 0)), None);
        let white = Regions::new(&board, &chains, Color::White);
        assert_eq!(white.len(), 1);
    }

    #[test]
    fn the_two_forms_of_vital_differ_by_the_stones_of_the_region() {
        let board = diagram::parse(
            "O.X
             XXX
             ...",
        )
        .unwrap();
        let chains = Chains::new(&board);
        let regions = Regions::new(&board, &chains, Color::Black);
        let vital = |n: usize, rule| regions.get(n).vital(rule).count();
        assert_eq!(vital(0, SuicideRule::Forbidden), 1);
        assert_eq!(vital(0, SuicideRule::Allowed), 1);
        let board = diagram::parse(
            "O.X.
             .XX.
             XX..",
        )
        .unwrap();
        let chains = Chains::new(&board);
        let regions = Regions::new(&board, &chains, Color::Black);
        let vital = |n: usize, rule| regions.get(n).vital(rule).count();
        assert_eq!(vital(0, SuicideRule::Forbidden), 1);
        assert_eq!(vital(0, SuicideRule::Allowed), 0);
    }
}
