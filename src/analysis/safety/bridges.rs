//! Bridges: blocks that become one by answers in a few points between them, found by search.
//!
//! What two liberties in common do for a link, any few points do between which the owner, who
//! answers, always connects. All around them counts as the opponent's, and neither block has its last
//! liberty there taken before they are one: so they are as good as one, whatever is played elsewhere.

use super::local::{Border, Local, Neighbor};
use super::side::{Bridge, Group, Region, Side};
use crate::go::PointSet;

/// The most empty points of a bridge. With eight a twentieth more tests were made for no point more.
const MOST_EMPTY: usize = 6;
/// The most points of a bridge.
const MOST: usize = 16;
/// How often the points between two blocks are widened by those beside them.
const WIDER: usize = 2;

impl Side<'_> {
    /// Joins groups that are short of eyes to others beside them; whether there was a bridge.
    /// `beside` are the regions beside each group.
    pub fn bridge(
        &mut self,
        regions: &[Region],
        groups: &[Group],
        short: &[usize],
        beside: &[Vec<usize>],
    ) -> bool {
        let is_needed = |&(r, region): &(usize, &Region)| {
            let is_eye = |group: &Group| group.eyes.iter().any(|eye| eye.0 == r);
            region.read.is_some() || region.points.len() == 1 && groups.iter().any(is_eye)
        };
        let needed: PointSet = regions
            .iter()
            .enumerate()
            .filter(is_needed)
            .map(|(_, region)| region.points)
            .collect();
        let free = self.ground.difference(&self.paired);
        let mut free = free.difference(&self.own).difference(&needed);
        let before = self.bridges.len();
        for &g in short {
            let around = beside[g].iter().flat_map(|&r| &regions[r].border);
            let (mut its, mut others): (Vec<usize>, Vec<usize>) =
                around.partition(|&&block| self.blocks[block].group == groups[g].number);
            for list in [&mut its, &mut others] {
                list.sort_unstable();
                list.dedup();
            }
            // Others have no point in common with it, and no points beside each other.
            let mut pairs: Vec<[usize; 2]> = Vec::new();
            for a in its {
                let around = self.blocks[a].around.intersection(&free);
                let near = around.union(&around.beside()).intersection(&free);
                let others = others.iter().copied();
                let others = others.filter(|&b| self.blocks[b].around.intersects(&near));
                pairs.extend(others.map(|b| [a, b]));
            }
            let found = pairs
                .into_iter()
                .find_map(|blocks| self.find_bridge(blocks, &free));
            if let Some(bridge) = found {
                let [a, b] = bridge.blocks;
                self.merge(a, b);
                free = free.difference(&bridge.points);
                self.bridges.push(bridge);
            }
        }
        self.bridges.len() > before
    }

    /// Joins what the bridges that were found before still join.
    pub fn bridge_again(&mut self, regions: &[Region]) {
        self.bridged = PointSet::EMPTY;
        for bridge in std::mem::take(&mut self.bridges) {
            let bridge = self.between(bridge.blocks, bridge.points);
            let [a, b] = bridge.blocks;
            if self.blocks[a].stands
                && self.blocks[b].stands
                && self.blocks[a].group != self.blocks[b].group
                && !bridge.points.intersects(&self.bridged)
                && self.connects(&bridge)
            {
                self.merge(a, b);
                self.bridged = self.bridged.union(&bridge.points);
                if !regions.iter().any(|r| bridge.points.is_subset(&r.points)) {
                    self.across = self.across.union(&bridge.points);
                }
                self.bridges.push(bridge);
            }
        }
    }

    /// A bridge over points that are free.
    fn find_bridge(&mut self, blocks: [usize; 2], free: &PointSet) -> Option<Bridge> {
        let [x, y] = blocks.map(|block| self.blocks[block].around.intersection(free));
        let near = x
            .intersection(&y.beside())
            .union(&y.intersection(&x.beside()));
        let mut points = x.intersection(&y).union(&near);
        for _ in 0..=WIDER {
            let empty = points.intersection(&self.empty).len();
            if empty == 0 || empty > MOST_EMPTY || points.len() > MOST {
                return None;
            }
            let bridge = self.between(blocks, points);
            if empty > 1 && !self.no_bridges.contains(&bridge) {
                if self.connects(&bridge) {
                    return Some(bridge);
                }
                self.no_bridges.insert(bridge);
            }
            points = points.union(&points.beside().intersection(free));
        }
        None
    }

    fn between(&self, blocks: [usize; 2], points: PointSet) -> Bridge {
        let outside = self.ground.difference(&points);
        let rim = outside.beside().union(&self.rim).intersection(&points);
        Bridge {
            blocks,
            points,
            rim,
        }
    }

    /// Whether the blocks become one if the opponent plays first and all around is his.
    fn connects(&mut self, bridge: &Bridge) -> bool {
        let neighbors = bridge.blocks.map(|block| Neighbor {
            around: self.blocks[block].around,
            elsewhere: if self.blocks[block].immortal {
                3 << 30
            } else {
                0
            },
        });
        let border = Border {
            across: &PointSet::EMPTY,
            links: &[],
            rim: &bridge.rim,
            effort: self.effort.of_parts(),
            ..self.border(&neighbors)
        };
        let local = Local::new(self.board, &bridge.points, &border);
        local.is_some_and(|local| local.joins(&mut self.memory))
    }
}
