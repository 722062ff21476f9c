//! Safety under alternating play: stones and territory that hold if their owner answers.
//!
//! Sources: M. Müller, "Playing it safe: recognizing secure territories in computer Go by using
//! static rules and search" (1997); X. Niu and M. Müller, "An improved safety solver for computer
//! Go" (2004). The proof is Benson's, with plays that come in pairs: of two points that are both
//! empty, whenever the opponent takes one the owner takes the other. So he gets one of them at
//! least, whichever it is, and
//!
//! - two chains with two liberties in common that are such a pair are as good as one (a *link*);
//! - a point beside two liberties of a chain that are such a pair is as good as beside it
//!   (a *guard*).
//!
//! Pairs have no point in common, so one answer never calls for another.
//!
//! Where it is known which chains are thought to live, those of the opponent count as never taken,
//! whatever is played: regions end at them, and a region that is open to them is no eye until the
//! owner has shut it. That is a handicap, so what is found is safe whether they live or not.
//!
//! Guaranteed: the owner of what is found keeps it by answering within pairs and passing
//! otherwise, whatever the opponent plays first and whoever has the ko threats. A chain has a
//! liberty in each of two regions after every answer, as Benson's has: the opponent cannot fill
//! the last empty point of a region without taking his own liberties, and an answer that fills it
//! takes what stands there. So a region all points of which are taken by answers to plays
//! elsewhere does not count.
//!
//! Not promised: that what is not found is not safe.

mod local;

use super::pass_alive::Benson;
use crate::go::{Board, Color, GRID, Point, PointSet, SuicideRule};
use local::{Border, Local, Memory, Neighbor};

/// No block.
const NONE: u16 = u16::MAX;

/// How much may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// What can be seen at a glance: before the estimate, which is easier with it.
    Glance = 1,
    /// As much as every game is worth.
    Usual = 4,
    /// Much, for who wants proofs.
    Prove = 400,
}

/// What is safe of each colour, pass-alive points among it.
#[derive(Clone, Debug, Default)]
pub struct Safety {
    /// Stones that are never taken, and points where the opponent cannot live.
    pub points: [PointSet; 2],
    /// Empty points outside of these on which an answer may be needed to keep them.
    pub answers: PointSet,
}

impl Safety {
    /// Finds what is safe; `proved` is what is so whatever is played.
    ///
    /// `alive` are the stones that are thought to live, where that is known. What is found is safe whether
    /// that is right or not: chains of the owner that are not among them are given up at once, and
    /// those of the opponent that are count as never taken, whatever is played.
    pub fn new(
        board: &Board,
        benson: &Benson,
        proved: &[PointSet; 2],
        alive: Option<&[PointSet; 2]>,
        suicide: SuicideRule,
        effort: Effort,
    ) -> Safety {
        let mut answers = PointSet::EMPTY;
        let points = Color::BOTH.map(|color| {
            let mut side = Side::new(board, benson, proved, alive, suicide, effort, color);
            let held = side.find().union(&proved[color.index()]);
            answers = answers.union(&side.paired.difference(&held));
            held
        });
        Safety { points, answers }
    }
}

/// A chain of the owner.
#[derive(Clone, Copy, Debug)]
struct Block {
    stones: PointSet,
    around: PointSet,
    /// Pass-alive.
    immortal: bool,
    /// Not given up so far.
    stands: bool,
    /// The first block of those that links make one.
    group: usize,
}

/// A region of the owner: connected points without a block that stands.
#[derive(Clone, Debug)]
struct Region {
    points: PointSet,
    /// The blocks around it.
    border: Vec<usize>,
    /// Whether it was needed for the life of a group and played out; and then the points on which
    /// the opponent cannot live either.
    read: Option<PointSet>,
    /// The eyes that were found then.
    eyes: u8,
}

/// Blocks that links make one.
struct Group {
    number: usize,
    stones: PointSet,
    around: PointSet,
    immortal: bool,
    /// The regions that are eyes of it.
    eyes: Vec<(usize, u8)>,
}

/// The proof for one colour.
struct Side<'a> {
    board: &'a Board,
    color: Color,
    suicide: SuicideRule,
    effort: Effort,
    /// Points beside stones of the opponent that count as never taken.
    rim: PointSet,
    /// Points that are open to these, with stones of the owner between that are thought to live.
    open: PointSet,
    all: PointSet,
    empty: PointSet,
    opponent: PointSet,
    blocks: Vec<Block>,
    /// The number of the block at each point.
    index: Box<[u16; GRID]>,
    pairs: Vec<[Point; 2]>,
    /// The other point of the pair of each point.
    partner: Box<[Option<Point>; GRID]>,
    links: Vec<[Point; 2]>,
    /// The points of all pairs, and of those whose points are in different regions.
    paired: PointSet,
    across: PointSet,
    memory: Memory,
}

impl<'a> Side<'a> {
    fn new(
        board: &'a Board,
        benson: &Benson,
        proved: &[PointSet; 2],
        likely: Option<&[PointSet; 2]>,
        suicide: SuicideRule,
        effort: Effort,
        color: Color,
    ) -> Side<'a> {
        let walls = likely.map_or(PointSet::EMPTY, |likely| likely[(!color).index()]);
        let all: PointSet = board.size().points().collect();
        let all = all.difference(&walls);
        let empty: PointSet = board.empty_points().collect();
        let own: PointSet = board.stones(color).collect();
        let opponent: PointSet = board.stones(!color).collect();
        let opponent = opponent.difference(&walls);
        let rim = walls.beside().intersection(&all);
        let alive = benson.pass_alive(color, suicide);
        let mut lost = proved[(!color).index()];
        if let Some(likely) = likely {
            lost = lost.union(&own.difference(&likely[color.index()]));
        }
        let passable = all.difference(&own.difference(&lost));
        let pieces = passable.pieces().into_iter();
        let open: PointSet = pieces.filter(|piece| piece.intersects(&rim)).collect();
        let chains = benson.chains.list().iter().enumerate();
        let blocks = chains
            .filter(|(_, chain)| chain.color == color && !lost.contains(chain.first))
            .enumerate()
            .map(|(group, (number, chain))| {
                let stones: PointSet = board.chain(chain.first).collect();
                let around = stones.beside().intersection(&all);
                Block {
                    stones,
                    around,
                    immortal: alive.is_alive(number),
                    stands: true,
                    group,
                }
            });
        let blocks: Vec<Block> = blocks.collect();
        let mut index = Box::new([NONE; GRID]);
        for (number, block) in blocks.iter().enumerate() {
            for stone in block.stones.iter() {
                index[stone.index()] = number as u16;
            }
        }
        Side {
            board,
            color,
            blocks,
            index,
            suicide,
            effort,
            rim,
            open,
            all,
            empty,
            opponent,
            pairs: Vec::new(),
            partner: Box::new([None; GRID]),
            links: Vec::new(),
            paired: PointSet::EMPTY,
            across: PointSet::EMPTY,
            memory: Memory::default(),
        }
    }

    /// Gives up blocks until those that are left are safe; what they hold.
    fn find(&mut self) -> PointSet {
        while self.blocks.iter().any(|b| b.stands) {
            let mut regions = self.regions();
            self.pair(&regions);
            if !self.give_up(&mut regions) {
                return self.held(&regions);
            }
        }
        PointSet::EMPTY
    }

    fn standing(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(|b| b.stands)
    }

    /// The block that stands at a point.
    fn block_at(&self, point: Point) -> Option<usize> {
        let number = self.index[point.index()];
        (number != NONE && self.blocks[usize::from(number)].stands).then_some(usize::from(number))
    }

    fn regions(&self) -> Vec<Region> {
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

    /// The groups around a region, as indices of `groups`.
    fn groups_around(&self, region: &Region, groups: &[Group]) -> Vec<usize> {
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

    /// The groups in order of their numbers, with the eyes that can be seen.
    fn groups(&self, regions: &[Region]) -> Vec<Group> {
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
                match region.read {
                    Some(_) => groups[g].eyes.push((r, region.eyes)),
                    None if self.is_eye(region, &groups[g]) => groups[g].eyes.push((r, 1)),
                    None => {}
                }
            }
        }
        groups
    }

    /// Chooses pairs: links first, then guards.
    fn pair(&mut self, regions: &[Region]) {
        for point in self.pairs.drain(..).flatten() {
            self.partner[point.index()] = None;
        }
        self.paired = PointSet::EMPTY;
        self.across = PointSet::EMPTY;
        for i in 0..self.blocks.len() {
            self.blocks[i].group = i;
        }
        self.link(regions);
        self.links = self.pairs.clone();
        let groups = self.groups(regions);
        for region in regions {
            if region.points.intersects(&self.rim) {
                continue;
            }
            for g in self.groups_around(region, &groups) {
                self.guard(region, &groups[g].around);
            }
        }
    }

    /// Makes one group of blocks with two liberties in common that are free; where there is a
    /// choice, the liberties that fewer others have in common.
    fn link(&mut self, regions: &[Region]) {
        let single = regions.iter().filter(|r| r.points.len() == 1);
        let eyes: PointSet = single.map(|r| r.points).collect();
        let free = self.empty.difference(&eyes);
        let mut common: Vec<(usize, usize, Point)> = Vec::new();
        for point in free.iter() {
            let near = point.neighbors().map(|n| self.block_at(n));
            for (k, a) in near.iter().enumerate() {
                for b in &near[k + 1..] {
                    let (Some(a), Some(b)) = (*a, *b) else {
                        continue;
                    };
                    let needless = self.blocks[a].immortal && self.blocks[b].immortal;
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
            let (kept, gone) = (self.blocks[i].group, self.blocks[j].group);
            if kept == gone {
                continue;
            }
            let points = points.iter().map(|w| w.2);
            let mut points: Vec<Point> = points.filter(|p| !self.paired.contains(*p)).collect();
            points.sort_by_key(|&p| (others[p.index()], p));
            let [p, q, ..] = points[..] else {
                continue;
            };
            self.take([p, q]);
            let has_both = |r: &Region| r.points.contains(p) && r.points.contains(q);
            if !regions.iter().any(has_both) {
                self.across.insert(p);
                self.across.insert(q);
            }
            let (kept, gone) = (kept.min(gone), kept.max(gone));
            for block in self.blocks.iter_mut().filter(|b| b.group == gone) {
                block.group = kept;
            }
        }
    }

    fn take(&mut self, pair: [Point; 2]) {
        self.paired.extend(pair);
        self.partner[pair[0].index()] = Some(pair[1]);
        self.partner[pair[1].index()] = Some(pair[0]);
        self.pairs.push(pair);
    }

    /// Reserves a pair for every point of the region that is not beside the group; none at all
    /// where that cannot be.
    fn guard(&mut self, region: &Region, around: &PointSet) {
        let inner = region.points.difference(around);
        if inner.is_empty() || inner.len() * 2 > region.points.len() {
            return;
        }
        let before = (self.pairs.len(), self.paired);
        for point in inner.iter() {
            if self.is_guarded(point, around) {
                continue;
            }
            let is_free = |p: &Point| {
                self.empty.contains(*p) && around.contains(*p) && !self.paired.contains(*p)
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
                for point in self.pairs.drain(before.0..).flatten() {
                    self.partner[point.index()] = None;
                }
                self.paired = before.1;
                return;
            };
            self.take([p, q]);
        }
    }

    /// Whether both points of a pair are beside the point and beside the group.
    fn is_guarded(&self, point: Point, around: &PointSet) -> bool {
        let near = point.neighbors();
        near.into_iter().any(|n| {
            let partner = self.partner[n.index()];
            partner.is_some_and(|partner| {
                near.contains(&partner) && around.contains(n) && around.contains(partner)
            })
        })
    }

    /// Of points that are not beside the group those that are not guarded either.
    fn unguarded(&self, open: PointSet, around: &PointSet) -> impl Iterator<Item = Point> {
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

    /// Whether the region is an eye of the group that cannot be taken away.
    fn is_eye(&self, region: &Region, group: &Group) -> bool {
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

    /// Drops the group that has fewest eyes, if these are fewer than two; whether there was one. One at
    /// a time: regions that become one may be eyes of the others still.
    fn give_up(&mut self, regions: &mut [Region]) -> bool {
        let mut groups = self.groups(regions);
        while (0..regions.len()).any(|r| self.read(regions, r, &groups)) {
            groups = self.groups(regions);
        }
        let eyes = |group: &Group| group.eyes.iter().map(|eye| eye.1).sum::<u8>();
        let short = groups.iter().filter(|g| !g.immortal && eyes(g) < 2);
        let Some(short) = short.min_by_key(|g| (eyes(g), g.stones.len())) else {
            return false;
        };
        let its = |block: &&mut Block| block.group == short.number;
        self.blocks
            .iter_mut()
            .filter(its)
            .for_each(|b| b.stands = false);
        true
    }

    /// Plays a region out where groups around it have fewer than two eyes; whether it gave eyes. The
    /// groups may have become one by it.
    fn read(&mut self, regions: &mut [Region], number: usize, groups: &[Group]) -> bool {
        let region = &regions[number];
        let is_read = region.read.is_some();
        if is_read || region.border.is_empty() || region.points.len() > local::MOST {
            return false;
        }
        let around = self.groups_around(region, groups);
        let eyes = |g: usize| match groups[g].immortal {
            true => 2,
            false => groups[g].eyes.iter().map(|eye| eye.1).sum::<u8>(),
        };
        let is_eye = |&g: &usize| groups[g].eyes.iter().any(|eye| eye.0 == number);
        if around.iter().all(|&g| eyes(g) >= 2) || around.iter().any(is_eye) {
            return false;
        }
        // An eye that two of the groups share counts once.
        let mut all: Vec<(usize, u8)> = around
            .iter()
            .flat_map(|&g| groups[g].eyes.clone())
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
        let strict: Vec<Neighbor> = around
            .iter()
            .map(|&g| Neighbor {
                around: groups[g].around,
                elsewhere: elsewhere(g),
            })
            .collect();
        // One eye here is worth something where a group has another elsewhere.
        let is_short = |n: &Neighbor| n.elsewhere.count_ones() < 2;
        let lenient = strict.iter().map(|n| Neighbor {
            elsewhere: if is_short(n) { 1 << 28 } else { n.elsewhere },
            ..*n
        });
        let lenient: Vec<Neighbor> = lenient.collect();
        let has_none = strict.iter().any(|n| n.elsewhere == 0);
        let ways = [
            (around.len() > 1).then_some((&strict, true, 2)),
            Some((&strict, false, 2)),
            has_none.then_some((&lenient, false, 1)),
        ];
        for (neighbors, joined, eyes) in ways.into_iter().flatten() {
            let border = self.border(neighbors);
            let Some(mut local) = Local::new(self.board, &region.points, &border) else {
                return false;
            };
            if !local.saves(joined, &mut self.memory) {
                continue;
            }
            let kept = match local.keeps(joined, &mut self.memory) {
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
        false
    }

    fn border<'b>(&'b self, groups: &'b [Neighbor]) -> Border<'b> {
        Border {
            groups,
            across: &self.across,
            rim: &self.rim,
            open: &self.open,
            links: &self.links,
            owner: self.color,
            suicide: self.suicide,
            effort: self.effort as u32,
        }
    }

    /// Stones of the blocks that stand, and the regions in which the opponent cannot live.
    fn held(&self, regions: &[Region]) -> PointSet {
        let stones: PointSet = self.standing().map(|b| b.stones).collect();
        let around = stones.beside();
        let groups = self.groups(regions);
        let mut held = stones;
        for (r, region) in regions.iter().enumerate() {
            let is_eye = |group: &Group| group.eyes.iter().any(|eye| eye.0 == r);
            let points = region.read.unwrap_or_else(|| {
                if self.is_one_place(region, &around) {
                    region.points
                } else if groups.iter().any(is_eye) {
                    PointSet::EMPTY
                } else {
                    self.kept(region, around)
                }
            });
            held = held.union(&points);
        }
        held
    }

    /// Whether what is not beside the stones or guarded is one point, or two beside each other.
    fn is_one_place(&self, region: &Region, around: &PointSet) -> bool {
        // Stones of the owner that stand by themselves could be taken.
        let mut points = region.points.iter();
        if points.any(|p| self.board.get(p).is(self.color)) || region.points.intersects(&self.rim) {
            return false;
        }
        let mut inner = self.unguarded(region.points.difference(around), around);
        match (inner.next(), inner.next(), inner.next()) {
            (Some(p), Some(q), None) => p.neighbors().contains(&q),
            (None, ..) | (Some(_), None, _) => true,
            _ => false,
        }
    }

    /// Searches a region on which the life of no group depends, and returns the points of it that the
    /// owner keeps.
    fn kept(&self, region: &Region, around: PointSet) -> PointSet {
        let neighbors = [Neighbor {
            around,
            elsewhere: 3,
        }];
        let Some(mut local) = Local::new(self.board, &region.points, &self.border(&neighbors))
        else {
            return PointSet::EMPTY;
        };
        match local.keeps(false, &mut Memory::default()) {
            true => region.points.difference(&self.open),
            false => PointSet::EMPTY,
        }
    }
}
