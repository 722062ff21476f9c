//! Regions and groups of a side, and the eyes that can be seen without playing anything.

use super::side::{Group, Region, Side};
use crate::go::{Point, PointSet, SuicideRule};

impl Side<'_> {
    pub fn regions(&self) -> Vec<Region> {
        let stones: PointSet = self.standing().map(|b| b.stones).collect();
        let mut rest = self.all.difference(&stones);
        let mut regions = Vec::new();
        let mut stack = Vec::new();
        let mut noted = vec![usize::MAX; self.blocks.len()];
        while let Some(first) = rest.first() {
            let mut region = Region {
                points: PointSet::EMPTY,
                border: Vec::new(),
                around: Vec::new(),
                read: None,
                eyes: 0,
                asked: Vec::new(),
                nests: Vec::new(),
            };
            rest.remove(first);
            stack.push(first);
            while let Some(point) = stack.pop() {
                region.points.insert(point);
                for n in point.neighbors() {
                    if rest.contains(n) {
                        rest.remove(n);
                        stack.push(n);
                    } else if let Some(block) = self.block_at(n)
                        && noted[block] != regions.len()
                    {
                        noted[block] = regions.len();
                        region.border.push(block);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    /// The groups in order of their numbers, with the eyes that can be seen. The regions are told which
    /// are around them.
    pub fn groups(&self, regions: &mut [Region]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for block in self.standing() {
            // A group has the number of its first block.
            match groups.binary_search_by_key(&block.group, |group| group.number) {
                Ok(i) => {
                    groups[i].stones = groups[i].stones.union(&block.stones);
                    groups[i].around = groups[i].around.union(&block.around);
                    groups[i].immortal |= block.immortal;
                }
                Err(i) => groups.insert(
                    i,
                    Group {
                        number: block.group,
                        stones: block.stones,
                        around: block.around,
                        immortal: block.immortal,
                        eyes: Vec::new(),
                    },
                ),
            }
        }
        let mut numbers = vec![0; self.blocks.len()];
        for (g, group) in groups.iter().enumerate() {
            numbers[group.number] = g;
        }
        for (r, region) in regions.iter_mut().enumerate() {
            let group = |&block: &usize| numbers[self.blocks[block].group];
            region.around.clear();
            region.around.extend(region.border.iter().map(group));
            region.around.sort_unstable();
            region.around.dedup();
            for &g in &region.around {
                let nests = region.nests.iter().filter(|&&n| n == groups[g].number);
                let nests = nests.count() as u8;
                match region.read {
                    _ if nests > 0 => groups[g].eyes.push((r, nests)),
                    _ if !region.nests.is_empty() => {}
                    Some(_) => groups[g].eyes.push((r, region.eyes)),
                    None if self.is_eye(region, &groups[g]) => groups[g].eyes.push((r, 1)),
                    None => {}
                }
            }
        }
        groups
    }

    /// Whether the region is an eye of the group that cannot be taken away.
    pub fn is_eye(&self, region: &Region, group: &Group) -> bool {
        let points = &region.points;
        if points.is_subset(&self.across) || points.intersects(&self.rim) {
            return false;
        }
        let open = points.difference(&group.around);
        let no_answers = self.suicide == SuicideRule::Forbidden && !points.intersects(&self.paired);
        open.is_empty()
            || no_answers && open.is_subset(&self.opponent)
            || !self.pairs.is_empty() && open.iter().all(|p| self.is_guarded(p, &group.around))
    }

    /// Whether both points of a pair are beside the point and beside the group.
    pub fn is_guarded(&self, point: Point, around: &PointSet) -> bool {
        let near = point.neighbors();
        near.into_iter().any(|n| {
            let partner = self.partner[n.index()];
            partner.is_some_and(|partner| {
                near.contains(&partner) && around.contains(n) && around.contains(partner)
            })
        })
    }
}
