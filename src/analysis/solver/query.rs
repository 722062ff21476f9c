//! What the solver does with a query.

use crate::analysis::local::{LocalState, NO_KO};
use crate::analysis::query::{Endless, Goal, Query};
use crate::go::{Bits, Color};

impl Query {
    /// Whether play without end takes the target only where the defender, for whom kos are read, must take a stone back
    /// at once in each round: what comes back without that costs him no threat.
    #[inline]
    pub(super) fn costs_threats(&self, defender: Color) -> bool {
        self.goal == Goal::Capture && self.endless == Endless::Reaches && self.kos_for == defender
    }

    /// Whether the seeker may wait for a ko that binds him: only where play without end is for him.
    #[inline]
    pub(super) fn waits<S: Bits>(&self, state: &LocalState<S>) -> bool {
        self.endless == Endless::Reaches && state.ko != NO_KO
    }

    /// Whether what another query found of a position holds for this one: that its seeker gets what he
    /// wants, or that he does not. `is_plain` says that no ko and no repetition had to do with it.
    ///
    /// Who gets it plays no pass where play without end counts against him, so all his plays are open to him
    /// here, too, if kos are read no worse for him. And who takes the target keeps it from life, as who makes
    /// it live keeps it from being taken: there he may pass, and play without end may count for him.
    #[inline]
    pub(super) fn follows_from(
        &self,
        other: &Query,
        defender: Color,
        gets: bool,
        is_plain: bool,
    ) -> bool {
        let is_same = self.goal == other.goal;
        let has_kos = |more: &Query, less: &Query| {
            let seeker = other.seeker(defender);
            less.kos_for != seeker || more.kos_for == seeker
        };
        let ends = |query: &Query| query.endless == Endless::Misses;
        match gets {
            true => is_plain || has_kos(self, other) && (ends(other) || !is_same && ends(self)),
            false => is_same && (is_plain || has_kos(other, self) && ends(self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::query::TakenOrLives;

    /// What follows from a query is what is no harder to get: of the seven that are asked of a White target.
    #[test]
    fn what_is_got_though_kos_are_read_against_it_is_got_in_every_way() {
        let TakenOrLives { taken, lives } = Query::strict(Color::White);
        let TakenOrLives {
            taken: with_kos,
            lives: lives_with_kos,
        } = Query::generous(Color::White);
        let TakenOrLives {
            taken: in_the_end,
            lives: lives_in_the_end,
        } = Query::in_the_end(Color::White);
        let in_time = Query::taken_in_time(Color::White);
        let all = [
            taken,
            lives,
            with_kos,
            lives_with_kos,
            in_time,
            in_the_end,
            lives_in_the_end,
        ];
        let follow = |other: Query, gets, is_plain| {
            let follows = |query: &&Query| query.follows_from(&other, Color::White, gets, is_plain);
            all.iter().filter(follows).copied().collect::<Vec<_>>()
        };
        assert_eq!(follow(taken, true, false), all);
        assert_eq!(follow(lives, true, false), all);
        // A ko that Black wins takes it in time, which says nothing of what comes with White's threats.
        assert_eq!(
            follow(in_time, true, false),
            [lives, with_kos, in_time, lives_in_the_end]
        );
        assert_eq!(follow(in_the_end, true, false), [lives, lives_with_kos]);
        // Who cannot take it with kos cannot without, and what is not taken may be a seki.
        assert_eq!(follow(with_kos, false, false), [taken, in_time]);
        assert_eq!(follow(taken, false, false), [taken]);
        // Without a ko it is all one.
        assert_eq!(follow(in_the_end, true, true), all);
        assert_eq!(
            follow(taken, false, true),
            [taken, with_kos, in_time, in_the_end]
        );
    }
}
