//! Bounds on the area margin from what is proved, and the estimate by influence.

use super::ground::Ground;
use super::input::ScoreInput;
use crate::go::{Color, Counting};

/// The least and the greatest area margin: points that are not proved go to either
/// side. What is safe only if its owner answers counts as proved.
pub(super) fn proved(input: &ScoreInput, compensation: u32) -> (f64, f64) {
    let area = input.position.board().size().area() as f64;
    let [black, white] = [0, 1].map(|c| input.analysis.safe[c].len() as f64);
    let given = input.komi + f64::from(compensation);
    (
        black - (area - black) - given,
        (area - white) - white - given,
    )
}

/// The margin by Bouzy's 5/21 map of the analysis, dead stones taken off. By territory: empty
/// points and points of dead stones with a value of one's sign, and prisoners; by area: all
/// points of one's sign.
pub(super) fn bouzy(input: &ScoreInput, ground: &Ground, compensation: u32) -> f64 {
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
            let dead = ground.dead[(!color).index()].len() as f64;
            let prisoners = f64::from(input.prisoners[color.index()]) + dead;
            sum += prisoners * f64::from(color.sign());
        }
        return sum - input.komi;
    }
    sum - input.komi - f64::from(compensation)
}
