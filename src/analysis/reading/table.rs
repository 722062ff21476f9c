//! The register method: positions with what is known of them.

use crate::analysis::local::LocalState;
use crate::go::board::splitmix64;
use crate::go::{ByColor, Color};

/// What is known of a position, for one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The goal is reached, whatever the other side does.
    Yes,
    /// It cannot be.
    No,
    /// Neither was found within this many plies.
    NotWithin(u8),
}

/// What a search found of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registered {
    /// What is known.
    pub known: Known,
    /// The move to try first: a point's number, [`PASS`] or [`NONE`].
    pub best: u8,
    /// The round of the secondary search that found it.
    pub round: u16,
}

#[derive(Clone, Copy, Debug)]
struct RegisterEntry {
    state: LocalState<u64>,
    query: u8,
    age: u32,
    found: Registered,
}

/// A pass among moves.
pub(super) const PASS: u8 = 254;
/// No move.
pub(super) const NONE: u8 = 255;

const NOTHING: RegisterEntry = RegisterEntry {
    state: LocalState {
        stones: ByColor::same(0),
        target: 0,
        ko: 0,
        to_move: Color::Black,
    },
    query: 0,
    age: 0,
    found: Registered {
        known: Known::NotWithin(0),
        best: NONE,
        round: 0,
    },
};

/// A table; two places for each hash, of which the second is always overwritten.
#[derive(Default)]
pub(super) struct Register {
    entries: Vec<RegisterEntry>,
    /// How many of them are used, a power of two.
    size: usize,
    age: u32,
}

impl Register {
    /// Forgets everything, and has room for a search of so many nodes.
    pub fn begin(&mut self, nodes: u64) {
        self.size = (nodes / 4).clamp(256, 1 << 19).next_power_of_two() as usize;
        if self.entries.len() < self.size {
            self.entries.resize(self.size, NOTHING);
        }
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.age = 1;
            self.entries.iter_mut().for_each(|e| e.age = 0);
        }
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, state: &LocalState<u64>, query: u8) -> Option<Registered> {
        let at = self.place(state, query);
        self.entries[at..at + 2]
            .iter()
            .find(|e| e.age == self.age && e.query == query && e.state == *state)
            .map(|e| e.found)
    }

    /// Notes what is known of a position.
    #[inline]
    pub fn put(&mut self, state: &LocalState<u64>, query: u8, found: Registered) {
        let at = self.place(state, query);
        let first = &self.entries[at];
        let same = first.query == query && first.state == *state;
        let stale = first.age != self.age;
        let slot = if stale || same || weight(first.found.known) <= weight(found.known) {
            at
        } else {
            at + 1
        };
        if slot == at && !stale && !same {
            self.entries[at + 1] = self.entries[at];
        }
        self.entries[slot] = RegisterEntry {
            state: *state,
            query,
            age: self.age,
            found,
        };
    }

    #[inline]
    fn place(&self, state: &LocalState<u64>, query: u8) -> usize {
        let small = u64::from(state.ko) << 16 | u64::from(query) << 8 | state.to_move as u64;
        let [black, white] = state.stones.pair();
        let mut hash = splitmix64(black ^ small.rotate_left(40));
        hash = splitmix64(hash ^ white);
        hash ^= state.target.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash as usize ^ (hash >> 32) as usize) & (self.size - 2)
    }
}

fn weight(known: Known) -> u8 {
    match known {
        Known::Yes | Known::No => u8::MAX,
        Known::NotWithin(depth) => depth,
    }
}
