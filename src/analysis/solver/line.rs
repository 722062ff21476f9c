//! The answer of a search with the line that it found best.

use super::search::Search;
use super::table::{NONE, PASS, hash};
use crate::analysis::local::LocalState;
use crate::analysis::problem::{Answer, Solution};
use crate::analysis::query::{Endless, Goal, Query};
use crate::go::{Bits, Color, Point};

/// The most plays of a line.
const LONGEST: usize = 40;

/// Positions that may be looked at to find what is no longer noted.
const AGAIN: u64 = 10_000;

/// Positions that may be looked at for each play that is tried in place of a pass.
const INSTEAD_OF_PASS: u64 = 500;

/// The queries from which the moves of a line are.
#[derive(Clone, Copy)]
pub(super) enum ShownBy {
    /// The moves of both sides are from one.
    One(Query),
    /// Each side's are from one in which it gets what it wants. The line is as it is played on a board: it ends where a
    /// side must take back a ko at once, for which it needs a threat.
    Each { attacker: Query, defender: Query },
}

impl ShownBy {
    /// What shows an answer: this query, or where neither side gets all it wants, one for each side. `endless` is how
    /// play without end was read to see that the target is not taken whoever wins the kos.
    pub fn new(answer: Answer, endless: Endless, defender: Color, query: Query) -> ShownBy {
        let attacker = !defender;
        let taken_in_the_end = Query::in_the_end(defender).taken;
        let lives = Query::strict(defender).lives;
        let lives_with_kos = Query::generous(defender).lives;
        let (attacker, defender) = match answer {
            Answer::Ko => (Query::taken_in_time(defender), taken_in_the_end),
            Answer::LivesByKo => (lives, lives_with_kos),
            Answer::Seki => {
                let taken_with_kos = Query::new(Goal::Capture, attacker, endless);
                (lives_with_kos, taken_with_kos)
            }
            Answer::Dies | Answer::Lives | Answer::NotFinished => return ShownBy::One(query),
        };
        ShownBy::Each { attacker, defender }
    }

    /// The query from which the moves of the attacker are, or those of the defender.
    fn query(&self, attacks: bool) -> &Query {
        match self {
            ShownBy::One(query) => query,
            ShownBy::Each { attacker, .. } if attacks => attacker,
            ShownBy::Each { defender, .. } => defender,
        }
    }

    /// A position of the line: with one query kos bind as that reads them, else as they do on a board.
    fn state<S: Bits>(&self, state: LocalState<S>) -> LocalState<S> {
        match self {
            ShownBy::One(query) => query.state(state),
            ShownBy::Each { .. } => state,
        }
    }
}

impl<S: Bits> Search<'_, S> {
    /// The answer with its line.
    pub fn outcome(
        &mut self,
        answer: Answer,
        shown_by: &ShownBy,
        start: &LocalState<S>,
    ) -> Solution {
        Solution {
            answer,
            line: self.points_of_line(shown_by, start),
            nodes: self.nodes,
        }
    }

    /// The line that the search found best after a play.
    pub fn line_with(
        &mut self,
        shown_by: &ShownBy,
        start: &LocalState<S>,
        play: Point,
    ) -> Vec<Option<Point>> {
        let mut line = vec![Some(play)];
        let begun = shown_by.state(*start);
        let index = self.region.points.binary_search(&play).ok();
        if let Some(played) = index.and_then(|index| self.region.play(&begun, index)) {
            line.extend(self.points_of_line(shown_by, &played.state));
        }
        line
    }

    fn points_of_line(&mut self, shown_by: &ShownBy, start: &LocalState<S>) -> Vec<Option<Point>> {
        let line = self.line(shown_by, start).into_iter();
        let point = |index: u8| self.region.points[index as usize];
        line.map(|index| index.map(point)).collect()
    }

    /// The line that the search found best, both sides in turn.
    fn line(&mut self, shown_by: &ShownBy, start: &LocalState<S>) -> Vec<Option<u8>> {
        let mut line = Vec::new();
        let mut seen: Vec<LocalState<S>> = Vec::new();
        let mut state = self.region.normal(shown_by.state(*start)).0;
        while line.len() < LONGEST && self.at_once(&state).is_none() && !seen.contains(&state) {
            seen.push(state);
            let query = shown_by.query(state.to_move != self.region.defender);
            let asked = query.state(state);
            self.query = *query;
            let noted = |search: &Self| search.noted(&asked, hash(&asked));
            let mut found = noted(self).filter(|found| found.best != NONE);
            // What took little work may have given way in the table.
            if found.is_none() && self.ask(query, &asked, AGAIN).is_some() {
                found = noted(self);
            }
            let Some(found) = found else {
                break;
            };
            let best = match found.best {
                PASS => self.instead_of_pass(shown_by, &state).unwrap_or(PASS),
                best => best,
            };
            let after = match best {
                NONE => break,
                PASS => state.passed(),
                index => match self.region.play(&state, usize::from(index)) {
                    Some(played) => played.state,
                    None => break,
                },
            };
            line.push((best != PASS).then_some(best));
            state = self.region.normal(shown_by.state(after)).0;
        }
        if matches!(shown_by, ShownBy::Each { .. }) {
            // Neither side has more to play.
            while line.pop_if(|last| last.is_none()).is_some() {}
        }
        line
    }

    /// A play that gets as much as a pass, of a side that gets it by a ko.
    fn instead_of_pass(&mut self, shown_by: &ShownBy, state: &LocalState<S>) -> Option<u8> {
        let query = shown_by.query(state.to_move != self.region.defender);
        if matches!(shown_by, ShownBy::One(_)) || query.binds(state.to_move) {
            return None;
        }
        let wanted = state.to_move == query.seeker(self.region.defender);
        self.moves(state).into_iter().find(|&index| {
            let played = self.region.play(state, usize::from(index));
            let told = played.and_then(|played| self.ask(query, &played.state, INSTEAD_OF_PASS));
            told.is_some_and(|told| told.gets == wanted)
        })
    }
}
