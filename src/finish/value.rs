//! What a region is worth to each side at each temperature: thermographs.
//!
//! E. Berlekamp and D. Wolfe, Mathematical Go (1994): a player who moves in a region pays the
//! temperature, which is what a move elsewhere is worth. The walls say what comes of it with Black
//! first and with White first; where they meet the region is cold, and above stands the mast.
//!
//! Guaranteed: the walls are those of all plays that [`Shape::plays`] gives, on a grid of
//! temperatures; between them a mast is interpolated. Not guaranteed: what kos are worth. A ko is
//! taken once, by whoever takes first.

use super::local::{Shape, State, Step};
use crate::go::Color;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::rc::Rc;

/// A point of territory in the units of the walls: halves and thirds come out even.
pub(super) const POINT: i32 = 12;

/// The temperatures that are looked at, in units. The first is that of neutral points.
pub(super) const GRID: [i32; 13] = [0, 3, 6, 9, 12, 18, 24, 36, 60, 120, 240, 600, 2400];

/// The walls of a region over [`GRID`]: Black's, left, and White's, right. Small, since there are
/// many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walls {
    left: [i16; GRID.len()],
    right: [i16; GRID.len()],
}

impl Walls {
    /// What the region is worth with this side first at a temperature, an index into [`GRID`].
    pub fn of(&self, first: Color, heat: usize) -> i32 {
        let walls = match first {
            Color::Black => &self.left,
            Color::White => &self.right,
        };
        walls[heat].into()
    }

    fn set(&mut self, heat: usize, left: i32, right: i32) {
        self.left[heat] = small(left);
        self.right[heat] = small(right);
    }

    /// The first temperature at which nobody gains by a move, as an index into [`GRID`].
    pub fn cold(&self) -> usize {
        (0..GRID.len())
            .find(|&t| self.left[t] == self.right[t])
            .unwrap_or(GRID.len() - 1)
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
pub(super) struct Known {
    regions: HashMap<Rc<Shape>, Values, FixedState>,
    /// How many positions may still be looked at in all of them together.
    left: usize,
}

impl Known {
    /// Nothing is known yet.
    pub fn new(limit: usize) -> Known {
        Known {
            regions: HashMap::default(),
            left: limit,
        }
    }

    /// Whether no more positions may be looked at.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// What is known of a region.
    pub fn values(&mut self, shape: &Rc<Shape>) -> &mut Values {
        let region = self.regions.entry(Rc::clone(shape));
        region.or_insert_with(|| Values {
            shape: Rc::clone(shape),
            known: HashMap::default(),
            large: Vec::new(),
            left: 0,
        })
    }

    /// The walls of a position, if it has no more than so many positions after it.
    pub fn walls(&mut self, shape: &Rc<Shape>, state: &State, limit: usize) -> Option<Walls> {
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
            values.known.retain(|_, walls| walls.is_some());
        }
        self.left -= used;
        walls.ok()
    }
}

/// Values of the positions of one region.
pub(super) struct Values {
    shape: Rc<Shape>,
    known: HashMap<State, Option<Walls>, FixedState>,
    /// Positions with too many after them.
    large: Vec<State>,
    left: usize,
}

impl Values {
    /// The walls of a position.
    pub fn walls(&mut self, state: &State) -> Result<Walls, TooMany> {
        let still = |count: i32| Walls {
            left: [small(count); GRID.len()],
            right: [small(count); GRID.len()],
        };
        match self.known.get(state) {
            Some(Some(walls)) => return Ok(*walls),
            // A position that comes again on the way counts as it stands.
            Some(None) => return Ok(still(self.shape.count(state).margin * POINT)),
            None => {}
        }
        if self.left == 0 {
            return Err(TooMany);
        }
        self.left -= 1;
        self.known.insert(*state, None);
        let mut best = [[i32::MIN; GRID.len()], [i32::MAX; GRID.len()]];
        let shape = Rc::clone(&self.shape);
        for color in Color::BOTH {
            for step in shape.plays(state, color) {
                let after = self.walls(&step.state)?;
                let taken = step.taken * POINT;
                match color {
                    Color::Black => {
                        for ((best, wall), heat) in best[0].iter_mut().zip(after.right).zip(GRID) {
                            *best = (*best).max(i32::from(wall) + taken - heat);
                        }
                    }
                    Color::White => {
                        for ((best, wall), heat) in best[1].iter_mut().zip(after.left).zip(GRID) {
                            *best = (*best).min(i32::from(wall) + taken + heat);
                        }
                    }
                }
            }
        }
        let walls = cool(&best, || shape.count(state).margin * POINT);
        self.known.insert(*state, Some(walls));
        Ok(walls)
    }

    /// The play of a side that is best at a temperature; of equals the easiest, then the first.
    pub fn best(
        &mut self,
        state: &State,
        color: Color,
        heat: usize,
        allowed: impl Fn(usize) -> bool,
        ease: impl Fn(usize) -> i32,
    ) -> Result<Option<Step>, TooMany> {
        let mut best: Option<((i32, i32), Step)> = None;
        let shape = Rc::clone(&self.shape);
        for step in shape.plays(state, color) {
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
fn cool(best: &[[i32; GRID.len()]; 2], count: impl Fn() -> i32) -> Walls {
    let mut walls = Walls {
        left: [0; GRID.len()],
        right: [0; GRID.len()],
    };
    let mut mast = None;
    for t in 0..GRID.len() {
        let (left, right) = (best[0][t], best[1][t]);
        let mast = *match &mut mast {
            Some(mast) => mast,
            None if left > right => {
                walls.set(t, left, right);
                continue;
            }
            open => open.insert(match t {
                0 if left == right => left,
                0 => count().clamp(left, right),
                _ => crossing(best, t),
            }),
        };
        walls.set(t, mast, mast);
    }
    walls
}

/// Where the walls meet between two temperatures, the second of them `t`.
fn crossing(best: &[[i32; GRID.len()]; 2], t: usize) -> i32 {
    let before = best[0][t - 1] - best[1][t - 1];
    let after = best[1][t] - best[0][t];
    let left = best[0][t - 1];
    match before + after {
        0 => left,
        whole => left + (best[0][t] - left) * before / whole,
    }
}
