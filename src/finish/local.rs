//! A region of the board as a game of its own: at most 64 places, a bit each.
//!
//! What stands around it is settled: walls of either colour that are never taken, and ground that
//! is one side's whatever happens here. Stones that could be taken belong to the region. A large
//! chain is one place: when it is taken, the region is the captor's there for good.
//!
//! The count is by territory: a point or a prisoner is 1, signed, positive for Black. A play on
//! one's own territory costs a point, a play on a neutral point nothing.

use crate::go::{Color, Point};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash, Hasher};

/// The most places of a region.
pub(super) const PLACES: usize = 64;

/// What a breach into ground that was one side's costs it: more than anything else here.
const BREACH: i32 = 12;

/// What stays as it is around a region, and how its places lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
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

impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The stones in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// Stones by colour.
    pub stones: [u64; 2],
    /// Empty places at which a stone was taken in a ko: it is not taken back.
    pub barred: u64,
}

/// A play with what it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Where.
    pub place: usize,
    /// The stones after it.
    pub state: State,
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

pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

impl Shape {
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
        bits(set).fold(0, |all, place| all | self.near[place])
    }

    /// The places of `within` that connect to the place.
    pub fn connected(&self, from: u64, within: u64) -> u64 {
        let mut all = from;
        let mut new = from;
        loop {
            new = self.beside(new) & within & !all;
            if new == 0 {
                return all;
            }
            all |= new;
        }
    }

    fn is_safe(&self, chain: u64, color: Color) -> bool {
        chain & (self.wall[color.index()] | self.ground[color.index()]) != 0
    }

    /// Whether the chain has no liberty but this place. Ground of the opponent gives it none: what
    /// enters there is taken as dead.
    fn is_in_atari_at(&self, chain: u64, color: Color, place: u64, occupied: u64) -> bool {
        !self.is_safe(chain, color) && self.beside(chain) & !occupied & !place == 0
    }

    fn weight(&self, set: u64) -> i32 {
        bits(set).map(|place| i32::from(self.weights[place])).sum()
    }

    /// The play, unless it is suicide or takes a ko that its player may not take.
    pub fn play(&self, state: &State, place: usize, color: Color) -> Option<Step> {
        let bit = 1 << place;
        let (c, o) = (color.index(), (!color).index());
        let occupied = state.stones[0] | state.stones[1] | bit;
        let mut stones = state.stones;
        let mut taken = 0;
        let mut kept = 0;
        let mut near = self.near[place] & stones[o];
        while near != 0 {
            let first = near & near.wrapping_neg();
            let chain = self.connected(first, stones[o]);
            near &= !chain;
            if self.is_in_atari_at(chain, !color, 0, occupied) {
                taken |= chain;
                stones[o] &= !chain;
            }
        }
        // A large chain that is taken leaves its place to the captor.
        for place in bits(taken) {
            if self.weights[place] > 1 {
                kept |= 1 << place;
            }
        }
        stones[c] |= bit | kept;
        let own = self.connected(bit, stones[c]);
        if taken == 0 && self.is_in_atari_at(own, color, 0, stones[0] | stones[1]) {
            return None;
        }
        let mut barred = state.barred & !bit;
        let single = taken != 0 && taken & (taken - 1) == 0 && kept == 0 && own == bit;
        if single && self.is_in_atari_at(own, color, taken, stones[0] | stones[1]) {
            if state.barred & bit != 0 || self.loses_kos == Some(color) {
                return None;
            }
            barred |= taken;
        }
        Some(Step {
            place,
            state: State { stones, barred },
            // Dead stones that are taken were counted as such only while they stood.
            taken: (self.weight(taken) + self.weight(kept)) * color.sign(),
        })
    }

    /// Plays that may make sense.
    pub fn plays(&self, state: &State, color: Color) -> impl Iterator<Item = Step> {
        let empty = self.all() & !state.stones[0] & !state.stones[1];
        // Of places that are the same to all around them, the first stands for all.
        let open = empty & !state.barred;
        let first = move |&place: &usize| self.equals[place] & open & ((1 << place) - 1) == 0;
        bits(empty)
            .filter(first)
            .filter(move |&place| !self.is_idle(state, place, color))
            .filter_map(move |place| self.play(state, place, color))
    }

    /// Whether the play only fills an eye of a chain that nobody can take, or gives a stone away
    /// where all around it is the opponent's for good.
    fn is_idle(&self, state: &State, place: usize, color: Color) -> bool {
        let bit = 1u64 << place;
        let occupied = state.stones[0] | state.stones[1];
        let (c, o) = (color.index(), (!color).index());
        // Far from anything that could be taken, a stone alone, or one where no opponent is near.
        let beside = self.near[place];
        let alone = beside & state.stones[c] == 0 && (self.wall[c] | self.ground[c]) & bit == 0;
        let empty = beside & !occupied;
        let peace = || {
            let near = beside & state.stones[o] == 0 && self.wall[o] & (bit | empty) == 0;
            near && self.beside(empty) & state.stones[o] == 0
        };
        if alone || peace() {
            let side = if alone { !color } else { color };
            let s = side.index();
            let mut rest = beside & state.stones[s];
            let mut weak = false;
            while rest != 0 && !weak {
                let chain = self.connected(rest & rest.wrapping_neg(), state.stones[s]);
                rest &= !chain;
                let few = if alone { 3 } else { 2 };
                weak = !self.is_safe(chain, side)
                    && (self.beside(chain) & !occupied).count_ones() <= few;
            }
            let could_matter =
                alone && empty != 0 && self.wall[o] & bit == 0 && beside & state.stones[o] == 0;
            if !weak && !could_matter {
                return true;
            }
        }
        if empty != 0 {
            return false;
        }
        for owner in Color::BOTH {
            let (c, o) = (owner.index(), (!owner).index());
            let closed = beside & state.stones[o] == 0
                && (self.wall[o] | self.ground[o]) & bit == 0
                && (owner == color || self.ground[c] & bit == 0);
            let is_firm = |n| self.is_safe(self.connected(1u64 << n, state.stones[c]), owner);
            if closed && bits(beside & state.stones[c]).all(is_firm) {
                return true;
            }
        }
        false
    }

    /// Counts the region as it stands.
    pub fn count(&self, state: &State) -> Count {
        let all = self.all();
        let mut alive = [0u64; 2];
        for color in Color::BOTH {
            let c = color.index();
            let roots = state.stones[c] & (self.wall[c] | self.ground[c] | self.living[c]);
            alive[c] = self.connected(roots, state.stones[c]);
        }
        let mut count = Count::default();
        let mut rest = all & !alive[0] & !alive[1];
        count.dead = rest & (state.stones[0] | state.stones[1]);
        let reach =
            Color::BOTH.map(|color| self.beside(alive[color.index()]) | self.wall[color.index()]);
        let occupied = state.stones[0] | state.stones[1];
        while rest != 0 {
            let area = self.connected(rest & rest.wrapping_neg(), rest);
            rest &= !area;
            let touched = reach.map(|reach| area & reach != 0);
            let grounds = self.ground.map(|ground| area & ground != 0);
            for color in Color::BOTH {
                let (c, o) = (color.index(), (!color).index());
                if (touched[c] || grounds[c]) && !touched[o] && !grounds[o] {
                    count.held[c] |= area;
                    let open = area & !occupied;
                    let mut points = open.count_ones() as i32;
                    for place in bits(open) {
                        // A point at which the opponent takes something must be filled.
                        if state.barred >> place & 1 == 1 || self.takes(state, place, !color) {
                            points -= 1;
                        }
                    }
                    let dead = area & state.stones[o];
                    count.margin += (points + 2 * self.weight(dead)) * color.sign();
                }
                if grounds[c] && touched[o] {
                    count.margin -= BREACH * color.sign();
                }
            }
            if touched[0] && touched[1] {
                count.neutral |= area & !occupied;
            }
        }
        count
    }

    /// Empty places at which the opponent takes stones of this side.
    pub fn exposed(&self, state: &State, color: Color) -> u64 {
        let empty = self.all() & !state.stones[0] & !state.stones[1];
        let open = bits(empty).filter(|&place| self.takes(state, place, !color));
        open.fold(0, |all, place| all | 1 << place)
    }

    fn takes(&self, state: &State, place: usize, color: Color) -> bool {
        let o = (!color).index();
        let occupied = state.stones[0] | state.stones[1];
        bits(self.near[place] & state.stones[o]).any(|n| {
            let chain = self.connected(1 << n, state.stones[o]);
            self.is_in_atari_at(chain, !color, 1 << place, occupied)
        })
    }
}
