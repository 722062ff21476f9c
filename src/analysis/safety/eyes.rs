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

    /// The groups in order of their numbers, with the eyes that can be seen.
    pub fn groups(&self, regions: &[Region]) -> Vec<Group> {
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
        for (r, region) in regions.iter().enumerate() {
            for g in self.groups_around(region, &groups) {
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

    /// The groups around a region, as indices of `groups`.
    pub fn groups_around(&self, region: &Region, groups: &[Group]) -> Vec<usize> {
        let group = |&block: &usize| {
            let number = self.blocks[block].group;
            groups
                .binary_search_by_key(&number, |group| group.number)
                .ok()
        };
        let mut around: Vec<usize> = region.border.iter().filter_map(group).collect();
        around.sort_unstable();
        around.dedup();
        around
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
            || self.unguarded(open, &group.around).next().is_none()
    }

    /// Of points that are not beside the group those that are not guarded either.
    pub fn unguarded(&self, open: PointSet, around: &PointSet) -> impl Iterator<Item = Point> {
        let open: Vec<Point> = match self.pairs.is_empty() {
            true => open.iter().take(3).collect(),
            false => open
                .iter()
                .filter(|p| !self.is_guarded(*p, around))
                .take(3)
                .collect(),
        };
        open.into_iter()
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
