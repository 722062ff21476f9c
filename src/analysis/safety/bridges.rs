//! Bridges: chains that become one by answers in a few points between them, found by search.
//!
//! What two liberties in common do for a link, any few points do between which the owner, who
//! answers, always connects. All around them counts as the opponent's, and neither chain has its last
//! liberty there taken before they are one: so they are as good as one, whatever is played elsewhere.

use super::eyes;
use super::local::{Border, Neighbor, RegionGraph};
use super::side::{Bridge, OwnGroup, OwnRegion, OwnSide};
use crate::go::PointSet;

/// The most empty points of a bridge. With eight a twentieth more tests were made for no point more.
const MOST_EMPTY: usize = 6;
/// The most points of a bridge.
const MOST: usize = 16;
/// How often the points between two chains are widened by those beside them.
const WIDER: usize = 2;

impl OwnSide<'_> {
    /// Joins groups that are short of eyes to others beside them; whether there was a bridge.
    /// `beside` are the regions beside each group.
    pub fn bridge(
        &mut self,
        regions: &[OwnRegion],
        groups: &[OwnGroup],
        short: &[usize],
        beside: &[Vec<usize>],
    ) -> bool {
        let is_needed = |&(r, region): &(usize, &OwnRegion)| {
            region.read.is_some()
                || region.points.len() == 1 && groups.iter().any(|group| group.has_eye(r))
        };
        let needed: PointSet = regions
            .iter()
            .enumerate()
            .filter(is_needed)
            .map(|(_, region)| region.points)
            .collect();
        let free = self.ground - self.pairs.points;
        let mut free = free - self.own - needed;
        let before = self.bridges.len();
        for &g in short {
            let around = beside[g].iter().flat_map(|&r| &regions[r].border);
            let (mut its, mut others): (Vec<usize>, Vec<usize>) =
                around.partition(|&&chain| self.chains[chain].group == groups[g].number);
            for list in [&mut its, &mut others] {
                list.sort_unstable();
                list.dedup();
            }
            // Others have no point in common with it, and no points beside each other.
            let mut pairs: Vec<[usize; 2]> = Vec::new();
            for a in its {
                let around = self.chains[a].around & free;
                let near = (around | around.beside()) & free;
                let others = others.iter().copied();
                let others = others.filter(|&b| self.chains[b].around.intersects(&near));
                pairs.extend(others.map(|b| [a, b]));
            }
            let found = pairs
                .into_iter()
                .find_map(|chains| self.find_bridge(chains, &free));
            if let Some(bridge) = found {
                let [a, b] = bridge.chains;
                self.merge(a, b);
                free -= bridge.points;
                self.bridges.push(bridge);
            }
        }
        self.bridges.len() > before
    }

    /// Joins what the bridges that were found before still join.
    pub fn bridge_again(&mut self, regions: &[OwnRegion]) {
        self.bridged = PointSet::EMPTY;
        for bridge in std::mem::take(&mut self.bridges) {
            let bridge = self.between(bridge.chains, bridge.points);
            let [a, b] = bridge.chains;
            if self.chains[a].stands
                && self.chains[b].stands
                && self.chains[a].group != self.chains[b].group
                && !bridge.points.intersects(&self.bridged)
                && self.connects(&bridge)
            {
                self.merge(a, b);
                self.bridged |= bridge.points;
                if !regions.iter().any(|r| bridge.points.is_subset(&r.points)) {
                    self.pairs.across |= bridge.points;
                }
                self.bridges.push(bridge);
            }
        }
    }

    /// A bridge over points that are free.
    fn find_bridge(&mut self, chains: [usize; 2], free: &PointSet) -> Option<Bridge> {
        let [x, y] = chains.map(|chain| self.chains[chain].around & *free);
        let near = x & y.beside() | y & x.beside();
        let mut points = x & y | near;
        for _ in 0..=WIDER {
            let empty = (points & self.empty).len();
            if empty == 0 || empty > MOST_EMPTY || points.len() > MOST {
                return None;
            }
            let bridge = self.between(chains, points);
            if empty > 1 && !self.no_bridges.contains(&bridge) {
                if self.connects(&bridge) {
                    return Some(bridge);
                }
                self.no_bridges.insert(bridge);
            }
            points = points.with_step(free);
        }
        None
    }

    fn between(&self, chains: [usize; 2], points: PointSet) -> Bridge {
        let outside = self.ground - points;
        let rim = (outside.beside() | self.rim) & points;
        Bridge {
            chains,
            points,
            rim,
        }
    }

    /// Whether the chains become one if the opponent plays first and all around is his.
    fn connects(&mut self, bridge: &Bridge) -> bool {
        let neighbors = bridge.chains.map(|chain| Neighbor {
            around: self.chains[chain].around,
            elsewhere: match self.chains[chain].immortal {
                true => eyes::BOTH,
                false => 0,
            },
        });
        let border = Border {
            across: &PointSet::EMPTY,
            links: &[],
            rim: &bridge.rim,
            effort: self.effort.of_parts(),
            ..self.border(&neighbors)
        };
        let local = RegionGraph::new(self.board, &bridge.points, &border);
        local.is_some_and(|local| local.joins(&mut self.memory))
    }
}
