//! Min-max with alpha-beta, secondary search and register method, for one question at a time.
//!
//! The answers are ordered for the target: dies, ko, seki, lives. Whether the answer reaches one of
//! them is asked with an empty alpha-beta window, that is, as a yes-or-no `Query`: one side seeks
//! (the attacker to take the target, the defender to make it pass-alive), the other prevents. The
//! secondary search asks to depth 2, 4, 6 and so on; a line that is cut there is neither yes nor no.
//!
//! Passes: the seeker never gains by one, since the other passes too and the goal was not reached.
//! So positions need not count passes.
//!
//! Kos: a query says for whom kos are read. That side may take back at once, as if it had a
//! threat each time; the other must wait a turn. What holds though kos are read for the other side
//! holds whatever threats there are.
//!
//! Repetitions: a position that comes again on the path of its own search has the value that the
//! query gives to play without end. A result that rests on that is a result for this path; it goes
//! into the table only once it rests on nothing before the position itself. This is exact: the
//! endless value is the same for every repetition, so the first one decides (and a seeker's success
//! never rests on a repetition that counts against him).

use super::sight::{Outlook, Sights};
use super::table::{Known, NONE, PASS, Register, Registered};
use crate::analysis::local::{LocalRegion, LocalState, NO_KO};
use crate::analysis::problem::{Answer, Solution};
use crate::analysis::query::{Endless, Goal, Query};
use crate::go::{Bits, ByColor};
use arrayvec::ArrayVec;

/// The most points of a region.
const MOST: usize = <u64 as Bits>::MOST;

/// What is known of a query, with the earliest ply of the path on which it rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReadValue {
    known: Option<bool>,
    rests_on: usize,
}

/// It rests on no earlier position.
const NOTHING: usize = usize::MAX;

impl ReadValue {
    const OPEN: ReadValue = ReadValue {
        known: None,
        rests_on: NOTHING,
    };

    fn of(known: bool) -> ReadValue {
        ReadValue {
            known: Some(known),
            rests_on: NOTHING,
        }
    }
}

/// The deepest secondary search.
const DEEPEST: u8 = 120;

/// The search of one problem.
pub(super) struct AlphaBeta<'a> {
    region: &'a LocalRegion<u64>,
    table: &'a mut Register,
    sights: &'a mut Sights,
    cap: u64,
    nodes: u64,
    path: Vec<LocalState<u64>>,
    history: ByColor<[u32; MOST]>,
    /// A ko was met, or a repetition: the other way to read them may give another answer.
    ambiguous: bool,
    /// A line was cut for its depth, not for what the table said of an earlier one.
    cut: bool,
    /// The number of the round of the secondary search, and the oldest whose open results count.
    round: u16,
    oldest: u16,
}

impl<'a> AlphaBeta<'a> {
    /// A search with a cap on its nodes.
    pub fn new(
        region: &'a LocalRegion<u64>,
        table: &'a mut Register,
        sights: &'a mut Sights,
        cap: u64,
    ) -> AlphaBeta<'a> {
        AlphaBeta {
            region,
            table,
            sights,
            cap,
            nodes: 0,
            path: Vec::new(),
            history: ByColor::same([0; MOST]),
            ambiguous: false,
            cut: false,
            round: 0,
            oldest: 0,
        }
    }

    /// Answers the problem from this state.
    pub fn solve(mut self, start: LocalState<u64>) -> Solution {
        let defender = self.region.defender;
        let strict = Query::strict(defender);
        let generous = Query::generous(defender);
        let mut open = [Some(strict.taken), Some(strict.lives)];
        let mut ambiguous = [start.ko != NO_KO; 2];
        let mut cut = [true; 2];
        let mut depth = 2;
        // Both at once, since a yes to one is the answer and saves a long no to the other.
        while open.iter().any(Option::is_some) && !self.exhausted() && depth < DEEPEST {
            for turn in 0..2 {
                let Some(query) = open[turn] else { continue };
                self.ambiguous = false;
                self.cut = cut[turn];
                let known = self.ask(&query, &start, depth);
                ambiguous[turn] |= self.ambiguous;
                cut[turn] = self.cut;
                match known {
                    Some(true) if turn == 0 => return self.outcome(Answer::Dies, &query, start),
                    Some(true) => return self.outcome(Answer::Lives, &query, start),
                    Some(false) => open[turn] = None,
                    None => {}
                }
            }
            depth += 2;
        }
        if open.iter().any(Option::is_some) {
            return self.outcome(Answer::NotFinished, &strict.taken, start);
        }
        // Neither taken nor alive for certain: seki, if that does not change with the kos.
        let mut show = strict.taken;
        if ambiguous[0] {
            show = generous.taken;
            match self.deepen(&show, &start) {
                Some(false) => {}
                Some(true) => return self.outcome(Answer::Ko, &show, start),
                None => return self.outcome(Answer::NotFinished, &show, start),
            }
        }
        if ambiguous[1] {
            show = generous.lives;
            match self.deepen(&show, &start) {
                Some(false) => {}
                Some(true) => return self.outcome(Answer::LivesByKo, &show, start),
                None => return self.outcome(Answer::NotFinished, &show, start),
            }
        }
        self.outcome(Answer::Seki, &show, start)
    }

    fn deepen(&mut self, query: &Query, start: &LocalState<u64>) -> Option<bool> {
        let mut depth = 2;
        self.cut = true;
        while !self.exhausted() && depth < DEEPEST {
            if let Some(known) = self.ask(query, start, depth) {
                return Some(known);
            }
            depth += 2;
        }
        None
    }

    fn ask(&mut self, query: &Query, start: &LocalState<u64>, depth: u8) -> Option<bool> {
        let start = query.state(*start);
        self.path.clear();
        self.round += 1;
        // Open results of earlier rounds can lean on each other in a circle. If nothing else was
        // cut, the next round does without them.
        self.oldest = if self.cut { 0 } else { self.round };
        self.cut = false;
        self.search(query, &start, depth).known
    }

    fn exhausted(&self) -> bool {
        self.nodes >= self.cap
    }

    /// The number of a query in the table: one for each goal, with kos read against its seeker or for him.
    fn id(&self, query: &Query) -> u8 {
        let is_generous = query.kos_for == query.seeker(self.region.defender);
        debug_assert!(
            [Query::strict, Query::generous]
                .iter()
                .any(|of| of(self.region.defender).has(query)),
            "a query of another kind"
        );
        query.goal as u8 + 2 * u8::from(is_generous)
    }

    /// What can be said at once.
    fn at_once(&mut self, query: &Query, state: &LocalState<u64>) -> Option<bool> {
        let dies = self.sights.dies(self.region, state)?;
        Some(dies == (query.goal == Goal::Capture))
    }

    fn search(&mut self, query: &Query, state: &LocalState<u64>, depth: u8) -> ReadValue {
        if self.exhausted() {
            return ReadValue::OPEN;
        }
        self.nodes += 1;
        let ply = self.path.len();
        if let Some(before) = self.path.iter().position(|s| s == state) {
            self.ambiguous = true;
            return ReadValue {
                known: Some(query.endless == Endless::Reaches),
                rests_on: before,
            };
        }
        let mut first = NONE;
        if let Some(entry) = self.table.get(state, self.id(query)) {
            match entry.known {
                Known::Yes => return ReadValue::of(true),
                Known::No => return ReadValue::of(false),
                Known::NotWithin(plies) if plies >= depth && entry.round >= self.oldest => {
                    return ReadValue::OPEN;
                }
                Known::NotWithin(_) => first = entry.best,
            }
        } else if let Some(known) = self.at_once(query, state) {
            return ReadValue::of(known);
        }
        if depth == 0 {
            self.cut = true;
            return ReadValue::OPEN;
        }
        self.path.push(*state);
        let (mut verdict, best) = self.try_moves(query, state, depth, first);
        self.path.pop();
        if verdict.rests_on != NOTHING && verdict.rests_on >= ply {
            verdict.rests_on = NOTHING;
        }
        if verdict.rests_on == NOTHING && !self.exhausted() {
            let known = match verdict.known {
                Some(true) => Known::Yes,
                Some(false) => Known::No,
                None => Known::NotWithin(depth),
            };
            let round = self.round;
            self.table
                .put(state, self.id(query), Registered { known, best, round });
        }
        verdict
    }

    /// The player's moves in turn, until one settles the query for him.
    fn try_moves(
        &mut self,
        query: &Query,
        state: &LocalState<u64>,
        depth: u8,
        first: u8,
    ) -> (ReadValue, u8) {
        let seeks = state.to_move == query.seeker(self.region.defender);
        let outlook = self.sights.outlook(self.region, state);
        let mut moves = OrderedMoves::new(self.region, state, &outlook, first, &self.history);
        let mut all = ReadValue::of(!seeks);
        let mut best = NONE;
        while let Some(index) = moves.next() {
            let Some(played) = self.region.play(state, index as usize) else {
                continue;
            };
            self.ambiguous |= played.is_ko;
            let after = query.state(played.state);
            let verdict = self.search(query, &after, depth - 1);
            if best == NONE {
                best = index;
            }
            if verdict.known == Some(seeks) {
                let side = &mut self.history[state.to_move];
                side[index as usize] += u32::from(depth) * u32::from(depth);
                return (verdict, index);
            }
            if verdict.known.is_none() {
                all.known = None;
            }
            all.rests_on = all.rests_on.min(verdict.rests_on);
        }
        if !seeks {
            let verdict = self.search(query, &state.passed(), depth - 1);
            if verdict.known == Some(false) {
                return (verdict, PASS);
            }
            if verdict.known.is_none() {
                all.known = None;
            }
            all.rests_on = all.rests_on.min(verdict.rests_on);
            if best == NONE {
                best = PASS;
            }
        }
        (all, best)
    }

    fn outcome(&mut self, answer: Answer, query: &Query, start: LocalState<u64>) -> Solution {
        let mut line = Vec::new();
        let mut state = query.state(start);
        while line.len() < 40 && self.at_once(query, &state).is_none() {
            let Some(entry) = self.table.get(&state, self.id(query)) else {
                break;
            };
            match entry.best {
                NONE => break,
                PASS => {
                    line.push(None);
                    state = state.passed();
                }
                index => {
                    let Some(played) = self.region.play(&state, index as usize) else {
                        break;
                    };
                    line.push(Some(self.region.points[index as usize]));
                    state = query.state(played.state);
                }
            }
        }
        Solution {
            answer,
            line,
            nodes: self.nodes,
        }
    }
}

/// The empty points, likely ones first: the table's, captures, rescues, then what settled most
/// elsewhere, then points with many empty points around. A number for each, larger for likelier ones: its
/// score, then 255 less its index.
struct OrderedMoves(ArrayVec<u64, MOST>);

impl OrderedMoves {
    fn new(
        region: &LocalRegion<u64>,
        state: &LocalState<u64>,
        outlook: &Outlook,
        first: u8,
        history: &ByColor<[u32; MOST]>,
    ) -> OrderedMoves {
        let mut moves = OrderedMoves(ArrayVec::new());
        let inner = outlook.inner;
        let me = state.to_move;
        let (captures, rescues) = (outlook.last[!me], outlook.last[me]);
        let empty = region.empty(state.stones);
        for index in empty.indices() {
            let bit = 1 << index;
            let around = region.neighbors(index);
            let room = 4 * (around & inner).count_ones() + (around & empty).count_ones();
            let mut score = history[me][index].min(1 << 20) * 8 + room;
            if captures & bit != 0 {
                score += 1 << 29;
            }
            if rescues & bit != 0 {
                score += 1 << 28;
            }
            if first == index as u8 {
                score += 1 << 30;
            }
            moves
                .0
                .push(u64::from(score) << 8 | u64::from(u8::MAX - index as u8));
        }
        moves
    }

    /// The likeliest that was not given yet.
    fn next(&mut self) -> Option<u8> {
        let (at, _) = self
            .0
            .iter()
            .enumerate()
            .max_by_key(|(_, likely)| **likely)?;
        Some(u8::MAX - self.0.swap_remove(at) as u8)
    }
}
