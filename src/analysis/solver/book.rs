//! Problems as books print them: an open board with stones in a corner or on a side, no walls
//! drawn. What a reader sees at once is found here: whose group is shut in, and where play is.
//!
//! A colour's stones are closed up: gaps between them of up to a few points count as shut. What is
//! then cut off from the rest of the board is the inside; the group in it is what the problem is
//! about. Play is near the group at first, then all over the inside, then on through the gaps
//! ([`Reach`]). A stone of the attacker that has a liberty outside is a wall; the others can be
//! taken. Beyond the reach everything counts as safe stones of the attacker.
//!
//! Not promised: that this is what the author meant. [`settings`] gives several readings, the
//! likeliest first.

use super::{FirstPlays, MOST_POINTS, Outside, Solver};
use crate::analysis::reading::around::{Enclosure, enclosures};
use crate::analysis::reading::{Answer, Problem};
use crate::go::board::zobrist;
use crate::go::{Board, Cell, Color, Point, PointSet, SuicideRule, Symmetry};
use std::cmp::Reverse;

/// One reading of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Whose group.
    pub defender: Color,
    /// Where is played.
    pub area: PointSet,
    /// The group.
    pub target: PointSet,
    /// No stone of the group has a liberty beyond what is shut in.
    pub is_whole: bool,
    /// How wide the gaps are that were taken for shut.
    pub gap: usize,
    /// What an empty point beyond the area is taken for.
    pub beyond: Outside,
}

impl Setting {
    /// Whether it is about a part of the group of another reading, or about a small group inside a
    /// larger one.
    fn is_aside_of(&self, other: &Setting) -> bool {
        match self.defender == other.defender {
            true => !self.is_whole && other.is_whole && self.is_of_same_group(other),
            false => {
                self.target.is_subset(&other.area) && 2 * self.target.len() <= other.target.len()
            }
        }
    }

    /// Whether another reading is about the same group, wholly or in part.
    fn is_of_same_group(&self, other: &Setting) -> bool {
        self.defender == other.defender && self.target.intersects(&other.target)
    }
}

/// How far play goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Over the inside; on the ways out so many steps from the group's stones at most.
    Near(usize),
    /// All over the inside, and so many steps on through its gaps.
    Gaps(usize),
}

/// Gaps that are looked at, in points to either side of a stone.
const GAPS: std::ops::RangeInclusive<usize> = 0..=4;

/// The readings of a diagram, the likeliest first.
pub fn settings(board: &Board, reach: Reach) -> Vec<Setting> {
    let mut found: Vec<Setting> = Vec::new();
    for defender in Color::BOTH {
        for gap in GAPS {
            for setting in shut_in(board, defender, gap, reach) {
                let mut same = found.iter().filter(|s| setting.is_of_same_group(s));
                // The narrowest gap, and the narrowest with which the whole group is shut in.
                if same.clone().next().is_none() || setting.is_whole && !same.any(|s| s.is_whole) {
                    found.push(setting);
                }
            }
        }
    }
    // A group inside another one's eye is not what a diagram is about.
    found.sort_by_key(|s| {
        (
            s.target.len() < 3,
            Reverse(s.target.len() + s.area.len() / 2),
            s.gap,
            s.area.first(),
        )
    });
    found
}

/// A diagram, and who plays.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Who plays first.
    pub player: Color,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// A stone of the group in question, where that is known.
    pub stone: Option<Point>,
}

/// What the player gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gain {
    /// Not known: the cap on nodes was reached.
    Unknown,
    /// Nothing.
    Failure,
    /// It depends on a ko.
    Ko,
    /// A seki.
    Seki,
    /// What he wants.
    Success,
}

impl Gain {
    /// What an answer is worth to the player.
    pub fn of(answer: Answer, defends: bool) -> Gain {
        match (answer, defends) {
            (Answer::Dies, false) | (Answer::Lives, true) => Gain::Success,
            (Answer::Dies, true) | (Answer::Lives, false) => Gain::Failure,
            (Answer::Seki, _) => Gain::Seki,
            (Answer::Ko, _) => Gain::Ko,
            (Answer::NotFinished, _) => Gain::Unknown,
        }
    }
}

/// A diagram that was solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// How it was read.
    pub setting: Setting,
    /// What becomes of the group if the player begins, and every first play that was found to get
    /// as much; where the outcome is not known, the one that looked best so far.
    pub first: FirstPlays,
    /// What becomes of it if the other side begins.
    pub otherwise: Answer,
    /// Positions looked at.
    pub nodes: u64,
}

impl Solved {
    /// What the player gets.
    pub fn gain(&self, player: Color) -> Gain {
        Gain::of(self.first.outcome.answer, player == self.setting.defender)
    }
}

/// Liberties that are few for a chain that would be a wall.
const PRESSED: usize = 3;

/// How far play goes at first, and further where nothing came of that.
const REACHES: [Reach; 6] = [
    Reach::Near(2),
    Reach::Near(3),
    Reach::Near(4),
    Reach::Gaps(0),
    Reach::Gaps(1),
    Reach::Gaps(3),
];
/// What it may cost to look whether first plays are right where play goes further.
const CONFIRMING: u64 = 100_000;
/// Readings of a diagram that are tried for each reach.
const READINGS: usize = 5;
/// First plays that are few for a problem; no more are looked at again where play goes further.
const FEW: usize = 4;
/// What a reading may spend at first and later: all, divided by these.
const SHARES: [u64; 4] = [80, 16, 4, 1];

/// Solves a diagram: of its readings the first in which it matters who plays first; `None` where
/// no group is shut in. A diagram that is turned, mirrored, or the same with colours exchanged, is
/// solved in the same way: it is looked at from one of eight sides, the player as Black.
pub fn solve(diagram: &Diagram, solver: &mut Solver) -> Option<Solved> {
    let size = diagram.board.size();
    let color = |c: Color| match diagram.player {
        Color::Black => c,
        Color::White => !c,
    };
    let order = |symmetry: &Symmetry| {
        let hash = Color::BOTH.iter().fold(0, |hash, &c| {
            let stones = diagram.board.stones(c);
            stones.fold(hash, |hash, p| {
                hash ^ zobrist(symmetry.point(p, size), color(c))
            })
        });
        (symmetry.size(size), hash)
    };
    let symmetry = Symmetry::ALL.into_iter().min_by_key(order)?;
    let mut stones: Vec<(Point, Cell)> = Color::BOTH
        .iter()
        .flat_map(|&c| diagram.board.stones(c).map(move |p| (p, c)))
        .map(|(p, c)| (symmetry.point(p, size), Cell::from(color(c))))
        .collect();
    stones.sort_unstable_by_key(|(p, _)| *p);
    let mut board = Board::new(symmetry.size(size));
    board.set(&stones);
    let turned = Diagram {
        board: &board,
        player: Color::Black,
        stone: diagram.stone.map(|p| symmetry.point(p, size)),
        ..*diagram
    };
    let found = solve_turned(&turned, solver)?;
    let back = |p: Point| symmetry.inverse().point(p, board.size());
    let set_back = |set: PointSet| -> PointSet { set.iter().map(back).collect() };
    let mut first = found.first;
    first.plays = first.plays.into_iter().map(back).collect();
    first.plays.sort_unstable();
    first.outcome.line = first.outcome.line.iter().map(|m| m.map(back)).collect();
    Some(Solved {
        setting: Setting {
            defender: color(found.setting.defender),
            area: set_back(found.setting.area),
            target: set_back(found.setting.target),
            is_whole: found.setting.is_whole,
            gap: found.setting.gap,
            beyond: match found.setting.beyond {
                Outside::Wall(c) => Outside::Wall(color(c)),
                Outside::Open => Outside::Open,
            },
        },
        first,
        ..found
    })
}

fn solve_turned(diagram: &Diagram, solver: &mut Solver) -> Option<Solved> {
    let mut readings = readings(diagram);
    let all = solver.node_cap;
    let mut budget = Budget { all, spent: 0 };
    // All readings with little work, then with more: the one that was meant is mostly the one in
    // which little work shows that it matters who plays first.
    for share in SHARES {
        for (reach, how_far) in REACHES.into_iter().enumerate() {
            for i in 0..readings.len() {
                // What is too much within a narrow reach is too much within a wide one.
                let waits = share < SHARES[0] && narrower_is_open(&readings, i);
                if readings[i].reach == reach && !waits {
                    readings[i].work(diagram, solver, &mut budget, all / share);
                }
            }
            let clear = |r: &Reading| {
                let solved = r
                    .solved
                    .as_ref()
                    .filter(|_| r.reach <= reach && !r.refuted && !r.is_aside)?;
                // Many right plays are a sign of another reading as long as it is not known what
                // the other side would get, or play goes on further.
                let is_few = solved.first.plays.len() <= FEW;
                let is_clear = match worth(solved, diagram.player) {
                    4 => is_few || !r.is_near,
                    3 => is_few,
                    _ => false,
                };
                let is_ko = solved.gain(diagram.player) == Gain::Ko;
                // That a ko is all there is in it may change where more of the board belongs to it.
                let is_narrow = matches!(how_far, Reach::Near(_) | Reach::Gaps(0));
                (is_clear && !(is_ko && is_narrow)).then_some((is_ko, solved.first.plays.len()))
            };
            let keys: Vec<_> = readings.iter().map(clear).collect();
            let mut order: Vec<usize> =
                (0..readings.len()).filter(|&i| keys[i].is_some()).collect();
            order.sort_by_key(|&i| (keys[i], i));
            for i in order {
                let wider = wider(&readings, i);
                let Some(solved) = readings[i].solved.clone() else {
                    continue;
                };
                let is_near = readings[i].is_near;
                match confirm(diagram, solved, is_near, &wider, solver, &mut budget) {
                    Some(solved) => {
                        solver.node_cap = all;
                        return Some(Solved {
                            nodes: budget.spent,
                            ..solved
                        });
                    }
                    None => readings[i].refuted = true,
                }
            }
        }
    }
    solver.node_cap = all;
    let mut best: Option<((bool, u8), &Reading, &Solved)> = None;
    for reading in readings.iter().filter(|r| !r.refuted) {
        let Some(solved) = &reading.solved else {
            continue;
        };
        let worth = worth(solved, diagram.player);
        let worth = (worth >= 2 && !reading.is_aside, worth);
        if best.is_none_or(|(b, ..)| b < worth) {
            best = Some((worth, reading, solved));
        }
    }
    let (_, reading, solved) = best?;
    let mut solved = Solved {
        nodes: budget.spent,
        ..solved.clone()
    };
    // A group that lives with the ways out shut lives, and no more is known.
    if reading.is_near && solved.first.outcome.answer != Answer::Lives {
        solved.first.outcome.answer = Answer::NotFinished;
    }
    Some(solved)
}

/// What a diagram may cost.
struct Budget {
    all: u64,
    spent: u64,
}

impl Budget {
    /// What is left of it, at most so much.
    fn left(&self, most: u64) -> u64 {
        most.min(self.all.saturating_sub(self.spent))
    }
}

/// A reading of a diagram, with what came of it.
struct Reading {
    setting: Setting,
    /// The place of its reach in [`REACHES`].
    reach: usize,
    /// Some of the ways out are shut.
    is_near: bool,
    solved: Option<Solved>,
    /// Where play goes further its first plays fail.
    refuted: bool,
    /// It is about a part of the group of another reading, or about a small group inside a larger one:
    /// meant only where nothing comes of the others.
    is_aside: bool,
}

impl Reading {
    /// Goes on with what is not settled of it. What is stays.
    fn work(&mut self, diagram: &Diagram, solver: &mut Solver, budget: &mut Budget, cap: u64) {
        let is_open = |s: &Solved| {
            s.first.outcome.answer == Answer::NotFinished
                || s.otherwise == Answer::NotFinished && s.gain(diagram.player) > Gain::Failure
        };
        let mut cap = budget.left(cap);
        if self.solved.as_ref().is_some_and(|s| !is_open(s)) || cap < budget.all / 100 {
            return;
        }
        let problem = |first| Problem {
            board: diagram.board,
            area: &self.setting.area,
            target: &self.setting.target,
            first,
            suicide: diagram.suicide,
        };
        let beyond = self.setting.beyond;
        let before = self.solved.take();
        let otherwise = before.as_ref().map_or(Answer::NotFinished, |s| s.otherwise);
        let known = |s: &Solved| s.first.outcome.answer != Answer::NotFinished;
        // What the player gets comes first; what the other side would get only says whether the
        // reading is a likely one.
        let first = before.filter(known).map(|s| s.first).unwrap_or_else(|| {
            solver.node_cap = cap / 4 * 3;
            let most = budget.left(u64::MAX);
            let mut first = solver.first_plays(&problem(diagram.player), beyond, most);
            if first.outcome.answer == Answer::NotFinished {
                first
                    .plays
                    .extend(first.outcome.line.first().copied().flatten());
            }
            budget.spent += first.outcome.nodes;
            cap = cap.saturating_sub(first.outcome.nodes);
            first
        });
        let otherwise = match otherwise {
            Answer::NotFinished => {
                solver.node_cap = cap / 4;
                let other = solver.solve_in(&problem(!diagram.player), beyond);
                budget.spent += other.nodes;
                other.answer
            }
            known => known,
        };
        self.solved = Some(Solved {
            setting: self.setting.clone(),
            first,
            otherwise,
            nodes: budget.spent,
        });
    }
}

/// The readings of a diagram, those with the narrowest reach first.
fn readings(diagram: &Diagram) -> Vec<Reading> {
    let named = |s: &Setting| diagram.stone.is_none_or(|p| s.target.contains(p));
    let mut found: Vec<Reading> = Vec::new();
    let reading = |setting, reach| Reading {
        setting,
        reach,
        is_near: false,
        solved: None,
        refuted: false,
        is_aside: false,
    };
    for (i, reach) in REACHES.into_iter().enumerate() {
        let settings = settings(diagram.board, reach).into_iter();
        for setting in settings.filter(named).take(READINGS) {
            let is_near = matches!(reach, Reach::Near(_) | Reach::Gaps(0));
            match found.iter_mut().find(|r| r.setting == setting) {
                Some(same) => same.is_near &= is_near,
                None => found.push(Reading {
                    is_near,
                    ..reading(setting, i)
                }),
            }
        }
    }
    if found.is_empty() {
        // A board without an open part: the walls are drawn.
        let named = |e: &Enclosure| diagram.stone.is_none_or(|p| e.target.contains(p));
        let walled = enclosures(diagram.board).into_iter().find(named);
        let walled = walled.map(|walled| Setting {
            defender: walled.defender,
            area: walled.area,
            target: walled.target,
            is_whole: true,
            gap: 0,
            beyond: Outside::Open,
        });
        found.extend(walled.map(|setting| reading(setting, 0)));
    }
    let settings: Vec<Setting> = found.iter().map(|r| r.setting.clone()).collect();
    for reading in &mut found {
        reading.is_aside = settings
            .iter()
            .any(|other| reading.setting.is_aside_of(other));
    }
    found
}

/// Whether it is not known what the player gets in a reading of the same group with a narrower
/// reach.
fn narrower_is_open(readings: &[Reading], of: usize) -> bool {
    let of = &readings[of];
    readings.iter().any(|r| {
        r.reach < of.reach
            && r.setting.is_of_same_group(&of.setting)
            && (r.solved.as_ref()).is_none_or(|s| s.first.outcome.answer == Answer::NotFinished)
    })
}

/// The readings of the same group with a wider reach, narrow ones first.
fn wider(readings: &[Reading], of: usize) -> Vec<(bool, Setting)> {
    let of = &readings[of];
    let is_wider = |r: &&Reading| {
        r.reach > of.reach
            && r.setting.is_of_same_group(&of.setting)
            && of.setting.area.is_subset(&r.setting.area)
    };
    let wider = readings.iter().filter(is_wider);
    wider.map(|r| (r.is_near, r.setting.clone())).collect()
}

/// An answer whose first plays are right where play goes on further, too, as far as little work
/// shows; `None` where they are all shown to fail there. What the attacker gets while the ways out
/// are shut is not known where too much work is needed to see whether he gets it when they are not.
fn confirm(
    diagram: &Diagram,
    mut solved: Solved,
    is_near: bool,
    wider: &[(bool, Setting)],
    solver: &mut Solver,
    budget: &mut Budget,
) -> Option<Solved> {
    let attacks = diagram.player != solved.setting.defender;
    let mut is_known = !attacks || !is_near;
    for (is_near, wider) in wider {
        if !(1..=FEW).contains(&solved.first.plays.len()) {
            break;
        }
        solver.node_cap = budget.left(match is_known {
            true => CONFIRMING,
            false => budget.all / 4,
        });
        let problem = Problem {
            board: diagram.board,
            area: &wider.area,
            target: &wider.target,
            first: diagram.player,
            suicide: diagram.suicide,
        };
        let (mut plays, open, nodes) = solver.confirm(&problem, wider.beyond, &solved.first);
        budget.spent += nodes;
        if plays.is_empty() && open.is_empty() {
            return None;
        }
        let is_all = open.is_empty();
        plays.extend(open);
        plays.sort_unstable();
        solved.first.plays = plays;
        // What is too much here is too much where play goes further.
        if !is_all {
            break;
        }
        is_known |= !is_near;
    }
    if !is_known {
        solved.first.outcome.answer = Answer::NotFinished;
    }
    Some(solved)
}

/// How likely a reading is what the author meant: 4 where it matters who plays first, 3 where it
/// is not known what the other side would get, 2 where it is not known what the player gets or
/// where it is a ko whoever begins, 1 where the player gets what he wants whoever begins or if he
/// passes, 0 where he gets nothing.
fn worth(solved: &Solved, player: Color) -> u8 {
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

/// The groups of a colour that the other shuts in, where gaps of this width count as shut.
fn shut_in(board: &Board, defender: Color, gap: usize, reach: Reach) -> Vec<Setting> {
    let all: PointSet = board.size().points().collect();
    let empty: PointSet = board.empty_points().collect();
    let own: PointSet = board.stones(defender).collect();
    let attackers: PointSet = board.stones(!defender).collect();
    let outside = outside(board, &attackers, gap);
    if outside.is_empty() {
        return Vec::new();
    }
    let inside = all.difference(&outside).difference(&attackers);
    let mut found = Vec::new();
    for piece in inside
        .pieces()
        .iter()
        .filter(|piece| piece.intersects(&own))
    {
        let mut area = *piece;
        if let Reach::Gaps(steps) = reach {
            for _ in 0..steps {
                area = area.union(&area.beside().intersection(&empty));
            }
        }
        area = with_weak(board, area, &outside);
        let stones = own.intersection(&area);
        let is_held = |p: &Point| !board.liberties(*p).intersects(&outside);
        let target: PointSet = stones.iter().filter(is_held).collect();
        if target.is_empty() {
            continue;
        }
        if let Reach::Near(steps) = reach {
            let mut near = stones;
            for _ in 0..steps {
                near = near.union(&near.beside().intersection(&area));
            }
            // Only what is on the way out is left away.
            let rest = area.difference(&near).pieces();
            let kept = rest.iter().filter(|piece| !piece.touches(&outside));
            area = kept.fold(near, |all, piece| all.union(piece));
        }
        area = with_pressed(board, area, defender);
        if area.len() <= MOST_POINTS {
            found.push(Setting {
                defender,
                area,
                is_whole: target == stones,
                target,
                gap,
                beyond: Outside::Wall(!defender),
            });
        }
    }
    found
}

/// The area with the chains beside it that have no liberty outside, and the points that they shut off.
fn with_weak(board: &Board, mut area: PointSet, outside: &PointSet) -> PointSet {
    let free: PointSet = board.empty_points().collect();
    let shut = free.difference(outside).pieces();
    loop {
        let mut more = PointSet::EMPTY;
        for stone in area.beside().difference(&area).iter() {
            if board.get(stone).color().is_none() {
                continue;
            }
            let liberties = board.liberties(stone).difference(&area);
            if !liberties.intersects(outside) {
                more.extend(board.chain(stone).filter(|p| !area.contains(*p)));
                let pieces = shut.iter().filter(|piece| piece.intersects(&liberties));
                more = pieces.fold(more, |all, piece| all.union(&piece.difference(&area)));
            }
        }
        if more.is_empty() {
            return area;
        }
        area = area.union(&more);
    }
}

/// The area with the chains of few liberties that are no walls: those of the attacker with stones of
/// the defender behind them, and those of the defender beside it. With them go their liberties and a
/// step on.
fn with_pressed(board: &Board, area: PointSet, defender: Color) -> PointSet {
    let empty: PointSet = board.empty_points().collect();
    let behind = board.stones(defender).collect::<PointSet>();
    let behind = behind.difference(&area).beside();
    let mut all = area;
    for stone in area.union(&area.beside()).iter() {
        let is_no_wall = match board.get(stone).color() {
            Some(color) if color == defender => !area.contains(stone),
            Some(_) => behind.contains(stone),
            None => false,
        };
        if !is_no_wall || board.liberty_count(stone) > PRESSED {
            continue;
        }
        let liberties = board.liberties(stone);
        let on = liberties.beside().intersection(&empty);
        all.extend(board.chain(stone));
        all = all.union(&liberties).union(&on);
    }
    all
}

/// The rest of the board: what is connected to its open part without coming near the attacker's
/// stones, and as near to them again as that.
fn outside(board: &Board, attackers: &PointSet, gap: usize) -> PointSet {
    let free: PointSet = board.empty_points().collect();
    let near = around(board, attackers, gap);
    let stones: PointSet = Color::BOTH
        .into_iter()
        .flat_map(|c| board.stones(c))
        .collect();
    // Where the diagram leaves no wide open part, a narrow one.
    let far = (1..=3)
        .rev()
        .map(|distance| free.difference(&around(board, &stones, distance)))
        .find(|far| !far.is_empty())
        .unwrap_or_default();
    let open = free.difference(&near);
    let mut outside: PointSet = open
        .pieces()
        .into_iter()
        .filter(|piece| piece.intersects(&far))
        .collect();
    for _ in 0..gap {
        outside = outside.union(&outside.beside().intersection(&free));
    }
    outside
}

/// The points of the board within a distance of a set, diagonals counted as one.
fn around(board: &Board, set: &PointSet, distance: usize) -> PointSet {
    let d = distance as i32;
    let size = board.size();
    let near = |p: Point| {
        let (x, y) = (i32::from(p.x()), i32::from(p.y()));
        (-d..=d).flat_map(move |dx| (-d..=d).map(move |dy| (x + dx, y + dy)))
    };
    set.iter()
        .flat_map(near)
        .filter(|&(x, y)| {
            (0..i32::from(size.width())).contains(&x) && (0..i32::from(size.height())).contains(&y)
        })
        .map(|(x, y)| Point::new(x as u8, y as u8))
        .filter(|&p| board.get(p) != Cell::Edge)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Size, diagram};

    /// Black's two stones stand between the corner and White's stones outside; his others do not.
    #[test]
    fn chains_of_few_liberties_between_the_others_stones_are_no_walls() {
        let board = diagram::parse(
            "
            ........
            .XOOXO..
            .XOOXO..
            .XXX.O..
            ...X..O.
            ........
            ........
            ........",
        );
        let board = board.expect("a board");
        let point = |name: &str| {
            let (x, y) = (name.as_bytes()[0] - b'A', name.as_bytes()[1] - b'0');
            Point::new(x, 8 - y)
        };
        let set = |names: &str| -> PointSet { names.split_whitespace().map(point).collect() };
        let area = set("C8 D8 C7 D7 C6 D6");
        let more = set("E8 E7 E6 E5 F8 E4");
        assert_eq!(with_pressed(&board, area, Color::White), area.union(&more));
    }

    /// A reading of which one half is settled: that half stays as it is, and only the other one is
    /// worked on.
    #[test]
    fn what_is_settled_of_a_reading_stays() {
        let place = |cell: Cell, points: &'static str| {
            let points = points.split_whitespace().map(str::as_bytes);
            points.map(move |p| (Point::new(p[0] - b'a', p[1] - b'a'), cell))
        };
        let black = place(Cell::Black, "ea eb ac bc cc dc ec");
        let white = place(Cell::White, "fa fb fc ad bd cd dd ed fd");
        let mut board = Board::new(Size::new(19, 19).expect("a size"));
        board.set(&black.chain(white).collect::<Vec<_>>());
        let diagram = Diagram {
            board: &board,
            player: Color::White,
            suicide: SuicideRule::Forbidden,
            stone: None,
        };
        let mut solver = Solver::new(1_000_000);
        let mut work = |solved: Option<(Answer, Answer)>, cap| {
            let mut reading = readings(&diagram).swap_remove(0);
            reading.solved = solved.map(|(answer, otherwise)| {
                let mut first = FirstPlays::NONE;
                first.outcome.answer = answer;
                Solved {
                    setting: reading.setting.clone(),
                    first,
                    otherwise,
                    nodes: 0,
                }
            });
            let mut budget = Budget {
                all: 1_000_000,
                spent: 0,
            };
            reading.work(&diagram, &mut solver, &mut budget, cap);
            let solved = reading.solved.expect("it was worked on");
            (solved.first.outcome, solved.otherwise, budget.spent)
        };
        let (first, otherwise, all) = work(None, 1_000_000);
        assert_eq!((first.answer, otherwise), (Answer::Ko, Answer::Lives));
        let (kept, otherwise, spent) = work(Some((Answer::Ko, Answer::NotFinished)), 1_000_000);
        assert_eq!((kept.answer, otherwise), (Answer::Ko, Answer::Lives));
        assert_eq!(spent, all - first.nodes);
        let (first, kept, spent) = work(Some((Answer::NotFinished, Answer::Lives)), 10_000);
        assert_eq!(kept, Answer::Lives);
        assert_eq!(spent, first.nodes);
    }
}
