//! Problems as books print them: an open board with stones in a corner or on a side, no walls
//! drawn.
//!
//! Several readings of a diagram are tried (`setting`): whose group it is about, and how far play
//! goes: near the group at first, then all over the inside, then on through the gaps. The
//! one that was meant is mostly the one in which little work shows that it matters who plays
//! first.

mod around;
mod choice;
mod diagram;
mod inside;
mod reading;
mod setting;

use super::{Outside, Solver};
use crate::analysis::Canonical;
pub use diagram::{Diagram, Gain, Solved, Wish};
pub use setting::Setting;

/// Solves a diagram: of its readings the first in which it matters who plays first; `None` where
/// no group is shut in. A diagram that is turned, mirrored, or the same with colours exchanged, is
/// solved in the same way: it is looked at from one of eight sides, the player as Black.
pub fn solve(diagram: &Diagram, solver: &mut Solver) -> Option<Solved> {
    let canonical = Canonical::of(diagram.board, diagram.player);
    let board = canonical.board(diagram.board);
    let turned = Diagram {
        board: &board,
        player: canonical.color(diagram.player),
        stone: diagram.stone.map(|point| canonical.point(point)),
        ..*diagram
    };
    solver.forget();
    let found = choice::solve(&turned, solver)?;
    let back = canonical.back();
    let mut first = found.first;
    first.plays = first.plays.into_iter().map(|p| back.point(p)).collect();
    first.plays.sort_unstable();
    let line = first.outcome.line.iter();
    first.outcome.line = line.map(|m| m.map(|p| back.point(p))).collect();
    Some(Solved {
        setting: Setting {
            defender: back.color(found.setting.defender),
            area: back.set(&found.setting.area),
            group: back.set(&found.setting.group),
            target: back.set(&found.setting.target),
            beyond: match found.setting.beyond {
                Outside::Wall(color) => Outside::Wall(back.color(color)),
                Outside::Ground(color) => Outside::Ground(back.color(color)),
                Outside::Open => Outside::Open,
            },
            ..found.setting
        },
        first,
        ..found
    })
}
