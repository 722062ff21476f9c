//! Regions and groups of a side, and the eyes that can be seen without playing anything.
//!
//! An eye is a region, or a part of one, in which a group has a liberty after every answer of the owner,
//! whatever the opponent plays. The rule is Benson's, of a region that is vital to a chain, but that a
//! point which a pair guards counts as beside the group.

use super::side::{OwnGroup, OwnRegion, OwnSide};
use crate::go::{Point, PointSet, SuicideRule};

/// Regions that are eyes of the groups around a region, and can be told apart: two bits for each, since a
/// region may be two eyes (see `elsewhere`).
const TOLD_APART: usize = 14;
/// One eye that is taken for granted.
pub const GRANTED: u32 = 1 << (2 * TOLD_APART);
/// Two eyes of which nothing more is said: the group is pass-alive, or lives without what is played out.
pub const BOTH: u32 = 3 << (2 * TOLD_APART + 2);

/// The eyes of each of the groups around a region that are not this region, as bits. An eye that two of
/// them share is the same bits in both. Of more eyes than are told apart the rest count as none.
pub fn elsewhere(region: usize, around: &[&OwnGroup]) -> Vec<u32> {
    let mut all: Vec<(usize, u8)> = around
        .iter()
        .flat_map(|group| group.eyes.iter().copied())
        .filter(|eye| eye.0 != region)
        .collect();
    all.sort_unstable();
    all.dedup();
    all.truncate(TOLD_APART);
    let of_group = |group: &&OwnGroup| match group.immortal {
        true => BOTH,
        false => {
            let numbered = all.iter().enumerate();
            let its = numbered.filter(|(_, eye)| group.eyes.contains(eye));
            its.map(|(i, eye)| ((1 << eye.1) - 1) << (2 * i)).sum()
        }
    };
    around.iter().map(of_group).collect()
}

impl OwnSide<'_> {
    /// The regions that the chains which stand make of the points of the proof, by flood fill, in the
    /// order of their first points. Each has its border, the rest is found out later.
    pub fn regions(&self) -> Vec<OwnRegion> {
        let stones: PointSet = self.standing().map(|chain| chain.stones).collect();
        let mut rest = self.all - stones;
        let mut regions = Vec::with_capacity(32);
        let mut stack = Vec::with_capacity(64);
        let mut noted = vec![usize::MAX; self.chains.len()];
        while let Some(first) = rest.first() {
            let mut region = OwnRegion {
                points: PointSet::EMPTY,
                border: Vec::with_capacity(8),
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
                    } else if let Some(chain) = self.chain_at(n)
                        && noted[chain] != regions.len()
                    {
                        noted[chain] = regions.len();
                        region.border.push(chain);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    /// The groups in order of their numbers, with their eyes. The regions are told which are around them.
    ///
    /// A region with nests is as many eyes of a group as that has nests in it, and none of others. One
    /// that was played out is as many of each group around it as were found then. Any other is one eye
    /// of a group where that can be seen.
    pub fn groups(&self, regions: &mut [OwnRegion]) -> Vec<OwnGroup> {
        let mut groups: Vec<OwnGroup> = Vec::with_capacity(self.chains.len());
        for chain in self.standing() {
            // A group has the number of its first chain.
            match groups.binary_search_by_key(&chain.group, |group| group.number) {
                Ok(i) => {
                    groups[i].stones |= chain.stones;
                    groups[i].around |= chain.around;
                    groups[i].immortal |= chain.immortal;
                }
                Err(i) => groups.insert(
                    i,
                    OwnGroup {
                        number: chain.group,
                        stones: chain.stones,
                        around: chain.around,
                        immortal: chain.immortal,
                        eyes: Vec::new(),
                    },
                ),
            }
        }
        let mut numbers = vec![0; self.chains.len()];
        for (g, group) in groups.iter().enumerate() {
            numbers[group.number] = g;
        }
        for (r, region) in regions.iter_mut().enumerate() {
            let group = |&chain: &usize| numbers[self.chains[chain].group];
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

    /// Whether the region is an eye of the group that cannot be taken away, by what can be seen.
    ///
    /// Every point of it is beside the group, or guarded by a pair. Where suicide is illegal and no
    /// answer is played in the region, points on which stones of the opponent stand need not be: he
    /// cannot fill the last of the empty ones. A region is no eye where all its points may be taken by
    /// answers to plays elsewhere, nor where it is beside stones of the opponent that count as never
    /// taken.
    pub fn is_eye(&self, region: &OwnRegion, group: &OwnGroup) -> bool {
        let points = &region.points;
        if points.is_subset(&self.pairs.across) || points.intersects(&self.rim) {
            return false;
        }
        let open = *points - group.around;
        let no_answers =
            self.suicide == SuicideRule::Forbidden && !points.intersects(&self.pairs.points);
        open.is_empty()
            || no_answers && open.is_subset(&self.opponent)
            || !self.pairs.list.is_empty() && open.iter().all(|p| self.is_guarded(p, &group.around))
    }

    /// Whether both points of a pair are beside the point and beside the group.
    pub fn is_guarded(&self, point: Point, around: &PointSet) -> bool {
        let near = point.neighbors();
        near.into_iter().any(|n| {
            let partner = self.pairs.partner[n.index()];
            partner.is_some_and(|partner| {
                near.contains(&partner) && around.contains(n) && around.contains(partner)
            })
        })
    }
}
