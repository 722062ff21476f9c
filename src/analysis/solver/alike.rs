//! What refutes one move is tried on the others: mostly it does not matter where the player went
//! instead (simulation: M. Kawano, "Using similar positions to search game trees", 1996). What comes
//! of it is a proof of its own, whose every line is followed to its end.

use super::eyes::Room;
use super::moves::Moves;
use super::query::Query;
use super::region::State;
use super::search::{Child, DEEPEST, Search};
use super::set::Set;
use super::table::{Found, INFINITE, NONE, PASS, hash};

/// A position with the room of its target.
type Seen<'a, S> = (&'a State<S>, &'a Room<S>);

/// Positions that may be looked at to try the refutation of one move on another.
const SIMULATED: u64 = 400;

impl<S: Set> Search<'_, S> {
    /// Tries the refutation of one move on the others.
    pub(super) fn refute_alike(
        &mut self,
        query: &Query,
        children: &mut [Child<S>],
        refuted: usize,
    ) {
        let like = children[refuted].state;
        for child in children {
            if child.phi == 0 || child.delta == 0 || self.exhausted() {
                continue;
            }
            let before = self.cap;
            self.cap = before.min(self.nodes + SIMULATED);
            let room = self.region.room(&child.state);
            let fails = self.wins_alike(query, (&child.state, &room), &like, 0);
            self.cap = before;
            if fails {
                child.phi = 0;
                child.delta = INFINITE;
            }
        }
    }

    /// Whether the player wins by the plays that win in another position, as far as the table
    /// knows them.
    fn wins_alike(
        &mut self,
        query: &Query,
        (state, room): Seen<S>,
        like: &State<S>,
        depth: usize,
    ) -> bool {
        self.ends_alike(query, (state, room), depth, true, |search| {
            let model = search.table.get(like, hash(like), query.id())?;
            if model.phi != 0 || model.rests_on != 0 || model.best == NONE {
                return None;
            }
            let (after, room) = search.after(query, state, model.best)?;
            let (like, _) = search.after(query, like, model.best)?;
            let wins = search.loses_alike(query, (&after, &room), &like, depth + 1);
            wins.then_some(model.best)
        })
    }

    /// Whether all moves of the player fail against the plays that refute them in another position.
    fn loses_alike(
        &mut self,
        query: &Query,
        (state, room): Seen<S>,
        like: &State<S>,
        depth: usize,
    ) -> bool {
        self.ends_alike(query, (state, room), depth, false, |search| {
            search.nodes += 1;
            let mut best = NONE;
            let region = search.region;
            let moves = Moves::new(region, state, room);
            let may_pass = !search.seeks(query, state) || query.waits(state);
            let passes = may_pass.then_some(PASS);
            for index in passes.into_iter().chain(moves.points()) {
                let Some((after, room)) = search.after(query, state, index) else {
                    continue;
                };
                let like = match search.after(query, like, index) {
                    Some((like, _)) => like,
                    None => like.passed(),
                };
                if !search.wins_alike(query, (&after, &room), &like, depth + 1) {
                    return None;
                }
                // For the line that is shown: they are all as bad.
                if matches!(best, NONE | PASS) {
                    best = index;
                }
            }
            Some(best)
        })
    }

    /// Whether the player wins, or loses, as is asked: where that is not known, by the move that
    /// `find` gives for it. What is found so is noted.
    fn ends_alike(
        &mut self,
        query: &Query,
        (state, room): Seen<S>,
        depth: usize,
        wins: bool,
        find: impl FnOnce(&mut Self) -> Option<u8>,
    ) -> bool {
        let key = hash(state);
        if let Some(known) = self.known(query, (state, room), key) {
            return known == wins;
        }
        if depth >= DEEPEST || self.exhausted() {
            return false;
        }
        let began = self.nodes;
        let Some(best) = find(self) else {
            return false;
        };
        let numbers = match wins {
            true => (0, INFINITE),
            false => (INFINITE, 0),
        };
        let work = self.nodes - began;
        let found = Found::anywhere(numbers, best);
        self.table.put(state, key, query.id(), work, found);
        true
    }

    /// Whether the player gets what he wants, where the table or a look at the board tells.
    fn known(&mut self, query: &Query, (state, room): Seen<S>, key: u64) -> Option<bool> {
        let known = self.table.get(state, key, query.id());
        if let Some(found) = known
            && found.is_settled()
        {
            return (found.rests_on == 0).then_some(found.phi == 0);
        }
        if let Some(found) = self.elsewhere(query, state, key) {
            return Some(found.phi == 0);
        }
        if known.is_some() {
            return None;
        }
        let (phi, delta) = self.look(state, room, 0);
        (phi == 0 || delta == 0).then_some(phi == 0)
    }
}
