//! One region of the owner, played out with the opponent to begin: does the owner, who answers,
//! get so many eyes in it, or all of its points?
//!
//! What surrounds the region are groups of the owner (see `safety`); where there are several, they
//! must become one. The search ends where the
//! static test says yes; where it does not within a few answers, nothing is claimed. So plays
//! that come again and kos cost no thought: the owner never wins by one, since he may not take
//! back at once and the opponent always may.

use crate::analysis::flood::flood;
use crate::go::{Board, Color, Point, PointSet, SuicideRule};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// The most points of a region that is looked at.
pub const MOST: usize = 32;
/// The most answers in a line.
const ANSWERS: u32 = 8;
/// The most static tests of a region, and where more may be spent on proofs.
const BUDGET: u32 = 200;
const BUDGET_OF_PROOF: u32 = 20_000;

/// Points of the region, by bit.
type Set = u64;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Eyes that the group needs from this region.
    pub eyes: u8,
    /// Whether the opponent may neither live in it nor take one of the owner's stones there.
    pub held: bool,
}

/// A group of the owner beside a region.
#[derive(Clone, Copy, Debug)]
pub struct Neighbor {
    /// The points beside it.
    pub around: PointSet,
    /// Eyes that it has elsewhere, each its bit: with none, its last liberty may not be taken.
    pub elsewhere: u32,
}

/// What surrounds a region.
#[derive(Clone, Copy, Debug)]
pub struct Border<'a> {
    /// The groups.
    pub groups: &'a [Neighbor],
    /// Points whose partner lies elsewhere.
    pub across: &'a PointSet,
    /// Pairs that link the group's chains.
    pub links: &'a [[Point; 2]],
    /// The owner.
    pub owner: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// Whether much may be spent.
    pub prove: bool,
}

/// A region with its surroundings.
pub struct Local {
    neighbors: [Set; 64],
    all: Set,
    beside: Set,
    linked: Set,
    suicide: SuicideRule,
    shape: Shape,
    found: Found,
}

/// All that an answer depends on, beside the board and the rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    points: PointSet,
    /// The points beside each group, and its eyes elsewhere.
    groups: Vec<(Set, u32)>,
    links: Vec<(Set, Set)>,
    start: Stones,
}

/// What was found out of a region so far.
#[derive(Default)]
struct Found {
    /// Static tests that may still be made.
    budget: u32,
    known: HashMap<(Stones, Goal), Known, FixedState>,
}

/// What was found out of the regions of a colour, which come again while others change.
#[derive(Default)]
pub struct Memory(HashMap<Shape, Found, FixedState>);

/// What is known of a position with the opponent to play.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The goal is reached with so many answers.
    holds: Option<u32>,
    /// It is not reached with so many.
    fails: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    own: Set,
    other: Set,
    /// Points whose partner lies elsewhere, as long as neither has been played.
    across: Set,
}

fn bits(set: Set) -> impl Iterator<Item = usize> {
    std::iter::successors((set != 0).then_some(set), |s| {
        let rest = s & (s - 1);
        (rest != 0).then_some(rest)
    })
    .map(|s| s.trailing_zeros() as usize)
}

impl Local {
    /// Cuts a region out of the board; `None` where it is too large.
    pub fn new(board: &Board, region: &PointSet, border: &Border) -> Option<Local> {
        if region.len() > MOST {
            return None;
        }
        let points: Vec<Point> = region.iter().collect();
        let bit = |p: Point| points.binary_search(&p).map_or(0, |i| 1 << i);
        let mut local = Local {
            neighbors: [0; 64],
            all: 0,
            beside: 0,
            linked: 0,
            suicide: border.suicide,
            shape: Shape {
                points: *region,
                groups: border.groups.iter().map(|g| (0, g.elsewhere)).collect(),
                links: Vec::new(),
                start: Stones {
                    own: 0,
                    other: 0,
                    across: 0,
                },
            },
            found: Found {
                budget: if border.prove {
                    BUDGET_OF_PROOF
                } else {
                    BUDGET
                },
                known: HashMap::default(),
            },
        };
        for (i, &point) in points.iter().enumerate() {
            let one: Set = 1 << i;
            local.all |= one;
            local.neighbors[i] = point.neighbors().into_iter().fold(0, |set, n| set | bit(n));
            for (group, to) in border.groups.iter().zip(&mut local.shape.groups) {
                if group.around.contains(point) {
                    to.0 |= one;
                    local.beside |= one;
                }
            }
            if border.across.contains(point) {
                local.shape.start.across |= one;
            }
            match board.get(point).color() {
                Some(color) if color == border.owner => local.shape.start.own |= one,
                Some(_) => local.shape.start.other |= one,
                None => {}
            }
        }
        for [p, q] in border.links {
            let (p, q) = (bit(*p), bit(*q));
            if p != 0 && q != 0 {
                local.shape.links.push((p, q));
                local.linked |= p | q;
            }
        }
        Some(local)
    }

    /// Whether the owner is seen to reach the goal. `memory` is for one board and rule.
    pub fn reaches(&mut self, goal: Goal, memory: &mut Memory) -> bool {
        if let Some(found) = memory.0.remove(&self.shape) {
            self.found = found;
        }
        let start = self.shape.start;
        let reaches =
            self.breathes(&start, 2) && (0..=ANSWERS).any(|n| self.holds(&start, goal, n));
        let found = std::mem::take(&mut self.found);
        memory.0.insert(self.shape.clone(), found);
        reaches
    }

    fn flood(&self, seeds: Set, within: Set) -> (Set, Set) {
        flood(seeds & within, within, |i| self.neighbors[i % 64])
    }

    fn empty(&self, stones: &Stones) -> Set {
        self.all & !stones.own & !stones.other
    }

    /// The owner's stones that are connected to a group, and the points beside them or a group.
    fn group(&self, stones: &Stones) -> (Set, Set) {
        let (set, adjacent) = self.flood(stones.own & self.beside, stones.own);
        (set, self.beside | adjacent)
    }

    /// The groups with the stones that are connected to them: the points beside each, and its
    /// eyes elsewhere.
    fn parts(&self, stones: &Stones) -> Vec<(Set, u32)> {
        let mut parts: Vec<(Set, u32)> = Vec::with_capacity(self.shape.groups.len());
        let mut reached: Vec<Set> = Vec::with_capacity(self.shape.groups.len());
        for &(beside, elsewhere) in &self.shape.groups {
            let (chain, adjacent) = self.flood(stones.own & beside, stones.own);
            let mut new = (chain, beside | adjacent, elsewhere);
            let mut i = 0;
            while i < parts.len() {
                if new.0 & reached[i] != 0 {
                    let (around, eyes) = parts.swap_remove(i);
                    new = (new.0 | reached.swap_remove(i), new.1 | around, new.2 | eyes);
                    i = 0;
                } else {
                    i += 1;
                }
            }
            reached.push(new.0);
            parts.push((new.1, new.2));
        }
        parts
    }

    /// The points of pairs that make one of all groups; `None` where there are not enough.
    fn joined(&self, stones: &Stones, free: Set) -> Option<Set> {
        if self.shape.groups.len() < 2 {
            return Some(0);
        }
        let mut parts: Vec<Set> = self.parts(stones).into_iter().map(|part| part.0).collect();
        let mut taken = 0;
        while let Some(part) = parts.pop() {
            if parts.is_empty() {
                break;
            }
            let common = |other: Set| part & other & free & !taken;
            let other = (0..parts.len()).find(|&i| common(parts[i]).count_ones() >= 2)?;
            let common = common(parts[other]);
            let one = common & common.wrapping_neg();
            let rest = common & !one;
            taken |= one | rest & rest.wrapping_neg();
            parts[other] |= part;
        }
        Some(taken)
    }

    /// The static test, with the opponent to play.
    fn test(&mut self, stones: &Stones, goal: Goal) -> bool {
        self.found.budget = self.found.budget.saturating_sub(1);
        let (group, beside) = self.group(stones);
        // Stones that are connected to a group are never taken.
        if goal.held && self.shape.start.own & !group != 0 {
            return false;
        }
        let empty = self.empty(stones);
        let linked = self.linked & empty;
        let Some(joins) = self.joined(stones, empty & !linked & !stones.across) else {
            return false;
        };
        let reserved = linked | stones.across | joins;
        let mut eyes = goal.eyes;
        let mut rest = self.all & !group;
        while rest != 0 {
            let (piece, _) = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !piece;
            let open = piece & !beside;
            let free = piece & empty & beside & !reserved;
            let (unguarded, answers) = self.unguarded(open, free);
            let is_eye = unguarded == 0 && piece & !reserved != 0
                || self.suicide == SuicideRule::Forbidden
                    && (answers | reserved) & piece == 0
                    && open & !stones.other == 0;
            let one_place = match unguarded.count_ones() {
                0 | 1 => true,
                2 => self.neighbors[unguarded.trailing_zeros() as usize % 64] & unguarded != 0,
                _ => false,
            };
            if goal.held && !one_place {
                return false;
            }
            if is_eye {
                eyes = eyes.saturating_sub(1);
            }
        }
        eyes == 0
    }

    /// Of the open points those to which no pair of free points can be given, and the points of
    /// the pairs that were given.
    fn unguarded(&self, open: Set, free: Set) -> (Set, Set) {
        let mut left = free;
        let mut unguarded = 0;
        let mut pairs: [Set; 64] = [0; 64];
        let mut count = 0;
        for point in bits(open) {
            let near = self.neighbors[point];
            if pairs[..count].iter().any(|pair| pair & !near == 0) {
                continue;
            }
            let mut choice = near & left;
            if choice.count_ones() < 2 {
                unguarded |= 1 << point;
                continue;
            }
            let mut pair = 0;
            for _ in 0..2 {
                let wanted = |p: &usize| (self.neighbors[*p] & open).count_ones();
                let Some(best) = bits(choice).min_by_key(wanted) else {
                    break;
                };
                pair |= 1 << best;
                choice &= !(1 << best);
            }
            left &= !pair;
            pairs[count] = pair;
            count += 1;
        }
        (unguarded, free & !left)
    }

    /// Plays a stone of the owner or of the opponent; `None` where that is illegal. The owner's
    /// group outside is not looked at. Also the one stone that was taken, if it was one.
    fn play(&self, stones: &Stones, at: Set, owner: bool) -> Option<(Stones, Set)> {
        let (mut mine, mut yours) = match owner {
            true => (stones.own | at, stones.other),
            false => (stones.other | at, stones.own),
        };
        let safe = |set: Set, owner: bool| owner && set & self.beside != 0;
        let index = at.trailing_zeros() as usize % 64;
        let mut taken = 0;
        let mut prey = self.neighbors[index] & yours;
        while prey != 0 {
            let (chain, adjacent) = self.flood(prey & prey.wrapping_neg(), yours);
            prey &= !chain;
            if adjacent & self.all & !mine & !yours == 0 && !safe(chain, !owner) {
                taken |= chain;
            }
        }
        yours &= !taken;
        let (chain, adjacent) = self.flood(at, mine);
        if adjacent & self.all & !mine & !yours == 0 && !safe(chain, owner) {
            if self.suicide == SuicideRule::Forbidden || chain == at {
                return None;
            }
            mine &= !chain;
        }
        let (own, other) = match owner {
            true => (mine, yours),
            false => (yours, mine),
        };
        let after = Stones {
            own,
            other,
            across: stones.across & !at,
        };
        let one = if taken.is_power_of_two() { taken } else { 0 };
        Some((after, one))
    }

    /// Whether every group with fewer eyes elsewhere than these has a liberty in the region.
    fn breathes(&self, stones: &Stones, fewer: u32) -> bool {
        let has_enough = |eyes: u32| eyes.count_ones() >= fewer;
        // What is joined has the eyes of all its parts.
        if self.shape.groups.iter().all(|group| has_enough(group.1)) {
            return true;
        }
        let empty = self.empty(stones);
        let mut parts = self.parts(stones).into_iter();
        parts.all(|part| has_enough(part.1) || part.0 & empty != 0)
    }

    /// Whether a stone that must be kept is gone.
    fn lost_stones(&self, stones: &Stones, goal: Goal) -> bool {
        goal.held && self.shape.start.own & !stones.own != 0
    }

    /// Whether a play of the opponent takes a group that has no eye elsewhere.
    fn takes_a_group(&self, stones: &Stones, at: Set) -> bool {
        if self.shape.groups.iter().all(|group| group.1 != 0) {
            return false;
        }
        let empty = self.empty(stones);
        let mut parts = self.parts(stones).into_iter();
        parts.any(|part| part.1 == 0 && part.0 & empty & !at == 0)
    }

    /// Whether the owner reaches the goal; the opponent plays.
    fn holds(&mut self, stones: &Stones, goal: Goal, answers: u32) -> bool {
        let known = self.found.known.get(&(*stones, goal)).copied();
        match known.unwrap_or_default() {
            known if known.holds.is_some_and(|with| with <= answers) => return true,
            known if known.fails.is_some_and(|with| with >= answers) => return false,
            _ if self.found.budget == 0 => return false,
            _ => {}
        }
        // With one answer less it was seen already that the static test fails.
        let holds = known.is_none() && self.test(stones, goal)
            || answers > 0 && self.holds_by_answers(stones, goal, answers);
        if holds || self.found.budget > 0 {
            let known = self.found.known.entry((*stones, goal)).or_default();
            match holds {
                true => known.holds = Some(answers),
                false => known.fails = Some(answers),
            }
        }
        holds
    }

    fn holds_by_answers(&mut self, stones: &Stones, goal: Goal, answers: u32) -> bool {
        // Where the opponent plays elsewhere the owner adds a stone. What lives now would live still.
        let candidates = self.ordered(stones, self.empty(stones) & !stones.across);
        let mut killer = None;
        for &at in &candidates {
            if let Some((after, _)) = self.play(stones, at, true)
                && self.breathes(&after, 2)
                && self.holds(&after, goal, answers - 1)
            {
                killer = Some(at);
                break;
            }
        }
        if killer.is_none() {
            return false;
        }
        for at in bits(stones.across).map(|i| 1 << i) {
            if self.takes_a_group(stones, at) {
                return false;
            }
            for owner in [false, true] {
                if let Some((after, _)) = self.play(stones, at, owner)
                    && (self.lost_stones(&after, goal)
                        || !self.breathes(&after, 1 + u32::from(owner))
                        || !self.holds(&after, goal, answers))
                {
                    return false;
                }
            }
        }
        for &attack in &candidates {
            if self.takes_a_group(stones, attack) {
                return false;
            }
            let Some((after, one)) = self.play(stones, attack, false) else {
                continue;
            };
            if self.lost_stones(&after, goal) || !self.breathes(&after, 1) {
                return false;
            }
            let link = self.shape.links.iter().find_map(|&(p, q)| match attack {
                _ if attack == p => Some(q),
                _ if attack == q => Some(p),
                _ => None,
            });
            let link = link.filter(|q| self.empty(&after) & q != 0);
            if link.is_none() && self.breathes(&after, 2) && self.test(&after, goal) {
                continue;
            }
            let mut answered = false;
            let empty = self.empty(&after) & !after.across;
            let replies = match link {
                Some(q) => vec![q],
                None => {
                    let mut replies: Vec<Set> = killer.into_iter().collect();
                    replies.extend(self.ordered(&after, empty));
                    replies
                }
            };
            for reply in replies {
                if reply & empty == 0 {
                    continue;
                }
                if self.found.budget == 0 {
                    return false;
                }
                let Some((then, taken)) = self.play(&after, reply, true) else {
                    continue;
                };
                let is_bad = self.lost_stones(&then, goal) || !self.breathes(&then, 2);
                if reply == one && taken == attack || is_bad {
                    continue;
                }
                if self.holds(&then, goal, answers - 1) {
                    killer = Some(reply);
                    answered = true;
                    break;
                }
            }
            if !answered {
                return false;
            }
        }
        true
    }

    /// Points in the order in which plays are tried: those with room around first.
    fn ordered(&self, stones: &Stones, points: Set) -> Vec<Set> {
        let (_, beside) = self.group(stones);
        let empty = self.empty(stones);
        let mut scored: Vec<(u32, Set)> = bits(points)
            .map(|i| {
                let near = self.neighbors[i];
                let score = 3 * (near & !beside).count_ones() + (near & empty).count_ones();
                let score = 2 * score + u32::from(beside >> i & 1 == 1);
                (score, 1 << i)
            })
            .collect();
        scored.sort_unstable_by_key(|&(score, at)| (std::cmp::Reverse(score), at));
        scored.into_iter().map(|(_, at)| at).collect()
    }
}
