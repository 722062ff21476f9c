//! What can be said of a position without search: that the target lives, or that it cannot.

use super::region::{Region, Set, State, bits};
use crate::go::SuicideRule;

/// More chains or eyes of one colour than matter; what comes after them counts as no eye.
const MANY: usize = 48;

impl Region {
    /// Whether a target stone is connected to safety or pass-alive (Benson's algorithm inside the
    /// region; chains that are connected to safety count as pass-alive).
    pub fn lives(&self, state: &State) -> bool {
        let (to_safety, _) = self.safe_stones(state, self.defender);
        to_safety & state.target != 0 || self.pass_alive(state, to_safety) & state.target != 0
    }

    /// The pass-alive stones of the defender; `to_safety` are those connected to safety.
    fn pass_alive(&self, state: &State, to_safety: Set) -> Set {
        let own = state.stones[self.defender.index()];
        let outside = self.outside(self.defender);
        let mut eyes = [(0, 0); MANY];
        let mut count = 0;
        let mut rest = self.all & !own;
        while rest != 0 {
            let (region, adjacent) = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !region;
            if region & outside == 0 && count < MANY {
                eyes[count] = (region, adjacent & own);
                count += 1;
            }
        }
        if count < 2 {
            return 0;
        }
        let eyes = &eyes[..count];
        let must_touch = match self.suicide {
            SuicideRule::Forbidden => self.empty(state),
            SuicideRule::Allowed => self.all,
        };
        let mut chains = [(0, 0); MANY];
        let mut count = 0;
        let mut rest = own & !to_safety;
        while rest != 0 && count < MANY {
            let (chain, adjacent) = self.flood(rest & rest.wrapping_neg(), own);
            rest &= !chain;
            chains[count] = (chain, adjacent);
            count += 1;
        }
        let mut alive = own & !rest;
        loop {
            let before = alive;
            for &(chain, adjacent) in &chains[..count] {
                if alive & chain == 0 {
                    continue;
                }
                let is_vital = |eye: &&(Set, Set)| {
                    let (points, around) = **eye;
                    around & chain != 0
                        && around & !alive == 0
                        && points & must_touch & !adjacent == 0
                };
                if eyes.iter().filter(is_vital).count() < 2 {
                    alive &= !chain;
                }
            }
            if alive == before {
                return alive & !to_safety;
            }
        }
    }

    /// Where the target could still get eyes: the points connected to it without crossing a safe
    /// stone of the attacker, and of these the ones without such a stone beside them.
    pub fn room(&self, state: &State) -> Room {
        let (safe, beside_safe) = self.safe_stones(state, !self.defender);
        let (reach, _) = self.flood(state.target, self.all & !safe);
        let beside = beside_safe | self.beside_wall[(!self.defender).index()];
        Room {
            reach,
            inner: reach & !beside,
        }
    }

    /// How hard it looks to take the target, and to make it live.
    ///
    /// The weights are a logistic regression of what became of some 60,000 positions that the
    /// search had settled; only the order of the search depends on them.
    pub fn outlook(&self, state: &State, room: &Room) -> (u32, u32) {
        let own = state.stones[self.defender.index()];
        let other = state.stones[(!self.defender).index()];
        let (mut eyes, mut likely, mut possible) = (0, 0, 0);
        for point in bits(room.inner & !own & !self.outside(self.defender)) {
            let beside = self.neighbors(point);
            let beside_own = beside & own;
            if beside_own == 0 {
                continue;
            }
            possible += 1;
            if other >> point & 1 == 1 || beside & other != 0 {
                continue;
            }
            if beside_own == beside {
                eyes += 1;
            } else if beside_own.count_ones() >= 2 || beside.count_ones() == 2 {
                likely += 1;
            }
        }
        let stones = (room.inner & (own | other)).count_ones() as i32;
        let first = i32::from(state.to_move != self.defender);
        // In sixteenths.
        let dead = 50 + 22 * first - 3 * stones - 27 * eyes - 12 * likely - 6 * possible;
        let power = (dead / 4).clamp(-32, 32);
        (POWERS[(32 - power) as usize], POWERS[(32 + power) as usize])
    }

    /// Whether the target cannot live whoever plays first: it reaches no safety, and there is no
    /// room for two eyes.
    ///
    /// Points of the room that hold stones of the one chain that is the target are no eyes before
    /// it is taken. Of the others no two are apart, with at most two of them (the proof is that of
    /// `PassAlive::territory`, with safe stones for pass-alive ones); or the attacker holds the
    /// point to which all others are adjacent, or two points to which both others are. There the
    /// defender gets one eye even if the attacker never plays inside, since what could part the
    /// points is taken only when they are full; and what the attacker fills before he is taken
    /// leaves the same shapes, smaller.
    pub fn dies(&self, state: &State, room: &Room) -> bool {
        if room.reach & self.safe(self.defender) != 0 {
            return false;
        }
        let mut eyes = room.inner;
        let own = eyes & state.stones[self.defender.index()];
        if own != 0 {
            let all = state.stones[self.defender.index()];
            let (chain, _) = self.flood(own & own.wrapping_neg(), all);
            if (own | state.target) & !chain == 0 {
                eyes &= !own;
            }
        }
        let inside = eyes & state.stones[(!self.defender).index()];
        let first = inside.trailing_zeros() as usize;
        match (eyes.count_ones(), inside.count_ones()) {
            (0 | 1, _) => true,
            (2, _) => self.neighbors(eyes.trailing_zeros() as usize) & eyes != 0,
            (3..=5, 1) => eyes & !inside & !self.neighbors(first) == 0,
            (3..=4, 2) => {
                let last = 127 - inside.leading_zeros() as usize;
                let beside = self.neighbors(first) | self.neighbors(last);
                self.neighbors(first) & inside != 0 && eyes & !inside & !beside == 0
            }
            _ => false,
        }
    }
}

/// 64 times e to the power of -4, -3 7/8 and so on to 4.
const POWERS: [u32; 65] = [
    1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 21, 24, 27, 30, 34,
    39, 44, 50, 56, 64, 73, 82, 93, 106, 120, 135, 154, 174, 197, 223, 253, 287, 325, 368, 417,
    473, 536, 607, 688, 780, 883, 1001, 1134, 1285, 1457, 1651, 1870, 2119, 2402, 2721, 3084, 3494,
];

/// Where the target could still get eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// The points connected to it without crossing a safe stone of the attacker.
    pub reach: Set,
    /// Those of them without a safe stone of the attacker beside them.
    pub inner: Set,
}
