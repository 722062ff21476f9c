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
//! Pairs have no point in common, so one answer never calls for another. Where these do not do, the
//! owner's answers are searched (`answers`): in a region as a whole (`whole`), between two chains
//! that become one (`bridges`), and in a part of a region where a group makes an eye (`nests`). These
//! have no point in common either.
//!
//! Where it is known which chains are thought to live, those of the opponent count as never taken,
//! whatever is played: regions end at them, and a region that is open to them is no eye until the
//! owner has shut it. That is a handicap, so what is found is safe whether they live or not.
//!
//! Guaranteed: the owner of what is found keeps it by answering where the opponent plays and passing
//! otherwise, whatever the opponent plays first and whoever has the ko threats. A chain has a
//! liberty in each of two regions after every answer, as Benson's has: the opponent cannot fill
//! the last empty point of a region without taking his own liberties, and an answer that fills it
//! takes what stands there. So a region all points of which are taken by answers to plays
//! elsewhere does not count.
//!
//! Not promised: that what is not found is not safe.

mod answers;
mod bridges;
mod eyes;
mod local;
mod nests;
mod pairs;
mod side;
mod static_test;
mod whole;

use super::pass_alive::Proved;
use crate::go::{ByColor, Color, Point, PointSet};
pub use side::{Effort, Estimated};
use side::{OwnChain, OwnRegion, OwnSide};

/// What is safe of each colour, pass-alive points among it.
#[derive(Clone, Debug, Default)]
pub struct Safety {
    /// Stones that are never taken, and points where the opponent cannot live.
    pub points: ByColor<PointSet>,
    /// The points of pairs, bridges and regions that were played out: keeping the others may call
    /// for an answer there.
    counted: ByColor<PointSet>,
}

/// What was read of an area between what is safe.
pub struct ReadArea {
    /// Its points.
    pub points: PointSet,
    /// The stones of which each colour must answer there: its own that live, those of the other that
    /// are dead, and all that are in seki.
    pub told: ByColor<PointSet>,
}

impl Safety {
    /// Finds what is safe besides what is proved whatever is played.
    ///
    /// What is found is safe whether what is `estimated` is right or not: chains of the owner that are not
    /// thought to live are given up at once, and those of the opponent that are count as never taken,
    /// whatever is played. Between those nothing is looked for where all was found to be safe before.
    pub fn new(proved: &Proved, estimated: Option<&Estimated>, effort: Effort) -> Safety {
        let mut safety = Safety::default();
        for color in Color::BOTH {
            let mut side = OwnSide::new(proved, estimated, effort, color);
            let held = side.find() | proved.points[color];
            safety.points[color] = held;
            safety.counted[color] = side.pairs.points | side.read;
        }
        safety
    }

    /// Points outside of what is safe on which an answer may be needed to keep it.
    pub fn answers(&self) -> PointSet {
        ByColor::from_fn(|color| self.counted[color] - self.points[color]).either()
    }

    /// What is safe of each colour with what a second look finds, in which these stones are thought to live.
    ///
    /// Two proofs may need the same answer, so they are not put together: between walls that are thought to
    /// live what the second look finds takes the place of what was found before, where it holds all of that,
    /// and all that was `read` where it may need an answer.
    pub fn with_second_look(
        &self,
        proved: &Proved,
        alive: ByColor<PointSet>,
        read: &[ReadArea],
        effort: Effort,
    ) -> ByColor<PointSet> {
        let estimated = Estimated {
            alive,
            safe: self.points.either(),
        };
        let second = Safety::new(proved, Some(&estimated), effort);
        let all = proved.board.points();
        ByColor::from_fn(|color| {
            let (before, then) = (&self.points[color], &second.points[color]);
            let between = (all - alive[!color]).pieces();
            let counted = &second.counted[color];
            let holds_all = |piece: &PointSet| {
                let needed = *counted & *piece;
                let mut read = read.iter().filter(|area| area.points.intersects(&needed));
                (*before & *piece).is_subset(then)
                    && read.all(|area| area.told[color].is_subset(then))
            };
            let better = between.into_iter().filter(holds_all);
            better.fold(*before, |safe, piece| safe | *then & piece)
        })
    }
}

impl OwnSide<'_> {
    /// Gives up chains until those that are left are safe; what they hold.
    fn find(&mut self) -> PointSet {
        while self.standing().next().is_some() {
            let mut regions = self.regions();
            self.pair(&mut regions);
            if !self.give_up(&mut regions) {
                let read = regions.iter().filter(|region| region.read.is_some());
                self.read = read.map(|region| region.points).collect();
                return self.held(&mut regions);
            }
        }
        // Nothing is kept, so no answer is needed for it.
        self.pairs.points = PointSet::EMPTY;
        PointSet::EMPTY
    }

    /// Drops the groups that have fewer than two eyes, fewest first; whether there were any. Of those
    /// with a region in common one at a time: regions that become one may be eyes of the others still. At a
    /// glance all at once.
    fn give_up(&mut self, regions: &mut [OwnRegion]) -> bool {
        let mut groups = self.groups(regions);
        let mut more = true;
        while more {
            more = false;
            for r in 0..regions.len() {
                if self.read(regions, r, &groups) {
                    groups = self.groups(regions);
                    more = true;
                }
            }
        }
        let is_short = |g: &usize| groups[*g].eye_count() < 2;
        let mut short: Vec<usize> = (0..groups.len()).filter(is_short).collect();
        short.sort_by_key(|&g| (groups[g].eye_count(), groups[g].stones.len()));
        let mut beside: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
        for (r, region) in regions.iter().enumerate() {
            for &g in &region.around {
                beside[g].push(r);
            }
        }
        if self.effort != Effort::Glance && self.bridge(regions, &groups, &short, &beside) {
            return true;
        }
        let mut is_touched = vec![false; regions.len()];
        let mut dropped = false;
        let mut taken = self.bridged;
        for &g in &short {
            if self.effort != Effort::Glance
                && self.nest(regions, &groups, g, &beside[g], &mut taken)
            {
                continue;
            }
            let is_free = !beside[g].iter().any(|&r| is_touched[r]);
            if is_free || self.effort == Effort::Glance {
                dropped = true;
                let its = |chain: &&mut OwnChain| chain.group == groups[g].number;
                let its = self.chains.iter_mut().filter(its);
                its.for_each(|chain| chain.stands = false);
            }
            beside[g].iter().for_each(|&r| is_touched[r] = true);
        }
        dropped
    }

    /// Stones of the chains that stand, and the regions in which the opponent cannot live.
    fn held(&self, regions: &mut [OwnRegion]) -> PointSet {
        let stones: PointSet = self.standing().map(|chain| chain.stones).collect();
        let around = stones.beside();
        let groups = self.groups(regions);
        let mut held = stones;
        for (r, region) in regions.iter().enumerate() {
            let points = region.read.unwrap_or_else(|| {
                if region.nests.is_empty() && self.is_one_place(region, &around) {
                    region.points
                } else if groups.iter().any(|group| group.has_eye(r))
                    || region.points.intersects(&self.bridged)
                {
                    PointSet::EMPTY
                } else {
                    self.kept(region, around)
                }
            });
            held |= points;
        }
        held
    }

    /// Whether what is not beside the stones or guarded is one point, or two beside each other.
    fn is_one_place(&self, region: &OwnRegion, around: &PointSet) -> bool {
        // Stones of the owner that stand by themselves could be taken.
        let mut points = region.points.iter();
        if points.any(|p| self.board.get(p).is(self.color)) || region.points.intersects(&self.rim) {
            return false;
        }
        let open = region.points - *around;
        Point::are_one_place(open.iter().filter(|p| !self.is_guarded(*p, around)))
    }
}
