//! The verdict on a record, by the board and the record alone; and what is left of it where it must be surer.

use super::certainty::Certainty;
use super::claims;
use super::input::JudgeInput;
use super::judgement::{Judgement, Reason, Ruling, Undecided};
use super::stated::{self, Borders};
use super::{arithmetic, others, proof};

/// Compares the recorded result with the count, however sure that is.
pub fn compare(input: &JudgeInput) -> Judgement {
    let stated = |recorded| stated::judge(input, recorded, Borders::InDoubt);
    Judgement {
        ruling: input.recorded_margin().map_or(Ruling::NotScored, stated),
        margin_rests_on: proof::of_verdict(input),
        others: others::of(input),
        of_result: claims::findings(input),
    }
}

impl Judgement {
    /// The same, the verdict taken back where it is less sure than it must be. What was computed is still told.
    pub fn withheld_below(self, certainty: Certainty, input: &JudgeInput) -> Judgement {
        let Some(chance) = self.probability() else {
            return self;
        };
        if certainty.allows(chance) {
            return self;
        }
        let computed = match &self.ruling {
            Ruling::Differs(differs) => differs.said.message.clone(),
            _ => arithmetic::sums(input) + &arithmetic::otherwise(input),
        };
        let message = format!(
            "{computed}; withheld, since such a verdict is right with a chance of {chance:.3}, and {certainty} is the least to be told"
        );
        Judgement {
            ruling: Ruling::Undecidable(Undecided::new(input, Reason::Withheld, message)),
            ..self
        }
    }
}
