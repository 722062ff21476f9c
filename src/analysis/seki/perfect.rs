//! Chrisd's `play_perfectly`: the score of a small area under perfect play, by area counting.
//!
//! His shortcuts: where everything is settled, that is the score; what one colour surrounds without
//! room for two eyes in it is that colour's; a move that wins everything ends the search. His order
//! of moves: by Q = 5 * (new pass-alive points) + 4 * (stones connected to such points in the sense
//! of miai) + 3 * (empty points beside any of these), then captures, rescues from atari, moves that
//! are not on the edge, moves that are not in the corner.
//!
//! Added here: a null-window search (alpha-beta that tells only whether the score is above a bar), which is cut
//! off where the settled points bound the score to one side of the bar. A position may not come again on the
//! path to it (a line that would repeat is not played).
//!
//! Guaranteed: the answer under these rules, if the node cap is not reached. Not promised: anything
//! about kos that could be fought with threats elsewhere; the local reader answers that.

use crate::analysis::local::{LocalRegion, LocalState, NO_KO};
use crate::analysis::reading::alive_test::alive_test;
use crate::go::{Bits, ByColor, Color};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// Positions of which is remembered what is known of them; then all are forgotten, and worked out again, with the
/// same results. Those of a search of 50,000 nodes took up to 40 MB.
const MOST_KNOWN: usize = 1 << 16;

/// A search in one area.
pub(super) struct Perfect<'a> {
    region: &'a LocalRegion<u64>,
    left: u32,
    path: Vec<LocalState<u64>>,
    edge: u64,
    corner: u64,
    known: HashMap<(ByColor<u64>, Color), Promise, FixedState>,
}

/// What is settled in a position, and what that promises to one colour: its part of Q beyond
/// pass-alive points. Lines of play meet in the same positions again and again.
#[derive(Clone, Copy)]
struct Promise {
    settled: Settled,
    promise: i32,
}

/// A move with what is settled after it.
struct Move {
    state: LocalState<u64>,
    settled: Settled,
}

/// The settled points of each colour.
#[derive(Clone, Copy, Default)]
struct Settled(ByColor<u64>);

impl<'a> Perfect<'a> {
    /// A search that gives up after so many positions.
    pub fn new(region: &'a LocalRegion<u64>, nodes: u32) -> Perfect<'a> {
        let (mut edge, mut corner) = (0, 0);
        for (i, p) in region.points.iter().enumerate() {
            let on_board = |n: &crate::go::Point| region.size.contains(*n);
            match p.neighbors().iter().filter(|n| on_board(n)).count() {
                4 => {}
                3 => edge |= 1 << i,
                _ => corner |= 1 << i,
            }
        }
        Perfect {
            region,
            left: nodes,
            path: Vec::new(),
            edge: edge | corner,
            corner,
            known: HashMap::default(),
        }
    }

    /// How many positions it may still look at.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Whether neither side gains by any move: the area counts as it stands, and no play makes it
    /// count more for the player. `None` past the cap.
    pub fn nobody_gains(&mut self, start: &LocalState<u64>) -> Option<bool> {
        let now = self.count(start.stones);
        for color in Color::BOTH {
            let state = LocalState {
                to_move: color,
                ko: NO_KO,
                target: 0,
                ..*start
            };
            let settled = self.settled(state.stones);
            // White gains where the score is not above one less.
            let bar = match color {
                Color::Black => now,
                Color::White => now - 1,
            };
            self.path.clear();
            self.path.push(state);
            for played in self.ordered(&state, settled) {
                if self.is_above(&played, false, bar)? == (color == Color::Black) {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Whether the score for Black is above a bar. `None` past the cap.
    fn is_above(&mut self, after: &Move, passed: bool, bar: i32) -> Option<bool> {
        let &Move { ref state, settled } = after;
        self.left = self.left.checked_sub(1)?;
        if let Some(known) = self.by_settled(settled, bar) {
            return Some(known);
        }
        let wanted = state.to_move == Color::Black;
        let moves = self.ordered(state, settled);
        let settles = |played: &Move| self.by_settled(played.settled, bar) == Some(wanted);
        if moves.iter().any(settles) {
            return Some(wanted);
        }
        self.path.push(*state);
        for played in &moves {
            if !self.path.contains(&played.state) && self.is_above(played, false, bar)? == wanted {
                self.path.pop();
                return Some(wanted);
            }
        }
        let found = match passed {
            true => self.count(state.stones) > bar,
            false => {
                let state = state.passed();
                self.is_above(&Move { state, settled }, true, bar)?
            }
        };
        self.path.pop();
        Some(found)
    }

    /// The same where what is settled tells it: each colour has that much at least.
    fn by_settled(&self, Settled(settled): Settled, bar: i32) -> Option<bool> {
        let [black, white] = settled.pair();
        let total = points(self.region.all);
        let (least, most) = (2 * points(black) - total, total - 2 * points(white));
        match (least > bar, most <= bar) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// The legal moves, the likeliest first.
    fn ordered(&mut self, state: &LocalState<u64>, before: Settled) -> Vec<Move> {
        let me = state.to_move;
        let empty = self.region.empty(state.stones);
        let rescues = self.region.last_liberties(state.stones)[me];
        let mut moves = Vec::new();
        for index in empty.indices() {
            let Some(played) = self.region.play(state, index) else {
                continue;
            };
            let bit = 1 << index;
            let Promise { settled, promise } = self.known(played.state.stones, me);
            let q = 5 * (points(settled.0[me]) - points(before.0[me])) + promise;
            let tie = [
                played.taken & state.stones[!me] != 0,
                rescues & bit != 0,
                self.edge & bit == 0,
                self.corner & bit == 0,
            ];
            let state = played.state;
            moves.push((q, tie, Move { state, settled }));
        }
        moves.sort_by_key(|&(q, tie, _)| std::cmp::Reverse((q, tie)));
        moves.into_iter().map(|(_, _, played)| played).collect()
    }

    fn known(&mut self, stones: ByColor<u64>, me: Color) -> Promise {
        if let Some(known) = self.known.get(&(stones, me)) {
            return *known;
        }
        let settled = self.settled(stones);
        let safe = settled.0[me];
        let linked = self.linked(stones, me, safe);
        let (_, around) = self.region.flood(safe | linked, safe | linked);
        let free = self.region.empty(stones);
        let promise = 4 * points(linked) + 3 * points(around & free & !safe);
        let known = Promise { settled, promise };
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert((stones, me), known);
        known
    }

    /// Stones that are not settled but can be connected to settled points of their colour in two
    /// ways, or to stones that can.
    fn linked(&self, stones: ByColor<u64>, me: Color, settled: u64) -> u64 {
        let own = stones[me];
        let free = self.region.empty(stones);
        let mut linked = 0;
        loop {
            let known = settled | linked;
            let (_, around) = self.region.flood(known, known);
            let reach = (around | self.region.beside_wall[me]) & free;
            let mut more = 0;
            for (chain, adjacent) in self.region.parts(own & !known) {
                if (adjacent & reach).count_ones() >= 2 {
                    more |= chain;
                }
            }
            if more == 0 {
                return linked;
            }
            linked |= more;
        }
    }

    /// Safe and pass-alive stones, and what they surround without room for two eyes in it.
    fn settled(&self, stones: ByColor<u64>) -> Settled {
        let region = self.region;
        let firm = ByColor::from_fn(|color| {
            let own = stones[color];
            let (safe, _) = region.safe_stones(own, color);
            safe | alive_test(region, stones, color).alive
        });
        let mut settled = firm;
        let loose = region.all & !firm.either();
        for (part, adjacent) in region.parts(loose) {
            let Some(owner) = self.touched_alone(part, adjacent, firm) else {
                continue;
            };
            let (_, beside) = region.flood(firm[owner], firm[owner]);
            let inner = part & !beside & !region.beside_wall[owner];
            if region.is_one_place(inner) && !part.meets(region.open) {
                settled[owner] |= part;
            }
        }
        Settled(settled)
    }

    /// The score as the board stands: stones, and empty points beside one colour alone.
    fn count(&self, stones: ByColor<u64>) -> i32 {
        let region = self.region;
        let empty = region.empty(stones);
        let mut area = stones;
        for (part, adjacent) in region.parts(empty) {
            if let Some(owner) = self.touched_alone(part, adjacent, stones) {
                area[owner] |= part;
            }
        }
        points(area[Color::Black]) - points(area[Color::White])
    }

    /// The colour whose stones or walls alone are beside a part.
    fn touched_alone(&self, part: u64, adjacent: u64, stones: ByColor<u64>) -> Option<Color> {
        let walls = self.region.beside_wall;
        let touches = |color| adjacent & stones[color] != 0 || part & walls[color] != 0;
        ByColor::from_fn(touches).only()
    }
}

fn points(set: u64) -> i32 {
    set.count_ones() as i32
}
