//! What a verdict rests on.

use super::input::JudgeInput;
use crate::analysis::{Evidence, Life};
use crate::go::{Color, Counting};
use crate::replay::Ending;
use crate::score;

enum_of_words! {
    /// What a verdict rests on, strongest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Confidence {
        /// It follows from pass-alive alone.
        Proved = "proved",
        /// Every status that matters is safe under alternating play, or was settled by exhaustive local
        /// reading.
        Read = "read",
        /// Something rests on an estimate.
        Estimated = "estimated",
    }
}

/// What it rests on that the record lies outside of what is proved possible; `None` where it does
/// not. Where the game went on, a player may not have answered: only what is pass-alive counts then.
pub(super) fn outside(input: &JudgeInput, recorded: f64) -> Option<Confidence> {
    let lies_outside = |rests_on: &Confidence| {
        let (least, most) = bounds(input, *rests_on);
        recorded < least - 1e-6 || recorded > most + 1e-6
    };
    let answered = match input.ending {
        Ending::TwoPasses => Some(Confidence::Read),
        Ending::OnePass | Ending::Open => None,
    };
    let all = [Some(Confidence::Proved), answered];
    let found = all.into_iter().flatten().find(lies_outside);
    found.filter(|_| follows_from_statuses(input))
}

/// Between what the margin by the rules in force lies: from what is pass-alive alone, or also from
/// what is safe if its owner answers.
pub(super) fn bounds(input: &JudgeInput, rests_on: Confidence) -> (f64, f64) {
    let of_area = match rests_on {
        Confidence::Proved => input.score.pass_alive,
        Confidence::Read | Confidence::Estimated => {
            (input.score.proved_min, input.score.proved_max)
        }
    };
    match input.game.rules.counting {
        Counting::Area => of_area,
        Counting::Territory => by_territory(input, of_area),
    }
}

/// The bounds on the area margin, carried over to territory: for any statuses of one board the
/// two differ by the stones on the board and the prisoners alone, but for the button and what the
/// strict count leaves out. Points that protect stones are left out of proved ground too.
fn by_territory(input: &JudgeInput, of_area: (f64, f64)) -> (f64, f64) {
    let score = input.score;
    let game = input.game;
    let board = game.position.board();
    let on_board = Color::BOTH.map(|color| board.stones(color).count() as f64);
    let prisoners = game.prisoners.map(f64::from);
    let shift =
        f64::from(score.compensation) - (on_board[0] - on_board[1]) + (prisoners[0] - prisoners[1]);
    let slack = score.ground.protective.map(|points| points.len() as f64);
    let button = score::button(game);
    (
        of_area.0 + shift - slack[0] - button.0,
        of_area.1 + shift + slack[1] - button.1,
    )
}

/// Whether the margin follows from who lives: the komi is known, and by territory, where every stone
/// that is put and taken counts, the game is over and its prisoners are known.
fn follows_from_statuses(input: &JudgeInput) -> bool {
    let stones_are_counted = match input.game.rules.counting {
        Counting::Area => true,
        Counting::Territory => {
            input.ending == Ending::TwoPasses && input.prisoners_in_doubt.is_none()
        }
    };
    stones_are_counted && !input.komi_source.is_open()
}

/// What a verdict rests on.
pub(super) fn of_verdict(input: &JudgeInput) -> Confidence {
    match follows_from_statuses(input) {
        true => of_statuses(input),
        false => Confidence::Estimated,
    }
}

/// What the statuses as a whole rest on.
pub(super) fn of_statuses(input: &JudgeInput) -> Confidence {
    let analysis = input.game.analysis;
    if input.score.proved_min == input.score.proved_max {
        let proved: usize = analysis.proved.iter().map(|points| points.len()).sum();
        return match proved == analysis.size.area() {
            true => Confidence::Proved,
            false => Confidence::Read,
        };
    }
    let told = |chain: &crate::analysis::ChainStatus| {
        chain.evidence <= Evidence::Read && chain.life != Life::Unsettled
    };
    let settled = analysis.doubts.is_empty() && analysis.unsettled.is_empty();
    if settled && analysis.chains.iter().all(told) {
        return Confidence::Read;
    }
    Confidence::Estimated
}
