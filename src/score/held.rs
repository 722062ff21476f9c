//! Bounds on the area margin from what is proved, and the estimate by influence.

use super::bounds::Bounds;
use super::ground::Ground;
use super::input::ScoreInput;
use super::tax;
use crate::go::{ByColor, Color, Counting, PointSet, Tax};

/// The least and the greatest area margin, where each colour holds points for certain: all others
/// go to either side. Eyes in a seki for which the rules give nothing are held by nobody.
///
/// Where dead stones stay, the margin of the board as it stands is within the bounds too. Of a game that
/// goes on the held stones alone are certain then: nobody must take the others off, or keep them out.
pub(super) fn bounds(
    input: &ScoreInput,
    ground: &Ground,
    held: &ByColor<PointSet>,
    standing: Option<f64>,
) -> Bounds {
    let board = input.position.board();
    let all = board.points();
    let stones = ByColor::from_fn(|color| board.stones(color).collect::<PointSet>());
    let stones_alone = standing.is_some() && !input.both_passed();
    let counted = ByColor::from_fn(|color| {
        let held = match stones_alone {
            true => held[color] & stones[color],
            false => held[color],
        };
        match input.rules.tax {
            Tax::None => held,
            Tax::Seki | Tax::All => held - ground.seki_eyes[color],
        }
    });
    let [black, white] = Color::BOTH.map(|color| {
        let held = &counted[color];
        let reach = all - counted[!color];
        let eyes = *held - stones[color];
        // More groups cost no more than the points that they bring.
        let (most_tax, least_tax) = match input.rules.tax {
            Tax::All => (tax::of_groups(held, &eyes), tax::least(held, &reach, &eyes)),
            Tax::None | Tax::Seki => (0, 0),
        };
        Bounds {
            least: held.len() as f64 - f64::from(most_tax),
            most: reach.len() as f64 - f64::from(least_tax),
        }
    });
    let bounds = black - white + input.given_by(Counting::Area).bounds();
    match standing {
        Some(margin) => bounds.joined(Bounds::exactly(margin)),
        None => bounds,
    }
}

/// The margin by Bouzy's 5/21 map of the analysis, dead stones taken off. By territory: empty
/// points and points of dead stones with a value of one's sign, and prisoners; by area: all
/// points of one's sign.
pub(super) fn bouzy(input: &ScoreInput, ground: &Ground) -> f64 {
    let counting = input.rules.counting;
    let mut sum = 0.0;
    let points = input.position.board().size().points();
    for (point, value) in points.zip(&input.analysis.bouzy) {
        let living = ground.stones.iter().any(|stones| stones.contains(point));
        let counted = counting == Counting::Area || !living;
        if counted {
            sum += f64::from(value.signum());
        }
    }
    if counting == Counting::Territory {
        for color in Color::BOTH {
            let dead = ground.dead[!color].len() as f64;
            let prisoners = f64::from(input.counts.prisoners[color]) + dead;
            sum += prisoners * f64::from(color.sign());
        }
    }
    sum + input.given_by_rules().margin()
}
