//! The kos that are left open.

use super::input::JudgeInput;
use super::margin::{same, winner};
use crate::analysis::DoubtKind;
use crate::go::Color;

/// Whether both players passed and left nothing open but kos.
pub(super) fn are_all_that_is_left(input: &JudgeInput) -> bool {
    let analysis = input.game.analysis;
    input.both_passed() && !analysis.is_settled() && analysis.has_only(&[DoubtKind::Ko])
}

/// The sides that can take the stones of the kos that are left open, one for each stone.
pub(super) fn takers(input: &JudgeInput) -> Vec<Color> {
    let board = input.game.position.board();
    let points = input.game.analysis.in_doubt(|kind| kind == DoubtKind::Ko);
    let stones = points.iter().filter(|&point| board.is_in_ko(point));
    let owners = stones.filter_map(|stone| board.get(stone).color());
    owners.map(|owner| !owner).collect()
}

/// The most kos of which it is asked whether they were given away: of more, something fits by chance.
const MOST_KOS: usize = 2;

/// The margins of a small board on which nothing is open but kos, each as it lies or with so many points more for the side that can
/// take its stone, one of them at least so. Where that turns the winner, the kos are the game, and nothing is said. On large boards as
/// many records fit such a margin as one that gives the points to the other side, which nobody does (see `chance` and `odds`).
pub(super) fn given_away(input: &JudgeInput, worth: &[f64]) -> Vec<f64> {
    let is_large = input.game.position.board().size().is_large();
    let takers = takers(input);
    if is_large || !are_all_that_is_left(input) || takers.len() > MOST_KOS {
        return Vec::new();
    }
    let by_the_letter = input.score.strict_margin;
    let mut given = vec![by_the_letter];
    for taker in takers {
        let more = worth.iter().map(|points| points * f64::from(taker.sign()));
        let with: Vec<f64> = more
            .flat_map(|points| given.iter().map(move |margin| margin + points))
            .collect();
        given.extend(with);
    }
    given.retain(|&margin| !same(margin, by_the_letter) && winner(margin) == winner(by_the_letter));
    given
}
