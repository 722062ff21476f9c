//! What can be said of a position without search: that the target lives, or that it cannot.

use super::region::{Region, Set, State};
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

    /// Whether the target cannot live whoever plays first, since there is room for one eye at
    /// most: it reaches no safety, and no two points of the room are apart. (The proof is that of
    /// `PassAlive::territory`, with safe stones for pass-alive ones.)
    pub fn dies(&self, room: &Room) -> bool {
        if room.reach & self.safe(self.defender) != 0 {
            return false;
        }
        match room.inner.count_ones() {
            0 | 1 => true,
            2 => self.neighbors(room.inner.trailing_zeros() as usize) & room.inner != 0,
            _ => false,
        }
    }
}

/// Where the target could still get eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// The points connected to it without crossing a safe stone of the attacker.
    pub reach: Set,
    /// Those of them without a safe stone of the attacker beside them.
    pub inner: Set,
}
