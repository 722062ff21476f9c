//! Problems as books print them: an open board with stones in a corner or on a side, no walls
//! drawn.
//!
//! Several readings of a diagram are tried (`setting`): whose group it is about, and how far play
//! goes: near the group at first, then all over the inside, then on through the gaps. The
//! one that was meant is mostly the one in which little work shows that it matters who plays
//! first.

mod choice;
mod diagram;
mod reading;
mod setting;

use super::{Outside, Solver};
use crate::go::board::zobrist;
use crate::go::{Board, Cell, Color, Point, PointSet, Symmetry};
pub use diagram::{Diagram, Gain, Solved};
pub use setting::Setting;

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
    solver.forget();
    let found = choice::solve(&turned, solver)?;
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
            group: set_back(found.setting.group),
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
