//! What is counted while a game is played.

use super::{ByColor, Color};

/// What is counted while a game is played, up to some board of it: stones taken, and passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayCounts {
    /// Stones taken by each colour; what a player took of his own counts for the opponent.
    pub prisoners: ByColor<u32>,
    /// Passes of each colour.
    pub passes: ByColor<u32>,
    /// Who passed first, if anybody did.
    pub first_pass: Option<Color>,
}

impl PlayCounts {
    /// Counts a pass.
    pub fn pass(&mut self, color: Color) {
        self.passes[color] += 1;
        self.first_pass.get_or_insert(color);
    }
}
