//! Local reading: does a group live in a small area, if this or that side plays first?
//!
//! Source: Y. Fuwa, Y. Nakamura, Y. Koshisaka, "An algorithm for solving alive situation puzzles in
//! Go game" (1988): their alive test ([`alive_test`]) is the static test at the leaves of a search
//! that is min-max with alpha-beta, secondary search (iterative deepening) and the register method
//! (a transposition table). What is ours: a second static test, for death (`local`); the answers
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
pub(in crate::analysis) mod local;
mod search;
mod table;

use crate::go::{Board, Color, Point, PointSet, SuicideRule};
use local::Local;
use search::Search;
use table::Table;

/// The most points that an area can have.
pub const MOST_POINTS: usize = local::MOST;

/// A question to the reader.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The whole board. Its ko point counts, if it lies in the area, against the player to move.
    pub board: &'a Board,
    /// Where may be played, stones that may be taken included; 64 points at most.
    pub area: &'a PointSet,
    /// The stones whose life is asked: of one colour, in the area. They live if one of them stays.
    pub target: &'a PointSet,
    /// Who plays first.
    pub first: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
}

/// What becomes of the target, from worst to best for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// All its stones are taken, whoever wins the kos.
    Dies,
    /// It depends on a ko, or on a position that comes again and again.
    Ko,
    /// It stays, but is never pass-alive: neither side gains by playing on.
    Seki,
    /// It becomes pass-alive or is connected to safety, whoever wins the kos.
    Lives,
    /// The cap on nodes was reached, the area is too large, or the question makes no sense (no
    /// target, one of two colours, or one outside the area).
    NotFinished,
}

impl Answer {
    /// `dies`, `ko`, `seki`, `lives` or `not finished`.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Dies => "dies",
            Answer::Ko => "ko",
            Answer::Seki => "seki",
            Answer::Lives => "lives",
            Answer::NotFinished => "not finished",
        }
    }
}

/// What the reader found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The answer.
    pub answer: Answer,
    /// Moves that lead to it, both sides in turn; `None` is a pass. It may end early.
    pub line: Vec<Option<Point>>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Reads problems one after the other with one table.
pub struct Reader {
    node_cap: u64,
    table: Table,
}

impl Reader {
    /// A reader that gives up a problem after so many nodes. It gives up at the same node on every
    /// machine.
    pub fn new(node_cap: u64) -> Reader {
        Reader {
            node_cap,
            table: Table::new(node_cap),
        }
    }

    /// Answers a problem. The answer does not depend on the problems before it.
    pub fn solve(&mut self, problem: &Problem) -> Outcome {
        self.table.forget();
        match Local::new(problem) {
            Some((local, state)) => {
                Search::new(&local, &mut self.table, self.node_cap).solve(state)
            }
            None => Outcome {
                answer: Answer::NotFinished,
                line: Vec::new(),
                nodes: 0,
            },
        }
    }
}
