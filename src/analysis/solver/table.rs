//! The transposition table: positions with their proof and disproof numbers.

use super::region::{NO_KO, Set, State};
use crate::go::Color;
use crate::go::board::splitmix64;

/// Settled: the number of a goal that cannot be reached any more.
pub(super) const INFINITE: u32 = 1 << 28;

/// What a search found of a position, for the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// How much is left to show that the player gets what he wants; 0 where that is shown.
    pub phi: u32,
    /// How much is left to show that he does not; 0 where that is shown.
    pub delta: u32,
    /// The earlier positions of the path, as bits of their plies, on which this rests since they
    /// came again. 0 where it holds on every path.
    pub rests_on: Set,
    /// The path to the last of these, by its hash.
    pub path: u64,
    /// The move that was best: a point, [`PASS`] or [`NONE`].
    pub best: u8,
}

impl Found {
    /// Whether one side is shown to get what it wants.
    pub fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// A pass among moves.
pub(super) const PASS: u8 = 254;
/// No move.
pub(super) const NONE: u8 = 255;

#[derive(Clone, Copy)]
struct Entry {
    state: State,
    query: u8,
    age: u32,
    work: u32,
    found: Found,
}

/// A table of fixed size, four places for each hash.
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u32,
}

const WAYS: usize = 4;

impl Table {
    /// A table for searches of so many nodes.
    pub fn new(nodes: u64) -> Table {
        let size = nodes.clamp(256, 1 << 19).next_power_of_two() as usize;
        let nothing = Entry {
            state: State {
                stones: [0; 2],
                target: 0,
                ko: NO_KO,
                to_move: Color::Black,
            },
            query: 0,
            age: 0,
            work: 0,
            found: Found {
                phi: 1,
                delta: 1,
                rests_on: 0,
                path: 0,
                best: NONE,
            },
        };
        Table {
            entries: vec![nothing; size],
            age: 0,
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.age = 1;
            self.entries.iter_mut().for_each(|e| e.age = 0);
        }
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, state: &State, hash: u64, query: u8) -> Option<Found> {
        let at = self.place(hash);
        self.entries[at..at + WAYS]
            .iter()
            .find(|e| e.age == self.age && e.query == query && e.state == *state)
            .map(|e| e.found)
    }

    /// Notes what is known of a position; what took the least work gives way.
    #[inline]
    pub fn put(&mut self, state: &State, hash: u64, query: u8, work: u64, found: Found) {
        let at = self.place(hash);
        let age = self.age;
        let ways = &mut self.entries[at..at + WAYS];
        let same = |e: &Entry| e.age == age && e.query == query && e.state == *state;
        let slot = ways.iter().position(same).unwrap_or_else(|| {
            let cost = |e: &Entry| if e.age == age { e.work } else { 0 };
            (0..WAYS).min_by_key(|&i| cost(&ways[i])).unwrap_or(0)
        });
        let before = if same(&ways[slot]) {
            ways[slot].work
        } else {
            0
        };
        ways[slot] = Entry {
            state: *state,
            query,
            age,
            work: before.saturating_add(work.min(1 << 30) as u32 + 1),
            found,
        };
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash as usize ^ (hash >> 32) as usize) & (self.entries.len() - WAYS)
    }
}

/// A hash of a position.
#[inline]
pub(super) fn hash(state: &State) -> u64 {
    let fold = |hash: u64, set: Set| splitmix64(splitmix64(hash ^ set as u64) ^ (set >> 64) as u64);
    let small = u64::from(state.ko) << 8 | state.to_move as u64;
    fold(fold(small, state.stones[0]), state.stones[1])
}
