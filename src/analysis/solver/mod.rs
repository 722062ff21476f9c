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
use table::{PASS, Table};

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
    /// were not settled within as many nodes again are left out. No more nodes than `most` are
    /// looked at in all.
    pub fn first_plays(&mut self, problem: &Problem, outside: Outside, most: u64) -> FirstPlays {
        self.table.forget();
        let mut found = FirstPlays::NONE;
        let Some((region, start)) = Region::new(problem, outside) else {
            return found;
        };
        let mut search = Search::new(&region, &mut self.table, self.node_cap.min(most));
        let (answer, settled_by) = status(&mut search, &start);
        found.goal = settled_by.goal;
        found.outcome = search.outcome(answer, &settled_by, &start);
        let Some((query, wanted)) = found.query(region.defender, start.to_move) else {
            return found;
        };
        let begun = query.state(start);
        // This one needs no more nodes, so there is always one.
        let shown = search.shown(&query, &start);
        let share = search.nodes + 10_000;
        search.cap = (search.nodes * 5 + 60_000).min(most);
        for index in search.moves(&begun) {
            if let Some((after, _)) = region.play(&begun, index as usize)
                && (shown == Some(index) || search.ask(&query, &after, share) == Some(wanted))
            {
                found.plays.push(region.points[index as usize]);
            }
        }
        found.only_pass = found.plays.is_empty()
            && (shown == Some(PASS) || search.ask(&query, &begun.passed(), share) == Some(wanted));
        found.plays.sort_unstable();
        found.outcome.nodes = search.nodes;
        found
    }

    /// Of first plays those that get the player no less than was found elsewhere, and those that were
    /// not settled within `node_cap` nodes; and the nodes.
    fn confirm(
        &mut self,
        problem: &Problem,
        outside: Outside,
        found: &FirstPlays,
    ) -> (Vec<Point>, Vec<Point>, u64) {
        self.table.forget();
        let (mut right, mut open) = (Vec::new(), Vec::new());
        let plays = &found.plays;
        let Some((region, start)) = Region::new(problem, outside) else {
            return (right, plays.clone(), 0);
        };
        let Some((query, wanted)) = found.query(region.defender, start.to_move) else {
            return (right, plays.clone(), 0);
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

/// What becomes of a target, and what the player may begin with for it.
#[derive(Clone, Debug)]
pub struct FirstPlays {
    /// What becomes of it.
    pub outcome: Outcome,
    /// The first plays that get the player as much.
    pub plays: Vec<Point>,
    /// None does, but a pass.
    pub only_pass: bool,
    /// The goal of the query that settled it: with a ko it is taken or not, or it lives or not.
    goal: Goal,
}

impl FirstPlays {
    const NONE: FirstPlays = FirstPlays {
        outcome: NOTHING,
        plays: Vec::new(),
        only_pass: false,
        goal: Goal::Capture,
    };

    /// The query that tells whether a first play gets the player as much as the answer says, and
    /// the answer to it that he wants; nothing where every play does.
    fn query(&self, defender: Color, player: Color) -> Option<(Query, bool)> {
        use Endless::{Misses, Reaches};
        use Goal::{Capture, Life};
        let attacker = !defender;
        let answer = self.outcome.answer;
        let (query, wanted) = match (answer, player == defender, self.goal) {
            (Answer::Dies, false, _) => (Query::new(Capture, defender, Misses), true),
            (Answer::Ko, false, Capture) => (Query::new(Capture, attacker, Reaches), true),
            (Answer::Ko, false, Life) => (Query::new(Life, attacker, Misses), false),
            (Answer::Seki, false, _) => (Query::new(Life, defender, Misses), false),
            (Answer::Lives, true, _) => (Query::new(Life, attacker, Misses), true),
            (Answer::Seki, true, _) => (Query::new(Capture, attacker, Reaches), false),
            (Answer::Ko, true, Capture) => (Query::new(Capture, defender, Misses), false),
            (Answer::Ko, true, Life) => (Query::new(Life, defender, Misses), true),
            (Answer::Lives, false, _) | (Answer::Dies, true, _) => return None,
            (Answer::NotFinished, ..) => return None,
        };
        Some((query, wanted))
    }
}

/// The answer of a problem, and the query that settled it.
fn status(search: &mut Search, start: &State) -> (Answer, Query) {
    let defender = search.region.defender;
    let strict @ [capture, life] = Query::strict(defender);
    // Both in turn, since a yes to one is the answer and saves a long no to the other.
    let mut open = [true; 2];
    let mut ambiguous = [start.ko != NO_KO; 2];
    let mut share = 5_000;
    while (open[0] || open[1]) && search.nodes < search.cap {
        for (turn, asked) in strict.iter().enumerate() {
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
    let changed = [
        Query::new(Goal::Capture, !defender, Endless::Reaches),
        Query::new(Goal::Life, defender, Endless::Misses),
    ];
    for (turn, asked) in changed.into_iter().enumerate() {
        if !ambiguous[turn] {
            search.holds_too(&strict[turn], &asked, start);
            continue;
        }
        show = asked;
        match search.ask(&asked, start, u64::MAX) {
            Some(false) => {}
            Some(true) => return (Answer::Ko, asked),
            None => return (Answer::NotFinished, asked),
        }
    }
    (Answer::Seki, show)
}
