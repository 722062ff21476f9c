//! What must still be filled: where the opponent, playing first, takes stones that live.
//!
//! As the neutral points are taken, chains have fewer liberties, and a cut or an atari that meant
//! nothing before may take stones. The owner adds a stone then, which costs a point of territory: later
//! one stone may be too few.
//! Found by a search of forcing plays: the attacker takes liberties of chains that have few, the
//! owner extends, takes what attacks, or leaves it.
//!
//! Guaranteed: what is found takes stones, whatever of these answers is given. Not promised: that
//! there is no better answer, or no other attack.

use super::stand::Stand;
use crate::go::{Board, Color, Point, PointSet, SuicideRule};

/// Plays of the attacker in a line.
const DEPTH: u8 = 3;
/// Positions that may be looked at each time.
const NODES: usize = 1_000;
/// A chain with more liberties is not attacked.
const FEW: usize = 2;
/// How far from its first play an attack goes.
const REACH: i32 = 3;

/// The point that a side must fill, if there is one, and if one play is enough.
pub(super) fn point_to_fill(stand: &Stand, owner: Color) -> Option<Point> {
    let stones: PointSet = stand.board.stones(owner).collect();
    let kept = stones - stand.dead - stand.seki - stand.proved[owner];
    let mut attack = Attack {
        owner,
        kept,
        near: PointSet::EMPTY,
        left: NODES,
    };
    let mut board = stand.board.clone();
    board.set_ko(None);
    let all = board.points();
    for first in attack.targets(&board, &all).iter() {
        attack.near = all
            .iter()
            .filter(|&p| distance(p, first) <= REACH)
            .collect();
        // A stone alone may be left in atari.
        let takes_several = attack.taken(&board).any(|stones| stones > 1);
        if !takes_several && !attack.succeeds_at(&board, first, DEPTH) {
            continue;
        }
        let own = stand.land().surrounded[owner];
        let mut answers: Vec<Point> = attack.near.iter().collect();
        answers.retain(|&p| board.is_legal(p, owner, SuicideRule::Forbidden));
        answers.sort_by_key(|&p| (own.contains(p), distance(p, first), p));
        let holds = |&p: &Point| {
            let mut after = board.clone();
            after.play(p, owner);
            after.set_ko(None);
            !attack.succeeds(&after, DEPTH) && attack.left > 0
        };
        if let Some(answer) = answers.into_iter().find(holds) {
            return Some(answer);
        }
    }
    None
}

fn distance(a: Point, b: Point) -> i32 {
    let x = i32::from(a.x()) - i32::from(b.x());
    let y = i32::from(a.y()) - i32::from(b.y());
    x.abs().max(y.abs())
}

struct Attack {
    owner: Color,
    /// Stones that must not be taken.
    kept: PointSet,
    /// Where is played.
    near: PointSet,
    left: usize,
}

impl Attack {
    /// The liberties of the chains to keep that have few.
    fn targets(&self, board: &Board, within: &PointSet) -> PointSet {
        let heads = self.weak(board, within, FEW);
        heads.iter().map(|&stone| board.liberties(stone)).collect()
    }

    /// A stone of each chain to keep that has so many liberties at most.
    fn weak(&self, board: &Board, within: &PointSet, most: usize) -> Vec<Point> {
        let mut heads = Vec::new();
        let mut found = Vec::new();
        for stone in (self.kept & *within).iter() {
            if !board.get(stone).is(self.owner) || heads.contains(&board.head(stone)) {
                continue;
            }
            heads.push(board.head(stone));
            if board.liberty_count(stone) <= most {
                found.push(stone);
            }
        }
        found
    }

    /// Whether the attacker, to play, takes a chain to keep.
    fn succeeds(&mut self, board: &Board, depth: u8) -> bool {
        let near = self.near;
        if self.taken(board).next().is_some() {
            return true;
        }
        if depth == 0 || self.left == 0 {
            return false;
        }
        let plays = self.targets(board, &near) & near;
        plays.iter().any(|p| self.succeeds_at(board, p, depth))
    }

    /// For each chain to keep that can be taken at once, and not only by a ko, how many stones that takes.
    fn taken(&self, board: &Board) -> impl Iterator<Item = u16> {
        let weak = self.weak(board, &self.near, 1).into_iter();
        weak.filter_map(|stone| {
            let last = board.atari(stone)?;
            if !board.is_legal(last, !self.owner, SuicideRule::Forbidden) {
                return None;
            }
            let mut after = board.clone();
            let played = after.play(last, !self.owner);
            let is_lost = played.captured > 1 || after.liberty_count(last) > 1;
            is_lost.then_some(played.captured)
        })
    }

    /// Whether the attacker succeeds by playing there.
    fn succeeds_at(&mut self, board: &Board, first: Point, depth: u8) -> bool {
        let attacker = !self.owner;
        if self.left == 0 || !board.is_legal(first, attacker, SuicideRule::Forbidden) {
            return false;
        }
        self.left -= 1;
        let mut after = board.clone();
        after.play(first, attacker);
        let mut answers = PointSet::EMPTY;
        for stone in self.weak(&after, &self.near, 2) {
            answers |= after.liberties(stone);
            for enemy in after.chain(stone).collect::<PointSet>().beside().iter() {
                if after.get(enemy).is(attacker) {
                    answers.extend(after.atari(enemy));
                }
            }
        }
        if after.get(first).is(attacker) && after.liberty_count(first) <= FEW {
            answers |= after.liberties(first);
        }
        // To leave it is an answer, too.
        let mut left = after.clone();
        left.pass();
        if !self.succeeds(&left, depth - 1) {
            return false;
        }
        answers.iter().all(|p| {
            if !after.is_legal(p, self.owner, SuicideRule::Forbidden) {
                return true;
            }
            let mut then = after.clone();
            then.play(p, self.owner);
            self.succeeds(&then, depth - 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{PlayCounts, diagram};

    fn stand(text: &str) -> Stand {
        Stand {
            board: diagram::parse(text).expect("a board"),
            to_move: Color::White,
            counts: PlayCounts::default(),
            moves: Vec::new(),
            dead: PointSet::EMPTY,
            seki: PointSet::EMPTY,
            frozen: PointSet::EMPTY,
            proved: Default::default(),
            weak: PointSet::EMPTY,
            idle: Default::default(),
            first: PointSet::EMPTY,
            barred: PointSet::EMPTY,
            has_taken_a_ko: false,
            loses_kos: None,
            touched: PointSet::EMPTY,
            hot: PointSet::EMPTY,
        }
    }

    /// White cuts inside, and takes the stones above or those on the right.
    const OPEN: &str = "
        .........
        OOOOOOOO.
        OOOOXXOO.
        XXXX..XO.
        .X.X..XO.
        XXXXXXOO.";

    #[test]
    fn a_cut_that_takes_stones_is_filled_and_then_nothing_is_left() {
        let mut stand = stand(OPEN);
        let point = point_to_fill(&stand, Color::Black).expect("something to fill");
        assert_eq!(point_to_fill(&stand, Color::White), None);
        stand.board.play(point, Color::Black);
        assert_eq!(point_to_fill(&stand, Color::Black), None, "{point:?}");
    }

    /// White takes two stones at once, at the point that joins them to the others.
    #[test]
    fn what_is_in_atari_is_filled() {
        let mut stand = stand(
            ".........
             OOOOOOOOO
             OXX.OOOOO
             OOOXXXXXX
             XXXX.X.XX
             .X.XXXXX.",
        );
        let point = Point::new(3, 2);
        assert_eq!(point_to_fill(&stand, Color::Black), Some(point));
        stand.board.play(point, Color::Black);
        assert_eq!(point_to_fill(&stand, Color::Black), None);
    }

    #[test]
    fn stones_that_hold_together_need_nothing() {
        let whole = OPEN.replace("OOOOXX", "OOOXXX");
        assert_eq!(point_to_fill(&stand(&whole), Color::Black), None);
    }

    #[test]
    fn stones_that_are_dead_or_in_seki_are_not_kept() {
        let mut stand = stand(OPEN);
        stand.dead = stand.board.stones(Color::Black).collect();
        assert_eq!(point_to_fill(&stand, Color::Black), None);
    }
}
