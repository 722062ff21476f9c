//! One region of the owner, played out with the opponent to begin: does the owner, who answers,
//! live with all groups around it, and keep its points?
//!
//! The search ends where the static test says yes; where it does not within a few answers, nothing is
//! claimed. So plays that come again and kos cost no thought: the owner never wins by one, since he
//! may not take back at once and the opponent always may.

use super::local::{
    Connected, LocalStones, MOST, RegionGraph, RegionPlayer, RegionShape, Set, have_liberties,
};
use crate::go::{Bits, GRID, SuicideRule};
use arrayvec::ArrayVec;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The most answers in a line, with little to spend and with much; and fewer where chains are only to
/// become one. Of 482 games 5 regions in 3,700 needed more than four answers, and of 1,600 bridges 37
/// more than two, but a fifth of all tests was made for such.
const ANSWERS: ByEffort<u8> = ByEffort { little: 4, much: 8 };
const ANSWERS_TO_JOIN: ByEffort<u8> = ByEffort { little: 2, much: 8 };
/// The effort from which on there is much to spend.
const MUCH: u32 = 100;
/// The most static tests, times the effort, of a region with fewer empty points than so many, and of one
/// with more, with little to spend and with much. Chosen on 1,200 games to learn from: the search of a
/// region with up to nine empty points mostly comes to its end, and of regions with more few are shown to hold
/// that are not at once.
const BUDGETS: ByEffort<&[(u32, u32)]> = ByEffort {
    little: &[(10, 400)],
    much: &[(8, 200), (12, 50)],
};
const BUDGET: ByEffort<u32> = ByEffort {
    little: 4,
    much: 12,
};
/// Eyes with which a group lives without a liberty in the region.
const TWO_EYES: u32 = 2;
/// Positions of a search for which room is kept for the next one.
const ROOM: usize = 4_096;

/// A limit with little to spend, and with much.
struct ByEffort<T> {
    little: T,
    much: T,
}

impl<T: Copy> ByEffort<T> {
    /// The limit for an effort.
    fn of(&self, effort: u32) -> T {
        match effort >= MUCH {
            true => self.much,
            false => self.little,
        }
    }
}

/// What is asked of the groups around the region, and what else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SafetyGoal {
    /// Whether all must live.
    pub alive: bool,
    /// Whether they must become one.
    pub joined: bool,
    /// Points on which the opponent may neither live nor take one of the owner's stones.
    pub kept: Set,
}

/// What was found out of the regions of a colour, which come again while others change.
pub struct AnswerMemory {
    regions: HashMap<RegionShape, RegionAnswers, FixedState>,
    /// The positions of the search under way.
    known: Positions,
    /// How often each point of the board decided in a search: as a play that was not answered, or as an
    /// answer. What decides in a region does so in what becomes of it.
    decided: Box<[u32; GRID]>,
}

impl AnswerMemory {
    /// Nothing found so far.
    pub fn new() -> AnswerMemory {
        AnswerMemory {
            regions: HashMap::default(),
            known: Positions::default(),
            decided: Box::new([0; GRID]),
        }
    }
}

/// What was found out of a region.
struct RegionAnswers {
    /// Static tests that may still be made.
    budget: u32,
    /// Goals that were asked for, and whether they are reached.
    goals: Vec<(SafetyGoal, bool)>,
}

/// What is known of positions with the opponent to play.
type Positions = HashMap<u128, KnownDefence, FixedState>;

/// What is known of a position with the opponent to play.
#[derive(Clone, Copy, Debug, Default)]
struct KnownDefence {
    /// The goal is reached with so many answers.
    holds: Option<u8>,
    /// It is not reached with so many.
    fails: Option<u8>,
    /// The play of the opponent, by its number, that was not answered then.
    attack: Option<u8>,
}

/// Points to try in this order: the better ones have lower numbers, of which the last five bits are
/// the point's.
type Candidates = ArrayVec<u32, MOST>;

/// More than any candidate's score.
const FIRST: u32 = 1 << 27;
/// More than any candidate's score for where it lies.
const PLACE: u32 = 1 << 10;

/// The point of a candidate.
fn point(candidate: u32) -> Set {
    1 << (candidate % 32)
}

/// A position that was reached by a stone of the owner: what was connected before, and the stone.
type ReachedPosition<'a> = (&'a Connected, Set);

impl RegionGraph {
    /// Whether all groups around the region are seen to live, and to become one where they must be
    /// `joined`. `memory` is for one board and rule.
    pub fn saves(&self, joined: bool, memory: &mut AnswerMemory) -> bool {
        let goal = SafetyGoal {
            alive: true,
            joined,
            kept: 0,
        };
        self.reaches(goal, memory)
    }

    /// Whether all groups around the region are seen to become one, whether they live or not.
    pub fn joins(&self, memory: &mut AnswerMemory) -> bool {
        let goal = SafetyGoal {
            alive: false,
            joined: true,
            kept: 0,
        };
        self.reaches(goal, memory)
    }

    /// Whether all live, and whether the owner keeps the points that are not open to the opponent's walls, if there are any.
    pub fn keeps(&self, joined: bool, memory: &mut AnswerMemory) -> bool {
        let goal = SafetyGoal {
            alive: true,
            joined,
            kept: self.closed,
        };
        goal.kept != 0 && self.reaches(goal, memory)
    }

    /// Whether the owner is seen to reach the goal.
    fn reaches(&self, goal: SafetyGoal, memory: &mut AnswerMemory) -> bool {
        let found = match memory.regions.entry(self.shape.clone()) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(new) => new.insert(RegionAnswers {
                budget: self.budget(),
                goals: Vec::new(),
            }),
        };
        if let Some((_, reaches)) = found.goals.iter().find(|(asked, _)| *asked == goal) {
            return *reaches;
        }
        memory.known.clear();
        let mut search = Defence {
            local: self,
            goal,
            budget: found.budget,
            known: &mut memory.known,
            decided: [0; MOST],
        };
        for (point, decided) in self.points().zip(&mut search.decided) {
            *decided = memory.decided[point.index()];
        }
        let reaches = search.reaches();
        for (point, decided) in self.points().zip(search.decided) {
            memory.decided[point.index()] = decided;
        }
        found.budget = search.budget;
        found.goals.push((goal, reaches));
        if memory.known.capacity() > ROOM {
            memory.known = Positions::default();
        }
        reaches
    }

    /// The static tests that may be made.
    fn budget(&self) -> u32 {
        let empty = self.empty(&self.shape.start).count_ones();
        let budgets = BUDGETS.of(self.effort);
        let budget = budgets.iter().find(|(fewer, _)| empty < *fewer);
        self.effort * budget.map_or(BUDGET.of(self.effort), |budget| budget.1)
    }
}

/// A search for one goal.
struct Defence<'a> {
    local: &'a RegionGraph,
    goal: SafetyGoal,
    /// Static tests that may still be made.
    budget: u32,
    known: &'a mut Positions,
    /// How often each point decided, here and in what was searched before.
    decided: [u32; MOST],
}

impl Defence<'_> {
    fn reaches(&mut self) -> bool {
        let start = self.local.shape.start;
        let answers = match self.goal.alive {
            true => ANSWERS.of(self.local.effort),
            false => ANSWERS_TO_JOIN.of(self.local.effort),
        };
        (0..=answers).any(|n| self.holds(&start, n, None))
    }

    /// The static test, with the opponent to play.
    fn test(&mut self, stones: &LocalStones, connected: &Connected) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.local.is_reached(stones, connected, self.goal)
    }

    /// Notes that a point decided.
    fn decides(&mut self, at: Set) {
        self.decided[at.trailing_zeros() as usize % MOST] += 1;
    }

    /// The point that decided most often, if one of these did at all.
    fn most_decisive(&self, points: Set) -> Option<Set> {
        let most = points.indices().max_by_key(|i| self.decided[i % MOST]);
        let most = most.filter(|i| self.decided[i % MOST] > 0);
        most.map(|i| 1 << i)
    }

    /// Whether every group with fewer eyes elsewhere than these has a liberty in the region.
    fn breathes(&self, stones: &LocalStones, fewer: u32, connected: &Connected) -> bool {
        let empty = self.local.empty(stones);
        self.local.have_liberties(empty, fewer, connected)
    }

    /// Whether a play of the opponent takes a group that has no eye elsewhere.
    fn takes_a_group(&self, stones: &LocalStones, at: Set, connected: &Connected) -> bool {
        let left = self.local.empty(stones) & !at;
        !self.local.have_liberties(left, 1, connected)
    }

    /// Whether a stone that must be kept is gone.
    fn lost_stones(&self, stones: &LocalStones) -> bool {
        self.local.shape.start.own & self.goal.kept & !stones.own != 0
    }

    /// Whether every group with fewer than two eyes elsewhere has a liberty, and the owner reaches the
    /// goal; the opponent plays.
    fn holds(&mut self, stones: &LocalStones, answers: u8, from: Option<ReachedPosition>) -> bool {
        let known = self.known.get(&key(stones)).copied();
        let mut now = known.unwrap_or_default();
        let reaches = now.holds.is_some_and(|with| with <= answers);
        if !reaches && (now.fails.is_some_and(|with| with >= answers) || self.budget == 0) {
            return false;
        }
        let empty = self.local.empty(stones);
        let breathes = have_liberties(&self.local.shape.groups, empty, TWO_EYES);
        if reaches && breathes {
            return true;
        }
        let connected = &match from {
            Some((before, at)) => self.local.connected_by(before, stones.own, at),
            None => self.local.connected(stones.own),
        };
        if !breathes && !have_liberties(&connected.parts, empty, TWO_EYES) {
            return false;
        }
        if reaches {
            return true;
        }
        // With one answer less it was seen already that the static test fails.
        if known.is_none() && self.test(stones, connected) {
            now.holds = Some(0);
        } else if answers > 0 && self.holds_by_answers(stones, connected, answers, &mut now.attack)
        {
            now.holds = Some(answers);
        } else if self.budget > 0 {
            now.fails = Some(answers);
        }
        self.known.insert(key(stones), now);
        now.holds.is_some_and(|with| with <= answers)
    }

    /// The same by a play. `refutes` is the play of the opponent that was not answered last; it is
    /// looked at first, or else the one that decided most often.
    fn holds_by_answers(
        &mut self,
        stones: &LocalStones,
        connected: &Connected,
        answers: u8,
        refutes: &mut Option<u8>,
    ) -> bool {
        let mut killer = None;
        let empty = self.local.empty(stones);
        let first = refutes.map(|number| 1 << number);
        let first = first.or_else(|| self.most_decisive(empty & !stones.across));
        if let Some(attack) = first
            && !self.is_answered(stones, connected, answers, attack, &mut killer)
        {
            self.decides(attack);
            *refutes = Some(attack.trailing_zeros() as u8);
            return false;
        }
        // Where the opponent plays elsewhere the owner adds a stone. What lives now would live still.
        let candidates = self.ordered(empty, empty & !stones.across, connected, 0, &self.decided);
        // Where no more answers are left it is of use only if it is connected at once.
        let useful = match answers {
            1 => connected.beside,
            _ => Set::MAX,
        };
        let adds = candidates.iter().map(|&c| point(c));
        let add = adds.filter(|at| at & useful != 0).find(|&at| {
            let after = self.local.play(stones, at, RegionPlayer::Owner);
            after.is_some_and(|(after, _)| self.holds(&after, answers - 1, Some((connected, at))))
        });
        let Some(add) = add else {
            return false;
        };
        self.decides(add);
        killer = Some(add);
        for at in stones.across.indices().map(|i| 1 << i) {
            if self.takes_a_group(stones, at, connected) {
                return false;
            }
            // The answer to it falls elsewhere, so that the opponent plays again whoever took it: an eye
            // elsewhere is no liberty meanwhile.
            for player in [RegionPlayer::Opponent, RegionPlayer::Owner] {
                if let Some((after, _)) = self.local.play(stones, at, player)
                    && (self.lost_stones(&after) || !self.holds(&after, answers, None))
                {
                    return false;
                }
            }
        }
        let mut attacks = candidates.iter().map(|&c| point(c));
        let refuted = attacks.find(|&attack| {
            Some(attack) != first
                && !self.is_answered(stones, connected, answers, attack, &mut killer)
        });
        refuted.inspect(|&attack| self.decides(attack));
        *refutes = refuted.map(|attack| attack.trailing_zeros() as u8);
        refuted.is_none()
    }

    /// Whether the owner reaches the goal after a play of the opponent, by an answer or without. `killer`
    /// is an answer to try first.
    fn is_answered(
        &mut self,
        stones: &LocalStones,
        connected: &Connected,
        answers: u8,
        attack: Set,
        killer: &mut Option<Set>,
    ) -> bool {
        if self.takes_a_group(stones, attack, connected) {
            return false;
        }
        let Some((after, one)) = self.local.play(stones, attack, RegionPlayer::Opponent) else {
            return true;
        };
        let changed;
        let connected = match after.own == stones.own {
            true => connected,
            false => {
                changed = self.local.connected(after.own);
                &changed
            }
        };
        if self.lost_stones(&after) || !self.breathes(&after, 1, connected) {
            return false;
        }
        let all = self.local.empty(&after);
        let link = self.local.across_from(attack).filter(|q| all & q != 0);
        let empty = all & !after.across;
        // The others are put in order only where the first is no answer, by what had decided before it.
        let decided = self.decided;
        let first = link.or(*killer).map(Set::trailing_zeros);
        for is_first in [true, false] {
            let replies: Candidates = match is_first {
                true => first.into_iter().collect(),
                false if link.is_some() => break,
                false => self.ordered(all, empty, connected, attack, &decided),
            };
            for reply in replies.iter().map(|&c| point(c)) {
                if reply & empty == 0 {
                    continue;
                }
                if self.budget == 0 {
                    return false;
                }
                let Some((then, taken)) = self.local.play(&after, reply, RegionPlayer::Owner)
                else {
                    continue;
                };
                if reply == one && taken == attack || self.lost_stones(&then) {
                    continue;
                }
                if self.holds(&then, answers - 1, Some((connected, reply))) {
                    self.decides(reply);
                    *killer = Some(reply);
                    return true;
                }
            }
        }
        // Where suicide is illegal a point that no group is beside is filled for good, and may have been
        // all that was missing.
        self.local.suicide == SuicideRule::Forbidden
            && attack & connected.beside == 0
            && self.breathes(&after, 2, connected)
            && self.test(&after, connected)
    }

    /// Some of the empty points in the order in which plays are tried: those that decided most often first,
    /// then those near the last play, and those with room around.
    fn ordered(
        &self,
        empty: Set,
        points: Set,
        connected: &Connected,
        last: Set,
        decided: &[u32; MOST],
    ) -> Candidates {
        let near_by = |set: Set| {
            set.indices()
                .fold(0, |near, i| near | self.local.neighbors(i))
        };
        let beside_it = near_by(last);
        let near_it = near_by(beside_it);
        let beside = connected.beside;
        let mut keys = Candidates::new();
        for i in points.indices() {
            let near = self.local.neighbors(i);
            let score = 3 * (near & !beside).count_ones() + (near & empty).count_ones();
            let score = 2 * score + u32::from(beside >> i & 1 == 1);
            let score = score
                + 32 * (u32::from(near_it >> i & 1 == 1) + u32::from(beside_it >> i & 1 == 1));
            let score = PLACE * decided[i % MOST].min(FIRST / PLACE - 1) + score;
            keys.push((FIRST - 1 - score) << 5 | i as u32);
        }
        keys.sort_unstable();
        keys
    }
}

/// The position in one number.
fn key(stones: &LocalStones) -> u128 {
    let [own, other, across] = [stones.own, stones.other, stones.across].map(u128::from);
    own | other << 32 | across << 64
}
