//! The alive test of Fuwa, Nakamura and Koshisaka (1988) on the points of a small region.
//!
//! Their test: mark the eyes, prune every chain that has fewer than two, with its eyes, and go on
//! until nothing is pruned. An eye is a vacant point surrounded by stones of one colour; it is
//! perfect if all chains round it live, else imperfect. Here an eye may have several points: it is
//! a region of the colour, and it is an eye of each chain to which it is vital (see
//! [`crate::analysis::pass_alive`], where the same is done for whole boards).
//!
//! Guaranteed: what is left cannot be taken although its owner always passes.
//! Not promised: that what is pruned can be taken.

use crate::analysis::local::{LocalRegion, WithAround, prune};
use crate::go::{Bits, ByColor, Color};
use arrayvec::ArrayVec;

/// What the test finds, as bits of the region's points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AliveTest {
    /// Stones of the chains that are left.
    pub alive: u64,
    /// Points of the eyes of chains that are left, surrounded by such chains alone.
    pub perfect: u64,
    /// Points of the other eyes.
    pub imperfect: u64,
}

/// The most chains or eyes of one colour that are looked at; more than fit on 64 points.
const MANY: usize = 40;

/// Tests the stones of a colour. Chains beside a wall of their colour, or beside an empty point
/// outside the region, count as walls: they are not pruned and not reported.
pub(in crate::analysis) fn alive_test(
    region: &LocalRegion<u64>,
    stones: ByColor<u64>,
    color: Color,
) -> AliveTest {
    let own = stones[color];
    let outside = region.outside(color);
    let mut eyes: ArrayVec<WithAround<u64>, MANY> = ArrayVec::new();
    for (eye, adjacent) in region.parts(region.all & !own) {
        if !eye.meets(outside) && !eyes.is_full() {
            eyes.push((eye, adjacent & own));
        }
    }
    if eyes.len() < 2 {
        return AliveTest {
            imperfect: eyes.first().map_or(0, |eye| eye.0),
            ..AliveTest::default()
        };
    }
    let (walls, _) = region.safe_stones(own, color);
    // Of more chains than these nothing is told.
    let chains: ArrayVec<WithAround<u64>, MANY> = region.parts(own & !walls).take(MANY).collect();
    let alive = prune(&chains, &eyes, walls, region.must_touch(stones));
    let left = alive & !walls;
    let mut test = AliveTest {
        alive: left,
        ..AliveTest::default()
    };
    for &(eye, around) in &eyes {
        match around.meets(left) && around.is_within(alive) {
            true => test.perfect |= eye,
            false => test.imperfect |= eye,
        }
    }
    test
}
