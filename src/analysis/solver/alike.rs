//! What refutes one move is tried on the others: mostly it does not matter where the player went
//! instead (simulation: M. Kawano, "Using similar positions to search game trees", 1996). What comes
//! of it is a proof of its own, whose every line is followed to its end.

use super::moves::Moves;
use super::search::{Child, DEEPEST, Search, SeenState};
use super::table::{INFINITE, NONE, PASS, ProofNumbers, hash};
use crate::analysis::local::NO_KO;
use crate::go::Bits;

/// Positions that may be looked at to try the refutation of one move on another.
const SIMULATED: u64 = 400;

impl<S: Bits> Search<'_, S> {
    /// Tries the refutation of one move on the others.
    pub(super) fn refute_alike(&mut self, children: &mut [Child<S>], refuted: usize) {
        let like = children[refuted].state;
        let its = self.region.room(&like);
        for child in children {
            if child.numbers.is_settled() || self.exhausted() {
                continue;
            }
            let before = self.cap;
            self.cap = before.min(self.nodes + SIMULATED);
            let room = self.region.room(&child.state);
            let fails = self.wins_alike((&child.state, &room), (&like, &its), 0);
            self.cap = before;
            if let Some(is_plain) = fails {
                child.numbers.phi = 0;
                child.numbers.delta = INFINITE;
                child.numbers.is_plain = is_plain;
            }
        }
    }

    /// Whether the player wins by the plays that win in another position, as far as the table
    /// knows them; if so, whether that is plain.
    fn wins_alike(
        &mut self,
        (state, room): SeenState<S>,
        like: SeenState<S>,
        depth: usize,
    ) -> Option<bool> {
        self.ends_alike((state, room), depth, true, |search| {
            let model = search.noted(like.0, hash(like.0))?;
            if model.phi != 0 || model.rests_on != 0 || model.best == NONE {
                return None;
            }
            let after = search.after((state, room), model.best)?;
            let like = search.after(like, model.best)?;
            let is_plain = search.loses_alike(after.seen(), like.seen(), depth + 1)?;
            Some((model.best, is_plain && !after.is_ko))
        })
    }

    /// Whether all moves of the player fail against the plays that refute them in another position; if
    /// so, whether that is plain.
    fn loses_alike(
        &mut self,
        (state, room): SeenState<S>,
        like: SeenState<S>,
        depth: usize,
    ) -> Option<bool> {
        self.ends_alike((state, room), depth, false, |search| {
            search.nodes += 1;
            let mut best = NONE;
            let mut all_plain = true;
            let region = search.region;
            let moves = Moves::new(region, state, room);
            let may_pass = !search.seeks(state) || search.query.waits(state);
            let passes = may_pass.then_some(PASS);
            for index in passes.into_iter().chain(moves.points()) {
                let Some(after) = search.after((state, room), index) else {
                    continue;
                };
                let played = search.after(like, index);
                let like = played.or_else(|| search.after(like, PASS))?;
                let is_plain = search.wins_alike(after.seen(), like.seen(), depth + 1)?;
                all_plain &= is_plain && !after.is_ko;
                // For the line that is shown: they are all as bad.
                if matches!(best, NONE | PASS) {
                    best = index;
                }
            }
            Some((best, all_plain))
        })
    }

    /// Whether the player wins, or loses, as is asked: where that is not known, by the move that
    /// `find` gives for it, with whether that is plain. What is found so is noted.
    fn ends_alike(
        &mut self,
        (state, room): SeenState<S>,
        depth: usize,
        wins: bool,
        find: impl FnOnce(&mut Self) -> Option<(u8, bool)>,
    ) -> Option<bool> {
        let key = hash(state);
        if let Some(known) = self.known((state, room), key) {
            return ((known.phi == 0) == wins).then_some(known.is_plain);
        }
        if depth >= DEEPEST || self.exhausted() {
            return None;
        }
        let began = self.nodes;
        let (best, is_plain) = find(self)?;
        let numbers = match wins {
            true => (0, INFINITE),
            false => (INFINITE, 0),
        };
        let work = self.nodes - began;
        let is_plain = is_plain && state.ko == NO_KO;
        let found = ProofNumbers::anywhere(numbers, best, is_plain);
        self.table.put(state, key, &self.query, work, found);
        Some(is_plain)
    }

    /// What settles a position on every path, where the table or a look at the board tells.
    fn known(&mut self, (state, room): SeenState<S>, key: u64) -> Option<ProofNumbers> {
        let found = self
            .noted(state, key)
            .unwrap_or_else(|| ProofNumbers::anywhere(self.look(state, room, 0), NONE, true));
        (found.is_settled() && found.rests_on == 0).then_some(found)
    }
}
