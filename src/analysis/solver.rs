//! The solver: one search for life, death, seki and ko in a region of up to 128 points.
//!
//! Sources: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002);
//! A. Kishimoto and M. Müller, "A general solution to the graph history interaction problem" (2004)
//! and "Search versus knowledge for solving life and death problems in Go" (2005); T. Ueda et al.,
//! "Weak proof-number search" (2008). The tests at the leaves are those of the pass-alive module.
//!
//! Both sides play in the region alone and may pass. Stones outside are walls: the caller promises
//! that they cannot be taken. An empty point outside is a liberty that nobody ever fills, so a
//! chain that touches one, like one that touches a wall of its colour, is safe.
//!
//! Guaranteed: an [`Answer`] other than [`Answer::NotFinished`] is exact under that promise; every
//! line was read to its end, positions in the table are compared whole, but for what safe stones of
//! the attacker cut off from the target. (Of the path to a position that rests on a repetition a
//! 64-bit hash is compared.) Caps count nodes: a question is given up at the same node on every
//! machine.
//! Not promised: that the walls are safe, or that nothing outside the region matters.

mod alike;
pub mod book;
mod eyes;
mod first_plays;
mod history;
mod line;
mod moves;
mod query;
mod search;
mod status;
mod table;

pub use super::local::Outside;
use super::local::{self, LocalRegion};
use super::problem::{Answer, Problem, Solution};
use crate::go::{Bits, PointSet};
use first_plays::Confirmed;
pub use first_plays::{Caps, FirstPlays};
use line::ShownBy;
use search::Search;
use status::status;
use std::cell::RefCell;
use table::Transpositions;

/// The most points that a region can have.
pub const MOST_POINTS: usize = local::MOST;

/// Solves problems one after the other with one table. What was found of a region is of use to what is asked
/// of the same region next.
pub struct Solver {
    node_cap: u64,
    small: Transpositions<u64>,
    large: Transpositions<u128>,
}

impl Solver {
    /// A solver that gives up a problem after so many nodes.
    pub fn new(node_cap: u64) -> Solver {
        Solver {
            node_cap,
            small: Transpositions::new(node_cap),
            large: Transpositions::new(node_cap),
        }
    }

    /// Forgets what was found, so that nothing that comes depends on it.
    pub fn forget(&mut self) {
        self.small.forget();
        self.large.forget();
    }

    /// What becomes of the target.
    pub fn solve(&mut self, problem: &Problem) -> Solution {
        self.solve_in(problem, Outside::Open, self.node_cap)
    }

    /// The same within so many nodes, where empty points outside the region may be taken for walls.
    pub fn solve_in(&mut self, problem: &Problem, outside: Outside, most: u64) -> Solution {
        fn solve<S: Bits>(
            table: &mut Transpositions<S>,
            problem: &Problem,
            outside: Outside,
            cap: u64,
        ) -> Solution {
            let Some((region, start)) = LocalRegion::new(problem, outside) else {
                return FirstPlays::NONE.outcome;
            };
            table.take_up(&region);
            let mut search = Search::new(&region, table, cap);
            let status = status(&mut search, &start);
            let shown_by = ShownBy::new(status.answer, status.endless, region.defender, status.by);
            search.outcome(status.answer, &shown_by, &start)
        }
        match is_small(problem) {
            true => solve(&mut self.small, problem, outside, most),
            false => solve(&mut self.large, problem, outside, most),
        }
    }

    /// The answer alone, within so many nodes, where the target lives, too, once a chain of the prey is taken. It
    /// does not depend on what was asked before.
    fn answer(&mut self, problem: &Problem, prey: &PointSet, most: u64) -> Answer {
        fn answer<S: Bits>(
            table: &mut Transpositions<S>,
            problem: &Problem,
            prey: &PointSet,
            cap: u64,
        ) -> Answer {
            let Some((mut region, start)) = LocalRegion::new(problem, Outside::Open) else {
                return Answer::NotFinished;
            };
            region.prey = region.set(prey);
            table.forget();
            status(&mut Search::new(&region, table, cap), &start).answer
        }
        match is_small(problem) {
            true => answer(&mut self.small, problem, prey, most),
            false => answer(&mut self.large, problem, prey, most),
        }
    }

    /// What becomes of the target, and every first play that gets the player as much. Plays that
    /// were not settled within three times as many nodes as the answer may take are left out.
    pub fn first_plays(&mut self, problem: &Problem, outside: Outside, caps: Caps) -> FirstPlays {
        match is_small(problem) {
            true => FirstPlays::find(&mut self.small, problem, outside, caps),
            false => FirstPlays::find(&mut self.large, problem, outside, caps),
        }
    }

    /// Of first plays those that get the player no less than was found elsewhere, within so many nodes.
    fn confirm(
        &mut self,
        problem: &Problem,
        outside: Outside,
        found: &FirstPlays,
        most: u64,
    ) -> Confirmed {
        match is_small(problem) {
            true => found.confirm(&mut self.small, problem, outside, most),
            false => found.confirm(&mut self.large, problem, outside, most),
        }
    }
}

thread_local! {
    /// The solver of a thread, for short questions.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new(0));
}

/// Answers a problem as [`Solver::solve`] does, within so many nodes, with the solver of this thread.
pub(super) fn solve(problem: &Problem, most: u64) -> Answer {
    race(problem, &PointSet::EMPTY, most)
}

/// The same of a race: once the target's side takes one of these chains, the target lives. So a target that dies is dead; of one
/// that lives, or is in a seki, it is not said what comes after it took them.
pub(super) fn race(problem: &Problem, prey: &PointSet, most: u64) -> Answer {
    SOLVER.with_borrow_mut(|solver| solver.answer(problem, prey, most))
}

fn is_small(problem: &Problem) -> bool {
    problem.area.len() <= u64::MOST
}
