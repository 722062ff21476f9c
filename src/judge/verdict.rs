//! The verdict on a record, by the board and the record alone; and what is left of it where it must be surer.

use super::certainty::Certainty;
use super::chance;
use super::claims;
use super::input::JudgeInput;
use super::judgement::{Judgement, Verdict};
use super::{arithmetic, others, proof, stated};
use crate::finding::{Code, Finding};

/// Compares the recorded result with the count, however sure that is.
pub fn compare(input: &JudgeInput) -> Judgement {
    let mut judgement = match input.recorded_margin() {
        Some(recorded) => stated::judge(input, recorded),
        None => Judgement::new(Verdict::NotScored),
    };
    judgement.others = others::of(input);
    judgement.margin_rests_on = proof::of_verdict(input);
    judgement.claims = claims::findings(input);
    judgement.probability = chance::of(input, &judgement);
    if judgement.verdict == Verdict::Undecidable {
        judgement.bounds = bounds(input);
    }
    judgement
}

/// Between what the margin of a record that stops early lies, where that says anything.
fn bounds(input: &JudgeInput) -> Option<(f64, f64)> {
    // Bounds as wide as the board say nothing.
    let all = 2.0 * input.game.position.board().size().area() as f64;
    let (least, most) = proof::bounds(input);
    (!input.both_passed() && most - least < all).then_some((least, most))
}

impl Judgement {
    /// The same, the verdict taken back where it is less sure than it must be. What was computed is still told.
    pub fn withheld_below(mut self, certainty: Certainty, input: &JudgeInput) -> Judgement {
        let Some(chance) = self.probability.filter(|&chance| !certainty.allows(chance)) else {
            return self;
        };
        let computed = self
            .said
            .map_or_else(|| arithmetic::sums(input), |said| said.message);
        let message = format!(
            "{computed}; not said, since such a verdict is right with a chance of {chance:.3} and {certainty} is asked for"
        );
        self.said = Some(Finding::new(Code::Unsettled, message));
        self.by_convention.clear();
        self.verdict = Verdict::Undecidable;
        self.is_withheld = true;
        self.bounds = bounds(input);
        self.confidence = None;
        self.probability = None;
        self.winner_differs = None;
        self.cause = None;
        self.possible.clear();
        self
    }
}
