//! Sets of points of a small area as the bits of a number, and what connects in them: one walk for all searches.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A number whose bits are the points of an area.
pub(crate) trait Bits:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// No point.
    const NONE: Self;

    /// The most points that fit.
    const MOST: usize;

    /// One point.
    fn of(index: usize) -> Self;

    /// How many points.
    fn len(self) -> u32;

    /// The first point; of no point some number above all of them.
    fn first(self) -> usize;

    /// The last point; the set is not empty.
    fn last(self) -> usize;

    /// All but the first point.
    fn rest(self) -> Self;

    /// The bits, low ones first.
    fn halves(self) -> [u64; 2];

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

    /// Whether there are two points at least.
    #[inline]
    fn has_two(self) -> bool {
        self.rest() != Self::NONE
    }

    /// Whether it is one point.
    #[inline]
    fn is_one(self) -> bool {
        self != Self::NONE && self.rest() == Self::NONE
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
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn last(self) -> usize {
                Self::MOST - 1 - self.leading_zeros() as usize
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn halves(self) -> [u64; 2] {
                let bits = u128::from(self);
                [bits as u64, (bits >> 64) as u64]
            }
        }
    )*};
}

bits!(u8 u16 u32 u64 u128);

/// Whether these are one point at most, or two beside each other: room for one eye at most.
#[inline]
pub(crate) fn is_one_place<S: Bits>(points: S, neighbors: impl Fn(usize) -> S) -> bool {
    let rest = points.rest();
    rest == S::NONE || rest.is_one() && neighbors(points.first()).meets(rest)
}

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
        rest &= !part;
        Some((part, adjacent))
    })
}
