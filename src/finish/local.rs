//! A region of the board as a game of its own: at most 64 places, a bit each.
//!
//! What stands around it is settled: walls of either colour that are never taken, and ground that
//! is one side's whatever happens here. Stones that could be taken belong to the region. A large
//! chain is one place: when it is taken, the region is the captor's there for good.
//!
//! The count is by territory: a point or a prisoner is 1, signed, positive for Black. A play on
//! one's own territory costs a point, a play on a neutral point nothing.

use crate::go::{Bits, ByColor, Color, Point, flood, parts};
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
    pub wall: ByColor<u64>,
    /// Places beside ground of this colour.
    pub ground: ByColor<u64>,
    /// Stones that live, unless they are taken.
    pub living: ByColor<u64>,
    /// Places at which a play of this colour only leads back to the same board.
    pub idle: ByColor<u64>,
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
    /// The stones of each colour.
    pub stones: ByColor<u64>,
    /// Empty places at which a stone was taken in a ko: it is not taken back.
    pub barred: u64,
}

impl Hash for Inside {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [black, white] = self.stones.pair();
        for set in [black, white, self.barred] {
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
    pub held: ByColor<u64>,
}

impl ZoneShape {
    /// Finds places that are the same to all around them, once the shape is whole.
    pub fn complete(&mut self) {
        let places = (&self.points, &self.weights, &self.near);
        let around = (&self.wall, &self.ground, &self.living);
        self.hash = FixedState::default().hash_one((places, around));
        let sign = |place: usize| {
            let of = |sets: &ByColor<u64>| sets.map(|set| set >> place & 1);
            let own = [&self.wall, &self.ground, &self.living, &self.idle].map(of);
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
        let empty = self.all() & !state.stones.either();
        let mut safe = ByColor::same(0);
        let mut weak = ByColor::same([0; FEW + 1]);
        for color in Color::BOTH {
            for (chain, beside) in self.parts(state.stones[color]) {
                // Ground of the opponent gives no liberties: what enters there is taken as dead.
                if chain & (self.wall[color] | self.ground[color]) != 0 {
                    safe[color] |= chain;
                    continue;
                }
                let liberties = (beside & empty).count_ones() as usize;
                for weak in weak[color].iter_mut().skip(liberties) {
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
    /// Stones of chains with liberties outside.
    safe: ByColor<u64>,
    /// Stones of the other chains that have so many liberties at most.
    weak: ByColor<[u64; FEW + 1]>,
}

impl RegionStones<'_> {
    /// The play, unless it is suicide or takes a ko that its player may not take.
    pub fn play(&self, place: usize, color: Color) -> Option<RegionPlay> {
        let bit = 1 << place;
        let near = self.shape.near[place];
        let mut state = self.state;
        let taken = self
            .shape
            .connected(near & self.weak[!color][1], self.weak[!color][1]);
        let is_closed = (self.shape.wall[color] | self.shape.ground[color]) & bit == 0
            && near & self.empty == 0;
        if taken == 0 && is_closed && near & state.stones[color] & !self.weak[color][1] == 0 {
            return None;
        }
        // A large chain that is taken leaves its place to the captor.
        let large = taken
            .indices()
            .filter(|&place| self.shape.weights[place] > 1);
        let kept = large.fold(0, |all, place| all | 1 << place);
        let is_single = taken != 0 && taken & (taken - 1) == 0 && kept == 0;
        state.barred &= !bit;
        if is_single && is_closed && near & state.stones[color] == 0 {
            if self.state.barred & bit != 0 || self.shape.loses_kos == Some(color) {
                return None;
            }
            state.barred |= taken;
        }
        state.stones[color] |= bit | kept;
        state.stones[!color] &= !taken;
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
        let empty = self.empty & !self.shape.idle[color];
        let open = empty & !self.state.barred;
        let first = move |&place: &usize| self.shape.equals[place] & open & ((1 << place) - 1) == 0;
        empty
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
        // Far from anything that could be taken, a stone alone, or one where no opponent is near.
        let beside = self.shape.near[place];
        let empty = beside & self.empty;
        let alone = beside & stones[color] == 0 && (wall[color] | ground[color]) & bit == 0;
        let peace = || {
            let near = beside & stones[!color] == 0 && wall[!color] & (bit | empty) == 0;
            near && self.shape.beside(empty) & stones[!color] == 0
        };
        if alone || peace() {
            let (side, few) = if alone { (!color, 3) } else { (color, 2) };
            // Beside a wall of the opponent it may shut the last gap in one of its own.
            let shuts = wall[!color] & bit == 0 || empty & wall[color] != 0;
            let could_matter = alone && empty != 0 && shuts && beside & stones[!color] == 0;
            if !could_matter && beside & self.weak[side][few] == 0 {
                return true;
            }
        }
        if empty != 0 {
            return false;
        }
        Color::BOTH.into_iter().any(|owner| {
            let closed = beside & stones[!owner] == 0
                && (wall[!owner] | ground[!owner]) & bit == 0
                && (owner == color || ground[owner] & bit == 0);
            closed && beside & stones[owner] & !self.safe[owner] == 0
        })
    }

    /// Counts the region as it stands.
    pub fn count(&self) -> Count {
        let ZoneShape { wall, ground, .. } = self.shape;
        let stones = &self.state.stones;
        let alive = ByColor::from_fn(|color| {
            let roots =
                wall[color] | ground[color] | self.shape.living[color] | self.hanging(color);
            self.shape.connected(stones[color] & roots, stones[color])
        });
        let reach = ByColor::from_fn(|color| self.shape.beside(alive[color]) | wall[color]);
        let ground_and_dead = self.shape.all() & !alive.either();
        let mut count = Count {
            dead: ground_and_dead & !self.empty,
            ..Count::default()
        };
        for (area, _) in self.shape.parts(ground_and_dead) {
            let touched = reach.map(|reach| area & reach != 0);
            let grounds = ground.map(|ground| area & ground != 0);
            for color in Color::BOTH {
                if (touched[color] || grounds[color]) && !touched[!color] && !grounds[!color] {
                    count.held[color] |= area;
                    let open = area & self.empty;
                    // A point at which the opponent takes something must be filled.
                    let to_fill = self.state.barred | self.exposed(color);
                    let points = (open & !to_fill).count_ones() as i32;
                    let dead = area & stones[!color];
                    count.margin += (points + 2 * self.shape.weight(dead)) * color.sign();
                }
                if grounds[color] && touched[!color] {
                    count.margin -= BREACH * color.sign();
                }
            }
            if touched == ByColor::same(true) {
                count.neutral |= area & self.empty;
            }
        }
        count
    }

    /// Stones that cannot be cut off from a wall of theirs: they share two empty places with it, or one at
    /// which the opponent cannot play.
    fn hanging(&self, color: Color) -> u64 {
        let roots = self.shape.wall[color] | self.shape.ground[color];
        let mut hanging = 0;
        for (chain, beside) in self.shape.parts(self.state.stones[color]) {
            let shared = beside & self.empty & self.shape.wall[color];
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
        let all = self.shape.beside(self.weak[color][1]) & self.empty;
        let taken_back = all.indices().filter(|&place| self.takes_back(place, color));
        taken_back.fold(all, |all, place| all & !(1 << place))
    }

    /// Whether an opponent who takes there takes a single stone, with a chain of several that is then taken at the
    /// point of that stone.
    fn takes_back(&self, place: usize, color: Color) -> bool {
        let Some(step) = self.play(place, !color) else {
            return false;
        };
        let gone = self.state.stones[color] & !step.state.stones[color];
        if !gone.is_power_of_two() || step.taken.abs() > 1 {
            return false;
        }
        let after = self.shape.with(&step.state);
        let back = after.play(gone.trailing_zeros() as usize, color);
        back.is_some_and(|back| {
            let lost = step.state.stones[!color] & !back.state.stones[!color];
            lost >> place & 1 == 1 && lost.count_ones() > 1
        })
    }
}
