//! The button of some rules by area: half a point for whoever passes first.

use super::input::ScoreInput;

/// Between what the button comes to, positive for Black; while nobody has passed either may take it.
pub fn button(input: &ScoreInput) -> (f64, f64) {
    let button = input.rules.button;
    match input.first_pass {
        Some(color) => {
            let taken = button * f64::from(color.sign());
            (taken, taken)
        }
        None => (-button, button),
    }
}
