//! The transposition table: positions with their proof and disproof numbers.

use crate::analysis::local::{LocalRegion, LocalState, NO_KO};
use crate::analysis::query::Query;
use crate::go::board::splitmix64;
use crate::go::{Bits, ByColor, Color};

/// Settled: the number of a goal that cannot be reached any more.
pub(super) const INFINITE: u32 = 1 << 28;

/// Earlier positions of a path, as bits of their plies.
pub(super) type Plies = u64;

/// A pass among moves.
pub(super) const PASS: u8 = 254;
/// No move.
pub(super) const NONE: u8 = 255;

/// What a search found of a position, for the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofNumbers {
    /// How much is left to show that the player gets what he wants; 0 where that is shown.
    pub phi: u32,
    /// How much is left to show that he does not; 0 where that is shown.
    pub delta: u32,
    /// The earlier positions of the path on which this rests since they came again. None where it
    /// holds on every path.
    pub rests_on: Plies,
    /// The path to the last of these, by its hash.
    pub path: u64,
    /// The move that was best: a point, [`PASS`] or [`NONE`].
    pub best: u8,
    /// It is settled, and no ko and no repetition has to do with it: so it does not matter how these are
    /// read.
    pub is_plain: bool,
}

impl ProofNumbers {
    /// What holds on every path.
    pub fn anywhere((phi, delta): (u32, u32), best: u8, is_plain: bool) -> ProofNumbers {
        ProofNumbers {
            phi,
            delta,
            rests_on: 0,
            path: 0,
            best,
            is_plain,
        }
    }

    /// Whether one side is shown to get what it wants.
    pub fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// What is known of a state, side by side so that it takes 64 bytes for a region of 64 points.
#[derive(Clone, Copy)]
struct Stored<S> {
    stones: ByColor<S>,
    target: S,
    rests_on: Plies,
    path: u64,
    phi: u32,
    delta: u32,
    to_move: Color,
    ko: u8,
    query: Query,
    best: u8,
    is_plain: bool,
}

impl<S: Bits> Stored<S> {
    #[inline]
    fn new(state: &LocalState<S>, query: &Query, found: &ProofNumbers) -> Stored<S> {
        Stored {
            stones: state.stones,
            target: state.target,
            rests_on: found.rests_on,
            path: found.path,
            phi: found.phi,
            delta: found.delta,
            to_move: state.to_move,
            ko: state.ko,
            query: *query,
            best: found.best,
            is_plain: found.is_plain,
        }
    }

    #[inline]
    fn state(&self) -> LocalState<S> {
        LocalState {
            stones: self.stones,
            target: self.target,
            ko: self.ko,
            to_move: self.to_move,
        }
    }

    #[inline]
    fn found(&self) -> ProofNumbers {
        ProofNumbers {
            phi: self.phi,
            delta: self.delta,
            rests_on: self.rests_on,
            path: self.path,
            best: self.best,
            is_plain: self.is_plain,
        }
    }
}

/// Of an entry a few bits of its hash, so that most others need not be looked at, and what it took.
#[derive(Clone, Copy)]
struct StoredMark {
    tag: u32,
    /// 0 where there is no entry.
    work: u32,
}

/// A table with four places for each hash. It begins small, and doubles as it fills up to a size
/// that follows from the cap on nodes.
pub(super) struct Transpositions<S> {
    entries: Vec<Stored<S>>,
    marks: Vec<[StoredMark; WAYS]>,
    noted: usize,
    most: usize,
    /// The region whose positions it notes.
    region: Option<LocalRegion<S>>,
}

const WAYS: usize = 4;

/// Entries at first.
const FIRST: usize = 1 << 12;

/// Nodes for each entry of the largest table: of those that are looked at, one in some seven is
/// noted.
const NODES: u64 = 16;

/// The most entries, for the least and the most nodes.
const LARGEST: [u64; 2] = [1 << 15, 1 << 20];

const EMPTY: [StoredMark; WAYS] = [StoredMark { tag: 0, work: 0 }; WAYS];

impl<S: Bits> Transpositions<S> {
    /// A table for searches of so many nodes.
    pub fn new(nodes: u64) -> Transpositions<S> {
        let [least, most] = LARGEST;
        let most = (nodes / NODES).clamp(least, most).next_power_of_two() as usize;
        let mut table = Transpositions {
            entries: Vec::new(),
            marks: Vec::new(),
            noted: 0,
            most,
            region: None,
        };
        table.forget();
        table
    }

    /// Makes it the table of a region: what was found of that one is kept, if it was the last one.
    pub fn take_up(&mut self, region: &LocalRegion<S>) {
        if self.region.as_ref() != Some(region) {
            self.forget();
            self.region = Some(region.clone());
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.clear(self.most.min(FIRST));
        self.region = None;
    }

    fn clear(&mut self, size: usize) {
        let nowhere = LocalState {
            stones: ByColor::same(S::NONE),
            target: S::NONE,
            ko: NO_KO,
            to_move: Color::Black,
        };
        let nothing = ProofNumbers::anywhere((1, 1), NONE, false);
        let nothing = Stored::new(&nowhere, &Query::strict(Color::Black).taken, &nothing);
        self.noted = 0;
        self.entries.truncate(size);
        self.entries.resize(size, nothing);
        self.marks.clear();
        self.marks.resize(size / WAYS, EMPTY);
    }

    fn grow(&mut self) {
        let entries = std::mem::take(&mut self.entries);
        let marks = std::mem::take(&mut self.marks);
        self.clear(entries.len() * 2);
        for (entry, mark) in entries.iter().zip(marks.as_flattened()) {
            if mark.work > 0 {
                self.place_entry(*entry, hash(&entry.state()), mark.work);
            }
        }
    }

    /// What is known of a position: what settles the query on every path, else what was found of this query
    /// itself.
    #[inline]
    pub fn get(
        &self,
        state: &LocalState<S>,
        hash: u64,
        query: &Query,
        defender: Color,
    ) -> Option<ProofNumbers> {
        let mut own = None;
        for entry in self.ways(hash).map(|(_, entry)| entry) {
            if entry.state() != *state {
                continue;
            }
            let found = entry.found();
            let is_own = entry.query == *query;
            if found.is_settled() && found.rests_on == 0 {
                let seeks = state.to_move == entry.query.seeker(defender);
                let gets = (found.phi == 0) == seeks;
                if is_own || query.follows_from(&entry.query, defender, gets, found.is_plain) {
                    return Some(found);
                }
            } else if is_own {
                own = Some(found);
            }
        }
        own
    }

    /// Notes what is known of a position; what took the least work gives way.
    #[inline]
    pub fn put(
        &mut self,
        state: &LocalState<S>,
        hash: u64,
        query: &Query,
        work: u64,
        found: ProofNumbers,
    ) {
        if self.noted > self.entries.len() / 2 && self.entries.len() < self.most {
            self.grow();
        }
        let entry = Stored::new(state, query, &found);
        self.place_entry(entry, hash, work.min(1 << 30) as u32 + 1);
    }

    fn place_entry(&mut self, entry: Stored<S>, hash: u64, work: u32) {
        let is_same = |e: &Stored<S>| e.query == entry.query && e.state() == entry.state();
        let known = self
            .ways(hash)
            .find(|(_, e)| is_same(e))
            .map(|(way, _)| way);
        let set = self.set(hash);
        let marks = &mut self.marks[set];
        let (way, before) = match known {
            Some(way) => (way, marks[way].work),
            None => {
                let least = (0..WAYS).min_by_key(|&way| marks[way].work);
                (least.unwrap_or(0), 0)
            }
        };
        marks[way] = StoredMark {
            tag: tag(hash),
            work: before.saturating_add(work),
        };
        self.entries[set * WAYS + way] = entry;
        self.noted += usize::from(known.is_none());
    }

    /// The entries that may be about a position of this hash, each with its place among those of the set.
    #[inline]
    fn ways(&self, hash: u64) -> impl Iterator<Item = (usize, &Stored<S>)> {
        let set = self.set(hash);
        let marks = &self.marks[set];
        let is_tagged = move |way: &usize| marks[*way].tag == tag(hash) && marks[*way].work > 0;
        (0..WAYS)
            .filter(is_tagged)
            .map(move |way| (way, &self.entries[set * WAYS + way]))
    }

    #[inline]
    fn set(&self, hash: u64) -> usize {
        (hash as usize ^ (hash >> 32) as usize) & (self.marks.len() - 1)
    }
}

#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// A hash of a position.
#[inline]
pub(super) fn hash<S: Bits>(state: &LocalState<S>) -> u64 {
    let fold = |hash: u64, set: S| {
        let [low, high] = set.halves();
        let hash = splitmix64(hash ^ low);
        match S::MOST {
            0..=64 => hash,
            _ => splitmix64(hash ^ high),
        }
    };
    let small = u64::from(state.ko) << 8 | state.to_move as u64;
    state.stones.pair().into_iter().fold(small, fold)
}
