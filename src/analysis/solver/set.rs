//! Points of a region as the bits of a number: one of 64 bits where they fit, else one of 128.

use crate::analysis::flood::Bits;
use std::fmt::Debug;
use std::ops::{BitAndAssign, BitOr, BitXor};

/// A set of points of a region.
pub(super) trait BitSet:
    Bits + BitAndAssign + BitOr<Output = Self> + BitXor<Output = Self> + Debug
{
    /// The most points that fit.
    const MOST: usize;

    /// One point.
    fn of(index: usize) -> Self;

    /// How many points.
    fn len(self) -> u32;

    /// The last point; the set is not empty.
    fn last(self) -> usize;

    /// The bits, low ones first.
    fn halves(self) -> [u64; 2];

    /// Whether a point is in it.
    #[inline]
    fn has(self, index: usize) -> bool {
        self.meets(Self::of(index))
    }

    /// Whether a point is in both.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }

    /// Whether all points are in another set.
    #[inline]
    fn is_within(self, other: Self) -> bool {
        self & !other == Self::NONE
    }

    /// Whether it is one point.
    #[inline]
    fn is_one(self) -> bool {
        self != Self::NONE && self.rest() == Self::NONE
    }
}

macro_rules! sets {
    ($($number:ty: $halves:expr),*) => {$(
        impl BitSet for $number {
            const MOST: usize = <$number>::BITS as usize;

            #[inline]
            fn of(index: usize) -> Self {
                1 << (index % Self::MOST)
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn last(self) -> usize {
                Self::MOST - 1 - self.leading_zeros() as usize
            }

            #[inline]
            fn halves(self) -> [u64; 2] {
                $halves(self)
            }
        }
    )*};
}

sets!(
    u64: |bits| [bits, 0],
    u128: |bits: u128| [bits as u64, (bits >> 64) as u64]
);
