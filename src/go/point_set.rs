//! A set of points, a bit for each place of the grid.

use super::point::{GRID, Point, STRIDE};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

const WORDS: usize = GRID.div_ceil(64);

/// A set of points; iterates in grid order (row by row).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        let i = point.index();
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// Adds a point; `true` where it was not in the set before.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let i = point.index();
        let bit = 1 << (i % 64);
        let new = self.0[i / 64] & bit == 0;
        self.0[i / 64] |= bit;
        new
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        let i = point.index();
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is no point in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// The first point in grid order.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points in grid order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        PointIter { left: *self, at: 0 }
    }

    /// Whether every point of this set is in the other.
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Whether the sets share a point.
    pub fn intersects(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The neighbours of these points; of points of a board, some may lie off it.
    pub fn beside(&self) -> PointSet {
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        let moved = |i: usize, by: usize| {
            let before = word(i.wrapping_sub(1)) >> (64 - by);
            let after = word(i + 1) << (64 - by);
            self.0[i] << by | before | self.0[i] >> by | after
        };
        PointSet(std::array::from_fn(|i| moved(i, 1) | moved(i, STRIDE)))
    }

    /// The points with two neighbours or more in this set; of points of a board, some may lie off it.
    pub fn beside_two(&self) -> PointSet {
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        PointSet(std::array::from_fn(|i| {
            let up = |by: usize| self.0[i] << by | word(i.wrapping_sub(1)) >> (64 - by);
            let down = |by: usize| self.0[i] >> by | word(i + 1) << (64 - by);
            let (left, right, above, below) = (down(1), up(1), down(STRIDE), up(STRIDE));
            left & right | above & below | (left | right) & (above | below)
        }))
    }

    /// These points and a step on from them, within others.
    pub fn with_step(&self, within: &PointSet) -> PointSet {
        *self | self.beside() & *within
    }

    /// These points and so many steps on from them, within others.
    pub fn with_steps(&self, steps: usize, within: &PointSet) -> PointSet {
        (0..steps).fold(*self, |points, _| points.with_step(within))
    }

    /// Whether a point of this set has a neighbour in the other.
    pub fn touches(&self, other: &PointSet) -> bool {
        self.beside().intersects(other)
    }

    /// The connected pieces, in grid order of their first points.
    pub fn pieces(&self) -> Vec<PointSet> {
        let mut rest = *self;
        let mut pieces = Vec::with_capacity(16);
        let mut stack = Vec::with_capacity(64);
        while let Some(start) = rest.first() {
            let mut piece = PointSet::EMPTY;
            rest.remove(start);
            stack.push(start);
            while let Some(point) = stack.pop() {
                piece.insert(point);
                for n in point.neighbors() {
                    if rest.contains(n) {
                        rest.remove(n);
                        stack.push(n);
                    }
                }
            }
            pieces.push(piece);
        }
        pieces
    }

    fn zip(&self, other: &PointSet, op: impl Fn(u64, u64) -> u64) -> PointSet {
        PointSet(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

/// The points of a set that are left, none of them in a word before this one.
struct PointIter {
    left: PointSet,
    at: usize,
}

impl Iterator for PointIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while let Some(word) = self.left.0.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::from_index(self.at * 64 + bit));
            }
            self.at += 1;
        }
        None
    }
}

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet::EMPTY
    }
}

/// Sets of points read as the small sets of the searches do, whose bits are a number: `|`, `&`, and `-` where those
/// write `& !`.
impl BitOr for PointSet {
    type Output = PointSet;

    /// The points in either set.
    #[inline]
    fn bitor(self, other: PointSet) -> PointSet {
        self.zip(&other, |a, b| a | b)
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    /// The points in both sets.
    #[inline]
    fn bitand(self, other: PointSet) -> PointSet {
        self.zip(&other, |a, b| a & b)
    }
}

impl Sub for PointSet {
    type Output = PointSet;

    /// The points of this set that are not in the other.
    #[inline]
    fn sub(self, other: PointSet) -> PointSet {
        self.zip(&other, |a, b| a & !b)
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        *self = *self & other;
    }
}

impl SubAssign for PointSet {
    #[inline]
    fn sub_assign(&mut self, other: PointSet) {
        *self = *self - other;
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl FromIterator<PointSet> for PointSet {
    /// The union.
    fn from_iter<I: IntoIterator<Item = PointSet>>(sets: I) -> PointSet {
        let sets = sets.into_iter();
        sets.fold(PointSet::EMPTY, |all, set| all | set)
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
