//! Under the stones: what is taken back where stones were taken.
//!
//! Stones in atari that playouts call dead may stand so that whoever takes them is taken in turn, by a play where they
//! stood ("three points without capturing" is the best known shape). Playouts take, and hardly ever find that play: such
//! stones are left open.
//!
//! Not promised: that they live. Who begins, and what else is threatened, is not looked at.

use crate::analysis::{ChainStatus, Evidence, Life};
use crate::go::{Board, Color, Point, PointSet, SuicideRule};

/// The fewest stones under which others are taken.
const FEWEST: usize = 3;
/// The fewest stones that are taken back: a single one is a ko or an eye.
const TAKEN_BACK: usize = 2;

/// Leaves stones open that are taken back once they are taken. Returns them.
pub(in crate::analysis) fn doubt(board: &Board, statuses: &mut [ChainStatus]) -> PointSet {
    let mut doubted = PointSet::EMPTY;
    for status in statuses.iter_mut() {
        let is_told = status.life() == Life::Dead && status.evidence() == Evidence::Estimated;
        if is_told && is_taken_back(board, status) {
            status.leave_open();
            doubted |= status.stones;
        }
    }
    doubted
}

/// Whether stones are in atari and their owner, once they are taken, has a play where they stood after which he takes
/// whatever the other side answers.
fn is_taken_back(board: &Board, status: &ChainStatus) -> bool {
    let Some(last) = status.liberties.first() else {
        return false;
    };
    if status.liberties.len() > 1 || status.stones.len() < FEWEST {
        return false;
    }
    let (owner, taker) = (status.color, !status.color);
    if !board.is_legal(last, taker, SuicideRule::Forbidden) {
        return false;
    }
    let mut taken = board.clone();
    taken.play(last, taker);
    let ground = status.stones;
    ground.iter().any(|point| {
        if !taken.is_legal(point, owner, SuicideRule::Forbidden) {
            return false;
        }
        let mut back = taken.clone();
        back.play(point, owner);
        let heads = hanging(&back, &ground, taker);
        !heads.is_empty() && !can_be_saved(&back, &ground, &heads, point, taker)
    })
}

/// The chains of a side beside or on this ground that can be taken at once, by their heads.
fn hanging(board: &Board, ground: &PointSet, taker: Color) -> Vec<Point> {
    let near = *ground | ground.beside();
    let stones = near.iter().filter(|&point| board.get(point).is(taker));
    let mut heads: Vec<Point> = stones.map(|stone| board.head(stone)).collect();
    heads.sort_unstable();
    heads.dedup();
    heads.retain(|&head| {
        let at = board.atari(head);
        board.chain_len(head) >= TAKEN_BACK
            && at.is_some_and(|at| board.is_legal(at, !taker, SuicideRule::Forbidden))
    });
    heads
}

/// Whether nothing hangs any more after some answer of the taker: a play on the ground, at the last liberty of what hangs, or
/// where the stone just played has its liberties.
fn can_be_saved(
    board: &Board,
    ground: &PointSet,
    heads: &[Point],
    played: Point,
    taker: Color,
) -> bool {
    let last = heads.iter().filter_map(|&head| board.atari(head));
    let beside_played = board.liberties(played);
    let open = board.empty_points().filter(|&point| ground.contains(point));
    let answers: PointSet = last.chain(beside_played.iter()).chain(open).collect();
    answers.iter().any(|answer| {
        board.is_legal(answer, taker, SuicideRule::Forbidden) && {
            let mut after = board.clone();
            after.play(answer, taker);
            hanging(&after, ground, taker).is_empty()
        }
    })
}
