//! The kos that are left open.

use super::input::JudgeInput;
use crate::analysis::{Doubt, DoubtKind};
use crate::go::{Color, PointSet};
use crate::replay::Ending;

/// Whether both players passed and left nothing open but kos.
pub(super) fn are_all_that_is_left(input: &JudgeInput) -> bool {
    let doubts = &input.game.analysis.doubts;
    let is_ko = |doubt: &Doubt| doubt.kind == DoubtKind::Ko;
    input.ending == Ending::TwoPasses && !doubts.is_empty() && doubts.iter().all(is_ko)
}

/// The sides that can take the stones of the kos that are left open, one for each stone.
pub(super) fn takers(input: &JudgeInput) -> Vec<Color> {
    let board = input.game.position.board();
    let doubts = input.game.analysis.doubts.iter();
    let kos = doubts.filter(|doubt| doubt.kind == DoubtKind::Ko);
    let points: PointSet = kos.map(|doubt| doubt.points).collect();
    let stones = points.iter().filter(|&point| board.is_in_ko(point));
    let owners = stones.filter_map(|stone| board.get(stone).color());
    owners.map(|owner| !owner).collect()
}
