//! What becomes of a target, and what the player may begin with for it.

use super::query::{Endless, Goal, Query};
use super::region::{Outside, Region};
use super::search::Search;
use super::set::Set;
use super::status::status;
use super::table::{PASS, Table};
use crate::analysis::reading::{Answer, Outcome, Problem};
use crate::go::{Color, Point};

/// What becomes of a target, and what the player may begin with for it.
#[derive(Clone, Debug)]
pub struct FirstPlays {
    /// What becomes of it.
    pub outcome: Outcome,
    /// The first plays that get the player as much; where it is not known what becomes of it, the
    /// best guess.
    pub plays: Vec<Point>,
    /// None does, but a pass.
    pub only_pass: bool,
    /// The goal of the query that settled it: with a ko it is taken or not, or it lives or not.
    goal: Goal,
}

/// The nodes that a question may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// For the answer.
    pub answer: u64,
    /// For all that is asked.
    pub all: u64,
}

impl FirstPlays {
    pub(super) const NONE: FirstPlays = FirstPlays {
        outcome: Outcome {
            answer: Answer::NotFinished,
            line: Vec::new(),
            nodes: 0,
        },
        plays: Vec::new(),
        only_pass: false,
        goal: Goal::Capture,
    };

    pub(super) fn find<S: Set>(
        table: &mut Table<S>,
        problem: &Problem,
        outside: Outside,
        caps: Caps,
    ) -> FirstPlays {
        let mut found = FirstPlays::NONE;
        table.forget();
        let Some((region, start)) = Region::new(problem, outside) else {
            return found;
        };
        let mut search = Search::new(&region, table, caps.answer);
        let (answer, settled_by) = status(&mut search, &start);
        found.goal = settled_by.goal;
        found.outcome.answer = answer;
        let asked = found.query(region.defender, start.to_move);
        let shown_by = asked.map_or(settled_by, |(query, _)| query);
        found.outcome = search.outcome(answer, &shown_by, &start);
        if answer == Answer::NotFinished {
            let guess = search.most_tried();
            found
                .plays
                .extend(guess.map(|index| region.points[index as usize]));
        }
        let Some((query, wanted)) = asked else {
            return found;
        };
        let begun = query.state(start);
        // This one needs no more nodes, so there is always one.
        let shown = search.shown(&query, &start);
        let share = search.nodes * 3 + 30_000;
        search.cap = (search.nodes * 15 + 180_000).min(caps.all);
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

    /// Of these first plays those that get the player no less here, and those that were not settled
    /// within so many nodes; and the nodes.
    pub(super) fn confirm<S: Set>(
        &self,
        table: &mut Table<S>,
        problem: &Problem,
        outside: Outside,
        cap: u64,
    ) -> (Vec<Point>, Vec<Point>, u64) {
        let (mut right, mut open) = (Vec::new(), Vec::new());
        let plays = &self.plays;
        table.forget();
        let Some((region, start)) = Region::new(problem, outside) else {
            return (right, plays.clone(), 0);
        };
        let Some((query, wanted)) = self.query(region.defender, start.to_move) else {
            return (right, plays.clone(), 0);
        };
        let mut search = Search::new(&region, table, cap);
        let begun = query.state(start);
        let share = cap / plays.len().max(1) as u64;
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
            (Answer::LivesByKo, false, _) => (Query::new(Life, attacker, Misses), false),
            (Answer::Seki, false, _) => (Query::new(Life, defender, Misses), false),
            (Answer::Lives, true, _) => (Query::new(Life, attacker, Misses), true),
            (Answer::Seki | Answer::LivesByKo, true, _) => {
                (Query::new(Capture, attacker, Reaches), false)
            }
            (Answer::Ko, true, Capture) => (Query::new(Capture, defender, Misses), false),
            (Answer::Ko, true, Life) => (Query::new(Life, defender, Misses), true),
            (Answer::Lives, false, _) | (Answer::Dies, true, _) => return None,
            (Answer::NotFinished, ..) | (Answer::Ko, false, Life) => return None,
        };
        Some((query, wanted))
    }
}
