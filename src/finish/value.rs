//! What a region is worth to each side at each temperature: thermographs.
//!
//! E. Berlekamp and D. Wolfe, Mathematical Go (1994): a player who moves in a region pays the
//! temperature, which is what a move elsewhere is worth. The walls say what comes of it with Black
//! first and with White first; where they meet the region is cold, and above stands the mast.
//!
//! Guaranteed: the walls are those of all plays that [`ZoneShape::plays`] gives, on a grid of
//! temperatures; between them a mast is interpolated. Not guaranteed: what kos are worth. A ko is
//! taken once, by whoever takes first.

use super::local::{Inside, RegionPlay, RegionStones, ZoneShape};
use crate::go::Color;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// A point of territory in the units of the walls: halves and thirds come out even.
pub(super) const POINT: i32 = 12;

/// The temperatures that are looked at, in units. The first is that of neutral points. With 13 as many
/// records agree; eight fit one vector.
pub(super) const TEMPERATURES: [i16; 8] = [0, 3, 6, 12, 18, 36, 120, 2400];

/// The walls of a region over [`TEMPERATURES`]: Black's, left, and White's, right. Small, since there are
/// many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thermograph {
    left: [i16; TEMPERATURES.len()],
    right: [i16; TEMPERATURES.len()],
}

impl Thermograph {
    /// Of a position of which no play was looked at.
    const OPEN: Thermograph = Thermograph {
        left: [i16::MIN; TEMPERATURES.len()],
        right: [i16::MAX; TEMPERATURES.len()],
    };

    /// The same at every temperature.
    fn still(worth: i16) -> Thermograph {
        Thermograph {
            left: [worth; TEMPERATURES.len()],
            right: [worth; TEMPERATURES.len()],
        }
    }

    /// What the region is worth with this side first at a temperature, an index into [`TEMPERATURES`].
    pub fn of(&self, first: Color, heat: usize) -> i32 {
        let walls = match first {
            Color::Black => &self.left,
            Color::White => &self.right,
        };
        walls[heat].into()
    }

    /// The first temperature at which nobody gains by a move, as an index into [`TEMPERATURES`].
    pub fn cold(&self) -> usize {
        (0..TEMPERATURES.len())
            .find(|&t| self.left[t] == self.right[t])
            .unwrap_or(TEMPERATURES.len() - 1)
    }
}

/// A board of 19x19 is worth 8,664 of these units at most.
fn small(worth: i32) -> i16 {
    worth.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// More positions than a region may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// The regions of a game that were looked at so far.
pub(super) struct KnownRegions {
    regions: HashMap<Rc<ZoneShape>, RegionValues, FixedState>,
    /// How many positions may still be looked at in all of them together.
    left: usize,
}

impl KnownRegions {
    /// Nothing is known yet.
    pub fn new(limit: usize) -> KnownRegions {
        KnownRegions {
            regions: HashMap::default(),
            left: limit,
        }
    }

    /// Whether no more positions may be looked at.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// What is known of a region.
    pub fn values(&mut self, shape: &Rc<ZoneShape>) -> &mut RegionValues {
        let region = self.regions.entry(Rc::clone(shape));
        region.or_insert_with(|| RegionValues {
            shape: Rc::clone(shape),
            numbers: HashMap::default(),
            known: Vec::new(),
            large: Vec::new(),
            left: 0,
        })
    }

    /// The walls of a position, if it has no more than so many positions after it.
    pub fn walls(
        &mut self,
        shape: &Rc<ZoneShape>,
        state: &Inside,
        limit: usize,
    ) -> Option<Thermograph> {
        let limit = limit.min(self.left);
        let values = self.values(shape);
        if values.large.contains(state) {
            return None;
        }
        values.left = limit;
        let walls = values.walls(state);
        let used = limit - values.left;
        if walls.is_err() {
            values.large.push(*state);
        }
        self.left -= used;
        walls.ok()
    }
}

/// Values of the positions of one region.
pub(super) struct RegionValues {
    shape: Rc<ZoneShape>,
    /// The positions that were met, numbered.
    numbers: HashMap<Inside, u32, FixedState>,
    /// Their walls, by number.
    known: Vec<Thermograph>,
    /// Positions with too many after them.
    large: Vec<Inside>,
    left: usize,
}

impl RegionValues {
    /// The walls of a position.
    pub fn walls(&mut self, state: &Inside) -> Result<Thermograph, TooMany> {
        self.number(state).map(|number| self.known[number])
    }

    /// The number of a position whose walls are known, or found now.
    fn number(&mut self, state: &Inside) -> Result<usize, TooMany> {
        let number = self.known.len();
        match self.numbers.entry(*state) {
            Entry::Occupied(met) => {
                let number = *met.get() as usize;
                // A position that comes again on the way counts as it stands; in play nobody goes round (`play`).
                if self.known[number] == Thermograph::OPEN {
                    let count = small(self.shape.with(state).count().margin * POINT);
                    self.known[number] = Thermograph::still(count);
                }
                return Ok(number);
            }
            Entry::Vacant(_) if self.left == 0 => return Err(TooMany),
            Entry::Vacant(new) => new.insert(number as u32),
        };
        self.left -= 1;
        let shape = Rc::clone(&self.shape);
        let stones = shape.with(state);
        self.known.push(Thermograph::OPEN);
        let best = self.best_plays(&stones).inspect_err(|_| {
            self.numbers.remove(state);
        })?;
        self.known[number] = cool(&best, || small(stones.count().margin * POINT));
        Ok(number)
    }

    /// The walls of the best plays, before they are cut off where they meet.
    fn best_plays(&mut self, stones: &RegionStones) -> Result<Thermograph, TooMany> {
        let mut best = Thermograph::OPEN;
        for step in stones.plays(Color::Black) {
            let number = self.number(&step.state)?;
            let taken = small(step.taken * POINT);
            let after = self.known[number].right.iter().zip(TEMPERATURES);
            for (best, (wall, heat)) in best.left.iter_mut().zip(after) {
                *best = (*best).max(wall.wrapping_add(taken).wrapping_sub(heat));
            }
        }
        for step in stones.plays(Color::White) {
            let number = self.number(&step.state)?;
            let taken = small(step.taken * POINT);
            let after = self.known[number].left.iter().zip(TEMPERATURES);
            for (best, (wall, heat)) in best.right.iter_mut().zip(after) {
                *best = (*best).min(wall.wrapping_add(taken).wrapping_add(heat));
            }
        }
        Ok(best)
    }

    /// The play of a side that is best at a temperature; of equals the easiest, then the first.
    pub fn best(
        &mut self,
        state: &Inside,
        color: Color,
        heat: usize,
        allowed: impl Fn(usize) -> bool,
        ease: impl Fn(usize) -> i32,
    ) -> Result<Option<RegionPlay>, TooMany> {
        let mut best: Option<((i32, i32), RegionPlay)> = None;
        let shape = Rc::clone(&self.shape);
        for step in shape.with(state).plays(color) {
            if !allowed(step.place) {
                continue;
            }
            let after = self.walls(&step.state)?.of(!color, heat) + step.taken * POINT;
            let worth = (after * color.sign(), ease(step.place));
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, step));
            }
        }
        Ok(best.map(|(_, step)| step))
    }
}

/// The walls of a position from those of its best plays, and its count if nobody plays.
fn cool(best: &Thermograph, count: impl Fn() -> i16) -> Thermograph {
    let mut walls = *best;
    let Some(cold) = (0..TEMPERATURES.len()).find(|&t| best.left[t] <= best.right[t]) else {
        return walls;
    };
    let (left, right) = (best.left[cold], best.right[cold]);
    let mast = match cold {
        0 if left == right => left,
        0 => count().clamp(left, right),
        _ => crossing(best, cold),
    };
    walls.left[cold..].fill(mast);
    walls.right[cold..].fill(mast);
    walls
}

/// Where the walls meet between two temperatures, the second of them `t`.
fn crossing(best: &Thermograph, t: usize) -> i16 {
    let left = [t - 1, t].map(|t| i32::from(best.left[t]));
    let right = [t - 1, t].map(|t| i32::from(best.right[t]));
    let before = left[0] - right[0];
    let after = right[1] - left[1];
    // Neither is less than 0, and `before` is more: left of `t` the walls do not meet.
    small(left[0] + (left[1] - left[0]) * before / (before + after))
}
