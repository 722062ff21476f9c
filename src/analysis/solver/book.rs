//! Problems as books print them: an open board with stones in a corner or on a side, no walls
//! drawn. What a reader sees at once is found here: whose group is shut in, and where play is.
//!
//! A colour's stones are closed up: gaps between them of up to a few points count as shut. What is
//! then cut off from the rest of the board is the inside; the group in it is what the problem is
//! about. Through the gaps, play goes on a few points further (the margin). A stone of the
//! attacker that has a liberty beyond all this is a wall; the others can be taken. Beyond the
//! margin everything counts as safe stones of the attacker.
//!
//! Not promised: that this is what the author meant. [`settings`] gives several readings, the
//! likeliest first.

use super::{MOST_POINTS, Outside, Solver};
use crate::analysis::reading::around::{Enclosure, enclosures};
use crate::analysis::reading::{Answer, Outcome, Problem};
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
    /// How wide the gaps are that were taken for shut.
    pub gap: usize,
    /// What an empty point beyond the area is taken for.
    pub beyond: Outside,
}

/// Gaps that are looked at, in points to either side of a stone.
const GAPS: std::ops::RangeInclusive<usize> = 0..=4;

/// The readings of a diagram, the likeliest first. `margin` is how far play goes on through gaps.
pub fn settings(board: &Board, margin: usize) -> Vec<Setting> {
    let mut found: Vec<Setting> = Vec::new();
    for defender in Color::BOTH {
        for gap in GAPS {
            for setting in shut_in(board, defender, gap, margin) {
                let known = |s: &Setting| {
                    s.defender == setting.defender && setting.target.intersects(&s.target)
                };
                if !found.iter().any(known) {
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
    /// What becomes of the group if the player begins.
    pub outcome: Outcome,
    /// What becomes of it if the other side does.
    pub otherwise: Answer,
    /// Every first play that was found to get as much; where the outcome is not known, the one that
    /// looked best so far.
    pub plays: Vec<Point>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Solved {
    /// What the player gets.
    pub fn gain(&self, player: Color) -> Gain {
        Gain::of(self.outcome.answer, player == self.setting.defender)
    }
}

/// How far play goes on through gaps: a little, and further where nothing came of that.
const MARGINS: [usize; 2] = [1, 3];
/// Readings of a diagram that are tried for each margin.
const READINGS: usize = 4;
/// First plays that are few for a problem.
const FEW: usize = 2;
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
    let mut plays: Vec<Point> = found.plays.iter().map(|&p| back(p)).collect();
    plays.sort_unstable();
    Some(Solved {
        setting: Setting {
            defender: color(found.setting.defender),
            area: set_back(found.setting.area),
            target: set_back(found.setting.target),
            gap: found.setting.gap,
            beyond: match found.setting.beyond {
                Outside::Wall(c) => Outside::Wall(color(c)),
                Outside::Open => Outside::Open,
            },
        },
        outcome: Outcome {
            line: found.outcome.line.iter().map(|m| m.map(back)).collect(),
            ..found.outcome
        },
        plays,
        ..found
    })
}

fn solve_turned(diagram: &Diagram, solver: &mut Solver) -> Option<Solved> {
    let named = |s: &Setting| diagram.stone.is_none_or(|p| s.target.contains(p));
    let mut found: Vec<Setting> = Vec::new();
    for margin in MARGINS {
        let settings = settings(diagram.board, margin).into_iter();
        for setting in settings.filter(named).take(READINGS) {
            if !found.contains(&setting) {
                found.push(setting);
            }
        }
    }
    if found.is_empty() {
        // A board without an open part: the walls are drawn.
        let named = |e: &Enclosure| diagram.stone.is_none_or(|p| e.target.contains(p));
        let walled = enclosures(diagram.board).into_iter().find(named);
        found.extend(walled.map(|walled| Setting {
            defender: walled.defender,
            area: walled.area,
            target: walled.target,
            gap: 0,
            beyond: Outside::Open,
        }));
    }
    let all = solver.node_cap;
    let mut read: Vec<Option<Solved>> = vec![None; found.len()];
    let mut nodes = 0;
    // All readings with little work, then with more: the one that was meant is mostly the one in
    // which little work shows that it matters who plays first.
    for share in SHARES {
        for (setting, known) in found.iter().zip(&mut read) {
            let is_open = |s: &Solved| {
                s.outcome.answer == Answer::NotFinished
                    || s.otherwise == Answer::NotFinished && s.gain(diagram.player) > Gain::Failure
            };
            if known.as_ref().is_some_and(|s| !is_open(s)) {
                continue;
            }
            solver.node_cap = (all / share).min(all.saturating_sub(nodes));
            if solver.node_cap < all / 100 {
                continue;
            }
            let solved = self::read(diagram, setting.clone(), solver);
            nodes += solved.nodes;
            let is_worse = |s: &Solved| worth(s, diagram.player) > worth(&solved, diagram.player);
            if !known.as_ref().is_some_and(is_worse) {
                *known = Some(solved);
            }
        }
        let solved = read.iter().flatten();
        // Of readings in which it matters the one with fewest right plays. Many right plays are a
        // sign of another reading as long as it is not known what the other side would get.
        let clear = solved.filter(|s| match worth(s, diagram.player) {
            4 => true,
            3 => s.plays.len() <= FEW,
            _ => false,
        });
        let best = clear.min_by_key(|s| (s.gain(diagram.player) == Gain::Ko, s.plays.len().max(1)));
        if let Some(best) = best {
            solver.node_cap = all;
            return Some(Solved {
                nodes,
                ..best.clone()
            });
        }
    }
    solver.node_cap = all;
    let mut best: Option<Solved> = None;
    for solved in read.into_iter().flatten() {
        let is_better = |b: &Solved| worth(b, diagram.player) < worth(&solved, diagram.player);
        if best.as_ref().is_none_or(is_better) {
            best = Some(solved);
        }
    }
    best.map(|solved| Solved { nodes, ..solved })
}

/// How likely a reading is what the author meant: 4 where it matters who plays first, 3 where it
/// is not known what the other side would get, 2 where it is not known what the player gets, 1 where the player gets what he wants whoever begins, 0 where he gets nothing.
fn worth(solved: &Solved, player: Color) -> u8 {
    match solved.gain(player) {
        Gain::Unknown => 2,
        Gain::Failure => 0,
        _ if solved.otherwise == solved.outcome.answer => 1,
        _ if solved.otherwise == Answer::NotFinished => 3,
        _ => 4,
    }
}

/// Solves one reading, with what the solver may still spend.
fn read(diagram: &Diagram, setting: Setting, solver: &mut Solver) -> Solved {
    let problem = |first| Problem {
        board: diagram.board,
        area: &setting.area,
        target: &setting.target,
        first,
        suicide: diagram.suicide,
    };
    let around = setting.beyond;
    let all = solver.node_cap;
    // What the player gets comes first; what the other side would get only says whether the
    // reading is a likely one.
    solver.node_cap = all / 2;
    let (outcome, mut plays) = solver.first_plays(&problem(diagram.player), around);
    solver.node_cap = (all.saturating_sub(outcome.nodes)) / 4;
    let other = solver.solve_in(&problem(!diagram.player), around);
    if outcome.answer == Answer::NotFinished {
        plays.extend(outcome.line.first().copied().flatten());
    }
    Solved {
        nodes: outcome.nodes + other.nodes,
        otherwise: other.answer,
        setting,
        outcome,
        plays,
    }
}

/// The groups of a colour that the other shuts in, where gaps of this width count as shut.
fn shut_in(board: &Board, defender: Color, gap: usize, margin: usize) -> Vec<Setting> {
    let all: PointSet = board.size().points().collect();
    let empty: PointSet = board.empty_points().collect();
    let attackers: PointSet = board.stones(!defender).collect();
    let outside = outside(board, &attackers, gap);
    if outside.is_empty() {
        return Vec::new();
    }
    let inside = all.difference(&outside).difference(&attackers);
    let mut found = Vec::new();
    for piece in inside.pieces() {
        let stones: PointSet = board
            .stones(defender)
            .filter(|&p| piece.contains(p))
            .collect();
        let held = stones
            .iter()
            .filter(|&p| !board.liberties(p).intersects(&outside));
        let target: PointSet = held.collect();
        if target.is_empty() {
            continue;
        }
        let mut area = piece;
        for _ in 0..margin {
            area = area.union(&area.beside().intersection(&empty));
        }
        area = with_weak(board, area, !defender);
        if area.len() <= MOST_POINTS {
            found.push(Setting {
                defender,
                area,
                target,
                gap,
                beyond: Outside::Wall(!defender),
            });
        }
    }
    found
}

/// The area with the attacker's chains around it that have no liberty beyond it, and what is
/// connected to them.
fn with_weak(board: &Board, mut area: PointSet, attacker: Color) -> PointSet {
    loop {
        let mut weak = PointSet::EMPTY;
        for stone in area.beside().iter() {
            if board.size().contains(stone)
                && board.get(stone).is(attacker)
                && !area.contains(stone)
                && board.liberties(stone).difference(&area).is_empty()
            {
                weak.extend(board.chain(stone));
            }
        }
        // The defender's stones that touch the area belong to it.
        for stone in area.beside().iter() {
            if board.size().contains(stone)
                && board.get(stone).is(!attacker)
                && board.liberties(stone).difference(&area).is_empty()
            {
                weak.extend(board.chain(stone).filter(|p| !area.contains(*p)));
            }
        }
        if weak.is_empty() {
            return area;
        }
        area = area.union(&weak);
    }
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
