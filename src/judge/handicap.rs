//! Records in which it is open what White received for handicap stones: HA and the stones on the board
//! tell two handicaps, or HA is silent, or the rules are.
//!
//! White is compensated for stones that are there. What the players counted by is open: a record that
//! is exact by the other reading agrees, and one that is exact by any number of points up to the larger is
//! not contradicted.

use super::arithmetic;
use super::cause::Cause;
use super::input::JudgeInput;
use super::margin::is_whole;
use crate::go::Compensation;
use crate::numbers::counted;
use crate::record::rules::RulesSource;
use crate::replay::OtherHandicap;
use crate::score::Bounds;

/// The points that White may have received instead, and by what such a record agrees.
fn other_points(input: &JudgeInput) -> Option<(Cause, u32)> {
    let rules = input.game.rules;
    let (cause, points) = match (rules.compensation, input.replay.other_handicap) {
        (Compensation::Open, _) => (
            Cause::HandicapOpen,
            Compensation::Stones.points(input.most_handicap()),
        ),
        (rule, Some(OtherHandicap::Told(stones))) => (Cause::HandicapAsTold, rule.points(stones)),
        (rule, Some(OtherHandicap::Untold(stones))) => (Cause::HandicapOpen, rule.points(stones)),
        (_, None) => return None,
    };
    (points != input.game.compensation()).then_some((cause, points))
}

/// The margin with the points that White may have received instead, and by what such a record agrees.
pub(super) fn otherwise(input: &JudgeInput) -> Option<(Cause, f64)> {
    let (cause, points) = other_points(input)?;
    let given = f64::from(input.game.compensation());
    Some((cause, input.score.by_rules() + given - f64::from(points)))
}

/// The fewest and the most points that White may have received for handicap stones, by rules of this source.
pub(super) fn compensations(input: &JudgeInput, source: RulesSource) -> Bounds {
    let given = f64::from(input.game.compensation());
    let stones = input.most_handicap();
    match (source, other_points(input)) {
        (RulesSource::Assumed, _) if stones > 1 => Bounds {
            least: 0.0,
            most: f64::from(stones),
        },
        (RulesSource::Recorded, Some((_, points))) => Bounds {
            least: 0.0,
            most: given.max(f64::from(points)),
        },
        (RulesSource::Recorded | RulesSource::Assumed, _) => Bounds::exactly(given),
    }
}

/// Why a record that another number of points for handicap stones gives is not contradicted.
pub(super) fn in_doubt(input: &JudgeInput, recorded: f64) -> Option<String> {
    other_points(input)?;
    let given = input.score.by_rules() + f64::from(input.game.compensation()) - recorded;
    let fits = is_whole(given) && compensations(input, RulesSource::Recorded).contains(given);
    fits.then(|| {
        let (sums, there) = (arithmetic::sums(input), input.game.handicap);
        let why = match input.replay.other_handicap {
            Some(OtherHandicap::Told(told)) => {
                let told = counted(u64::from(told), "handicap stone");
                format!("HA tells {told} and the board has {there}")
            }
            Some(OtherHandicap::Untold(0)) => {
                format!("{there} stones were set up without HA")
            }
            Some(OtherHandicap::Untold(placed)) => {
                format!("Black's first {placed} turns may be a handicap, and HA is silent")
            }
            None => "the rules do not say".to_owned(),
        };
        format!("{sums}; {why}: what White received for handicap stones is open")
    })
}
