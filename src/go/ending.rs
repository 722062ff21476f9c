//! How play ends.

use super::Color;

enum_of_words! {
    /// How play ends.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Ending {
        /// Both players passed.
        TwoPasses = "two-passes",
        /// The last turn is a pass, and the opponent's before it is none.
        OnePass = "one-pass",
        /// The last turn is a play, or there is no turn.
        Open = "none",
    }
}

/// The passes with which play ends, those since the last play. Setup after them, as of dead stones that are taken off, is no
/// play: what ended with them has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalPasses {
    /// The last turn is a play, or there is no turn.
    #[default]
    None,
    /// One player passed, once or more.
    OfOne,
    /// Both players passed.
    OfBoth {
        /// Who began.
        began: Color,
    },
}

impl FinalPasses {
    /// The word for it.
    pub fn ending(self) -> Ending {
        match self {
            FinalPasses::None => Ending::Open,
            FinalPasses::OfOne => Ending::OnePass,
            FinalPasses::OfBoth { .. } => Ending::TwoPasses,
        }
    }
}
