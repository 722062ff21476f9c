//! Which of several plays that are worth the same comes first.
//!
//! A value by temperature says nothing between two neutral points, or two ways to end a region: but
//! what must be filled in the end hangs on them. Players begin where a stone stands well and one of
//! the other side would not.

use super::stand::Stand;
use crate::go::{Board, Color, Point, SuicideRule};

/// More liberties than these make no difference. 4 to 6 do as well, 3 worse.
const ENOUGH: i32 = 4;
/// Where a side cannot play.
const NOT_LEGAL: i32 = -20;

/// How much better a stone of the side to play would stand at a point than one of the other side. Of
/// 10,743 professional records that are played on or undecidable, 6,535 agree with it and 5,905 with the
/// first of equals; without the other side's part 6,487, with liberties alone 6,276.
pub(super) fn ease(stand: &Stand, point: Point) -> i32 {
    standing(stand, point, stand.to_move) - standing(stand, point, !stand.to_move)
}

/// The liberties of a stone put there, and as many again as the weakest chain that it joins gains by
/// it.
fn standing(stand: &Stand, point: Point, color: Color) -> i32 {
    let board = &stand.board;
    if !board.is_legal(point, color, SuicideRule::Forbidden) {
        return NOT_LEGAL;
    }
    let liberties = |board: &Board, stone: Point| ENOUGH.min(board.liberty_count(stone) as i32);
    let joined = point.neighbors().into_iter();
    let joined = joined.filter(|&p| board.get(p).is(color) && !stand.dead.contains(p));
    let before = joined.map(|stone| liberties(board, stone)).min();
    let mut after = board.clone();
    after.play(point, color);
    let own = liberties(&after, point);
    own + own - before.unwrap_or(ENOUGH)
}
