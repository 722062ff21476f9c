//! Whose every point will be at the end, as a small convolutional network says.
//!
//! Three classes a point: nobody's, Black's, White's. It was trained on the ends of
//! scored games (see `training/` and docs/network.md), with statuses hidden, to complete what is
//! known of a board; alone it is weaker than the rest of the analysis.
//!
//! Not promised: that it is right. What it says is an estimate, with a chance measured on games that
//! it was not trained on (see `by_network`).

use crate::analysis::{Benson, ChainStatus, Life};
use crate::go::{Board, Color, OpenRegion, Point, PointSet, Size, SuicideRule};
use crate::network::{Network, ONE, chances};
use std::sync::LazyLock;

/// Input planes; `training/data.py` lists them.
const PLANES: usize = 20;
/// Its channels.
const CHANNELS: usize = 32;

static NETWORK: LazyLock<Network<PLANES, 3, { CHANNELS / 4 }>> =
    LazyLock::new(|| Network::read(include_bytes!("owners.bin")).expect("the network's weights"));

/// Chances, of 65,536, that a point will be nobody's, Black's and White's at the end.
pub(in crate::analysis) struct Owners {
    size: Size,
    chances: Vec<[i32; 3]>,
}

impl Owners {
    /// What the network says of a board of which these statuses are known.
    pub fn of(board: &Board, benson: &Benson, known: &[ChainStatus]) -> Owners {
        let size = board.size();
        let logits = NETWORK.run(&planes(board, benson, known), size);
        Owners {
            size,
            chances: logits.iter().map(chances).collect(),
        }
    }

    /// The colour's chance of a point less the opponent's, of 65,536.
    pub fn balance(&self, point: Point, color: Color) -> i32 {
        let chances = self.chances[self.size.place(point)];
        (chances[1] - chances[2]) * color.sign()
    }
}

/// The planes, a row of channels for each point.
fn planes(board: &Board, benson: &Benson, known: &[ChainStatus]) -> Vec<[i16; PLANES]> {
    let size = board.size();
    let mut planes = vec![[0; PLANES]; size.area()];
    let mut set = |point: Point, plane: usize| {
        planes[size.place(point)][plane] = ONE;
    };
    let pass_alive = benson.stones(board, SuicideRule::Forbidden);
    for chain in known {
        let c = chain.color.index();
        let told = match chain.life() {
            Life::Alive => Some(15 + c),
            Life::Dead => Some(17 + c),
            Life::Seki => Some(19),
            Life::Unsettled => None,
        };
        let liberties = chain.liberties.len().clamp(1, 4);
        for stone in chain.stones.iter() {
            set(stone, 4 * c + liberties);
            if let Some(plane) = told {
                set(stone, plane);
            }
            if pass_alive[chain.color].contains(stone) {
                set(stone, 9 + c);
            }
        }
    }
    for region in OpenRegion::all(board, &board.standing(&PointSet::EMPTY)) {
        let Some(owner) = region.owner() else {
            continue;
        };
        for point in region.points.iter() {
            set(point, 13 + owner.index());
            if region.points.len() == 1 {
                set(point, 11 + owner.index());
            }
        }
    }
    for point in size.points() {
        set(point, 0);
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    /// Chances that `training/export.py` computed for the same board with its own integers.
    #[test]
    fn it_computes_what_the_trainer_computed() {
        for case in include_str!("owners-cases.txt").split("\n\n") {
            let (rows, sums) = case.split_once("--\n").expect("a board and sums");
            let board = diagram::parse(rows).expect("a board");
            let benson = Benson::new(&board);
            let chains: Vec<ChainStatus> = benson
                .chains
                .list()
                .iter()
                .map(|chain| {
                    let stones = board.chain(chain.first).collect();
                    ChainStatus::open(chain.color, stones, board.liberties(chain.first))
                })
                .collect();
            let mut planes = planes(&board, &benson, &chains);
            // The trainer's cases are made without Benson's algorithm.
            for row in &mut planes {
                row[9..11].fill(0);
            }
            let logits = NETWORK.run(&planes, board.size());
            let found: Vec<String> = logits
                .iter()
                .map(|l| format!("{} {} {}", l[0], l[1], l[2]))
                .collect();
            assert_eq!(found, sums.lines().collect::<Vec<_>>());
        }
    }
}
