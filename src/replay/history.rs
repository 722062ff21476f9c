//! Which boards a game has had, and who was to move on them.

use crate::go::{ByColor, Color};
use std::collections::HashMap;

/// The turn (from 1) before which a board stood, by the colour that then took the turn; 0 for none.
type Seen = ByColor<u32>;

/// All boards of a game by their hashes.
///
/// Two different boards of one game are taken for the same with odds of about one in 10^14 in a game of a few hundred
/// turns; they grow with the square of the turns. The map has a secret of its own: a record cannot be made whose
/// boards all fall together in it.
pub struct History(HashMap<u64, Seen>);

impl History {
    /// Room for the boards of so many turns.
    pub fn with_turns(turns: usize) -> History {
        History(HashMap::with_capacity(turns))
    }

    /// Before this turn (from 1) the board had this hash, and this colour takes the turn.
    #[inline]
    pub fn record(&mut self, hash: u64, turn: u32, color: Color) {
        self.0.entry(hash).or_default()[color] = turn;
    }

    /// The last turns before which the board had this hash, by the colour that took them.
    #[inline]
    pub fn find(&self, hash: u64) -> ByColor<Option<u32>> {
        let seen = self.0.get(&hash).copied().unwrap_or_default();
        seen.map(|turn| (turn > 0).then_some(turn))
    }
}
