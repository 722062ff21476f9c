//! One region of the owner, played out with the opponent to begin: does the owner, who answers,
//! live with all groups around it, and keep its points?
//!
//! What surrounds the region are groups of the owner (see `safety`), and stones of the opponent that
//! count as never taken. The search ends where the
//! static test says yes; where it does not within a few answers, nothing is claimed. So plays
//! that come again and kos cost no thought: the owner never wins by one, since he may not take
//! back at once and the opponent always may.

use crate::analysis::flood::flood;
use crate::go::{Board, Color, Point, PointSet, SuicideRule};
use arrayvec::ArrayVec;
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// The most points of a region that is looked at.
pub const MOST: usize = 32;
/// The most groups around it.
const MOST_GROUPS: usize = 16;
/// The most answers in a line, with little to spend and with much; and fewer where chains are only to
/// become one. Of 482 games 5 regions in 3,700 needed more than four answers, and of 1,600 bridges 37
/// more than two, but a fifth of all tests was made for such.
const ANSWERS: [u8; 2] = [4, 8];
const ANSWERS_TO_JOIN: [u8; 2] = [2, 8];
/// The effort from which on there is much to spend.
const MUCH: u32 = 100;
/// The most static tests, times the effort, of a region with fewer empty points than so many, and of one
/// with more. Chosen on 621 games to learn from: of regions with 12 empty points or more few are shown
/// to hold with any number of tests, and nearly all those with few.
const BUDGETS: [(u32, u32); 2] = [(8, 200), (12, 50)];
const BUDGET: u32 = 12;

/// Points of the region, by bit.
type Set = u32;

/// What is asked of the groups around the region, and what else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Goal {
    /// Whether all must live.
    alive: bool,
    /// Whether they must become one.
    joined: bool,
    /// Points on which the opponent may neither live nor take one of the owner's stones.
    kept: Set,
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
    /// Points beside stones of the opponent that count as never taken.
    pub rim: &'a PointSet,
    /// Points that are open to these on the board as it is.
    pub open: &'a PointSet,
    /// The owner.
    pub owner: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// How many times the least number of tests may be made.
    pub effort: u32,
}

/// A region with its surroundings.
pub struct Local {
    neighbors: [Set; MOST],
    all: Set,
    beside: Set,
    linked: Set,
    rim: Set,
    /// Points that are shut off from the rim on the board as it is: others may be kept, but nobody counts them.
    closed: Set,
    suicide: SuicideRule,
    shape: Shape,
    found: Found,
    /// Whether there is much to spend.
    much: bool,
}

/// All that an answer depends on, beside the board and the rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    points: PointSet,
    rim: Set,
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
    holds: Option<u8>,
    /// It is not reached with so many.
    fails: Option<u8>,
    /// The play of the opponent, by its number, that was not answered then.
    attack: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    own: Set,
    other: Set,
    /// Points whose partner lies elsewhere, as long as neither has been played.
    across: Set,
}

/// The groups around a region with the stones that are connected to them: the points beside each, and
/// its eyes elsewhere.
type Parts = ArrayVec<(Set, u32), MOST_GROUPS>;

/// Points to try in this order: the better ones have lower numbers, of which the last five bits are
/// the point's.
type Candidates = ArrayVec<u16, MOST>;

/// More than any candidate's score.
const FIRST: u16 = 1 << 10;

/// The point of a candidate.
fn point(candidate: u16) -> Set {
    1 << (candidate % 32)
}

/// The answers that a static test counts on.
#[derive(Clone)]
struct Plan {
    /// Points of pairs that are needed for something else.
    reserved: Set,
    /// Points that may be taken for pairs.
    free: Set,
    /// Points of pairs that were taken.
    taken: Set,
    pairs: ArrayVec<Set, { MOST / 2 }>,
}

impl Plan {
    fn new(empty: Set, reserved: Set) -> Plan {
        Plan {
            reserved,
            free: empty & !reserved,
            taken: 0,
            pairs: ArrayVec::new(),
        }
    }
}

/// Joins a part to another with which it has two free points in common; the two points.
fn join(parts: &mut Parts, number: usize, free: Set) -> Option<Set> {
    let (around, elsewhere) = parts[number];
    let common = |part: &(Set, u32)| around & part.0 & free;
    let (other, _) = parts
        .iter()
        .enumerate()
        .filter(|(i, part)| *i != number && common(part).count_ones() >= 2)
        .max_by_key(|(i, part)| (part.1.count_ones().min(2), std::cmp::Reverse(*i)))?;
    let common = common(&parts[other]);
    let one = common & common.wrapping_neg();
    let rest = common & !one;
    parts[other].0 |= around;
    parts[other].1 |= elsewhere;
    parts.swap_remove(number);
    Some(one | rest & rest.wrapping_neg())
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
        if region.len() > MOST || border.groups.len() > MOST_GROUPS {
            return None;
        }
        let points: Vec<Point> = region.iter().collect();
        let bit = |p: Point| points.binary_search(&p).map_or(0, |i| 1 << i);
        let mut local = Local {
            much: border.effort >= MUCH,
            neighbors: [0; MOST],
            all: 0,
            beside: 0,
            linked: 0,
            rim: 0,
            closed: 0,
            suicide: border.suicide,
            shape: Shape {
                points: *region,
                rim: 0,
                groups: border.groups.iter().map(|g| (0, g.elsewhere)).collect(),
                links: Vec::new(),
                start: Stones {
                    own: 0,
                    other: 0,
                    across: 0,
                },
            },
            found: Found {
                budget: BUDGET,
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
            if border.rim.contains(point) {
                local.rim |= one;
            }
            if !border.open.contains(point) {
                local.closed |= one;
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
        local.shape.rim = local.rim;
        let empty = local.empty(&local.shape.start).count_ones();
        let budget = BUDGETS.iter().find(|(fewer, _)| empty < *fewer);
        local.found.budget = border.effort * budget.map_or(BUDGET, |budget| budget.1);
        for [p, q] in border.links {
            let (p, q) = (bit(*p), bit(*q));
            if p != 0 && q != 0 {
                local.shape.links.push((p, q));
                local.linked |= p | q;
            }
        }
        Some(local)
    }

    /// Whether all groups around the region are seen to live, and to become one where they must be
    /// `joined`. `memory` is for one board and rule.
    pub fn saves(&mut self, joined: bool, memory: &mut Memory) -> bool {
        self.reaches(
            Goal {
                alive: true,
                joined,
                kept: 0,
            },
            memory,
        )
    }

    /// Whether all groups around the region are seen to become one, whether they live or not.
    pub fn joins(&mut self, memory: &mut Memory) -> bool {
        let goal = Goal {
            alive: false,
            joined: true,
            kept: 0,
        };
        self.reaches(goal, memory)
    }

    /// Whether all live, and whether the owner keeps the points that are not open to the opponent's walls, if there are any.
    pub fn keeps(&mut self, joined: bool, memory: &mut Memory) -> bool {
        let kept = self.closed;
        kept != 0
            && self.reaches(
                Goal {
                    alive: true,
                    joined,
                    kept,
                },
                memory,
            )
    }

    /// Whether the owner is seen to reach the goal.
    fn reaches(&mut self, goal: Goal, memory: &mut Memory) -> bool {
        if let Some(found) = memory.0.remove(&self.shape) {
            self.found = found;
        }
        let start = self.shape.start;
        let answers = match goal.alive {
            true => ANSWERS[usize::from(self.much)],
            false => ANSWERS_TO_JOIN[usize::from(self.much)],
        };
        let reaches =
            self.breathes(&start, 2) && (0..=answers).any(|n| self.holds(&start, goal, n));
        let found = std::mem::take(&mut self.found);
        memory.0.insert(self.shape.clone(), found);
        reaches
    }

    fn flood(&self, seeds: Set, within: Set) -> (Set, Set) {
        flood(seeds & within, within, |i| self.neighbors[i % MOST])
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
    fn parts(&self, stones: &Stones) -> Parts {
        let mut parts = Parts::new();
        let mut reached: ArrayVec<Set, MOST_GROUPS> = ArrayVec::new();
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

    /// The static test, with the opponent to play.
    fn test(&mut self, stones: &Stones, goal: Goal) -> bool {
        self.found.budget = self.found.budget.saturating_sub(1);
        let (group, beside) = self.group(stones);
        // Stones that are connected to a group are never taken.
        if self.shape.start.own & goal.kept & !group != 0 {
            return false;
        }
        let empty = self.empty(stones);
        let mut reserved = self.linked & empty | stones.across;
        let mut parts = self.parts(stones);
        while goal.joined && parts.len() > 1 {
            let Some(pair) = join(&mut parts, 0, empty & !reserved) else {
                return false;
            };
            reserved |= pair;
        }
        if !goal.alive {
            return true;
        }
        let mut pieces: ArrayVec<Set, MOST> = ArrayVec::new();
        let mut rest = self.all & !group;
        while rest != 0 {
            let (piece, _) = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !piece;
            pieces.push(piece);
        }
        // Who does not live by himself must be joined to another.
        loop {
            let mut plan = Plan::new(empty, reserved);
            let Some(short) = parts
                .iter()
                .position(|part| !self.lives(*part, &pieces, stones, &mut plan))
            else {
                let mut kept = pieces.iter().filter(|&piece| piece & goal.kept != 0);
                return kept.all(|&piece| {
                    let open = piece & !beside;
                    piece & self.rim == 0
                        && self.is_one_place(self.guard(&mut plan, open, piece & beside))
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
        stones: &Stones,
        plan: &mut Plan,
    ) -> bool {
        let mut eyes = elsewhere.count_ones();
        for &piece in pieces {
            if eyes >= 2 {
                break;
            }
            if piece & self.rim != 0 {
                continue;
            }
            let open = piece & !around;
            let is_there = piece & !plan.reserved != 0;
            if is_there && open == 0 {
                eyes += 1;
                continue;
            }
            let before = plan.clone();
            if is_there && self.guard(plan, open, piece & around) == 0 {
                eyes += 1;
                continue;
            }
            *plan = before;
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

    /// Whether these are one point at most, or two beside each other.
    fn is_one_place(&self, points: Set) -> bool {
        match points.count_ones() {
            0 | 1 => true,
            2 => self.neighbors[points.trailing_zeros() as usize % MOST] & points != 0,
            _ => false,
        }
    }

    /// Reserves a pair of points, of those given, for each of the open points; those for which there is none.
    fn guard(&self, plan: &mut Plan, open: Set, of: Set) -> Set {
        let mut unguarded = 0;
        for point in bits(open) {
            let near = self.neighbors[point] & of;
            if plan.pairs.iter().any(|pair| pair & !near == 0) {
                continue;
            }
            let mut choice = near & plan.free;
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
            plan.free &= !pair;
            plan.taken |= pair;
            plan.pairs.push(pair);
        }
        unguarded
    }

    /// Plays a stone of the owner or of the opponent; `None` where that is illegal. The owner's
    /// group outside is not looked at. Also the one stone that was taken, if it was one.
    fn play(&self, stones: &Stones, at: Set, owner: bool) -> Option<(Stones, Set)> {
        let (mut mine, mut yours) = match owner {
            true => (stones.own | at, stones.other),
            false => (stones.other | at, stones.own),
        };
        let safe = |set: Set, owner: bool| match owner {
            true => set & self.beside != 0,
            false => set & self.rim != 0,
        };
        let index = at.trailing_zeros() as usize % MOST;
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
        self.has_liberties(self.empty(stones), fewer, stones)
    }

    /// Whether every group with fewer eyes elsewhere than these has one of the points beside it.
    fn has_liberties(&self, points: Set, fewer: u32, stones: &Stones) -> bool {
        let has = |&(beside, eyes): &(Set, u32)| eyes.count_ones() >= fewer || beside & points != 0;
        // What is joined has the eyes of all its parts, and their liberties.
        self.shape.groups.iter().all(has) || self.parts(stones).iter().all(has)
    }

    /// Whether a stone that must be kept is gone.
    fn lost_stones(&self, stones: &Stones, goal: Goal) -> bool {
        self.shape.start.own & goal.kept & !stones.own != 0
    }

    /// Whether a play of the opponent takes a group that has no eye elsewhere.
    fn takes_a_group(&self, stones: &Stones, at: Set) -> bool {
        !self.has_liberties(self.empty(stones) & !at, 1, stones)
    }

    /// Whether the owner reaches the goal; the opponent plays.
    fn holds(&mut self, stones: &Stones, goal: Goal, answers: u8) -> bool {
        let known = self.found.known.get(&(*stones, goal)).copied();
        let mut now = known.unwrap_or_default();
        match now {
            now if now.holds.is_some_and(|with| with <= answers) => return true,
            now if now.fails.is_some_and(|with| with >= answers) => return false,
            _ if self.found.budget == 0 => return false,
            _ => {}
        }
        // With one answer less it was seen already that the static test fails.
        if known.is_none() && self.test(stones, goal) {
            now.holds = Some(0);
        } else if answers > 0 && self.holds_by_answers(stones, goal, answers, &mut now.attack) {
            now.holds = Some(answers);
        } else if self.found.budget > 0 {
            now.fails = Some(answers);
        }
        self.found.known.insert((*stones, goal), now);
        now.holds.is_some_and(|with| with <= answers)
    }

    /// The same by a play. `refutes` is the play of the opponent that was not answered last, which is
    /// looked at first.
    fn holds_by_answers(
        &mut self,
        stones: &Stones,
        goal: Goal,
        answers: u8,
        refutes: &mut Option<u8>,
    ) -> bool {
        let mut killer = None;
        let first = refutes.map(|number| 1 << number);
        if let Some(attack) = first
            && !self.is_answered(stones, goal, answers, attack, &mut killer)
        {
            return false;
        }
        // Where the opponent plays elsewhere the owner adds a stone. What lives now would live still.
        let candidates = self.ordered(stones, self.empty(stones) & !stones.across, 0);
        let add = candidates.iter().map(|&c| point(c)).find(|&at| {
            self.play(stones, at, true).is_some_and(|(after, _)| {
                self.breathes(&after, 2) && self.holds(&after, goal, answers - 1)
            })
        });
        if add.is_none() {
            return false;
        }
        killer = killer.or(add);
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
        let mut attacks = candidates.iter().map(|&c| point(c));
        let refuted = attacks.find(|&attack| {
            Some(attack) != first && !self.is_answered(stones, goal, answers, attack, &mut killer)
        });
        *refutes = refuted.map(|attack| attack.trailing_zeros() as u8);
        refuted.is_none()
    }

    /// Whether the owner reaches the goal after a play of the opponent, by an answer or without. `killer`
    /// is an answer to try first.
    fn is_answered(
        &mut self,
        stones: &Stones,
        goal: Goal,
        answers: u8,
        attack: Set,
        killer: &mut Option<Set>,
    ) -> bool {
        if self.takes_a_group(stones, attack) {
            return false;
        }
        let Some((after, one)) = self.play(stones, attack, false) else {
            return true;
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
            return true;
        }
        let empty = self.empty(&after) & !after.across;
        let others = match link {
            Some(_) => Candidates::new(),
            None => self.ordered(&after, empty, attack),
        };
        for reply in link
            .or(*killer)
            .into_iter()
            .chain(others.iter().map(|&c| point(c)))
        {
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
                *killer = Some(reply);
                return true;
            }
        }
        false
    }

    /// Points in the order in which plays are tried: those near the last play first, and those with
    /// room around.
    fn ordered(&self, stones: &Stones, points: Set, last: Set) -> Candidates {
        let near_by = |set: Set| bits(set).fold(0, |near, i| near | self.neighbors[i]);
        let beside_it = near_by(last);
        let near_it = near_by(beside_it);
        let (_, beside) = self.group(stones);
        let empty = self.empty(stones);
        let mut keys: Candidates = bits(points)
            .map(|i| {
                let near = self.neighbors[i];
                let score = 3 * (near & !beside).count_ones() + (near & empty).count_ones();
                let score = 2 * score + u32::from(beside >> i & 1 == 1);
                let score = score
                    + 32 * (u32::from(near_it >> i & 1 == 1) + u32::from(beside_it >> i & 1 == 1));
                (FIRST - score as u16) << 5 | i as u16
            })
            .collect();
        keys.sort_unstable();
        keys
    }
}
