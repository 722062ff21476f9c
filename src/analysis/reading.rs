//! Local reading: does a group live in a small area, if this or that side plays first?
//!
//! Source: Y. Fuwa, Y. Nakamura, Y. Koshisaka, "An algorithm for solving alive situation puzzles in
//! Go game" (1988): their alive test ([`alive_test`]) is the static test at the leaves of a search
//! that is min-max with alpha-beta, secondary search (iterative deepening) and the register method
//! (a transposition table). What is ours: a second static test, for death (`sight`); the answers
//! ko and seki; and positions that come again, which are answered without harm to the table.
//!
//! Both sides play in the area alone and may pass. Stones outside the area are walls: the caller
//! promises that they cannot be taken. An empty point outside the area is a liberty that nobody
//! ever fills, so a chain that touches one, like one that touches a wall of its colour, is safe.
//!
//! Guaranteed: an [`Answer`] other than [`Answer::NotFinished`] is exact under that promise; every
//! line was read to its end, positions in the table are compared whole, not by their hashes.
//! Not promised: that the walls are safe, or that nothing outside the area matters.

pub mod alive_test;
mod search;
mod sight;
mod table;

use super::local::{LocalRegion, Outside};
use super::problem::{Answer, Problem, Solution};
use crate::go::PointSet;
use search::AlphaBeta;
use sight::{LocalAim, Sights};
use std::cell::RefCell;
use table::Register;

/// When a target lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim<'a> {
    /// If one of its stones does.
    One,
    /// If all of its stones do.
    All,
    /// If one of its stones does, or one of these stones of the attacker is taken.
    Exchange(&'a PointSet),
}

/// Reads problems one after the other with one table.
#[derive(Default)]
pub struct Reader {
    table: Register,
    sights: Sights,
}

impl Reader {
    /// Answers a problem, or gives it up after so many nodes: at the same node on every machine. The answer does not
    /// depend on the problems before it.
    pub fn solve(&mut self, problem: &Problem, aim: Aim, node_cap: u64) -> Solution {
        self.table.begin(node_cap);
        let Some((region, state)) = LocalRegion::new(problem, Outside::Open) else {
            return Solution {
                answer: Answer::NotFinished,
                line: Vec::new(),
                nodes: 0,
            };
        };
        self.sights.begin(match aim {
            Aim::One => LocalAim::One,
            Aim::All => LocalAim::All(state.target),
            Aim::Exchange(kept) => LocalAim::Exchange(region.set(kept)),
        });
        AlphaBeta::new(&region, &mut self.table, &mut self.sights, node_cap).solve(state)
    }
}

thread_local! {
    /// The reader of a thread, whose table is large to make.
    static READER: RefCell<Reader> = RefCell::default();
}

/// Answers a problem as [`Reader::solve`] does, with the reader of this thread.
pub(super) fn solve(problem: &Problem, aim: Aim, node_cap: u64) -> Answer {
    READER.with_borrow_mut(|reader| reader.solve(problem, aim, node_cap).answer)
}
