//! The button of some rules by area: half a point for whoever passes first.

use super::input::ScoreInput;

/// Between what the button comes to, positive for Black; while nobody has passed either may take it.
pub fn button(input: &ScoreInput) -> (f64, f64) {
    let button = input.rules.button;
    match input.counts.first_pass {
        Some(color) => {
            let taken = button * f64::from(color.sign());
            (taken, taken)
        }
        None => (-button, button),
    }
}

impl ScoreInput<'_> {
    /// What the button counts for: nothing while nobody has it.
    pub fn button_midpoint(&self) -> f64 {
        let (least, most) = button(self);
        (least + most) / 2.0
    }
}
