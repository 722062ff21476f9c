//! The answer of a search with the line that it found best.

use super::search::Search;
use super::table::{NONE, PASS, hash};
use crate::analysis::local::LocalState;
use crate::analysis::problem::{Answer, Solution};
use crate::analysis::query::Query;
use crate::go::{Bits, Point};

/// The most plays of a line.
const LONGEST: usize = 40;

/// Positions that may be looked at to find what is no longer noted.
const AGAIN: u64 = 10_000;

impl<S: Bits> Search<'_, S> {
    /// The answer with its line.
    pub fn outcome(&mut self, answer: Answer, query: &Query, start: &LocalState<S>) -> Solution {
        Solution {
            answer,
            line: self.points_of_line(query, start),
            nodes: self.nodes,
        }
    }

    /// The line that the search found best after a play.
    pub fn line_with(
        &mut self,
        query: &Query,
        begun: &LocalState<S>,
        play: Point,
    ) -> Vec<Option<Point>> {
        let mut line = vec![Some(play)];
        let index = self.region.points.binary_search(&play).ok();
        if let Some(played) = index.and_then(|index| self.region.play(begun, index)) {
            line.extend(self.points_of_line(query, &played.state));
        }
        line
    }

    fn points_of_line(&mut self, query: &Query, start: &LocalState<S>) -> Vec<Option<Point>> {
        let line = self.line(query, start).into_iter();
        let point = |index: u8| self.region.points[index as usize];
        line.map(|index| index.map(point)).collect()
    }

    /// The line that the search found best, both sides in turn.
    fn line(&mut self, query: &Query, start: &LocalState<S>) -> Vec<Option<u8>> {
        let mut line = Vec::new();
        let mut seen: Vec<LocalState<S>> = Vec::new();
        self.query = *query;
        let mut state = self.begun(start);
        while line.len() < LONGEST && self.at_once(&state).is_none() && !seen.contains(&state) {
            seen.push(state);
            let noted = |search: &Self| search.noted(&state, hash(&state));
            let mut found = noted(self).filter(|found| found.best != NONE);
            // What took little work may have given way in the table.
            if found.is_none() && self.ask(query, &state, AGAIN).is_some() {
                found = noted(self);
            }
            let Some(found) = found else {
                break;
            };
            match found.best {
                NONE => break,
                index => {
                    let room = self.region.room(&state);
                    let Some(after) = self.after((&state, &room), index) else {
                        break;
                    };
                    line.push((index != PASS).then_some(index));
                    state = after.state;
                }
            }
        }
        line
    }
}
