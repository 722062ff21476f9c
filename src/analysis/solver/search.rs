//! Depth-first proof-number search (Nagai 2002) for one yes-or-no query at a time.
//!
//! Numbers: a position has `phi`, how much is left to show that the player to move gets what he
//! wants, and `delta`, how much is left to show that he does not. `phi` is the least `delta` of the
//! moves; `delta` is the greatest `phi` of the moves, not their sum, since moves that lead to the
//! same positions would be counted again and again (Ueda et al., "Weak proof-number search", 2008,
//! who add one for each other move: that kept the search near the top here).
//!
//! Moves that settled other positions come earlier (the history heuristic, Schaeffer 1983). What
//! beats one move is tried on the others at once (simulation: M. Kawano, "Using similar positions to
//! search game trees", 1996); it is a proof of its own, whose every line is followed to its end.
//!
//! What holds though kos and play without end are read against the winner holds in every query.
//!
//! Passes: the seeker never gains by one, since the other passes too and the goal was not reached.
//!
//! Kos: a query says for whom kos are read. That side may take back at once, as if it had a
//! threat each time; the other must wait a turn.
//!
//! Repetitions (the graph-history-interaction problem, after Kishimoto and Müller 2004): a position
//! that comes again on the path of its own search has the value that the query gives to play
//! without end. What rests on that says on which earlier positions it rests, and is used again only
//! on a path with the same positions up to the last of these. Where it rests on nothing before the
//! position itself, it holds on every path.

use super::eyes::Room;
use super::region::{NO_KO, Region, Set, State, bits};
use super::table::{Found, INFINITE, NONE, PASS, Table, hash};
use crate::analysis::reading::{Answer, Outcome};
use crate::go::Color;
use crate::go::board::splitmix64;

/// What is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The attacker seeks to take the whole target.
    Capture,
    /// The defender seeks to make a target stone pass-alive or safe.
    Life,
}

/// What play without end is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endless {
    /// It reaches the goal.
    Reaches,
    /// It does not.
    Misses,
}

/// A yes-or-no question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Query {
    pub goal: Goal,
    /// For whom kos are read.
    pub kos_for: Color,
    pub endless: Endless,
}

impl Query {
    pub fn new(goal: Goal, kos_for: Color, endless: Endless) -> Query {
        Query {
            goal,
            kos_for,
            endless,
        }
    }

    /// Whether the target is taken, and whether it lives, each with kos and play without end read
    /// against the seeker.
    pub fn strict(defender: Color) -> [Query; 2] {
        [
            Query::new(Goal::Capture, defender, Endless::Misses),
            Query::new(Goal::Life, !defender, Endless::Misses),
        ]
    }

    fn id(&self) -> u8 {
        self.goal as u8 | (self.kos_for as u8) << 1 | (self.endless as u8) << 2
    }

    /// The state in which the query is asked: a ko binds only the side for whom kos are not read.
    pub fn state(&self, mut state: State) -> State {
        if self.kos_for == state.to_move {
            state.ko = NO_KO;
        }
        state
    }
}

/// The deepest line; one that is longer leaves the query open.
const DEEPEST: usize = 120;
/// The mark of what rests on a line that was cut there.
const CUT: Set = 1 << 127;

/// Positions that may be looked at to try the refutation of one move on another.
const SIMULATED: u64 = 400;

/// The numbers of a position that was not looked at, since the cap was reached.
const EVEN: (u32, u32) = (64, 64);

/// The search of one problem.
pub(super) struct Search<'a> {
    pub region: &'a Region,
    table: &'a mut Table,
    /// Positions looked at.
    pub nodes: u64,
    /// How many may be; no more are.
    pub cap: u64,
    path: Vec<State>,
    /// Their hashes.
    keys: Vec<u64>,
    /// The hash of the path up to each of its positions.
    paths: Vec<u64>,
    /// A ko was met, or a repetition: the other way to read them may give another answer.
    pub ambiguous: bool,
    history: History,
}

/// How often a move of each colour was the one that settled a position.
struct History {
    times: [[u32; super::region::MOST]; 2],
    most: [u32; 2],
}

impl History {
    const NONE: History = History {
        times: [[0; super::region::MOST]; 2],
        most: [0; 2],
    };

    fn note(&mut self, player: Color, index: u8) {
        let color = player.index();
        let Some(times) = self.times[color].get_mut(index as usize) else {
            return;
        };
        *times += 1;
        self.most[color] = self.most[color].max(*times);
        if *times > 1_000 {
            self.times[color].iter_mut().for_each(|t| *t /= 2);
            self.most[color] /= 2;
        }
    }

    fn is_frequent(&self, player: Color, index: u8) -> bool {
        self.times[player.index()][index as usize] > self.most[player.index()] / 4
    }
}

/// A move with what is known of the position after it, from the side of its player.
struct Child {
    state: State,
    hash: u64,
    index: u8,
    phi: u32,
    delta: u32,
    rests_on: Set,
}

impl<'a> Search<'a> {
    pub fn new(region: &'a Region, table: &'a mut Table, cap: u64) -> Search<'a> {
        Search {
            region,
            table,
            nodes: 0,
            cap,
            path: Vec::new(),
            keys: Vec::new(),
            paths: Vec::new(),
            ambiguous: false,
            history: History::NONE,
        }
    }

    /// Whether the seeker reaches the goal; `None` where that took more than `nodes` positions.
    pub fn ask(&mut self, query: &Query, start: &State, nodes: u64) -> Option<bool> {
        let start = query.state(*start);
        let seeks = start.to_move == self.seeker(query);
        if let Some(attacker) = self.at_once(&start) {
            return Some(attacker == (query.goal == Goal::Capture));
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
        let found = self.mid(query, &start, hash(&start), INFINITE, INFINITE);
        self.cap = before;
        match (found.phi, found.delta) {
            _ if found.rests_on != 0 => None,
            (0, _) => Some(seeks),
            (_, 0) => Some(!seeks),
            _ => None,
        }
    }

    fn seeker(&self, query: &Query) -> Color {
        match query.goal {
            Goal::Capture => !self.region.defender,
            Goal::Life => self.region.defender,
        }
    }

    /// Whether the attacker has what he wants, where that can be said without search.
    fn at_once(&self, state: &State) -> Option<bool> {
        self.settled(state, &self.region.room(state))
    }

    fn settled(&self, state: &State, room: &Room) -> Option<bool> {
        if state.target == 0 || self.region.dies(state, room) {
            return Some(true);
        }
        self.region.lives(state).then_some(false)
    }

    fn exhausted(&self) -> bool {
        self.nodes >= self.cap
    }

    /// Looks at a position until one of its numbers reaches a threshold.
    fn mid(&mut self, query: &Query, state: &State, key: u64, phi: u32, delta: u32) -> Found {
        self.nodes += 1;
        let began = self.nodes;
        let ply = self.path.len();
        let seeks = state.to_move == self.seeker(query);
        if ply >= DEEPEST {
            return self.endless(query, seeks, CUT);
        }
        let before = self.paths.last().copied().unwrap_or(0);
        self.path.push(*state);
        self.keys.push(key);
        self.paths.push(splitmix64(before ^ key));
        let mut children = self.children(query, state, seeks);
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
            let result = self.mid(query, &after, after_key, delta, for_delta);
            let child = &mut children[best];
            child.phi = result.phi;
            child.delta = result.delta;
            child.rests_on = result.rests_on;
            if result.phi == 0 && result.rests_on == 0 {
                self.refute_alike(query, &mut children, best);
            }
        }
        self.path.pop();
        self.keys.pop();
        self.paths.pop();
        if found.is_settled() {
            if found.phi == 0 {
                self.history.note(state.to_move, found.best);
            }
            found.rests_on &= !(1 << ply);
            // Who gets what he wants though play without end counts against him needs no
            // repetition for it.
            let seeker_wins = (found.phi == 0) == seeks;
            if seeker_wins != (query.endless == Endless::Reaches) {
                found.rests_on = 0;
            }
            if found.rests_on != 0 {
                found.path = self.path_of(found.rests_on, ply);
            }
        } else {
            found.rests_on = 0;
        }
        let work = self.nodes - began;
        self.table.put(state, key, query.id(), work, found);
        found
    }

    /// Tries the refutation of one move on the others: mostly it does not matter where the player
    /// went instead.
    fn refute_alike(&mut self, query: &Query, children: &mut [Child], refuted: usize) {
        let like = children[refuted].state;
        for child in children {
            if child.phi == 0 || child.delta == 0 || self.exhausted() {
                continue;
            }
            let before = self.cap;
            self.cap = before.min(self.nodes + SIMULATED);
            let fails = self.wins_alike(query, &child.state, &like, 0);
            self.cap = before;
            if fails {
                child.phi = 0;
                child.delta = INFINITE;
                child.rests_on = 0;
            }
        }
    }

    /// Whether the player wins by the plays that win in another position, as far as the table
    /// knows them.
    fn wins_alike(&mut self, query: &Query, state: &State, like: &State, depth: usize) -> bool {
        let key = hash(state);
        if let Some(wins) = self.known(query, state, key) {
            return wins;
        }
        if depth >= DEEPEST || self.exhausted() {
            return false;
        }
        let Some(model) = self.table.get(like, hash(like), query.id()) else {
            return false;
        };
        if model.phi != 0 || model.rests_on != 0 || model.best == NONE {
            return false;
        }
        let (Some(after), Some(like)) = (
            self.after(query, state, model.best),
            self.after(query, like, model.best),
        ) else {
            return false;
        };
        let began = self.nodes;
        let wins = self.loses_alike(query, &after, &like, depth + 1);
        if wins {
            let work = self.nodes - began;
            let found = Found::anywhere((0, INFINITE), model.best);
            self.table.put(state, key, query.id(), work, found);
        }
        wins
    }

    /// Whether all moves of the player fail against the plays that refute them in another position.
    fn loses_alike(&mut self, query: &Query, state: &State, like: &State, depth: usize) -> bool {
        let key = hash(state);
        if let Some(wins) = self.known(query, state, key) {
            return !wins;
        }
        if depth >= DEEPEST || self.exhausted() {
            return false;
        }
        let began = self.nodes;
        self.nodes += 1;
        let mut best = NONE;
        let region = self.region;
        let moves = Moves::new(region, state, &region.room(state));
        let passes = (state.to_move != self.seeker(query)).then_some(PASS);
        for index in passes.into_iter().chain(moves.points()) {
            let Some(after) = self.after(query, state, index) else {
                continue;
            };
            let like = self.after(query, like, index).unwrap_or(like.passed());
            if !self.wins_alike(query, &after, &like, depth + 1) {
                return false;
            }
            // For the line that is shown: they are all as bad.
            if matches!(best, NONE | PASS) {
                best = index;
            }
        }
        let work = self.nodes - began;
        let found = Found::anywhere((INFINITE, 0), best);
        self.table.put(state, key, query.id(), work, found);
        true
    }

    /// The position after a move, as the query has it.
    fn after(&mut self, query: &Query, state: &State, index: u8) -> Option<State> {
        if index == PASS {
            return Some(state.passed());
        }
        if self.region.empty(state) >> index & 1 == 0 {
            return None;
        }
        let (after, ko) = self.region.play(state, index as usize)?;
        self.ambiguous |= ko;
        Some(query.state(after))
    }

    /// Whether the player gets what he wants, where the table or a look at the board tells.
    fn known(&mut self, query: &Query, state: &State, key: u64) -> Option<bool> {
        let known = self.table.get(state, key, query.id());
        if let Some(found) = known
            && found.is_settled()
        {
            return (found.rests_on == 0).then_some(found.phi == 0);
        }
        if let Some((phi, _)) = self.elsewhere(query, state, key) {
            return Some(phi == 0);
        }
        if known.is_some() {
            return None;
        }
        let (phi, delta) = self.look(query, state, key, 0);
        (phi == 0 || delta == 0).then_some(phi == 0)
    }

    /// Looks at a position that is not in the table and notes its numbers, for it is asked for
    /// again and again. `cost` is what a move to it that looks bad adds.
    fn look(&mut self, query: &Query, state: &State, key: u64, cost: u32) -> (u32, u32) {
        if self.exhausted() {
            return EVEN;
        }
        self.nodes += 1;
        let room = self.region.room(state);
        let (phi, delta) = match self.settled(state, &room) {
            Some(attacker_wins) => self.numbers_of(state, attacker_wins),
            None => {
                let (to_kill, to_live) = self.region.outlook(state, &room);
                let (phi, delta) = match state.to_move != self.region.defender {
                    true => (to_kill, to_live),
                    false => (to_live, to_kill),
                };
                (phi, delta + cost)
            }
        };
        let found = Found::anywhere((phi, delta), NONE);
        self.table.put(state, key, query.id(), 0, found);
        (phi, delta)
    }

    /// The value of play without end, resting on these plies.
    fn endless(&self, query: &Query, seeks: bool, rests_on: Set) -> Found {
        let wins = seeks == (query.endless == Endless::Reaches);
        Found {
            phi: if wins { 0 } else { INFINITE },
            delta: if wins { INFINITE } else { 0 },
            rests_on,
            path: 0,
            best: NONE,
        }
    }

    /// The hash of the path on which a result at a ply rests.
    fn path_of(&self, rests_on: Set, ply: usize) -> u64 {
        let last = match rests_on & CUT {
            0 => rests_on.ilog2() as usize,
            _ => ply.saturating_sub(1),
        };
        self.paths.get(last).copied().unwrap_or(0)
    }

    /// The moves of a position, likely ones first, with what is known of each.
    fn children(&mut self, query: &Query, state: &State, seeks: bool) -> Vec<Child> {
        let region = self.region;
        let ply = self.path.len();
        let mut children = Vec::with_capacity(24);
        let moves = Moves::new(region, state, &region.room(state));
        for &(score, index) in moves.likeliest_first() {
            let Some(after) = self.after(query, state, index) else {
                continue;
            };
            let cost = match score {
                0..4 => 64,
                4..8 => 32,
                _ => 0,
            };
            let known = self.history.is_frequent(state.to_move, index);
            let cost = u32::saturating_sub(cost, 32 * u32::from(known));
            let child = self.child(query, after, index, seeks, ply, cost);
            let wins = child.delta == 0 && child.rests_on == 0;
            children.push(child);
            if wins {
                return children;
            }
        }
        if !seeks {
            let child = self.child(query, state.passed(), PASS, seeks, ply, 64);
            children.push(child);
        }
        children
    }

    fn child(
        &mut self,
        query: &Query,
        after: State,
        index: u8,
        seeks: bool,
        ply: usize,
        cost: u32,
    ) -> Child {
        let key = hash(&after);
        let child = |phi, delta, rests_on| Child {
            state: after,
            hash: key,
            index,
            phi,
            delta,
            rests_on,
        };
        let on_path = |(i, k): (usize, &u64)| (*k == key && self.path[i] == after).then_some(i);
        if let Some(before) = self.keys.iter().enumerate().find_map(on_path) {
            self.ambiguous = true;
            let found = self.endless(query, !seeks, 1 << before);
            return child(found.phi, found.delta, found.rests_on);
        }
        let known = self.table.get(&after, key, query.id());
        if let Some(found) = known
            && found.is_settled()
            && (found.rests_on == 0 || found.path == self.path_of(found.rests_on, ply))
        {
            return child(found.phi, found.delta, found.rests_on);
        }
        if let Some((phi, delta)) = self.elsewhere(query, &after, key) {
            return child(phi, delta, 0);
        }
        if let Some(found) = known.filter(|found| !found.is_settled()) {
            return child(found.phi, found.delta, 0);
        }
        let (phi, delta) = self.look(query, &after, key, cost);
        child(phi, delta, 0)
    }

    /// The numbers of a position that is settled.
    fn numbers_of(&self, state: &State, attacker_wins: bool) -> (u32, u32) {
        match attacker_wins == (state.to_move != self.region.defender) {
            true => (0, INFINITE),
            false => (INFINITE, 0),
        }
    }

    /// What another query says of a position that it settles: a side that gets what it wants though
    /// kos and play without end are read against it gets it however they are read.
    fn strictly(&self, query: &Query, state: &State, key: u64) -> Option<Found> {
        let strict = Query::strict(self.region.defender).into_iter();
        let mut others = strict.filter(|q| q.id() != query.id());
        others.find_map(|strict| {
            let found = self.table.get(state, key, strict.id())?;
            let seeks = state.to_move == self.seeker(&strict);
            let wins = if seeks { found.phi } else { found.delta } == 0;
            let numbers = self.numbers_of(state, strict.goal == Goal::Capture);
            (wins && found.rests_on == 0).then(|| Found::anywhere(numbers, found.best))
        })
    }

    /// Its numbers, noted for this query.
    fn elsewhere(&mut self, query: &Query, state: &State, key: u64) -> Option<(u32, u32)> {
        let found = self.strictly(query, state, key)?;
        self.table.put(state, key, query.id(), 0, found);
        Some((found.phi, found.delta))
    }

    /// The answer with its line.
    pub fn outcome(&self, answer: Answer, query: &Query, start: &State) -> Outcome {
        let line = self.line(query, start).into_iter();
        let point = |index: u8| self.region.points[index as usize];
        Outcome {
            answer,
            line: line.map(|index| index.map(point)).collect(),
            nodes: self.nodes,
        }
    }

    /// Notes for a query what another one found, where neither kos nor repetitions came up.
    pub fn holds_too(&mut self, asked: &Query, query: &Query, start: &State) {
        let key = hash(start);
        if let Some(found) = self.table.get(start, key, asked.id()) {
            self.table.put(start, key, query.id(), 0, found);
        }
    }

    /// The move that was shown to get the player what he wants.
    pub fn shown(&self, query: &Query, start: &State) -> Option<u8> {
        let start = query.state(*start);
        let found = self.table.get(&start, hash(&start), query.id())?;
        let is_shown = found.phi == 0 && found.rests_on == 0 && found.best != NONE;
        is_shown.then_some(found.best)
    }

    /// The empty points worth a move, likely ones first.
    pub fn moves(&self, state: &State) -> Vec<u8> {
        let room = self.region.room(state);
        let moves = Moves::new(self.region, state, &room);
        moves.points().collect()
    }

    /// The line that the search found best, both sides in turn.
    fn line(&self, query: &Query, start: &State) -> Vec<Option<u8>> {
        let mut line = Vec::new();
        let mut seen: Vec<State> = Vec::new();
        let mut state = query.state(*start);
        while line.len() < 40 && self.at_once(&state).is_none() && !seen.contains(&state) {
            seen.push(state);
            let key = hash(&state);
            let found = self.table.get(&state, key, query.id());
            let found = found.filter(|found| found.best != NONE);
            // What took little work may have given way in the table.
            let Some(found) = found.or_else(|| self.strictly(query, &state, key)) else {
                break;
            };
            match found.best {
                NONE => break,
                PASS => {
                    line.push(None);
                    state = state.passed();
                }
                index => {
                    let Some((after, _)) = self.region.play(&state, index as usize) else {
                        break;
                    };
                    line.push(Some(index));
                    state = query.state(after);
                }
            }
        }
        line
    }
}

/// The numbers of a position from those of its moves, the move to look at next, and the second
/// least `delta`.
fn numbers(children: &[Child]) -> (Found, usize, u32) {
    let mut found = Found {
        phi: INFINITE,
        delta: 0,
        rests_on: 0,
        path: 0,
        best: NONE,
    };
    let (mut best, mut second, mut hardest) = (0, INFINITE, 0);
    let mut all: Set = 0;
    for (i, child) in children.iter().enumerate() {
        all |= child.rests_on;
        if child.phi != 0 && child.delta != 0 {
            hardest = hardest.max(child.phi);
        }
        let better = child.delta < found.phi
            || child.delta == 0 && child.rests_on.count_ones() < found.rests_on.count_ones();
        if better {
            second = found.phi;
            found.phi = child.delta;
            found.rests_on = child.rests_on;
            best = i;
        } else {
            second = second.min(child.delta);
        }
    }
    if let Some(child) = children.get(best) {
        found.best = child.index;
    }
    if found.phi == 0 {
        found.delta = INFINITE;
    } else if found.phi >= INFINITE {
        found.phi = INFINITE;
        found.delta = 0;
        found.rests_on = all;
    } else {
        found.delta = hardest;
    }
    (found, best, second)
}

/// The empty points worth a move, likely ones first.
struct Moves {
    scored: [(u32, u8); super::region::MOST],
    count: usize,
}

impl Moves {
    fn new(region: &Region, state: &State, room: &Room) -> Moves {
        let mut moves = Moves {
            scored: [(0, NONE); super::region::MOST],
            count: 0,
        };
        let empty = region.empty(state);
        let (captures, rescues, fillings) = hot(region, state, empty);
        for index in bits(empty & room.reach & !fillings) {
            let bit: Set = 1 << index;
            let around = region.neighbors(index);
            let mut score = 4 * (around & room.inner).count_ones() + (around & empty).count_ones();
            if room.inner & bit != 0 {
                score += 2;
            }
            if captures & bit != 0 {
                score += 64;
            }
            if rescues & bit != 0 {
                score += 32;
            }
            moves.scored[moves.count] = (score, index as u8);
            moves.count += 1;
        }
        moves.scored[..moves.count].sort_unstable_by_key(|m| (std::cmp::Reverse(m.0), m.1));
        moves
    }

    /// The moves with their scores.
    fn likeliest_first(&self) -> &[(u32, u8)] {
        &self.scored[..self.count]
    }

    fn points(&self) -> impl Iterator<Item = u8> {
        self.likeliest_first().iter().map(|m| m.1)
    }
}

/// Empty points at which the player takes a chain; at which one of his own in atari gets out or
/// stays in atari; and eyes of one chain of his that only costs him a liberty to fill.
fn hot(region: &Region, state: &State, empty: Set) -> (Set, Set, Set) {
    let mut last = [0; 2];
    let mut fillings = 0;
    for color in Color::BOTH {
        let stones = state.stones[color.index()];
        let mut rest = stones;
        while rest != 0 {
            let (chain, adjacent) = region.flood(rest & rest.wrapping_neg(), stones);
            rest &= !chain;
            let liberties = adjacent & empty;
            let is_safe = chain & region.safe(color) != 0;
            if liberties.is_power_of_two() {
                if !is_safe {
                    last[color.index()] |= liberties;
                }
            } else if color == state.to_move {
                let enclosed = !(region.outside(color) | region.safe(color));
                for index in bits(liberties & enclosed) {
                    if region.neighbors(index) & !chain == 0 {
                        fillings |= 1 << index;
                    }
                }
            }
        }
    }
    let me = state.to_move.index();
    (last[1 - me], last[me], fillings)
}
