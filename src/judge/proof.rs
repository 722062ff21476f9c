//! What a verdict rests on.

use super::input::JudgeInput;
use crate::analysis::{Evidence, Life};
use crate::go::{Color, Counting};
use crate::replay::Ending;

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

/// Whether the record lies outside of what is proved possible. Where the game went on, a player may
/// not have answered: only what is pass-alive counts then.
pub(super) fn outside(input: &JudgeInput, recorded: f64) -> bool {
    let (least, most) = bounds(input);
    let outside = recorded < least - 1e-6 || recorded > most + 1e-6;
    let ended = input.ending == Ending::TwoPasses;
    outside && (ended || outside_by(input, recorded) == Confidence::Proved)
}

/// What it rests on that a record lies outside of what is proved possible: pass-alive alone, or
/// also what is safe if its owner answers.
pub(super) fn outside_by(input: &JudgeInput, recorded: f64) -> Confidence {
    let analysis = input.game.analysis;
    let answered = [0, 1].map(|c| (analysis.safe[c].len() - analysis.proved[c].len()) as f64);
    let (least, most) = bounds(input);
    let by_pass_alive =
        recorded < least - 2.0 * answered[0] - 1e-6 || recorded > most + 2.0 * answered[1] + 1e-6;
    match by_pass_alive {
        true => Confidence::Proved,
        false => Confidence::Read,
    }
}

/// Between what the margin by the rules in force is proved to lie.
pub(super) fn bounds(input: &JudgeInput) -> (f64, f64) {
    match input.game.rules.counting {
        Counting::Area => (input.score.proved_min, input.score.proved_max),
        Counting::Territory => territory_bounds(input),
    }
}

/// The bounds on the area margin, carried over to territory: for any statuses of one board the
/// two differ by the stones on the board and the prisoners alone, but for what the strict count
/// leaves out. Points that protect stones are left out of proved ground too.
fn territory_bounds(input: &JudgeInput) -> (f64, f64) {
    let score = input.score;
    let game = input.game;
    let board = game.position.board();
    let on_board = Color::BOTH.map(|color| board.stones(color).count() as f64);
    let prisoners = game.prisoners.map(f64::from);
    let shift =
        f64::from(score.compensation) - (on_board[0] - on_board[1]) + (prisoners[0] - prisoners[1]);
    let slack = score.ground.protective.map(|points| points.len() as f64);
    (
        score.proved_min + shift - slack[0],
        score.proved_max + shift + slack[1],
    )
}

/// What the count as a whole rests on.
pub(super) fn confidence(input: &JudgeInput) -> Confidence {
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
