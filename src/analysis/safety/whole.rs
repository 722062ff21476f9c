//! Regions that are played out as a whole.

use super::answers::AnswerMemory;
use super::eyes;
use super::local::{self, Border, Neighbor, RegionGraph};
use super::side::{OwnChain, OwnGroup, OwnRegion, OwnSide};
use crate::go::{Bits, PointSet};

/// The fewest empty points of a region that is an eye and may be two.
const TWO_EYES: usize = 4;

/// Groups around a region, with eyes elsewhere.
fn neighbors(around: &[&OwnGroup], elsewhere: impl Iterator<Item = u32>) -> Vec<Neighbor> {
    let neighbor = |(group, elsewhere): (&&OwnGroup, u32)| Neighbor {
        around: group.around,
        elsewhere,
    };
    around.iter().zip(elsewhere).map(neighbor).collect()
}

impl OwnSide<'_> {
    /// Plays a region out where groups around it have fewer than two eyes; whether it gave eyes. The
    /// groups may have become one by it.
    pub fn read(&mut self, regions: &mut [OwnRegion], number: usize, groups: &[OwnGroup]) -> bool {
        let around: Vec<&OwnGroup> = regions[number].around.iter().map(|&g| &groups[g]).collect();
        let is_an_eye = around.iter().any(|group| group.has_eye(number));
        if !self.is_worth_reading(regions, number, &around, is_an_eye) {
            return false;
        }
        let region = &regions[number];
        let asked = eyes::elsewhere(number, &around);
        if region.asked == asked {
            return false;
        }
        let strict = neighbors(&around, asked.iter().copied());
        // One eye here is worth something where a group has another elsewhere.
        let granted = |eyes: u32| if eyes.has_two() { eyes } else { eyes::GRANTED };
        let lenient = neighbors(&around, asked.iter().map(|&eyes| granted(eyes)));
        let has_none = asked.contains(&0);
        let ways = [
            Some((&strict, 2)),
            (has_none && !is_an_eye).then_some((&lenient, 1)),
        ];
        let apart = self.apart(&region.points);
        let left = region.points - apart;
        let rim = self.rim | apart.beside();
        for (neighbors, found) in ways.into_iter().flatten() {
            let border = Border {
                rim: &rim,
                ..self.border(neighbors)
            };
            let Some(local) = RegionGraph::new(self.board, &left, &border) else {
                return false;
            };
            if !local.saves(false, &mut self.memory) {
                continue;
            }
            let joined = found == 2 && around.len() > 1 && local.saves(true, &mut self.memory);
            let kept = match left == region.points && local.keeps(joined, &mut self.memory) {
                true => region.points - self.open,
                false => PointSet::EMPTY,
            };
            if joined {
                let numbers: Vec<usize> = around.iter().map(|group| group.number).collect();
                let theirs = |chain: &&mut OwnChain| numbers.contains(&chain.group);
                // The groups are in order of their numbers.
                for chain in self.chains.iter_mut().filter(theirs) {
                    chain.group = numbers[0];
                }
            }
            regions[number].read = Some(kept);
            regions[number].eyes = found;
            return true;
        }
        regions[number].asked = asked;
        false
    }

    /// The points of a region that are not played on where it is played out: those of bridges, and
    /// stones of the owner that do not stand and may be taken from there.
    fn apart(&self, region: &PointSet) -> PointSet {
        let bridged = *region & self.bridged;
        if bridged.is_empty() {
            return bridged;
        }
        let near = bridged.beside();
        let loose = (*region & self.own).pieces().into_iter();
        let taken = loose.filter(|stones| stones.intersects(&near));
        taken.fold(bridged, |apart, stones| apart | stones)
    }

    /// Whether more may come of a region by playing it out: a group around it needs an eye, and it is none
    /// already, or one that may be two.
    fn is_worth_reading(
        &self,
        regions: &[OwnRegion],
        number: usize,
        around: &[&OwnGroup],
        is_an_eye: bool,
    ) -> bool {
        let region = &regions[number];
        let empty = (region.points & self.empty).len();
        // What was read may count on this eye, which would be given up for what is read now.
        let has_read =
            |group: &OwnGroup| group.eyes.iter().any(|eye| regions[eye.0].read.is_some());
        let counts_on_it = |group: &&OwnGroup| group.has_eye(number) && has_read(group);
        region.read.is_none()
            && empty > 0
            && !region.points.is_subset(&self.bridged)
            && region.points.len() <= local::MOST
            && around.iter().any(|group| group.eye_count() < 2)
            && !(is_an_eye && (empty < TWO_EYES || around.iter().any(counts_on_it)))
    }

    /// Searches a region on which the life of no group depends, and returns the points of it that the
    /// owner keeps.
    pub fn kept(&self, region: &OwnRegion, around: PointSet) -> PointSet {
        let neighbors = [Neighbor {
            around,
            elsewhere: eyes::BOTH,
        }];
        let Some(local) = RegionGraph::new(self.board, &region.points, &self.border(&neighbors))
        else {
            return PointSet::EMPTY;
        };
        match local.keeps(false, &mut AnswerMemory::new()) {
            true => region.points - self.open,
            false => PointSet::EMPTY,
        }
    }
}
