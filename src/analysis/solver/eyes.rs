//! What can be said of a position without search: that the target lives, or that it cannot.

use crate::analysis::local::{LocalRegion, LocalState, NO_KO, Room, prune};
use crate::go::Bits;

/// More chains or eyes of one colour than matter; what comes after them counts as no eye.
const MANY: usize = 24;

impl<S: Bits> LocalRegion<S> {
    /// Whether a target stone is connected to safety or pass-alive (Benson's algorithm inside the
    /// region; chains that are connected to safety count as pass-alive), or the prey is taken.
    pub(super) fn lives(&self, state: &LocalState<S>, room: &Room<S>) -> bool {
        let own = state.stones[self.defender];
        let (to_safety, beside) = self.safe_stones(own, self.defender);
        to_safety.meets(state.target)
            || !self.prey.is_within(state.stones[!self.defender])
            || self.reaches_safety(state, beside | self.safe(self.defender))
            || self.pass_alive(state, room, to_safety).meets(state.target)
    }

    /// Whether a chain of the target is one play from safety, and the defender is to play or has two such plays: where the
    /// attacker takes one point, the other connects. No ko forbids it, since it was empty before his play.
    fn reaches_safety(&self, state: &LocalState<S>, at_safety: S) -> bool {
        let mut plays = at_safety & self.empty(state.stones);
        let mut need = 2;
        if state.to_move == self.defender {
            need = 1;
            if state.ko != NO_KO {
                plays &= !S::of(usize::from(state.ko));
            }
        }
        plays.len() >= need && {
            let own = state.stones[self.defender];
            let mut chains = self.parts_at(state.target, own);
            chains.any(|(_, around)| (around & plays).len() >= need)
        }
    }

    /// The pass-alive stones of the defender, and those connected to safety, which are given.
    fn pass_alive(&self, state: &LocalState<S>, room: &Room<S>, to_safety: S) -> S {
        let own = state.stones[self.defender];
        let outside = self.outside(self.defender);
        let mut eyes = [(S::NONE, S::NONE); MANY];
        let mut count = 0;
        // A region with a safe stone in it goes on outside.
        for (eye, adjacent) in self.parts(room.inner & !own) {
            let is_shut = (adjacent & !own).is_within(eye) && !eye.meets(outside);
            if is_shut && count < MANY {
                eyes[count] = (eye, adjacent & own);
                count += 1;
            }
        }
        if count < 2 {
            return to_safety;
        }
        let eyes = &eyes[..count];
        let mut chains = [(S::NONE, S::NONE); MANY];
        let mut count = 0;
        for chain in self.parts(own & room.reach & !to_safety).take(MANY) {
            chains[count] = chain;
            count += 1;
        }
        prune(
            &chains[..count],
            eyes,
            to_safety,
            self.must_touch(state.stones),
        )
    }

    /// The same state with what cannot matter any more taken for the attacker's: all that safe stones of his
    /// cut off from the target. So states that differ only there are one.
    pub(super) fn normal(&self, mut state: LocalState<S>) -> (LocalState<S>, Room<S>) {
        let room = self.room(&state);
        if state.target != S::NONE {
            state.stones[self.defender] &= room.reach;
            state.stones[!self.defender] |= self.all & !room.reach;
            if !room.reach.has(usize::from(state.ko)) {
                state.ko = NO_KO;
            }
        }
        (state, room)
    }

    /// The same after a play at a point; `before` is the position before it, the same for all that are alike,
    /// with its room. Most plays leave the room as it is.
    pub(super) fn normal_after(
        &self,
        (before, room): (&LocalState<S>, &Room<S>),
        mut state: LocalState<S>,
        point: usize,
    ) -> (LocalState<S>, Room<S>) {
        let (me, you) = (before.to_move, !before.to_move);
        let added = before.stones[me] | S::of(point);
        if state.stones[you] != before.stones[you] || state.stones[me] != added {
            return self.normal(state);
        }
        let attacker = !self.defender;
        // All around the points within reach are safe stones of the attacker.
        let is_safe =
            self.safe(attacker).has(point) || !self.neighbors(point).is_within(room.reach);
        if before.to_move != attacker || !is_safe {
            return (state, *room);
        }
        let loose = state.stones[attacker] & room.reach;
        let (joined, beside) = self.flood(S::of(point), loose);
        let (reach, _) = self.flood(state.target, room.reach & !joined);
        state.stones[self.defender] &= reach;
        state.stones[attacker] |= self.all & !reach;
        let room = Room {
            reach,
            inner: room.inner & reach & !beside,
        };
        (state, room)
    }

    /// How hard it looks to take the target, and to make it live.
    ///
    /// The weights are a logistic regression of what became of some 60,000 positions that the
    /// search had settled; only the order of the search depends on them.
    pub(super) fn outlook(&self, state: &LocalState<S>, room: &Room<S>) -> (u32, u32) {
        let own = state.stones[self.defender];
        let other = state.stones[!self.defender];
        let (mut eyes, mut likely, mut possible) = (0, 0, 0);
        for point in (room.inner & !own & !self.outside(self.defender)).indices() {
            let beside = self.neighbors(point);
            let beside_own = beside & own;
            if beside_own == S::NONE {
                continue;
            }
            possible += 1;
            if other.has(point) || beside.meets(other) {
                continue;
            }
            if beside_own == beside {
                eyes += 1;
            } else if beside_own.len() >= 2 || beside.len() == 2 {
                likely += 1;
            }
        }
        let stones = (room.inner & (own | other)).len() as i32;
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
    pub(super) fn dies(&self, state: &LocalState<S>, room: &Room<S>) -> bool {
        if room.reach.meets(self.safe(self.defender)) {
            return false;
        }
        let mut eyes = room.inner;
        let stones = state.stones[self.defender];
        let own = eyes & stones;
        if own != S::NONE {
            let (chain, _) = self.flood(own.lowest(), stones);
            if (own | state.target).is_within(chain) {
                eyes &= !own;
            }
        }
        let inside = eyes & state.stones[!self.defender];
        let first = inside.first();
        match (eyes.len(), inside.len()) {
            (0 | 1, _) => true,
            (2, _) => self.neighbors(eyes.first()).meets(eyes),
            (3..=5, 1) => (eyes & !inside).is_within(self.neighbors(first)),
            (3..=4, 2) => {
                let beside = self.neighbors(first) | self.neighbors(inside.last());
                self.neighbors(first).meets(inside) && (eyes & !inside).is_within(beside)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::problem::Problem;
    use crate::analysis::solver::Outside;
    use crate::go::{Color, Point, PointSet, SuicideRule, diagram};

    /// White's stones on the left are shut in by Black's, whatever stands on the right.
    #[test]
    fn what_is_cut_off_makes_no_difference() {
        let seen = |row: &str| {
            let board = diagram::parse(&format!("{row}\nXXXX..."));
            let board = board.expect("a board");
            let area: PointSet = (0..7).map(|x| Point::new(x, 0)).collect();
            let target: PointSet = [Point::new(0, 0), Point::new(1, 0)].into_iter().collect();
            let problem = Problem {
                board: &board,
                area: &area,
                target: &target,
                first: Color::White,
                suicide: SuicideRule::Forbidden,
            };
            let beyond = Outside::Wall(Color::Black);
            let (region, state) = LocalRegion::<u64>::new(&problem, beyond).expect("a problem");
            (state, region.normal(state).0)
        };
        let (state, normal) = seen("OO.X.O.");
        let (other, same) = seen("OO.XX..");
        assert_ne!(state, other);
        assert_eq!(normal, same);
        let (_, free) = seen("OO...O.");
        assert_ne!(normal, free);
    }
}
