//! Regions that are played out as a whole.

use super::answers::Memory;
use super::local::{self, Border, Local, Neighbor};
use super::side::{Block, Group, Region, Side};
use crate::go::PointSet;

/// The fewest empty points of a region that is an eye and may be two.
const TWO_EYES: usize = 4;

impl Side<'_> {
    /// Plays a region out where groups around it have fewer than two eyes; whether it gave eyes. The
    /// groups may have become one by it.
    pub fn read(&mut self, regions: &mut [Region], number: usize, groups: &[Group]) -> bool {
        let region = &regions[number];
        let is_read = region.read.is_some();
        let is_full = !region.points.intersects(&self.empty);
        if is_read
            || is_full
            || region.points.is_subset(&self.bridged)
            || region.border.is_empty()
            || region.points.len() > local::MOST
        {
            return false;
        }
        let around = region.around.clone();
        let eyes = |g: usize| match groups[g].immortal {
            true => 2,
            false => groups[g].eyes.iter().map(|eye| eye.1).sum::<u8>(),
        };
        let is_eye = |&g: &usize| groups[g].eyes.iter().any(|eye| eye.0 == number);
        if around.iter().all(|&g| eyes(g) >= 2) {
            return false;
        }
        let is_an_eye = around.iter().any(is_eye);
        // What was read may count on this eye, which is given up for what is read now.
        let counts_on_it = |&g: &usize| {
            is_eye(&g)
                && groups[g]
                    .eyes
                    .iter()
                    .any(|eye| regions[eye.0].read.is_some())
        };
        let empty = region.points.intersection(&self.empty).len();
        if is_an_eye && (empty < TWO_EYES || around.iter().any(counts_on_it)) {
            return false;
        }
        // An eye that two of the groups share counts once.
        let mut all: Vec<(usize, u8)> = around
            .iter()
            .flat_map(|&g| groups[g].eyes.iter().copied())
            .filter(|eye| eye.0 != number)
            .collect();
        all.sort_unstable();
        all.dedup();
        // Two bits for each of the first; the highest four are for eyes that are taken for granted.
        let bits = |(i, eye): (usize, &(usize, u8))| match i {
            0..14 => ((1u32 << eye.1) - 1) << (2 * i),
            _ => 0,
        };
        let elsewhere = |g: usize| match groups[g].immortal {
            true => 3 << 30,
            false => {
                let its = |(_, eye): &(usize, &(usize, u8))| groups[g].eyes.contains(eye);
                all.iter().enumerate().filter(its).map(bits).sum()
            }
        };
        let asked: Vec<u32> = around.iter().map(|&g| elsewhere(g)).collect();
        if region.asked == asked {
            return false;
        }
        let strict = around.iter().zip(&asked).map(|(&g, &elsewhere)| Neighbor {
            around: groups[g].around,
            elsewhere,
        });
        let strict: Vec<Neighbor> = strict.collect();
        // One eye here is worth something where a group has another elsewhere.
        let is_short = |n: &Neighbor| n.elsewhere.count_ones() < 2;
        let lenient = strict.iter().map(|n| Neighbor {
            elsewhere: if is_short(n) { 1 << 28 } else { n.elsewhere },
            ..*n
        });
        let lenient: Vec<Neighbor> = lenient.collect();
        let has_none = asked.contains(&0);
        let ways = [
            Some((&strict, 2)),
            (has_none && !is_an_eye).then_some((&lenient, 1)),
        ];
        for (neighbors, eyes) in ways.into_iter().flatten() {
            let left = region.points.difference(&self.bridged);
            let rim = self
                .rim
                .union(&region.points.intersection(&self.bridged).beside());
            let border = Border {
                rim: &rim,
                ..self.border(neighbors)
            };
            let Some(local) = Local::new(self.board, &left, &border) else {
                return false;
            };
            if !local.saves(false, &mut self.memory) {
                continue;
            }
            let joined = eyes == 2 && around.len() > 1 && local.saves(true, &mut self.memory);
            let kept = match left == region.points && local.keeps(joined, &mut self.memory) {
                true => region.points.difference(&self.open),
                false => PointSet::EMPTY,
            };
            if joined {
                let numbers: Vec<usize> = around.iter().map(|&g| groups[g].number).collect();
                let theirs = |block: &&mut Block| numbers.contains(&block.group);
                // The groups are in order of their numbers.
                for block in self.blocks.iter_mut().filter(theirs) {
                    block.group = numbers[0];
                }
            }
            regions[number].read = Some(kept);
            regions[number].eyes = eyes;
            return true;
        }
        regions[number].asked = asked;
        false
    }

    /// Searches a region on which the life of no group depends, and returns the points of it that the
    /// owner keeps.
    pub fn kept(&self, region: &Region, around: PointSet) -> PointSet {
        let neighbors = [Neighbor {
            around,
            elsewhere: 3,
        }];
        let Some(local) = Local::new(self.board, &region.points, &self.border(&neighbors)) else {
            return PointSet::EMPTY;
        };
        match local.keeps(false, &mut Memory::default()) {
            true => region.points.difference(&self.open),
            false => PointSet::EMPTY,
        }
    }
}
