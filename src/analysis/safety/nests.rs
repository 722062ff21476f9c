//! Nests: small parts of a region in which one group makes an eye.
//!
//! A region that is too large to be searched, or whose groups cannot all live in it, may still have
//! room for an eye of one of them. All around a nest counts as the opponent's but the groups, so a
//! nest is worth the same whatever is played elsewhere, and a region may hold several.

use super::local::{Border, Local, Neighbor};
use super::side::{Group, Region, Side};
use crate::go::{Point, PointSet};

/// The fewest and the most empty points of a nest.
const EMPTY: std::ops::RangeInclusive<usize> = 3..=7;
/// The most points of a nest.
const MOST: usize = 14;
/// How many places are tried for each eye.
const TRIED: usize = 2;
/// What a point weighs that is open to the outside, where an empty point weighs one.
const OPEN: usize = 4;

impl Side<'_> {
    /// Makes the eyes that a group is short of in parts of the regions beside it; whether it could.
    /// `taken` are points that are needed for something else, to which these are added.
    pub fn nest(
        &mut self,
        regions: &mut [Region],
        groups: &[Group],
        group: usize,
        beside: &[usize],
        taken: &mut PointSet,
    ) -> bool {
        let mut eyes: u8 = groups[group].eyes.iter().map(|eye| eye.1).sum();
        let mut nests: Vec<(usize, PointSet)> = Vec::new();
        for &r in beside {
            if groups.iter().any(|g| g.eyes.iter().any(|eye| eye.0 == r)) {
                continue;
            }
            let free = regions[r].points.difference(taken).difference(&self.paired);
            let mut free = free.difference(&self.board.stones(self.color).collect());
            while eyes < 2 {
                let Some(points) = self.find_nest(&free, &regions[r], groups, group) else {
                    break;
                };
                free = free.difference(&points);
                nests.push((r, points));
                eyes += 1;
            }
        }
        if eyes < 2 {
            return false;
        }
        for (r, points) in nests {
            *taken = taken.union(&points);
            regions[r].nests.push(groups[group].number);
        }
        true
    }

    /// A part of what is free in a region where a group makes an eye.
    fn find_nest(
        &mut self,
        free: &PointSet,
        region: &Region,
        groups: &[Group],
        group: usize,
    ) -> Option<PointSet> {
        let mut tried: Vec<PointSet> = Vec::new();
        for points in self.places(free, &groups[group]) {
            let is_like = |other: &PointSet| 2 * points.intersection(other).len() > points.len();
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
    fn places(&self, free: &PointSet, group: &Group) -> Vec<PointSet> {
        let mut places: Vec<(usize, usize, PointSet)> = Vec::new();
        let seeds = free.intersection(&group.around).intersection(&self.empty);
        for seed in seeds.iter() {
            let mut points: PointSet = [seed].into_iter().collect();
            let mut best: Option<(usize, PointSet)> = None;
            while points.len() < MOST {
                let next = points.beside().intersection(free).difference(&points);
                let grown = |p| {
                    (
                        self.open_points(&points, Some(p)),
                        !group.around.contains(p),
                        p,
                    )
                };
                let Some((open, _, point)) = next.iter().map(grown).min() else {
                    break;
                };
                points.insert(point);
                let empty = points.intersection(&self.empty).len();
                if empty > *EMPTY.end() {
                    break;
                }
                let weight = (OPEN * open + EMPTY.end()).saturating_sub(empty);
                if EMPTY.contains(&empty) && best.is_none_or(|(least, _)| weight < least) {
                    best = Some((weight, points));
                }
            }
            if let Some((weight, points)) = best {
                places.push((weight, points.len(), points));
            }
        }
        places.sort_by_key(|place| (place.0, place.1, place.2.first()));
        places.into_iter().map(|place| place.2).collect()
    }

    /// The number of points that are beside others where no block stands, with one more.
    fn open_points(&self, points: &PointSet, more: Option<Point>) -> usize {
        let mut points = *points;
        points.extend(more);
        let outside = self.ground.difference(&points).union(&self.rim);
        outside.beside().intersection(&points).len()
    }

    /// Whether a group makes an eye in a part of a region.
    fn makes_an_eye(
        &mut self,
        points: &PointSet,
        region: &Region,
        groups: &[Group],
        group: usize,
    ) -> bool {
        let outside = region.points.difference(points);
        let rim = outside.beside().union(&self.rim);
        // Another group that has its two eyes elsewhere is worth these to whom it is joined. One that has
        // not only stands there.
        let eyes = |g: &Group| g.eyes.iter().map(|eye| eye.1).sum::<u8>();
        let elsewhere = |(g, other): (usize, &Group)| match g == group {
            true => Some(1 << 28),
            false => (other.immortal || eyes(other) >= 2).then_some(3 << 30),
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
        let local = Local::new(self.board, points, &border);
        local.is_some_and(|mut local| local.saves(false, &mut self.memory))
    }
}
