//! What becomes of a target, and what the player may begin with for it.

use super::line::ShownBy;
use super::search::Search;
use super::status::{gets, status};
use super::table::{PASS, Transpositions};
use crate::analysis::local::{LocalRegion, Outside};
use crate::analysis::problem::{Answer, Problem, Solution};
use crate::analysis::query::{Endless, Goal, Query};
use crate::go::{Bits, Color, Point};

/// What becomes of a target, and what the player may begin with for it.
#[derive(Clone, Debug)]
pub struct FirstPlays {
    /// What becomes of it.
    pub outcome: Solution,
    /// The first plays that get the player as much; where it is not known what becomes of it, the
    /// best guess.
    pub plays: Vec<Point>,
    /// None does, but a pass.
    pub only_pass: bool,
    /// The query that settled it: with a ko it is taken or not, or it lives or not.
    by: Option<Query>,
    /// How play without end was read to see that it is not taken whoever wins the kos.
    endless: Endless,
}

/// The nodes that a question may take.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// For the answer.
    pub answer: u64,
    /// For all that is asked.
    pub all: u64,
}

/// Of first plays those that get the player as much in another reading of the problem.
#[derive(Debug, Default)]
pub(super) struct Confirmed {
    pub right: Vec<Point>,
    /// Those that were not settled.
    pub open: Vec<Point>,
    /// A line that begins with a right one.
    pub line: Vec<Option<Point>>,
    /// Positions looked at.
    pub nodes: u64,
}

impl FirstPlays {
    /// Keeps some of the plays; and the line if it begins with one of them, else another one that does.
    pub(super) fn keep(&mut self, plays: Vec<Point>, other: Vec<Option<Point>>) {
        let begins =
            |line: &[Option<Point>]| matches!(line, [Some(first), ..] if plays.contains(first));
        let line = &mut self.outcome.line;
        if !begins(line) {
            *line = other;
        }
        if !begins(line) {
            line.clear();
        }
        self.plays = plays;
    }

    pub(super) const NONE: FirstPlays = FirstPlays {
        outcome: Solution {
            answer: Answer::NotFinished,
            line: Vec::new(),
            nodes: 0,
        },
        plays: Vec::new(),
        only_pass: false,
        by: None,
        endless: Endless::Reaches,
    };

    pub(super) fn find<S: Bits>(
        table: &mut Transpositions<S>,
        problem: &Problem,
        outside: Outside,
        caps: Caps,
    ) -> FirstPlays {
        let mut found = FirstPlays::NONE;
        let Some((region, start)) = LocalRegion::new(problem, outside) else {
            return found;
        };
        table.take_up(&region);
        let mut search = Search::new(&region, table, caps.answer);
        let status = status(&mut search, &start);
        let answer = status.answer;
        found.by = Some(status.by);
        found.endless = status.endless;
        found.outcome.answer = answer;
        let asked = found.queries(region.defender, start.to_move);
        // What shows the answer in all ways of reading it shows the first play.
        let query = match asked.as_slice() {
            [(query, _)] => *query,
            _ => status.by,
        };
        let shown_by = ShownBy::new(answer, status.endless, region.defender, query);
        found.outcome = search.outcome(answer, &shown_by, &start);
        if answer == Answer::NotFinished {
            let guess = search.most_tried();
            found
                .plays
                .extend(guess.map(|index| region.points[index as usize]));
        }
        let Some((query, _)) = asked.first() else {
            return found;
        };
        let begun = query.state(start);
        // This one needs no more nodes.
        let shown = status.shown(&asked, region.defender, start.to_move);
        let share = search.nodes * 3 + 30_000;
        search.cap = (search.nodes * 15 + 180_000).min(caps.all);
        for index in search.moves(&begun) {
            if let Some(played) = region.play(&begun, index as usize)
                && (shown == Some(index)
                    || gets(&mut search, &asked, &played.state, share) == Some(true))
            {
                found.plays.push(region.points[index as usize]);
            }
        }
        found.only_pass = found.plays.is_empty()
            && (shown == Some(PASS)
                || gets(&mut search, &asked, &begun.passed(), share) == Some(true));
        found.plays.sort_unstable();
        // Where a pass does, so do plays mostly; and what may live by a ko may be taken for it.
        if let (Some(first), Some(&play)) = (found.outcome.line.first(), found.plays.first())
            && first.is_none_or(|first| !found.plays.contains(&first))
        {
            found.outcome.line = search.line_with(&shown_by, &start, play);
        }
        found.outcome.nodes = search.nodes;
        found
    }

    /// Of these first plays those that get the player no less here, within so many nodes.
    pub(super) fn confirm<S: Bits>(
        &self,
        table: &mut Transpositions<S>,
        problem: &Problem,
        outside: Outside,
        cap: u64,
    ) -> Confirmed {
        let mut found = Confirmed::default();
        let plays = &self.plays;
        let Some((region, start)) = LocalRegion::new(problem, outside) else {
            found.open.clone_from(plays);
            return found;
        };
        let asked = self.queries(region.defender, start.to_move);
        let Some((query, _)) = asked.first() else {
            found.open.clone_from(plays);
            return found;
        };
        table.take_up(&region);
        let mut search = Search::new(&region, table, cap);
        let begun = query.state(start);
        let share = cap / plays.len().max(1) as u64;
        for &play in plays {
            let index = region.points.binary_search(&play).ok();
            let played = index.and_then(|index| region.play(&begun, index));
            match played.map(|played| gets(&mut search, &asked, &played.state, share)) {
                Some(Some(true)) => found.right.push(play),
                Some(None) => found.open.push(play),
                _ => {}
            }
        }
        if let Some(&play) = found.right.first() {
            let answer = self.outcome.answer;
            let shown_by = ShownBy::new(answer, self.endless, region.defender, *query);
            found.line = search.line_with(&shown_by, &start, play);
        }
        found.nodes = search.nodes;
        found
    }

    /// The queries that tell whether a first play gets the player as much as the answer says, each
    /// with the answer to it that he wants; none where every play does.
    fn queries(&self, defender: Color, player: Color) -> Vec<(Query, bool)> {
        use Endless::Misses;
        use Goal::{Capture, Life};
        let Some(by) = self.by else {
            return Vec::new();
        };
        let attacker = !defender;
        let in_the_end = Query::in_the_end(defender);
        let taken_in_time = Query::taken_in_time(defender);
        let answer = self.outcome.answer;
        match (answer, player == defender) {
            (Answer::Dies, false) => vec![(in_the_end.taken, true), (taken_in_time, true)],
            (Answer::Ko, false) => vec![(taken_in_time, true)],
            (Answer::LivesByKo, false) => vec![(Query::new(Life, attacker, Misses), false)],
            (Answer::Seki, false) => vec![(Query::new(Life, defender, Misses), false)],
            (Answer::Lives, true) if by == in_the_end.lives => {
                vec![(by, true), (taken_in_time, false)]
            }
            (Answer::Lives, true) => vec![(by, true)],
            (Answer::Seki | Answer::LivesByKo, true) => {
                vec![(Query::new(Capture, attacker, self.endless), false)]
            }
            (Answer::Ko, true) => vec![(in_the_end.taken, false)],
            (Answer::Lives, false) | (Answer::Dies, true) | (Answer::NotFinished, _) => Vec::new(),
        }
    }
}
