//! A region of a board that is nearly done, cut out of it.

use super::chain::ZoneChain;
use super::local::{Inside, PLACES, ZoneShape};
use super::stand::Stand;
use super::value::KnownRegions;
use crate::go::{Bits, Board, ByColor, Cell, Color, GRID, Point, PointSet};
use std::rc::Rc;

/// What a region may have that is searched: where few places are empty, where more are, and where a
/// chain was taken that had been thought to be safe. The open places foretell the positions: of
/// regions beyond these limits three in four had too many in the end, and took nearly half of
/// the time.
const LIMITS: ZoneLimits = ZoneLimits {
    empty: 5,
    open: 10,
    positions: 2_500,
};
const WIDE_LIMITS: ZoneLimits = ZoneLimits {
    empty: 7,
    open: 9,
    positions: 2_500,
};
const WEAK_LIMITS: ZoneLimits = ZoneLimits {
    empty: 9,
    open: 11,
    positions: 6_000,
};
/// Chains of more stones than this are one place of a region.
const SMALL: usize = 3;

struct ZoneLimits {
    empty: u32,
    /// Places that are empty or may come to be: all but large chains, whose captor has them for good.
    open: usize,
    positions: usize,
}

/// A region with the stones in it.
pub(super) struct Zone {
    /// How it lies.
    pub shape: Rc<ZoneShape>,
    /// What stands in it.
    pub start: Inside,
    /// Its points.
    pub points: PointSet,
    /// The stones of its large chains, each with its place.
    stones: Vec<(usize, Point)>,
}

impl Zone {
    /// The regions that it falls into, those left out in which nothing can be played.
    pub fn parts(self) -> Vec<Zone> {
        let [black, white] = self.start.stones.pair();
        let parts = self.shape.parts(self.shape.all());
        let open = parts.filter(|(part, _)| part & !(black | white) != 0);
        open.map(|(part, _)| self.part(part)).collect()
    }

    fn part(&self, part: u64) -> Zone {
        let new = |old: usize| (part & ((1 << old) - 1)).count_ones() as usize;
        let packed = |set: u64| {
            (set & part)
                .indices()
                .fold(0, |all, old| all | 1 << new(old))
        };
        let shape = &self.shape;
        let points: Vec<Point> = part.indices().map(|old| shape.points[old]).collect();
        let large = self.stones.iter().filter(|(old, _)| part >> old & 1 == 1);
        let stones: Vec<_> = large.map(|&(old, stone)| (new(old), stone)).collect();
        let mut own = ZoneShape::default();
        own.weights = part.indices().map(|old| shape.weights[old]).collect();
        own.near = part.indices().map(|old| packed(shape.near[old])).collect();
        own.wall = shape.wall.map(packed);
        own.ground = shape.ground.map(packed);
        own.living = shape.living.map(packed);
        own.idle = shape.idle.map(packed);
        own.points = points;
        own.loses_kos = shape.loses_kos;
        own.complete();
        let of_chains = stones.iter().map(|(_, stone)| *stone);
        Zone {
            points: own.points.iter().copied().chain(of_chains).collect(),
            stones,
            start: Inside {
                stones: self.start.stones.map(packed),
                barred: packed(self.start.barred),
            },
            shape: Rc::new(own),
        }
    }

    /// The stones of a place.
    pub fn stones(&self, place: usize) -> PointSet {
        let large = self.stones.iter().filter(|(of, _)| *of == place);
        let mut stones: PointSet = large.map(|(_, point)| *point).collect();
        stones.insert(self.shape.points[place]);
        stones
    }

    /// Whether it has too many positions. `weak` are stones that were taken before.
    pub fn is_large(&self, known: &mut KnownRegions, weak: &PointSet) -> bool {
        let empty = self.shape.all() & !self.start.stones.either();
        let empty = empty.count_ones();
        let limits = match self.points.intersects(weak) {
            true => WEAK_LIMITS,
            false if empty > LIMITS.empty => WIDE_LIMITS,
            false => LIMITS,
        };
        let weights = self.shape.weights.iter();
        empty > limits.empty
            || weights.filter(|&&weight| weight == 1).count() > limits.open
            || known
                .walls(&self.shape, &self.start, limits.positions)
                .is_none()
    }
}

/// Cuts connected points out of the board; nothing where they are too many.
pub(super) fn cut(
    stand: &Stand,
    chains: &[ZoneChain],
    territory: &ByColor<PointSet>,
    points: &PointSet,
) -> Option<Zone> {
    let mut cutting = Cutting::new(stand);
    for point in points.iter() {
        if stand.board.get(point) == Cell::Empty {
            cutting.open(point, stand)?;
        }
    }
    for chain in chains {
        if chain.inside && chain.stones.is_subset(points) {
            cutting.hold(chain)?;
        }
    }
    cutting.connect(points, &stand.dead, territory);
    let Cutting {
        mut shape,
        start,
        stones,
        ..
    } = cutting;
    separate(&mut shape, start.stones.either());
    Some(Zone {
        shape: Rc::new(shape),
        start,
        points: *points,
        stones,
    })
}

/// A region on its way out of the board.
struct Cutting<'a> {
    board: &'a Board,
    shape: ZoneShape,
    start: Inside,
    /// The stones of large chains, each with its place.
    stones: Vec<(usize, Point)>,
    /// By a point's index: its place, or [`OUTSIDE`].
    place: [u8; GRID],
}

/// The place of a point that does not belong to the region.
const OUTSIDE: u8 = u8::MAX;

impl<'a> Cutting<'a> {
    fn new(stand: &'a Stand) -> Self {
        let mut shape = ZoneShape::default();
        shape.points.reserve(PLACES);
        shape.weights.reserve(PLACES);
        shape.loses_kos = stand.loses_kos;
        Self {
            board: &stand.board,
            shape,
            start: Inside {
                stones: ByColor::same(0),
                barred: 0,
            },
            stones: Vec::new(),
            place: [OUTSIDE; GRID],
        }
    }

    /// A new place for a point, or for a chain of `weight` stones on it; nothing where they are too many.
    fn add(&mut self, point: Point, weight: usize) -> Option<usize> {
        let next = self.shape.points.len();
        if next == PLACES {
            return None;
        }
        self.shape.points.push(point);
        self.shape.weights.push(weight.min(100) as u8);
        self.place[point.index()] = next as u8;
        Some(next)
    }

    /// A place for an empty point.
    fn open(&mut self, point: Point, stand: &Stand) -> Option<()> {
        let next = self.add(point, 1)?;
        self.start.barred |= u64::from(stand.barred.contains(point)) << next;
        for color in Color::BOTH {
            self.shape.idle[color] |= u64::from(stand.idle[color].contains(point)) << next;
        }
        Some(())
    }

    /// Places for the stones of a small chain, one for a large chain.
    fn hold(&mut self, chain: &ZoneChain) -> Option<()> {
        if chain.stones.len() <= SMALL {
            for stone in chain.stones.iter() {
                let next = self.add(stone, 1)?;
                self.stand(chain, next);
            }
            return Some(());
        }
        let next = self.add(chain.stones.first()?, chain.stones.len())?;
        for stone in chain.stones.iter() {
            self.place[stone.index()] = next as u8;
            self.stones.push((next, stone));
        }
        self.stand(chain, next);
        Some(())
    }

    /// Puts a chain on one of its places.
    fn stand(&mut self, chain: &ZoneChain, place: usize) {
        let color = chain.color;
        self.start.stones[color] |= 1 << place;
        if !chain.dead {
            self.shape.living[color] |= 1 << place;
        }
    }

    /// Notes what every place is beside: other places, walls, and ground of either colour.
    fn connect(&mut self, points: &PointSet, dead: &PointSet, territory: &ByColor<PointSet>) {
        let shape = &mut self.shape;
        shape.near = vec![0; shape.points.len()];
        for point in points.iter() {
            let here = self.place[point.index()];
            if here == OUTSIDE {
                continue;
            }
            for n in point.neighbors() {
                let there = self.place[n.index()];
                let cell = self.board.get(n);
                if there != OUTSIDE {
                    if there != here {
                        shape.near[usize::from(here)] |= 1 << there;
                        shape.near[usize::from(there)] |= 1 << here;
                    }
                } else if let Some(color) = cell.color().filter(|_| !dead.contains(n)) {
                    shape.wall[color] |= 1 << here;
                } else if cell != Cell::Edge {
                    for color in Color::BOTH {
                        if territory[color].contains(n) {
                            shape.ground[color] |= 1 << here;
                        }
                    }
                }
            }
        }
    }
}

/// Empty places that already touch walls of both colours are nothing to each other.
fn separate(shape: &mut ZoneShape, occupied: u64) {
    let neutral = shape.wall[Color::Black] & shape.wall[Color::White] & !occupied;
    for place in neutral.indices() {
        shape.near[place] &= !neutral;
    }
}
