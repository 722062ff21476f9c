//! Nests: small parts of a region in which one group makes an eye.
//!
//! A region that is too large to be searched, or whose groups cannot all live in it, may still have
//! room for an eye of one of them. All around a nest counts as the opponent's but the groups, so a
//! nest is worth the same whatever is played elsewhere, and a region may hold several.

use super::eyes;
use super::local::{Border, Neighbor, RegionGraph};
use super::side::{OwnGroup, OwnRegion, OwnSide};
use crate::go::{Point, PointSet};

/// The fewest and the most empty points of a nest. With seven at most fewer points were proved, since places
/// are tried in vain that are larger than they must be.
const EMPTY: std::ops::RangeInclusive<usize> = 3..=6;
/// The most points of a nest.
const MOST: usize = 14;
/// How many places are tried for each eye.
const TRIED: usize = 2;
/// What a point weighs that is open to the outside, where an empty point weighs one.
const OPEN: usize = 4;

/// A place for a nest that grows point by point.
struct NestPlace<'a> {
    side: &'a OwnSide<'a>,
    points: PointSet,
    /// All around where no chain stands.
    outside: PointSet,
    /// The number of its points that are empty, and of those beside what is outside.
    empty: usize,
    open: usize,
}

impl<'a> NestPlace<'a> {
    fn new(side: &'a OwnSide<'a>) -> NestPlace<'a> {
        NestPlace {
            side,
            points: PointSet::EMPTY,
            outside: side.ground | side.rim,
            empty: 0,
            open: 0,
        }
    }

    /// The number of points beside what is outside, with one point more.
    fn open_with(&self, point: Point) -> usize {
        let touches = |of: Point, but: Point| {
            let mut beside = of.neighbors().into_iter();
            beside.any(|n| n != but && self.outside.contains(n))
        };
        let stays_outside = self.side.rim.contains(point);
        let shut = |n: &Point| !stays_outside && self.points.contains(*n) && !touches(*n, point);
        let shut = point.neighbors().iter().filter(|n| shut(n)).count();
        self.open + usize::from(touches(point, point)) - shut
    }

    fn add(&mut self, point: Point) {
        self.open = self.open_with(point);
        self.points.insert(point);
        if !self.side.rim.contains(point) {
            self.outside.remove(point);
        }
        self.empty += usize::from(self.side.empty.contains(point));
    }
}

impl OwnSide<'_> {
    /// Makes the eyes that a group is short of in parts of the regions beside it; whether it could.
    /// `taken` are points that are needed for something else, to which these are added.
    pub fn nest(
        &mut self,
        regions: &mut [OwnRegion],
        groups: &[OwnGroup],
        group: usize,
        beside: &[usize],
        taken: &mut PointSet,
    ) -> bool {
        let mut eyes: u8 = groups[group].eyes.iter().map(|eye| eye.1).sum();
        let mut nests: Vec<(usize, PointSet)> = Vec::new();
        for &r in beside {
            if groups.iter().any(|g| g.has_eye(r)) {
                continue;
            }
            let free = regions[r].points - *taken - self.pairs.points;
            let mut free = free - self.own;
            while eyes < 2 {
                let Some(points) = self.find_nest(&free, &regions[r], groups, group) else {
                    break;
                };
                free -= points;
                nests.push((r, points));
                eyes += 1;
            }
        }
        if eyes < 2 {
            return false;
        }
        for (r, points) in nests {
            *taken |= points;
            regions[r].nests.push(groups[group].number);
        }
        true
    }

    /// A part of what is free in a region where a group makes an eye.
    fn find_nest(
        &mut self,
        free: &PointSet,
        region: &OwnRegion,
        groups: &[OwnGroup],
        group: usize,
    ) -> Option<PointSet> {
        let mut tried: Vec<PointSet> = Vec::new();
        for points in self.places(free, &groups[group]) {
            let is_like = |other: &PointSet| 2 * (points & *other).len() > points.len();
            if tried.iter().any(is_like) {
                continue;
            }
            if tried.len() == TRIED {
                break;
            }
            if self.makes_an_eye(&points, region, groups, group) {
                return Some(points);
            }
            tried.push(points);
        }
        None
    }

    /// Small parts of what is free beside a group, those that are open to the outside at few points
    /// first.
    fn places(&self, free: &PointSet, group: &OwnGroup) -> Vec<PointSet> {
        let mut places: Vec<(usize, usize, PointSet)> = Vec::new();
        let seeds = *free & group.around & self.empty;
        for seed in seeds.iter() {
            let mut place = NestPlace::new(self);
            place.add(seed);
            let mut best: Option<(usize, PointSet)> = None;
            for _ in 1..MOST {
                let next = place.points.beside() & *free;
                let next = next - place.points;
                let grown = |p| (place.open_with(p), !group.around.contains(p), p);
                let Some((_, _, point)) = next.iter().map(grown).min() else {
                    break;
                };
                place.add(point);
                if place.empty > *EMPTY.end() {
                    break;
                }
                let weight = (OPEN * place.open + EMPTY.end()).saturating_sub(place.empty);
                if EMPTY.contains(&place.empty) && best.is_none_or(|(least, _)| weight < least) {
                    best = Some((weight, place.points));
                }
            }
            if let Some((weight, points)) = best {
                places.push((weight, points.len(), points));
            }
        }
        places.sort_by_key(|place| (place.0, place.1, place.2.first()));
        places.into_iter().map(|place| place.2).collect()
    }

    /// Whether a group makes an eye in a part of a region.
    fn makes_an_eye(
        &mut self,
        points: &PointSet,
        region: &OwnRegion,
        groups: &[OwnGroup],
        group: usize,
    ) -> bool {
        let outside = region.points - *points;
        let rim = outside.beside() | self.rim;
        // Another group that has its two eyes elsewhere is worth these to whom it is joined. One that has
        // not only stands there.
        let elsewhere = |(g, other): (usize, &OwnGroup)| match g == group {
            true => Some(eyes::GRANTED),
            false => (other.eye_count() >= 2).then_some(eyes::BOTH),
        };
        let neighbors: Vec<Neighbor> = groups
            .iter()
            .enumerate()
            .filter(|(_, other)| other.around.intersects(points))
            .filter_map(|(g, other)| {
                Some(Neighbor {
                    around: other.around,
                    elsewhere: elsewhere((g, other))?,
                })
            })
            .collect();
        let border = Border {
            across: &PointSet::EMPTY,
            links: &[],
            rim: &rim,
            effort: self.effort.of_parts(),
            ..self.border(&neighbors)
        };
        let local = RegionGraph::new(self.board, points, &border);
        local.is_some_and(|local| local.saves(false, &mut self.memory))
    }
}
