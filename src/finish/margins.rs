//! How far a board that was played out may be from the margin of the game, as a small convolutional
//! network says.
//!
//! Playing on misses points that must be filled, plays inside a territory and the order of plays. The
//! network looks at the finished board, with the moves that were added, and gives a chance to each margin
//! near the one that was counted. It was trained on records that stop early, and on finished ones that
//! were cut short (see `training/` and docs/records-that-stop-early.md). It never sees the record.
//!
//! Not promised: that it is right. It was trained on 19x19 boards counted by territory, and is asked about
//! no others.

use super::{FinishedBoard, play_out};
use crate::analysis::Canonical;
use crate::go::{Color, Counting, Point, PointSet, Size};
use crate::network::{Network, ONE, chances};
use crate::score::{Leniency, ScoreInput};
use std::sync::LazyLock;

/// Input planes, in this order (Black's before White's): 0 on the board; 1-4 and 5-8 stones of the finished
/// board with 1, 2, 3, 4 or more liberties; 9, 10 dead ones; 11 alive in seki; 12, 13 stones that were
/// added; 14, 15 territory; 16 points that must be filled; 17 empty where the record ends; 18 points
/// of regions in which there was play; 19, 20 points that were proved where the record ends; 21, 22 all
/// points, of the side to play there; 23 stones that were added first, half of them; 24-26 all points, where
/// the margin is a point, two points or otherwise worse for the side to play if the other side begins; 27 points of
/// regions that are worth a move where the record ends.
const PLANES: usize = 28;
/// How far off a margin may be that has a chance of its own.
const MOST: i32 = 6;
/// Its outputs: the margins, and all others.
const OUTPUTS: usize = 2 * MOST as usize + 2;
/// Its channels.
const CHANNELS: usize = 48;
/// The size of the boards that it knows.
const SIDE: u8 = 19;

/// What the sums over a board are multiplied by before they are divided by its points.
const SCALE: i64 = 16;
/// Logits that are farther apart than these say no more.
const FAR: i64 = 1 << 20;

static NETWORK: LazyLock<Network<PLANES, OUTPUTS, { CHANNELS / 4 }>> =
    LazyLock::new(|| Network::read(include_bytes!("margins.bin")).expect("the network's weights"));

/// The chance, from 0 to 1, that the margin is so many points more for Black than that of the finished board. It
/// is 0 where the network knows no such margin, or no such board.
pub fn chance(
    input: &ScoreInput,
    finish: &FinishedBoard,
    last_ko: Option<Color>,
    more: f64,
) -> f64 {
    if more.fract() != 0.0 || more.abs() > f64::from(MOST) {
        return 0.0;
    }
    let Some((planes, black)) = planes(input, finish, last_ko) else {
        return 0.0;
    };
    let size = input.position.board().size();
    let area = size.area() as i64;
    let logit = |sum: i64| (SCALE * sum / area).clamp(-FAR, FAR) as i32;
    let chances = chances(&sums(&planes, size).map(logit));
    // From 6 points less for the side to play there to 6 more.
    let place = MOST + more as i32 * black.sign();
    f64::from(chances[place as usize]) / 65_536.0
}

/// The outputs of the network, added up over the board.
fn sums(planes: &[[i16; PLANES]], size: Size) -> [i64; OUTPUTS] {
    let mut sums = [0; OUTPUTS];
    for point in NETWORK.run(planes, size) {
        for (sum, output) in sums.iter_mut().zip(point) {
            *sum += i64::from(output);
        }
    }
    sums
}

/// The planes, a row of numbers for each point, and who is Black on them: of a board that is turned, or the
/// same with colours exchanged, they are the same. Nothing where the network does not know such boards. The board is
/// played out for them with the other side first, too; `last_ko` is that of [`play_out`].
pub fn planes(
    input: &ScoreInput,
    finish: &FinishedBoard,
    last_ko: Option<Color>,
) -> Option<(Vec<[i16; PLANES]>, Color)> {
    let (start, board) = (input.position.board(), finish.position.board());
    let size = board.size();
    let is_known = (size.width(), size.height()) == (SIDE, SIDE)
        && input.rules.counting == Counting::Territory;
    if !is_known {
        return None;
    }
    let view = Canonical::of(input.position.board(), input.position.to_move());
    let mut planes = vec![[0; PLANES]; size.area()];
    let mut set = |points: &PointSet, plane: usize| {
        for point in points.iter().map(|point| view.point(point)) {
            planes[size.place(point)][plane] = ONE;
        }
    };
    let all = board.points();
    let ground = &finish.ground;
    set(&all, 0);
    for color in Color::BOTH {
        let c = view.color(color).index();
        let mut rest: PointSet = board.stones(color).collect();
        while let Some(stone) = rest.first() {
            let chain: PointSet = board.chain(stone).collect();
            set(&chain, 4 * c + board.liberties(stone).len().clamp(1, 4));
            rest -= chain;
        }
        let added = |moves: &[(Color, Option<Point>)]| -> PointSet {
            let plays = moves.iter().filter(|(player, _)| *player == color);
            let points = plays.filter_map(|(_, point)| *point);
            points.filter(|&point| board.get(point).is(color)).collect()
        };
        set(&ground.dead[color], 9 + c);
        set(&added(&finish.moves), 12 + c);
        set(&added(&finish.moves[..finish.moves.len() / 2]), 23);
        set(&ground.territory(color, Leniency::STRICT), 14 + c);
        set(&ground.protective[color], 16);
        set(&input.analysis.safe[color], 19 + c);
    }
    set(&ground.seki, 11);
    set(&start.empty_points().collect(), 17);
    set(&finish.touched, 18);
    set(&all, 21 + view.color(input.position.to_move()).index());
    let first = input.position.to_move();
    if let Some(other) = play_out(!first, input, last_ko) {
        match (finish.margins.by_rules - other.margins.by_rules) as i32 * first.sign() {
            0 => {}
            1 => set(&all, 24),
            2 => set(&all, 25),
            _ => set(&all, 26),
        }
    }
    set(&finish.hot, 27);
    Some((planes, view.color(Color::Black)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums that `training/margins.py` computed for the same planes with its own integers.
    #[test]
    fn it_computes_what_the_trainer_computed() {
        for case in include_str!("margins-cases.txt").lines() {
            let mut numbers = case.split(' ').map(|n| n.parse::<i64>().expect("a number"));
            let seed = numbers.next().expect("a seed");
            let drawn = |plane: usize, at: usize| {
                let number = seed * (31 * at as i64 + 7 * plane as i64 + 1) % 2_147_483_647;
                if number >> 8 & 3 == 0 { ONE } else { 0 }
            };
            let size = Size::new(SIDE, SIDE).expect("a size");
            let planes: Vec<[i16; PLANES]> = (0..size.area())
                .map(|at| std::array::from_fn(|plane| drawn(plane, at)))
                .collect();
            assert_eq!(numbers.collect::<Vec<_>>(), sums(&planes, size));
        }
    }
}
