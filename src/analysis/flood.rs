//! Sets of points of a small area as the bits of a number, and what connects in them.

use std::ops::{BitAnd, BitOrAssign, Not};

/// A number whose bits are the points of an area.
pub(in crate::analysis) trait Bits:
    Copy + Eq + BitAnd<Output = Self> + BitOrAssign + Not<Output = Self>
{
    /// No point.
    const NONE: Self;

    /// The first point; of no point some number above all of them.
    fn first(self) -> usize;

    /// All but the first point.
    fn rest(self) -> Self;
}

macro_rules! bits {
    ($($number:ty)*) => {$(
        impl Bits for $number {
            const NONE: Self = 0;

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    )*};
}

bits!(u32 u64 u128);

/// What is connected to the seeds within a set, the seeds included, and everything adjacent to that.
#[inline]
pub(in crate::analysis) fn flood<S: Bits>(
    seeds: S,
    within: S,
    neighbors: impl Fn(usize) -> S,
) -> (S, S) {
    let (mut set, mut front, mut adjacent) = (seeds, seeds, S::NONE);
    // All points of a step at once: none waits for what another one finds.
    while front != S::NONE {
        let mut beside = S::NONE;
        while front != S::NONE {
            beside |= neighbors(front.first());
            front = front.rest();
        }
        adjacent |= beside;
        front = beside & within & !set;
        set |= front;
    }
    (set, adjacent)
}
