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
//! line was read to its end, positions in the table are compared whole. (Of the path to a position
//! that rests on a repetition a 64-bit hash is compared.) Caps count nodes: a question is given up
//! at the same node on every machine.
//! Not promised: that the walls are safe, or that nothing outside the region matters.

pub mod book;
mod eyes;
mod region;
mod search;
mod table;

use super::reading::{Answer, Outcome, Problem};
use crate::go::{Color, Point};
pub use region::Outside;
use region::{NO_KO, Region, State};
use search::{Endless, Goal, Query, Search};
use table::Table;

/// The most points that a region can have.
pub const MOST_POINTS: usize = region::MOST;

/// Solves problems one after the other with one table.
pub struct Solver {
    node_cap: u64,
    table: Table,
}

impl Solver {
    /// A solver that gives up a problem after so many nodes.
    pub fn new(node_cap: u64) -> Solver {
        Solver {
            node_cap,
            table: Table::new(node_cap),
        }
    }

    /// What becomes of the target. The answer does not depend on the problems before it.
    #[cfg_attr(not(feature = "internals"), expect(dead_code, reason = "for tests"))]
    pub fn solve(&mut self, problem: &Problem) -> Outcome {
        self.solve_in(problem, Outside::Open)
    }

    /// The same, where empty points outside the region may be taken for walls.
    pub fn solve_in(&mut self, problem: &Problem, outside: Outside) -> Outcome {
        self.table.forget();
        let Some((region, start)) = Region::new(problem, outside) else {
            return NOTHING;
        };
        let mut search = Search::new(&region, &mut self.table, self.node_cap);
        let (answer, query) = status(&mut search, &start);
        search.outcome(answer, &query, &start)
    }

    /// What becomes of the target, and every first play that gets the player as much. Plays that
    /// were not settled within as many nodes again are left out.
    pub fn first_plays(&mut self, problem: &Problem, outside: Outside) -> (Outcome, Vec<Point>) {
        self.table.forget();
        let Some((region, start)) = Region::new(problem, outside) else {
            return (NOTHING, Vec::new());
        };
        let mut search = Search::new(&region, &mut self.table, self.node_cap);
        let (answer, query) = status(&mut search, &start);
        let outcome = search.outcome(answer, &query, &start);
        let mut plays = Vec::new();
        let Some((query, wanted)) = first_play_query(answer, region.defender, start.to_move) else {
            return (outcome, plays);
        };
        let begun = query.state(start);
        let share = search.nodes / 4 + 10_000;
        search.cap = search.nodes * 2 + 20_000;
        for index in search.moves(&begun) {
            if let Some((after, _)) = region.play(&begun, index as usize)
                && search.ask(&query, &after, share) == Some(wanted)
            {
                plays.push(region.points[index as usize]);
            }
        }
        plays.sort_unstable();
        let nodes = search.nodes;
        (Outcome { nodes, ..outcome }, plays)
    }

    /// Of first plays those that get the player no less than an answer says, and those that were
    /// not settled within `node_cap` nodes; and the nodes.
    fn confirm(
        &mut self,
        problem: &Problem,
        outside: Outside,
        answer: Answer,
        plays: &[Point],
    ) -> (Vec<Point>, Vec<Point>, u64) {
        self.table.forget();
        let (mut right, mut open) = (Vec::new(), Vec::new());
        let Some((region, start)) = Region::new(problem, outside) else {
            return (right, plays.to_vec(), 0);
        };
        let Some((query, wanted)) = first_play_query(answer, region.defender, start.to_move) else {
            return (right, plays.to_vec(), 0);
        };
        let mut search = Search::new(&region, &mut self.table, self.node_cap);
        let begun = query.state(start);
        let share = self.node_cap / plays.len().max(1) as u64;
        for &play in plays {
            let after = region.points.binary_search(&play).ok();
            let after = after.and_then(|index| region.play(&begun, index));
            match after.map(|(after, _)| search.ask(&query, &after, share)) {
                Some(Some(gets)) if gets == wanted => right.push(play),
                Some(None) => open.push(play),
                _ => {}
            }
        }
        (right, open, search.nodes)
    }
}

const NOTHING: Outcome = Outcome {
    answer: Answer::NotFinished,
    line: Vec::new(),
    nodes: 0,
};

/// The query that tells whether a first play gets the player as much as the answer says, and the
/// answer to it that he wants; nothing where every play does.
fn first_play_query(answer: Answer, defender: Color, player: Color) -> Option<(Query, bool)> {
    let query = |goal, kos_for, endless| Query {
        goal,
        kos_for,
        endless,
    };
    let attacker = !defender;
    match (answer, player == defender) {
        (Answer::Dies, false) => Some((query(Goal::Capture, defender, Endless::Misses), true)),
        (Answer::Ko, false) => Some((query(Goal::Capture, attacker, Endless::Reaches), true)),
        (Answer::Seki, false) => Some((query(Goal::Life, defender, Endless::Misses), false)),
        (Answer::Lives, true) => Some((query(Goal::Life, attacker, Endless::Misses), true)),
        (Answer::Seki, true) => Some((query(Goal::Capture, attacker, Endless::Reaches), false)),
        (Answer::Ko, true) => Some((query(Goal::Capture, defender, Endless::Misses), false)),
        (Answer::Lives, false) | (Answer::Dies, true) | (Answer::NotFinished, _) => None,
    }
}

/// The answer of a problem, and the query that settled it.
fn status(search: &mut Search, start: &State) -> (Answer, Query) {
    let defender = search.region.defender;
    let query = |goal, kos_for, endless| Query {
        goal,
        kos_for,
        endless,
    };
    let capture = query(Goal::Capture, defender, Endless::Misses);
    let life = query(Goal::Life, !defender, Endless::Misses);
    // Both in turn, since a yes to one is the answer and saves a long no to the other.
    let mut open = [true; 2];
    let mut ambiguous = [start.ko != NO_KO; 2];
    let mut share = 5_000;
    while (open[0] || open[1]) && search.nodes < search.cap {
        for (turn, asked) in [capture, life].iter().enumerate() {
            if !open[turn] {
                continue;
            }
            search.ambiguous = false;
            let known = search.ask(asked, start, share);
            ambiguous[turn] |= search.ambiguous;
            match known {
                Some(true) if turn == 0 => return (Answer::Dies, capture),
                Some(true) => return (Answer::Lives, life),
                Some(false) => open[turn] = false,
                None => {}
            }
        }
        share *= 2;
    }
    if open[0] || open[1] {
        return (Answer::NotFinished, capture);
    }
    // Neither taken nor alive for certain: seki, if that does not change with the kos.
    let mut show = capture;
    let all = u64::MAX / 4;
    if ambiguous[0] {
        show = query(Goal::Capture, !defender, Endless::Reaches);
        match search.ask(&show, start, all) {
            Some(false) => {}
            Some(true) => return (Answer::Ko, show),
            None => return (Answer::NotFinished, show),
        }
    }
    if ambiguous[1] {
        show = query(Goal::Life, defender, Endless::Misses);
        match search.ask(&show, start, all) {
            Some(false) => {}
            Some(true) => return (Answer::Ko, show),
            None => return (Answer::NotFinished, show),
        }
    }
    (Answer::Seki, show)
}
