//! The moves of a position that are worth a look, likely ones first.

use super::table::NONE;
use crate::analysis::local::{LocalRegion, LocalState, MOST, Room};
use crate::go::{Bits, ByColor, Color};

/// The empty points worth a move, likely ones first.
pub(super) struct Moves {
    scored: [(u32, u8); MOST],
    count: usize,
}

impl Moves {
    pub fn new<S: Bits>(region: &LocalRegion<S>, state: &LocalState<S>, room: &Room<S>) -> Moves {
        let mut moves = Moves {
            scored: [(0, NONE); MOST],
            count: 0,
        };
        let empty = region.empty(state.stones);
        let (captures, rescues, fillings) = hot(region, state, empty);
        let idle = fillings | outer(region, state, room);
        for index in (empty & room.reach & !idle).indices() {
            let around = region.neighbors(index);
            let mut score = 4 * (around & room.inner).len() + (around & empty).len();
            if room.inner.has(index) {
                score += 2;
            }
            if captures.has(index) {
                score += 64;
            }
            if rescues.has(index) {
                score += 32;
            }
            moves.scored[moves.count] = (score, index as u8);
            moves.count += 1;
        }
        moves.scored[..moves.count].sort_unstable_by_key(|m| (std::cmp::Reverse(m.0), m.1));
        moves
    }

    /// The moves with their scores.
    pub fn likeliest_first(&self) -> &[(u32, u8)] {
        &self.scored[..self.count]
    }

    pub fn points(&self) -> impl Iterator<Item = u8> {
        self.likeliest_first().iter().map(|m| m.1)
    }
}

/// Points that need not be tried: outer liberties of one chain of the defender, between it and safe
/// stones of the attacker, which are no one's eyes. The defender gets no more liberties if he plays
/// there, and to the attacker one is as good as another.
fn outer<S: Bits>(region: &LocalRegion<S>, state: &LocalState<S>, room: &Room<S>) -> S {
    let empty = region.empty(state.stones);
    let own = state.stones[region.defender];
    let other = state.stones[!region.defender];
    let (mut idle, mut kept) = (S::NONE, S::NONE);
    for (way, adjacent) in region.parts(empty & room.reach & !room.inner) {
        let around = adjacent & !way;
        let is_shut = !around.meets(empty)
            && !(around & other).meets(room.reach)
            && !way.meets(region.safe(region.defender));
        if !is_shut {
            continue;
        }
        let (chain, beside) = region.flood((around & own).lowest(), own);
        let liberties = way & beside;
        // No play in it opens two ways.
        let is_narrow = |point: usize| {
            let next = region.neighbors(point) & way;
            match liberties.has(point) {
                true => (next & !liberties).len() <= 1,
                false => next.len() <= 2,
            }
        };
        if !(around & own).is_within(chain) || !way.indices().all(is_narrow) {
            continue;
        }
        idle |= way;
        if state.to_move != region.defender && !kept.meets(chain) {
            idle &= !liberties.lowest();
            kept |= chain;
        }
    }
    idle
}

/// Empty points at which the player takes a chain; at which one of his own in atari gets out or
/// stays in atari; and eyes of one chain of his that only costs him a liberty to fill.
fn hot<S: Bits>(region: &LocalRegion<S>, state: &LocalState<S>, empty: S) -> (S, S, S) {
    let mut last = ByColor::same(S::NONE);
    let mut fillings = S::NONE;
    for color in Color::BOTH {
        let safe = region.safe(color);
        let enclosed = !(region.outside(color) | safe);
        for (chain, adjacent) in region.parts(state.stones[color]) {
            let liberties = adjacent & empty;
            if liberties.is_one() {
                if !chain.meets(safe) {
                    last[color] |= liberties;
                }
            } else if color == state.to_move {
                for index in (liberties & enclosed).indices() {
                    if region.neighbors(index).is_within(chain) {
                        fillings |= S::of(index);
                    }
                }
            }
        }
    }
    (last[!state.to_move], last[state.to_move], fillings)
}
