//! The alive test of Fuwa, Nakamura and Koshisaka (1988) on the points of a small area.
//!
//! Their test: mark the eyes, prune every chain that has fewer than two, with its eyes, and go on
//! until nothing is pruned. An eye is a vacant point surrounded by stones of one colour; it is
//! perfect if all chains round it live, else imperfect. Here an eye may have several points: it is
//! a region of the colour, and it is an eye of each chain to which it is vital (see
//! [`crate::analysis::pass_alive`], where the same is done for whole boards).
//!
//! Guaranteed: what is left cannot be taken although its owner always passes.
//! Not promised: that what is pruned can be taken.

use super::local::{LocalArea, Situation};
use crate::go::{Color, SuicideRule};
use arrayvec::ArrayVec;

/// What the test finds, as bits of the area's points.
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

/// Points of each of several chains or eyes, and what is adjacent to them.
type Several = ArrayVec<(u64, u64), MANY>;

/// Tests the stones of a colour. Chains beside a wall of their colour, or beside an empty point
/// outside the area, count as walls: they are not pruned and not reported.
pub fn alive_test(local: &LocalArea, stones: [u64; 2], color: Color) -> AliveTest {
    let own = stones[color.index()];
    let outside = local.outside(color);
    let mut eyes: Several = ArrayVec::new();
    let other = local.all & !own;
    for (region, adjacent) in local.parts(other, other) {
        if region & outside == 0 && !eyes.is_full() {
            eyes.push((region, adjacent & own));
        }
    }
    if eyes.len() < 2 {
        return AliveTest {
            imperfect: eyes.first().map_or(0, |eye| eye.0),
            ..AliveTest::default()
        };
    }
    prune(local, stones, color, &eyes)
}

fn prune(local: &LocalArea, stones: [u64; 2], color: Color, eyes: &[(u64, u64)]) -> AliveTest {
    let own = stones[color.index()];
    let must_touch = match local.suicide {
        SuicideRule::Forbidden => local.all & !(stones[0] | stones[1]),
        SuicideRule::Allowed => local.all,
    };
    let (walls, _) = local.flood(own & local.safe(color), own);
    let chains: Several = local.parts(own & !walls, own).take(MANY).collect();
    let marked = eyes.iter().fold(0, |set, eye| set | eye.0);
    // Of more chains than these nothing is told.
    let mut alive = chains.iter().fold(walls, |set, chain| set | chain.0);
    loop {
        let before = alive;
        for &(chain, adjacent) in &chains {
            if alive & chain == 0 {
                continue;
            }
            let of_chain = |eye: &&(u64, u64)| {
                let (points, around) = **eye;
                around & chain != 0 && around & !alive == 0 && points & must_touch & !adjacent == 0
            };
            if eyes.iter().filter(of_chain).count() < 2 {
                alive &= !chain;
            }
        }
        if alive == before {
            break;
        }
    }
    let mut perfect = 0;
    let left = alive & !walls;
    for &(points, around) in eyes {
        if around & left != 0 && around & !alive == 0 {
            perfect |= points;
        }
    }
    AliveTest {
        alive: left,
        perfect,
        imperfect: marked & !perfect,
    }
}

impl LocalArea {
    /// Whether a target stone is pass-alive or safe.
    #[inline]
    pub(in crate::analysis) fn lives(&self, state: &Situation) -> bool {
        let own = state.stones[self.defender.index()];
        let (to_safety, _) = self.flood(own & self.safe(self.defender), own);
        to_safety & state.target != 0
            || alive_test(self, state.stones, self.defender).alive & state.target != 0
    }
}
