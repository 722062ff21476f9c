//! The button of some rules by area: half a point for whoever passes first.

use super::bounds::Bounds;
use super::input::ScoreInput;

/// Between what the button comes to, positive for Black; while nobody has passed either may take it.
pub fn button(input: &ScoreInput) -> Bounds {
    let button = input.rules.button;
    match input.counts.first_pass {
        Some(color) => Bounds::exactly(button * f64::from(color.sign())),
        None => Bounds {
            least: -button,
            most: button,
        },
    }
}

impl ScoreInput<'_> {
    /// What the button counts for: nothing while nobody has it.
    pub fn button_midpoint(&self) -> f64 {
        button(self).middle()
    }
}
