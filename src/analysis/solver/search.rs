//! Depth-first proof-number search (Nagai 2002) for one yes-or-no query at a time.
//!
//! Numbers: a position has `phi`, how much is left to show that the player to move gets what he
//! wants, and `delta`, how much is left to show that he does not. `phi` is the least `delta` of the
//! moves; `delta` is the greatest `phi` of the moves, not their sum, since moves that lead to the
//! same positions would be counted again and again (Ueda et al., "Weak proof-number search", 2008,
//! who add one for each other move: that kept the search near the top here).
//!
//! Moves that settled other positions come earlier (the history heuristic, Schaeffer 1983). What
//! refutes one move is tried on the others at once (see the module on what is alike).
//!
//! Noted are positions whose moves were looked at. What a look at a position alone says is had as
//! quickly by a look as from a table that must hold seven times as much.
//!
//! What holds though kos and play without end are read against the winner holds in every query, and so does
//! what rests on no ko and no repetition at all.
//!
//! Passes: the seeker never gains by one, since the other passes too and the goal was not reached.
//! But where play without end reaches the goal he may wait out a ko that he must not take back yet.
//!
//! Kos: a query says for whom kos are read. That side may take back at once, as if it had a
//! threat each time; the other must wait a turn.
//!
//! Where kos are read for the defender, and he must take a stone back at once in each round of play without end, he runs out
//! of threats: the target is taken. A round in which he need not, such as two stones that the attacker gives to take one
//! back, takes nothing.
//!
//! Repetitions (the graph-history-interaction problem, after Kishimoto and Müller 2004): a position
//! that comes again on the path of its own search has the value that the query gives to play
//! without end. What rests on that says on which earlier positions it rests, and is used again only
//! on a path with the same positions up to the last of these. Where it rests on nothing before the
//! position itself, it holds on every path.

use super::history::HistoryHeuristic;
use super::moves::Moves;
use super::table::{INFINITE, NONE, PASS, Plies, ProofNumbers, Transpositions, hash};
use crate::analysis::local::{LocalRegion, LocalState, MOST, NO_KO, Room};
use crate::analysis::query::{Endless, Goal, Query};
use crate::go::board::splitmix64;
use crate::go::{Bits, Color};

/// The deepest line; one that is longer leaves the query open.
pub(super) const DEEPEST: usize = 120;
/// The mark of what rests on a line that was cut there.
const CUT: Plies = 1 << 63;
/// This ply, and deeper ones.
const DEEP: usize = 62;

/// The numbers of a position that was not looked at, since the cap was reached.
const EVEN: (u32, u32) = (64, 64);

/// The search of one problem.
pub(super) struct Search<'a, S> {
    pub region: &'a LocalRegion<S>,
    pub(super) table: &'a mut Transpositions<S>,
    /// The query under way.
    pub(super) query: Query,
    /// Positions looked at.
    pub nodes: u64,
    /// How many may be; no more are.
    pub cap: u64,
    path: Vec<LocalState<S>>,
    /// Their hashes.
    keys: Vec<u64>,
    /// The hash of the path up to each of its positions.
    paths: Vec<u64>,
    /// The move that leads to each of its positions but the first.
    moves: Vec<u8>,
    history: HistoryHeuristic,
    /// What each move of the first position took, in all queries.
    effort: [u64; MOST],
}

/// The answer to a query.
#[derive(Clone, Copy)]
pub(super) struct QueryAnswer {
    /// The seeker gets what he wants.
    pub gets: bool,
    /// No ko and no repetition has to do with it.
    pub is_plain: bool,
    /// The best move, or [`NONE`].
    pub best: u8,
}

/// A move with the position after it.
pub(super) struct Child<S> {
    pub state: LocalState<S>,
    hash: u64,
    index: u8,
    /// What is known of that position, from the side of its player.
    pub numbers: ProofNumbers,
    /// The move begins a ko.
    pub is_ko: bool,
}

impl<S> Child<S> {
    /// Whether what is known of it is plain, and the move begins no ko.
    fn is_plain(&self) -> bool {
        self.numbers.is_plain && !self.is_ko
    }
}

/// What the player to move wants of the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// To reach it.
    Seeks,
    /// To prevent it.
    Prevents,
}

/// A position with the room of its target.
pub(super) type SeenState<'a, S> = (&'a LocalState<S>, &'a Room<S>);

/// The position after a move.
pub(super) struct After<S> {
    pub state: LocalState<S>,
    pub room: Room<S>,
    /// The move begins a ko.
    pub is_ko: bool,
}

impl<S> After<S> {
    /// The position with the room of its target.
    pub fn seen(&self) -> SeenState<'_, S> {
        (&self.state, &self.room)
    }
}

impl<'a, S: Bits> Search<'a, S> {
    /// A search in a region, of so many positions.
    pub fn new(
        region: &'a LocalRegion<S>,
        table: &'a mut Transpositions<S>,
        cap: u64,
    ) -> Search<'a, S> {
        Search {
            region,
            table,
            query: Query::strict(region.defender).taken,
            nodes: 0,
            cap,
            path: Vec::new(),
            keys: Vec::new(),
            paths: Vec::new(),
            moves: Vec::new(),
            history: HistoryHeuristic::NONE,
            effort: [0; MOST],
        }
    }

    /// What becomes of the goal; `None` where that took more than `nodes` positions.
    pub fn ask(&mut self, query: &Query, start: &LocalState<S>, nodes: u64) -> Option<QueryAnswer> {
        self.query = *query;
        // In another query the ko may bind, or not.
        let has_ko = start.ko != NO_KO;
        let start = self.begun(start);
        let key = hash(&start);
        if let Some(attacker) = self.at_once(&start) {
            return Some(QueryAnswer {
                gets: attacker == (self.query.goal == Goal::Capture),
                is_plain: !has_ko,
                best: NONE,
            });
        }
        let seeks = self.seeks(&start);
        let told = |found: ProofNumbers| {
            let is_told = found.is_settled() && found.rests_on == 0;
            is_told.then_some(QueryAnswer {
                gets: (found.phi == 0) == seeks,
                is_plain: found.is_plain && !has_ko,
                best: found.best,
            })
        };
        if let Some(told) = self.noted(&start, key).and_then(told) {
            return Some(told);
        }
        let before = self.cap;
        self.cap = before.min(self.nodes.saturating_add(nodes));
        if self.exhausted() {
            self.cap = before;
            return None;
        }
        self.path.clear();
        self.keys.clear();
        self.paths.clear();
        self.moves.clear();
        let found = self.mid(&start, key, INFINITE, INFINITE);
        self.cap = before;
        told(found)
    }

    /// Whether the player is the one who seeks the goal.
    #[inline]
    pub fn seeks(&self, state: &LocalState<S>) -> bool {
        state.to_move == self.query.seeker(self.region.defender)
    }

    /// What the player wants.
    #[inline]
    fn role(&self, state: &LocalState<S>) -> Role {
        match self.seeks(state) {
            true => Role::Seeks,
            false => Role::Prevents,
        }
    }

    /// Whether the attacker has what he wants, where that can be said without search.
    pub fn at_once(&self, state: &LocalState<S>) -> Option<bool> {
        self.settled(state, &self.region.room(state))
    }

    fn settled(&self, state: &LocalState<S>, room: &Room<S>) -> Option<bool> {
        if state.target == S::NONE || self.region.dies(state, room) {
            return Some(true);
        }
        self.region.lives(state, room).then_some(false)
    }

    pub(super) fn exhausted(&self) -> bool {
        self.nodes >= self.cap
    }

    /// Looks at a position until one of its numbers reaches a threshold.
    fn mid(&mut self, state: &LocalState<S>, key: u64, phi: u32, delta: u32) -> ProofNumbers {
        self.nodes += 1;
        let began = self.nodes;
        let ply = self.path.len();
        let role = self.role(state);
        if ply >= DEEPEST {
            return endless(self.query.endless, role, CUT);
        }
        let before = self.paths.last().copied().unwrap_or(0);
        self.path.push(*state);
        self.keys.push(key);
        self.paths.push(splitmix64(before ^ key));
        let mut children = self.children(state, role);
        let mut found;
        loop {
            let (now, best, second) = numbers(&children);
            found = now;
            if found.is_settled() || found.phi >= phi || found.delta >= delta || self.exhausted() {
                break;
            }
            let child = &children[best];
            let (after, after_key) = (child.state, child.hash);
            let for_delta = phi.min((second + second / 2).saturating_add(1));
            let before = self.nodes;
            self.moves.push(child.index);
            let result = self.mid(&after, after_key, delta, for_delta);
            self.moves.pop();
            if ply == 0
                && let Some(effort) = self.effort.get_mut(children[best].index as usize)
            {
                *effort += self.nodes - before;
            }
            children[best].numbers = result;
            if result.phi == 0 && result.rests_on == 0 {
                self.refute_alike(&mut children, best);
            }
        }
        self.path.pop();
        self.keys.pop();
        self.paths.pop();
        if found.is_settled() && found.phi == 0 {
            self.history.note(state.to_move, found.best);
        }
        self.tell_what_it_rests_on(state, &mut found);
        let work = self.nodes - began;
        self.table.put(state, key, &self.query, work, found);
        found
    }

    /// Notes on what the numbers of a position rest, once it is off the path.
    fn tell_what_it_rests_on(&self, state: &LocalState<S>, found: &mut ProofNumbers) {
        if !found.is_settled() {
            found.rests_on = 0;
            found.is_plain = false;
            return;
        }
        let ply = self.path.len();
        if ply <= DEEP {
            found.rests_on &= !at(ply);
        }
        // Who gets what he wants though play without end counts against him needs no
        // repetition for it.
        let seeker_wins = (found.phi == 0) == self.seeks(state);
        let is_mixed = self.query.costs_threats(self.region.defender);
        if seeker_wins != (self.query.endless == Endless::Reaches) && !is_mixed {
            found.rests_on = 0;
        }
        if found.rests_on != 0 {
            found.path = self.path_of(found.rests_on, ply);
        }
        found.is_plain &= state.ko == NO_KO;
    }

    /// The position in which a query is asked, as the table knows it.
    pub(super) fn begun(&self, start: &LocalState<S>) -> LocalState<S> {
        self.region.normal(self.query.state(*start)).0
    }

    /// The position after a move, as the query has it, and the room of the target there.
    pub(super) fn after(&self, (state, room): SeenState<S>, index: u8) -> Option<After<S>> {
        if index == PASS {
            return Some(After {
                state: state.passed(),
                room: *room,
                is_ko: false,
            });
        }
        if !self.region.empty(state.stones).has(index as usize) {
            return None;
        }
        let played = self.region.play(state, index as usize)?;
        let after = self.query.state(played.state);
        let (state, room) = self
            .region
            .normal_after((state, room), after, index as usize);
        Some(After {
            state,
            room,
            is_ko: played.is_ko,
        })
    }

    /// The numbers of a position at sight. `cost` is what a move to it that looks bad adds.
    pub(super) fn look(&mut self, state: &LocalState<S>, room: &Room<S>, cost: u32) -> (u32, u32) {
        if self.exhausted() {
            return EVEN;
        }
        self.nodes += 1;
        if let Some(attacker_wins) = self.settled(state, room) {
            return self.numbers_of(state, attacker_wins);
        }
        let (to_kill, to_live) = self.region.outlook(state, room);
        match state.to_move != self.region.defender {
            true => (to_kill, to_live + cost),
            false => (to_live, to_kill + cost),
        }
    }

    /// The value of a position that came before on the path, at this ply, and comes again by a move.
    fn repeated(&self, role: Role, before: usize, index: u8) -> ProofNumbers {
        if !self.query.costs_threats(self.region.defender) {
            return endless(self.query.endless, role, at(before));
        }
        let reading = match self.takes_back(self.query.kos_for, before, index) {
            true => Endless::Reaches,
            false => Endless::Misses,
        };
        // It rests on all that was played in between.
        let rests_on = (before..self.path.len()).fold(0, |all, ply| all | at(ply));
        endless(reading, role, rests_on)
    }

    /// Whether this side takes a stone back at once in the round that begins at a ply of the path and is closed by a move.
    fn takes_back(&self, side: Color, before: usize, index: u8) -> bool {
        let states = &self.path[before..];
        let moves = self.moves[before..].iter().copied().chain([index]);
        let moves: Vec<u8> = moves.collect();
        let next = moves.iter().cycle().skip(1);
        states
            .iter()
            .zip(moves.iter().zip(next))
            .any(|(state, (&played, &next))| {
                state.to_move != side
                    && played != PASS
                    && next != PASS
                    && (self.region.play(state, usize::from(played)))
                        .is_some_and(|played| played.state.ko == next)
            })
    }

    /// The hash of the path on which a result at a ply rests.
    fn path_of(&self, rests_on: Plies, ply: usize) -> u64 {
        let last = match rests_on {
            0 => 0,
            _ => rests_on.ilog2() as usize,
        };
        let last = if last < DEEP {
            last
        } else {
            ply.saturating_sub(1)
        };
        self.paths.get(last).copied().unwrap_or(0)
    }

    /// The moves of a position, likely ones first, with what is known of each.
    fn children(&mut self, state: &LocalState<S>, role: Role) -> Vec<Child<S>> {
        let region = self.region;
        let ply = self.path.len();
        let mut children = Vec::with_capacity(24);
        let room = region.room(state);
        let moves = Moves::new(region, state, &room);
        for &(score, index) in moves.likeliest_first() {
            let Some(after) = self.after((state, &room), index) else {
                continue;
            };
            let cost = self.cost(state, score, index);
            let child = self.child(&after, index, ply, cost);
            let wins = child.numbers.delta == 0 && child.numbers.rests_on == 0;
            children.push(child);
            if wins {
                return children;
            }
        }
        if role == Role::Prevents || self.query.waits(state) {
            let passed = self.after((state, &room), PASS);
            children.extend(passed.map(|after| self.child(&after, PASS, ply, 64)));
        }
        children
    }

    /// What a move costs by its score and by how often it settled other positions.
    fn cost(&self, state: &LocalState<S>, score: u32, index: u8) -> u32 {
        let cost = match score {
            0..4 => 64,
            4..8 => 32,
            _ => 0,
        };
        let known = self.history.is_frequent(state.to_move, index);
        u32::saturating_sub(cost, 32 * u32::from(known))
    }

    fn child(&mut self, after: &After<S>, index: u8, ply: usize, cost: u32) -> Child<S> {
        let key = hash(&after.state);
        let child = |found: ProofNumbers| Child {
            state: after.state,
            hash: key,
            index,
            numbers: found,
            is_ko: after.is_ko,
        };
        let on_path =
            |(i, k): (usize, &u64)| (*k == key && self.path[i] == after.state).then_some(i);
        if let Some(before) = self.keys.iter().enumerate().find_map(on_path) {
            let role = self.role(&after.state);
            return child(self.repeated(role, before, index));
        }
        let holds = |found: &ProofNumbers| {
            !found.is_settled()
                || found.rests_on == 0
                || found.path == self.path_of(found.rests_on, ply)
        };
        let noted = self.noted(&after.state, key).filter(holds);
        child(noted.unwrap_or_else(|| {
            let numbers = self.look(&after.state, &after.room, cost);
            ProofNumbers::anywhere(numbers, NONE, true)
        }))
    }

    /// What the table knows of a position.
    pub(super) fn noted(&self, state: &LocalState<S>, key: u64) -> Option<ProofNumbers> {
        self.table
            .get(state, key, &self.query, self.region.defender)
    }

    /// The numbers of a position that is settled.
    fn numbers_of(&self, state: &LocalState<S>, attacker_wins: bool) -> (u32, u32) {
        match attacker_wins == (state.to_move != self.region.defender) {
            true => (0, INFINITE),
            false => (INFINITE, 0),
        }
    }

    /// The move of the first position that took the most work: where nothing is settled, the one that
    /// looked best for the longest.
    pub fn most_tried(&self) -> Option<u8> {
        let tried = (0..MOST).filter(|&i| self.effort[i] > 0);
        let most = tried.max_by_key(|&i| (self.effort[i], MOST - i))?;
        Some(most as u8)
    }

    /// The empty points worth a move, likely ones first.
    pub fn moves(&self, state: &LocalState<S>) -> Vec<u8> {
        let room = self.region.room(state);
        let moves = Moves::new(self.region, state, &room);
        moves.points().collect()
    }
}

/// The value of play without end as it is read, resting on these plies.
fn endless(reading: Endless, role: Role, rests_on: Plies) -> ProofNumbers {
    let wins = (role == Role::Seeks) == (reading == Endless::Reaches);
    ProofNumbers {
        phi: if wins { 0 } else { INFINITE },
        delta: if wins { INFINITE } else { 0 },
        rests_on,
        path: 0,
        best: NONE,
        is_plain: false,
    }
}

/// A ply of a path.
fn at(ply: usize) -> Plies {
    1 << ply.min(DEEP)
}

/// The numbers of a position from those of its moves, the move to look at next, and the second
/// least `delta`.
fn numbers<S: Bits>(children: &[Child<S>]) -> (ProofNumbers, usize, u32) {
    let mut found = ProofNumbers::anywhere((INFINITE, 0), NONE, false);
    let (mut best, mut second, mut hardest) = (0, INFINITE, 0);
    let mut all = 0;
    let mut all_plain = true;
    for (i, child) in children.iter().enumerate() {
        let after = &child.numbers;
        all |= after.rests_on;
        all_plain &= child.is_plain();
        if after.phi != 0 && after.delta != 0 {
            hardest = hardest.max(after.phi);
        }
        let better = after.delta < found.phi
            || after.delta == 0 && after.rests_on.count_ones() < found.rests_on.count_ones();
        if better {
            second = found.phi;
            found.phi = after.delta;
            found.rests_on = after.rests_on;
            best = i;
        } else {
            second = second.min(after.delta);
        }
    }
    if let Some(child) = children.get(best) {
        found.best = child.index;
        found.is_plain = child.is_plain();
    }
    if found.phi == 0 {
        found.delta = INFINITE;
    } else if found.phi >= INFINITE {
        found.phi = INFINITE;
        found.delta = 0;
        found.rests_on = all;
        found.is_plain = all_plain;
    } else {
        found.delta = hardest;
    }
    (found, best, second)
}
