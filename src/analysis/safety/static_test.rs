//! The static test at the leaves of the search: with the opponent to play, do the groups live, are
//! they one, and are the points kept, by what can be seen without playing?

use super::answers::SafetyGoal;
use super::local::{Connected, GroupParts, LocalStones, MOST, RegionGraph, Set};
use crate::go::{Bits, SuicideRule, is_one_place};
use arrayvec::ArrayVec;

/// The answers that a static test counts on.
struct StaticPlan {
    /// Points of pairs that are needed for something else.
    reserved: Set,
    /// Points that may be taken for pairs.
    free: Set,
    /// Points of pairs that were taken.
    taken: Set,
    pairs: ArrayVec<Set, { MOST / 2 }>,
}

impl StaticPlan {
    fn new(empty: Set, reserved: Set) -> StaticPlan {
        StaticPlan {
            reserved,
            free: empty & !reserved,
            taken: 0,
            pairs: ArrayVec::new(),
        }
    }
}

/// Joins a part to another with which it has two free points in common; the two points.
fn join(parts: &mut GroupParts, number: usize, free: Set) -> Option<Set> {
    let (around, elsewhere) = parts[number];
    let common = |part: &(Set, u32)| around & part.0 & free;
    let (other, _) = parts
        .iter()
        .enumerate()
        .filter(|(i, part)| *i != number && common(part).has_two())
        .max_by_key(|(i, part)| (few(part.1), std::cmp::Reverse(*i)))?;
    let common = common(&parts[other]);
    let one = common.lowest();
    let rest = common & !one;
    parts[other].0 |= around;
    parts[other].1 |= elsewhere;
    parts.swap_remove(number);
    Some(one | rest.lowest())
}

/// How many eyes these are, two at most.
fn few(eyes: u32) -> usize {
    usize::from(eyes != 0) + usize::from(eyes.has_two())
}

impl RegionGraph {
    /// Whether the goal is reached, with the opponent to play.
    pub(super) fn is_reached(
        &self,
        stones: &LocalStones,
        connected: &Connected,
        goal: SafetyGoal,
    ) -> bool {
        // Stones that are connected to a group are never taken.
        if self.shape.start.own & goal.kept & !connected.group != 0 {
            return false;
        }
        let empty = self.empty(stones);
        let mut reserved = self.linked & empty | stones.across;
        let mut parts = connected.parts.clone();
        while goal.joined && parts.len() > 1 {
            let Some(pair) = join(&mut parts, 0, empty & !reserved) else {
                return false;
            };
            reserved |= pair;
        }
        if !goal.alive {
            return true;
        }
        // What is open to the rim is no eye, and nobody keeps it.
        let mut pieces: ArrayVec<Set, MOST> = ArrayVec::new();
        let apart = self.all & !connected.group;
        for (piece, _) in self.parts(apart, apart) {
            if piece & self.shape.rim == 0 {
                pieces.push(piece);
            } else if piece & goal.kept != 0 {
                return false;
            }
        }
        // Who does not live by himself must be joined to another.
        loop {
            let mut plan = StaticPlan::new(empty, reserved);
            let is_short = |part: &(Set, u32)| !self.lives(*part, &pieces, stones, &mut plan);
            let Some(short) = parts.iter().position(is_short) else {
                let mut kept = pieces.iter().filter(|&piece| piece & goal.kept != 0);
                return kept.all(|&piece| {
                    let open = piece & !connected.beside;
                    is_one_place(self.guard(&mut plan, open, piece & connected.beside), |i| {
                        self.neighbors(i)
                    })
                });
            };
            let Some(pair) = join(&mut parts, short, empty & !reserved) else {
                return false;
            };
            reserved |= pair;
        }
    }

    /// Whether a part has two eyes; the pairs that they need are taken.
    fn lives(
        &self,
        (around, elsewhere): (Set, u32),
        pieces: &[Set],
        stones: &LocalStones,
        plan: &mut StaticPlan,
    ) -> bool {
        let mut eyes = few(elsewhere);
        if eyes + pieces.len() < 2 {
            return false;
        }
        for &piece in pieces {
            if eyes >= 2 {
                break;
            }
            let open = piece & !around;
            let is_there = piece & !plan.reserved != 0;
            if is_there && open == 0 {
                eyes += 1;
                continue;
            }
            let before = (plan.free, plan.taken, plan.pairs.len());
            if is_there && self.guard(plan, open, piece & around) == 0 {
                eyes += 1;
                continue;
            }
            (plan.free, plan.taken) = (before.0, before.1);
            plan.pairs.truncate(before.2);
            if self.suicide == SuicideRule::Forbidden
                && (plan.taken | plan.reserved) & piece == 0
                && open & !stones.other == 0
            {
                plan.free &= !piece;
                eyes += 1;
            }
        }
        eyes >= 2
    }

    /// Reserves a pair of points, of those given, for each of the open points; those for which there is none.
    fn guard(&self, plan: &mut StaticPlan, open: Set, of: Set) -> Set {
        let mut unguarded = 0;
        for point in open.indices() {
            let near = self.neighbors(point) & of;
            if plan.pairs.iter().any(|pair| pair & !near == 0) {
                continue;
            }
            let choice = near & plan.free;
            if !choice.has_two() {
                unguarded |= 1 << point;
                continue;
            }
            let pair = self.least_wanted_pair(choice, open);
            plan.free &= !pair;
            plan.taken |= pair;
            plan.pairs.push(pair);
        }
        unguarded
    }

    /// Of two points or more the two that are beside the fewest open ones.
    fn least_wanted_pair(&self, choice: Set, open: Set) -> Set {
        let wanted = |p: &usize| (self.neighbors(*p) & open).count_ones();
        let least = |of: Set| of.indices().min_by_key(wanted).map_or(0, |p| 1 << p);
        if !choice.rest().has_two() {
            return choice;
        }
        let one = least(choice);
        one | least(choice & !one)
    }
}
