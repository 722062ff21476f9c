//! What a recorded result claims, held against what can be at all.

use super::explanations::MOST_KOMI;
use super::input::JudgeInput;
use super::margin::{is_whole, winner};
use super::others;
use crate::finding::{Code, Finding};
use crate::go::{Color, Counting, Ending};
use crate::numbers::margin_text;
use crate::record::outcome::Outcome;

/// Findings about the claim itself.
pub(super) fn findings(input: &JudgeInput) -> Vec<Finding> {
    let Some(recorded) = input.recorded() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    if let Some(margin) = input.recorded_margin() {
        findings.extend(fractions(input, margin));
        findings.extend(too_large(input, margin));
    }
    // Who won is held against the board only where nothing says that it was not decided there.
    if !input.readings.moves_missing {
        findings.extend(match recorded.outcome {
            Outcome::Resign(winner) => resigned_won(input, winner),
            Outcome::Win(winner) if !recorded.is_unexplained => cannot_have_won(input, winner),
            _ => None,
        });
    }
    findings
}

/// Sums of points are whole: the fraction of the margin is that of the komi.
fn fractions(input: &JudgeInput, margin: f64) -> Option<Finding> {
    let button = input.game.rules.button;
    let board = margin + input.game.komi;
    if input.readings.komi_source.is_open() || is_whole(board) || is_whole(board + button) {
        return None;
    }
    let message = format!(
        "a margin of {} cannot come of komi {}",
        margin.abs(),
        input.game.komi
    );
    Some(Finding::new(Code::FractionMisfit, message))
}

/// No side can have more than the whole board, and by territory as many prisoners again.
fn too_large(input: &JudgeInput, margin: f64) -> Option<Finding> {
    let area = input.game.position.board().size().area() as f64;
    let given =
        input.game.komi.abs() + f64::from(input.game.compensation()) + input.game.rules.button;
    let prisoners = f64::from(input.game.counts.prisoners.iter().sum::<u32>());
    let most = match input.game.rules.counting {
        Counting::Area => area + given,
        Counting::Territory => 2.0 * area + prisoners + given,
    };
    let message = format!("the board has not room for a margin of {}", margin.abs());
    (margin.abs() > most).then(|| Finding::new(Code::ScoreTooLarge, message))
}

/// Whether the side lost by every margin that the record may go by, with every komi where that is open.
fn lost(input: &JudgeInput, won: Color) -> bool {
    let komi = input.game.komi;
    let best = match (input.readings.komi_source.is_open(), won) {
        (false, _) => komi,
        (true, Color::White) => komi.max(MOST_KOMI),
        (true, Color::Black) => komi.min(0.0),
    };
    let mut all = others::of(input)
        .into_iter()
        .chain([input.score.by_rules()]);
    all.all(|margin| winner(margin + komi - best) == Some(!won))
}

fn resigned_won(input: &JudgeInput, won: Color) -> Option<Finding> {
    let margin = input.score.by_rules();
    let over = input.game.analysis.is_settled() && input.game.ending() != Ending::Open;
    let message = format!(
        "{} resigned, but the board is settled: {}",
        (!won).name(),
        margin_text(margin)
    );
    (over && lost(input, won)).then(|| Finding::new(Code::ResignedWon, message))
}

fn cannot_have_won(input: &JudgeInput, won: Color) -> Option<Finding> {
    let margin = input.score.by_rules();
    let message = format!(
        "recorded as won by {}, but the board is settled: {}",
        won.name(),
        margin_text(margin)
    );
    // Where the game goes on each point that is open may still be either side's.
    let open = match input.game.ending() {
        Ending::Open => 2 * input.score.ground.free_dame().len(),
        Ending::OnePass | Ending::TwoPasses => 0,
    };
    let over = input.game.analysis.is_settled() && margin.abs() > open as f64;
    (over && lost(input, won)).then(|| Finding::new(Code::WinnerCannotBe, message))
}
