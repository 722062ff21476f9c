//! Statuses held against each other: who is dead was taken by somebody who lives.
//!
//! An estimate tells every chain by itself, and can call a stone dead, or leave it open, among
//! opponents who are all dead. Nobody is left to take it: it lives.
//!
//! Not promised: that the opponents are dead. What is told of them is taken as it is.

use super::{ChainStatus, Evidence, Life};
use crate::go::{Board, Color, PointSet};

/// Lets chains live that no living opponent can reach.
pub(super) fn free(board: &Board, statuses: &mut [ChainStatus]) {
    for color in Color::BOTH {
        let stones = |which: &dyn Fn(&ChainStatus) -> bool, statuses: &[ChainStatus]| {
            let chains = statuses.iter().filter(|chain| which(chain));
            chains.map(|chain| chain.stones).collect::<PointSet>()
        };
        let is_open = |chain: &ChainStatus| {
            let is_told = chain.life == Life::Alive || chain.life == Life::Seki;
            chain.color == color && !is_told && chain.evidence == Evidence::Estimated
        };
        let may_take = |chain: &ChainStatus| chain.color != color && chain.life != Life::Dead;
        let foe = stones(&may_take, statuses);
        let wall = stones(&|chain| chain.color == color && !is_open(chain), statuses);
        let all: PointSet = board.size().points().collect();
        for piece in all.difference(&foe).difference(&wall).pieces() {
            if piece.touches(&foe) {
                continue;
            }
            let is_freed =
                |chain: &&mut ChainStatus| is_open(chain) && chain.stones.is_subset(&piece);
            for chain in statuses.iter_mut().filter(is_freed) {
                chain.life = Life::Alive;
                chain.likely = Life::Alive;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Point, diagram};

    const BOARD: &str = "
        O X . X O
        X X X X O
        O O O O O
        . . . . .
        . . . . .";

    /// The corner stone lies among black stones; what is said of these decides.
    fn corner(black: Life) -> Life {
        let board = diagram::parse(BOARD).expect("a board");
        let status = |x, y, life| {
            let point = Point::new(x, y);
            ChainStatus {
                color: board.get(point).color().expect("a stone"),
                stones: board.chain(point).collect(),
                liberties: board.liberties(point),
                life,
                likely: Life::Dead,
                evidence: Evidence::Estimated,
                probability: 0.5,
            }
        };
        let mut statuses = [
            status(0, 0, Life::Unsettled),
            status(1, 0, black),
            status(4, 0, Life::Alive),
        ];
        free(&board, &mut statuses);
        statuses[0].life
    }

    #[test]
    fn nobody_is_left_to_take_it() {
        assert_eq!(corner(Life::Dead), Life::Alive);
        assert_eq!(corner(Life::Alive), Life::Unsettled);
        assert_eq!(corner(Life::Unsettled), Life::Unsettled);
    }
}
