//! Yes-or-no questions about a target, as both searches ask them.

use super::local::{LocalState, NO_KO};
use crate::go::{Bits, Color};

/// What is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The attacker seeks to take the whole target.
    Capture,
    /// The defender seeks to make a target stone pass-alive or safe.
    Life,
}

/// What play without end is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// It reaches the goal.
    Reaches,
    /// It does not.
    Misses,
}

/// Whether a target is taken, and whether it lives, asked alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenOrLives {
    pub taken: Query,
    pub lives: Query,
}

impl TakenOrLives {
    /// Whether it is one of the two.
    pub fn has(&self, query: &Query) -> bool {
        [self.taken, self.lives].contains(query)
    }
}

/// A yes-or-no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    pub goal: Goal,
    /// For whom kos are read.
    pub kos_for: Color,
    pub endless: Endless,
}

impl Query {
    pub fn new(goal: Goal, kos_for: Color, endless: Endless) -> Query {
        Query {
            goal,
            kos_for,
            endless,
        }
    }

    /// Whether the target is taken, and whether it lives, each with kos and play without end read
    /// against the seeker.
    pub fn strict(defender: Color) -> TakenOrLives {
        TakenOrLives {
            taken: Query::new(Goal::Capture, defender, Endless::Misses),
            lives: Query::new(Goal::Life, !defender, Endless::Misses),
        }
    }

    /// The same two with kos read for the seeker.
    pub fn generous(defender: Color) -> TakenOrLives {
        TakenOrLives {
            taken: Query::new(Goal::Capture, !defender, Endless::Reaches),
            lives: Query::new(Goal::Life, defender, Endless::Misses),
        }
    }

    /// Whether the target is taken with kos read for the attacker, and play without end against him: kos get him
    /// more than that.
    pub fn taken_in_time(defender: Color) -> Query {
        Query::new(Goal::Capture, !defender, Endless::Misses)
    }

    /// Whether a ko binds a player: only the side for whom kos are not read.
    #[inline]
    pub fn binds(&self, player: Color) -> bool {
        self.kos_for != player
    }

    /// The state in which the query is asked.
    #[inline]
    pub(super) fn state<S: Bits>(&self, mut state: LocalState<S>) -> LocalState<S> {
        if !self.binds(state.to_move) {
            state.ko = NO_KO;
        }
        state
    }

    /// Who seeks the goal.
    pub fn seeker(&self, defender: Color) -> Color {
        match self.goal {
            Goal::Capture => !defender,
            Goal::Life => defender,
        }
    }

    /// Whether the target is taken, or lives, in the end, though kos are read against the seeker: a
    /// ko that the other side must take back again and again costs it a threat each time, and settles
    /// nothing.
    pub fn in_the_end(defender: Color) -> TakenOrLives {
        TakenOrLives {
            taken: Query::new(Goal::Capture, defender, Endless::Reaches),
            lives: Query::new(Goal::Life, !defender, Endless::Reaches),
        }
    }
}
