//! Pseudo-liberties: every pair of a stone of a chain and an adjacent empty point.
//!
//! Their count, sum and sum of squares tell in constant time whether a chain has a liberty at all
//! and whether it has exactly one.

use super::Point;

/// Count, sum and sum of squares of grid numbers in one word, so that each change is one addition.
///
/// A pair of stone and empty point is one of the 1,200 adjacencies of the longest board, and its
/// points have numbers below [`GRID`](super::GRID): 11 bits are enough for the count, 20 for the sum and 30 for
/// the sum of squares, and no field overflows into the next.
#[derive(Clone, Copy, Default)]
pub(super) struct PseudoLiberties(u64);

impl PseudoLiberties {
    const SUM: u32 = 11;
    const SQUARES: u32 = 31;

    #[inline]
    fn one(p: usize) -> u64 {
        let p = p as u64;
        1 | p << Self::SUM | (p * p) << Self::SQUARES
    }

    #[inline]
    pub fn add(&mut self, p: usize) {
        self.0 += Self::one(p);
    }

    #[inline]
    pub fn remove(&mut self, p: usize) {
        self.0 -= Self::one(p);
    }

    #[inline]
    pub fn merge(&mut self, other: PseudoLiberties) {
        self.0 += other.0;
    }

    #[inline]
    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// All pseudo-liberties are the same point: there are at most four of them, and by
    /// Cauchy-Schwarz equality holds there alone.
    #[inline]
    pub fn only(self) -> Option<Point> {
        let count = self.0 & ((1 << Self::SUM) - 1);
        if count == 0 || count > 4 {
            return None;
        }
        let sum = self.0 >> Self::SUM & ((1 << (Self::SQUARES - Self::SUM)) - 1);
        let squares = self.0 >> Self::SQUARES;
        let equal = count * squares == sum * sum;
        equal.then(|| Point::from_index((sum / count) as usize))
    }

    /// Whether there is exactly this one.
    #[inline]
    pub fn is_only(self, p: usize) -> bool {
        let count = self.0 & ((1 << Self::SUM) - 1);
        count != 0 && self.0 == count * Self::one(p)
    }
}
