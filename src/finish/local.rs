//! A region of the board as a game of its own: at most 64 places, a bit each.
//!
//! What stands around it is settled: walls of either colour that are never taken, and ground that
//! is one side's whatever happens here. Stones that could be taken belong to the region. A large
//! chain is one place: when it is taken, the region is the captor's there for good.
//!
//! The count is by territory: a point or a prisoner is 1, signed, positive for Black. A play on
//! one's own territory costs a point, a play on a neutral point nothing.

use crate::go::{Bits, Color, Point, flood, parts};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash, Hasher};

/// The most places of a region.
pub(super) const PLACES: usize = 64;

/// What a breach into ground that was one side's costs it: more than anything else here.
const BREACH: i32 = 12;

/// What stays as it is around a region, and how its places lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ZoneShape {
    /// The point of each place; the first stone where the place is a large chain.
    pub points: Vec<Point>,
    /// How many stones each place holds.
    pub weights: Vec<u8>,
    /// The places beside each place.
    pub near: Vec<u64>,
    /// Places beside a wall of this colour.
    pub wall: [u64; 2],
    /// Places beside ground of this colour.
    pub ground: [u64; 2],
    /// Stones that live, unless they are taken.
    pub living: [u64; 2],
    /// Who never takes a ko, where that is known.
    pub loses_kos: Option<Color>,
    /// For each place those that have the same places, walls and ground beside them.
    pub equals: Vec<u64>,
    /// A hash of all the rest.
    hash: u64,
}

impl Hash for ZoneShape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The stones in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Inside {
    /// Stones by colour.
    pub stones: [u64; 2],
    /// Empty places at which a stone was taken in a ko: it is not taken back.
    pub barred: u64,
}

impl Hash for Inside {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for set in [self.stones[0], self.stones[1], self.barred] {
            state.write_u64(set);
        }
    }
}

/// A play with what it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionPlay {
    /// Where.
    pub place: usize,
    /// The stones after it.
    pub state: Inside,
    /// What it took, positive for Black.
    pub taken: i32,
}

/// How a region counts if nobody plays there any more.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// Territory and dead stones, positive for Black.
    pub margin: i32,
    /// Empty places that are nobody's.
    pub neutral: u64,
    /// Stones that do not live.
    pub dead: u64,
    /// Places of each side's territory.
    pub held: [u64; 2],
}

impl ZoneShape {
    /// Finds places that are the same to all around them, once the shape is whole.
    pub fn complete(&mut self) {
        let places = (&self.points, &self.weights, &self.near);
        let around = (&self.wall, &self.ground, &self.living);
        self.hash = FixedState::default().hash_one((places, around));
        let sign = |place: usize| {
            let of = |sets: &[u64; 2]| [sets[0] >> place & 1, sets[1] >> place & 1];
            let own = (of(&self.wall), of(&self.ground), of(&self.living));
            (self.near[place], self.weights[place], own)
        };
        let all = 0..self.points.len();
        self.equals = all
            .clone()
            .map(|place| {
                let same = all.clone().filter(|&other| sign(other) == sign(place));
                same.fold(0, |set, other| set | 1 << other)
            })
            .collect();
    }

    /// All places.
    pub fn all(&self) -> u64 {
        match self.points.len() {
            PLACES => u64::MAX,
            n => (1 << n) - 1,
        }
    }

    fn beside(&self, set: u64) -> u64 {
        set.indices().fold(0, |all, place| all | self.near[place])
    }

    /// The places of `within` that connect to the place.
    pub fn connected(&self, from: u64, within: u64) -> u64 {
        flood(from, within, |place| self.near[place]).0
    }

    /// The connected parts of some places, each with the places beside it.
    pub fn parts(&self, places: u64) -> impl Iterator<Item = (u64, u64)> {
        parts(places, places, |place| self.near[place])
    }

    fn weight(&self, set: u64) -> i32 {
        set.indices()
            .map(|place| i32::from(self.weights[place]))
            .sum()
    }

    /// The region with these stones in it.
    pub fn with(&self, state: &Inside) -> RegionStones<'_> {
        let empty = self.all() & !state.stones[0] & !state.stones[1];
        let mut safe = [0; 2];
        let mut weak = [[0; FEW + 1]; 2];
        for c in [0, 1] {
            for (chain, beside) in self.parts(state.stones[c]) {
                // Ground of the opponent gives no liberties: what enters there is taken as dead.
                if chain & (self.wall[c] | self.ground[c]) != 0 {
                    safe[c] |= chain;
                    continue;
                }
                let liberties = (beside & empty).count_ones() as usize;
                for weak in weak[c].iter_mut().skip(liberties) {
                    *weak |= chain;
                }
            }
        }
        RegionStones {
            shape: self,
            state: *state,
            empty,
            safe,
            weak,
        }
    }
}

/// The most liberties of a chain that are told apart.
const FEW: usize = 3;

/// A region with the stones in it, and what is known of their chains.
pub(super) struct RegionStones<'a> {
    shape: &'a ZoneShape,
    state: Inside,
    empty: u64,
    /// Stones of chains with liberties outside, by colour.
    safe: [u64; 2],
    /// Stones of the other chains that have so many liberties at most, by colour.
    weak: [[u64; FEW + 1]; 2],
}

impl RegionStones<'_> {
    /// The play, unless it is suicide or takes a ko that its player may not take.
    pub fn play(&self, place: usize, color: Color) -> Option<RegionPlay> {
        let bit = 1 << place;
        let (c, o) = (color.index(), (!color).index());
        let near = self.shape.near[place];
        let mut state = self.state;
        let taken = self
            .shape
            .connected(near & self.weak[o][1], self.weak[o][1]);
        let is_closed =
            (self.shape.wall[c] | self.shape.ground[c]) & bit == 0 && near & self.empty == 0;
        if taken == 0 && is_closed && near & state.stones[c] & !self.weak[c][1] == 0 {
            return None;
        }
        // A large chain that is taken leaves its place to the captor.
        let large = taken
            .indices()
            .filter(|&place| self.shape.weights[place] > 1);
        let kept = large.fold(0, |all, place| all | 1 << place);
        let is_single = taken != 0 && taken & (taken - 1) == 0 && kept == 0;
        state.barred &= !bit;
        if is_single && is_closed && near & state.stones[c] == 0 {
            if self.state.barred & bit != 0 || self.shape.loses_kos == Some(color) {
                return None;
            }
            state.barred |= taken;
        }
        state.stones[c] |= bit | kept;
        state.stones[o] &= !taken;
        Some(RegionPlay {
            place,
            state,
            // Dead stones that are taken were counted as such only while they stood.
            taken: (self.shape.weight(taken) + self.shape.weight(kept)) * color.sign(),
        })
    }

    /// Plays that may make sense.
    pub fn plays(&self, color: Color) -> impl Iterator<Item = RegionPlay> {
        // Of places that are the same to all around them, the first stands for all.
        let open = self.empty & !self.state.barred;
        let first = move |&place: &usize| self.shape.equals[place] & open & ((1 << place) - 1) == 0;
        self.empty
            .indices()
            .filter(first)
            .filter(move |&place| !self.is_idle(place, color))
            .filter_map(move |place| self.play(place, color))
    }

    /// Whether the play only fills an eye of a chain that nobody can take, or gives a stone away
    /// where all around it is the opponent's for good.
    fn is_idle(&self, place: usize, color: Color) -> bool {
        let ZoneShape { wall, ground, .. } = self.shape;
        let stones = &self.state.stones;
        let bit = 1u64 << place;
        let (c, o) = (color.index(), (!color).index());
        // Far from anything that could be taken, a stone alone, or one where no opponent is near.
        let beside = self.shape.near[place];
        let empty = beside & self.empty;
        let alone = beside & stones[c] == 0 && (wall[c] | ground[c]) & bit == 0;
        let peace = || {
            let near = beside & stones[o] == 0 && wall[o] & (bit | empty) == 0;
            near && self.shape.beside(empty) & stones[o] == 0
        };
        if alone || peace() {
            let (side, few) = if alone { (!color, 3) } else { (color, 2) };
            // Beside a wall of the opponent it may shut the last gap in one of its own.
            let shuts = wall[o] & bit == 0 || empty & wall[c] != 0;
            let could_matter = alone && empty != 0 && shuts && beside & stones[o] == 0;
            if !could_matter && beside & self.weak[side.index()][few] == 0 {
                return true;
            }
        }
        if empty != 0 {
            return false;
        }
        Color::BOTH.into_iter().any(|owner| {
            let (c, o) = (owner.index(), (!owner).index());
            let closed = beside & stones[o] == 0
                && (wall[o] | ground[o]) & bit == 0
                && (owner == color || ground[c] & bit == 0);
            closed && beside & stones[c] & !self.safe[c] == 0
        })
    }

    /// Counts the region as it stands.
    pub fn count(&self) -> Count {
        let ZoneShape { wall, ground, .. } = self.shape;
        let stones = &self.state.stones;
        let alive = [0, 1].map(|c| {
            let roots = wall[c] | ground[c] | self.shape.living[c] | self.hanging(Color::BOTH[c]);
            self.shape.connected(stones[c] & roots, stones[c])
        });
        let reach = [0, 1].map(|c| self.shape.beside(alive[c]) | wall[c]);
        let ground_and_dead = self.shape.all() & !alive[0] & !alive[1];
        let mut count = Count {
            dead: ground_and_dead & !self.empty,
            ..Count::default()
        };
        for (area, _) in self.shape.parts(ground_and_dead) {
            let touched = reach.map(|reach| area & reach != 0);
            let grounds = ground.map(|ground| area & ground != 0);
            for color in Color::BOTH {
                let (c, o) = (color.index(), (!color).index());
                if (touched[c] || grounds[c]) && !touched[o] && !grounds[o] {
                    count.held[c] |= area;
                    let open = area & self.empty;
                    // A point at which the opponent takes something must be filled.
                    let to_fill = self.state.barred | self.exposed(color);
                    let points = (open & !to_fill).count_ones() as i32;
                    let dead = area & stones[o];
                    count.margin += (points + 2 * self.shape.weight(dead)) * color.sign();
                }
                if grounds[c] && touched[o] {
                    count.margin -= BREACH * color.sign();
                }
            }
            if touched[0] && touched[1] {
                count.neutral |= area & self.empty;
            }
        }
        count
    }

    /// Stones that cannot be cut off from a wall of theirs: they share two empty places with it, or one at
    /// which the opponent cannot play.
    fn hanging(&self, color: Color) -> u64 {
        let c = color.index();
        let roots = self.shape.wall[c] | self.shape.ground[c];
        let mut hanging = 0;
        for (chain, beside) in self.shape.parts(self.state.stones[c]) {
            let shared = beside & self.empty & self.shape.wall[c];
            if chain & roots != 0 || shared == 0 {
                continue;
            }
            let first = shared.trailing_zeros() as usize;
            if shared & (shared - 1) != 0 || self.play(first, !color).is_none() {
                hanging |= chain;
            }
        }
        hanging
    }

    /// Empty places at which the opponent takes stones of this side, but for those at which he loses as much.
    pub fn exposed(&self, color: Color) -> u64 {
        let all = self.shape.beside(self.weak[color.index()][1]) & self.empty;
        let taken_back = all.indices().filter(|&place| self.takes_back(place, color));
        taken_back.fold(all, |all, place| all & !(1 << place))
    }

    /// Whether an opponent who takes there takes a single stone, with a chain of several that is then taken at the
    /// point of that stone.
    fn takes_back(&self, place: usize, color: Color) -> bool {
        let (c, o) = (color.index(), (!color).index());
        let Some(step) = self.play(place, !color) else {
            return false;
        };
        let gone = self.state.stones[c] & !step.state.stones[c];
        if !gone.is_power_of_two() || step.taken.abs() > 1 {
            return false;
        }
        let after = self.shape.with(&step.state);
        let back = after.play(gone.trailing_zeros() as usize, color);
        back.is_some_and(|back| {
            let lost = step.state.stones[o] & !back.state.stones[o];
            lost >> place & 1 == 1 && lost.count_ones() > 1
        })
    }
}
