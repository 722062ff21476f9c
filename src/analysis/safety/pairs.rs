//! Pairs: of two empty points the owner gets one whichever the opponent takes.

use super::side::{OwnRegion, OwnSide};
use crate::go::{GRID, Point, PointSet};

impl OwnSide<'_> {
    /// Chooses pairs: links first, then guards.
    pub fn pair(&mut self, regions: &mut [OwnRegion]) {
        self.pairs.drop_from(0, PointSet::EMPTY);
        self.pairs.across = PointSet::EMPTY;
        for i in 0..self.chains.len() {
            self.chains[i].group = i;
        }
        self.ground = regions.iter().map(|r| r.points).collect();
        self.bridge_again(regions);
        self.pairs.points = self.bridged;
        self.link(regions);
        self.pairs.links = self.pairs.list.clone();
        let groups = self.groups(regions);
        for region in regions.iter() {
            if region.points.intersects(&self.rim) {
                continue;
            }
            for &g in &region.around {
                self.guard(region, &groups[g].around);
            }
        }
    }

    /// Makes one group of chains with two liberties in common that are free; where there is a
    /// choice, the liberties that fewer others have in common.
    pub fn link(&mut self, regions: &[OwnRegion]) {
        let single = regions.iter().filter(|r| r.points.len() == 1);
        let eyes: PointSet = single.map(|r| r.points).collect();
        let stones: PointSet = self.standing().map(|chain| chain.stones).collect();
        let free = self.empty - eyes;
        let free = free & stones.beside_two();
        let mut common: Vec<(usize, usize, Point)> = Vec::new();
        for point in free.iter() {
            let near = point.neighbors().map(|n| self.chain_at(n));
            for (k, a) in near.iter().enumerate() {
                for b in &near[k + 1..] {
                    let (Some(a), Some(b)) = (*a, *b) else {
                        continue;
                    };
                    let needless = self.chains[a].immortal && self.chains[b].immortal;
                    if a != b && !needless {
                        common.push((a.min(b), a.max(b), point));
                    }
                }
            }
        }
        common.sort_unstable();
        common.dedup();
        let mut wanted: Vec<&[(usize, usize, Point)]> = common
            .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
            .filter(|points| points.len() >= 2)
            .collect();
        wanted.sort_by_key(|points| points.len());
        let mut others = vec![0u8; GRID];
        for &(_, _, point) in wanted.iter().copied().flatten() {
            others[point.index()] += 1;
        }
        for points in wanted {
            let (i, j, _) = points[0];
            if self.chains[i].group == self.chains[j].group {
                continue;
            }
            let points = points.iter().map(|w| w.2);
            let mut points: Vec<Point> =
                points.filter(|p| !self.pairs.points.contains(*p)).collect();
            points.sort_by_key(|&p| (others[p.index()], p));
            let [p, q, ..] = points[..] else {
                continue;
            };
            self.pairs.take([p, q]);
            let has_both = |r: &OwnRegion| r.points.contains(p) && r.points.contains(q);
            if !regions.iter().any(has_both) {
                self.pairs.across.insert(p);
                self.pairs.across.insert(q);
            }
            self.merge(i, j);
        }
    }

    /// Reserves a pair for every point of the region that is not beside the group; none at all
    /// where that cannot be.
    pub fn guard(&mut self, region: &OwnRegion, around: &PointSet) {
        let inner = region.points - *around;
        if inner.is_empty() || inner.len() * 2 > region.points.len() {
            return;
        }
        let before = (self.pairs.list.len(), self.pairs.points);
        for point in inner.iter() {
            if self.is_guarded(point, around) {
                continue;
            }
            let is_free = |p: &Point| {
                self.empty.contains(*p) && around.contains(*p) && !self.pairs.points.contains(*p)
            };
            let free = point.neighbors().into_iter().filter(is_free);
            // Those that fewer other inner points could use come first.
            let wanted = |p: Point| {
                let of = p.neighbors().into_iter().filter(|n| inner.contains(*n));
                (of.count(), p)
            };
            let mut choice: Vec<(usize, Point)> = free.map(wanted).collect();
            choice.sort_unstable();
            let [(_, p), (_, q), ..] = choice[..] else {
                self.pairs.drop_from(before.0, before.1);
                return;
            };
            self.pairs.take([p, q]);
        }
    }
}
