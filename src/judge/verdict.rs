//! The verdict on a record, by the board and the record alone.

use super::chance;
use super::claims;
use super::input::JudgeInput;
use super::judgement::{Judgement, Verdict};
use super::{arithmetic, others, proof, stated};
use crate::finding::{Code, Finding};

/// Compares the recorded result with the count.
pub fn judge(input: &JudgeInput) -> Judgement {
    let mut judgement = match input.recorded_margin() {
        Some(recorded) => stated::judge(input, recorded),
        None => Judgement::new(Verdict::NotScored),
    };
    judgement.others = others::of(input);
    judgement.margin_rests_on = proof::of_verdict(input);
    judgement.claims = claims::findings(input);
    match chance::of(input, &judgement) {
        Some(chance) if !input.certainty.allows(chance) => withhold(&mut judgement, chance, input),
        chance => judgement.probability = chance,
    }
    let is_early = !input.both_passed();
    if judgement.verdict == Verdict::Undecidable && is_early && input.recorded_margin().is_some() {
        // Bounds as wide as the board say nothing.
        let all = 2.0 * input.game.position.board().size().area() as f64;
        let (least, most) = proof::bounds(input);
        judgement.bounds = (most - least < all).then_some((least, most));
    }
    judgement
}

/// Takes a verdict back that is less sure than it must be. What was computed is still told.
pub(super) fn withhold(judgement: &mut Judgement, chance: f64, input: &JudgeInput) {
    let said = judgement.said.take();
    let computed = said.map_or_else(|| arithmetic::sums(input), |said| said.message);
    let message = format!(
        "{computed}; not said, since such a verdict is right with a chance of {chance:.3} and {} is asked for",
        input.certainty
    );
    judgement.said = Some(Finding::new(Code::Unsettled, message));
    judgement.by_convention.clear();
    judgement.verdict = Verdict::Undecidable;
    judgement.confidence = None;
    judgement.probability = None;
    judgement.winner_differs = None;
    judgement.cause = None;
    judgement.possible.clear();
}
