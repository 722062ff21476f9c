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
    /// What holds on every path.
    pub fn anywhere((phi, delta): (u32, u32), best: u8) -> Found {
        Found {
            phi,
            delta,
            rests_on: 0,
            path: 0,
            best,
        }
    }

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

/// A table with four places for each hash. It begins small, and doubles as it fills up to a size
/// that follows from the cap on nodes.
pub(super) struct Table {
    entries: Vec<Entry>,
    /// Of each entry a few bits of its hash, so that most others need not be looked at.
    tags: Vec<u32>,
    age: u32,
    noted: usize,
    most: usize,
}

const WAYS: usize = 4;

/// Entries at first.
const FIRST: usize = 1 << 12;

const NOTHING: Entry = Entry {
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

impl Table {
    /// A table for searches of so many nodes.
    pub fn new(nodes: u64) -> Table {
        let most = nodes.clamp(256, 1 << 19).next_power_of_two() as usize;
        Table {
            entries: vec![NOTHING; most.min(FIRST)],
            tags: vec![0; most.min(FIRST)],
            age: 0,
            noted: 0,
            most,
        }
    }

    fn grow(&mut self) {
        let twice = vec![NOTHING; self.entries.len() * 2];
        let before = std::mem::replace(&mut self.entries, twice);
        self.tags = vec![0; self.entries.len()];
        self.noted = 0;
        let age = self.age;
        for entry in before.iter().filter(|e| e.age == age) {
            self.place_entry(*entry, hash(&entry.state));
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.age = self.age.wrapping_add(1);
        self.noted = 0;
        // Which entries give way depends on the size: a search must not see what was before it.
        self.entries.truncate(FIRST);
        self.tags.truncate(FIRST);
        if self.age == 0 {
            self.age = 1;
            self.entries.iter_mut().for_each(|e| e.age = 0);
        }
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, state: &State, hash: u64, query: u8) -> Option<Found> {
        let at = self.place(hash);
        let tag = self.tag(hash, query);
        let tags = self.tags.get(at..at + WAYS)?;
        let is_it = |i: &usize| {
            let e = &self.entries[at + i];
            tags[*i] == tag && e.age == self.age && e.query == query && e.state == *state
        };
        (0..WAYS).find(is_it).map(|i| self.entries[at + i].found)
    }

    /// Notes what is known of a position; what took the least work gives way.
    #[inline]
    pub fn put(&mut self, state: &State, hash: u64, query: u8, work: u64, found: Found) {
        if self.noted > self.entries.len() / 2 && self.entries.len() < self.most {
            self.grow();
        }
        let entry = Entry {
            state: *state,
            query,
            age: self.age,
            work: work.min(1 << 30) as u32 + 1,
            found,
        };
        self.place_entry(entry, hash);
    }

    fn place_entry(&mut self, entry: Entry, hash: u64) {
        let at = self.place(hash);
        let age = self.age;
        let tag = self.tag(hash, entry.query);
        let ways = &mut self.entries[at..at + WAYS];
        let same = |e: &Entry| e.age == age && e.query == entry.query && e.state == entry.state;
        let known = ways.iter().position(same);
        let slot = known.unwrap_or_else(|| {
            let cost = |e: &Entry| if e.age == age { e.work } else { 0 };
            (0..WAYS).min_by_key(|&i| cost(&ways[i])).unwrap_or(0)
        });
        let before = if known.is_some() { ways[slot].work } else { 0 };
        ways[slot] = Entry {
            work: before.saturating_add(entry.work),
            ..entry
        };
        self.tags[at + slot] = tag;
        self.noted += usize::from(known.is_none());
    }

    #[inline]
    fn tag(&self, hash: u64, query: u8) -> u32 {
        (hash >> 32) as u32 ^ u32::from(query).wrapping_mul(0x9e37_79b9) ^ self.age
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
