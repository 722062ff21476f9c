//! Sekis that playouts take for dead stones.
//!
//! Players at random put stones of their own into atari where nothing else is left, and whoever surrounds the other hardly ever
//! loses by it. So a chain that is dead by an estimate, and of which a liberty cannot be filled without such an atari, is put
//! to a search of the small area in which it stands.
//!
//! Not promised: that every such seki is found; and the walls around are estimated, so what is found is an estimate, too.

use crate::analysis::problem::{Answer, Problem};
use crate::analysis::solver;
use crate::analysis::{ChainStatus, Evidence, Life};
use crate::go::{Board, Point, PointSet, SuicideRule};

/// The fewest stones of a chain that is asked for, and of those that are in atari once its liberty is filled: fewer are put
/// into eyes.
const FEWEST: usize = 3;

/// Positions for each question.
const POSITIONS: u64 = 3_000;

/// Where they stand.
pub(in crate::analysis) struct TakenForDead<'a, F> {
    pub board: &'a Board,
    pub suicide: SuicideRule,
    /// The small area around stones, between what is thought to live.
    pub area_of: F,
}

impl<F: Fn(&PointSet, &[ChainStatus]) -> Option<PointSet>> TakenForDead<'_, F> {
    /// Tells the chains that stay in a seki, whoever plays first.
    pub fn tell(&self, statuses: &mut [ChainStatus]) {
        let is_seki = |status: &ChainStatus| {
            status.life() == Life::Dead
                && status.evidence() == Evidence::Estimated
                && status.stones.len() >= FEWEST
                && self.costs_to_attack(status)
                && self.stays_in_seki(status, statuses)
        };
        let told: Vec<bool> = statuses.iter().map(is_seki).collect();
        let told = statuses.iter_mut().zip(told);
        for (status, _) in told.filter(|(_, is_seki)| *is_seki) {
            status.tell(Life::Seki, Evidence::Estimated);
        }
    }

    /// Whether a liberty of the chain cannot be filled by the other side, or leaves stones of that side beside the chain
    /// where they can be taken.
    fn costs_to_attack(&self, status: &ChainStatus) -> bool {
        let attacker = !status.color;
        let beside = status.stones.beside();
        let costs = |at: Point| {
            if !self.board.is_legal(at, attacker, self.suicide) {
                return true;
            }
            let mut after = self.board.clone();
            after.play(at, attacker);
            let hangs = |stone: Point| {
                let last = after.atari(stone);
                after.chain_len(stone) >= FEWEST
                    && last.is_some_and(|last| after.is_legal(last, status.color, self.suicide))
            };
            let is_its = |stone: &Point| self.board.get(*stone).is(attacker);
            beside.iter().filter(is_its).any(hangs)
        };
        status.liberties.iter().any(costs)
    }

    fn stays_in_seki(&self, status: &ChainStatus, statuses: &[ChainStatus]) -> bool {
        (self.area_of)(&status.stones, statuses).is_some_and(|area| {
            [!status.color, status.color].into_iter().all(|first| {
                let problem = Problem {
                    board: self.board,
                    area: &area,
                    target: &status.stones,
                    first,
                    suicide: self.suicide,
                };
                solver::solve(&problem, POSITIONS) == Answer::Seki
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, diagram};

    /// Black's four stones at the bottom share a liberty with each of the two white chains around them, and these have
    /// the eye at F3 in common: whoever fills a liberty is taken.
    const EYE_OF_TWO_CHAINS: &str = "
        . . . O . . . . .
        O O O O O O O O O
        X X X X X X X X X
        . . X . . . X . .
        X X . X X X X . .
        . X X X O O X X .
        X X X O O . O X X
        X O O O X O O O X
        X O . X X X . O X";

    /// What becomes of the four stones, which an estimate called dead.
    fn told(text: &str) -> Life {
        let board = diagram::parse(text).expect("a board");
        let stone = Point::new(4, 7);
        let stones: PointSet = board.chain(stone).collect();
        let mut status = ChainStatus::open(Color::Black, stones, board.liberties(stone));
        status.tell(Life::Dead, Evidence::Estimated);
        let around: PointSet = board.stones(Color::Black).collect();
        let around = around - stones;
        let taken_for_dead = TakenForDead {
            board: &board,
            suicide: SuicideRule::Forbidden,
            area_of: |stones: &PointSet, _: &[ChainStatus]| {
                let mut pieces = (board.points() - around).pieces().into_iter();
                pieces.find(|piece| stones.is_subset(piece))
            },
        };
        let mut statuses = [status];
        taken_for_dead.tell(&mut statuses);
        statuses[0].life()
    }

    #[test]
    fn stones_that_cost_too_much_to_take_are_in_seki() {
        assert_eq!(told(EYE_OF_TWO_CHAINS), Life::Seki);
    }

    #[test]
    fn stones_beside_an_eye_of_its_own_are_dead() {
        let mut rows: Vec<&str> = EYE_OF_TWO_CHAINS.trim().lines().collect();
        rows.truncate(7);
        rows.extend(["O O O O X O O O X", ". O . X X X . O X"]);
        assert_eq!(told(&rows.join("\n")), Life::Dead);
    }
}
