//! Ground that some count as territory and others leave out: eyes of groups alive in seki, and points that must still be
//! filled to protect stones.

use super::cause::Cause;
use super::input::JudgeInput;
use super::margin::same;
use crate::go::{Color, Counting, PointSet};
use crate::score::{self, Counted, Leniency};

/// The most points of an eye in a seki: more is territory, which no convention explains.
const SEKI_EYE: usize = 2;

/// Whether the record counts ground as territory that was taken for eyes of a seki, more of it than
/// single points or so that it turns the winner: then who lives there is the question, and no convention
/// answers it.
pub(super) fn counts_ground_in_seki(input: &JudgeInput, recorded: f64) -> bool {
    let eyes = &input.score.ground.seki_eyes;
    let counts = |protective| {
        let mut margins = by_seki_eyes(input, protective).into_iter();
        margins.any(|margin| same(margin, recorded))
    };
    input.game.rules.counting == Counting::Territory
        && eyes.iter().any(|eyes| !eyes.is_empty())
        && (counts(Counted::No) || counts(Counted::Yes))
}

/// What the count of the server has that the rules leave out, where it has anything.
pub(super) fn of_the_server(input: &JudgeInput) -> Option<Cause> {
    let (counted, by_the_letter) = (input.score.by_rules(), input.score.by_the_letter());
    let has_protective = || !same(counted, by_territory(input, Counted::No, Counted::Yes));
    (!same(counted, by_the_letter)).then(|| match has_protective() {
        true => Cause::ProtectivePointsCounted,
        false => Cause::SekiEyesCounted,
    })
}

/// The margin with these counted or left out, where the rules count territory.
pub(super) fn by_territory(input: &JudgeInput, protective: Counted, seki_eyes: Counted) -> f64 {
    let leniency = Leniency {
        protective,
        seki_eyes,
    };
    score::margin_of(&input.game, &input.score.ground, leniency)
}

/// The points of both colours that must still be filled.
pub(super) fn protective_points(input: &JudgeInput) -> f64 {
    let points = &input.score.ground.protective;
    points.iter().map(|points| points.len() as f64).sum()
}

/// What the single points are worth that are eyes in seki, with the stones that were taken in them; nothing where
/// an eye is larger.
pub(super) fn seki_points(input: &JudgeInput) -> f64 {
    let ground = &input.score.ground;
    let mut points = 0;
    for color in Color::BOTH {
        let eyes = &ground.seki_eyes[color];
        let is_small = |eye: &PointSet| eye.len() <= SEKI_EYE;
        if !eyes.pieces().iter().all(is_small) {
            return 0.0;
        }
        let taken = *eyes & ground.dead[!color];
        points += eyes.len() + taken.len();
    }
    points as f64
}

/// The margins by territory of those who count eyes in seki: none, those alone in which no stone was taken, only the
/// stones that were, or all.
pub(super) fn by_seki_eyes(input: &JudgeInput, protective: Counted) -> [f64; 4] {
    let ground = &input.score.ground;
    let without_seki_eyes = by_territory(input, protective, Counted::No);
    let [mut clean, mut taken] = [without_seki_eyes; 2];
    for color in Color::BOTH {
        let sign = f64::from(color.sign());
        let dead = &ground.dead[!color];
        let mut eyes = ground.seki_eyes[color];
        taken += sign * (eyes & *dead).len() as f64;
        if protective == Counted::No {
            eyes -= ground.protective[color];
        }
        let pieces = eyes.pieces().into_iter();
        let without = pieces.filter(|eye| !eye.intersects(dead));
        clean += sign * without.map(|eye| eye.len()).sum::<usize>() as f64;
    }
    let all = by_territory(input, protective, Counted::Yes);
    [without_seki_eyes, clean, taken, all]
}
