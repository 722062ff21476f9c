//! Which boards a game has had, and who was to move on them.

use crate::go::Color;

/// The turn (from 1) before which a board stood, by the colour that then took the turn; 0 for none.
type Seen = [u32; 2];

/// All boards of a game by their hashes: open addressing in a table that is at most half full.
///
/// Two different boards of one game are taken for the same with odds of about one in 10^14.
pub struct History {
    table: Vec<(u64, Seen)>,
    mask: usize,
}

impl History {
    /// Room for the boards of so many turns.
    pub fn with_turns(turns: usize) -> History {
        let places = (2 * turns + 2).next_power_of_two();
        History {
            table: vec![(0, [0; 2]); places],
            mask: places - 1,
        }
    }

    /// Before this turn (from 1) the board had this hash, and this colour takes the turn. More
    /// turns than there is room for are passed over.
    #[inline]
    pub fn record(&mut self, hash: u64, turn: u32, color: Color) {
        if turn as usize * 2 <= self.mask {
            let at = self.place(hash);
            self.table[at].0 = hash;
            self.table[at].1[color.index()] = turn;
        }
    }

    /// The last turns before which the board had this hash, by the colour that took them.
    #[inline]
    pub fn find(&self, hash: u64) -> [Option<u32>; 2] {
        self.table[self.place(hash)]
            .1
            .map(|turn| (turn > 0).then_some(turn))
    }

    /// The place of this hash, or the free one where it belongs.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        let mut at = hash as usize & self.mask;
        while self.table[at].1 != [0; 2] && self.table[at].0 != hash {
            at = (at + 1) & self.mask;
        }
        at
    }
}
