//! Margins that a record may state as well as the counted one.

use super::handicap;
use super::input::JudgeInput;

/// With dead stones off where the rules leave them, with the handicap that HA tells where other
/// stones are there.
pub(super) fn of(input: &JudgeInput) -> Vec<f64> {
    let score = input.score;
    let cleaned = (score.by_rules() != score.margin).then_some(score.margin);
    let told = handicap::as_told(input);
    cleaned.into_iter().chain(told).collect()
}
