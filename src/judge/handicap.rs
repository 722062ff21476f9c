//! Records in which HA and the stones on the board tell two handicaps.
//!
//! White is compensated for stones that are there. What the players counted by is open: a record that
//! is exact by HA agrees, and one that is exact by any number of stones up to the larger is not
//! contradicted.

use super::arithmetic;
use super::input::JudgeInput;
use super::margin::same;
use crate::go::Counting;

/// The margin with the handicap that HA tells, where that is another one.
pub(super) fn as_told(input: &JudgeInput) -> Option<f64> {
    let told = input.handicap_told?;
    let rules = input.game.rules;
    let given = f64::from(input.score.compensation);
    let by_told = f64::from(rules.compensation.points(told));
    let counts = rules.counting == Counting::Area && by_told != given;
    counts.then_some(input.score.margin + given - by_told)
}

/// The fewest and the most points that White may have received for handicap stones under area
/// rules.
pub(super) fn compensations(input: &JudgeInput, certain: Certain) -> (f64, f64) {
    let given = input.score.compensation;
    let stones = input.game.handicap.max(input.handicap_told.unwrap_or(0));
    let most = input.game.rules.compensation.points(stones);
    match certain {
        Certain::Nothing if stones > 1 => (0.0, f64::from(stones)),
        Certain::Rules if as_told(input).is_some() => (0.0, f64::from(most)),
        Certain::Rules | Certain::Nothing => (f64::from(given), f64::from(given)),
    }
}

/// What is certain of the compensation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Certain {
    /// The rules are recorded.
    Rules,
    /// They are assumed.
    Nothing,
}

/// Why a record that another number of handicap stones gives is not contradicted.
pub(super) fn in_doubt(input: &JudgeInput, recorded: f64) -> Option<String> {
    let told = input.handicap_told?;
    as_told(input)?;
    let (fewest, most) = compensations(input, Certain::Rules);
    let counted = input.score.margin + f64::from(input.score.compensation) - recorded;
    let fits = same(counted, counted.round()) && (fewest - 0.1..most + 0.1).contains(&counted);
    fits.then(|| {
        let (sums, there) = (arithmetic::sums(input), input.game.handicap);
        format!("{sums}; HA tells {told} handicap stones and {there} are there: what White received for them is open")
    })
}
