//! Margins that a record may state as well as the counted one.

use super::handicap;
use super::input::JudgeInput;
use super::margin::same;
use super::other_rules::by_other_rules;

/// With dead stones off where the rules leave them, with another handicap where one is open, by the
/// other method, with every compensation in use, where no rules are recorded.
pub(super) fn of(input: &JudgeInput) -> Vec<f64> {
    let score = input.score;
    let cleaned = score.stated().skip(1);
    let by_handicap = handicap::otherwise(input).map(|(_, margin)| margin);
    let by_methods = match input.assumes_rules() {
        true => by_other_rules(input),
        false => Vec::new(),
    };
    let by_other = by_methods
        .into_iter()
        .filter(|margin| !same(*margin, score.cleaned));
    cleaned.chain(by_handicap).chain(by_other).collect()
}
