//! Sets of points of a small area as the bits of a number, and what connects in them: one walk for all searches.

use std::ops::{BitAnd, BitOrAssign, Not};

/// A number whose bits are the points of an area.
pub(crate) trait Bits:
    Copy + Eq + BitAnd<Output = Self> + BitOrAssign + Not<Output = Self>
{
    /// No point.
    const NONE: Self;

    /// The first point; of no point some number above all of them.
    fn first(self) -> usize;

    /// All but the first point.
    fn rest(self) -> Self;

    /// The first point as a set; of no point none.
    #[inline]
    fn lowest(self) -> Self {
        self & !self.rest()
    }

    /// The numbers of its points, in order.
    #[inline]
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
}

/// The numbers of the points of a set, in order.
#[derive(Clone, Debug)]
pub(crate) struct Indices<S>(S);

impl<S: Bits> Iterator for Indices<S> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == S::NONE {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.rest();
        Some(first)
    }
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

bits!(u8 u16 u32 u64 u128);

/// What is connected to the seeds within a set, the seeds included, and everything adjacent to that.
#[inline]
pub(crate) fn flood<S: Bits>(seeds: S, within: S, neighbors: impl Fn(usize) -> S) -> (S, S) {
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

/// The connected parts of a set that have one of the seeds, each with everything adjacent to it.
#[inline]
pub(crate) fn parts<S: Bits>(
    seeds: S,
    within: S,
    neighbors: impl Fn(usize) -> S,
) -> impl Iterator<Item = (S, S)> {
    let mut rest = seeds & within;
    std::iter::from_fn(move || {
        if rest == S::NONE {
            return None;
        }
        let (part, adjacent) = flood(rest.lowest(), within, &neighbors);
        rest = rest & !part;
        Some((part, adjacent))
    })
}
