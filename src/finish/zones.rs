//! What is still open on a board that is nearly done, as independent regions.
//!
//! A region holds neutral points, the chains that could still be taken, and the points of
//! territory through which that could happen. Around it stand chains that nobody can take any more:
//! proved, or with points enough inside their own territory.

use super::local::{PLACES, Shape, State, bits};
use super::value::Values;
use crate::analysis::{Analysis, Life};
use crate::go::{Board, Cell, Color, GRID, Point, PointSet};
use crate::score::Ground;

/// What makes a chain one that is not taken any more. Where a region has too many positions, its
/// chains are looked at by the next line.
const LEVELS: [Firm; 5] = [
    Firm::new(3, 5, 1),
    Firm::new(2, 5, 1),
    Firm::new(2, 4, 0),
    Firm::new(2, 3, 0),
    Firm::new(1, 2, 0),
];
/// Empty places at most in a region that is searched.
const EMPTY: u32 = 9;
/// Positions of a region at most.
const POSITIONS: usize = 1200;
/// An open area of more points than this holds territory, not neutral points alone.
const WIDE: usize = 6;
/// A point of an open area that the opponent cannot reach in so many steps belongs to a side.
const REACH: usize = 4;
/// Chains of more stones than this are one place of a region.
const SMALL: usize = 3;

/// A region with the stones in it.
pub(super) struct Zone {
    /// How it lies.
    pub shape: Shape,
    /// What stands in it.
    pub start: State,
    /// Its points.
    pub points: PointSet,
    /// The stones of its large chains, each with its place.
    stones: Vec<(usize, Point)>,
}

/// What is open on a board.
pub(super) struct Zones {
    /// The regions in which there is something to play.
    pub zones: Vec<Zone>,
    /// Points of areas that are too large for a region.
    pub wide: PointSet,
}

#[derive(Clone, Copy)]
struct Firm {
    /// Liberties inside its own territory.
    inside: usize,
    /// Liberties altogether.
    liberties: usize,
    /// How far from its liberties its territory belongs to the region.
    depth: usize,
}

impl Firm {
    const fn new(inside: usize, liberties: usize, depth: usize) -> Firm {
        Firm {
            inside,
            liberties,
            depth,
        }
    }
}

struct Chain {
    level: usize,
    inner: usize,
    eyes: usize,
    color: Color,
    stones: PointSet,
    liberties: PointSet,
    life: Life,
    firm: bool,
}

/// Splits what is open. `frozen` are the points where neither side plays: shared in seki.
pub(super) fn find(
    board: &Board,
    analysis: &Analysis,
    ground: &Ground,
    frozen: &PointSet,
) -> Zones {
    let (open, interior) = open_points(board, ground, frozen);
    let mut chains: Vec<Chain> = analysis
        .chains
        .iter()
        .map(|chain| Chain {
            level: 0,
            inner: 0,
            eyes: 0,
            color: chain.color,
            stones: chain.stones,
            liberties: chain.liberties,
            life: chain.likely,
            firm: false,
        })
        .collect();
    let mine = |c: usize| ground.surrounded[c].union(&interior[c]);
    let territory = [mine(0), mine(1)];
    let pieces = [territory[0].pieces(), territory[1].pieces()];
    for chain in &mut chains {
        let c = chain.color.index();
        let inside = chain.liberties.intersection(&territory[c]);
        chain.inner = inside.len();
        chain.eyes = pieces[c]
            .iter()
            .filter(|piece| piece.intersects(&inside))
            .count();
        if chain.life == Life::Seki || chain.stones.is_subset(&analysis.proved[c]) {
            chain.level = LEVELS.len();
        }
    }
    let living: [PointSet; 2] = Color::BOTH.map(|color| {
        let of = chains
            .iter()
            .filter(|c| c.color == color && c.life != Life::Dead);
        of.map(|c| c.stones).collect()
    });

    loop {
        for chain in &mut chains {
            chain.firm = match LEVELS.get(chain.level) {
                Some(firm) => {
                    chain.inner >= firm.inside && chain.liberties.len() > 2
                        || chain.eyes >= 2
                        || chain.liberties.len() > firm.liberties
                }
                None => true,
            };
        }
        let zones = split(board, &chains, &open, &living, &territory, frozen);
        let mut again = false;
        for points in zones
            .zones
            .iter()
            .filter(|zone| zone.is_large())
            .map(|zone| zone.points)
            .chain([zones.wide])
        {
            // The chain that is hardest to take goes first.
            let weakest = |chain: &Chain| {
                let stands = chain.life != Life::Dead && chain.level < LEVELS.len() && !chain.firm;
                stands && chain.stones.intersects(&points)
            };
            let most = chains
                .iter()
                .filter(|c| weakest(c))
                .map(|c| (c.inner, c.liberties.len()))
                .max();
            for chain in &mut chains {
                if weakest(chain) && Some((chain.inner, chain.liberties.len())) == most {
                    chain.level += 1;
                    again = true;
                }
            }
        }
        if !again {
            return zones;
        }
    }
}

impl Zone {
    /// The regions that it falls into, those left out in which nothing can be played.
    fn parts(self) -> Vec<Zone> {
        let mut rest = self.shape.all();
        let mut parts = Vec::new();
        while rest != 0 {
            let part = self.shape.connected(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            if part & !(self.start.stones[0] | self.start.stones[1]) != 0 {
                parts.push(self.part(part));
            }
        }
        parts
    }

    fn part(&self, part: u64) -> Zone {
        let packed = |set: u64| {
            let kept = bits(part)
                .enumerate()
                .filter(|&(_, old)| set >> old & 1 == 1);
            kept.fold(0, |all, (new, _)| all | 1 << new)
        };
        let shape = &self.shape;
        let points: Vec<Point> = bits(part).map(|old| shape.points[old]).collect();
        let stones = self
            .stones
            .iter()
            .filter(|(place, _)| part >> place & 1 == 1);
        Zone {
            points: points
                .iter()
                .copied()
                .chain(stones.map(|(_, point)| *point))
                .collect(),
            stones: Vec::new(),
            start: State {
                stones: self.start.stones.map(packed),
                barred: 0,
            },
            shape: Shape {
                points,
                weights: bits(part).map(|old| shape.weights[old]).collect(),
                near: bits(part).map(|old| packed(shape.near[old])).collect(),
                wall: shape.wall.map(packed),
                ground: shape.ground.map(packed),
                living: shape.living.map(packed),
            },
        }
    }

    /// Whether it has too many positions.
    pub fn is_large(&self) -> bool {
        let occupied = self.start.stones[0] | self.start.stones[1];
        let mut values = Values::new(&self.shape, POSITIONS);
        (self.shape.all() & !occupied).count_ones() > EMPTY || values.walls(&self.start).is_err()
    }
}

fn split(
    board: &Board,
    chains: &[Chain],
    open: &PointSet,
    living: &[PointSet; 2],
    territory: &[PointSet; 2],
    frozen: &PointSet,
) -> Zones {
    let all: PointSet = board.size().points().collect();
    // Points where something can still be played, and the chains that can be taken there.
    let mut places = *open;
    let mut inside = vec![false; chains.len()];
    for (i, chain) in chains.iter().enumerate() {
        if chain.firm || chain.life == Life::Dead {
            continue;
        }
        let (c, o) = (chain.color.index(), (!chain.color).index());
        let around = chain.stones.beside();
        if !around.intersects(&living[o]) && !around.intersects(open) {
            continue;
        }
        inside[i] = true;
        let mine = chain.liberties.intersection(&territory[c]);
        let mut added = mine;
        for _ in 0..LEVELS[chain.level].depth {
            added = added.union(&added.beside().intersection(&territory[c]));
        }
        places = places.union(
            &added
                .iter()
                .filter(|&p| board.get(p) == Cell::Empty)
                .collect(),
        );
    }
    // Prisoners beside such points belong to them, with their liberties.
    for (i, chain) in chains.iter().enumerate() {
        let near = chain.stones.beside().intersects(&places);
        if chain.life == Life::Dead && near && chain.stones.len() <= 4 {
            inside[i] = true;
        }
    }
    let mut liberties = PointSet::EMPTY;
    for (i, chain) in chains.iter().enumerate() {
        if inside[i] && chain.life == Life::Dead {
            liberties = liberties.union(&chain.liberties);
        }
    }
    places = places
        .union(&liberties)
        .difference(frozen)
        .intersection(&all);

    let held: PointSet = chains
        .iter()
        .zip(&inside)
        .filter(|(_, inside)| **inside)
        .map(|(c, _)| c.stones)
        .collect();
    let mut zones = Vec::new();
    let mut wide = PointSet::EMPTY;
    for points in places.union(&held).pieces() {
        if !points.intersects(&places) {
            continue;
        }
        match zone(board, chains, &inside, &points, territory) {
            Some(zone) => zones.extend(zone.parts()),
            None => wide = wide.union(&points),
        }
    }
    Zones { zones, wide }
}

/// The points between both colours that somebody could play on, and those of wide open areas
/// that are one side's.
fn open_points(board: &Board, ground: &Ground, frozen: &PointSet) -> (PointSet, [PointSet; 2]) {
    let mut open = PointSet::EMPTY;
    let mut interior = [PointSet::EMPTY; 2];
    let free = ground.dame.union(&ground.dead[0]).union(&ground.dead[1]);
    let free = free
        .difference(&ground.surrounded[0])
        .difference(&ground.surrounded[1]);
    for piece in free.pieces() {
        let neutral = piece.difference(frozen);
        if neutral.len() <= WIDE {
            open = open.union(&neutral);
            continue;
        }
        let far = Color::BOTH.map(|color| distances(&piece, &ground.stones[color.index()]));
        for point in neutral.iter() {
            let [black, white] = [far[0][point.index()], far[1][point.index()]];
            let owner = match () {
                () if white >= REACH as u8 && black + 1 < white => Some(0),
                () if black >= REACH as u8 && white + 1 < black => Some(1),
                () => None,
            };
            match owner {
                Some(c) => interior[c].insert(point),
                None => open.insert(point),
            };
        }
    }
    let empty: PointSet = board.empty_points().collect();
    (open.intersection(&empty), interior)
}

/// Steps from the nearest of these stones through the area; 255 where there is no way.
fn distances(area: &PointSet, stones: &PointSet) -> [u8; GRID] {
    let mut far = [u8::MAX; GRID];
    let mut reached = PointSet::EMPTY;
    let mut edge = *stones;
    for steps in 1..u8::MAX {
        edge = edge.beside().intersection(area).difference(&reached);
        if edge.is_empty() {
            break;
        }
        reached = reached.union(&edge);
        for point in edge.iter() {
            far[point.index()] = steps;
        }
    }
    far
}

/// Empty places that already touch walls of both colours are nothing to each other.
fn separate(shape: &mut Shape, occupied: u64) {
    let neutral = shape.wall[0] & shape.wall[1] & !occupied;
    for place in bits(neutral) {
        shape.near[place] &= !neutral;
    }
}

fn zone(
    board: &Board,
    chains: &[Chain],
    inside: &[bool],
    points: &PointSet,
    territory: &[PointSet; 2],
) -> Option<Zone> {
    let mut shape = Shape::default();
    let mut start = State {
        stones: [0; 2],
        barred: 0,
    };
    let mut stones = Vec::new();
    let mut place = [u8::MAX; GRID];
    let add = |shape: &mut Shape, point: Point, weight: usize| {
        let next = shape.points.len();
        if next == PLACES {
            return None;
        }
        shape.points.push(point);
        shape.weights.push(weight.min(100) as u8);
        Some(next)
    };
    for point in points.iter().filter(|&p| board.get(p) == Cell::Empty) {
        place[point.index()] = add(&mut shape, point, 1)? as u8;
    }
    let held = chains
        .iter()
        .zip(inside)
        .filter(|(c, inside)| **inside && c.stones.is_subset(points));
    for (chain, _) in held {
        let c = chain.color.index();
        let mut stand = |shape: &mut Shape, next: usize| {
            start.stones[c] |= 1 << next;
            if chain.life != Life::Dead {
                shape.living[c] |= 1 << next;
            }
        };
        if chain.stones.len() <= SMALL {
            for stone in chain.stones.iter() {
                let next = add(&mut shape, stone, 1)?;
                place[stone.index()] = next as u8;
                stand(&mut shape, next);
            }
        } else {
            let next = add(&mut shape, chain.stones.first()?, chain.stones.len())?;
            for stone in chain.stones.iter() {
                place[stone.index()] = next as u8;
                stones.push((next, stone));
            }
            stand(&mut shape, next);
        }
    }
    shape.near = vec![0; shape.points.len()];
    for point in points.iter() {
        let here = place[point.index()];
        if here == u8::MAX {
            continue;
        }
        for n in point.neighbors() {
            let cell = board.get(n);
            if cell == Cell::Edge {
                continue;
            }
            let there = place[n.index()];
            if there != u8::MAX {
                if there != here {
                    shape.near[usize::from(here)] |= 1 << there;
                    shape.near[usize::from(there)] |= 1 << here;
                }
                continue;
            }
            let dead = |n: Point| {
                chains
                    .iter()
                    .any(|c| c.life == Life::Dead && c.stones.contains(n))
            };
            match cell.color() {
                Some(color) if !dead(n) => shape.wall[color.index()] |= 1 << here,
                _ => {
                    for color in Color::BOTH {
                        if territory[color.index()].contains(n) {
                            shape.ground[color.index()] |= 1 << here;
                        }
                    }
                }
            }
        }
    }
    separate(&mut shape, start.stones[0] | start.stones[1]);
    Some(Zone {
        shape,
        start,
        points: *points,
        stones,
    })
}
