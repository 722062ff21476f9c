//! A reading of a diagram, with what came of it so far.

use super::super::{Caps, Confirmed, FirstPlays, Solver};
use super::diagram::{Diagram, Gain, Solved};
use super::setting::Setting;
use crate::analysis::problem::{Answer, Problem};
use crate::go::{Color, Point};

/// What it may cost to look whether first plays are right where play goes further.
const CONFIRMING: u64 = 100_000;
/// What is left of a budget is too little to begin with if it is less than all, divided by this.
const LEAST: u64 = 1_600;
/// First plays that are few for a problem; no more are looked at again where play goes further.
pub(super) const FEW: usize = 4;

/// The work on one diagram, as far as its budget goes.
pub(super) struct Work<'a> {
    pub diagram: &'a Diagram<'a>,
    solver: &'a mut Solver,
    /// Positions that it may cost.
    pub all: u64,
    /// Positions that it has cost.
    pub spent: u64,
}

impl<'a> Work<'a> {
    /// Nothing done yet; the solver's cap is the budget.
    pub fn new(diagram: &'a Diagram<'a>, solver: &'a mut Solver) -> Work<'a> {
        Work {
            diagram,
            all: solver.node_cap,
            solver,
            spent: 0,
        }
    }

    /// What is left of the budget, at most so much.
    fn left(&self, most: u64) -> u64 {
        most.min(self.all.saturating_sub(self.spent))
    }

    /// The player's first plays in a reading, with so many positions for the answer.
    fn first_plays(&mut self, setting: &Setting, cap: u64) -> FirstPlays {
        let caps = Caps {
            answer: self.left(cap),
            all: self.left(u64::MAX),
        };
        let problem = problem(self.diagram, setting, self.diagram.player);
        let first = self.solver.first_plays(&problem, setting.beyond, caps);
        self.spent += first.outcome.nodes;
        first
    }

    /// What becomes of the group in a reading, as far as so much work, or the rest of the budget, goes.
    fn answer(&mut self, setting: &Setting, first: Color, most: u64) -> Answer {
        let most = self.left(most);
        let problem = problem(self.diagram, setting, first);
        let found = self.solver.solve_in(&problem, setting.beyond, most);
        self.spent += found.nodes;
        found.answer
    }

    /// Of the first plays of an answer those that get the player as much in another reading, with so much work.
    fn asked_again(&mut self, setting: &Setting, solved: &Solved, most: u64) -> Confirmed {
        let most = self.left(most);
        let problem = problem(self.diagram, setting, self.diagram.player);
        let found = self
            .solver
            .confirm(&problem, setting.beyond, &solved.first, most);
        self.spent += found.nodes;
        found
    }

    /// The first plays of an answer that get the attacker as much though the group is safe once it is out, as far as a
    /// part of the budget goes; and a line that begins with one of them.
    fn right_unwalled(&mut self, solved: &Solved) -> (Vec<Point>, Vec<Option<Point>>) {
        let mut rest = solved.clone();
        let mut line = Vec::new();
        for unwalled in solved.setting.unwalled(self.diagram.board) {
            if rest.first.plays.is_empty() {
                break;
            }
            let most = self.left(u64::MAX) / 4;
            let found = self.asked_again(&unwalled, &rest, most);
            rest.first.plays.retain(|play| !found.right.contains(play));
            if line.is_empty() {
                line = found.line;
            }
        }
        let mut right = solved.first.plays.clone();
        right.retain(|play| !rest.first.plays.contains(play));
        (right, line)
    }

    /// Whether a group dies, its owner to play, though it is safe once it is out; `None` where that takes more
    /// positions, or the rest of the budget, or cannot be asked.
    pub fn dies_unwalled(&mut self, setting: &Setting, most: u64) -> Option<bool> {
        self.holds_unwalled(setting, setting.defender, Answer::Dies, most)
    }

    /// The same of any answer, whoever begins.
    fn holds_unwalled(
        &mut self,
        setting: &Setting,
        first: Color,
        answer: Answer,
        most: u64,
    ) -> Option<bool> {
        let settings = setting.unwalled(self.diagram.board);
        let end = self.spent + self.left(most);
        let mut is_known = !settings.is_empty();
        for (i, unwalled) in settings.iter().enumerate() {
            let share = end.saturating_sub(self.spent) / (settings.len() - i) as u64;
            match self.answer(unwalled, first, share) {
                found if found == answer => return Some(true),
                Answer::NotFinished => is_known = false,
                _ => {}
            }
        }
        is_known.then_some(false)
    }

    /// Keeps of an answer only what it says of a death that is so though the rest of the board is the defender's.
    pub fn keep_kills(&mut self, solved: &mut Solved) {
        let player = self.diagram.player;
        let setting = solved.setting.clone();
        let (defender, attacker) = (setting.defender, !setting.defender);
        if *solved.if_begins(defender, player) == Answer::Dies {
            if self.dies_unwalled(&setting, u64::MAX) == Some(true) {
                // So it does if the attacker begins.
                return;
            }
            *solved.if_begins(defender, player) = Answer::NotFinished;
        }
        if *solved.if_begins(attacker, player) != Answer::Dies {
            return;
        }
        let holds = match attacker == player && !solved.first.plays.is_empty() {
            true => {
                let (right, line) = self.right_unwalled(solved);
                let holds = !right.is_empty();
                if holds {
                    solved.first.keep(right, line);
                }
                holds
            }
            false => {
                let asked = self.holds_unwalled(&setting, attacker, Answer::Dies, CONFIRMING);
                asked == Some(true)
            }
        };
        if !holds {
            *solved.if_begins(attacker, player) = Answer::NotFinished;
        }
    }

    /// Withdraws what the defender gets, a life, a seki or a ko, where it is not seen that he gets as much with
    /// everything beyond the area the attacker's.
    pub fn keep_lives(&mut self, solved: &mut Solved) {
        let player = self.diagram.player;
        let defender = solved.setting.defender;
        let Some(shut) = solved.setting.walled_in(self.diagram.board) else {
            return;
        };
        let mut lives_attacked = false;
        for first in [!defender, defender] {
            let found = *solved.if_begins(first, player);
            if matches!(found, Answer::Dies | Answer::NotFinished) {
                continue;
            }
            let most = match first == player {
                true => self.left(u64::MAX),
                false => self.spent.max(CONFIRMING),
            };
            let (again, plays) = match first == player && first == defender {
                true => {
                    let plays = self.first_plays(&shut, most);
                    (plays.outcome.answer, Some(plays))
                }
                // Who lives though he is attacked lives.
                false if lives_attacked => (Answer::Lives, None),
                false => (self.answer(&shut, first, most), None),
            };
            let holds = again != Answer::NotFinished && again >= found;
            lives_attacked = holds && again == Answer::Lives;
            match plays {
                Some(plays) if again == found => solved.first = plays,
                _ if holds => {}
                // What got it is a guess.
                _ if first == player => {
                    let guess = solved.first.outcome.line.first().copied().flatten();
                    solved.first = FirstPlays::NONE;
                    solved.first.plays.extend(guess);
                }
                _ => solved.otherwise = Answer::NotFinished,
            }
        }
    }

    /// An answer whose first plays are right with the ways out open, too, as far as is seen; `None` where they
    /// are all shown to fail there. What the defender gets he gets there all the more. What the attacker
    /// gets while the ways out are shut is known if he gets it though the group is safe once it is out, or
    /// if he gets it in a wider reading in which they are open.
    pub fn confirm(
        &mut self,
        mut solved: Solved,
        is_near: bool,
        open: Option<&Setting>,
    ) -> Option<Solved> {
        if !is_near || self.diagram.player == solved.setting.defender {
            return Some(solved);
        }
        let mut is_known = false;
        if (1..=FEW).contains(&solved.first.plays.len()) {
            let (right, line) = self.right_unwalled(&solved);
            if right.len() == solved.first.plays.len() {
                return Some(solved);
            }
            is_known = !right.is_empty();
            if let Some(open) = open {
                let most = match is_known {
                    true => CONFIRMING,
                    false => self.left(u64::MAX) / 2,
                };
                let found = self.asked_again(open, &solved, most);
                let mut plays = found.right;
                if plays.is_empty() && found.open.is_empty() {
                    return None;
                }
                is_known |= found.open.is_empty();
                plays.extend(found.open);
                plays.sort_unstable();
                let line = match found.line.is_empty() {
                    true => line,
                    false => found.line,
                };
                solved.first.keep(plays, line);
            }
        }
        if !is_known {
            solved.first.outcome.answer = Answer::NotFinished;
        }
        Some(solved)
    }

    /// What comes if the other side begins, of an answer that was found while the ways out were shut, or
    /// not: with them shut only that the defender lives is known. Else it is as certain if it is the same though the group
    /// is safe once it is out, or it is asked again in a wider reading in which they are open, as far as little
    /// work goes.
    pub fn with_ways_open(
        &mut self,
        solved: &Solved,
        is_near: bool,
        open: Option<&Setting>,
    ) -> Answer {
        let other = !self.diagram.player;
        let found = match solved.otherwise {
            Answer::NotFinished => self.answer(&solved.setting, other, CONFIRMING),
            found => found,
        };
        let is_known = !is_near || matches!(found, Answer::Lives | Answer::NotFinished);
        let is_certain = |work: &mut Work| {
            work.holds_unwalled(&solved.setting, other, found, CONFIRMING) == Some(true)
        };
        if is_known || is_certain(self) {
            return found;
        }
        open.map_or(Answer::NotFinished, |open| {
            self.answer(open, other, CONFIRMING)
        })
    }
}

/// A reading of a diagram, with what came of it.
pub(super) struct Reading {
    pub setting: Setting,
    /// The place of its reach among those that are tried, narrow ones first.
    pub reach: usize,
    /// Some of the ways out are shut.
    pub is_near: bool,
    pub solved: Option<Solved>,
    /// Where play goes further its first plays fail.
    pub refuted: bool,
    /// Whether the group dies though its owner begins and it is safe once it is out: so it does however far
    /// play goes. `None` where that was not seen either way.
    pub doomed: Option<bool>,
    /// It is about a part of the group of another reading, or about a small group inside a larger one:
    /// meant only where nothing comes of the others.
    pub is_aside: bool,
}

impl Reading {
    /// A reading that nothing came of so far.
    pub fn new(setting: Setting, reach: usize, is_near: bool) -> Reading {
        Reading {
            setting,
            reach,
            is_near,
            solved: None,
            refuted: false,
            doomed: None,
            is_aside: false,
        }
    }

    /// Goes on with what is not settled of it. What is stays.
    pub fn go_on(&mut self, work: &mut Work, cap: u64) {
        let player = work.diagram.player;
        let is_open = |s: &Solved| {
            s.first.outcome.answer == Answer::NotFinished
                || s.otherwise == Answer::NotFinished && s.gain(player) > Gain::Failure
        };
        let mut cap = work.left(cap);
        if self.solved.as_ref().is_some_and(|s| !is_open(s)) || cap < work.all / LEAST {
            return;
        }
        let before = self.solved.take();
        let otherwise = before.as_ref().map_or(Answer::NotFinished, |s| s.otherwise);
        let known = |first: &FirstPlays| first.outcome.answer != Answer::NotFinished;
        // What the player gets comes first; what the other side would get only says whether the
        // reading is a likely one.
        let first = before.map(|s| s.first).filter(known).unwrap_or_else(|| {
            let first = work.first_plays(&self.setting, cap);
            cap = cap.saturating_sub(first.outcome.nodes);
            first
        });
        let otherwise = match otherwise {
            Answer::NotFinished if known(&first) => {
                let most = cap.max(first.outcome.nodes);
                work.answer(&self.setting, !player, most)
            }
            known => known,
        };
        self.solved = Some(Solved {
            setting: self.setting.clone(),
            first,
            otherwise,
            nodes: work.spent,
        });
    }

    /// Whether it was seen that the group dies however far play goes.
    pub fn is_doomed(&self) -> bool {
        self.doomed == Some(true)
    }

    /// Whether the group dies whoever begins.
    pub fn dies_whoever_begins(&self) -> bool {
        let dies =
            |s: &Solved| s.first.outcome.answer == Answer::Dies && s.otherwise == Answer::Dies;
        self.solved.as_ref().is_some_and(dies)
    }

    /// Looks whether a group that dies whoever begins does so however far play goes.
    pub fn look_further(&mut self, work: &mut Work, most: u64) {
        if self.doomed.is_none() && self.dies_whoever_begins() {
            self.doomed = work.dies_unwalled(&self.setting, most);
        }
    }
}

/// What is asked of a diagram that is read so, with this side first.
fn problem<'a>(diagram: &Diagram<'a>, setting: &'a Setting, first: Color) -> Problem<'a> {
    Problem {
        board: diagram.board,
        area: &setting.area,
        target: &setting.target,
        first,
        suicide: diagram.suicide,
    }
}

/// How likely a reading is what the author meant: 4 where it matters who plays first, 3 where it
/// is not known what the other side would get, 2 where it is not known what the player gets or
/// where it is a ko whoever begins, 1 where the player gets what he wants whoever begins or if he
/// passes, 0 where he gets nothing.
pub(super) fn worth(solved: &Solved, player: Color) -> u8 {
    match solved.gain(player) {
        Gain::Unknown => 2,
        // Whose turn it is may decide who needs the first threat.
        Gain::Ko if solved.otherwise == Answer::Ko => 2,
        Gain::Failure => 0,
        _ if solved.otherwise == solved.first.outcome.answer || solved.first.only_pass => 1,
        _ if solved.otherwise == Answer::NotFinished => 3,
        _ => 4,
    }
}
