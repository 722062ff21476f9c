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
pub mod around;
mod search;
mod sight;
mod table;

use super::local::{LocalRegion, Outside};
use super::problem::{Answer, Problem, Solution};
use crate::go::{Bits, PointSet};
use search::AlphaBeta;
use sight::{Aim, Sights};
use std::cell::RefCell;
use table::Register;

/// The most points that an area can have.
pub const MOST_POINTS: usize = <u64 as Bits>::MOST;

/// Reads problems one after the other with one table.
#[derive(Default)]
pub struct Reader {
    node_cap: u64,
    table: Register,
    sights: Sights,
}

impl Reader {
    /// A reader that gives up a problem after so many nodes. It gives up at the same node on every
    /// machine.
    #[cfg_attr(not(feature = "internals"), expect(dead_code, reason = "for tests"))]
    pub fn new(node_cap: u64) -> Reader {
        Reader {
            node_cap,
            ..Reader::default()
        }
    }

    /// Answers a problem. The answer does not depend on the problems before it.
    pub fn solve(&mut self, problem: &Problem) -> Solution {
        self.solve_with(problem, |_| Aim::One)
    }

    fn solve_with(
        &mut self,
        problem: &Problem,
        aim: impl Fn(&LocalRegion<u64>) -> Aim,
    ) -> Solution {
        self.table.begin(self.node_cap);
        match LocalRegion::new(problem, Outside::Open) {
            Some((region, state)) => {
                self.sights.begin(aim(&region));
                let Reader { table, sights, .. } = self;
                AlphaBeta::new(&region, table, sights, self.node_cap).solve(state)
            }
            None => Solution {
                answer: Answer::NotFinished,
                line: Vec::new(),
                nodes: 0,
            },
        }
    }
}

thread_local! {
    /// The reader of a thread, whose table is large to make.
    static READER: RefCell<Reader> = RefCell::default();
}

/// Answers whether all of the target lives at once.
pub(super) fn solve_all(problem: &Problem, node_cap: u64) -> Answer {
    solve_with(
        problem,
        |region| Aim::All(region.set(problem.target)),
        node_cap,
    )
}

/// Answers whether the target is taken by an attacker who keeps all of these stones of his.
pub(super) fn solve_exchange(problem: &Problem, kept: &PointSet, node_cap: u64) -> Answer {
    solve_with(problem, |region| Aim::Exchange(region.set(kept)), node_cap)
}

fn solve_with(problem: &Problem, aim: impl Fn(&LocalRegion<u64>) -> Aim, node_cap: u64) -> Answer {
    READER.with_borrow_mut(|reader| {
        reader.node_cap = node_cap;
        reader.solve_with(problem, aim).answer
    })
}

/// Answers a problem as a reader does that gives it up after so many nodes.
pub(super) fn solve(problem: &Problem, node_cap: u64) -> Solution {
    READER.with_borrow_mut(|reader| {
        reader.node_cap = node_cap;
        reader.solve(problem)
    })
}
