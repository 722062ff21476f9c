//! How play ends.

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
