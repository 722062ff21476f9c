//! Whose group a diagram is about, and where play is: what a reader sees at once.
//!
//! A colour's stones are closed up: gaps between them of up to a few points count as shut. What is
//! then cut off from the rest of the board is the inside; the group in it is what the problem is
//! about. A stone of the attacker that has a liberty outside is a wall; the others can be taken.
//! Beyond the reach everything counts as safe stones of the attacker.
//!
//! Not promised: that this is what the author meant. There are several readings, the likeliest
//! first.

use super::super::{MOST_POINTS, Outside};
use super::inside::{
    PRESSED, WallRule, ground, outside, roomy_ground, with_hanging, with_loose_chains,
    with_pockets, with_pressed, with_weak,
};
use crate::go::{Board, Color, Point, PointSet};
use std::cmp::Reverse;

/// One reading of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Whose group.
    pub defender: Color,
    /// Where is played.
    pub area: PointSet,
    /// The group.
    pub group: PointSet,
    /// Its main part, which is what lives or is taken: to save or to take a stone or two of a large
    /// group is not what a diagram asks.
    pub target: PointSet,
    /// No stone of the group has a liberty beyond what is shut in.
    pub is_whole: bool,
    /// How wide the gaps are that were taken for shut.
    pub gap: usize,
    /// What an empty point beyond the area is taken for.
    pub beyond: Outside,
}

impl Setting {
    /// Whether it is about a part of the group of another reading, or about a small group that is mostly
    /// inside a larger one or in its walls.
    pub(super) fn is_aside_of(&self, other: &Setting) -> bool {
        match self.defender == other.defender {
            true => !self.is_whole && other.is_whole && self.is_of_same_group(other),
            false => {
                let part = other.area | other.area.beside();
                let inside = (self.group & part).len();
                2 * inside > self.group.len() && 2 * self.group.len() <= other.group.len()
            }
        }
    }

    /// The same with the rest of the board the defender's: his chains that reach it are safe, and the attacker's
    /// find liberties there only beside his walls. Some steps from the group's stones are inside, so that there is
    /// room to shut it in, and so is what chains of the attacker hang by; first with few steps, then with one more,
    /// as far as these are not too large.
    pub(super) fn unwalled(&self, board: &Board) -> Vec<Setting> {
        let empty: PointSet = board.empty_points().collect();
        let own: PointSet = board.stones(self.defender).collect();
        let with_room = |room| {
            let near = (own & self.area).with_steps(room, &empty);
            let area = with_hanging(board, self.area | near, !self.defender);
            (area.len() <= MOST_POINTS).then(|| Setting {
                area,
                beyond: Outside::Ground(self.defender),
                ..self.clone()
            })
        };
        let mut found: Vec<Setting> = ROOM.filter_map(with_room).collect();
        found.dedup();
        found
    }

    /// The same with the rest of the board the attacker's, so that no stone of the defender has a liberty there; `None`
    /// where that is no other question.
    pub(super) fn walled_in(&self, board: &Board) -> Option<Setting> {
        let beyond = Outside::Wall(!self.defender);
        let area = with_loose_chains(board, self.area, self.defender);
        let empty: PointSet = board.empty_points().collect();
        let is_closed = || !(empty - area).touches(&area);
        let is_same = area == self.area && (self.beyond == beyond || is_closed());
        (!is_same).then(|| Setting {
            area,
            beyond,
            ..self.clone()
        })
    }

    /// Whether stones of the defender that are not looked at stand beside what lies open beyond the area: it may be his.
    pub(super) fn is_contested(&self, board: &Board) -> bool {
        let empty: PointSet = board.empty_points().collect();
        let others: PointSet = board.stones(self.defender).collect();
        let others = others - self.area;
        let beyond = (empty - self.area).pieces();
        let mut open = beyond.iter().filter(|piece| piece.touches(&self.area));
        open.any(|piece| piece.touches(&others))
    }

    /// Whether another reading is about the same group, wholly or in part.
    pub(super) fn is_of_same_group(&self, other: &Setting) -> bool {
        self.defender == other.defender && self.group.intersects(&other.group)
    }

    /// Whether it is about a stone or two of the group of another reading.
    fn is_crumb_of(&self, other: &Setting) -> bool {
        let (few, many) = (self.group.len(), other.group.len());
        other.is_whole && few < SMALL && 3 * few <= many && self.is_of_same_group(other)
    }
}

/// Stones that are few for a group.
const SMALL: usize = 3;

/// How many steps from the group's stones are inside where it is safe once it is further out. With two there is
/// no room to stop a stone on the edge.
const ROOM: std::ops::RangeInclusive<usize> = 2..=3;

/// How far play goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Over the inside; on the ways out so many steps from the group's stones at most.
    Near(usize),
    /// All over the inside, and so many steps on through its gaps.
    Gaps(usize),
}

impl Reach {
    /// Whether some of the ways out, or the gaps, are shut.
    pub fn is_near(self) -> bool {
        matches!(self, Reach::Near(_) | Reach::Gaps(0))
    }

    /// How many steps from the group's stones are inside in any case.
    fn ahead(self) -> usize {
        match self {
            Reach::Near(steps) => steps,
            Reach::Gaps(steps) => NEAREST + steps,
        }
    }

    /// Liberties that are too few for a chain of the attacker to be a wall if none of them is in the
    /// open.
    fn few(self) -> usize {
        match self {
            Reach::Near(_) => 0,
            Reach::Gaps(_) => PRESSED,
        }
    }
}

/// How many steps from the group's stones are inside where play is all over it.
const NEAREST: usize = 4;

/// Gaps that are looked at, in points to either side of a stone.
const GAPS: std::ops::RangeInclusive<usize> = 0..=4;

/// The readings of a diagram, the likeliest first.
pub(super) fn settings(board: &Board, reach: Reach) -> Vec<Setting> {
    likeliest_first(by_gaps(board, reach, WallRule::Safe).0)
}

/// The same where walls in atari can be taken.
pub(super) fn settings_with_atari(board: &Board, reach: Reach) -> Vec<Setting> {
    likeliest_first(by_gaps(board, reach, WallRule::ButInAtari).0)
}

/// Readings with wider gaps than those, that shut in more.
pub(super) fn larger_settings(board: &Board, reach: Reach) -> Vec<Setting> {
    likeliest_first(by_gaps(board, reach, WallRule::Safe).1)
}

/// The readings of a diagram with the narrowest gaps, and those with wider ones.
fn by_gaps(board: &Board, reach: Reach, walls: WallRule) -> (Vec<Setting>, Vec<Setting>) {
    let mut found: Vec<Setting> = Vec::new();
    let mut larger: Vec<Setting> = Vec::new();
    for defender in Color::BOTH {
        for gap in GAPS {
            for setting in shut_in(board, defender, gap, reach, walls) {
                // Narrow gaps may shut in no more than a stone of what is meant.
                found.retain(|s| !s.is_crumb_of(&setting));
                let mut same = found.iter().filter(|s| setting.is_of_same_group(s));
                // The narrowest gap, and the narrowest with which the whole group is shut in.
                if same.clone().next().is_none() || setting.is_whole && !same.any(|s| s.is_whole) {
                    found.push(setting);
                    continue;
                }
                let mut known = found.iter().chain(&larger);
                if setting.is_whole && !known.any(|s| setting.group.is_subset(&s.group)) {
                    larger.push(setting);
                }
            }
        }
    }
    (found, larger)
}

pub(super) fn likeliest_first(mut found: Vec<Setting>) -> Vec<Setting> {
    // A group inside another one's eye is not what a diagram is about.
    found.sort_by_key(|s| {
        (
            s.group.len() < SMALL,
            Reverse(s.group.len() + s.area.len() / 2),
            s.gap,
            s.area.first(),
        )
    });
    found
}

/// The groups of a colour that the other shuts in, where gaps of this width count as shut.
fn shut_in(
    board: &Board,
    defender: Color,
    gap: usize,
    reach: Reach,
    walls: WallRule,
) -> Vec<Setting> {
    let all = board.points();
    let empty: PointSet = board.empty_points().collect();
    let own: PointSet = board.stones(defender).collect();
    let attackers: PointSet = board.stones(!defender).collect();
    let free = empty - ground(&empty, &own, &attackers);
    let open = outside(board, &free, &attackers, gap);
    if open.is_empty() {
        return Vec::new();
    }
    let open = open | roomy_ground(&empty, &attackers, &own);
    let outside = with_pockets(open, &own, &empty, reach.ahead());
    let inside = all - outside - attackers;
    let mut found = Vec::new();
    for piece in inside
        .pieces()
        .iter()
        .filter(|piece| piece.intersects(&own))
    {
        let mut area = *piece;
        if let Reach::Gaps(steps) = reach {
            area = area.with_steps(steps, &empty);
        }
        area = with_weak(board, area, &open, &outside, reach.few());
        let stones = own & area;
        let is_held = |p: &Point| !board.liberties(*p).intersects(&outside);
        let group: PointSet = stones.iter().filter(is_held).collect();
        if group.is_empty() {
            continue;
        }
        if let Reach::Near(steps) = reach {
            let near = stones.with_steps(steps, &area);
            // Only what is on the way out is left away.
            let rest = (area - near).pieces();
            let kept = rest.iter().filter(|piece| !piece.touches(&outside));
            area = kept.fold(near, |all, piece| all | *piece);
        }
        area = with_pressed(board, area, defender, walls);
        if area.len() <= MOST_POINTS {
            found.push(Setting {
                defender,
                area,
                is_whole: group == stones,
                target: main_part(board, &group),
                group,
                gap,
                beyond: Outside::Wall(!defender),
            });
        }
    }
    found
}

/// The chains of a group that are at least half as long as its longest.
pub(super) fn main_part(board: &Board, group: &PointSet) -> PointSet {
    let lengths = group.iter().map(|p| board.chain_len(p));
    let most = lengths.max().unwrap_or(0);
    let is_main = |p: &Point| 2 * board.chain_len(*p) >= most;
    group.iter().filter(is_main).collect()
}

/// What is asked about where a stone of a group is named: its chain, and one after the other those of the group that
/// have two liberties in common with what is gathered so far. What is further away may live without it, or die.
pub(super) fn linked_with(board: &Board, stone: Point, group: &PointSet) -> PointSet {
    let mut linked: PointSet = board.chain(stone).collect();
    let mut liberties = board.liberties(stone);
    loop {
        let shares_two = |p: &Point| (board.liberties(*p) & liberties).len() >= 2;
        let Some(next) = (*group - linked).iter().find(shares_two) else {
            return linked;
        };
        linked.extend(board.chain(next));
        liberties |= board.liberties(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::problem::{Answer, Problem};
    use crate::analysis::solver::Solver;
    use crate::go::{SuicideRule, diagram};

    /// What becomes of the target of a setting.
    fn answer(board: &Board, setting: &Setting, first: Color) -> Answer {
        let problem = Problem {
            board,
            area: &setting.area,
            target: &setting.target,
            first,
            suicide: SuicideRule::Forbidden,
        };
        let mut solver = Solver::new(100_000);
        solver.solve_in(&problem, setting.beyond, 100_000).answer
    }

    /// Play is on the way out at the bottom, not in the corner and the corridor behind Black's wall; and that is
    /// where the wall has its liberties.
    #[test]
    fn what_is_behind_a_wall_is_outside() {
        let board = diagram::parse(
            "
            .............
            .............
            .............
            .............
            .............
            .............
            .............
            .XXXXX.......
            .XOOOX.......
            .XO..OX......
            .X..OOX......
            .XX.O.X......
            .............",
        );
        let board = board.expect("a board");
        let area = |reach| {
            let mut found = settings(&board, reach).into_iter();
            let white = found.find(|s| s.defender == Color::White && s.is_whole);
            white.expect("White's group").area
        };
        let near = area(Reach::Near(2));
        assert!(near.iter().all(|p| p.x() > 1));
        assert!(near.contains(Point::new(3, 12)));
        let further = area(Reach::Gaps(1));
        let corner: PointSet = further.iter().filter(|p| p.x() < 2).collect();
        let empty: PointSet = board.empty_points().collect();
        assert!(!corner.is_empty() && corner.is_subset(&empty));
        assert!(corner.iter().all(|p| p.y() > 8));
    }

    /// With the way out shut White dies; else he gets out at the bottom, if it is his turn, and lives.
    #[test]
    fn who_gets_out_is_safe_where_no_wall_is_beyond() {
        let board = diagram::parse(
            "
            .............
            .............
            .............
            .............
            .............
            .............
            .............
            .............
            .............
            .............
            .XXX.X.......
            .XOO.........
            .XOO.........",
        );
        let board = board.expect("a board");
        let mut found = settings(&board, Reach::Near(2)).into_iter();
        let white = found.find(|s| s.defender == Color::White);
        let walled = white.expect("White's group");
        assert_eq!(answer(&board, &walled, Color::White), Answer::Dies);
        let unwalled = walled.unwalled(&board);
        assert_eq!(unwalled.len(), ROOM.count());
        for unwalled in unwalled {
            assert!(walled.area.is_subset(&unwalled.area));
            assert_eq!(answer(&board, &unwalled, Color::White), Answer::Lives);
            assert_eq!(answer(&board, &unwalled, Color::Black), Answer::Dies);
        }
    }

    /// White's stone at B4 runs to A4, and from there into what is Black's as far as anybody knows: with A3 he
    /// takes it. Only as long as all that is open is safe for both does it get away, and Black's stone die.
    #[test]
    fn the_attackers_stones_find_no_safety_where_none_of_his_stand() {
        let board = diagram::parse(
            "
            ..O...
            .XO...
            .OXX..
            .X....
            ......
            ......",
        );
        let board = board.expect("a board");
        let area = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)];
        let area: PointSet = area.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let target: PointSet = [Point::new(1, 1)].into_iter().collect();
        let with = |beyond| Setting {
            defender: Color::Black,
            area,
            group: target,
            target,
            is_whole: true,
            gap: 0,
            beyond,
        };
        let answer = |beyond| answer(&board, &with(beyond), Color::White);
        assert_eq!(answer(Outside::Open), Answer::Dies);
        assert_eq!(answer(Outside::Ground(Color::Black)), Answer::Lives);
    }

    /// Black's chain of three is the group, and the stone beside it is not.
    #[test]
    fn the_main_part_of_a_group_is_its_long_chains() {
        let board = diagram::parse(
            "
            .....
            .XXX.
            ...O.
            .X.XX
            .....",
        );
        let board = board.expect("a board");
        let black: PointSet = board.stones(Color::Black).collect();
        let lone = board
            .stones(Color::Black)
            .find(|&p| board.chain_len(p) == 1);
        let lone: PointSet = lone.into_iter().collect();
        assert_eq!(main_part(&board, &black), black - lone);
        assert_eq!(main_part(&board, &lone), lone);
    }
}
